/* Statistics of a run: see stats.h. Counters that exist in the RTL are read from perf_counters
 * (numbers as in docs/interfaces.md, "Statistics port"); the others stand outside of it, in the
 * SMs, DRAM channels and links. */
#include "stats.h"

#include "blocks.h"
#include "l1_cache.h"

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static double miss_rate(uint64_t hits, uint64_t missed)
{
    return ratio(missed, missed + hits);
}

/* The counters of all nodes, each into its field (gen/plan/counters.def). */
static void add_counters(struct stats *stats, const struct gpu *gpu)
{
    uint64_t *const fields[] = {
#define COUNTER(kind, name, block, event, exists, field) &stats->field,
#include "counters.def"
    };
    for (unsigned i = 0; i < plan_counter_count; i++) {
        enum node_kind kind = plan_counters[i].kind;
        for (unsigned node = 0; node < gpu->plan.node[kind].count; node++)
            *fields[i] += gpu->totals[plan_index(&gpu->plan, kind, node)][plan_counter_number(i)];
    }
    for (unsigned i = 0; i < PROGRAMS_MAX; i++) {
        stats->llc_decisions += stats->choices[i].decisions;
        stats->llc_chosen += stats->choices[i].chosen;
        stats->llc_similar += stats->choices[i].similar;
    }
    stats->l1_miss_rate = miss_rate(stats->l1_hits, stats->l1_misses + stats->l1_merges);
    stats->l1_new_miss_rate =
        ratio(stats->l1_misses, stats->l1_hits + stats->l1_misses + stats->l1_merges);
    stats->l2_miss_rate = miss_rate(stats->l2_hits, stats->l2_misses + stats->l2_merges);
    stats->l2_response_rate = ratio(stats->l2_accesses, stats->kernel_cycles);
    stats->llc_change_cost = ratio(stats->llc_stalls, stats->llc_changes);
}

/* Of loads and stores, as GPGPU-Sim counts a write-through L1. */
static void add_stores(struct stats *stats, const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        const struct l1_cache *cache = gpu_state(gpu, NODE_CORE, i, &l1_cache_block);
        stats->l1_store_misses += cache->store_misses;
    }
    stats->l1_access_miss_rate =
        ratio(stats->l1_misses + stats->l1_store_misses,
              stats->l1_hits + stats->l1_misses + stats->l1_merges + stats->l1_stores);
}

static void add_latencies(struct stats *stats, const uint64_t *loads, const uint64_t *latency)
{
    stats->loads_l1 = loads[SM_FROM_L1];
    stats->loads_l2 = loads[SM_FROM_L2];
    stats->loads_home = loads[SM_FROM_HOME];
    stats->loads = stats->loads_l1 + stats->loads_l2 + stats->loads_home;
    stats->latency_l1 = ratio(latency[SM_FROM_L1], stats->loads_l1);
    stats->latency_l2 = ratio(latency[SM_FROM_L2], stats->loads_l2);
    stats->latency_home = ratio(latency[SM_FROM_HOME], stats->loads_home);
    stats->load_latency =
        ratio(latency[SM_FROM_L1] + latency[SM_FROM_L2] + latency[SM_FROM_HOME], stats->loads);
}

static void add_cores(struct stats *stats, const struct gpu *gpu)
{
    uint64_t loads[SM_SOURCES] = {0}, latency[SM_SOURCES] = {0};
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        const struct sm_stats *sm = &gpu->sm[i].stats;
#define SM_COUNT(member, field, key, unit, meaning) stats->field += sm->member;
#include "stats.def"
        for (unsigned source = 0; source < SM_SOURCES; source++) {
            loads[source] += sm->loads[source];
            latency[source] += sm->load_cycles[source];
        }
        for (unsigned bin = 0; bin < SM_LATENCY_BINS; bin++)
            stats->load_latency_bins[bin] += sm->load_latency[bin];
    }
    add_latencies(stats, loads, latency);
    stats->ipc = ratio(stats->instructions, stats->cycles);
    stats->kernel_ipc = ratio(stats->instructions, stats->kernel_cycles);
}

