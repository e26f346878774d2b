/* Every statistic of `memloom sim` against a recount (recount_*.h) in whole runs of several chips.
 * A key of the JSON object that nobody recounts is a failure, and so is one that is 0 in all runs:
 * its check could not fail. */
#include <math.h>

#include "check.h"
#include "every_workload.h"
#include "recount_chip.h"
#include "stats.h"
#include "stats_text.h"
#include "workload_cache.h"

enum { LIMIT = 2000000, SEEN_KEYS = 160 };
enum {
    UNDER_WAY_FROM = 600
}; /* from this cycle on the first one with messages on their way is looked at */

/* Keys of all runs. */
static struct {
    char key[STATS_KEY_LENGTH];
    bool nonzero;
} seen_key[SEEN_KEYS];
static unsigned seen_keys;

struct comparison {
    const struct stats_text *text;
    const char *run;            /* for messages */
    bool recounted[STATS_KEYS]; /* keys of the text */
};

static void note_key(const char *key, bool nonzero)
{
    unsigned i = 0;
    while (i < seen_keys && strcmp(seen_key[i].key, key))
        i++;
    if (i == seen_keys && seen_keys < SEEN_KEYS)
        snprintf(seen_key[seen_keys++].key, STATS_KEY_LENGTH, "%s", key);
    seen_key[i].nonzero |= nonzero;
}

static void mark_recounted(struct comparison *c, const char *key)
{
    for (unsigned i = 0; i < c->text->keys; i++)
        if (!strcmp(c->text->key[i], key))
            c->recounted[i] = true;
}

/* The JSON object holds the number to six places, the table to four. */
static void expect_real(struct comparison *c, const char *key, double value)
{
    const char *json = json_value(c->text, key), *table = table_value(c->text, key);
    bool right = json && fabs(strtod(json, NULL) - value) < 0.51e-6;
    bool printed = table && fabs(strtod(table, NULL) - value) < 0.51e-4;
    CHECK(right);
    CHECK(printed);
    if (!right || !printed)
        printf("%s: %s: recount %.6f, printed %.12s and %.25s\n", c->run, key, value,
               json ? json : "nothing", table ? table : "nothing");
    mark_recounted(c, key);
    note_key(key, value > 0);
}

static void expect_count(struct comparison *c, const char *key, uint64_t value)
{
    expect_real(c, key, (double)value);
}

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* ---- the rows ---- */

static struct front sum_fronts(const struct watch *w)
{
    struct front sum = {.touching = 0};
    for (unsigned i = 0; i < w->gpu->config.cores; i++) {
        const struct front *front = &w->front[i];
        for (unsigned k = 0; k < ANSWERERS; k++) {
            sum.answers[k] += front->answers[k];
            sum.latency[k] += front->latency[k];
        }
        for (unsigned k = 0; k < RECOUNT_BINS; k++)
            sum.bins[k] += front->bins[k];
        for (unsigned k = 0; k < 4; k++)
            sum.sectors[k] += front->sectors[k];
        for (unsigned k = 0; k < CYCLE_KINDS; k++)
            sum.cycles[k] += front->cycles[k];
        sum.touching += front->touching;
    }
    return sum;
}

/* "[1, 2, 3]" of exactly these numbers. */
static void expect_array(struct comparison *c, const char *key, const uint64_t *values,
                         uint64_t count)
{
    const char *at = json_value(c->text, key);
    bool right = at && *at++ == '[';
    for (uint64_t i = 0; right && i < count; i++) {
        char *end;
        right =
            strtoull(at, &end, 10) == values[i] && end != at && *end == (i + 1 < count ? ',' : ']');
        at = end + 1;
    }
    CHECK(right);
    if (!right)
        printf("%s: %s differs from the recount\n", c->run, key);
    mark_recounted(c, key);
    note_key(key, true);
}

