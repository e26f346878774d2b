/* Printers of portgen: x_ports.h (structs for C twins) and x_block.c (table for the tools) of one
 * module. */
#include "portgen.h"

#include "block.h"
#include "util.h"

#include <ctype.h>
#include <string.h>

/* C field of a port, sized at the parameters' maxima (docs/conventions.md, "What portgen makes of
 * it"). */
struct field {
    enum port_form form;
    bool is_array;  /* one entry per element */
    unsigned count; /* elements at the maximum */
    unsigned words; /* uint64_t per element at the maximum */
};

static const char *lower(const char *name)
{
    static char buffer[128];
    unsigned i = 0;
    for (; name[i] && i + 1 < sizeof buffer; i++)
        buffer[i] = (char)tolower((unsigned char)name[i]);
    buffer[i] = '\0';
    return buffer;
}

static const char *upper(const char *name)
{
    static char buffer[128];
    unsigned i = 0;
    for (; name[i] && i + 1 < sizeof buffer; i++)
        buffer[i] = (char)toupper((unsigned char)name[i]);
    buffer[i] = '\0';
    return buffer;
}

static bool is_clock_or_reset(const struct header_port *p)
{
    return !strcmp(p->name, "clk") || !strcmp(p->name, "rst");
}

static struct field field_of(const struct module_header *h, const struct header_port *p)
{
    uint64_t maxima[HEADER_PARAMETERS_MAX];
    for (unsigned i = 0; i < h->parameter_count; i++)
        maxima[i] = h->parameters[i].max;
    struct field f = {.count = header_port_count(p, maxima), .is_array = p->count != NULL};
    unsigned width = header_port_width(p, maxima), element = width / f.count;
    if (p->count && element == 1) {
        /* a mask of more than 64 elements is held as one wide vector */
        f.form = f.count <= 64 ? PORT_MASK : PORT_WIDE;
        f.is_array = false;
        element = width;
    } else {
        f.form = element == 1 ? PORT_BOOL : element <= 64 ? PORT_WORD : PORT_WIDE;
    }
    f.words = bits_words(element);
    return f;
}

static void print_field(FILE *file, const struct module_header *h, const struct header_port *p)
{
    struct field f = field_of(h, p);
    const char *type = f.form == PORT_BOOL ? "bool " : "uint64_t ";
    bool points = f.form == PORT_WIDE && p->direction == HEADER_INPUT;
    char array[32] = "", words[32] = "";
    if (f.is_array)
        snprintf(array, sizeof array, "[%u]", f.count);
    if (f.form == PORT_WIDE && !points)
        snprintf(words, sizeof words, "[%u]", f.words);
    fprintf(file, "    %s%s%s%s;  /* %s */\n", points ? "const uint64_t *" : type, p->name, array,
            words, p->comment);
}

/* Where a port's field stands: those that are always defined and have a bit per element first, so
 * that the chip model looks at all handshakes and events of a block in a few words. Masks before
 * bools leave no gap. */
static unsigned place_of(const struct module_header *h, const struct header_port *p)
{
    enum port_form form = field_of(h, p).form;
    if (p->valid >= 0 || form == PORT_WORD || form == PORT_WIDE)
        return 2;
    return form == PORT_MASK ? 0 : 1;
}

static void print_struct(FILE *file, const struct module_header *h, enum header_direction direction)
{
    bool empty = true;
    fprintf(file, "struct %s_%s {\n", h->name, direction == HEADER_INPUT ? "in" : "out");
    for (unsigned place = 0; place <= 2; place++)
        for (unsigned i = 0; i < h->port_count; i++) {
            const struct header_port *p = &h->ports[i];
            if (p->direction != direction || is_clock_or_reset(p) || place_of(h, p) != place)
                continue;
            print_field(file, h, p);
            empty = false;
        }
    if (empty)
        fprintf(file, "    char none;  /* there are no such ports */\n");
    fprintf(file, "};\n\n");
}

/* A parameter inside a generated width function, whose argument is `p`. */
static void print_parameter(FILE *file, unsigned index, const void *context)
{
    const struct module_header *h = context;
    const struct header_parameter *p = &h->parameters[index];
    if (p->derived)
        fprintf(file, "%s_%s(p)", h->name, lower(p->name));
    else
        fprintf(file, "p->%s", lower(p->name));
}