static void add_channels(struct stats *stats, const struct gpu *gpu)
{
    uint64_t data_clocks = 0, queue_clocks = 0, clocks = 0;
    for (unsigned i = 0; i < gpu->config.partitions; i++) {
        const struct dram_stats *dram = &gpu->dram[i].stats;
#define DRAM_COUNT(member, field, key, unit, meaning) stats->field += dram->member;
#include "stats.def"
        data_clocks += dram->data_clocks;
        queue_clocks += dram->queue_clocks;
        clocks += dram_clock(&gpu->dram[i], gpu->now);
    }
    uint64_t lines = stats->dram_reads + stats->dram_writes - stats->dram_buffered;
    stats->dram_row_hit_rate = ratio(stats->dram_row_hits, lines);
    stats->dram_utilisation = ratio(data_clocks, clocks);
    stats->dram_queue = ratio(queue_clocks, clocks);
    stats->dram_bandwidth = ratio(lines * LINE_BYTES * gpu->config.core_mhz, gpu->now) / 1000;
}

static void add_mesh(struct stats *stats, const struct mesh *mesh, uint64_t *delivered,
                     uint64_t *busiest)
{
    for (unsigned router = 0; router < mesh->routers; router++)
        for (unsigned port = 0; port < mesh->ports; port++) {
            uint64_t flits = mesh->flits[router][port];
            if (!mesh->link[router][port].exists) {
                *delivered += flits;
            } else {
                stats->noc_link_flits += flits;
                *busiest = flits > *busiest ? flits : *busiest;
            }
        }
}

/* Mean time on the way; of a message that has not arrived, the time until now. */
static double message_latency(const struct gpu *gpu, unsigned network)
{
    struct gpu_messages messages = gpu_messages_of(gpu, network);
    uint64_t until = messages.received_at + (messages.sent - messages.received) * gpu->now;
    return ratio(until - messages.sent_at, messages.sent);
}

static void add_networks(struct stats *stats, const struct gpu *gpu)
{
    uint64_t busiest = 0;
    uint64_t *const delivered[NETWORKS_MAX] = {[NETWORK_REQUEST] = &stats->noc_request_flits,
                                               [NETWORK_REPLY] = &stats->noc_reply_flits,
                                               [NETWORK_CROSSBAR] = &stats->noc_crossbar_flits};
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        add_mesh(stats, &gpu->mesh[i], delivered[i], &busiest);
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        stats->noc_flits += *delivered[i];
    stats->noc_request_latency = message_latency(gpu, NETWORK_REQUEST);
    stats->noc_reply_latency = message_latency(gpu, NETWORK_REPLY);
    stats->noc_crossbar_latency = message_latency(gpu, NETWORK_CROSSBAR);
    stats->noc_busiest = ratio(busiest * gpu->config.core_mhz, gpu->now * gpu->config.noc_mhz);
}

/* Loads that left the cooperative caching network, by how. */
static void add_ccn(struct stats *stats, const struct gpu *gpu)
{
    for (unsigned core = 0; core < gpu->config.cores; core++) {
        const struct gpu_ccn *ccn = &gpu->ccn[core];
#define CCN_COUNT(member, field, key, unit, meaning) stats->field += ccn->member;
#include "stats.def"
        stats->ccn_requests += ccn->hits; /* of an ideal one, which has no counters */
        stats->ccn_hits += ccn->hits;
    }
    for (unsigned i = 0; i < gpu->plan.node[NODE_BRIDGE].count; i++) {
        const struct gpu_bridge *bridge = &gpu->bridges[i];
#define BRIDGE_COUNT(event, field, key, unit, meaning) stats->field += bridge->events[event];
#include "stats.def"
        stats->ccn_hit_hops += bridge->hops;
    }
    stats->ccn_hit_rate = ratio(stats->ccn_hits, stats->ccn_hits + stats->ccn_back);
    stats->ccn_hops = ratio(stats->ccn_hit_hops, stats->ccn_sent);
    stats->ccn_latency = ratio(stats->ccn_hit_cycles, stats->ccn_hits);
    stats->ccn_back_latency = ratio(stats->ccn_back_cycles, stats->ccn_back);
}

