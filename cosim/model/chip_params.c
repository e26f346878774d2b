/* Block parameters from the configuration: see chip_params.h. */
#include "chip_params.h"

#include "util.h"

static struct l1_cache_params l1_cache(const struct config *config)
{
    return (struct l1_cache_params){
        .line_bits = config->line_bits,
        .sets = config->l1_sets,
        .ways = config->l1_ways,
        .latency = config->l1_latency - 1, /* the arbiter in front of it takes one cycle */
        .store_queue = config->l1_store_queue,
        .write_update = config->l1_write_hit,
        .hash_index = config->l1_index,
        .id_bits = config->id_bits,
    };
}

static struct llc_slice_params llc_slice(const struct config *config)
{
    bool even = is_power_of_two(config->partitions);
    return (struct llc_slice_params){
        .line_bits = config->line_bits,
        .sets = config->llc_sets,
        .ways = config->llc_ways,
        .latency = config->llc_latency,
        .queue = config->llc_queue,
        .entries = config->llc_mshr_entries,
        .targets = config->llc_mshr_targets,
        /* bits that are the same in all lines of a slice do not choose a set */
        .index_shift = even ? log2_ceil(config->partitions) : 0,
        .chunk_bits = config->chunk_bits,
        .hash_index = config->llc_index,
        .node_bits = NODE_BITS,
        .msg_id_bits = MSG_ID_BITS,
    };
}

void chip_params_init(struct chip_params *params, const struct config *config)
{
    unsigned common = (unsigned)gcd(config->noc_mhz, config->core_mhz);
    params->l1_arbiter = (struct l1_arbiter_params){
        .line_bits = config->line_bits,
        .id_bits = config->id_bits,
    };
    params->l1_cache = l1_cache(config);
    params->mshr = (struct mshr_params){
        .line_bits = config->line_bits,
        .entries = config->mshr_entries,
        .targets = config->mshr_targets,
        .id_bits = config->id_bits,
        .chunk_bits = config->chunk_bits,
        .partitions = config->partitions,
        .node_bits = NODE_BITS,
        .msg_id_bits = MSG_ID_BITS,
    };
    params->noc_port = (struct noc_port_params){
        .line_bits = config->line_bits,
        .vcs = config->vcs,
        .depth = config->vc_depth,
        .slots = config->inject_slots,
        .node_bits = NODE_BITS,
        .msg_id_bits = MSG_ID_BITS,
        .flit_bits = 256,
    };
    params->llc_slice = llc_slice(config);
    params->perf_counters = (struct perf_counters_params){
        .events = PERF_EVENTS,
        .node_bits = PERF_NODE_BITS,
    };
    params->perf_merge = (struct perf_merge_params){.n = config->cores + config->partitions};
    params->clock_divider = (struct clock_divider_params){
        .numerator = config->noc_mhz / common,
        .denominator = config->core_mhz / common,
    };
}
