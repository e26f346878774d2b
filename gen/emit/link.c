/* A link of the plan as wires: the fields of an interface are taken from the module headers, so
 * that no port list is repeated in the generator. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "chip.h"
#include "util.h"

/* One side of a link. */
struct side {
    const struct plan_instance *plan;
    struct instance *instance; /* NULL: outside */
    const char *interface;
    unsigned elements; /* of its ports */
};

struct link {
    const struct elaboration *chip;
    struct module *module;
    const struct plan_node *node;
    const struct plan_link *plan;
    struct side from, to;
};

/* A field as one side has it. */
struct field {
    const char *port; /* NULL: it has none */
    bool output;
    unsigned width; /* of an element */
    const char *comment;
};

static struct field field_at(const struct side *side, const char *name)
{
    const struct block_port *port = block_port(side->plan->block, side->interface, name);
    int index = side->instance && port ? instance_find_port(side->instance, port->name) : -1;
    if (!port || (side->instance && index < 0))
        return (struct field){.port = NULL};
    unsigned width = side->instance ? instance_port(side->instance, (unsigned)index).width
                                    : plan_port_width(side->plan, port);
    return (struct field){port->name, port->is_output, width / side->elements, port->comment};
}

/* Only a noc_port may have bits or fields that its partner has not. */
static void must_be_port(const struct link *link, const struct side *side, const char *field)
{
    if (!is_noc_port(side->plan))
        bug("link %s: field %s does not fit", link->plan->name, field);
}

/* The next `width` bits of an output that the receiver does not need. */
static void leave_unused(const struct link *link, const struct side *side, const char *field,
                         const struct field *port, unsigned width)
{
    bool whole_field = width == port->width;
    const struct plan_wire *read =
        whole_field ? plan_wire_at(link->node, &link->plan->from, port->port) : NULL;
    const char *comment = read ? port->comment : "not needed here";
    struct net *net =
        netlist_net(link->module, NET_WIRE, width, comment, "%s%s_%s%s", read ? "" : "unused_",
                    link->plan->name, field, whole_field ? "" : "_high");
    net->unused = !read;
    if (read && link->node->instances[read->to].outside)
        netlist_show(link->module,
                     netlist_net(link->module, NET_OUTPUT, width, comment, "%s", read->input),
                     whole(net));
    if (!read)
        must_be_port(link, side, field);
    connect(side->instance, port->port, whole(net));
}

/* A net at the low bits of one side's field. */
static void attach(const struct link *link, const struct side *side, const char *field,
                   const struct net *net)
{
    struct field port = field_at(side, field);
    connect(side->instance, port.port, whole(net));
    if (net->width == port.width)
        return;
    must_be_port(link, side, field);
    if (port.output)
        leave_unused(link, side, field, &port, port.width - net->width);
    else
        connect(side->instance, port.port, tie(port.width - net->width, 0));
}

/* What leads outside is a port of the module, named after the interface outside. */
static struct net *make_net(const struct link *link, const char *field, const struct field *driver,
                            unsigned width)
{
    const struct side *outside = !link->from.instance ? &link->from
                                 : !link->to.instance ? &link->to
                                                      : NULL;
    if (!outside)
        return netlist_net(link->module, NET_WIRE, width, driver->comment, "%s_%s",
                           link->plan->name, field);
    const struct side *inside = outside == &link->from ? &link->to : &link->from;
    struct field port = field_at(outside, field);
    const char *comment =
        is_noc_port(inside->plan) ? port.comment : field_at(inside, field).comment;
    return netlist_net(link->module, port.output ? NET_INPUT : NET_OUTPUT, width, comment, "%s_%s",
                       outside->interface, field);
}

/* A field that both sides have. */
static void join(const struct link *link, const char *field)
{
    struct field a = field_at(&link->from, field), b = field_at(&link->to, field);
    const struct field *driver = a.output ? &a : &b;
    struct net *net = make_net(link, field, driver, a.width < b.width ? a.width : b.width);
    if (link->from.instance)
        attach(link, &link->from, field, net);
    if (link->to.instance)
        attach(link, &link->to, field, net);
}

/* A field that only this side has: an output is not needed; of the inputs a receiver's readiness is
 * 1, the class what the plan says, all others 0, until a wire takes their place. */
static void leave(const struct link *link, const struct side *side, const char *field)
{
    struct field port = field_at(side, field);
    if (!side->instance)
        return;
    if (port.output) {
        leave_unused(link, side, field, &port, port.width);
        return;
    }
    if (!plan_wire_at(link->node, &link->plan->to, port.port))
        must_be_port(link, side, field);
    unsigned value = !strcmp(field, "ready") ? 1 : !strcmp(field, "class") ? link->plan->class : 0;
    connect(side->instance, port.port, tie(port.width, value));
}