static void expect_program(struct comparison *c, const struct watch *w,
                           const struct program *program)
{
    expect_count(c, "cycles", w->cycles);
    expect_count(c, "kernels", program->kernels);
    CHECK_EQUAL(w->kernels, program->kernels);
    expect_array(c, "kernel_cycles", w->kernel_cycles, w->kernels);
    expect_count(c, "blocks", program->blocks);
    expect_count(c, "instructions", program->thread_instructions);
    expect_count(c, "warp_instructions", program->warp_instructions);
    expect_real(c, "ipc", share(program->thread_instructions, w->cycles));
    uint64_t kernels = 0;
    for (unsigned i = 0; i < w->kernels; i++)
        kernels += w->kernel_cycles[i];
    expect_count(c, "kernels.cycles", kernels);
    expect_real(c, "kernels.ipc", share(program->thread_instructions, kernels));
    expect_count(c, "load.checked_bytes", program->checked_bytes);
    expect_count(c, "sm.shared.accesses", program->shared_accesses);
    expect_count(c, "sm.shared.bank_cycles", program->bank_cycles);
}

static void expect_front(struct comparison *c, const struct watch *w)
{
    struct front all = sum_fronts(w);
    uint64_t answers = all.answers[BY_L1] + all.answers[BY_L2] + all.answers[BY_HOME];
    uint64_t latency = all.latency[BY_L1] + all.latency[BY_L2] + all.latency[BY_HOME];
    expect_count(c, "sm.issue_cycles", all.cycles[ISSUED]);
    expect_count(c, "sm.stall.load", all.cycles[WAITS_LOAD]);
    expect_count(c, "sm.stall.result", all.cycles[WAITS_RESULT]);
    expect_count(c, "sm.stall.barrier", all.cycles[WAITS_BARRIER]);
    expect_count(c, "sm.stall.lsu", all.cycles[WAITS_UNIT]);
    expect_count(c, "sm.stall.hazard", all.cycles[WAITS_HAZARD]);
    expect_count(c, "sm.stall.empty", all.cycles[NO_WARP]);
    expect_count(c, "load.requests", answers);
    expect_real(c, "load.latency_mean", share(latency, answers));
    expect_count(c, "load.from_l1.requests", all.answers[BY_L1]);
    expect_real(c, "load.from_l1.latency_mean", share(all.latency[BY_L1], all.answers[BY_L1]));
    expect_count(c, "load.from_l2.requests", all.answers[BY_L2]);
    expect_real(c, "load.from_l2.latency_mean", share(all.latency[BY_L2], all.answers[BY_L2]));
    expect_count(c, "load.from_home.requests", all.answers[BY_HOME]);
    expect_real(c, "load.from_home.latency_mean",
                share(all.latency[BY_HOME], all.answers[BY_HOME]));
    expect_count(c, "load.bytes_32", all.sectors[0]);
    expect_count(c, "load.bytes_64", all.sectors[1]);
    expect_count(c, "load.bytes_96", all.sectors[2]);
    expect_count(c, "load.bytes_128", all.sectors[3]);
    expect_array(c, "load.latency_bins", all.bins, RECOUNT_BINS);
    expect_count(c, "load.mismatches", all.touching);
}

/* Where a load's fate shows at the data ports alone, the events must say the same. */
static void compare_events(const struct watch *w)
{
    const struct config *config = &w->gpu->config;
    const struct l1_counts *l1 = &w->l1;
    const struct slice_counts *l2 = &w->l2;
    CHECK_EQUAL(l1->event_hits, l1->hits);
    CHECK_EQUAL(l1->event_stores, l1->stores);
    CHECK_EQUAL(l1->event_other, l1->other);
    CHECK_EQUAL(l1->event_remote, l1->remote);
    CHECK_EQUAL(l1->event_accesses, l1->accesses);
    CHECK_EQUAL(l1->hits + l1->misses + l1->merges + l1->stores + l1->other + l1->bypasses,
                l1->accesses);
    if (!config->shared_l1 || config->l1_policy < 2)
        CHECK_EQUAL(l1->seen_merges, l1->merges);
    if (!config->shared_l1) {
        CHECK_EQUAL(l1->seen_misses, l1->misses);
        CHECK_EQUAL(l1->seen_bypasses - l1->kind_1, l1->bypasses);
    }
    CHECK_EQUAL(l2->event_accesses, l2->requests);
    CHECK_EQUAL(l2->replies, l2->requests);
    CHECK_EQUAL(l2->hits + l2->misses + l2->merges, l2->requests);
    CHECK_EQUAL(l2->event_atomics, l2->atomics);
    CHECK_EQUAL(l2->event_writebacks, l2->writebacks);
    CHECK_EQUAL(l2->event_reads, l2->reads);
}

