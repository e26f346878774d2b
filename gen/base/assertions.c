/* See assertions.h. A module answers for what it drives: offers, credits, flits, and that its
 * outputs are known; for what it is given only where a comment says when that may come. */
#include "assertions.h"

#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The assertions of a module while they are printed. */
struct writer {
    const struct module_header *of;
    FILE *body;
    bool *port_used, *parameter_used; /* by the checks so far */
    unsigned checks;
};

static void mark_parameter(FILE *file, unsigned index, const void *context)
{
    const struct writer *w = context;
    w->parameter_used[index] = true;
    fputs(w->of->parameters[index].name, file);
}

static const struct expression_style in_verilog = {"", "$clog2", mark_parameter};

/* Without the brackets around it. The caller frees it. */
static char *expression_text(const struct writer *w, const struct expression *e)
{
    char *text, *inner;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        die("out of memory");
    expression_print(e, file, &in_verilog, w);
    fclose(file);
    inner = *text == '(' ? xasprintf("%.*s", (int)size - 2, text + 1) : xstrdup(text);
    free(text);
    return inner;
}

static bool is_one(const struct expression *e)
{
    return e->kind == EXPR_NUMBER && e->number == 1;
}

static char *bits_text(const struct writer *w, const struct header_port *port)
{
    if (!port->msb)
        return xstrdup("1");
    if (port->msb->kind == EXPR_NUMBER)
        return xasprintf("%" PRIu64, port->msb->number + 1);
    if (port->msb->kind == EXPR_SUBTRACT && is_one(port->msb->part[1]))
        return expression_text(w, port->msb->part[0]);
    char *msb = expression_text(w, port->msb), *bits = xasprintf("%s + 1", msb);
    free(msb);
    return bits;
}

static char *elements_text(const struct writer *w, const struct header_port *port)
{
    return port->count ? expression_text(w, port->count) : xstrdup("1");
}

/* "prefix_suffix" as a port; -1: there is none. */
static int find_port(const struct writer *w, const char *prefix, const char *suffix)
{
    char *name = xasprintf("%s_%s", prefix, suffix);
    int port = module_header_port(w->of, name);
    free(name);
    return port;
}

static const struct header_port *port_at(const struct writer *w, int port)
{
    return &w->of->ports[port];
}

static const char *use(struct writer *w, int port)
{
    w->port_used[port] = true;
    return port_at(w, port)->name;
}

static const char *use_parameter(struct writer *w, const char *name)
{
    int index = module_header_parameter(w->of, name);
    if (index < 0)
        die("%s: an interface with credits needs the parameter %s", w->of->path, name);
    w->parameter_used[index] = true;
    return name;
}

/* Takes over the texts: name of the instance, parameters and ports in Verilog. */
static void print_check(struct writer *w, const char *check, char *name, char *parameters,
                        char *ports)
{
    fprintf(w->body, "  %s %s%s%s%s (\n    .clk(clk), .rst(rst), %s);\n", check,
            *parameters ? "#(" : "", parameters, *parameters ? ") " : "", name, ports);
    w->checks++;
    free(name);
    free(parameters);
    free(ports);
}

static bool ends_in(const char *name, const char *end)
{
    const char *last = strrchr(name, '_');
    return last && !strcmp(last, end);
}

/* Handshakes, credits and events mean something in every cycle. */
static bool is_always_known(const char *name)
{
    return ends_in(name, "_valid") || ends_in(name, "_ready") || ends_in(name, "_credit") ||
           !strncmp(name, "event_", strlen("event_"));
}

static void look_at_known(struct writer *w)
{
    for (int i = 0; i < (int)w->of->port_count; i++) {
        const struct header_port *port = port_at(w, i);
        if (port->direction != HEADER_OUTPUT || port->valid >= 0 || !is_always_known(port->name))
            continue;
        char *bits = bits_text(w, port);
        print_check(w, "check_known", xasprintf("%s_known", port->name),
                    xasprintf(".BITS(%s)", bits), xasprintf(".value(%s)", use(w, i)));
        free(bits);
    }
}

/* Fields are wide, and looking at them costs a fast simulator most; it may leave them out. */
static void begin_fields(const struct writer *w)
{
    fputs("`ifndef MEMLOOM_BRIEF_ASSERTIONS\n", w->body);
}

static void end_fields(const struct writer *w)
{
    fputs("`endif\n", w->body);
}