/* All fields of `side`: joined when the other has them and this call is told to, else left. */
static void join_fields(const struct link *link, const struct side *side, const struct side *other,
                        bool joins)
{
    const struct block *block = side->plan->block;
    for (unsigned i = 0; i < block->port_count; i++) {
        const char *field = block_field(block, side->interface, block->ports[i].name);
        if (!field || plan_way_wires(link->plan->way, field) || !field_at(side, field).port)
            continue;
        bool both = field_at(other, field).port;
        if (both && joins)
            join(link, field);
        if (!both)
            leave(link, side, field);
    }
}

static struct net *own_net(const struct link *link, unsigned width, const char *comment,
                           const char *field)
{
    return netlist_net(link->module, NET_WIRE, width, comment, "%s_%s", link->plan->name, field);
}

static void connect_field(const struct side *side, const char *field, const struct net *net)
{
    connect(side->instance, field_at(side, field).port, whole(net));
}

/* The slice of a line, by address_map. */
static struct net *slice_of_line(const struct link *link)
{
    char *name = xasprintf("%s_map", link->plan->name);
    char *line = xasprintf("%s_line", link->plan->name);
    struct plan_instance plan = {.block = &address_map_block, .name = name};
    plan_parameters(link->chip->plan, &plan);
    struct instance *map = chip_instance(link->chip, link->module, &plan, name);
    struct net *slice = own_net(link, NODE_BITS, "node of the line's L2 slice", "slice");
    struct port port = instance_port(map, (unsigned)instance_find_port(map, "partition"));
    struct net *partition = netlist_net(link->module, NET_WIRE, port.width, "not needed here",
                                        "unused_%s_partition", link->plan->name);
    partition->unused = true;
    connect(map, "line", whole(netlist_find(link->module, line)));
    connect(map, "partition_nodes", whole(netlist_find(link->module, "partition_nodes")));
    connect(map, "partition", whole(partition));
    connect(map, "node", whole(slice));
    free(name);
    free(line);
    return slice;
}

/* Bits of a message id without a node. */
static unsigned plain_id_bits(const struct side *port)
{
    return field_at(port, "id").width - NODE_BITS;
}

static void to_l2(const struct link *link)
{
    unsigned id_bits = field_at(&link->from, "id").width;
    unsigned plain_bits = plain_id_bits(&link->to);
    struct net *id = own_net(link, id_bits, "message id", "id");
    struct net *dest = own_net(link, NODE_BITS, "node that shall get it", "dest");
    connect_field(&link->from, "id", id);
    connect_field(&link->from, "dest", dest);
    connect_field(&link->to, "dest", slice_of_line(link));
    connect_field(&link->to, "id", id);
    if (id_bits < plain_bits)
        connect(link->to.instance, field_at(&link->to, "id").port, tie(plain_bits - id_bits, 0));
    connect_field(&link->to, "id", dest);
}

/* The message id as blocks know it, and the node at the other end of the message's way. */
static struct net *split_id(const struct link *link, unsigned id_bits, struct net **id)
{
    struct net *end =
        own_net(link, field_at(&link->from, "id").width - id_bits, "node at the other end", "end");
    *id = own_net(link, id_bits, "message id", "id");
    connect_field(&link->from, "id", *id);
    connect_field(&link->from, "id", end);
    return end;
}

static void by_l2(const struct link *link)
{
    struct field src = field_at(&link->from, "src");
    leave_unused(link, &link->from, "src", &src, src.width);
    if (!link->to.instance) { /* an answer: its id says enough */
        join(link, "id");
        return;
    }
    struct net *id, *end = split_id(link, plain_id_bits(&link->from), &id);
    connect_field(&link->to, "id", id);
    connect_field(&link->to, "src", end);
}

static void onwards(const struct link *link)
{
    struct net *id, *end = split_id(link, plain_id_bits(&link->from), &id);
    struct net *src = own_net(link, NODE_BITS, "node that sent it", "src");
    connect_field(&link->from, "src", src);
    connect_field(&link->to, "dest", end);
    connect_field(&link->to, "id", id);
    connect_field(&link->to, "id", src);
}

static struct side side_of(const struct plan_node *node, const struct plan_end *end,
                           struct instance *instance)
{
    const struct plan_instance *plan = &node->instances[end->instance];
    return (struct side){
        plan, instance, end->interface,
        plan_port_elements(plan, block_port(plan->block, end->interface, "valid"))};
}

void link_build(const struct elaboration *chip, struct module *module, const struct plan_node *node,
                const struct plan_link *plan, struct instance *from, struct instance *to)
{
    struct link link = {.chip = chip,
                        .module = module,
                        .node = node,
                        .plan = plan,
                        .from = side_of(node, &plan->from, from),
                        .to = side_of(node, &plan->to, to)};
    join_fields(&link, &link.from, &link.to, true);
    join_fields(&link, &link.to, &link.from, false);
    if (plan->way == WAY_TO_L2)
        to_l2(&link);
    else if (plan->way == WAY_BY_L2)
        by_l2(&link);
    else if (plan->way == WAY_ONWARDS)
        onwards(&link);
}