static void expect_l1(struct comparison *c, const struct watch *w)
{
    const struct l1_counts *l1 = &w->l1;
    uint64_t missed = l1->misses + l1->merges;
    uint64_t own_misses = l1->misses - l1->remote_misses, own_hits = l1->hits - l1->remote_hits;
    expect_count(c, "l1.accesses", l1->accesses);
    expect_count(c, "l1.hits", l1->hits);
    expect_count(c, "l1.misses", l1->misses);
    expect_count(c, "l1.merges", l1->merges);
    expect_count(c, "l1.stores", l1->stores);
    expect_count(c, "l1.store_misses", l1->store_misses);
    expect_count(c, "l1.other", l1->other);
    expect_real(c, "l1.miss_rate", share(missed, missed + l1->hits));
    expect_real(c, "l1.new_miss_rate", share(l1->misses, missed + l1->hits));
    expect_real(c, "l1.access_miss_rate",
                share(l1->misses + l1->store_misses, missed + l1->hits + l1->stores));
    expect_count(c, "l1.remote.accesses", l1->remote);
    expect_count(c, "l1.remote.hits", l1->remote_hits);
    expect_count(c, "l1.remote.misses", l1->remote_misses);
    expect_real(c, "l1.local.miss_rate", share(own_misses, own_misses + own_hits));
    expect_real(c, "l1.replication_ratio", share(l1->replicated, l1->misses));
    expect_real(c, "l1.reuse_coefficient", 100 * share(l1->replicated, l1->misses));
    expect_real(c, "l1.fill_latency_mean",
                share(w->line_cycles[0] + w->line_cycles[1], w->lines[0] + w->lines[1]));
    expect_real(c, "l1.fill_from_l2.latency_mean", share(w->line_cycles[0], w->lines[0]));
    expect_real(c, "l1.fill_from_ccn.latency_mean", share(w->line_cycles[1], w->lines[1]));
    for (unsigned i = 0; i < w->gpu->config.cores; i++)
        for (unsigned other = 0; other < w->gpu->config.cores; other++)
            CHECK_EQUAL(w->gpu->sharing.held[i * w->gpu->config.cores + other], l1->held[i][other]);
    expect_real(c, "l1.replicas_mean", share(w->copies, w->distinct));
    expect_count(c, "l1.replicas_most", w->most);
    expect_count(c, "l1.sent_home", l1->sent_home);
    expect_count(c, "l1.sent_near", l1->sent_near);
    expect_count(c, "dyneb.samples", l1->samples);
    expect_count(c, "dyneb.shares", l1->shares);
    expect_count(c, "l1.bypasses", l1->bypasses);
    expect_count(c, "l1.vta_hits", l1->vta_hits);
    expect_count(c, "l1.pd_samples", l1->pd_samples);
    expect_count(c, "l1.pd_aliases", l1->aliases);
    expect_count(c, "l1.stall_cycles", l1->stalls);
    expect_count(c, "mshr.stall_cycles", l1->mshr_stalls);
}

