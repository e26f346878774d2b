/* A kind of node as a module: what its plan says, instance by instance, link by link. */
#include <stdlib.h>
#include <string.h>

#include "chip.h"
#include "leaf.h"
#include "util.h"

struct build {
    const struct elaboration *chip;
    const struct plan_node *node;
    struct module *module;
    struct instance *instances[NODE_INSTANCES_MAX]; /* NULL: outside */
};

int port_prefix(const struct plan_instance *port)
{
    const char *word = strstr(port->name, "port");
    return strcmp(port->name, port->block->name) && word ? (int)(word - port->name) : 0;
}

static void add_signals(const struct build *b, enum node_kind kind)
{
    const struct plan *plan = b->chip->plan;
    for (unsigned i = 0; i < plan_signal_count; i++)
        if (plan_has_signal(plan, i, kind))
            input(b->module, plan_signal_width(plan, i, kind), plan_signals[i].name,
                  plan_signals[i].comment);
}

/* Ports of a noc_port towards its networks: interfaces inject and eject, and credits. */
static void export_port(const struct build *b, unsigned number)
{
    const struct plan_instance *port = &b->node->instances[number];
    struct instance *instance = b->instances[number];
    static const struct {
        const char *interface, *credit, *port;
        enum net_kind kind;
    } ways[] = {{"inject", "inject_credit", "router_credit", NET_INPUT},
                {"eject", "eject_credit", "port_credit", NET_OUTPUT}};
    for (unsigned i = 0; i < 2; i++) {
        char *name = xasprintf("%.*s%s", port_prefix(port), port->name, ways[i].interface);
        netlist_export(b->module, name, (struct interface){instance, ways[i].interface});
        connect(instance, ways[i].port,
                whole(netlist_net(b->module, ways[i].kind, plan_parameter(port, "VCS"),
                                  "per VC: a slot became free", "%.*s%s", port_prefix(port),
                                  port->name, ways[i].credit)));
        free(name);
    }
}

/* An output that nobody reads. */
static void leave_output(const struct build *b, struct instance *instance, struct port port)
{
    struct net *net = netlist_net(b->module, NET_WIRE, port.width, "not needed here",
                                  "unused_%s_%s", instance->name, port.name);
    net->unused = true;
    connect(instance, port.name, whole(net));
}

/* Lines come by themselves for one source of one noc_port only. */
static void leave_lines(const struct build *b, unsigned number)
{
    struct instance *instance = b->instances[number];
    if (plan_parameter(&b->node->instances[number], "LINE_SOURCE"))
        return;
    static const char *const inputs[] = {"line_valid", "line_data"};
    for (unsigned i = 0; i < 2; i++) {
        unsigned index = (unsigned)instance_find_port(instance, inputs[i]);
        connect(instance, inputs[i], tie(instance_port(instance, index).width, 0));
    }
    leave_output(b, instance,
                 instance_port(instance, (unsigned)instance_find_port(instance, "line_ready")));
}

/* Ports of the module for the rings that the node is on, named after those of the block. */
static void export_rings(const struct build *b, enum node_kind kind)
{
    const struct plan *plan = b->chip->plan;
    for (unsigned i = 0; i < plan->ring_count; i++) {
        const struct plan_ring *ring = &plan->rings[i];
        if (!ring_has(ring, kind))
            continue;
        struct instance *instance = b->instances[ring_instance(ring, kind)];
        netlist_export(b->module, ring->input, (struct interface){instance, ring->input});
        netlist_export(b->module, ring->output, (struct interface){instance, ring->output});
    }
}

/* The net at an output, or at an input that a link drives; made when there is none yet. */
static struct slice net_at(const struct build *b, unsigned number, const char *name,
                           unsigned element)
{
    struct instance *instance = b->instances[number];
    unsigned index = (unsigned)instance_find_port(instance, name);
    struct slices *slices = &instance->connections[index];
    if (!slices->count) {
        struct port port = instance_port(instance, index);
        connect(instance, name,
                whole(netlist_net(b->module, NET_WIRE, port.width, port.comment, "%s_%s",
                                  instance->name, name)));
    }
    if (element >= slices->count)
        bug("%s.%s has no element %u yet", instance->name, name, element);
    return slices->part[element];
}

