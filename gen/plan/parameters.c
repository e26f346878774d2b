/* The parameters of all blocks of a chip, said once: emitted defaults, the twins' parameters and
 * the sizes that block tests run come from these rows. A parameter without a row keeps the value
 * that its module declares. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "parts.h"
#include "util.h"

struct row {
    const char *block, *parameter;
    unsigned value;
};

static unsigned find(const struct block *block, const char *parameter)
{
    for (unsigned i = 0; i < block->parameter_count; i++)
        if (!strcmp(block->parameters[i].name, parameter))
            return i;
    bug("%s has no parameter %s", block->name, parameter);
}

static unsigned initial(const struct block *block, const char *parameter)
{
    return block->parameters[find(block, parameter)].initial;
}

static void set(struct plan_instance *instance, const struct row *row)
{
    unsigned parameter = find(instance->block, row->parameter);
    instance->values[parameter] = row->value;
    instance->chosen |= UINT32_C(1) << parameter;
}

/* Line bits that are the same in all lines of a slice do not choose a set. */
static unsigned index_shift(const struct config *c)
{
    return (unsigned)__builtin_ctz(c->partitions);
}

/* What private slices need to know of clusters; without them nothing. */
static unsigned clusters(const struct config *c)
{
    return c->llc_mode ? c->clusters : 1;
}

/* Below the number of its cluster in the address of a core stands that in its cluster. */
static unsigned cluster_lsb(const struct config *c)
{
    return c->llc_mode ? log2_ceil(c->cores / c->clusters) : 0;
}

/* The digit of a core's address that tells its program: its place in its cluster, or the cluster.
 */
static unsigned program_lsb(const struct config *c)
{
    return c->programs_on == PROGRAMS_ON_CLUSTERS ? cluster_lsb(c) : 0;
}

static unsigned program_bits(const struct config *c)
{
    if (c->programs == 1)
        return 1;
    return c->programs_on == PROGRAMS_ON_CLUSTERS ? log2_ceil(c->clusters) : cluster_lsb(c);
}

/* The first such digit of the second program. */
static unsigned program_from(const struct config *c)
{
    unsigned digits = c->programs_on == PROGRAMS_ON_CLUSTERS ? c->clusters : c->cores / c->clusters;
    return c->programs > 1 ? digits / c->programs : 1;
}

/* Of a slice with three times a power of two sets the tag keeps what the third of them needs. */
static unsigned llc_tag_bits(const struct config *c)
{
    return c->line_bits - log2_ceil(c->llc_sets) + (c->llc_sets % 3 ? 0 : 2);
}

/* A slice's reads are named by their pending lines. */
static unsigned read_id_bits(const struct config *c)
{
    return c->llc_mshr_entries > 1 ? log2_ceil(c->llc_mshr_entries) : 1;
}

/* Message ids name the requester, with a shared L1. */
static unsigned message_id_bits(const struct config *c)
{
    return c->shared_l1 ? 21 : 10;
}

/* Lines in a window of llc_trial that are the share of the memory's bandwidth that bounds: GB/s are
 * 1000 bytes per cycle at 1 MHz. More than all slices can have: never. */
static unsigned bounding_lines(const struct config *c)
{
    const struct block *block = &llc_trial_block;
    uint64_t share = (uint64_t)c->memory_bandwidth * 10 * c->llc_memory_bound;
    uint64_t per_line = (uint64_t)LINE_BYTES * c->core_mhz;
    uint64_t lines = (share * c->llc_window + per_line - 1) / per_line;
    uint64_t most = block->parameters[find(block, "MEMORY")].max;
    return (unsigned)(lines < most ? lines : most);
}

/* Cycles of an own request in front of its L1, request_gate's left out: l1_arbiter's one, or with a
 * shared L1 requester's two and, if l1_latency has room for it, a third one. That leaves the L1 a
 * cycle less, which the hits of other cores gain. */