static void expect_ccn(struct comparison *c, const struct ccn_seen *ccn)
{
    compare_ccn(ccn);
    expect_count(c, "ccn.requests", ccn->requests);
    expect_count(c, "ccn.hits", ccn->hits);
    expect_count(c, "ccn.back", ccn->back);
    expect_real(c, "ccn.hit_rate", share(ccn->hits, ccn->hits + ccn->back));
    expect_real(c, "ccn.hit_hops_mean", share(ccn->hops + ccn->beats / BEATS_OF_A_LINE, ccn->hits));
    expect_real(c, "ccn.hit_latency_mean", share(ccn->hit_cycles, ccn->hits));
    expect_real(c, "ccn.back_latency_mean", share(ccn->back_cycles, ccn->back));
    expect_count(c, "ccn.sent", ccn->sent);
    expect_count(c, "ccn.gone", ccn->gone);
    expect_count(c, "ccn.held_cycles", ccn->held);
    expect_count(c, "ccn.direct.full", ccn->full);
    expect_count(c, "ccn.direct.late", ccn->late);
    expect_count(c, "ccn.direct.written", ccn->written);
    expect_count(c, "ccn.direct.throttled", ccn->skipped);
    expect_count(c, "ccn.snoop_stall_cycles", ccn->snoops);
    expect_count(c, "ccn.samples", ccn->samples);
    expect_count(c, "ccn.throttled", ccn->throttled);
}

static void expect_l2(struct comparison *c, const struct slice_counts *l2)
{
    uint64_t missed = l2->misses + l2->merges;
    expect_count(c, "l2.accesses", l2->requests);
    expect_count(c, "l2.hits", l2->hits);
    expect_count(c, "l2.misses", l2->misses);
    expect_count(c, "l2.merges", l2->merges);
    expect_count(c, "l2.atomics", l2->atomics);
    expect_real(c, "l2.miss_rate", share(missed, missed + l2->hits));
    expect_count(c, "l2.writebacks", l2->writebacks);
    expect_count(c, "l2.stall_cycles", l2->stalls);
    expect_count(c, "l2.through", l2->through);
}

static void expect_dram(struct comparison *c, const struct watch *w)
{
    const struct config *config = &w->gpu->config;
    struct channel_log all = {.config = config};
    for (unsigned i = 0; i < config->partitions; i++) {
        const struct channel_log *log = &w->channel[i];
        all.reads += log->reads;
        all.writes += log->writes;
        all.columns += log->columns;
        all.activates += log->activates;
        all.refreshes += log->refreshes;
        all.buffered += log->buffered;
        all.row_hits += log->row_hits;
        all.row_conflicts += log->row_conflicts;
        all.waited += log->waited;
        CHECK_EQUAL(log->queued, 0);
        CHECK_EQUAL(log->unknown, 0);
    }
    uint64_t lines = all.reads + all.writes - all.buffered;
    uint64_t clocks = config->partitions * recount_clock(config, w->cycles);
    double seconds = (double)w->cycles / (config->core_mhz * 1e6);
    expect_count(c, "dram.reads", all.reads);
    expect_count(c, "dram.writes", all.writes);
    expect_count(c, "dram.buffered", all.buffered);
    expect_count(c, "dram.row_hits", all.row_hits);
    expect_count(c, "dram.row_conflicts", all.row_conflicts);
    expect_count(c, "dram.activates", all.activates);
    expect_count(c, "dram.refreshes", all.refreshes);
    expect_real(c, "dram.row_hit_rate", share(all.row_hits, lines));
    expect_real(c, "dram.utilisation", share(all.columns * RECOUNT_BURST_CLOCKS, clocks));
    expect_real(c, "dram.bandwidth", (double)(lines * RECOUNT_LINE_BYTES) / seconds / 1e9);
    expect_real(c, "dram.queue_mean", share(all.waited, clocks));
}

/* ---- networks ---- */

static const char *const mesh_ports[] = {"local", "east", "west", "north", "south"};

/* A butterfly or one of the crossbars. */
static bool has_stages(const struct watch *w, unsigned network)
{
    return network == CROSSBAR || w->gpu->config.topology != TOPOLOGY_MESH;
}

/* The router at that place of the network, or NULL. */
static const struct router_seen *router_at(const struct watch *w, unsigned network, unsigned x,
                                           unsigned y)
{
    for (unsigned i = 0; i < w->networks.routers; i++)
        if (w->networks.router[i].network == network && w->networks.router[i].x == x &&
            w->networks.router[i].y == y)
            return &w->networks.router[i];
    return NULL;
}