/* Ports of the module for the wires between hub and nodes, named after those of the blocks. An
 * output of the hub may go to several kinds of nodes. */
static void add_spans(const struct build *b, enum node_kind kind)
{
    const struct plan *plan = b->chip->plan;
    for (unsigned i = 0; i < plan->span_count; i++) {
        const struct plan_span *span = &plan->spans[i];
        bool in_hub = kind == NODE_HUB;
        if (!in_hub && span->kind != kind)
            continue;
        struct instance *instance = b->instances[in_hub ? span->hub : span->there];
        const char *name = in_hub ? span->hub_port : span->port;
        unsigned index = (unsigned)instance_find_port(instance, name);
        struct port port = instance_port(instance, index);
        if (instance->connections[index].count)
            continue;
        connect(instance, name,
                whole(netlist_net(b->module, port.output ? NET_OUTPUT : NET_INPUT, port.width,
                                  port.comment, "%s_%s", instance->name, name)));
    }
}

/* Bits of an input that are connected so far. */
static unsigned connected(const struct instance *instance, unsigned port)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < instance->connections[port].count; i++)
        bits += instance->connections[port].part[i].width;
    return bits;
}

/* Elements up to this one that nobody drives are 0. */
static void pad(struct instance *instance, const char *name, unsigned bits)
{
    unsigned index = (unsigned)instance_find_port(instance, name);
    unsigned done = connected(instance, index);
    if (done < bits)
        connect(instance, name, tie(bits - done, 0));
}

/* Whether another wire before this one has the same source. */
static bool is_second(const struct build *b, const struct plan_wire *wire)
{
    for (const struct plan_wire *before = b->node->wires; before < wire; before++)
        if (before->from == wire->from && !strcmp(before->output, wire->output))
            return true;
    return false;
}

/* Each element of an output has a net, or one has all of them. */
static struct slice element_of(const struct build *b, const struct plan_wire *wire)
{
    const struct plan_instance *from = &b->node->instances[wire->from];
    const struct block_port *port = block_port_named(from->block, wire->output);
    unsigned width = plan_port_width(from, port) / plan_port_elements(from, port);
    const struct slice first = net_at(b, wire->from, wire->output, 0);
    if (first.width > width)
        return bits(first.net, wire->element * width, width);
    return net_at(b, wire->from, wire->output, wire->element);
}

/* What comes from outside is an input of the module. */
static struct slice source_of(const struct build *b, const struct plan_wire *wire)
{
    const struct plan_instance *from = &b->node->instances[wire->from];
    if (!from->outside)
        return element_of(b, wire);
    if (is_second(b, wire))
        return whole(netlist_find(b->module, wire->output));
    const struct block_port *port = block_port_named(from->block, wire->output);
    return whole(input(b->module, plan_port_width(from, port), wire->output, port->comment));
}

/* The constant at an input from this bit on that its link left to a wire; NULL: there is none. */
static struct slice *left_by_link(struct instance *instance, const char *name, unsigned low)
{
    struct slices *slices = &instance->connections[instance_find_port(instance, name)];
    for (unsigned i = 0, bit = 0; i < slices->count; bit += slices->part[i++].width)
        if (bit == low && !slices->part[i].net)
            return &slices->part[i];
    return NULL;
}

/* What leads outside is a port of the module, which the link has made. */
static void wire(const struct build *b, const struct plan_wire *wire)
{
    struct instance *to = b->instances[wire->to];
    if (!to)
        return;
    struct slice slice = source_of(b, wire), *left;
    unsigned low = wire->input_element * slice.width;
    if ((left = left_by_link(to, wire->input, low))) {
        *left = slice;
        return;
    }
    pad(to, wire->input, low);
    connect(to, wire->input, slice);
}

/* Elements of vectors above the last wire. */
static void pad_vectors(const struct build *b)
{
    for (unsigned i = 0; i < b->node->wire_count; i++) {
        const struct plan_wire *w = &b->node->wires[i];
        struct instance *to = b->instances[w->to];
        if (to)
            pad(to, w->input, instance_port(to, (unsigned)instance_find_port(to, w->input)).width);
    }
}

