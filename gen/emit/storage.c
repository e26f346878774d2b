/* Storage of a leaf block: walks its text as an elaborator would (parameters, generate loops and
 * conditions) and adds up ram_1r1w and regfile_1r1w instances and the registers assigned with <=.
 */
#include "storage.h"
#include "util.h"
#include "verilog_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 256 };

/* A parameter, constant or loop variable; or a register. */
struct name {
    const char *text; /* in the block's text, not terminated */
    size_t length;
    uint64_t value; /* registers: bits */
    bool is_register, assigned;
};

/* Who is told about each part; visit may be NULL. */
struct visit {
    storage_visitor *visit;
    void *context;
    const char *path; /* of the block that is walked */
};

struct walk {
    const struct design *design;
    struct visit visit;
    struct name names[NAMES_MAX]; /* innermost scope last */
    unsigned count;
    struct storage total;
    uint64_t own_flops; /* of these registers, those of the block itself */
};

static struct name *find(struct walk *walk, const char *text, size_t length, bool is_register)
{
    for (unsigned i = walk->count; i-- > 0;) {
        struct name *name = &walk->names[i];
        if (name->is_register == is_register && name->length == length &&
            !strncmp(name->text, text, length))
            return name;
    }
    return NULL;
}

static struct name *define(struct walk *walk, const char *text, size_t length, uint64_t value)
{
    if (walk->count == NAMES_MAX)
        bug("more than %d names in a block", NAMES_MAX);
    walk->names[walk->count] = (struct name){.text = text, .length = length, .value = value};
    return &walk->names[walk->count++];
}

/* Leaves the scopes opened since there were `count` names; their registers are complete. */
static void leave(struct walk *walk, unsigned count)
{
    while (walk->count > count) {
        const struct name *name = &walk->names[--walk->count];
        if (!name->is_register || !name->assigned)
            continue;
        walk->total.flop_bits += name->value;
        walk->own_flops += name->value;
    }
}

static int find_value(const void *names, const char *text)
{
    struct walk *walk = (struct walk *)(uintptr_t)names;
    const struct name *name = find(walk, text, strlen(text), false);
    return name ? (int)(name - walk->names) : -1;
}

/* Whether the expression parser knows all of it: constants may also be sized numbers or bit
 * vectors. */
static bool is_plain(struct walk *walk, const char *text)
{
    const char *not = strchr(text, '!');
    if (strpbrk(text, "'&|^~%{}[]\"") || strstr(text, ">>") || (not &&not [1] != '='))
        return false;
    for (text = verilog_skip(text); *text; text = verilog_skip(text)) {
        size_t length = verilog_word(text);
        bool name = length && !isdigit((unsigned char)*text) && !verilog_is(text, "$clog2");
        if (name && !find(walk, text, length, false))
            return false;
        text += length ? length : 1;
    }
    return true;
}

/* The value of the text from..to; false when it is no constant of the plain kind. */
static bool evaluate(struct walk *walk, const char *from, const char *to, uint64_t *value)
{
    uint64_t values[NAMES_MAX];
    char *text = xasprintf("%.*s", (int)(to - from), from);
    bool plain = *verilog_skip(text) && is_plain(walk, text);
    if (plain) {
        for (unsigned i = 0; i < walk->count; i++)
            values[i] = walk->names[i].value;
        struct expression_context context = {.path = "storage", .find = find_value, .names = walk};
        struct expression *expression = expression_parse(text, &context);
        *value = expression_value(expression, values);
        expression_free(expression);
    }
    free(text);
    return plain;
}

/* Elements of a range [a:b] at text, 1 when there is none; moves text behind it. */
static uint64_t read_range(struct walk *walk, const char **text)
{
    *text = verilog_skip(*text);
    if (**text != '[')
        return 1;
    const char *start = *text + 1, *end = verilog_close(*text), *colon = start;
    uint64_t a, b;
    while (*colon != ':' && colon < end)
        colon++;
    *text = verilog_skip(end);
    if (!evaluate(walk, start, colon, &a) || !evaluate(walk, colon + 1, end - 1, &b))
        bug("the range [%.*s is not constant", (int)(end - start), start);
    return (a > b ? a - b : b - a) + 1;
}

/* After `reg`: [range] name [array], name...; */
static const char *read_registers(struct walk *walk, const char *text)
{
    uint64_t width = read_range(walk, &text);
    for (;;) {
        size_t length = verilog_word(text);
        struct name *name = define(walk, text, length, width);
        name->is_register = true;
        text += length;
        name->value *= read_range(walk, &text);
        if (*text != ',')
            return text;
        text = verilog_skip(text + 1);
    }
}