static bool leads_to_router(const struct watch *w, const struct router_seen *router, unsigned port)
{
    static const int right[] = {0, 1, -1, 0, 0}, down[] = {0, 0, 0, -1, 1};
    if (has_stages(w, router->network)) /* what is behind the last stage are nodes */
        return router_at(w, router->network, router->x + 1, 0);
    return port && router_at(w, router->network, router->x + (unsigned)right[port],
                             router->y + (unsigned)down[port]);
}

/* Every entry of the list is the recount of its router's output. Returns the sum. */
static uint64_t expect_list(struct comparison *c, const struct watch *w, const char *key,
                            unsigned network)
{
    uint64_t sum = 0;
    const char *at = json_value(c->text, key), *end = at ? strstr(at, "\n  ]") : NULL;
    for (at = at ? strchr(at, '{') : NULL; at && at < end; at = strchr(at + 1, '{')) {
        unsigned x, y, port = 0;
        char to[16], name[16];
        unsigned long long flits;
        bool right = sscanf(at, "{\"x\": %u, \"y\": %u, \"to\": \"%15[^\"]\", \"flits\": %llu}", &x,
                            &y, to, &flits) == 4;
        const struct router_seen *router = right ? router_at(w, network, x, y) : NULL;
        for (; router && port < router->outputs; port++) {
            snprintf(name, sizeof name, "%u", port);
            if (!strcmp(to, has_stages(w, network) ? name : mesh_ports[port]))
                break;
        }
        right = router && port < router->outputs && router->flits[port] == flits;
        CHECK(right);
        if (!right)
            printf("%s: %s: %.60s is not the recount\n", c->run, key, at);
        sum += right ? flits : 0;
    }
    mark_recounted(c, key);
    return sum;
}

static void expect_networks(struct comparison *c, const struct watch *w)
{
    static const char *const lists[] = {"noc.request.links", "noc.reply.links",
                                        "noc.crossbar.links"};
    uint64_t crossed = 0, busiest = 0, all[NETWORKS] = {0}, arrived[NETWORKS] = {0};
    for (unsigned i = 0; i < w->networks.routers; i++)
        for (unsigned port = 0; port < w->networks.router[i].outputs; port++) {
            const struct router_seen *router = &w->networks.router[i];
            uint64_t flits = router->flits[port];
            bool link = leads_to_router(w, router, port);
            all[router->network] += flits;
            arrived[router->network] += link ? 0 : flits;
            crossed += link ? flits : 0;
            busiest = link && flits > busiest ? flits : busiest;
        }
    for (unsigned network = 0; network < NETWORKS; network++) {
        CHECK_EQUAL(arrived[network], w->networks.delivered[network]);
        if (network != CROSSBAR || w->gpu->config.remote_via == REMOTE_VIA_CROSSBAR)
            CHECK_EQUAL(expect_list(c, w, lists[network], network), all[network]);
        note_key(lists[network], all[network]);
    }
    expect_count(c, "noc.flits",
                 w->networks.delivered[REQUESTS] + w->networks.delivered[REPLIES] +
                     w->networks.delivered[CROSSBAR]);
    expect_count(c, "noc.request.flits", w->networks.delivered[REQUESTS]);
    expect_count(c, "noc.reply.flits", w->networks.delivered[REPLIES]);
    expect_count(c, "noc.crossbar.flits", w->networks.delivered[CROSSBAR]);
    expect_count(c, "noc.link_flits", crossed);
    expect_real(c, "noc.request.latency_mean",
                share(w->networks.waited[REQUESTS], w->networks.arrived[REQUESTS]));
    expect_real(c, "noc.reply.latency_mean",
                share(w->networks.waited[REPLIES], w->networks.arrived[REPLIES]));
    expect_real(c, "noc.crossbar.latency_mean",
                share(w->networks.waited[CROSSBAR], w->networks.arrived[CROSSBAR]));
    CHECK_EQUAL(w->networks.messages, 0);
    CHECK_EQUAL(w->networks.unsent, 0);
    uint64_t noc_cycles = w->cycles * w->gpu->config.noc_mhz;
    expect_real(c, "noc.busiest_link", share(busiest * w->gpu->config.core_mhz, noc_cycles));
    CHECK(fabs(share(noc_cycles, w->gpu->config.core_mhz) - (double)w->networks.cycles) < 2);
}

