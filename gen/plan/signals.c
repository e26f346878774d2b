/* Inputs of nodes that are no links: the network's clock enable, the chip's control inputs, and
 * constants that say where a node is and where the others are. And their outputs that are none. */
#include "parts.h"

#include <string.h>

#include "util.h"

static unsigned zero(const struct plan *plan, struct plan_at at)
{
    (void)plan;
    (void)at;
    return 0;
}

static unsigned core_bits(const struct plan *plan)
{
    return plan->config.cores > 1 ? config_ccn_name_bits(&plan->config) : 1;
}

static unsigned bridge_bits(const struct plan *plan)
{
    return log2_ceil(plan->config.cores / config_ccn_cores(&plan->config));
}

static unsigned cores(const struct plan *plan)
{
    return plan->config.cores;
}

static unsigned programs(const struct plan *plan)
{
    return plan->config.programs;
}

static unsigned partitions(const struct plan *plan)
{
    return plan->config.partitions;
}

static unsigned here(const struct plan *plan, struct plan_at at)
{
    return plan->network[NETWORK_REQUEST].node[at.kind][at.node];
}

static unsigned home_here(const struct plan *plan, struct plan_at at)
{
    return plan->network[NETWORK_CROSSBAR].node[at.kind][at.node];
}

/* Between bridges cores are numbered in each cluster. */
static unsigned here_core(const struct plan *plan, struct plan_at at)
{
    return with_bridges(&plan->config) ? at.node % config_ccn_cores(&plan->config) : at.node;
}

static unsigned here_bridge(const struct plan *plan, struct plan_at at)
{
    (void)plan;
    return at.node;
}

static unsigned core_node(const struct plan *plan, struct plan_at at)
{
    return plan_remote_network(plan)->node[NODE_CORE][at.element];
}

static unsigned partition_node(const struct plan *plan, struct plan_at at)
{
    return plan->network[NETWORK_REQUEST].node[NODE_MEMORY][at.element];
}

/* Slices are numbered by controller, and a controller has one for each cluster. */
static unsigned own_node(const struct plan *plan, struct plan_at at)
{
    const struct config *c = &plan->config;
    unsigned cluster = at.node / (c->cores / c->clusters);
    at.element = at.element / c->clusters * c->clusters + cluster;
    return partition_node(plan, at);
}

static unsigned hops_to(const struct plan *plan, struct plan_at at, enum node_kind kind)
{
    const struct network *network = &plan->network[NETWORK_REQUEST];
    return network_hops(network, network->node[at.kind][at.node], network->node[kind][at.element]);
}

/* On a crossbar of their own all homes are nearest. */
static unsigned core_hops(const struct plan *plan, struct plan_at at)
{
    return with_crossbar(&plan->config) ? 0 : hops_to(plan, at, NODE_CORE);
}

static unsigned partition_hops(const struct plan *plan, struct plan_at at)
{
    return hops_to(plan, at, NODE_MEMORY);
}

static unsigned stat_here(const struct plan *plan, struct plan_at at)
{
    return plan_index(plan, at.kind, at.node);
}

