/* The plan as a netlist: gpu_mem out of nodes and networks. Interfaces and numbering:
 * docs/interfaces.md. */
#include "chip.h"

#include <stdlib.h>
#include <string.h>

#include "leaf.h"
#include "util.h"

/* A port of the hub that leads to nodes. */
struct hub_port {
    unsigned index; /* of the instance's ports */
    const struct net
        *net; /* what it drives, or the OR or AND that it reads; NULL: nodes are joined to it */
};

/* The top module while it is built. */
struct top {
    const struct elaboration *chip;
    struct module *module;
    struct module *nodes[NODE_KINDS];
    struct instance *networks[NETWORKS_MAX];
    struct instance *merge;
    struct net *results[RESULTS];     /* the chip's port of each of plan_results it has */
    struct instance *hub;             /* NULL: there is none */
    struct hub_port spans[SPANS_MAX]; /* of the plan's spans */
};

struct net *input(struct module *module, unsigned width, const char *name, const char *comment)
{
    return netlist_net(module, NET_INPUT, width, comment, "%s", name);
}

struct net *output(struct module *module, unsigned width, const char *name, const char *comment)
{
    return netlist_net(module, NET_OUTPUT, width, comment, "%s", name);
}

void clock_inputs(struct module *module)
{
    input(module, 1, "clk", "clock");
    input(module, 1, "rst", "synchronous reset, active high");
}

/* A block of the user's (--rtl-dir) may be another one inside; its ports are those that the plan
 * connects. */
static void check_ports(const struct block *block, const struct module *leaf)
{
    for (unsigned i = 0; i < block->port_count; i++)
        if (!block->ports[i].is_optional &&
            module_header_port(leaf->leaf, block->ports[i].name) < 0)
            die("%s: the module has no port '%s', which this memloom connects: it is of another "
                "version; take the ports of memloom's own %s.v",
                leaf->leaf->path, block->ports[i].name, block->name);
}

/* A parameter of a mechanism that the chip lacks is not in the leaf. */
struct instance *chip_instance(const struct elaboration *chip, struct module *in,
                               const struct plan_instance *plan, const char *as)
{
    const struct block *block = plan->block;
    struct module *leaf = leaf_load(chip->design, block->name, chip->rtl_dir, &chip->features);
    check_ports(block, leaf);
    struct instance *instance = netlist_instance(in, leaf, "%s", as);
    for (unsigned i = 0; i < block->parameter_count; i++)
        if (plan->chosen >> i & 1 &&
            module_header_parameter(leaf->leaf, block->parameters[i].name) >= 0)
            instance_set(instance, block->parameters[i].name, plan->values[i]);
    return instance;
}

/* Control inputs, and what the chip shows of all nodes. */
static void add_ports(struct top *top)
{
    const struct plan *plan = top->chip->plan;
    for (unsigned i = 0; i < plan_signal_count; i++) {
        const struct plan_signal *signal = &plan_signals[i];
        if (signal->kind != SIGNAL_CONTROL || !signal->exists(&plan->config))
            continue;
        bool more = signal->has_more && signal->has_more(&plan->config);
        char *comment = xasprintf("%s%s", signal->chip_comment, more ? signal->more : "");
        input(top->module, plan_signal_bits(plan, i) * plan_signal_elements(plan, i), signal->name,
              comment);
        free(comment);
    }
    for (unsigned i = 0; i < RESULTS; i++)
        if (plan_results[i].exists(&plan->config))
            top->results[i] = output(top->module, plan_result_bits(plan, i), plan_results[i].name,
                                     plan_results[i].chip_comment);
}

static void add_own_blocks(struct top *top)
{
    const struct plan *plan = top->chip->plan;
    struct instance *divider =
        chip_instance(top->chip, top->module, &plan->clock_divider, plan->clock_divider.name);
    connect(divider, "en",
            whole(netlist_net(top->module, NET_WIRE, 1, "network clock enable", "noc_en")));
    connect(divider, "next_en",
            whole(netlist_net(top->module, NET_WIRE, 1, "that of the next cycle", "noc_next_en")));
    for (unsigned i = 0; i < plan->networks; i++)
        top->networks[i] =
            netlist_instance(top->module, design_find(top->chip->design, plan->network[i].module),
                             "%s", plan->network[i].name);
    top->merge = chip_instance(top->chip, top->module, &plan->perf_merge, plan->perf_merge.name);
}

char *end_name(bool inject, unsigned address)
{
    return xasprintf("%s_%u_%u", inject ? "inject" : "eject", node_x(address), node_y(address));
}

