/* See chip_share.h. Two functions are the same when their texts are, after each local is named by
 * its number in the order of declarations, a message takes its instance from the object, and blanks
 * are one: whatever else may differ keeps them apart. */
#include "chip_share.h"

#include "hash.h"
#include "util.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIST "Vdut_classes.mk"
#define OWN_NAME "vlSelf->name()" /* of an object: top.gpu_mem.core_0 */
#define TOP_NAME "vlSymsp->name()"

/* void NAME(CLASS* vlSelf) { BODY } */
struct function {
    char *name, *class;
    const char *begin, *end;      /* its text in the file */
    char *body;                   /* with messages of any instance */
    char *key;                    /* class and body, equal when the code is */
    uint64_t hash;                /* of the key */
    const struct function *other; /* an earlier one with the same code; NULL: none */
};

struct source {
    char *name, *text;
    struct function *functions; /* [count] */
    unsigned count;
};

struct sources {
    struct source *source; /* [count] in the order of their names */
    unsigned count;
};

static bool in_identifier(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t identifier_length(const char *text)
{
    size_t length = 0;
    while (in_identifier(text[length]))
        length++;
    return length;
}

static bool skip(const char **at, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static char *copy(const char *text, size_t length)
{
    char *word = xcalloc(length + 1, 1);
    return memcpy(word, text, length);
}

/* Takes the function that begins on this line, if one does. */
static bool take_function(const char *line, struct function *function)
{
    const char *at = line;
    if (!skip(&at, "VL_INLINE_OPT "))
        skip(&at, "VL_ATTR_COLD ");
    if (!skip(&at, "void "))
        return false;
    const char *name = at;
    at += identifier_length(at);
    const char *class = at + 1;
    if (!skip(&at, "("))
        return false;
    at += identifier_length(at);
    size_t class_length = (size_t)(at - class);
    const char *body = at;
    const char *end = skip(&body, "* vlSelf) {\n") ? strstr(body - 1, "\n}\n") : NULL;
    if (!end)
        return false;
    *function = (struct function){.name = copy(name, (size_t)(class - 1 - name)),
                                  .class = copy(class, class_length),
                                  .begin = line,
                                  .end = end + strlen("\n}\n"),
                                  .body = copy(body, (size_t)(end + 1 - body))};
    return true;
}

/* ...__TOP__gpu_mem__DOT__core_0__3 works for gpu_mem.core_0. NULL: it names no instance. */
static char *instance_path(const char *function)
{
    const char *path = strstr(function, "__TOP__"), *end = NULL;
    if (!path)
        return NULL;
    path += strlen("__TOP__");
    for (const char *at = path; (at = strstr(at, "__")); at++)
        end = at;
    if (!end)
        return NULL;
    char *text = copy(path, (size_t)(end - path)), *to = text;
    for (const char *from = text; *from;)
        *to++ = skip(&from, "__DOT__") ? '.' : *from++;
    *to = '\0';
    return text;
}

static unsigned occurrences(const char *text, const char *word)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

/* The caller frees the result, and not the text any more. */
static char *replaced(char *text, const char *word, const char *by)
{
    size_t length = strlen(text) + occurrences(text, word) * strlen(by);
    char *result = xcalloc(length + 1, 1), *to = result;
    for (const char *from = text; *from;)
        if (skip(&from, word))
            to = stpcpy(to, by);
        else
            *to++ = *from++;
    free(text);
    return result;
}

/* "%Ngpu_mem.core_0.mshr: ..." of the chip's name becomes "%Nmshr: ..." of the object's, if that is
 * all that the function tells of names. */
static void make_messages_relative(struct function *function)
{
    char *path = instance_path(function->name);
    if (!path)
        return;
    char *own = xasprintf("%%N%s.", path);
    unsigned messages = occurrences(function->body, own);
    if (messages && messages == occurrences(function->body, "%N") &&
        messages == occurrences(function->body, TOP_NAME)) {
        function->body = replaced(function->body, own, "%N");
        function->body = replaced(function->body, TOP_NAME, OWN_NAME);
    }
    free(own);
    free(path);
}

struct local {
    const char *name; /* in the body */
    size_t length;
    unsigned number;
};

static int compare_locals(const void *a, const void *b)
{
    const struct local *x = a, *y = b;
    size_t shorter = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->name, y->name, shorter);
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

/* Declarations are `TYPE<bits> name;` with the bits in a comment. Sorted by name. */
static struct local *find_locals(const char *body, unsigned *count)
{
    struct local *locals = NULL;
    *count = 0;
    for (const char *at = body; (at = strstr(at, "*/"));) {
        at += strlen("*/");
        at += strspn(at, " \n");
        size_t length = identifier_length(at);
        if (!length || at[length] != ';')
            continue;
        unsigned number = *count;
        *NEW_IN(locals, *count) = (struct local){at, length, number};
    }
    if (locals)
        qsort(locals, *count, sizeof *locals, compare_locals);
    return locals;
}

/* Not a member of something, which may have a local's name. */
static bool stands_alone(const char *body, const char *at)
{
    return !(at > body && at[-1] == '.') && !(at > body + 1 && at[-2] == '-' && at[-1] == '>');
}

/* A name in the body: of a local its number. Within quotes there are none. */
static void print_name(FILE *key, const struct function *function, struct local name,
                       const struct local *locals, unsigned count)
{
    const struct local *local =
        count ? bsearch(&name, locals, count, sizeof *locals, compare_locals) : NULL;
    if (local)
        fprintf(key, "@%u", local->number);
    else if (name.length == strlen(function->name) &&
             !memcmp(name.name, function->name, name.length))
        fputc('@', key);
    else
        fwrite(name.name, 1, name.length, key);
}

static void make_key(struct function *function)
{
    size_t size;
    unsigned count;
    bool quoted = false;
    FILE *key = open_memstream(&function->key, &size);
    struct local *locals = find_locals(function->body, &count);
    fprintf(key, "%s ", function->class);
    for (const char *at = function->body; *at;) {
        size_t length = identifier_length(at);
        if (length) {
            bool may_be_local = !quoted && stands_alone(function->body, at);
            print_name(key, function, (struct local){at, length, 0}, locals,
                       may_be_local ? count : 0);
        } else if (isspace((unsigned char)*at) && !quoted) {
            length = strspn(at, " \n\t");
            fputc(' ', key);
        } else {
            quoted ^= *at == '"';
            length = quoted && *at == '\\' && at[1] ? 2 : 1;
            fwrite(at, 1, length, key);
        }
        at += length;
    }
    if (fclose(key))
        die("no memory is left for the chip's code");
    free(locals);
    function->hash = 1;
    for (const char *at = function->key; *at; at++)
        function->hash = hash_word(function->hash, (unsigned char)*at);
}

static void read_functions(struct source *source)
{
    for (const char *line = source->text; line && *line;) {
        struct function function;
        if (take_function(line, &function)) {
            make_messages_relative(&function);
            make_key(&function);
            *NEW_IN(source->functions, source->count) = function;
            line = function.end;
        } else {
            line = strchr(line, '\n');
            line = line ? line + 1 : NULL;
        }
    }
}

static int is_source(const struct dirent *entry)
{
    return !strncmp(entry->d_name, "Vdut_", 5) && ends_with(entry->d_name, ".cpp");
}

static struct sources read_sources(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_source, alphasort);
    if (count < 0)
        die("cannot read '%s': %s", folder, strerror(errno));
    struct sources sources = {xcalloc((size_t)count + 1, sizeof *sources.source), (unsigned)count};
    for (int i = 0; i < count; i++) {
        struct source *source = &sources.source[i];
        source->name = xstrdup(entries[i]->d_name);
        char *path = xasprintf("%s/%s", folder, source->name);
        source->text = read_file(path, NULL);
        read_functions(source);
        free(path);
        free(entries[i]);
    }
    free(entries);
    return sources;
}

static struct chip_share find_equal(struct sources *sources)
{
    const struct function **own = NULL; /* those with code of their own */
    unsigned count = 0;
    struct chip_share share = {0};
    for (unsigned s = 0; s < sources->count; s++)
        for (unsigned f = 0; f < sources->source[s].count; f++) {
            struct function *function = &sources->source[s].functions[f];
            for (unsigned i = 0; i < count && !function->other; i++)
                if (own[i]->hash == function->hash && !strcmp(own[i]->key, function->key))
                    function->other = own[i];
            if (!function->other)
                *NEW_IN(own, count) = function;
            share.functions++;
            share.shared += function->other != NULL;
        }
    free(own);
    return share;
}

/* Behind the code, all functions that have it. */
static void write_function(FILE *file, const struct sources *sources,
                           const struct function *function)
{
    fprintf(file, "%.*s{\n%s}\n", (int)strcspn(function->begin, "{"), function->begin,
            function->body);
    for (unsigned s = 0; s < sources->count; s++)
        for (unsigned f = 0; f < sources->source[s].count; f++) {
            const struct function *like = &sources->source[s].functions[f];
            if (like->other == function)
                fprintf(file, "void %s(%s* vlSelf) {\n    %s(vlSelf);\n}\n", like->name,
                        like->class, function->name);
        }
}

/* Returns whether there is any code. */
static bool write_source(FILE *file, const struct sources *sources, const struct source *source)
{
    const char *from = source->text;
    bool has_code = false;
    for (unsigned f = 0; f <= source->count; f++) {
        const struct function *function = f < source->count ? &source->functions[f] : NULL;
        const char *to = function ? function->begin : from + strlen(from);
        has_code |= memchr(from, '{', (size_t)(to - from)) != NULL;
        fwrite(from, 1, (size_t)(to - from), file);
        if (function && !function->other) {
            write_function(file, sources, function);
            has_code = true;
        }
        from = function ? function->end : to;
    }
    return has_code;
}

static void rewrite(const char *folder, const struct sources *sources)
{
    char *list_path = xasprintf("%s/" LIST, folder), *list = read_file(list_path, NULL);
    struct output output;
    for (unsigned s = 0; s < sources->count; s++) {
        const struct source *source = &sources->source[s];
        FILE *file = output_open_in(&output, folder, source->name);
        bool has_code = write_source(file, sources, source);
        output_close(&output);
        if (has_code)
            continue;
        char *path = xasprintf("%s/%s", folder, source->name);
        unlink(path);
        free(path);
        char *line = xasprintf("\t%.*s \\\n", (int)(strlen(source->name) - strlen(".cpp")),
                               source->name);
        list = replaced(list, line, "");
        free(line);
    }
    fputs(list, output_open_in(&output, folder, LIST));
    output_close(&output);
    free(list_path);
    free(list);
}

static void release(struct sources *sources)
{
    for (unsigned s = 0; s < sources->count; s++) {
        struct source *source = &sources->source[s];
        for (unsigned f = 0; f < source->count; f++) {
            free(source->functions[f].name);
            free(source->functions[f].class);
            free(source->functions[f].body);
            free(source->functions[f].key);
        }
        free(source->functions);
        free(source->name);
        free(source->text);
    }
    free(sources->source);
}

struct chip_share chip_share(const char *folder)
{
    struct sources sources = read_sources(folder);
    struct chip_share share = find_equal(&sources);
    rewrite(folder, &sources);
    release(&sources);
    return share;
}