static void expect_hub(struct comparison *c, const struct watch *w)
{
    const struct hub_seen *hub = &w->hub;
    uint64_t kernels = 0;
    for (unsigned i = 0; i < w->kernels; i++)
        kernels += w->kernel_cycles[i];
    expect_real(c, "l2.response_rate", share(w->l2.replies, kernels));
    expect_count(c, "llc.changes", hub->changes);
    expect_count(c, "llc.to_private", hub->to_private);
    expect_count(c, "llc.stall_cycles", hub->stalls);
    expect_count(c, "noc.bypassed_cycles", hub->bypassed);
    expect_real(c, "llc.change_cost", share(hub->stalls, hub->changes));
    expect_count(c, "llc.decisions", hub->decisions);
    expect_count(c, "llc.chosen_private", hub->chosen);
    expect_count(c, "llc.chosen_similar", hub->similar);
}

/* ---- runs ---- */

static void expect_locality(struct comparison *c, const struct watch *w)
{
    uint64_t lines[4] = {0};
    asked_sum_up(&w->asked, lines);
    double all = (double)(lines[0] + lines[1] + lines[2] + lines[3]);
    expect_real(c, "l2.clusters_1", (double)lines[0] / all);
    expect_real(c, "l2.clusters_2", (double)lines[1] / all);
    expect_real(c, "l2.clusters_3_4", (double)lines[2] / all);
    expect_real(c, "l2.clusters_5", (double)lines[3] / all);
}

/* software_cache_oracle and ccn_bridge_test count these. */
static bool is_elsewhere(const char *key)
{
    return !strncmp(key, "software_cache.", 15) || !strncmp(key, "ccn.bridge.", 11);
}

static void compare(const struct watch *w, const char *run, const struct program *program,
                    const struct stats_text *text)
{
    struct comparison c = {.text = text, .run = run};
    expect_program(&c, w, program);
    expect_front(&c, w);
    compare_events(w);
    expect_l1(&c, w);
    expect_ccn(&c, &w->ccn);
    expect_l2(&c, &w->l2);
    expect_hub(&c, w);
    expect_locality(&c, w);
    expect_dram(&c, w);
    expect_networks(&c, w);
    for (unsigned i = 0; i < text->keys; i++) {
        bool elsewhere = is_elsewhere(text->key[i]);
        CHECK(c.recounted[i] || elsewhere);
        if (!c.recounted[i] && !elsewhere)
            printf("%s: nobody recounts %s\n", run, text->key[i]);
    }
}

static void print_stats(struct gpu *gpu, struct stats_text *text)
{
    struct stats stats;
    size_t size;
    gpu_collect(gpu);
    stats_gather(&stats, gpu);
    FILE *file = open_memstream(&text->json, &size);
    stats_json(&stats, gpu, file);
    fclose(file);
    file = open_memstream(&text->table, &size);
    stats_print(&stats, gpu, file);
    fclose(file);
    list_keys(text);
}

/* The first piece of the image: its first byte is falsified, so that each load of it mismatches. */
static void note_address(void *context, uint64_t address, const void *bytes, size_t size)
{
    uint64_t *first = context;
    (void)bytes;
    if (*first == UINT64_MAX && size)
        *first = address;
}

static void falsify(struct watch *w, struct workload *workload)
{
    unsigned char byte;
    workload_image(workload, note_address, &w->corrupted);
    memory_read_bytes(&w->gpu->memory, w->corrupted, &byte, 1);
    byte ^= 0x10;
    memory_write_bytes(&w->gpu->memory, w->corrupted, &byte, 1);
}

/* The first lines that differ are shown. */
static void expect_same(const char *active, const char *all)
{
    const char *line = active, *other = all;
    for (; *active && *active == *all; active++, all++)
        if (*active == '\n') {
            line = active + 1;
            other = all + 1;
        }
    CHECK(*active == *all);
    if (*active != *all)
        printf("only active blocks step: %.*s; all: %.*s\n", (int)strcspn(line, "\n"), line,
               (int)strcspn(other, "\n"), other);
}