/* What an offer says, while it waits. */
static void look_at_fields(struct writer *w, const char *interface, int valid, const char *elements)
{
    begin_fields(w);
    for (int i = 0; i < (int)w->of->port_count; i++) {
        const struct header_port *field = port_at(w, i);
        if (field->valid != valid || header_is_redecided(field->comment))
            continue;
        char *bits = bits_text(w, field);
        print_check(w, "check_stays", xasprintf("%s_stays", field->name),
                    xasprintf(".N(%s), .BITS(%s)", elements, bits),
                    xasprintf(".begins(%s_begins), .waits(%s_waits), .value(%s)", interface,
                              interface, use(w, i)));
        free(bits);
    }
    end_fields(w);
}

/* An offer of this module: stays with all its fields until it is taken. */
static void look_at_offer(struct writer *w, const char *interface, int valid, int ready)
{
    if (header_is_redecided(port_at(w, valid)->about))
        return;
    char *elements = elements_text(w, port_at(w, valid));
    fprintf(w->body, "\n  wire [%s - 1:0] %s_begins, %s_waits;\n", elements, interface, interface);
    print_check(w, "check_offer", xasprintf("%s_offer", interface), xasprintf(".N(%s)", elements),
                xasprintf(".valid(%s), .ready(%s), .begins(%s_begins), .waits(%s_waits)",
                          use(w, valid), use(w, ready), interface, interface));
    look_at_fields(w, interface, valid, elements);
    free(elements);
}

/* The credits that run against an interface: <interface>_credit, or the one port *_credit of that
 * direction. */
static int find_credit(const struct writer *w, const char *interface, int valid)
{
    int own = find_port(w, interface, "credit"), found = -1;
    if (own >= 0)
        return own;
    for (int i = 0; i < (int)w->of->port_count; i++) {
        if (!ends_in(port_at(w, i)->name, "_credit") ||
            port_at(w, i)->direction == port_at(w, valid)->direction)
            continue;
        if (found >= 0)
            die("%s: which credits belong to %s_valid?", w->of->path, interface);
        found = i;
    }
    if (found < 0)
        die("%s: %s_vc needs credits", w->of->path, interface);
    return found;
}

/* A wire that this module drives in the network's domain; `defined`: port that qualifies it, or -1.
 */
static void look_at_enabled(struct writer *w, int port, int defined, int enable)
{
    char *bits = bits_text(w, port_at(w, port));
    char *elements = defined < 0 ? xstrdup("1") : elements_text(w, port_at(w, defined));
    print_check(w, "check_enabled", xasprintf("%s_enabled", port_at(w, port)->name),
                xasprintf(".N(%s), .BITS(%s)", elements, bits),
                xasprintf(".en(%s), .defined(%s), .value(%s)", use(w, enable),
                          defined < 0 ? "1'b1" : use(w, defined), use(w, port)));
    free(bits);
    free(elements);
}

/* Packets can be followed where the format of a head is fixed. The classes are those of the network
 * that is sent into. */
static void look_at_packets(struct writer *w, const char *interface, int valid, int vc, int enable)
{
    int tail = find_port(w, interface, "tail"), flit = find_port(w, interface, "flit");
    bool carries_messages = module_header_parameter(w->of, "MSG_ID_BITS") >= 0;
    if (tail < 0 || flit < 0 || !carries_messages)
        return;
    bool sends = port_at(w, valid)->direction == HEADER_OUTPUT &&
                 module_header_parameter(w->of, "CLASSES") >= 0;
    print_check(w, "check_packets", xasprintf("%s_packets", interface),
                xasprintf(".VCS(%s), .VC_BITS(%s), .FLIT_BITS(%s), .CLASSES(%s), .ESCAPE(%s)",
                          use_parameter(w, "VCS"), use_parameter(w, "VC_BITS"),
                          use_parameter(w, "FLIT_BITS"), sends ? use_parameter(w, "CLASSES") : "0",
                          sends ? use_parameter(w, "ESCAPE") : "0"),
                xasprintf(".en(%s), .valid(%s), .vc(%s), .tail(%s), .flit(%s)", use(w, enable),
                          use(w, valid), use(w, vc), use(w, tail), use(w, flit)));
}

/* Flits with credits, at either end. */
static void look_at_link(struct writer *w, const char *interface, int valid, int vc)
{
    int credit = find_credit(w, interface, valid), enable = module_header_port(w->of, "noc_en");
    if (enable < 0)
        die("%s: %s_vc is of the network, and there is no noc_en", w->of->path, interface);
    char *elements = elements_text(w, port_at(w, valid));
    fputc('\n', w->body);
    print_check(w, "check_credits", xasprintf("%s_credits", interface),
                xasprintf(".N(%s), .VCS(%s), .DEPTH(%s), .VC_BITS(%s), .SENDS(%d)", elements,
                          use_parameter(w, "VCS"), use_parameter(w, "DEPTH"),
                          use_parameter(w, "VC_BITS"),
                          port_at(w, valid)->direction == HEADER_OUTPUT),
                xasprintf(".en(%s), .valid(%s), .vc(%s), .credit(%s)", use(w, enable),
                          use(w, valid), use(w, vc), use(w, credit)));
    free(elements);
    look_at_packets(w, interface, valid, vc, enable);
    if (port_at(w, valid)->direction == HEADER_INPUT) {
        look_at_enabled(w, credit, -1, enable);
        return;
    }
    look_at_enabled(w, valid, -1, enable);
    begin_fields(w);
    for (int i = 0; i < (int)w->of->port_count; i++)
        if (port_at(w, i)->valid == valid)
            look_at_enabled(w, i, valid, enable);
    end_fields(w);
}

