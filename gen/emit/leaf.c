/* Leaf blocks: conditional regions, what a leaf instantiates, parameter defaults. A small scanner
 * reads the text; it relies on the fixed form of docs/conventions.md and never changes anything but
 * the regions and the default values. */
#include "leaf.h"
#include "rtl_text.h"
#include "util.h"
#include "verilog_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REGION_DEPTH_MAX = 16 };

/* One open `ifdef. */
struct region {
    bool resolved; /* FORMAL or MEMLOOM_*: its directives vanish */
    bool kept;     /* its lines are kept, as far as this region decides */
    bool outer;    /* the lines around it are kept */
};

/* Whether a macro of ours is defined; 0 or 1, -1: not ours. */
static int macro_value(const char *where, const char *name, const struct config *config)
{
    if (!strcmp(name, "FORMAL"))
        return 0;
    if (strncmp(name, "MEMLOOM_", 8) != 0)
        return -1;
    char key[64];
    size_t length = 0;
    for (const char *c = name + 8; *c && length + 1 < sizeof key; c++)
        key[length++] = (char)tolower((unsigned char)*c);
    key[length] = '\0';
    const struct config_key *found = config_find(key);
    if (!found)
        die("%s: `ifdef %s: there is no configuration key '%s'", where, name, key);
    return config_has(config, found);
}

/* The word after the directive, or NULL when the line is not that directive. */
static char *directive_word(const char *line, size_t length, const char *directive)
{
    const char *end = line + length;
    size_t size = strlen(directive);
    while (line < end && isspace((unsigned char)*line))
        line++;
    if ((size_t)(end - line) < size || strncmp(line, directive, size) != 0)
        return NULL;
    line += size;
    if (line < end && (isalnum((unsigned char)*line) || *line == '_'))
        return NULL;
    while (line < end && isspace((unsigned char)*line))
        line++;
    const char *start = line;
    while (line < end && (isalnum((unsigned char)*line) || *line == '_'))
        line++;
    return xasprintf("%.*s", (int)(line - start), start);
}

/* Opens a region when the line is `ifdef or `ifndef. */
static bool open_region(struct region *regions, unsigned *depth, const char *where,
                        const char *line, size_t length, const struct config *config)
{
    char *name = directive_word(line, length, "`ifdef");
    bool negative = !name;
    if (!name && !(name = directive_word(line, length, "`ifndef")))
        return false;
    if (*depth == REGION_DEPTH_MAX)
        die("%s: more than %d nested `ifdef", where, REGION_DEPTH_MAX);
    const struct region *outer = *depth ? &regions[*depth - 1] : NULL;
    int value = macro_value(where, name, config);
    regions[(*depth)++] = (struct region){.resolved = value >= 0,
                                          .kept = value < 0 || (value != 0) != negative,
                                          .outer = !outer || (outer->outer && outer->kept)};
    free(name);
    return true;
}

/* Handles one line; returns whether it goes to the output. */
static bool keep_line(struct region *regions, unsigned *depth, const char *where, const char *line,
                      size_t length, const struct config *config)
{
    if (open_region(regions, depth, where, line, length, config))
        return !regions[*depth - 1].resolved && regions[*depth - 1].outer;
    struct region *region = *depth ? &regions[*depth - 1] : NULL;
    char *otherwise = directive_word(line, length, "`else");
    char *end = otherwise ? NULL : directive_word(line, length, "`endif");
    bool directive = otherwise || end;
    free(otherwise);
    free(end);
    if (!directive)
        return !region || (region->outer && region->kept);
    if (!region)
        die("%s: no `ifdef is open here", where);
    bool keep = region->outer && !region->resolved;
    if (!otherwise)
        --*depth;
    else if (region->resolved)
        region->kept = !region->kept;
    return keep;
}

char *leaf_resolve(const char *path, const char *text, const struct config *config)
{
    struct region regions[REGION_DEPTH_MAX];
    unsigned depth = 0, number = 1;
    char *result = xcalloc(strlen(text) + 1, 1), *to = result;
    for (const char *line = text; *line; number++) {
        size_t length = strcspn(line, "\n");
        length += line[length] == '\n';
        char *where = xasprintf("%s:%u", path, number);
        if (keep_line(regions, &depth, where, line, length, config)) {
            memcpy(to, line, length);
            to += length;
        }
        free(where);
        line += length;
    }
    if (depth)
        die("%s: an `ifdef is not closed", path);
    return result;
}

void leaf_instances(const char *text, void (*visit)(void *context, const char *name), void *context)
{
    bool declares = false; /* the word before was `module` */
    for (text = verilog_skip(text); *text; text = verilog_skip(text)) {
        size_t length = verilog_word(text);
        if (length && !declares && verilog_instance_follows(text + length)) {
            char *name = xasprintf("%.*s", (int)length, text);
            visit(context, name);
            free(name);
        }
        declares = verilog_is(text, "module");
        if (*text == '"')
            length = strcspn(text + 1, "\"") + 1;
        text += length ? length : 1;
    }
}

/* The Verilog of a leaf, NULL when there is none of that name; the caller frees it. */
static char *find_text(const char *name, const char *rtl_dir)
{
    if (rtl_dir) {
        char *path = xasprintf("%s/%s.v", rtl_dir, name);
        char *text = access(path, R_OK) ? NULL : read_file(path, NULL);
        free(path);
        return text;
    }
    for (const struct rtl_file *file = rtl_files; file->name; file++)
        if (!strcmp(file->name, name))
            return xstrdup(file->text);
    return NULL;
}

