/* Elaboration of the chip: what all nodes share, and gpu_mem out of nodes and networks. Interfaces
 * and numbering: docs/interfaces.md. */
#include "chip.h"
#include "chip_parts.h"
#include "leaf.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

struct instance *leaf_instance(const struct chip *chip, struct module *in, const char *name,
                               const char *as)
{
    struct module *leaf = leaf_load(chip->design, name, chip->rtl_dir, chip->config);
    return netlist_instance(in, leaf, "%s", as);
}

struct net *input(struct module *module, unsigned width, const char *name, const char *comment)
{
    return netlist_net(module, NET_INPUT, width, comment, "%s", name);
}

struct net *output(struct module *module, unsigned width, const char *name, const char *comment)
{
    return netlist_net(module, NET_OUTPUT, width, comment, "%s", name);
}

void leave_unused(struct module *module, struct instance *instance, const char *port,
                  unsigned width, const char *name)
{
    struct net *net = netlist_net(module, NET_WIRE, width, "not needed here", "unused_%s", name);
    net->unused = true;
    connect(instance, port, whole(net));
}

/* The inputs that every module of structure has. */
void clock_inputs(struct module *module)
{
    input(module, 1, "clk", "clock");
    input(module, 1, "rst", "synchronous reset, active high");
}

/* Wires that go to every instance with a port of their name. Called when all instances exist. */
void spread_shared(struct module *module)
{
    static const char *const shared[] = {
        "clk",         "rst",       "noc_en",         "issued",          "here_core",
        "core_nodes",  "core_hops", "partition_hops", "l1_mode",         "l1_chunk",
        "l1_nearest",  "flush",     "llc_flush",      "partition_nodes", "stat_node",
        "stat_counter"};
    for (unsigned i = 0; i < module->net_count; i++)
        for (unsigned k = 0; k < sizeof shared / sizeof *shared; k++)
            if (!strcmp(module->nets[i]->name, shared[k]))
                connect_everywhere(module, module->nets[i]);
}

void add_counters(const struct chip *chip, struct module *module, const struct event *events,
                  unsigned count)
{
    struct instance *counters = leaf_instance(chip, module, "perf_counters", "perf_counters");
    unsigned all = chip->config->events;
    instance_set(counters, "EVENTS", all);
    instance_set(counters, "NODE_BITS", chip->index_bits);
    for (unsigned i = 0; i < count; i++) {
        if (!events[i].instance) {
            connect(counters, "event_pulse", tie(1, 0));
            continue;
        }
        struct net *pulse = netlist_net(module, NET_WIRE, 1, "statistics", "%s_%s",
                                        events[i].instance->name, events[i].port);
        connect(events[i].instance, events[i].port, whole(pulse));
        connect(counters, "event_pulse", whole(pulse));
    }
    if (count < all)
        connect(counters, "event_pulse", tie(all - count, 0));
    connect(counters, "here",
            whole(input(module, chip->index_bits, "stat_here", "index of this node (constant)")));
    connect(counters, "select_node",
            whole(input(module, chip->index_bits, "stat_node", "node that is read")));
    connect(counters, "select_counter",
            whole(input(module, chip->counter_bits, "stat_counter", "counter that is read")));
    connect(counters, "value",
            whole(output(module, 32, "stat_value", "the counter when this node is read, else 0")));
}

static void export_link(struct module *module, const char *prefix, struct instance *port,
                        const char *interface)
{
    char *name = xasprintf("%s%s", prefix, interface);
    netlist_export(module, name, (struct interface){port, interface, 1});
    free(name);
}

static struct net *credit_net(struct module *module, enum net_kind kind, unsigned vcs,
                              const char *prefix, const char *name)
{
    return netlist_net(module, kind, vcs, "per VC: a slot became free", "%s%s", prefix, name);
}

struct instance *add_port(const struct chip *chip, struct module *module,
                          const struct config *network, const char *name, const char *prefix,
                          const char *here, unsigned ends)
{
    const struct config *c = chip->config;
    struct instance *port = leaf_instance(chip, module, "noc_port", name);
    connect(port, "here", whole(netlist_find(module, here)));
    instance_set(port, "LINE_BITS", c->line_bits);
    instance_set(port, "VCS", c->vcs);
    instance_set(port, "DEPTH", c->vc_depth);
    instance_set(port, "SOURCES", ends);
    instance_set(port, "SLOTS", c->inject_slots);
    instance_set(port, "CLASSES", network->classes);
    instance_set(port, "SINKS", ends);
    instance_set(port, "MSG_ID_BITS", c->port_id_bits);
    export_link(module, prefix, port, "inject");
    connect(port, "router_credit",
            whole(credit_net(module, NET_INPUT, c->vcs, prefix, "inject_credit")));
    export_link(module, prefix, port, "eject");
    connect(port, "port_credit",
            whole(credit_net(module, NET_OUTPUT, c->vcs, prefix, "eject_credit")));
    return port;
}