/* After `localparam`: [range] name = expression; one that is not plain stays unknown. */
static const char *read_constant(struct walk *walk, const char *text)
{
    uint64_t value;
    text = verilog_skip(text);
    if (*text == '[')
        text = verilog_skip(verilog_close(text));
    size_t length = verilog_word(text);
    const char *start = strchr(text, '='), *end = strchr(text, ';');
    if (evaluate(walk, start + 1, end, &value))
        define(walk, text, length, value);
    return end;
}

static struct storage block_storage(const struct design *, const struct module *leaf,
                                    const uint64_t *values, const struct visit *);

/* The storage of an instance whose name is at `text`. */
static struct storage inner_storage(const struct walk *walk, const struct module *of,
                                    const uint64_t *values, const char *text)
{
    struct visit visit = walk->visit;
    char *path =
        xasprintf("%s%s%.*s", visit.path, *visit.path ? "." : "", (int)verilog_word(text), text);
    visit.path = path;
    struct storage inner = block_storage(walk->design, of, values, &visit);
    free(path);
    return inner;
}

/* After the module name of an instance: its parameters. Adds what it stores. */
static void read_instance(struct walk *walk, const struct module *of, const char *text)
{
    uint64_t values[HEADER_PARAMETERS_MAX];
    header_defaults(of->leaf, values);
    text = verilog_skip(text);
    const char *end = *text == '#' ? verilog_close(text + 1) : text;
    for (const char *dot = strchr(text, '.'); dot && dot < end; dot = strchr(dot + 1, '.')) {
        char *name = xasprintf("%.*s", (int)verilog_word(dot + 1), dot + 1);
        const char *open = strchr(dot, '(');
        int index = module_header_parameter(of->leaf, name);
        if (index < 0 || !evaluate(walk, open + 1, verilog_close(open) - 1, &values[index]))
            bug("parameter %s of an instance of %s is not constant", name, of->name);
        free(name);
    }
    header_derive(of->leaf, values);
    struct storage inner = inner_storage(walk, of, values, verilog_skip(end));
    walk->total.ram_bits += inner.ram_bits;
    walk->total.regfile_bits += inner.regfile_bits;
    walk->total.flop_bits += inner.flop_bits;
}

/* Behind the `end` that closes the `begin` at text. */
static const char *close_block(const char *text)
{
    unsigned depth = 0;
    while (*text) {
        size_t length = verilog_word(text);
        depth += verilog_is(text, "begin");
        depth -= verilog_is(text, "end");
        text = verilog_skip(text + (length ? length : 1));
        if (!depth)
            return text;
    }
    return text;
}

static void walk_text(struct walk *, const char *from, const char *to);

/* At `for (v = a; v < b; v = v + c) begin`: walks the body for every value. Other loops have no
 * storage. */
static const char *read_loop(struct walk *walk, const char *text)
{
    const char *open = verilog_skip(text + strlen("for")),
               *body = verilog_skip(verilog_close(open));
    const char *name = verilog_skip(open + 1), *from = strchr(open, '=') + 1;
    const char *semicolon = strchr(open, ';'), *less = strchr(semicolon, '<');
    uint64_t value, limit;
    if (!verilog_is(body, "begin") || !less || less > body ||
        !evaluate(walk, from, semicolon, &value) ||
        !evaluate(walk, less + 1, strchr(semicolon + 1, ';'), &limit))
        return body;
    const char *end = close_block(body);
    const char *next = strchr(strchr(semicolon + 1, ';'), '=') + 1;
    while (value < limit) {
        unsigned count = walk->count;
        define(walk, name, verilog_word(name), value);
        walk_text(walk, body + strlen("begin"), end);
        if (!evaluate(walk, next, verilog_close(open) - 1, &value))
            bug("the step of the loop over %.*s is not constant", (int)verilog_word(name), name);
        leave(walk, count);
    }
    return end;
}

/* At `if (condition)`: walks only the branch that is taken when the condition is constant. */
static const char *read_condition(struct walk *walk, const char *text)
{
    const char *open = verilog_skip(text + strlen("if")), *behind = verilog_close(open);
    const char *body = verilog_skip(behind);
    uint64_t value;
    if (!verilog_is(body, "begin") || !evaluate(walk, open + 1, behind - 1, &value))
        return body;
    const char *end = close_block(body);
    unsigned count = walk->count;
    if (value)
        walk_text(walk, body + strlen("begin"), end);
    leave(walk, count);
    const char *otherwise = verilog_is(end, "else") ? verilog_skip(end + strlen("else")) : NULL;
    if (!value || !otherwise || !verilog_is(otherwise, "begin"))
        return end;
    return close_block(otherwise);
}

/* At the start of a statement: `name <=`, `name[..] <=` or `{a, b} <=` writes registers. */
static void read_assignment(struct walk *walk, const char *text)
{
    const char *end = *text == '{' ? verilog_close(text) : text + verilog_word(text);
    const char *behind = verilog_skip(end);
    while (*behind == '[')
        behind = verilog_skip(verilog_close(behind));
    if (strncmp(behind, "<=", 2) != 0)
        return;
    while (text < end) {
        size_t length = verilog_word(text);
        struct name *name = length ? find(walk, text, length, true) : NULL;
        if (name)
            name->assigned = true;
        text = *text == '[' ? verilog_close(text) : text + (length ? length : 1);
    }
}