/* Wires between a way (inject or eject) of a node's port and the network at its address. */
static void join_way(struct top *top, struct instance *node, const struct plan_instance *port,
                     bool inject, const struct network *network, unsigned address)
{
    struct instance *there = top->networks[network - top->chip->plan->network];
    char *own = xasprintf("%.*s%s", port_prefix(port), port->name, inject ? "inject" : "eject");
    char *end = end_name(inject, address);
    char *name = xasprintf("%s_%s", node->name, own);
    struct interface at_node = {node, own}, at_network = {there, end};
    netlist_link(top->module, name, inject ? at_node : at_network, inject ? at_network : at_node,
                 "");
    free(own);
    free(end);
    free(name);
}

/* Joins the node's ports with the networks that they are on. A way of a network that no port of
 * the node takes ends here. */
static void join_networks(struct top *top, struct instance *node, enum node_kind kind,
                          unsigned index)
{
    const struct plan *plan = top->chip->plan;
    const struct plan_node *of = &plan->node[kind];
    bool taken[NETWORKS_MAX][2] = {{false}};
    for (unsigned i = 0; i < of->instance_count; i++) {
        const struct plan_instance *port = &of->instances[i];
        if (!is_noc_port(port))
            continue;
        const int way[2] = {port->inject, port->eject};
        for (unsigned w = 0; w < 2; w++) {
            const struct network *network = &plan->network[way[w]];
            join_way(top, node, port, !w, network, network->node[kind][index]);
            taken[way[w]][w] = true;
        }
    }
    for (unsigned i = 0; i < plan->networks; i++)
        for (unsigned w = 0; w < 2 && index < plan->network[i].nodes[kind]; w++) {
            if (taken[i][w] || !network_has_way(&plan->network[i], kind, !w))
                continue;
            char *end = end_name(!w, plan->network[i].node[kind][index]);
            char *name = xasprintf("%s_%s", plan->network[i].name, end);
            netlist_terminate(top->module, name, (struct interface){top->networks[i], end});
            free(end);
            free(name);
        }
}

/* The node's constants. */
static void tie_constants(const struct top *top, struct instance *node, enum node_kind kind,
                          unsigned index)
{
    const struct plan *plan = top->chip->plan;
    for (unsigned i = 0; i < plan_signal_count; i++) {
        const struct plan_signal *signal = &plan_signals[i];
        if (signal->kind != SIGNAL_CONSTANT || !plan_has_signal(plan, i, kind))
            continue;
        for (unsigned k = 0; k < plan_signal_elements(plan, i); k++)
            connect(node, signal->name,
                    tie(plan_signal_bits(plan, i),
                        signal->value(plan, (struct plan_at){kind, index, k})));
    }
}

/* Control inputs with an element for each program: a core has that of its own. */
static void join_programs(const struct top *top, struct instance *node, enum node_kind kind,
                          unsigned index)
{
    const struct plan *plan = top->chip->plan;
    for (unsigned i = 0; i < plan_signal_count; i++) {
        if (!plan_signals[i].by_program || !plan_has_signal(plan, i, kind))
            continue;
        const struct net *net = netlist_find(top->module, plan_signals[i].name);
        connect(node, plan_signals[i].name,
                kind == NODE_CORE ? bits(net, config_program(&plan->config, index), 1)
                                  : whole(net));
    }
}

/* The chip's ports for what stands outside of the node. */
static void export_outside(const struct top *top, struct instance *node, enum node_kind kind)
{
    const struct plan_node *of = &top->chip->plan->node[kind];
    for (unsigned i = 0; i < of->instance_count; i++) {
        const struct block *block = of->instances[i].block;
        for (unsigned k = 0; of->instances[i].outside && k < block->port_count; k++) {
            int index = instance_find_port(node, block->ports[k].name);
            if (index < 0)
                continue;
            struct port port = instance_port(node, (unsigned)index);
            connect(node, port.name,
                    whole(netlist_net(top->module, port.output ? NET_OUTPUT : NET_INPUT, port.width,
                                      port.comment, "%s_%s", node->name, port.name)));
        }
    }
}

static void gather_results(const struct top *top, struct instance *node, enum node_kind kind,
                           unsigned index)
{
    for (unsigned i = 0; i < RESULTS; i++) {
        const struct plan_result *result = &plan_results[i];
        if (!plan_has_result(top->chip->plan, i, kind))
            continue;
        if (result->form == RESULT_EACH) {
            connect(node, result->name, bits(top->results[i], index, 1));
            continue;
        }
        struct net *net = netlist_net(top->module, NET_WIRE, result->bits, result->comment, "%s_%s",
                                      node->name, result->name);
        connect(node, result->name, whole(net));
        if (result->form == RESULT_CHOSEN)
            connect(top->merge, "node_value", whole(net));
        else
            netlist_or(top->module, top->results[i], whole(net));
    }
}

