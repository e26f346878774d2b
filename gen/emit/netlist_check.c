/* Proof that a netlist is well formed, before a line of it is printed. */
#include "netlist.h"
#include "util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Drivers and readers of the nets of one module, by the position of the net in it. */
struct usage {
    const struct module *module;
    unsigned char **drivers; /* per net and bit: how many */
    bool **read;             /* per net and bit */
};

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "always", "and",    "assign",  "begin",  "buf",     "case",    "default", "else",
        "end",    "for",    "force",   "if",     "initial", "inout",   "input",   "integer",
        "join",   "module", "nand",    "nor",    "not",     "or",      "output",  "parameter",
        "real",   "reg",    "release", "repeat", "signed",  "specify", "table",   "task",
        "time",   "tri",    "use",     "wait",   "while",   "wire",    "xor",     "xnor"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

static void check_name(const struct module *module, const char *name)
{
    bool legal = isalpha((unsigned char)*name) != 0;
    for (const char *c = name; *c; c++)
        legal &= isalnum((unsigned char)*c) || *c == '_';
    if (!legal || is_keyword(name))
        bug("%s: '%s' is no legal name", module->name, name);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Nets and instances share one name space. */
static void check_names(const struct module *module)
{
    unsigned count = module->net_count + module->instance_count;
    const char **names = xcalloc(count, sizeof *names);
    for (unsigned i = 0; i < module->net_count; i++)
        names[i] = module->nets[i]->name;
    for (unsigned i = 0; i < module->instance_count; i++)
        names[module->net_count + i] = module->instances[i]->name;
    qsort(names, count, sizeof *names, compare_names);
    check_name(module, module->name);
    for (unsigned i = 0; i < count; i++) {
        check_name(module, names[i]);
        if (i && !strcmp(names[i], names[i - 1]))
            bug("%s: the name '%s' is used twice", module->name, names[i]);
    }
    free(names);
}

/* One use of the slices by an instance's port or a reduction. */
static void note_use(const struct usage *usage, const struct slices *slices, bool drives)
{
    for (unsigned i = 0; i < slices->count; i++) {
        const struct slice *slice = &slices->part[i];
        const struct net *net = slice->net;
        if (!net && drives)
            bug("%s: a constant is driven", usage->module->name);
        if (!net)
            continue;
        if (net->index >= usage->module->net_count || usage->module->nets[net->index] != net)
            bug("%s: net %s is another module's", usage->module->name, net->name);
        if (slice->low + slice->width > net->width || !slice->width)
            bug("%s: %s has no bits %u..%u", usage->module->name, net->name, slice->low,
                slice->low + slice->width - 1);
        for (unsigned bit = slice->low; bit < slice->low + slice->width; bit++) {
            unsigned char *drivers = &usage->drivers[net->index][bit];
            *drivers = (unsigned char)(*drivers + drives);
            usage->read[net->index][bit] |= !drives;
        }
    }
}

static unsigned slices_width(const struct slices *slices)
{
    unsigned width = 0;
    for (unsigned i = 0; i < slices->count; i++)
        width += slices->part[i].width;
    return width;
}

static void check_instance(const struct usage *usage, const struct instance *instance)
{
    const struct module_header *leaf = instance->of->leaf;
    for (unsigned i = 0; leaf && i < leaf->parameter_count; i++)
        if (!instance->chosen[i] && leaf->parameters[i].min < leaf->parameters[i].max)
            bug("%s.%s: parameter %s is left open", usage->module->name, instance->name,
                leaf->parameters[i].name);
    for (unsigned i = 0; i < instance_port_count(instance); i++) {
        struct port port = instance_port(instance, i);
        const struct slices *slices = &instance->connections[i];
        if (!*port.name)
            continue;
        if (!slices->count)
            bug("%s.%s: port %s is not connected", usage->module->name, instance->name, port.name);
        if (slices_width(slices) != port.width)
            bug("%s.%s: port %s has %u bits, %u are connected", usage->module->name, instance->name,
                port.name, port.width, slices_width(slices));
        note_use(usage, slices, port.output);
    }
}

static void check_net(const struct usage *usage, const struct net *net)
{
    for (unsigned bit = 0; bit < net->width; bit++) {
        unsigned drivers = usage->drivers[net->index][bit] + (net->kind == NET_INPUT ? 1u : 0u);
        bool read = usage->read[net->index][bit] || net->kind == NET_OUTPUT;
        if (drivers != 1)
            bug("%s: %s[%u] has %u drivers", usage->module->name, net->name, bit, drivers);
        if (read == net->unused)
            bug("%s: %s[%u] is %s", usage->module->name, net->name, bit,
                read ? "read although unused" : "never read");
    }
}

static void check_structure(const struct module *module)
{
    struct usage usage = {.module = module};
    usage.drivers = xcalloc(module->net_count, sizeof *usage.drivers);
    usage.read = xcalloc(module->net_count, sizeof *usage.read);
    for (unsigned i = 0; i < module->net_count; i++) {
        if (!module->nets[i]->width)
            bug("%s: net %s has no bits", module->name, module->nets[i]->name);
        usage.drivers[i] = xcalloc(module->nets[i]->width, sizeof *usage.drivers[i]);
        usage.read[i] = xcalloc(module->nets[i]->width, sizeof *usage.read[i]);
    }
    for (unsigned i = 0; i < module->instance_count; i++)
        check_instance(&usage, module->instances[i]);
    for (unsigned i = 0; i < module->reduction_count; i++) {
        struct slice target = whole(module->reductions[i].net);
        note_use(&usage, &(struct slices){.part = &target, .count = 1}, true);
        note_use(&usage, &module->reductions[i].slices, false);
    }
    for (unsigned i = 0; i < module->net_count; i++) {
        check_net(&usage, module->nets[i]);
        free(usage.drivers[i]);
        free(usage.read[i]);
    }
    free(usage.drivers);
    free(usage.read);
}

void netlist_check(const struct design *design)
{
    for (unsigned i = 0; i < design->module_count; i++) {
        check_names(design->modules[i]);
        check_structure(design->modules[i]);
    }
}