/* One declaration, instance or statement at text; returns where to go on. `starts`: a statement may
 * start here. */
static const char *walk_one(struct walk *walk, const char *text, bool starts)
{
    size_t length = verilog_word(text);
    if (verilog_is(text, "localparam"))
        return read_constant(walk, text + length);
    if (verilog_is(text, "reg"))
        return read_registers(walk, verilog_skip(text + length));
    if (verilog_is(text, "for"))
        return read_loop(walk, text);
    if (verilog_is(text, "if"))
        return read_condition(walk, text);
    if (verilog_is(text, "function"))
        return strstr(text, "endfunction") + strlen("endfunction");
    if (length && verilog_instance_follows(text + length)) {
        char *name = xasprintf("%.*s", (int)length, text);
        const struct module *of = design_find(walk->design, name);
        free(name);
        if (of && of->leaf)
            read_instance(walk, of, text + length);
    }
    if (starts)
        read_assignment(walk, text);
    return text + (length ? length : 1);
}

static void walk_text(struct walk *walk, const char *from, const char *to)
{
    bool starts = true;
    for (const char *text = verilog_skip(from); text < to; text = verilog_skip(text)) {
        const char *at = text;
        text = walk_one(walk, at, starts);
        starts = strchr(";):", *at) != NULL || verilog_is(at, "begin") || verilog_is(at, "else") ||
                 verilog_is(at, "for") || verilog_is(at, "if") || verilog_is(at, "end");
    }
}

/* Ports declared `output reg`, in the header from..to. */
static void read_port_registers(struct walk *walk, const struct module_header *header,
                                const uint64_t *values, const char *from, const char *to)
{
    for (const char *text = verilog_skip(from); text < to; text = verilog_skip(text)) {
        size_t length = verilog_word(text);
        if (!verilog_is(text, "reg")) {
            text += length ? length : 1;
            continue;
        }
        text = verilog_skip(text + length);
        if (*text == '[')
            text = verilog_skip(verilog_close(text));
        for (unsigned i = 0; i < header->port_count; i++)
            if (verilog_is(text, header->ports[i].name))
                define(walk, text, verilog_word(text), header_port_width(&header->ports[i], values))
                    ->is_register = true;
    }
}

static void tell(const struct visit *visit, const char *module, uint64_t width, uint64_t depth)
{
    const struct storage_part part = {visit->path, module, width, depth};
    if (visit->visit && width)
        visit->visit(visit->context, &part);
}

/* The body starts behind the port list. */
static void walk_block(struct walk *walk, const struct module *leaf, const uint64_t *values)
{
    const struct module_header *header = leaf->leaf;
    for (unsigned i = 0; i < header->parameter_count; i++)
        define(walk, header->parameters[i].name, strlen(header->parameters[i].name), values[i]);
    const char *module = leaf->text;
    for (module = verilog_skip(module); !verilog_is(module, "module");
         module = verilog_skip(module))
        module += verilog_word(module) ? verilog_word(module) : 1;
    const char *body = strstr(module, ");");
    read_port_registers(walk, header, values, module, body);
    walk_text(walk, body, body + strlen(body));
    leave(walk, 0);
}

static struct storage block_storage(const struct design *design, const struct module *leaf,
                                    const uint64_t *values, const struct visit *visit)
{
    const struct module_header *header = leaf->leaf;
    bool ram = !strcmp(leaf->name, "ram_1r1w"), regfile = !strcmp(leaf->name, "regfile_1r1w");
    if (ram || regfile) {
        uint64_t width = values[module_header_parameter(header, "WIDTH")];
        uint64_t depth = values[module_header_parameter(header, "DEPTH")], size = width * depth;
        tell(visit, leaf->name, width, depth);
        return (struct storage){.ram_bits = ram ? size : 0, .regfile_bits = regfile ? size : 0};
    }
    struct walk *walk = xcalloc(1, sizeof *walk);
    walk->design = design;
    walk->visit = *visit;
    walk_block(walk, leaf, values);
    struct storage total = walk->total;
    tell(visit, leaf->name, walk->own_flops, 1);
    free(walk);
    return total;
}

struct storage storage_of(const struct design *design, const struct module *leaf,
                          const uint64_t *values)
{
    return block_storage(design, leaf, values, &(struct visit){.path = ""});
}

void storage_visit(const struct design *design, const struct module *leaf, const uint64_t *values,
                   storage_visitor *visit, void *context)
{
    block_storage(design, leaf, values, &(struct visit){visit, context, ""});
}
