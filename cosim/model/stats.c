/* Statistics of a run: see stats.h. Counters that exist in the RTL are read from perf_counters
 * (numbers as in docs/interfaces.md, "Statistics port"); the others stand outside of it, in the
 * SMs, DRAM channels and links. */
#include "stats.h"

#include "blocks.h"
#include "l1_cache.h"
#include "util.h"
#include "workload_cache.h"

#include <inttypes.h>
#include <stdlib.h>

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
        const struct gpu_program *program = &gpu->programs[i];
        uint64_t cycles = 0; /* kernels of one program follow each other */
        for (uint64_t kernel = 0; kernel < program->kernels_done; kernel++)
            cycles += program->kernel_cycles[kernel];
        stats->kernels += program->kernels_done;
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

static uint64_t instructions_of(const struct gpu *gpu, unsigned program)
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
    return ratio(instructions_of(gpu, program), stats_cycles(gpu, program));
}

/* Each program has its own chooser. */
static bool several_choose(const struct gpu *gpu)
{
    return gpu->config.programs > 1 && gpu->config.llc_mode == LLC_ADAPTIVE;
}

/* With the other programs, against alone. */
static double speed_of(const struct gpu *gpu, unsigned program)
{
    double alone = gpu->programs[program].alone_ipc;
    return alone > 0 ? stats_ipc(gpu, program) / alone : 0;
}

/* Of all programs, or of none. */
static bool ran_alone(const struct gpu *gpu)
{
    return gpu->programs[0].alone_cycles;
}

static double weighted_speedup(const struct gpu *gpu)
{
    double sum = 0;
    for (unsigned i = 0; i < gpu->config.programs; i++)
        sum += speed_of(gpu, i);
    return sum;
}

static void print_program(const struct stats *stats, const struct gpu *gpu, unsigned number,
                          FILE *file)
{
    const struct gpu_program *program = &gpu->programs[number];
    if (gpu->config.programs > 1)
        fprintf(file, "\nprogram %u: %s\n%-10s %16" PRIu64 "\n%-10s %16" PRIu64 "\n%-10s %16.4f\n",
                number, workload_name(program->workload), "cycles", stats_cycles(gpu, number),
                "instructions", instructions_of(gpu, number), "ipc", stats_ipc(gpu, number));
    if (several_choose(gpu))
        fprintf(file, "%-10s %16" PRIu64 "\n%-10s %16" PRIu64 "\n", "choices",
                stats->choices[number].decisions, "private", stats->choices[number].chosen);
    if (ran_alone(gpu))
        fprintf(file, "%-10s %16" PRIu64 "\n%-10s %16.4f\n", "alone", program->alone_cycles,
                "speed", speed_of(gpu, number));
    if (program->kernels_done)
        fputs("\nkernel          core cycles\n", file);
    for (uint64_t kernel = 0; kernel < program->kernels_done; kernel++)
        fprintf(file, "%-10" PRIu64 " %16" PRIu64 "\n", kernel, program->kernel_cycles[kernel]);
    workload_cache_print(program->workload, file);
}

void stats_print(const struct stats *stats, const struct gpu *gpu, FILE *file)
{
#define COUNT(field, key, unit, meaning)                                                           \
    fprintf(file, "%-20s %14" PRIu64 "  %s: %s\n", key, stats->field, unit, meaning);
#define RATIO(field, key, unit, meaning)                                                           \
    fprintf(file, "%-20s %14.4f  %s%s%s\n", key, stats->field, unit, *(unit) ? ": " : "", meaning);
#include "stats.def"
    fputs("\nload latency, core cycles\n", file);
    for (unsigned bin = 0; bin < SM_LATENCY_BINS; bin++)
        if (stats->load_latency_bins[bin])
            fprintf(file, "%8" PRIu64 " .. %-8" PRIu64 "   %14" PRIu64 "  %5.1f%%\n",
                    UINT64_C(1) << bin, (UINT64_C(2) << bin) - 1, stats->load_latency_bins[bin],
                    100 * ratio(stats->load_latency_bins[bin], stats->loads));
    for (unsigned i = 0; i < gpu->config.programs; i++)
        print_program(stats, gpu, i, file);
    if (ran_alone(gpu))
        fprintf(file, "\n%-16s %10.4f  sum of the programs' speeds against each alone\n",
                "weighted speedup", weighted_speedup(gpu));
}

static void print_array(FILE *file, const char *key, const uint64_t *values, uint64_t count)
{
    fprintf(file, ",\n  \"%s\": [", key);
    for (uint64_t i = 0; i < count; i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : "", values[i]);
    putc(']', file);
}