/* Networks whose MC-routers can be bypassed are told so by the hub, and it is told when all have
 * followed. */
static void join_bypassable(const struct top *top, unsigned number)
{
    const struct plan *plan = top->chip->plan;
    const struct plan_span *span = &plan->spans[number];
    const struct net *hub = top->spans[number].net;
    for (unsigned i = 0; i < plan->networks; i++) {
        if (!plan->network[i].bypassable)
            continue;
        if (span->form == SPAN_TO_NETWORKS) {
            connect(top->networks[i], span->port, whole(hub));
            continue;
        }
        struct net *net = netlist_net(top->module, NET_WIRE, 1, "all its MC-routers are bypassed",
                                      "%s_%s", plan->network[i].name, span->port);
        connect(top->networks[i], span->port, whole(net));
        netlist_and(top->module, hub, whole(net));
    }
}

/* The hub stands before the nodes, which are joined with it one by one. An output of it is one net,
 * whoever reads it. */
static void add_hub(struct top *top)
{
    const struct plan *plan = top->chip->plan;
    if (!plan->node[NODE_HUB].count)
        return;
    top->hub =
        netlist_instance(top->module, top->nodes[NODE_HUB], "%s_0", plan->node[NODE_HUB].name);
    for (unsigned i = 0; i < plan->span_count; i++) {
        const struct plan_span *span = &plan->spans[i];
        char *name =
            xasprintf("%s_%s", plan->node[NODE_HUB].instances[span->hub].name, span->hub_port);
        unsigned index = (unsigned)instance_find_port(top->hub, name);
        struct slices *joined = &top->hub->connections[index];
        bool is_net = span->form != SPAN_OF_EACH && span->form != SPAN_OF_ONE &&
                      span->form != SPAN_OF_PROGRAM;
        struct port port = instance_port(top->hub, index);
        for (unsigned p = 0; span->form == SPAN_OF_PROGRAM && p < port.width; p++) {
            char *number = port.width > 1 ? xasprintf("_%u", p) : xasprintf("%s", "");
            connect(top->hub, name,
                    whole(netlist_net(top->module, NET_WIRE, 1, port.comment, "%s_%s%s",
                                      top->hub->name, name, number)));
            free(number);
        }
        if (is_net && !joined->count)
            connect(top->hub, name,
                    whole(netlist_net(top->module, NET_WIRE, port.width, port.comment, "%s_%s",
                                      top->hub->name, name)));
        top->spans[i] = (struct hub_port){index, is_net ? joined->part[0].net : NULL};
        free(name);
        if (span->kind == NODE_KINDS)
            join_bypassable(top, i);
    }
}

/* Whether the hub has this wire with the node of that number: not what one other node is asked. */
static bool is_joined(const struct plan_span *span, unsigned index)
{
    return span->form != SPAN_OF_ONE || span->node == index;
}

/* What a node says to the hub: one net, however many there read it. Last come outputs that nobody
 * reads, and end here. */
static const struct net *net_of(const struct top *top, struct instance *node, const char *name,
                                bool unused)
{
    unsigned index = (unsigned)instance_find_port(node, name);
    struct port port = instance_port(node, index);
    if (node->connections[index].count)
        return node->connections[index].part[0].net;
    struct net *net =
        netlist_net(top->module, NET_WIRE, port.width, unused ? "not needed here" : port.comment,
                    "%s%s_%s", unused ? "unused_" : "", node->name, name);
    net->unused = unused;
    connect(node, name, whole(net));
    return net;
}

/* What a node has to do with the hub: an output goes into its OR, or to the hub's element for it.
 */
static void join_hub(const struct top *top, struct instance *node, unsigned number, unsigned index)
{
    const struct plan_span *span = &top->chip->plan->spans[number];
    const struct hub_port *hub = &top->spans[number];
    char *name = xasprintf("%s_%s", top->chip->plan->node[span->kind].instances[span->there].name,
                           span->port);
    unsigned program =
        plan_spans_programs(span->form) ? config_program(&top->chip->plan->config, index) : 0;
    if (plan_span_leaves_hub(span->form)) {
        connect(node, name,
                span->form == SPAN_TO_PROGRAM ? bits(hub->net, program, 1) : whole(hub->net));
        free(name);
        return;
    }
    const struct net *net = net_of(top, node, name, !is_joined(span, index));
    if (span->form == SPAN_OF_ANY)
        netlist_or(top->module, hub->net, whole(net));
    else if (span->form == SPAN_OF_PROGRAM)
        netlist_or(top->module, top->hub->connections[hub->index].part[program].net, whole(net));
    else if (is_joined(span, index))
        connect(top->hub, instance_port(top->hub, hub->index).name, whole(net));
    free(name);
}

