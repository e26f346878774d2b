/* Elaboration of the chip: core_node, mem_node, mesh and gpu_mem out of the leaf blocks. Interfaces
 * and numbering: docs/interfaces.md. */
#include "chip.h"
#include "leaf.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS = 8, COUNTER_BITS = 3 };

struct chip {
    struct design *design;
    const struct config *config;
    const char *rtl_dir;
    unsigned index_bits; /* bits of a node index of the statistics port */
};

/* An event pulse of a block; the position in a list is the counter's number. */
struct event {
    struct instance *instance;
    const char *port;
};

static struct instance *leaf_instance(const struct chip *chip, struct module *in, const char *name,
                                      const char *as)
{
    struct module *leaf = leaf_load(chip->design, name, chip->rtl_dir, chip->config);
    return netlist_instance(in, leaf, "%s", as);
}

static struct net *input(struct module *module, unsigned width, const char *name,
                         const char *comment)
{
    return netlist_net(module, NET_INPUT, width, comment, "%s", name);
}

static struct net *output(struct module *module, unsigned width, const char *name,
                          const char *comment)
{
    return netlist_net(module, NET_OUTPUT, width, comment, "%s", name);
}

/* The inputs that every module of structure has. */
static void clock_inputs(struct module *module)
{
    input(module, 1, "clk", "clock");
    input(module, 1, "rst", "synchronous reset, active high");
}

/* Wires that go to every instance with a port of their name. Called when all instances exist. */
static void spread_shared(struct module *module)
{
    static const char *const shared[] = {"clk",       "rst",         "noc_en",
                                         "flush",     "llc_flush",   "partition_nodes",
                                         "stat_node", "stat_counter"};
    for (unsigned i = 0; i < module->net_count; i++)
        for (unsigned k = 0; k < sizeof shared / sizeof *shared; k++)
            if (!strcmp(module->nets[i]->name, shared[k]))
                connect_everywhere(module, module->nets[i]);
}

/* The counters of a node and their part of the statistics port. */
static void add_counters(const struct chip *chip, struct module *module, const struct event *events)
{
    struct instance *counters = leaf_instance(chip, module, "perf_counters", "perf_counters");
    instance_set(counters, "EVENTS", EVENTS);
    instance_set(counters, "NODE_BITS", chip->index_bits);
    for (unsigned i = 0; i < EVENTS; i++) {
        struct net *pulse = netlist_net(module, NET_WIRE, 1, "statistics", "%s_%s",
                                        events[i].instance->name, events[i].port);
        connect(events[i].instance, events[i].port, whole(pulse));
        connect(counters, "event_pulse", whole(pulse));
    }
    connect(counters, "here",
            whole(input(module, chip->index_bits, "stat_here", "index of this node (constant)")));
    connect(counters, "select_node",
            whole(input(module, chip->index_bits, "stat_node", "node that is read")));
    connect(counters, "select_counter",
            whole(input(module, COUNTER_BITS, "stat_counter", "counter that is read")));
    connect(counters, "value",
            whole(output(module, 32, "stat_value", "the counter when this node is read, else 0")));
}

/* The network interface of a node with its links as interfaces inject and eject of the module. */
static struct instance *add_port(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *port = leaf_instance(chip, module, "noc_port", "noc_port");
    instance_set(port, "LINE_BITS", c->line_bits);
    instance_set(port, "VCS", c->vcs);
    instance_set(port, "DEPTH", c->vc_depth);
    instance_set(port, "SLOTS", c->inject_slots);
    connect(port, "here", whole(input(module, NODE_BITS, "here", "address {y, x} of this node")));
    netlist_export(module, "inject", (struct interface){port, "inject"});
    connect(port, "router_credit",
            whole(input(module, c->vcs, "inject_credit", "per VC: a slot became free")));
    netlist_export(module, "eject", (struct interface){port, "eject"});
    connect(port, "port_credit",
            whole(output(module, c->vcs, "eject_credit", "per VC: a slot became free")));
    return port;
}

static struct instance *add_l1(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *l1 = leaf_instance(chip, module, "l1_cache", "l1_cache");
    instance_set(l1, "LINE_BITS", c->line_bits);
    instance_set(l1, "SETS", c->l1_sets);
    instance_set(l1, "WAYS", c->l1_ways);
    instance_set(l1, "LATENCY", c->l1_latency - 1); /* the arbiter takes the other cycle */
    instance_set(l1, "STORE_QUEUE", c->l1_store_queue);
    instance_set(l1, "WRITE_UPDATE", c->l1_write_hit);
    instance_set(l1, "HASH_INDEX", c->l1_index);
    instance_set(l1, "ID_BITS", c->id_bits);
    return l1;
}