/* Where the default of a parameter stands in its module's text, and how long it is. */
static char *find_default(char *text, const char *name, size_t *length)
{
    size_t name_length = strlen(name);
    for (char *at = strstr(text, "parameter"); at; at = strstr(at + 1, "parameter")) {
        const char *found = verilog_skip(at + strlen("parameter"));
        if (strncmp(found, name, name_length) != 0 || verilog_word(found) != name_length)
            continue;
        char *value = strchr(found, '=') + 1;
        *length = strcspn(value, ",\n/");
        while (value[*length] == '/' && value[*length + 1] != '/') /* a division */
            *length += 1 + strcspn(value + *length + 1, ",\n/");
        return value;
    }
    bug("the header has no parameter %s", name);
}

/* Puts `value` where the default of the parameter stands; the comment beside it keeps its column.
 */
static char *set_default(char *text, const char *name, uint64_t value)
{
    size_t old_length;
    char *old = find_default(text, name, &old_length), *rest = old + old_length;
    if (*rest == ',')
        rest++;
    size_t blanks = strspn(rest, " "), column = (size_t)(rest + blanks - old);
    char *fresh = xasprintf(" %" PRIu64 "%s", value, old[old_length] == ',' ? "," : "");
    char *result = xasprintf("%.*s%-*s%s%s", (int)(old - text), text, (int)column - 1, fresh, " ",
                             rest + blanks);
    free(fresh);
    free(text);
    return result;
}

/* What stops elaboration when the parameter has a value that the block was not made for. Verilog of
 * 2005 has no $error there; a module that does not exist stops every tool, and its name is said. */
static void print_guard(FILE *file, const struct module_header *leaf,
                        const struct header_parameter *parameter, char *text)
{
    const char *name = parameter->name;
    if (parameter->derived) {
        size_t length;
        const char *value = find_default(text, name, &length);
        for (; isspace((unsigned char)*value); length--)
            value++;
        while (length && isspace((unsigned char)value[length - 1]))
            length--;
        fprintf(file,
                "    if (%s != (%.*s)) begin : g_check_%s\n"
                "      %s_%s_is_not_what_the_others_make_it stop ();\n    end\n",
                name, (int)length, value, name, leaf->name, name);
    } else {
        fprintf(file,
                "    if (%s < %" PRIu64 " || %s > %" PRIu64 ") begin : g_check_%s\n"
                "      %s_%s_is_not_in_%" PRIu64 "_to_%" PRIu64 " stop ();\n    end\n",
                name, parameter->min, name, parameter->max, name, leaf->name, name, parameter->min,
                parameter->max);
    }
}

/* The text with a guard for every parameter in front of its end. */
static char *add_guards(char *text, const struct module_header *leaf)
{
    if (!leaf->parameter_count)
        return text;
    char *end = strstr(text, "\nendmodule"), *result;
    size_t size;
    FILE *file = open_memstream(&result, &size);
    fprintf(file,
            "%.*s\n  // A parameter out of its range stops elaboration at what is missing here.\n"
            "  generate\n",
            (int)(end + 1 - text), text);
    for (unsigned i = 0; i < leaf->parameter_count; i++)
        print_guard(file, leaf, &leaf->parameters[i], text);
    fprintf(file, "  endgenerate%s", end);
    fclose(file);
    free(text);
    return result;
}

struct load {
    struct design *design;
    const char *rtl_dir;
    const struct config *config;
};

/* Keywords in instance position (`if (a) b (`) are no leaves: find_text tells. */
static void load_inner(void *context, const char *name)
{
    const struct load *load = context;
    char *text = find_text(name, load->rtl_dir);
    if (text)
        leaf_load(load->design, name, load->rtl_dir, load->config);
    free(text);
}

struct module *leaf_load(struct design *design, const char *name, const char *rtl_dir,
                         const struct config *config)
{
    struct module *known = design_find(design, name);
    if (known)
        return known;
    char *raw = find_text(name, rtl_dir);
    if (!raw)
        die("there is no block '%s.v' in %s", name, rtl_dir ? rtl_dir : "this program");
    char *path = xasprintf("%s/%s.v", rtl_dir ? rtl_dir : "rtl", name);
    char *text = leaf_resolve(path, raw, config);
    struct load load = {.design = design, .rtl_dir = rtl_dir, .config = config};
    leaf_instances(text, load_inner, &load);
    struct module_header *header = module_header_parse(path, text);
    struct module *module = design_leaf(design, header, add_guards(text, header));
    free(path);
    free(raw);
    return module;
}

static void note_inner(void *context, const char *name)
{
    struct module *module = design_find(context, name);
    if (module && module->leaf)
        module->shared = true;
}

/* Instances of leaves inside leaves choose their own parameters; so may the structure's. */
static void find_shared(struct design *design, const struct instance **first)
{
    for (unsigned i = 0; i < design->module_count; i++) {
        struct module *module = design->modules[i];
        if (module->leaf)
            leaf_instances(module->text, note_inner, design);
        for (unsigned k = 0; k < module->instance_count; k++) {
            const struct instance *use = module->instances[k];
            unsigned leaf = 0;
            while (design->modules[leaf] != use->of)
                leaf++;
            if (!first[leaf])
                first[leaf] = use;
            else if (use->values &&
                     memcmp(first[leaf]->values, use->values,
                            use->of->leaf->parameter_count * sizeof *use->values) != 0)
                use->of->shared = true;
        }
    }
}

void leaf_specialise(struct design *design)
{
    const struct instance **first = xcalloc(design->module_count, sizeof *first);
    find_shared(design, first);
    for (unsigned i = 0; i < design->module_count; i++) {
        struct module *module = design->modules[i];
        for (unsigned k = 0;
             module->leaf && first[i] && !module->shared && k < module->leaf->parameter_count; k++)
            if (!module->leaf->parameters[k].derived)
                module->text = set_default(module->text, module->leaf->parameters[k].name,
                                           first[i]->values[k]);
    }
    free(first);
}