/* Whether the port is the valid of an interface whose fields wires bring to who knows by other
 * means when they are there. */
static bool is_known_otherwise(const struct build *b, unsigned instance,
                               const struct block_port *port)
{
    const struct block *block = b->node->instances[instance].block;
    size_t length = block_interface_length(block, port->name);
    if (!length || strcmp(port->name + length, "_valid") != 0)
        return false;
    for (unsigned i = 0; i < b->node->wire_count; i++) {
        const struct plan_wire *wire = &b->node->wires[i];
        if (wire->from == instance && block_interface_length(block, wire->output) == length &&
            !strncmp(wire->output, port->name, length))
            return true;
    }
    return false;
}

/* Outputs that nobody reads: of a mechanism that this chip has a part of, as nobody looks at a
 * slice where nothing chooses its organization; valids of what wires bring. */
static void leave_unread(const struct build *b)
{
    for (unsigned i = 0; i < b->node->instance_count; i++) {
        const struct block *block = b->node->instances[i].block;
        struct instance *instance = b->instances[i];
        for (unsigned p = 0; instance && p < block->port_count; p++) {
            const struct block_port *unread = &block->ports[p];
            int index = instance_find_port(instance, unread->name);
            if (!unread->is_output || index < 0 || instance->connections[index].count ||
                !(unread->is_optional || is_known_otherwise(b, i, unread)))
                continue;
            leave_output(b, instance, instance_port(instance, (unsigned)index));
        }
    }
}

static void feed(const struct build *b, const struct plan_feed *feed)
{
    const struct net *net = netlist_find(b->module, plan_signals[feed->signal].name);
    unsigned width = plan_signal_bits(b->chip->plan, feed->signal);
    connect(b->instances[feed->instance], feed->input,
            feed->one ? bits(net, feed->element * width, width) : whole(net));
}

/* An output that the hub reads, too, is the module's already. */
static void add_results(const struct build *b, enum node_kind kind)
{
    for (unsigned i = 0; i < RESULTS; i++) {
        const struct plan_result *result = &plan_results[i];
        if (!plan_has_result(b->chip->plan, i, kind))
            continue;
        unsigned number = plan_find(b->node, result->block);
        struct instance *instance = b->instances[number];
        struct net *net = output(b->module, result->bits, result->name, result->comment);
        if (instance->connections[instance_find_port(instance, result->output)].count)
            netlist_or(b->module, net, net_at(b, number, result->output, 0));
        else
            connect(instance, result->output, whole(net));
    }
}

static void add_instances(struct build *b)
{
    for (unsigned i = 0; i < b->node->instance_count; i++) {
        const struct plan_instance *instance = &b->node->instances[i];
        if (!instance->outside)
            b->instances[i] = chip_instance(b->chip, b->module, instance, instance->name);
    }
}

struct module *node_build(const struct elaboration *chip, enum node_kind kind)
{
    const struct plan_node *node = &chip->plan->node[kind];
    struct build b = {.chip = chip,
                      .node = node,
                      .module = design_structure(chip->design, node->module, node->comment)};
    clock_inputs(b.module);
    add_signals(&b, kind);
    add_instances(&b);
    for (unsigned i = 0; i < node->instance_count; i++)
        if (is_noc_port(&node->instances[i])) {
            export_port(&b, i);
            leave_lines(&b, i);
        }
    for (unsigned i = 0; i < node->link_count; i++)
        link_build(chip, b.module, node, &node->links[i], b.instances[node->links[i].from.instance],
                   b.instances[node->links[i].to.instance]);
    export_rings(&b, kind);
    add_spans(&b, kind);
    for (unsigned i = 0; i < node->wire_count; i++)
        wire(&b, &node->wires[i]);
    pad_vectors(&b);
    for (unsigned i = 0; i < node->feed_count; i++)
        feed(&b, &node->feeds[i]);
    add_results(&b, kind);
    leave_unread(&b);
    connect_everywhere(b.module, netlist_find(b.module, "clk"));
    connect_everywhere(b.module, netlist_find(b.module, "rst"));
    return b.module;
}