static struct instance *add_mshr(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *mshr = leaf_instance(chip, module, "mshr", "mshr");
    instance_set(mshr, "LINE_BITS", c->line_bits);
    instance_set(mshr, "ENTRIES", c->mshr_entries);
    instance_set(mshr, "TARGETS", c->mshr_targets);
    instance_set(mshr, "ID_BITS", c->id_bits);
    instance_set(mshr, "CHUNK_BITS", c->chunk_bits);
    instance_set(mshr, "PARTITIONS", c->partitions);
    return mshr;
}

static struct module *build_core_node(const struct chip *chip)
{
    struct module *m = design_structure(
        chip->design, "core_node",
        "What belongs to one core: L1 with its arbiter and MSHR, network interface, counters.");
    clock_inputs(m);
    input(m, 1, "noc_en", "network clock enable");
    input(m, 1, "flush", "kernel boundary: invalidate the L1");
    input(m, chip->config->partitions * NODE_BITS, "partition_nodes",
          "node of each partition (constant)");
    struct instance *arbiter = leaf_instance(chip, m, "l1_arbiter", "l1_arbiter");
    instance_set(arbiter, "LINE_BITS", chip->config->line_bits);
    instance_set(arbiter, "ID_BITS", chip->config->id_bits);
    struct instance *l1 = add_l1(chip, m), *mshr = add_mshr(chip, m);
    netlist_export(m, "request", (struct interface){arbiter, "local"});
    netlist_export(m, "hit", (struct interface){l1, "hit"});
    netlist_export(m, "response", (struct interface){mshr, "response"});
    struct instance *port = add_port(chip, m);
    netlist_link(m, "access", (struct interface){arbiter, "access"},
                 (struct interface){l1, "access"}, "");
    netlist_link(m, "miss", (struct interface){l1, "miss"}, (struct interface){mshr, "miss"}, "");
    netlist_link(m, "fill", (struct interface){mshr, "fill"}, (struct interface){l1, "fill"}, "");
    netlist_link(m, "send", (struct interface){mshr, "request"}, (struct interface){port, "send"},
                 "");
    netlist_link(m, "recv", (struct interface){port, "recv"}, (struct interface){mshr, "reply"},
                 " op src line sectors mask ");
    add_counters(chip, m,
                 (struct event[EVENTS]){{l1, "event_access"},
                                        {l1, "event_hit"},
                                        {l1, "event_miss"},
                                        {l1, "event_merge"},
                                        {l1, "event_store"},
                                        {l1, "event_other"},
                                        {l1, "event_stall"},
                                        {mshr, "event_stall"}});
    spread_shared(m);
    return m;
}

static struct instance *add_slice(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *slice = leaf_instance(chip, module, "llc_slice", "llc_slice");
    instance_set(slice, "LINE_BITS", c->line_bits);
    instance_set(slice, "SETS", c->llc_sets);
    instance_set(slice, "WAYS", c->llc_ways);
    instance_set(slice, "LATENCY", c->llc_latency);
    instance_set(slice, "QUEUE", c->llc_queue);
    instance_set(slice, "ENTRIES", c->llc_mshr_entries);
    instance_set(slice, "TARGETS", c->llc_mshr_targets);
    instance_set(slice, "INDEX_SHIFT",
                 is_power_of_two(c->partitions) ? log2_ceil(c->partitions) : 0);
    instance_set(slice, "CHUNK_BITS", c->chunk_bits);
    instance_set(slice, "HASH_INDEX", c->llc_index);
    return slice;
}