const struct plan_signal plan_signals[] = {
    {"noc_en", "network clock enable", NULL, SIGNAL_ENABLE, AT_NETWORKS, always, 1, .value = NULL},
    {"here", "address {y, x} of this node", NULL, SIGNAL_CONSTANT, AT_NETWORKS, always, NODE_BITS,
     .value = here},
    {"flush", "kernel boundary: invalidate the L1",
     "kernel boundary: invalidate all L1s, one cycle", SIGNAL_CONTROL, AT_CORES_AND_HUB, always, 1,
     .elements = programs, .by_program = true, .control = CONTROL_FLUSH, .has_more = with_programs,
     .more = "; a bit per program"},
    {"partition_nodes", "node of each partition (constant)", NULL, SIGNAL_CONSTANT, AT_CORES,
     always, NODE_BITS, .elements = partitions, .value = partition_node},
    {"own_nodes", "node of the own cluster's slice of each partition's controller (constant)", NULL,
     SIGNAL_CONSTANT, AT_CORES, with_llc_mode, NODE_BITS, .elements = partitions,
     .value = own_node},
    {"here_core", "index of this core (constant)", NULL, SIGNAL_CONSTANT, AT_CORES,
     with_core_numbers, 0, .plan_bits = core_bits, .value = here_core},
    {"here_bridge", "index of this bridge (constant)", NULL, SIGNAL_CONSTANT, AT_BRIDGES,
     with_bridges, 0, .plan_bits = bridge_bits, .value = here_bridge},
    {"skip", "0: the core is never throttled (constant)", NULL, SIGNAL_CONSTANT, AT_CORES,
     without_throttle, 1, .value = zero},
    {"core_nodes", "node of each core (constant)", NULL, SIGNAL_CONSTANT, AT_CORES, with_shared_l1,
     NODE_BITS, .elements = cores, .value = core_node},
    {"core_hops", "distance of each core (constant)", NULL, SIGNAL_CONSTANT, AT_CORES,
     with_shared_l1, HOP_BITS, .elements = cores, .value = core_hops},
    {"partition_hops", "distance of each partition (constant)", NULL, SIGNAL_CONSTANT, AT_CORES,
     with_shared_l1, HOP_BITS, .elements = partitions, .value = partition_hops},
    {"l1_mode", "0 private, 1 shared, 2 and 3 dynamic",
     "organization of the L1s: 0 private, 1 shared, 2 and 3 dynamic", SIGNAL_CONTROL, AT_CORES,
     with_dyneb, 2, .control = CONTROL_L1_MODE},
    {"l1_mode", "0 private, 1 shared, 2 and 3 as found better",
     "organization of the L1s: 0 private, 1 shared, 2 and 3 as found better", SIGNAL_CONTROL,
     AT_HUB, with_dyneb_trial, 2, .control = CONTROL_L1_MODE},
    {"l1_chunk", "answers carry only the sectors asked for",
     "answers of other cores carry only the sectors asked for", SIGNAL_CONTROL, AT_CORES,
     with_shared_l1, 1, .control = CONTROL_L1_CHUNK},
    {"l1_nearest", "ask the L2 slice when it is nearer than the home",
     "ask the L2 slice when it is nearer than the home", SIGNAL_CONTROL, AT_CORES, with_shared_l1,
     1, .control = CONTROL_L1_NEAREST},
    {"home_here", "address of this core on the work-distribution crossbar", NULL, SIGNAL_CONSTANT,
     AT_CORES, with_crossbar, NODE_BITS, .value = home_here},
    {"llc_flush", "starts the write-back of all dirty lines",
     "one cycle: write back all dirty lines", SIGNAL_CONTROL, AT_MEMORY, without_llc_mode, 1,
     .control = CONTROL_LLC_FLUSH},
    {"llc_flush", "starts the write-back of all dirty lines",
     "one cycle: write back all dirty lines", SIGNAL_CONTROL, AT_HUB, with_llc_mode, 1,
     .control = CONTROL_LLC_FLUSH},
    {"llc_choice", "1 private slices, or what llc_profiler wants; 0 shared",
     "1 private slices (llc_mode = private), or as found better (adaptive); 0 shared",
     SIGNAL_CONTROL, AT_HUB, with_llc_mode, 1, .elements = programs, .control = CONTROL_LLC_CHOICE,
     .has_more = with_programs, .more = "; a bit per program"},
    {"stat_here", "index of this node (constant)", NULL, SIGNAL_CONSTANT, AT_ALL, always, 0,
     .plan_bits = plan_index_bits, .value = stat_here},
    {"stat_node", "node that is read", "node that is read: cores, then partitions", SIGNAL_CONTROL,
     AT_ALL, always, 0, .plan_bits = plan_index_bits, .control = CONTROL_STAT_NODE,
     .has_more = with_hub, .more = ", then the hub"},
    {"stat_counter", "counter that is read", "counter that is read", SIGNAL_CONTROL, AT_ALL, always,
     0, .plan_bits = plan_counter_bits, .control = CONTROL_STAT_COUNTER},
};
const unsigned plan_signal_count = sizeof plan_signals / sizeof *plan_signals;