static void print_params(FILE *file, const struct module_header *h)
{
    unsigned printed = 0;
    for (unsigned i = 0; i < h->parameter_count; i++) {
        fprintf(file, "#define %s_", upper(h->name));
        fprintf(file, "%s_MAX %llu\n", h->parameters[i].name,
                (unsigned long long)h->parameters[i].max);
    }
    fprintf(file, "\nstruct %s_params {\n", h->name);
    for (unsigned i = 0; i < h->parameter_count; i++) {
        const struct header_parameter *p = &h->parameters[i];
        if (p->derived)
            continue;
        fprintf(file, "    unsigned %s;  /* %llu..%llu: %s */\n", lower(p->name),
                (unsigned long long)p->min, (unsigned long long)p->max, p->comment);
        printed++;
    }
    if (!printed)
        fprintf(file, "    char none;  /* there are no parameters */\n");
    fprintf(file, "};\n\n");
}

static const struct expression_style in_c = {"u", "port_clog2", print_parameter};

static void print_derived(FILE *file, const struct module_header *h)
{
    for (unsigned i = 0; i < h->parameter_count; i++) {
        const struct header_parameter *p = &h->parameters[i];
        if (!p->derived)
            continue;
        fprintf(file,
                "/* %s */\nstatic inline unsigned %s_%s(const struct %s_params *p)\n{\n    return ",
                p->comment, h->name, lower(p->name), h->name);
        expression_print(p->value, file, &in_c, h);
        fprintf(file, ";\n}\n\n");
    }
}

void print_ports_header(FILE *file, const struct module_header *h)
{
    const char *guard = upper(h->name);
    fprintf(file, "/* Ports of %s: generated by portgen from rtl/%s.v. */\n", h->name, h->name);
    fprintf(file, "#ifndef %s_PORTS_H\n#define %s_PORTS_H\n\n#include \"block.h\"\n\n", guard,
            guard);
    print_params(file, h);
    print_derived(file, h);
    print_struct(file, h, HEADER_INPUT);
    print_struct(file, h, HEADER_OUTPUT);
    fprintf(file, "extern const struct block %s_block;\n\n#endif\n", h->name);
}