/* A run. */
struct recounted {
    const char *keys, *workload, *arguments;
    enum { AS_IT_IS, FALSIFIED, WITH_SOFTWARE_CACHE } how;
};

static struct workload *open_recounted(const struct recounted *recounted)
{
    static const struct workload_cache_options options = {
        .cores = 4, .warps = 8, .blocks = 8, .shared_bytes = 49152, .monitored = 6};
    struct workload *w = open_workload(recounted->workload, recounted->arguments);
    if (recounted->how == WITH_SOFTWARE_CACHE)
        workload_use_cache(w, &options);
    return w;
}

/* A run that steps only who is active, jumps included, prints the same as the watched one, in which
 * every block steps in every cycle. */
static void compare_unwatched(const struct plan *plan, const struct recounted *recounted,
                              const struct gpu_options *options, const struct stats_text *watched)
{
    struct workload *opened = open_recounted(recounted);
    struct gpu *gpu = gpu_new(plan, &opened, options);
    struct stats_text text;
    gpu_run(gpu, 0);
    print_stats(gpu, &text);
    expect_same(text.json, watched->json);
    expect_same(text.table, watched->table);
    stats_text_release(&text);
    gpu_free(gpu);
    workload_close(opened);
}

/* In the middle of a run the mean has messages that have not arrived, with their time until now. */
static void expect_messages_under_way(const struct watch *w)
{
    struct stats stats;
    uint64_t waited = w->networks.waited[REQUESTS], sent = w->networks.arrived[REQUESTS];
    for (unsigned i = 0; i < w->networks.messages; i++) {
        sent += w->networks.message[i].network == REQUESTS;
        waited +=
            w->networks.message[i].network == REQUESTS ? w->cycles - w->networks.message[i].at : 0;
    }
    stats_gather(&stats, w->gpu);
    CHECK(fabs(stats.noc_request_latency - share(waited, sent)) < 1e-9);
    if (fabs(stats.noc_request_latency - share(waited, sent)) >= 1e-9)
        printf("noc.request.latency_mean in mid-run is not the recount\n");
}

static void run(const struct recounted *recounted)
{
    static struct watch w;
    static struct plan plan;
    struct config config;
    struct gpu_options options = {.sharing = true, .no_skip = true};
    bool looked = false;
    config_init(&config);
    config_preset(&config, "tiny");
    set_keys(&config, recounted->keys);
    config_check(&config);
    plan_chip(&plan, &config);
    struct workload *walked = open_recounted(recounted), *run = open_recounted(recounted);
    struct program program = walk_program(walked);
    watch_begin(&w, gpu_new(&plan, &run, &options));
    if (recounted->how == FALSIFIED)
        falsify(&w, walked);
    for (gpu_begin(w.gpu); w.gpu->phase != GPU_DONE && w.cycles < LIMIT; gpu_begin(w.gpu)) {
        watch_cycle(&w);
        if (!looked && w.cycles >= UNDER_WAY_FROM && w.networks.messages) {
            expect_messages_under_way(&w);
            looked = true;
        }
    }
    CHECK(looked);
    CHECK(w.gpu->phase == GPU_DONE);
    struct stats_text text;
    print_stats(w.gpu, &text);
    char title[EVERY_TEXT_MAX];
    snprintf(title, sizeof title, "%s %s", recounted->keys, recounted->workload);
    compare(&w, title, &program, &text);
    options.no_skip = false;
    if (recounted->how != FALSIFIED)
        compare_unwatched(&plan, recounted, &options, &text);
    printf("%s: %llu cycles\n", title, (unsigned long long)w.cycles);
    stats_text_release(&text);
    free(w.asked.entry);
    gpu_free(w.gpu);
    workload_close(run);
    workload_close(walked);
}

#define SHARED "shared_l1=on dyneb_check=24 dyneb_warm=32 dyneb_sample=64 dyneb_execute=1024 "