const struct plan_result plan_results[] = {
    [RESULT_LLC_BUSY] = {"llc_busy", "llc_slice", "busy", "a flush is under way",
                         "the write-back is under way", 1, AT_MEMORY, RESULT_ANY, always},
    [RESULT_ERROR_DRAM_REPLY] = {"error_dram_reply", "llc_slice", "error_dram_reply",
                                 "a line came that nobody waits for",
                                 "per partition, a pulse: DRAM sent a line that nobody waits for",
                                 1, AT_MEMORY, RESULT_EACH, always},
    [RESULT_ERROR_AXI_SLVERR] = {"error_axi_slverr", "axi_port", "error_slverr",
                                 "a response was SLVERR",
                                 "per partition, a pulse: a response was SLVERR", 1, AT_MEMORY,
                                 RESULT_EACH, with_axi},
    [RESULT_ERROR_AXI_DECERR] = {"error_axi_decerr", "axi_port", "error_decerr",
                                 "a response was DECERR",
                                 "per partition, a pulse: a response was DECERR", 1, AT_MEMORY,
                                 RESULT_EACH, with_axi},
    [RESULT_ERROR_AXI_UNKNOWN] = {"error_axi_unknown", "axi_port", "error_unknown",
                                  "a response came that nobody waits for",
                                  "per partition, a pulse: a response came that nobody waits for",
                                  1, AT_MEMORY, RESULT_EACH, with_axi},
    [RESULT_ERROR_AXI_LAST] = {"error_axi_last", "axi_port", "error_last",
                               "RLAST stood at a wrong beat",
                               "per partition, a pulse: RLAST stood at a wrong beat", 1, AT_MEMORY,
                               RESULT_EACH, with_axi},
    [RESULT_ERROR_AXI_TIMEOUT] = {"error_axi_timeout", "axi_port", "error_timeout",
                                  "something was not answered in time",
                                  "per partition, a pulse: something was not answered in time", 1,
                                  AT_MEMORY, RESULT_EACH, with_axi},
    [RESULT_ERROR_L1_CORRECTED] = {"error_l1_corrected", "l1_cache", "error_corrected",
                                   "an inverted bit in its RAMs was put right",
                                   "a pulse: in an L1's RAMs an inverted bit was put right", 1,
                                   AT_CORES, RESULT_ANY, with_ram_protection},
    [RESULT_ERROR_L1_LOST] = {"error_l1_lost", "l1_cache", "error_lost",
                              "inverted bits in its RAMs were not put right",
                              "a pulse: in an L1's RAMs inverted bits were not put right", 1,
                              AT_CORES, RESULT_ANY, with_ram_protection},
    [RESULT_ERROR_LLC_CORRECTED] = {"error_llc_corrected", "llc_slice", "error_corrected",
                                    "an inverted bit in its RAMs was put right",
                                    "per partition, a pulse: an inverted bit was put right", 1,
                                    AT_MEMORY, RESULT_EACH, with_ram_protection},
    [RESULT_ERROR_LLC_LOST] = {"error_llc_lost", "llc_slice", "error_lost",
                               "inverted bits in its RAMs were not put right",
                               "per partition, a pulse: inverted bits were not put right", 1,
                               AT_MEMORY, RESULT_EACH, with_ram_protection},
    [RESULT_STAT_VALUE] = {"stat_value", "perf_counters", "value",
                           "the counter when this node is read, else 0",
                           "the counter, two cycles later", 32, AT_ALL, RESULT_CHOSEN, always},
};

bool plan_has_result(const struct plan *plan, unsigned result, enum node_kind kind)
{
    return plan_results[result].at[kind] && plan_results[result].exists(&plan->config);
}

unsigned plan_result_bits(const struct plan *plan, unsigned number)
{
    const struct plan_result *result = &plan_results[number];
    unsigned nodes = 0;
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        nodes += result->at[kind] ? plan->node[kind].count : 0;
    return result->form == RESULT_EACH ? nodes : result->bits;
}

bool plan_has_signal(const struct plan *plan, unsigned signal, enum node_kind kind)
{
    return plan_signals[signal].at[kind] && plan_signals[signal].exists(&plan->config);
}

unsigned plan_signal_elements(const struct plan *plan, unsigned signal)
{
    return plan_signals[signal].elements ? plan_signals[signal].elements(plan) : 1;
}

unsigned plan_signal_bits(const struct plan *plan, unsigned signal)
{
    const struct plan_signal *row = &plan_signals[signal];
    return row->bits ? row->bits : row->plan_bits(plan);
}

unsigned plan_signal_width(const struct plan *plan, unsigned signal, enum node_kind kind)
{
    bool one = plan_signals[signal].by_program && kind == NODE_CORE;
    return plan_signal_bits(plan, signal) * (one ? 1 : plan_signal_elements(plan, signal));
}

static unsigned find(const char *name)
{
    for (unsigned i = 0; i < plan_signal_count; i++)
        if (!strcmp(plan_signals[i].name, name))
            return i;
    bug("there is no signal %s", name);
}

struct plan_feed *add_feed(struct plan_node *node, unsigned to, const char *input,
                           const char *signal)
{
    if (node->feed_count == NODE_FEEDS_MAX)
        bug("%s has too many feeds", node->name);
    struct plan_feed *feed = &node->feeds[node->feed_count++];
    *feed = (struct plan_feed){.instance = to, .input = input, .signal = find(signal)};
    return feed;
}

static bool is_fed(const struct plan_node *node, unsigned instance, const char *input)
{
    for (unsigned i = 0; i < node->feed_count; i++)
        if (node->feeds[i].instance == instance && !strcmp(node->feeds[i].input, input))
            return true;
    return false;
}

void add_signals(struct plan *plan, struct plan_node *node, enum node_kind kind)
{
    for (unsigned s = 0; s < plan_signal_count; s++)
        for (unsigned i = 0; plan_has_signal(plan, s, kind) && i < node->instance_count; i++) {
            const char *name = plan_signals[s].name;
            const struct block_port *port = block_port_named(node->instances[i].block, name);
            if (port && !port->is_output && !is_fed(node, i, name))
                add_feed(node, i, name, name);
        }
}