/* Of a port <interface>_valid the interface; NULL: another port. The caller frees it. */
static char *interface_of(const struct writer *w, int valid)
{
    const char *name = port_at(w, valid)->name;
    if (!ends_in(name, "_valid"))
        return NULL;
    return xasprintf("%.*s", (int)(strlen(name) - strlen("_valid")), name);
}

static void look_at_interface(struct writer *w, int valid)
{
    char *interface = interface_of(w, valid);
    if (!interface)
        return;
    int ready = find_port(w, interface, "ready"), vc = find_port(w, interface, "vc");
    bool drives = port_at(w, valid)->direction == HEADER_OUTPUT;
    if (drives && ready >= 0 && port_at(w, ready)->direction == HEADER_INPUT)
        look_at_offer(w, interface, valid, ready);
    if (vc >= 0)
        look_at_link(w, interface, valid, vc);
    free(interface);
}

/* "only with room", "only without look_full" at the end of a comment: when an input may come. */
static void look_at_condition(struct writer *w, int pulse, const char *comment)
{
    static const char with[] = "only with ", without[] = "only without ";
    const char *found = comment ? strstr(comment, "; only with") : NULL;
    if (!found || port_at(w, pulse)->direction != HEADER_INPUT)
        return;
    found += strlen("; ");
    bool negative = !strncmp(found, without, strlen(without));
    const char *name = found + strlen(negative ? without : with);
    int allowed = module_header_port(w->of, name);
    if (allowed < 0 || port_at(w, allowed)->msb || port_at(w, pulse)->msb)
        die("%s: '%s': %s is no port of one bit, or %s is none", w->of->path, found, name,
            port_at(w, pulse)->name);
    print_check(
        w, "check_only",
        xasprintf("%s_only_with%s_%s", port_at(w, pulse)->name, negative ? "out" : "", name),
        xstrdup(""),
        xasprintf(".pulse(%s), .allowed(%s%s)", use(w, pulse), negative ? "!" : "",
                  use(w, allowed)));
}

/* "only drained until bypassed" at the end of a level's comment: from its change until that output
 * has followed nothing is under way on any link. */
static void look_at_drained(struct writer *w, int level)
{
    static const char words[] = "; only drained until ";
    const char *comment = port_at(w, level)->comment;
    const char *found = comment ? strstr(comment, words) : NULL;
    int enable = module_header_port(w->of, "noc_en");
    if (!found)
        return;
    int done = module_header_port(w->of, found + strlen(words));
    if (done < 0 || port_at(w, done)->msb || port_at(w, level)->msb || enable < 0)
        die("%s: '%s': needs a level, an output of one bit that follows it, and noc_en",
            w->of->path, found + strlen("; "));
    for (int i = 0; i < (int)w->of->port_count; i++) {
        char *interface = interface_of(w, i);
        if (interface && find_port(w, interface, "vc") >= 0) {
            char *elements = elements_text(w, port_at(w, i));
            print_check(w, "check_drained",
                        xasprintf("%s_drained_for_%s", interface, port_at(w, level)->name),
                        xasprintf(".N(%s), .VCS(%s)", elements, use_parameter(w, "VCS")),
                        xasprintf(".en(%s), .changes(%s != %s), .valid(%s), .credit(%s)",
                                  use(w, enable), use(w, level), use(w, done), use(w, i),
                                  use(w, find_credit(w, interface, i))));
            free(elements);
        }
        free(interface);
    }
}

static void look_at_conditions(struct writer *w)
{
    for (int i = 0; i < (int)w->of->port_count; i++) {
        look_at_condition(w, i, port_at(w, i)->comment);
        if (port_at(w, i)->direction == HEADER_INPUT)
            look_at_drained(w, i);
        if (ends_in(port_at(w, i)->name, "_valid"))
            look_at_condition(w, i, port_at(w, i)->about);
    }
}

/* Appends ".NAME(NAME)" to a list. */
static char *append_same(char *list, const char *name)
{
    char *longer = xasprintf("%s%s.%s(%s)", list, *list ? ", " : "", name, name);
    free(list);
    return longer;
}