static void print_quoted(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void print_measure(FILE *file, const struct module_header *h, const struct header_port *p,
                          bool is_width)
{
    const struct expression *e = is_width ? p->msb : p->count;
    fprintf(file, "static unsigned %s_%s(const void *params)\n{\n", p->name,
            is_width ? "width" : "count");
    fprintf(file, "    const struct %s_params *p = params;\n    (void)p;\n    return ", h->name);
    if (e)
        expression_print(e, file, &in_c, h);
    else
        fputc(is_width ? '0' : '1', file);
    fprintf(file, "%s;\n}\n\n", is_width ? " + 1" : "");
}

/* Index in the printed table of the port that qualifies `p`: clk and rst are not in it. */
static int valid_index(const struct module_header *h, const struct header_port *p)
{
    int index = p->valid;
    for (int i = 0; i < p->valid; i++)
        index -= is_clock_or_reset(&h->ports[i]);
    return index;
}

static void print_port_row(FILE *file, const struct module_header *h, const struct header_port *p)
{
    static const char *const forms[] = {"PORT_BOOL", "PORT_WORD", "PORT_WIDE", "PORT_MASK"};
    struct field f = field_of(h, p);
    bool is_output = p->direction == HEADER_OUTPUT;
    fprintf(file,
            "    { \"%s\", %s, %s, %s, %s, %d, %s, %u, offsetof(struct %s_%s, %s), %s_width, "
            "%s_count,\n      ",
            p->name, is_output ? "true" : "false", p->needs ? "true" : "false",
            f.is_array ? "true" : "false", forms[f.form], valid_index(h, p),
            header_is_redecided(p->valid < 0 ? p->about : p->comment) ? "true" : "false", f.words,
            h->name, is_output ? "out" : "in", p->name, p->name, p->name);
    print_quoted(file, p->comment);
    fprintf(file, ", \"%s\" },\n", p->needs ? p->needs : "");
}

static unsigned print_parameter_table(FILE *file, const struct module_header *h)
{
    unsigned printed = 0;
    fprintf(file, "static const struct block_parameter parameters[] = {\n");
    uint64_t values[HEADER_PARAMETERS_MAX];
    header_defaults(h, values);
    for (unsigned i = 0; i < h->parameter_count; i++) {
        const struct header_parameter *p = &h->parameters[i];
        if (p->derived)
            continue;
        fprintf(file, "    { \"%s\", %lluu, %lluu, %lluu, offsetof(struct %s_params, %s), ",
                p->name, (unsigned long long)p->min, (unsigned long long)p->max,
                (unsigned long long)values[i], h->name, lower(p->name));
        print_quoted(file, p->comment);
        fprintf(file, " },\n");
        printed++;
    }
    fprintf(file, "    { 0 }\n};\n\n");
    if (printed > BLOCK_PARAMETERS_MAX)
        die("%s: more than %d parameters", h->path, (int)BLOCK_PARAMETERS_MAX);
    return printed;
}

/* One function of the twin behind untyped pointers: `result x_name(arguments)`. */
struct thunk {
    const char *name;      /* x_NAME */
    const char *result;    /* type */
    const char *arguments; /* untyped */
    const char *call;      /* the arguments passed on; the pointers convert by themselves */
};

static void print_thunks(FILE *file, const struct module_header *h,
                         const struct twin_functions *twin)
{
    static const struct thunk thunks[] = {
        {"init", "void", "void *x, const void *params", "x, params"},
        {"release", "void", "void *x", "x"},
        {"reset", "void", "void *x", "x"},
        {"outputs", "void", "const void *x, void *out", "x, out"},
        {"outputs_in", "void", "const void *x, const void *in, void *out", "x, in, out"},
        {"step", "void", "void *x, const void *in", "x, in"},
        {"is_idle", "bool", "const void *x", "x"},
        {"sleeps", "bool", "const void *x, const void *in", "x, in"},
        {"sees_offers", "bool", "const void *params, const char *interface", "params, interface"},
        {"pause", "uint64_t", "const void *x", "x"},
        {"skip", "void", "void *x, uint64_t steps", "x, steps"},
        {"hash", "uint64_t", "const void *x", "x"},
        {"outputs_f", "void", "const void *params, const void *in, void *out", "params, in, out"},
    };
    char table[1024] = "";
    for (unsigned i = 0; i < sizeof thunks / sizeof thunks[0]; i++) {
        const struct thunk *t = &thunks[i];
        bool is_function = !strcmp(t->name, "outputs_f");
        if (is_function != twin->is_function || (!strcmp(t->name, "reset") && !twin->has_reset) ||
            (!strcmp(t->name, "sleeps") && !twin->can_sleep) ||
            (!strcmp(t->name, "sees_offers") && !twin->sees_offers) ||
            (!strcmp(t->name, "pause") && !twin->can_pause) ||
            (!strcmp(t->name, "skip") && !twin->can_pause) ||
            (!strcmp(t->name, "outputs") && twin->reads_inputs) ||
            (!strcmp(t->name, "outputs_in") && !twin->reads_inputs))
            continue;
        fprintf(file, "static %s do_%s(%s)\n{\n    %s%s_%s(%s);\n}\n\n", t->result, t->name,
                t->arguments, strcmp(t->result, "void") ? "return " : "", h->name, t->name,
                t->call);
        size_t used = strlen(table);
        snprintf(table + used, sizeof table - used, "    .%s = do_%s,\n",
                 is_function ? "function" : t->name, t->name);
    }
    fprintf(file, "static const struct block_twin twin = {\n%s", table);
    if (twin->is_block)
        fprintf(file, "    .state_size = sizeof(struct %s),\n", h->name);
    if (twin->carries_data)
        fprintf(file, "    .carry_data = offsetof(struct %s, carry_data),\n", h->name);
    fprintf(file, "};\n\n");
}

void print_block_table(FILE *file, const struct module_header *h, const struct twin_functions *twin)
{
    bool has_twin = twin->is_block || twin->is_function;
    fprintf(file,
            "/* Table of %s: generated by portgen from rtl/%s.v. */\n#include \"%s_ports.h\"\n",
            h->name, h->name, h->name);
    if (has_twin)
        fprintf(file, "#include \"%s.h\"\n", h->name);
    fputc('\n', file);
    for (unsigned i = 0; i < h->port_count; i++) {
        if (is_clock_or_reset(&h->ports[i]))
            continue;
        print_measure(file, h, &h->ports[i], true);
        print_measure(file, h, &h->ports[i], false);
    }
    unsigned parameters = print_parameter_table(file, h), ports = 0;
    fprintf(file, "static const struct block_port ports[] = {\n");
    for (unsigned i = 0; i < h->port_count; i++)
        if (!is_clock_or_reset(&h->ports[i])) {
            print_port_row(file, h, &h->ports[i]);
            ports++;
        }
    if (!ports || ports > BLOCK_PORTS_MAX)
        die("%s: a block has 1 to %d ports besides clk and rst", h->path, (int)BLOCK_PORTS_MAX);
    fprintf(file, "};\n\n");
    if (has_twin)
        print_thunks(file, h, twin);
    fprintf(file,
            "const struct block %s_block = {\n    \"%s\", %s, %s, parameters, %u, ports, %u,\n    "
            "sizeof(struct %s_params), "
            "sizeof(struct %s_in), sizeof(struct %s_out), %s\n};\n",
            h->name, h->name, module_header_port(h, "clk") >= 0 ? "true" : "false",
            module_header_port(h, "rst") >= 0 ? "true" : "false", parameters, ports, h->name,
            h->name, h->name, has_twin ? "&twin" : "NULL");
}
