/* Building of netlists: modules, nets, instances, connections. */
#include "netlist.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more element in an array of `count`; it doubles, so that building stays linear. */
static void *grow(void *array, unsigned count, size_t size)
{
    return count & (count - 1) ? array : xrealloc(array, (count ? 2 * count : 1) * size);
}

static char *format_name(const char *format, va_list arguments)
{
    char name[128];
    int length = vsnprintf(name, sizeof name, format, arguments);
    if (length < 0 || (size_t)length >= sizeof name)
        bug("the name '%s' is too long", name);
    return xstrdup(name);
}

void design_init(struct design *design)
{
    memset(design, 0, sizeof *design);
}

static void free_instance(struct instance *instance)
{
    for (unsigned i = 0; i < instance_port_count(instance); i++)
        free(instance->connections[i].part);
    free(instance->connections);
    free(instance->values);
    free(instance->chosen);
    free(instance->name);
    free(instance);
}

static void free_module(struct module *module)
{
    for (unsigned i = 0; i < module->net_count; i++) {
        free(module->nets[i]->name);
        free(module->nets[i]->comment);
        free(module->nets[i]);
    }
    for (unsigned i = 0; i < module->reduction_count; i++)
        free(module->reductions[i].slices.part);
    if (module->leaf)
        module_header_free(module->leaf);
    free(module->instances);
    free(module->nets);
    free(module->reductions);
    free(module->name);
    free(module->comment);
    free(module->text);
    free(module);
}

/* Instances look at the module that they are of, so they go first. */
void design_release(struct design *design)
{
    for (unsigned i = 0; i < design->module_count; i++)
        for (unsigned k = 0; k < design->modules[i]->instance_count; k++)
            free_instance(design->modules[i]->instances[k]);
    for (unsigned i = 0; i < design->module_count; i++)
        free_module(design->modules[i]);
    free(design->modules);
}

static struct module *add_module(struct design *design, const char *name)
{
    if (design_find(design, name))
        bug("module %s exists already", name);
    design->modules = grow(design->modules, design->module_count, sizeof *design->modules);
    struct module *module = xcalloc(1, sizeof *module);
    module->name = xstrdup(name);
    design->modules[design->module_count++] = module;
    return module;
}

struct module *design_structure(struct design *design, const char *name, const char *comment)
{
    struct module *module = add_module(design, name);
    module->comment = xstrdup(comment);
    return module;
}

struct module *design_leaf(struct design *design, struct module_header *header, char *text)
{
    struct module *module = add_module(design, header->name);
    module->leaf = header;
    module->text = text;
    return module;
}

struct module *design_find(const struct design *design, const char *name)
{
    for (unsigned i = 0; i < design->module_count; i++)
        if (!strcmp(design->modules[i]->name, name))
            return design->modules[i];
    return NULL;
}

static void visit_leaves(const struct module *module, const char *path,
                         void (*visit)(void *context, const struct instance *, const char *path),
                         void *context)
{
    for (unsigned i = 0; i < module->instance_count; i++) {
        const struct instance *instance = module->instances[i];
        char *below = xasprintf("%s%s%s", path, *path ? "." : "", instance->name);
        if (instance->of->leaf)
            visit(context, instance, below);
        else
            visit_leaves(instance->of, below, visit, context);
        free(below);
    }
}

void design_for_each_leaf(const struct design *design,
                          void (*visit)(void *context, const struct instance *, const char *path),
                          void *context)
{
    visit_leaves(design->top, "", visit, context);
}

struct net *netlist_net(struct module *module, enum net_kind kind, unsigned width,
                        const char *comment, const char *name, ...)
{
    va_list arguments;
    va_start(arguments, name);
    struct net *net = xcalloc(1, sizeof *net);
    *net = (struct net){.name = format_name(name, arguments),
                        .comment = xstrdup(comment),
                        .width = width,
                        .kind = kind};
    va_end(arguments);
    module->nets = grow(module->nets, module->net_count, sizeof *module->nets);
    net->index = module->net_count;
    module->nets[module->net_count++] = net;
    return net;
}

struct net *netlist_find(const struct module *module, const char *name)
{
    for (unsigned i = 0; i < module->net_count; i++)
        if (!strcmp(module->nets[i]->name, name))
            return module->nets[i];
    bug("%s has no net %s", module->name, name);
}

