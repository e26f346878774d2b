#include "verilog_text.h"

#include <ctype.h>
#include <string.h>

const char *verilog_skip(const char *text)
{
    for (;;) {
        if (isspace((unsigned char)*text))
            text++;
        else if (!strncmp(text, "//", 2))
            text += strcspn(text, "\n");
        else if (!strncmp(text, "/*", 2) && strstr(text, "*/"))
            text = strstr(text, "*/") + 2;
        else
            return text;
    }
}

size_t verilog_word(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '$')
        length++;
    return length;
}

bool verilog_is(const char *text, const char *word)
{
    size_t length = strlen(word);
    return verilog_word(text) == length && !strncmp(text, word, length);
}

const char *verilog_close(const char *text)
{
    unsigned depth = 0;
    for (text = verilog_skip(text); *text; text = verilog_skip(text + 1)) {
        depth += strchr("([{", *text) != NULL;
        depth -= strchr(")]}", *text) != NULL;
        if (!depth)
            return text + 1;
    }
    return text;
}

bool verilog_instance_follows(const char *text)
{
    text = verilog_skip(text);
    if (*text == '#')
        return *verilog_skip(text + 1) == '(';
    size_t length = isdigit((unsigned char)*text) ? 0 : verilog_word(text);
    return length && *verilog_skip(text + length) == '(';
}