static void add_copies(struct stats *stats, const struct gpu *gpu)
{
    const struct sharing *sharing = &gpu->sharing;
    uint64_t own_misses = stats->l1_misses - stats->l1_remote_misses;
    uint64_t own_hits = stats->l1_hits - stats->l1_remote_hits;
    stats->local_miss_rate = ratio(own_misses, own_misses + own_hits);
    stats->replication = ratio(sharing->replicated, sharing->misses);
    stats->reuse_coefficient = 100 * stats->replication;
    stats->replicas = ratio(sharing->copies, sharing->distinct);
    stats->replicas_most = sharing->most;
}

static void add_reads(struct stats *stats, const struct gpu *gpu)
{
    struct gpu_reads sum = {0};
    if (!gpu->options.sharing)
        return;
    for (unsigned core = 0; core < gpu->config.cores; core++)
        for (unsigned ring = 0; ring < 2; ring++) {
            sum.lines[ring] += gpu->reads[core].lines[ring];
            sum.cycles[ring] += gpu->reads[core].cycles[ring];
        }
    stats->fill_latency = ratio(sum.cycles[0] + sum.cycles[1], sum.lines[0] + sum.lines[1]);
    stats->fill_latency_l2 = ratio(sum.cycles[0], sum.lines[0]);
    stats->fill_latency_ccn = ratio(sum.cycles[1], sum.lines[1]);
}

static void add_locality(struct stats *stats, const struct gpu *gpu)
{
    uint64_t lines[LOCALITY_CLASSES], all = 0;
    locality_count(&gpu->locality, lines);
    for (unsigned class = 0; class < LOCALITY_CLASSES; class ++)
        all += lines[class];
    stats->l2_clusters_1 = ratio(lines[0], all);
    stats->l2_clusters_2 = ratio(lines[1], all);
    stats->l2_clusters_3_4 = ratio(lines[2], all);
    stats->l2_clusters_5 = ratio(lines[3], all);
}

void stats_gather(struct stats *stats, const struct gpu *gpu)
{
    *stats = (struct stats){.cycles = gpu->now};
    for (unsigned i = 0; i < gpu->config.programs; i++) {
        uint64_t cycles = stats_cycles(gpu, i); /* its kernels follow each other */
        stats->kernels += gpu->programs[i].kernels_done;
        if (stats->kernel_cycles < cycles)
            stats->kernel_cycles = cycles;
    }
    add_cores(stats, gpu);
    add_counters(stats, gpu);
    add_stores(stats, gpu);
    add_channels(stats, gpu);
    add_networks(stats, gpu);
    add_ccn(stats, gpu);
    add_copies(stats, gpu);
    add_reads(stats, gpu);
    add_locality(stats, gpu);
}

uint64_t stats_instructions(const struct gpu *gpu, unsigned program)
{
    uint64_t instructions = 0;
    for (unsigned i = 0; i < gpu->config.cores; i++)
        if (config_program(&gpu->config, i) == program)
            instructions += gpu->sm[i].stats.warp_instructions;
    return instructions;
}

uint64_t stats_cycles(const struct gpu *gpu, unsigned program)
{
    return gpu->programs[program].ended ? gpu->programs[program].ended_at : gpu->now;
}

double stats_ipc(const struct gpu *gpu, unsigned program)
{
    return ratio(stats_instructions(gpu, program), stats_cycles(gpu, program));
}