struct instance *netlist_instance(struct module *module, struct module *of, const char *name, ...)
{
    va_list arguments;
    va_start(arguments, name);
    struct instance *instance = xcalloc(1, sizeof *instance);
    instance->name = format_name(name, arguments);
    instance->of = of;
    va_end(arguments);
    if (of->leaf) {
        instance->values = xcalloc(of->leaf->parameter_count, sizeof *instance->values);
        instance->chosen = xcalloc(of->leaf->parameter_count, sizeof *instance->chosen);
        header_defaults(of->leaf, instance->values);
    }
    instance->connections = xcalloc(instance_port_count(instance), sizeof *instance->connections);
    module->instances = grow(module->instances, module->instance_count, sizeof *module->instances);
    module->instances[module->instance_count++] = instance;
    return instance;
}

void instance_set(struct instance *instance, const char *parameter, uint64_t value)
{
    const struct module_header *leaf = instance->of->leaf;
    int index = leaf ? module_header_parameter(leaf, parameter) : -1;
    if (index < 0 || leaf->parameters[index].derived)
        bug("%s has no parameter %s to set", instance->of->name, parameter);
    const struct header_parameter *p = &leaf->parameters[index];
    if (value < p->min || value > p->max)
        die("block %s supports %s = %" PRIu64 "..%" PRIu64 ", the configuration asks for %" PRIu64,
            leaf->name, parameter, p->min, p->max, value);
    instance->values[index] = value;
    instance->chosen[index] = true;
    header_derive(leaf, instance->values);
}

unsigned instance_port_count(const struct instance *instance)
{
    const struct module *of = instance->of;
    if (of->leaf)
        return of->leaf->port_count;
    return of->net_count;
}

/* Nets that are no ports come with an empty name: callers skip them. */
struct port instance_port(const struct instance *instance, unsigned index)
{
    const struct module *of = instance->of;
    if (of->leaf) {
        const struct header_port *port = &of->leaf->ports[index];
        return (struct port){.name = port->name,
                             .comment = port->comment,
                             .output = port->direction == HEADER_OUTPUT,
                             .width = header_port_width(port, instance->values)};
    }
    const struct net *net = of->nets[index];
    return (struct port){.name = net->kind == NET_WIRE ? "" : net->name,
                         .comment = net->comment,
                         .output = net->kind == NET_OUTPUT,
                         .width = net->width};
}

int instance_find_port(const struct instance *instance, const char *name)
{
    for (unsigned i = 0; i < instance_port_count(instance); i++)
        if (!strcmp(instance_port(instance, i).name, name))
            return (int)i;
    return -1;
}

struct slice whole(const struct net *net)
{
    return bits(net, 0, net->width);
}

struct slice bits(const struct net *net, unsigned low, unsigned width)
{
    return (struct slice){.net = net, .low = low, .width = width};
}

struct slice tie(unsigned width, uint64_t value)
{
    return (struct slice){.width = width, .value = value};
}

static void append(struct slices *slices, struct slice slice)
{
    slices->part = grow(slices->part, slices->count, sizeof *slices->part);
    slices->part[slices->count++] = slice;
}

void connect(struct instance *instance, const char *port, struct slice slice)
{
    int index = instance_find_port(instance, port);
    if (index < 0)
        bug("%s has no port %s", instance->of->name, port);
    append(&instance->connections[index], slice);
}

void connect_everywhere(struct module *module, const struct net *net)
{
    for (unsigned i = 0; i < module->instance_count; i++)
        if (instance_find_port(module->instances[i], net->name) >= 0)
            connect(module->instances[i], net->name, whole(net));
}

static void reduce(struct module *module, const struct net *net, char operator, struct slice slice)
{
    unsigned at = 0;
    while (at < module->reduction_count && module->reductions[at].net != net)
        at++;
    if (at == module->reduction_count) {
        module->reductions = grow(module->reductions, at, sizeof *module->reductions);
        module->reductions[module->reduction_count++] =
            (struct reduction){.net = net, .operator= operator};
    }
    append(&module->reductions[at].slices, slice);
}

void netlist_or(struct module *module, const struct net *net, struct slice slice)
{
    reduce(module, net, '|', slice);
}

void netlist_and(struct module *module, const struct net *net, struct slice slice)
{
    reduce(module, net, '&', slice);
}

void netlist_show(struct module *module, const struct net *net, struct slice slice)
{
    if (net->width != slice.width)
        bug("%s: net %s shows %u bits", module->name, net->name, slice.width);
    reduce(module, net, ' ', slice);
}
