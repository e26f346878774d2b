/* See chip_share.h. Two functions are the same when their texts are, after each local is named by
 * its number in the order of declarations, a message takes its instance from the object, and lines
 * are broken nowhere: whatever else may differ keeps them apart.
 *
 * Some locals became members of the module's object, since functions of one instance hand them on
 * to each other. They are numbered through all functions of the instance that have any, and these
 * are the same only all together: each of two instances then uses members of its own object that
 * nobody else does, whatever they are called. */
#include "chip_share.h"

#include "hash.h"
#include "util.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIST     "Vdut_classes.mk"
#define OBJECT   "vlSelf->"
#define OWN_NAME OBJECT "name()" /* top.gpu_mem.core_0 */
#define TOP_NAME "vlSymsp->name()"

struct name {
    const char *text; /* in a body, not ended */
    size_t length;
    unsigned number;
};

struct names {
    struct name *name; /* [count] */
    unsigned count;
};

/* void NAME(CLASS* vlSelf) { BODY } */
struct function {
    char *name, *class;
    char *path;                   /* instance: gpu_mem.core_0; "": of none */
    char *rest;                   /* of the name, without it */
    const char *begin, *end;      /* its text in the file */
    char *body;                   /* with messages of any instance */
    char *key;                    /* class and body, equal when the code is */
    bool has_members;             /* that were locals */
    uint64_t hash;                /* of the key; with such members, of all keys of the instance */
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
    struct function **functions; /* [function_count] by class, instance, rest of the name */
    unsigned function_count;
    bool joined; /* one object's members that were locals are seen from another one's code */
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

/* ...__TOP__gpu_mem__DOT__core_0__3 works for gpu_mem.core_0. */
static void split_name(struct function *function)
{
    const char *path = strstr(function->name, "__TOP__"), *end = path;
    if (path) {
        path += strlen("__TOP__");
        for (const char *at = path - 2; (at = strstr(at, "__")); at++)
            end = at;
    }
    if (!path || end < path) {
        function->path = xstrdup("");
        function->rest = xstrdup(function->name);
        return;
    }
    function->path = replaced(copy(path, (size_t)(end - path)), "__DOT__", ".");
    function->rest = xasprintf("%.*s%s", (int)(path - function->name), function->name, end);
}

/* Takes the function that begins on this line, if one does. */
static bool take_function(const char *line, struct function *function)
{
    const char *at = line;
    if (!skip(&at, "VL_INLINE_OPT "))
        skip(&at, "VL_ATTR_COLD ");
    if (!skip(&at, "void "))
        return false;
    struct name name = {at, identifier_length(at), 0};
    at += name.length;
    if (!skip(&at, "("))
        return false;
    struct name class = {at, identifier_length(at), 0};
    at += class.length;
    const char *end = skip(&at, "* vlSelf) {\n") ? strstr(at - 1, "\n}\n") : NULL;
    if (!end)
        return false;
    *function = (struct function){.name = copy(name.text, name.length),
                                  .class = copy(class.text, class.length),
                                  .begin = line,
                                  .end = end + strlen("\n}\n"),
                                  .body = copy(at, (size_t)(end + 1 - at))};
    split_name(function);
    return true;
}

/* "%Ngpu_mem.core_0.mshr: ..." of the chip's name becomes "%Nmshr: ..." of the object's, if that is
 * all that the function tells of names. */
static void make_messages_relative(struct function *function)
{
    char *own = xasprintf("%%N%s.", function->path);
    unsigned messages = occurrences(function->body, own);
    if (messages && messages == occurrences(function->body, TOP_NAME)) {
        function->body = replaced(function->body, own, "%N");
        function->body = replaced(function->body, TOP_NAME, OWN_NAME);
    }
    free(own);
}

static int compare_names(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    size_t shorter = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->text, y->text, shorter);
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

static void add_name(struct names *names, const char *text, size_t length)
{
    unsigned number = names->count;
    *NEW_IN(names->name, names->count) = (struct name){text, length, number};
}

/* Declarations are `TYPE<bits> name;` with the bits in a comment. Sorted, to be found. */
static struct names find_locals(const char *body)
{
    struct names locals = {0};
    for (const char *at = body; (at = strstr(at, "*/"));) {
        at += strlen("*/");
        at += strspn(at, " \n");
        size_t length = identifier_length(at);
        if (length && at[length] == ';')
            add_name(&locals, at, length);
    }
    if (locals.count)
        qsort(locals.name, locals.count, sizeof *locals.name, compare_names);
    return locals;
}

/* Not a member of something, which may have a local's name. */
static bool stands_alone(const char *body, const char *at)
{
    return !(at > body && at[-1] == '.') && !(at > body + 1 && at[-2] == '-' && at[-1] == '>');
}

static bool was_local(const char *body, const char *at)
{
    size_t object = strlen(OBJECT);
    return (size_t)(at - body) >= object && !memcmp(at - object, OBJECT, object) &&
           (!strncmp(at, "__Vfunc_", 8) || !strncmp(at, "__Vtask_", 8));
}

/* Of a member of the instance that was a local: in the order in which they are met. */
static unsigned member_number(struct names *members, const struct name *name)
{
    for (unsigned i = 0; i < members->count; i++)
        if (!compare_names(&members->name[i], name))
            return i;
    add_name(members, name->text, name->length);
    return members->count - 1;
}

struct naming {
    struct names locals;   /* of the function */
    struct names *members; /* of the instance, that were locals; NULL: they keep their names */
};

static void print_name(FILE *key, struct function *function, const struct name *name,
                       const struct naming *naming)
{
    const struct names *locals = &naming->locals;
    const struct name *local = NULL;
    if (locals->count && stands_alone(function->body, name->text))
        local = bsearch(name, locals->name, locals->count, sizeof *name, compare_names);
    if (local) {
        fprintf(key, "@%u", local->number);
    } else if (naming->members && was_local(function->body, name->text)) {
        function->has_members = true;
        fprintf(key, "@@%u", member_number(naming->members, name));
    } else if (name->length == strlen(function->name) &&
               !memcmp(name->text, function->name, name->length)) {
        fputc('@', key);
    } else {
        fwrite(name->text, 1, name->length, key);
    }
}

/* Within quotes there are no locals, and blanks count. */
static void make_key(struct function *function, struct names *members)
{
    size_t size;
    bool quoted = false;
    FILE *key = open_memstream(&function->key, &size);
    struct naming naming = {find_locals(function->body), members}, quotes = {{0}, NULL};
    fprintf(key, "%s ", function->class);
    for (const char *at = function->body; *at;) {
        struct name name = {at, identifier_length(at), 0};
        size_t length = name.length;
        if (length) {
            print_name(key, function, &name, quoted ? &quotes : &naming);
        } else if (!quoted && at > function->body && strchr(" \n\t", *at)) {
            length = strspn(at, " \n\t");
            if (in_identifier(at[-1]) && in_identifier(at[length]))
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
    free(naming.locals.name);
}

/* The functions of one instance. */
static void make_keys(struct function **functions, unsigned count, bool joined)
{
    struct names members = {0};
    uint64_t all = 1;
    for (unsigned i = 0; i < count; i++) {
        make_key(functions[i], joined ? NULL : &members);
        functions[i]->hash = hash_text(1, functions[i]->key);
        if (functions[i]->has_members)
            all = hash_text(all, functions[i]->key);
    }
    for (unsigned i = 0; i < count; i++)
        if (functions[i]->has_members)
            functions[i]->hash = all;
    free(members.name);
}

static void read_functions(struct source *source)
{
    for (const char *line = source->text; line && *line;) {
        struct function function;
        if (take_function(line, &function)) {
            make_messages_relative(&function);
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

static int compare_functions(const void *a, const void *b)
{
    const struct function *x = *(struct function *const *)a, *y = *(struct function *const *)b;
    int order = strcmp(x->class, y->class);
    if (!order)
        order = strcmp(x->path, y->path);
    return order ? order : strcmp(x->rest, y->rest);
}

static struct sources read_sources(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_source, alphasort);
    if (count < 0)
        die("cannot read '%s': %s", folder, strerror(errno));
    struct sources sources = {.source = xcalloc((size_t)count + 1, sizeof *sources.source),
                              .count = (unsigned)count};
    for (int i = 0; i < count; i++) {
        struct source *source = &sources.source[i];
        source->name = xstrdup(entries[i]->d_name);
        char *path = xasprintf("%s/%s", folder, source->name);
        source->text = read_file(path, NULL);
        read_functions(source);
        sources.joined |= strstr(source->text, ".__Vfunc_") || strstr(source->text, ".__Vtask_");
        free(path);
        free(entries[i]);
    }
    free(entries);
    for (unsigned s = 0; s < sources.count; s++)
        for (unsigned f = 0; f < sources.source[s].count; f++)
            *NEW_IN(sources.functions, sources.function_count) = &sources.source[s].functions[f];
    if (sources.functions)
        qsort(sources.functions, sources.function_count, sizeof *sources.functions,
              compare_functions);
    return sources;
}

static void make_all_keys(const struct sources *sources)
{
    struct function **functions = sources->functions;
    unsigned first = 0;
    for (unsigned i = 1; i <= sources->function_count; i++) {
        if (i < sources->function_count && !strcmp(functions[i]->class, functions[first]->class) &&
            !strcmp(functions[i]->path, functions[first]->path))
            continue;
        make_keys(functions + first, i - first, sources->joined);
        first = i;
    }
}

/* By instances, so that those of one whose hash is that of all its keys find the same other one. */
static struct chip_share find_equal(const struct sources *sources)
{
    const struct function **own = NULL; /* those with code of their own */
    unsigned count = 0;
    struct chip_share share = {.functions = sources->function_count};
    for (unsigned f = 0; f < sources->function_count; f++) {
        struct function *function = sources->functions[f];
        for (unsigned i = 0; i < count && !function->other; i++)
            if (own[i]->hash == function->hash && !strcmp(own[i]->key, function->key))
                function->other = own[i];
        if (!function->other)
            *NEW_IN(own, count) = function;
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
    for (unsigned f = 0; f < sources->function_count; f++) {
        const struct function *like = sources->functions[f];
        if (like->other == function)
            fprintf(file, "void %s(%s* vlSelf) {\n    %s(vlSelf);\n}\n", like->name, like->class,
                    function->name);
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
        char *line =
            xasprintf("\t%.*s \\\n", (int)(strlen(source->name) - strlen(".cpp")), source->name);
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
    for (unsigned f = 0; f < sources->function_count; f++) {
        struct function *function = sources->functions[f];
        free(function->name);
        free(function->class);
        free(function->path);
        free(function->rest);
        free(function->body);
        free(function->key);
    }
    for (unsigned s = 0; s < sources->count; s++) {
        free(sources->source[s].functions);
        free(sources->source[s].name);
        free(sources->source[s].text);
    }
    free(sources->functions);
    free(sources->source);
}

struct chip_share chip_share(const char *folder)
{
    struct sources sources = read_sources(folder);
    make_all_keys(&sources);
    struct chip_share share = find_equal(&sources);
    rewrite(folder, &sources);
    release(&sources);
    return share;
}