static struct instance *add_node(struct top *top, enum node_kind kind, unsigned index)
{
    const struct plan *plan = top->chip->plan;
    struct instance *node = kind == NODE_HUB
                                ? top->hub
                                : netlist_instance(top->module, top->nodes[kind], "%s_%u",
                                                   plan->node[kind].name, index);
    export_outside(top, node, kind);
    join_networks(top, node, kind, index);
    tie_constants(top, node, kind, index);
    join_programs(top, node, kind, index);
    gather_results(top, node, kind, index);
    for (unsigned joined = 2; joined-- > 0;)
        for (unsigned i = 0; i < plan->span_count; i++)
            if (plan->spans[i].kind == kind && is_joined(&plan->spans[i], index) == joined)
                join_hub(top, node, i, index);
    return node;
}

/* What each node of the kind offers goes to the next one. */
static void join_ring(const struct top *top, const struct plan_ring *ring, enum node_kind kind,
                      struct instance *(*nodes)[CORES_MAX])
{
    const struct plan *plan = top->chip->plan;
    for (unsigned i = 0; i < plan->node[kind].count; i++) {
        struct ring_place next = ring_next(ring, (struct ring_place){kind, i});
        char *name = xasprintf("%s_%s", nodes[kind][i]->name, ring->output);
        netlist_link(top->module, name, (struct interface){nodes[kind][i], ring->output},
                     (struct interface){nodes[next.kind][next.node], ring->input}, "");
        free(name);
    }
}

/* Those whose last nodes are of this kind: all of them are there then. */
static void join_rings(const struct top *top, enum node_kind kind,
                       struct instance *(*nodes)[CORES_MAX])
{
    const struct plan *plan = top->chip->plan;
    for (unsigned i = 0; i < plan->ring_count; i++) {
        const struct plan_ring *ring = &plan->rings[i];
        if (kind != (ring->via < NODE_KINDS ? ring->via : ring->kind))
            continue;
        join_ring(top, ring, ring->kind, nodes);
        if (ring->via < NODE_KINDS)
            join_ring(top, ring, ring->via, nodes);
    }
}

/* Control inputs, but those by program, and the network's enables go to every instance that has a
 * port of their name. */
static void spread(const struct top *top)
{
    connect_everywhere(top->module, netlist_find(top->module, "clk"));
    connect_everywhere(top->module, netlist_find(top->module, "rst"));
    connect_everywhere(top->module, netlist_find(top->module, "noc_next_en"));
    for (unsigned i = 0; i < plan_signal_count; i++)
        if (plan_signals[i].kind != SIGNAL_CONSTANT && !plan_signals[i].by_program &&
            plan_signals[i].exists(&top->chip->plan->config))
            connect_everywhere(top->module, netlist_find(top->module, plan_signals[i].name));
}

static void build_top(struct top *top)
{
    const struct plan *plan = top->chip->plan;
    top->module = design_structure(top->chip->design, "gpu_mem",
                                   "The memory system of the GPU: one L1 per core, request and "
                                   "reply network, one LLC slice per\nmemory partition. SM i is "
                                   "attached at core_<i>_*, DRAM channel j at mem_<j>_*.");
    top->chip->design->top = top->module;
    clock_inputs(top->module);
    add_ports(top);
    add_own_blocks(top);
    add_hub(top);
    struct instance *nodes[NODE_KINDS][CORES_MAX]; /* other kinds have fewer */
    for (unsigned kind = 0; kind < NODE_KINDS; kind++) {
        for (unsigned i = 0; i < plan->node[kind].count; i++)
            nodes[kind][i] = add_node(top, kind, i);
        join_rings(top, kind, nodes);
    }
    for (unsigned i = 0; i < RESULTS; i++)
        if (plan_results[i].form == RESULT_CHOSEN)
            connect(top->merge, "value", whole(top->results[i]));
    spread(top);
}

void chip_elaborate(struct design *design, const struct plan *plan, const char *rtl_dir)
{
    design_init(design);
    struct elaboration chip = {
        .design = design, .plan = plan, .features = plan->config, .rtl_dir = rtl_dir};
    for (unsigned i = 0; i < plan->networks; i++)
        if (plan->network[i].topology != &mesh_topology)
            chip.features.topology = TOPOLOGY_BUTTERFLY;
    struct top top = {.chip = &chip};
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        if (plan->node[kind].count)
            top.nodes[kind] = node_build(&chip, kind);
    for (unsigned i = 0; i < plan->networks; i++)
        if (!design_find(design, plan->network[i].module))
            network_build(&chip, &plan->network[i]);
    build_top(&top);
    netlist_check(design);
    leaf_specialise(design);
}