static struct module *build_mem_node(const struct chip *chip)
{
    struct module *m = design_structure(
        chip->design, "mem_node",
        "One memory partition: slice of the last-level cache, network interface, counters.");
    clock_inputs(m);
    input(m, 1, "noc_en", "network clock enable");
    struct instance *slice = add_slice(chip, m);
    connect(slice, "flush",
            whole(input(m, 1, "llc_flush", "starts the write-back of all dirty lines")));
    connect(slice, "busy", whole(output(m, 1, "llc_busy", "a flush is under way")));
    netlist_export(m, "dram", (struct interface){slice, "dram"});
    netlist_export(m, "dram_reply", (struct interface){slice, "dram_reply"});
    struct instance *port = add_port(chip, m);
    netlist_link(m, "recv", (struct interface){port, "recv"}, (struct interface){slice, "request"},
                 "");
    netlist_link(m, "send", (struct interface){slice, "reply"}, (struct interface){port, "send"},
                 " op sectors mask ");
    add_counters(chip, m,
                 (struct event[EVENTS]){{slice, "event_access"},
                                        {slice, "event_hit"},
                                        {slice, "event_miss"},
                                        {slice, "event_merge"},
                                        {slice, "event_writeback"},
                                        {slice, "event_dram_read"},
                                        {slice, "event_stall"},
                                        {slice, "event_atomic"}});
    spread_shared(m);
    return m;
}

/* Joins a node with the network that it sends to and the one that it gets flits from. Requests go
 * from cores to partitions only, replies back, so the other direction of each network ends here. */
static void join(struct module *top, struct instance *node, unsigned address,
                 struct instance *sends_to, struct instance *gets_from)
{
    char *inject = xasprintf("inject_%u_%u", node_x(address), node_y(address));
    char *eject = xasprintf("eject_%u_%u", node_x(address), node_y(address));
    char *sent = xasprintf("%s_inject", node->name), *got = xasprintf("%s_eject", node->name);
    netlist_link(top, sent, (struct interface){node, "inject"},
                 (struct interface){sends_to, inject}, "");
    netlist_terminate(top, sent, (struct interface){gets_from, inject});
    netlist_link(top, got, (struct interface){gets_from, eject}, (struct interface){node, "eject"},
                 "");
    netlist_terminate(top, got, (struct interface){sends_to, eject});
    connect(node, "here", tie(NODE_BITS, address));
    free(inject);
    free(eject);
    free(sent);
    free(got);
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
    netlist_export(top, name, (struct interface){node, interface});
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

/* Core i with the ports of its SM. */
static struct instance *add_core(const struct chip *chip, struct module *top,
                                 struct module *core_node, unsigned i)
{
    struct instance *core = netlist_instance(top, core_node, "core_%u", i);
    export(top, core, "request");
    export(top, core, "hit");
    export(top, core, "response");
    for (unsigned p = 0; p < chip->config->partitions; p++)
        connect(core, "partition_nodes", tie(NODE_BITS, chip->config->partition_node[p]));
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
                      struct module *mesh)
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
    input(top, 1, "llc_flush", "one cycle: write back all dirty lines");
    struct net *busy = output(top, 1, "llc_busy", "the write-back is under way");
    input(top, chip->index_bits, "stat_node", "node that is read: cores, then partitions");
    input(top, COUNTER_BITS, "stat_counter", "counter that is read");
    struct net *value = output(top, 32, "stat_value", "the counter, two cycles later");
    add_divider(chip, top);
    struct instance *request = netlist_instance(top, mesh, "request_mesh");
    struct instance *reply = netlist_instance(top, mesh, "reply_mesh");
    struct instance *merge = leaf_instance(chip, top, "perf_merge", "perf_merge");
    instance_set(merge, "N", c->cores + c->partitions);
    connect(merge, "value", whole(value));
    for (unsigned i = 0; i < c->cores; i++) {
        struct instance *core = add_core(chip, top, core_node, i);
        join(top, core, c->core_node[i], request, reply);
        count(chip, top, core, merge, i);
    }
    for (unsigned i = 0; i < c->partitions; i++) {
        struct instance *memory = add_partition(top, mem_node, busy, i);
        join(top, memory, c->partition_node[i], reply, request);
        count(chip, top, memory, merge, c->cores + i);
    }
    spread_shared(top);
}

void chip_elaborate(struct design *design, const struct config *config, const char *rtl_dir)
{
    design_init(design);
    struct chip chip = {.design = design, .config = config, .rtl_dir = rtl_dir};
    chip.index_bits = log2_ceil(config->cores + config->partitions);
    struct module *core_node = build_core_node(&chip), *mem_node = build_mem_node(&chip);
    struct module *router = leaf_load(design, "router", rtl_dir, config);
    struct module *mesh = mesh_build(design, config, router);
    build_top(&chip, core_node, mem_node, mesh);
    netlist_check(design);
    leaf_specialise(design);
}