void link_id(const struct chip *chip, struct module *module, const char *link,
             struct instance *block, const char *block_port, struct instance *port,
             const char *port_port)
{
    unsigned bits = chip->config->msg_id_bits, upper = chip->config->port_id_bits - bits;
    struct net *id = netlist_net(module, NET_WIRE, bits, "message id", "%s_id", link);
    connect(block, block_port, whole(id));
    connect(port, port_port, whole(id));
    if (!upper)
        return;
    if (instance_port(port, (unsigned)instance_find_port(port, port_port)).output)
        leave_unused(module, port, port_port, upper, id->name);
    else
        connect(port, port_port, tie(upper, 0));
}

/* The network's side of the link `way` (inject or eject) at an address. */
static void join_way(struct module *top, struct instance *node, const char *prefix,
                     struct instance *network, const char *way, unsigned address)
{
    char *end = xasprintf("%s_%u_%u", way, node_x(address), node_y(address));
    char *own = xasprintf("%s%s", prefix ? prefix : "", way);
    char *name = xasprintf("%s_%s", node->name, own);
    bool inject = !strcmp(way, "inject");
    struct interface there = {network, end, 1}, here = {node, own, 1};
    if (!prefix)
        netlist_terminate(top, name, there);
    else
        netlist_link(top, name, inject ? here : there, inject ? there : here, "");
    free(end);
    free(own);
    free(name);
}

/* Joins the core's second port with the work-distribution crossbar. */
static void join_crossbar(struct module *top, struct instance *core, unsigned address,
                          struct instance *crossbar)
{
    join_way(top, core, "home_", crossbar, "inject", address);
    join_way(top, core, "home_", crossbar, "eject", address);
    connect(core, "home_here", tie(NODE_BITS, address));
}

/* Joins a node with both networks. Its noc_port injects into one and ejects from the other; a
 * home's second port takes the other two ways, which otherwise end here. */
static void join(struct module *top, struct instance *node, unsigned address,
                 struct instance *sends_to, struct instance *gets_from, bool is_home)
{
    const char *second = is_home ? "home_" : NULL;
    join_way(top, node, "", sends_to, "inject", address);
    join_way(top, node, second, gets_from, "inject", address);
    join_way(top, node, "", gets_from, "eject", address);
    join_way(top, node, second, sends_to, "eject", address);
    connect(node, "here", tie(NODE_BITS, address));
}

/* The node's place in the statistics: its index, and its value for perf_merge. */
static void count(const struct chip *chip, struct module *top, struct instance *node,
                  struct instance *merge, unsigned index)
{
    struct net *value = netlist_net(top, NET_WIRE, 32, "the counter when this node is read",
                                    "%s_stat_value", node->name);
    connect(node, "stat_here", tie(chip->index_bits, index));
    connect(node, "stat_value", whole(value));
    connect(merge, "node_value", whole(value));
}

static void export(struct module *top, struct instance *node, const char *interface)
{
    char *name = xasprintf("%s_%s", node->name, interface);
    netlist_export(top, name, (struct interface){node, interface, 1});
    free(name);
}

static void add_divider(const struct chip *chip, struct module *top)
{
    uint64_t common = gcd(chip->config->core_mhz, chip->config->noc_mhz);
    struct instance *divider = leaf_instance(chip, top, "clock_divider", "clock_divider");
    instance_set(divider, "NUMERATOR", chip->config->noc_mhz / common);
    instance_set(divider, "DENOMINATOR", chip->config->core_mhz / common);
    struct net *enable = netlist_net(top, NET_WIRE, 1, "network clock enable", "noc_en");
    connect(divider, "en", whole(enable));
}

/* What a core must know of the others' places to choose where a request goes. On a crossbar of
 * their own all homes are nearest. */
static void tie_places(const struct chip *chip, struct instance *core, unsigned i)
{
    const struct config *c = chip->config;
    connect(core, "here_core", tie(core_bits(c), i));
    for (unsigned k = 0; k < c->cores; k++) {
        unsigned hops = chip->crossbar ? 0 : config_hops(c, c->core_node[i], c->core_node[k]);
        connect(core, "core_nodes", tie(NODE_BITS, remote_network(chip)->core_node[k]));
        connect(core, "core_hops", tie(HOP_BITS, hops));
    }
    for (unsigned k = 0; k < c->partitions; k++)
        connect(core, "partition_hops",
                tie(HOP_BITS, config_hops(c, c->core_node[i], c->partition_node[k])));
}