static unsigned front_cycles(const struct config *c)
{
    const struct block *block = &l1_cache_block;
    unsigned least = (unsigned)block->parameters[find(block, "LATENCY")].min;
    if (!c->shared_l1)
        return 1;
    return c->l1_latency >= least + 3 + (c->llc_mode ? 1 : 0) ? 3 : 2;
}

static unsigned in_128ths(unsigned percent)
{
    return (percent * 128 + 50) / 100;
}

void plan_parameters(const struct plan *plan, struct plan_instance *instance)
{
    const struct config *c = &plan->config;
    unsigned line = c->line_bits, id = c->id_bits, message_id = message_id_bits(c);
    unsigned common = (unsigned)gcd(c->core_mhz, c->noc_mhz);
    const struct row rows[] = {
        {"sm", "LINE_BITS", line},
        {"sm", "ID_BITS", id},
        {"dram", "LINE_BITS", line},
        {"dram", "ENTRY_BITS", read_id_bits(c)},
        {"axi_port", "LINE_BITS", line},
        {"axi_port", "ENTRY_BITS", read_id_bits(c)},
        {"axi_port", "DATA_BYTES", c->axi_data_bytes},
        {"axi_port", "WRITES", c->axi_writes},
        {"axi_port", "TIMEOUT", c->axi_timeout},
        {"axi_dram", "LINE_BITS", line},
        {"axi_dram", "ENTRY_BITS", read_id_bits(c)},
        {"axi_dram", "DATA_BYTES", c->axi_data_bytes},
        {"request_gate", "LINE_BITS", line},
        {"request_gate", "ID_BITS", id},
        {"requester", "LINE_BITS", line},
        {"requester", "ID_BITS", id},
        {"requester", "CORES", c->cores},
        {"requester", "PARTITIONS", c->partitions},
        {"requester", "CHUNK_BITS", c->chunk_bits},
        {"requester", "PARTITION_HASH", c->partition_hash},
        {"requester", "SETS", c->l1_sets},
        {"requester", "HASH_INDEX", c->l1_index},
        {"requester", "FOLD", c->home_fold},
        {"requester", "REGIONS", c->home_filter},
        {"requester", "DEPTH", c->remote_in_queue},
        {"requester", "AGE_LIMIT", c->remote_age_limit},
        {"requester", "LOCAL_WAIT", front_cycles(c) > 2},
        {"l1_arbiter", "LINE_BITS", line},
        {"l1_arbiter", "ID_BITS", id},
        {"l1_arbiter", "DEPTH", c->remote_in_queue},
        {"l1_arbiter", "AGE_LIMIT", c->remote_age_limit},
        {"l1_arbiter", "LOCAL_DATA", 1},
        {"l1_arbiter", "LOCAL_WAIT", 0},
        {"l1_cache", "LINE_BITS", line},
        {"l1_cache", "SETS", c->l1_sets},
        {"l1_cache", "WAYS", c->l1_ways},
        {"l1_cache", "LATENCY", c->l1_latency - front_cycles(c) - (c->llc_mode ? 1 : 0)},
        {"l1_cache", "STORE_QUEUE", c->l1_store_queue},
        {"l1_cache", "WRITE_UPDATE", c->l1_write_hit},
        {"l1_cache", "HASH_INDEX", c->l1_index},
        {"l1_cache", "ID_BITS", id},
        {"l1_cache", "PROTECT", c->ram_protect},
        {"l1_cache", "SCHEME", c->l1_protect},
        {"l1_cache", "DLP_SAMPLE", c->dlp_sample},
        {"l1_cache", "DLP_MAX_INSNS", c->dlp_max_insns},
        {"l1_cache", "DLP_FALL", c->dlp_fall},
        {"l1_cache", "DLP_LIFE", c->dlp_life},
        {"l1_cache", "DLP_RESERVED", c->dlp_reserved},
        {"l1_cache", "VTA_TAG_FIELD", c->vta_tag_bits},
        {"l1_cache", "BYPASS_LINE", c->bypass_reply},
        {"mshr", "LINE_BITS", line},
        {"mshr", "ENTRIES", c->mshr_entries},
        {"mshr", "TARGETS", c->mshr_targets},
        {"mshr", "ID_BITS", id},
        {"mshr", "CHUNK_BITS", c->chunk_bits},
        {"mshr", "PARTITION_HASH", c->partition_hash},
        {"mshr", "PARTITIONS", c->partitions},
        {"mshr", "MSG_ID_BITS", message_id},
        {"mshr", "DIVERT", c->l1_protect == PROTECTION_STALL_BYPASS},
        {"mshr", "BYPASS_LINE", c->bypass_reply},
        {"ccn_port", "LINE_BITS", line},
        {"ccn_port", "ENTRIES", c->mshr_entries},
        {"ccn_port", "ID_BITS", id + (c->shared_l1 ? log2_ceil(c->cores) : 0)},
        /* Which it has with a shared L1 only. */
        {"ccn_port", "SETS", c->shared_l1 ? c->l1_sets : initial(&ccn_port_block, "SETS")},
        {"ccn_port", "HASH_INDEX",
         c->shared_l1 ? c->l1_index : initial(&ccn_port_block, "HASH_INDEX")},
        {"ccn_port", "REGIONS", c->ccn_filter},
        {"ccn_port", "MSG_ID_BITS", message_id},
        {"ccn_buffer", "LINE_BITS", line},
        {"ccn_buffer", "DEPTH", c->ccn_buffer},
        {"ccn_router", "LINE_BITS", line},
        {"ccn_router", "CORE_BITS", config_ccn_name_bits(c)},
        {"ccn_router", "DEPTH", c->ccn_requests},
        {"ccn_router", "RESPONSES", c->ccn_responses},
        {"ccn_router", "HOP", c->ccn_hop},
        {"ccn_router", "SPARE", c->ccn_bubble},
        {"ccn_router", "WAIT_LIMIT", c->ccn_wait},
        {"ccn_router", "SETS", c->l1_sets},
        {"ccn_router", "WAYS", c->l1_ways},
        {"ccn_router", "HASH_INDEX", c->l1_index},
        {"ccn_bridge", "LINE_BITS", line},
        {"ccn_bridge", "NUMBER_BITS", config_ccn_number_bits(c)},
        {"ccn_bridge", "BRIDGE_BITS", log2_ceil(c->cores / config_ccn_cores(c))},
        {"ccn_bridge", "DEPTH", c->ccn_requests},
        {"ccn_bridge", "RESPONSES", c->ccn_responses},
        {"ccn_bridge", "HOP", c->ccn_hop},
        {"ccn_bridge", "SPARE", c->ccn_bubble},
        {"ccn_bridge", "WAIT_LIMIT", c->ccn_wait},
        {"ccn_bridge", "SLOTS", c->ccn_slots},
        {"ccn_bridge", "COPIES", c->ccn_copies},
        {"ccn_throttle", "SAMPLE", c->ccn_sample},
        {"ccn_throttle", "PERIOD", c->ccn_period},
        {"ccn_throttle", "COUNT_BITS", CCN_COUNT_BITS},
        {"ccn_throttle", "MIN_PERCENT", c->ccn_min_percent},
        {"dyneb", "LINE_BITS", line},
        {"dyneb", "SETS", c->l1_sets},
        {"dyneb", "HASH_INDEX", c->l1_index},
        {"dyneb", "LINES", c->l1_sets * c->l1_ways},
        {"dyneb", "CHECK", c->dyneb_check},
        {"dyneb", "CHECK_PERCENT", c->dyneb_check_percent},
        {"dyneb", "SHARE_PERCENT", c->dyneb_share_percent},
        {"dyneb", "WATCH", c->dyneb_watch},
        {"dyneb", "WARM", c->dyneb_warm},
        {"dyneb", "SAMPLE", c->dyneb_sample},
        {"dyneb", "EXECUTE", c->dyneb_execute},
        {"dyneb", "COUNT_REMOTE", c->dyneb_count},
        {"dyneb", "COUNT_BITS", DYNEB_COUNT_BITS},
        {"dyneb", "METRIC", c->dyneb_metric},
        {"dyneb", "MISS_PERCENT", c->dyneb_miss_percent},
        {"dyneb", "ASKS", with_ccn(c)},
        {"dyneb", "L1_LATENCY", c->l1_latency},
        {"dyneb", "HOME_LATENCY", c->dyneb_home_latency},
        {"dyneb", "L2_LATENCY", c->dyneb_l2_latency},
        {"dyneb_port", "ASKS", with_ccn(c)},
        {"dyneb_trial", "CORES", c->cores},
        {"dyneb_trial", "WARM", c->dyneb_trial_warm},
        {"dyneb_trial", "FILL", c->dyneb_trial_fill},
        {"dyneb_trial", "WINDOW", c->dyneb_trial_window},
        {"dyneb_trial", "EPOCH", c->dyneb_trial_epoch},
        {"dyneb_trial", "TWICE", c->dyneb_trial_twice},
        {"dyneb_trial", "KEEP", in_128ths(c->dyneb_trial_keep)},
        {"dyneb_trial", "MISS", in_128ths(c->dyneb_trial_miss)},
        {"noc_port", "LINE_BITS", line},
        {"noc_port", "VCS", c->vcs},
        {"noc_port", "DEPTH", c->vc_depth},
        {"noc_port", "FLIT_BITS", 8 * c->noc_width},
        /* behind a slice the id names a node, too */
        {"noc_port", "MSG_ID_BITS", message_id + (c->remote_via == REMOTE_VIA_L2 ? NODE_BITS : 0)},
        {"llc_slice", "LINE_BITS", line},
        {"llc_slice", "SETS", c->llc_sets},
        {"llc_slice", "WAYS", c->llc_ways},
        {"llc_slice", "LATENCY", c->llc_latency},
        {"llc_slice", "QUEUE", c->llc_queue},
        {"llc_slice", "ENTRIES", c->llc_mshr_entries},
        {"llc_slice", "TARGETS", c->llc_mshr_targets},
        {"llc_slice", "INDEX_SHIFT", index_shift(c)},
        {"llc_slice", "CHUNK_BITS", c->chunk_bits},
        {"llc_slice", "HASH_INDEX", c->llc_index},
        {"llc_slice", "PROTECT", c->ram_protect},
        {"llc_slice", "MSG_ID_BITS", message_id},
        {"llc_slice", "CLUSTERS", clusters(c)},
        {"llc_slice", "CLUSTER_LSB", cluster_lsb(c)},
        {"llc_slice", "PROGRAM_LSB", program_lsb(c)},
        {"llc_slice", "PROGRAM_BITS", program_bits(c)},
        {"llc_slice", "PROGRAM_FROM", program_from(c)},
        {"llc_reconfig", "VIEWS", c->programs},
        {"llc_trial", "SLICES", c->partitions},
        {"llc_trial", "WARM", c->llc_warm},
        {"llc_trial", "WINDOW", c->llc_window},
        {"llc_trial", "EPOCH", c->llc_epoch},
        {"llc_trial", "TIE", c->llc_tie},
        {"llc_trial", "MEMORY", bounding_lines(c)},
        {"llc_profiler", "SLICES", c->partitions},
        {"llc_profiler", "CLUSTERS", clusters(c)},
        {"llc_profiler", "SETS", c->llc_sets},
        {"llc_profiler", "WAYS", c->llc_ways},
        {"llc_profiler", "TAG_BITS", llc_tag_bits(c)},
        {"llc_profiler", "SAMPLES", c->llc_samples},
        {"llc_profiler", "SHARERS", c->llc_owners},
        {"llc_profiler", "COUNT_BITS", LLC_COUNT_BITS},
        {"llc_profiler", "PROFILE", c->llc_profile},
        {"llc_profiler", "EPOCH", c->llc_epoch},
        {"llc_profiler", "SIMILAR", c->llc_similar},
        {"llc_profiler", "LLC_BANDWIDTH", c->llc_bandwidth},
        {"llc_profiler", "PRIVATE_BANDWIDTH",
         c->llc_private_bandwidth ? c->llc_private_bandwidth : c->llc_bandwidth},
        {"llc_profiler", "MEM_BANDWIDTH", c->memory_bandwidth},
        {"address_map", "LINE_BITS", line},
        {"address_map", "CHUNK_BITS", c->chunk_bits},
        {"address_map", "HASH", c->partition_hash},
        {"address_map", "PARTITIONS", c->partitions},
        {"perf_counters", "EVENTS", plan->events},
        {"perf_counters", "NODE_BITS", plan_index_bits(plan)},
        {"perf_merge", "N", plan_nodes(plan)},
        {"clock_divider", "NUMERATOR", c->noc_mhz / common},
        {"clock_divider", "DENOMINATOR", c->core_mhz / common},
    };
    for (unsigned i = 0; i < instance->block->parameter_count; i++)
        instance->values[i] = instance->block->parameters[i].initial;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].block, instance->block->name))
            set(instance, &rows[i]);
}