/* A check made for this module: its parameters and ports have the same names. */
static void look_at_own(struct writer *w, const struct module_header *own)
{
    char *parameters = xstrdup(""), *ports = xstrdup("");
    for (unsigned i = 0; i < own->parameter_count; i++)
        parameters = append_same(parameters, use_parameter(w, own->parameters[i].name));
    for (unsigned i = 0; i < own->port_count; i++) {
        const char *name = own->ports[i].name;
        int port = module_header_port(w->of, name);
        if (port < 0)
            die("%s: %s has no port %s", own->path, w->of->name, name);
        if (strcmp(name, "clk") != 0 && strcmp(name, "rst") != 0)
            ports = append_same(ports, use(w, port));
    }
    fputc('\n', w->body);
    print_check(w, own->name, xstrdup("rules"), parameters, ports);
}

/* A derived parameter needs those that it follows from. */
static void use_origins(struct writer *w)
{
    for (unsigned i = w->of->parameter_count; i-- > 0;)
        if (w->parameter_used[i] && w->of->parameters[i].derived)
            free(expression_text(w, w->of->parameters[i].value));
}

static void print_parameters(const struct writer *w, FILE *file)
{
    const char *separator = " #(\n";
    for (unsigned i = 0; i < w->of->parameter_count; i++) {
        const struct header_parameter *parameter = &w->of->parameters[i];
        if (!w->parameter_used[i])
            continue;
        char *value = expression_text(w, parameter->value);
        fprintf(file, "%s  parameter %s = %s", separator, parameter->name, value);
        separator = ",\n";
        free(value);
    }
    fputs(*separator == ',' ? "\n)" : "", file);
}

static void print_ports(const struct writer *w, FILE *file)
{
    const char *separator = " (\n";
    for (unsigned i = 0; i < w->of->port_count; i++) {
        const struct header_port *port = &w->of->ports[i];
        if (!w->port_used[i])
            continue;
        char *msb = port->msb ? expression_text(w, port->msb) : NULL;
        fprintf(file, "%s  input wire %s%s%s%s", separator, msb ? "[" : "", msb ? msb : "",
                msb ? ":0] " : "", port->name);
        separator = ",\n";
        free(msb);
    }
    fputs("\n);\n", file);
}

/* The form that tools/bind.awk reads. */
static void print_bind(const struct writer *w, const struct assertions_place *place, FILE *file)
{
    const char *separator = " #(\n";
    fprintf(file, "\nbind %s %s_assertions", place->target, w->of->name);
    for (unsigned i = 0; i < w->of->parameter_count; i++) {
        const char *name = w->of->parameters[i].name;
        if (!w->parameter_used[i] || w->of->parameters[i].derived)
            continue;
        if (place->values)
            fprintf(file, "%s  .%s(%" PRIu64 ")", separator, name, place->values[i]);
        else
            fprintf(file, "%s  .%s(%s)", separator, name, name);
        separator = ",\n";
    }
    fprintf(file, "%s assertions", *separator == ',' ? "\n)" : "");
    separator = " (\n";
    for (unsigned i = 0; i < w->of->port_count; i++)
        if (w->port_used[i]) {
            fprintf(file, "%s  .%s(%s)", separator, w->of->ports[i].name, w->of->ports[i].name);
            separator = ",\n";
        }
    fputs("\n);\n", file);
}

static void look_at_all(struct writer *w, const struct module_header *own)
{
    w->port_used[module_header_port(w->of, "clk")] = true;
    w->port_used[module_header_port(w->of, "rst")] = true;
    look_at_known(w);
    for (int i = 0; i < (int)w->of->port_count; i++)
        look_at_interface(w, i);
    look_at_conditions(w);
    if (own)
        look_at_own(w, own);
    use_origins(w);
}

void assertions_print(FILE *file, const struct module_header *x,
                      const struct assertions_place *place)
{
    if (module_header_port(x, "clk") < 0 || module_header_port(x, "rst") < 0)
        return; /* a function, or a storage: no protocol */
    char *body;
    size_t size;
    struct writer w = {.of = x,
                       .body = open_memstream(&body, &size),
                       .port_used = xcalloc(x->port_count, sizeof *w.port_used),
                       .parameter_used = xcalloc(HEADER_PARAMETERS_MAX, sizeof *w.parameter_used)};
    if (!w.body)
        die("out of memory");
    look_at_all(&w, place->own);
    fclose(w.body);
    if (w.checks) {
        fprintf(file, "\nmodule %s_assertions", x->name);
        print_parameters(&w, file);
        print_ports(&w, file);
        fprintf(file, "%sendmodule\n", body);
        print_bind(&w, place, file);
    }
    free(body);
    free(w.port_used);
    free(w.parameter_used);
}