/* Core i with the ports of its SM. */
static struct instance *add_core(const struct chip *chip, struct module *top,
                                 struct module *core_node, unsigned i)
{
    struct instance *core = netlist_instance(top, core_node, "core_%u", i);
    export(top, core, "request");
    if (chip->config->l1_protect) {
        char *name = xasprintf("core_%u_issued", i);
        connect(core, "issued",
                whole(input(top, 2, name, "warp instructions that the core issued")));
        free(name);
    }
    export(top, core, "hit");
    export(top, core, "response");
    for (unsigned p = 0; p < chip->config->partitions; p++)
        connect(core, "partition_nodes", tie(NODE_BITS, chip->config->partition_node[p]));
    if (chip->config->shared_l1) {
        export(top, core, "remote");
        tie_places(chip, core, i);
    }
    return core;
}

/* Partition i with the ports of its DRAM channel; its flush counts for `busy` of the chip. */
static struct instance *add_partition(struct module *top, struct module *mem_node,
                                      const struct net *busy, unsigned i)
{
    struct instance *memory = netlist_instance(top, mem_node, "mem_%u", i);
    struct net *own = netlist_net(top, NET_WIRE, 1, "a flush is under way", "mem_%u_busy", i);
    connect(memory, "llc_busy", whole(own));
    netlist_or(top, busy, whole(own));
    export(top, memory, "dram");
    export(top, memory, "dram_reply");
    return memory;
}

static void build_top(const struct chip *chip, struct module *core_node, struct module *mem_node,
                      struct module *network, struct module *crossbar)
{
    const struct config *c = chip->config;
    struct module *top =
        design_structure(chip->design, "gpu_mem",
                         "The memory system of the GPU: one L1 per core, request and reply "
                         "network, one LLC slice per\nmemory partition. SM i is attached at "
                         "core_<i>_*, DRAM channel j at mem_<j>_*.");
    chip->design->top = top;
    clock_inputs(top);
    input(top, 1, "flush", "kernel boundary: invalidate all L1s, one cycle");
    if (c->shared_l1) {
        input(top, 2, "l1_mode", "organization of the L1s: 0 private, 1 shared, 2 and 3 dynamic");
        input(top, 1, "l1_chunk", "answers of other cores carry only the sectors asked for");
        input(top, 1, "l1_nearest", "ask the L2 slice when it is nearer than the home");
    }
    input(top, 1, "llc_flush", "one cycle: write back all dirty lines");
    struct net *busy = output(top, 1, "llc_busy", "the write-back is under way");
    input(top, chip->index_bits, "stat_node", "node that is read: cores, then partitions");
    input(top, chip->counter_bits, "stat_counter", "counter that is read");
    struct net *value = output(top, 32, "stat_value", "the counter, two cycles later");
    add_divider(chip, top);
    struct instance *request = netlist_instance(top, network, "request_mesh");
    struct instance *reply = netlist_instance(top, network, "reply_mesh");
    struct instance *work = crossbar ? netlist_instance(top, crossbar, "%s", crossbar->name) : NULL;
    struct instance *merge = leaf_instance(chip, top, "perf_merge", "perf_merge");
    instance_set(merge, "N", c->cores + c->partitions);
    connect(merge, "value", whole(value));
    for (unsigned i = 0; i < c->cores; i++) {
        struct instance *core = add_core(chip, top, core_node, i);
        join(top, core, c->core_node[i], request, reply,
             c->shared_l1 && c->remote_via == REMOTE_DIRECT);
        if (work)
            join_crossbar(top, core, chip->crossbar->core_node[i], work);
        count(chip, top, core, merge, i);
    }
    for (unsigned i = 0; i < c->partitions; i++) {
        struct instance *memory = add_partition(top, mem_node, busy, i);
        join(top, memory, c->partition_node[i], reply, request, false);
        count(chip, top, memory, merge, c->cores + i);
    }
    spread_shared(top);
}

void chip_elaborate(struct design *design, const struct config *config, const char *rtl_dir)
{
    design_init(design);
    struct config own_crossbar;
    struct chip chip = {.design = design, .config = config, .rtl_dir = rtl_dir};
    if (config->remote_via == REMOTE_VIA_CROSSBAR) {
        config_crossbar(config, &own_crossbar);
        chip.crossbar = &own_crossbar;
    }
    chip.index_bits = log2_ceil(config->cores + config->partitions);
    chip.counter_bits = log2_ceil(config->events);
    struct module *core_node = core_node_build(&chip), *mem_node = mem_node_build(&chip);
    struct module *router = leaf_load(design, "router", rtl_dir, remote_network(&chip));
    struct module *network = network_build(design, config, router), *crossbar = NULL;
    if (chip.crossbar)
        crossbar = fly_build(design, chip.crossbar, router, "work_crossbar");
    build_top(&chip, core_node, mem_node, network, crossbar);
    netlist_check(design);
    leaf_specialise(design);
}
