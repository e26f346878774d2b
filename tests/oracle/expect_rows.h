/* The rows of all blocks but the networks against the recounts of a watched run. */
#ifndef MEMLOOM_EXPECT_ROWS_H
#define MEMLOOM_EXPECT_ROWS_H

#include "expect_keys.h"
#include "recount_chip.h"

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
    expect_count(c, "ccn.hit_hops", ccn->hops + ccn->beats / BEATS_OF_A_LINE);
    expect_real(c, "ccn.hit_hops_mean", share(ccn->hops + ccn->beats / BEATS_OF_A_LINE, ccn->hits));
    expect_count(c, "ccn.hit_cycles", ccn->hit_cycles);
    expect_real(c, "ccn.hit_latency_mean", share(ccn->hit_cycles, ccn->hits));
    expect_count(c, "ccn.back_cycles", ccn->back_cycles);
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

#endif