static void print_program_json(const struct stats *stats, const struct gpu *gpu, unsigned number,
                               FILE *file)
{
    const struct gpu_program *program = &gpu->programs[number];
    bool several = gpu->config.programs > 1;
    char *prefix = several ? xasprintf("programs.%u.", number) : xasprintf("%s", "");
    if (several)
        fprintf(file,
                ",\n  \"%scycles\": %" PRIu64 ",\n  \"%sinstructions\": %" PRIu64
                ",\n  \"%sipc\": %.6f",
                prefix, stats_cycles(gpu, number), prefix, instructions_of(gpu, number), prefix,
                stats_ipc(gpu, number));
    if (several_choose(gpu))
        fprintf(file,
                ",\n  \"%sllc.decisions\": %" PRIu64 ",\n  \"%sllc.chosen_private\": %" PRIu64
                ",\n  \"%sllc.chosen_similar\": %" PRIu64,
                prefix, stats->choices[number].decisions, prefix, stats->choices[number].chosen,
                prefix, stats->choices[number].similar);
    if (ran_alone(gpu))
        fprintf(file, ",\n  \"%salone_cycles\": %" PRIu64 ",\n  \"%sspeed\": %.6f", prefix,
                program->alone_cycles, prefix, speed_of(gpu, number));
    char *key = xasprintf("%skernel_cycles", prefix);
    print_array(file, key, program->kernel_cycles, program->kernels_done);
    free(key);
    free(prefix);
}

/* Per link: column and row of the sending router (or its stage and index there), port, flits. */
static void print_links(FILE *file, const char *purpose, const struct mesh *mesh)
{
    unsigned column, row;
    const char *separator = "";
    char to[16];
    fprintf(file, ",\n  \"noc.%s.links\": [", purpose);
    for (unsigned router = 0; router < mesh->routers; router++)
        for (unsigned port = 0; port < mesh->ports; port++)
            if (mesh_port_name(mesh, router, port, to, sizeof to)) {
                network_router_at(mesh->network, router, &column, &row);
                fprintf(file,
                        "%s\n    {\"x\": %u, \"y\": %u, \"to\": \"%s\", \"flits\": %" PRIu64 "}",
                        separator, column, row, to, mesh->flits[router][port]);
                separator = ",";
            }
    fputs("\n  ]", file);
}

/* Accesses of all L1s by the range of their reuse distance. */
static void print_reuses(FILE *file, const struct reuse_counts *counts)
{
    static const char *const keys[REUSE_RANGES] = {"first", "0", "1_4", "5_8", "9_64", "above_64"};
    for (unsigned range = 0; range < REUSE_RANGES; range++)
        fprintf(file, ",\n  \"reuse.all.%s\": %" PRIu64, keys[range], counts->accesses[range]);
}

void stats_json(const struct stats *stats, const struct gpu *gpu, FILE *file)
{
    const char *separator = "{\n  ";
#define COUNT(field, key, unit, meaning)                                                           \
    fprintf(file, "%s\"%s\": %" PRIu64, separator, key, stats->field);                             \
    separator = ",\n  ";
#define RATIO(field, key, unit, meaning)                                                           \
    fprintf(file, "%s\"%s\": %.6f", separator, key, stats->field);                                 \
    separator = ",\n  ";
#include "stats.def"
    if (gpu->options.reuse)
        print_reuses(file, &gpu->reuse.all);
    workload_cache_json(gpu->programs[0].workload, file); /* which no other program has */
    print_array(file, "load.latency_bins", stats->load_latency_bins, SM_LATENCY_BINS);
    for (unsigned i = 0; i < gpu->config.programs; i++)
        print_program_json(stats, gpu, i, file);
    if (ran_alone(gpu))
        fprintf(file, ",\n  \"weighted_speedup\": %.6f", weighted_speedup(gpu));
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        print_links(file, gpu->plan.network[i].purpose, &gpu->mesh[i]);
    fputs("\n}\n", file);
}

void stats_markdown(FILE *file)
{
    fputs("# Statistics of `memloom sim`\n\nMade from cosim/model/stats.def by `memloom sim "
          "--statistics`. Besides these, the JSON file holds `load.latency_bins` (bin b: 2^b <= "
          "latency < 2^(b+1)), `kernel_cycles` (with two programs of each "
          "`programs.N.kernel_cycles`, "
          "`.cycles` until its last kernel ended, warp `.instructions` and their `.ipc`, with "
          "llc_mode = adaptive its `.llc.decisions` and others; with --alone "
          "`.alone_cycles`, `.speed` and, of both, `weighted_speedup`), "
          "`noc.request.links`, `noc.reply.links`, "
          "`noc.crossbar.links` (flits per router output; the last if there is one), and with "
          "--reuse `reuse.all.first`, `.0`, `.1_4`, `.5_8`, `.9_64`, "
          "`.above_64` (loads and stores by reuse distance).\n\n"
          "| key | unit | meaning |\n|---|---|---|\n",
          file);
#define COUNT(field, key, unit, meaning) fprintf(file, "| %s | %s | %s |\n", key, unit, meaning);
#define RATIO                            COUNT
#include "stats.def"
}
