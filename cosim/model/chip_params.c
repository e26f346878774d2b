/* Block parameters from the configuration: see chip_params.h. */
#include "chip_params.h"

#include "util.h"

static struct l1_cache_params l1_cache(const struct config *config)
{
    return (struct l1_cache_params){
        .line_bits = config->line_bits,
        .sets = config->l1_sets,
        .ways = config->l1_ways,
        .latency = config->cache_latency,
        .store_queue = config->l1_store_queue,
        .write_update = config->l1_write_hit,
        .hash_index = config->l1_index,
        .node_bits = NODE_BITS,
        .scheme = config->l1_protect,
        .dlp_sample = config->dlp_sample,
        .dlp_max_insns = config->dlp_max_insns,
        .dlp_fall = config->dlp_fall,
        .vta_tag_field = config->vta_tag_bits,
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
        .msg_id_bits = config->msg_id_bits,
    };
}

/* An interface of a network with so many sources and as many sinks. */
static struct noc_port_params noc_port(const struct config *config, unsigned ends)
{
    return (struct noc_port_params){
        .line_bits = config->line_bits,
        .vcs = config->vcs,
        .depth = config->vc_depth,
        .sources = ends,
        .slots = config->inject_slots,
        .classes = config->classes,
        .sinks = ends,
        .node_bits = NODE_BITS,
        .msg_id_bits = config->port_id_bits,
        .flit_bits = 256,
    };
}

static void shared_l1(struct chip_params *params, const struct config *config)
{
    params->requester = (struct requester_params){
        .line_bits = config->line_bits,
        .id_bits = config->id_bits,
        .cores = config->cores,
        .partitions = config->partitions,
        .chunk_bits = config->chunk_bits,
        .sets = config->l1_sets,
        .hash_index = config->l1_index,
        .fold = config->home_fold,
        .queue = config->remote_send_queue,
        .node_bits = NODE_BITS,
        .hop_bits = 6,
        .msg_id_bits = config->msg_id_bits,
    };
    params->remote_in_queue = (struct remote_in_queue_params){
        .line_bits = config->line_bits,
        .id_bits = config->id_bits,
        .depth = config->remote_in_queue,
        .node_bits = NODE_BITS,
        .msg_id_bits = config->msg_id_bits,
    };
    params->remote_out_queue = (struct remote_out_queue_params){
        .line_bits = config->line_bits,
        .id_bits = config->id_bits,
        .depth = config->remote_out_queue,
        .node_bits = NODE_BITS,
        .msg_id_bits = config->msg_id_bits,
    };
    params->dyneb = (struct dyneb_params){
        .line_bits = config->line_bits,
        .sets = config->l1_sets,
        .hash_index = config->l1_index,
        .sample = config->dyneb_sample,
        .execute = config->dyneb_execute,
        .count_remote = config->dyneb_count,
        .count_bits = DYNEB_COUNT_BITS,
        .metric = config->dyneb_metric,
        .miss_percent = config->dyneb_miss_percent,
        .l1_latency = config->l1_latency,
        .home_latency = config->dyneb_home_latency,
        .l2_latency = config->dyneb_l2_latency,
    };
}

void chip_params_init(struct chip_params *params, const struct config *config)
{
    unsigned common = (unsigned)gcd(config->noc_mhz, config->core_mhz);
    params->l1_arbiter = (struct l1_arbiter_params){
        .line_bits = config->line_bits,
        .node_bits = NODE_BITS,
        .age_limit = config->remote_age_limit,
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
        .msg_id_bits = config->msg_id_bits,
    };
    unsigned relaying = config->remote_via == REMOTE_VIA_L2 ? config->sinks : 1;
    params->core_port = noc_port(config, config->sinks);
    params->memory_port = noc_port(config, relaying);
    params->home_port = noc_port(config, 1);
    if (config->remote_via == REMOTE_VIA_CROSSBAR) {
        struct config crossbar;
        config_crossbar(config, &crossbar);
        params->home_port = noc_port(&crossbar, crossbar.sinks);
    }
    if (config->shared_l1)
        shared_l1(params, config);
    params->llc_slice = llc_slice(config);
    params->perf_counters = (struct perf_counters_params){
        .events = config->events,
        .node_bits = PERF_NODE_BITS,
    };
    params->perf_merge = (struct perf_merge_params){.n = config->cores + config->partitions};
    params->clock_divider = (struct clock_divider_params){
        .numerator = config->noc_mhz / common,
        .denominator = config->core_mhz / common,
    };
}