/* A noc_port has as many sources, sinks and classes as messages use it (add_messages); a router is
 * as its network says. */
void plan_set(struct plan_instance *instance, const char *parameter, unsigned value)
{
    set(instance, &(struct row){instance->block->name, parameter, value});
}

void plan_router(const struct network *network, unsigned router, struct plan_instance *instance)
{
    struct network_router own;
    network->topology->router(network, router, &own);
    const struct block *block = own.bypassable ? &mc_router_block : &router_block;
    const struct row rows[] = {
        {"router", "INPUTS", own.inputs},
        {"router", "OUTPUTS", own.outputs},
        {"mc_router", "PORTS", own.inputs},
        {NULL, "VCS", network->vcs},
        {NULL, "DEPTH", network->depth},
        {NULL, "CLASSES", network->by_line ? network->vcs : network->classes},
        {NULL, "ESCAPE", network->escape},
        {NULL, "SPEEDUP", network->speedup},
        {NULL, "STAGES", network->stages},
        {NULL, "FLIT_BITS", network->flit_bits},
        {NULL, "DEST_LSB", network->dest_lsb},
        {NULL, "COORD_BITS", NODE_BITS / 2},
        {"router", "ROUTE", own.route},
        {NULL, "DIGIT_LSB", own.digit_lsb},
        {"mc_router", "WAKE", network->wake},
    };
    *instance = (struct plan_instance){.block = block, .name = "router"};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!rows[i].block || !strcmp(rows[i].block, block->name))
            set(instance, &rows[i]);
}

unsigned plan_parameter(const struct plan_instance *instance, const char *name)
{
    return instance->values[find(instance->block, name)];
}

void plan_params(const struct plan_instance *instance, void *params)
{
    const struct block *block = instance->block;
    for (unsigned i = 0; i < block->parameter_count; i++)
        *(unsigned *)(void *)((char *)params + block->parameters[i].offset) = instance->values[i];
}

static unsigned evaluate(const struct plan_instance *instance,
                         unsigned (*function)(const void *params))
{
    void *params = xcalloc(1, instance->block->params_size);
    plan_params(instance, params);
    unsigned value = function(params);
    free(params);
    return value;
}

unsigned plan_port_width(const struct plan_instance *instance, const struct block_port *port)
{
    return evaluate(instance, port->width);
}

unsigned plan_port_elements(const struct plan_instance *instance, const struct block_port *port)
{
    return evaluate(instance, port->count);
}