static const struct recounted runs[] = {
    {SHARED "l1_policy=dyneb remote_via=crossbar fly_radix=2 cores=5", "syrk", "n=37 m=7",
     AS_IT_IS},
    {"", "gemm", "m=48 n=40 k=24", AS_IT_IS},
    {"", "gemm", "m=48 n=40 k=24", FALSIFIED},
    {"", "histogram", "n=1500 bins=37", AS_IT_IS},
    {"cores=3 partitions=3 dram_hash=hash dram_row_bytes=512 dram_banks=4 llc_sets=4 vcs=2",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"topology=butterfly fly_radix=3 noc_mhz=500 dram_age_cap=20 llc_index=hash", "transpose",
     "width=70 height=45", AS_IT_IS},
    {"topology=hxbar cores=6 partitions=4 clusters=3 memory_controllers=2", "transpose",
     "width=70 height=45", AS_IT_IS},
    {"topology=hxbar cores=6 partitions=4 clusters=2 memory_controllers=2 vcs=2 vc_depth=8 "
     "llc_mode=adaptive llc_similar=60 llc_epoch=700 llc_profile=100 llc_sets=16 llc_latency=20",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"topology=hxbar cores=6 partitions=4 clusters=2 memory_controllers=2 vcs=2 vc_depth=8 "
     "noc_speedup=2 "
     "llc_mode=adaptive llc_chooser=trial llc_epoch=900 llc_warm=40 llc_window=100 llc_sets=16",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"topology=concentrated", "stream", "n=5000 iterations=2", AS_IT_IS},
    {SHARED "topology=crossbar l1_policy=shared", "stencil", "width=70 height=33 iterations=2",
     AS_IT_IS},
    {SHARED "l1_policy=shared", "squeeze", "size=13 maps=12 outs=6", AS_IT_IS},
    {SHARED "l1_policy=dyneb remote_via=l2 vcs=3 cores=3", "stream", "n=5000 iterations=2",
     AS_IT_IS},
    {"l1_protect=stall_bypass dlp_sample=50", "kmeans", "n=300 features=9", AS_IT_IS},
    {"request_order=core", "syrk", "n=37 m=7", AS_IT_IS},
    {SHARED "l1_protect=dlp dlp_sample=50 l1_policy=shared", "mm", "n=16", AS_IT_IS},
    {SHARED "l1_policy=dyneb", "bfs", "rmat=6", AS_IT_IS},
    {"l1_write_hit=invalidate mshr_entries=2 mshr_targets=1 dram_bus_bytes=16 scheduler=lrr", "bfs",
     "rmat=6", AS_IT_IS},
    {"scheduler=two_level two_level_active=2 schedulers=2 sp_latency=9 int_latency=5 sp_interval=2 "
     "lsu_instructions=3",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"cores=6 ccn=basic l1_sets=2", "gemm", "m=48 n=40 k=24", AS_IT_IS},
    {"cores=6 ccn=basic ccn_cluster=3 l1_sets=2", "gemm", "m=48 n=40 k=24", AS_IT_IS},
    {"cores=5 ccn=basic ccn_rings=equal", "stencil", "width=70 height=33 iterations=1", AS_IT_IS},
    {"cores=5 ccn=throttled ccn_sample=60 ccn_period=600 ccn_min_percent=30 ccn_buffer=1 "
     "ccn_wait=2 ccn_responses=2 ccn_requests=2 ccn_hop=3 l1_sets=2 l1_latency=9",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"", "kmeans", "n=300 features=9", WITH_SOFTWARE_CACHE},
    {"l1_protect=dlp l1_sets=2", "lookup", "n=200 kb=20 rounds=150 unroll=150", AS_IT_IS},
};

int main(void)
{
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        check_case("%s %s on %s", runs[i].workload, runs[i].arguments, runs[i].keys);
        run(&runs[i]);
        if (check_state.wrong) /* what is wrong in one run is wrong in all */
            return check_report();
    }
    check_case("every key is used by a run");
    for (unsigned i = 0; i < seen_keys; i++) {
        CHECK(seen_key[i].nonzero);
        if (!seen_key[i].nonzero)
            printf("%s is 0 in all runs\n", seen_key[i].key);
    }
    return check_report();
}
