#include "prefix.h"
#include "util.h"
#include "verilog_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIX_MAX = 32 }; /* characters */

void prefix_check(const char *prefix)
{
    size_t length = verilog_word(prefix);
    if (!length || prefix[length] || strchr(prefix, '$') || isdigit((unsigned char)*prefix) ||
        length > PREFIX_MAX)
        die("gen: --prefix: '%s': must begin names of Verilog: letters, digits and _, no digit "
            "first, at most %d",
            prefix, PREFIX_MAX);
}

static bool has_module(const char *text, const char *name)
{
    static const char before[] = "\nmodule ";
    for (text = strstr(text, before); text; text = strstr(text + 1, before))
        if (verilog_is(text + strlen(before), name))
            return true;
    return false;
}

static bool is_module(const struct design *design, const char *text, const char *word,
                      size_t length)
{
    char *name = xasprintf("%.*s", (int)length, word);
    bool is = design_find(design, name) || has_module(text, name);
    free(name);
    return is;
}

void prefix_print(const char *prefix, const struct design *design, const char *text, FILE *file)
{
    bool names_one = false; /* the word before was `module` or `bind` */
    for (const char *at = text; *at;) {
        const char *word = verilog_skip(at);
        size_t length = verilog_word(word), rest = *word ? 1 : 0;
        fwrite(at, 1, (size_t)(word - at), file);
        if (length && (names_one || verilog_instance_follows(word + length)) &&
            is_module(design, text, word, length))
            fputs(prefix, file);
        names_one = verilog_is(word, "module") || verilog_is(word, "bind");
        if (*word == '"')
            rest = strcspn(word + 1, "\"") + 2;
        at = word + (length ? length : rest);
        fwrite(word, 1, (size_t)(at - word), file);
    }
}
