/* The one printer of structural Verilog: ANSI header, wires, instances, each column aligned. */
#include "netlist.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_COLUMNS = 96 }; /* longer concatenations go one part per line */

/* "[1023:0] " or nothing, padded to the widest of the module. */
static char *range_text(unsigned width)
{
    return width > 1 ? xasprintf("[%u:0]", width - 1) : xstrdup("");
}

static char *slice_text(const struct slice *slice)
{
    const struct net *net = slice->net;
    if (!net && slice->width <= 3)
        return xasprintf("%u'd%" PRIu64, slice->width, slice->value);
    if (!net)
        return xasprintf("%u'h%" PRIx64, slice->width, slice->value);
    if (slice->width == net->width)
        return xstrdup(net->name);
    if (slice->width == 1)
        return xasprintf("%s[%u]", net->name, slice->low);
    return xasprintf("%s[%u:%u]", net->name, slice->low + slice->width - 1, slice->low);
}

/* A concatenation starts with its highest part. */
static void print_slices(const struct slices *slices, size_t column, FILE *file)
{
    size_t length = column;
    char **texts = xcalloc(slices->count, sizeof *texts);
    for (unsigned i = 0; i < slices->count; i++) {
        texts[i] = slice_text(&slices->part[i]);
        length += strlen(texts[i]) + 2;
    }
    bool wrap = slices->count > 1 && length > LINE_MAX_COLUMNS;
    fputs(slices->count > 1 ? "{" : "", file);
    for (unsigned i = slices->count; i-- > 0;) {
        if (wrap)
            fprintf(file, "\n      ");
        fprintf(file, "%s%s", texts[i], i ? wrap ? "," : ", " : "");
        free(texts[i]);
    }
    fputs(slices->count > 1 ? wrap ? "\n    }" : "}" : "", file);
    free(texts);
}

/* Widest range and name among the nets of the module that `ports` selects. */
static void measure_nets(const struct module *module, bool ports, size_t *range, size_t *name)
{
    *range = *name = 0;
    for (unsigned i = 0; i < module->net_count; i++) {
        const struct net *net = module->nets[i];
        if ((net->kind != NET_WIRE) != ports)
            continue;
        char *text = range_text(net->width);
        if (strlen(text) > *range)
            *range = strlen(text);
        if (strlen(net->name) > *name)
            *name = strlen(net->name);
        free(text);
    }
}

static void print_net(const struct net *net, const char *lead, const char *end, size_t range,
                      size_t name, FILE *file)
{
    char *text = range_text(net->width), *ended = xasprintf("%s%s", net->name, end);
    fprintf(file, "  %s%-*s%s%-*s // %s\n", lead, (int)range, text, range ? " " : "", (int)name + 1,
            ended, net->comment);
    free(text);
    free(ended);
}

static void print_header(const struct module *module, FILE *file)
{
    size_t range, name;
    unsigned left = 0;
    measure_nets(module, true, &range, &name);
    for (unsigned i = 0; i < module->net_count; i++)
        left += module->nets[i]->kind != NET_WIRE;
    fprintf(file, "`default_nettype none\nmodule %s (\n", module->name);
    for (unsigned i = 0; i < module->net_count; i++) {
        const struct net *net = module->nets[i];
        if (net->kind != NET_WIRE)
            print_net(net, net->kind == NET_INPUT ? "input  wire " : "output wire ",
                      --left ? "," : "", range, name, file);
    }
    fputs(");\n", file);
}

static void print_wires(const struct module *module, FILE *file)
{
    size_t range, name;
    measure_nets(module, false, &range, &name);
    for (unsigned i = 0; i < module->net_count; i++)
        if (module->nets[i]->kind == NET_WIRE)
            print_net(module->nets[i], "wire ", ";", range, name, file);
    if (name)
        fputc('\n', file);
}

/* Parameters are overridden only where the leaf's printed defaults are not these values. */
static void print_parameters(const struct instance *instance, FILE *file)
{
    const struct module_header *leaf = instance->of->leaf;
    if (!leaf || !instance->of->shared)
        return;
    const char *separator = " #(";
    for (unsigned i = 0; i < leaf->parameter_count; i++) {
        if (leaf->parameters[i].derived)
            continue;
        fprintf(file, "%s.%s(%" PRIu64 ")", separator, leaf->parameters[i].name,
                instance->values[i]);
        separator = ", ";
    }
    fputs(*separator == ',' ? ")" : "", file);
}

static void print_instance(const struct instance *instance, FILE *file)
{
    size_t longest = 0;
    unsigned left = 0;
    for (unsigned i = 0; i < instance_port_count(instance); i++) {
        size_t length = strlen(instance_port(instance, i).name);
        longest = length > longest ? length : longest;
        left += length > 0;
    }
    fprintf(file, "  %s", instance->of->name);
    print_parameters(instance, file);
    fprintf(file, " %s (\n", instance->name);
    for (unsigned i = 0; i < instance_port_count(instance); i++) {
        const char *name = instance_port(instance, i).name;
        if (!*name)
            continue;
        fprintf(file, "    .%-*s(", (int)longest + 1, name);
        print_slices(&instance->connections[i], longest + 8, file);
        fputs(--left ? "),\n" : ")\n", file);
    }
    fputs("  );\n\n", file);
}

void netlist_print(const struct module *module, FILE *file)
{
    for (const char *line = module->comment; *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(file, "// %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    print_header(module, file);
    print_wires(module, file);
    for (unsigned i = 0; i < module->instance_count; i++)
        print_instance(module->instances[i], file);
    for (unsigned i = 0; i < module->reduction_count; i++) {
        const struct reduction *reduction = &module->reductions[i];
        int length = fprintf(file, "  assign %s = ", reduction->net->name);
        if (reduction->operator!= ' ')
            length += fprintf(file, "%c", reduction->operator);
        print_slices(&reduction->slices, (size_t)length, file);
        fputs(";\n\n", file);
    }
    fputs("endmodule\n`default_nettype wire\n", file);
}
