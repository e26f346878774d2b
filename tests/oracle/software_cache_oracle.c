/* The software cache against its rules stated plainly (docs/software_cache.md), thread by thread:
 * the records that a workload leaves without the cache are what its threads access; each thread
 * monitors, chooses, hits and misses on its own, and the totals must be those of the same workload
 * with the cache. What the cache's statistics say of instructions, requests and sectors is counted
 * again in the records of both runs. `order` is left out: with the cache it has fences. */
#include <stdlib.h>

#include "check.h"
#include "every_workload.h"
#include "util.h"
#include "workload_cache.h"
#include "workload_class.h"

enum { ARRAYS = 20, THREADS = 2048 };

/* A thread's view of an array. */
struct view {
    uint64_t seen, hits; /* monitoring: line of the last access + 1, hits */
    bool has_line;
    uint64_t line; /* number of the cached line + 1, 0: none */
    bool dirty[16];
};

struct thread {
    uint64_t accesses; /* monitored */
    struct view view[ARRAYS];
};

struct totals {
    uint64_t threads, chose, monitored, uncached, hits, misses, evictions, flushed;
    uint64_t uncached_choices, read_choices, write_choices;
    uint64_t instructions, requests, sectors, shared; /* in the records */
};

/* A kernel as its start knows it. */
struct start {
    bool touched[ARRAYS], written[ARRAYS];
    unsigned lines;
};

static const unsigned monitored_of_runs[] = {3, 10};
static unsigned monitored;
static struct workload_cache_options core = {
    .cores = 3, .warps = 24, .blocks = 8, .registers = 32768, .shared_bytes = 30000};
static struct thread thread[THREADS];

static unsigned array_of(const struct workload *w, uint64_t address)
{
    unsigned found = 0;
    for (unsigned i = 0; i < w->image.arrays; i++)
        if (w->image.array[i] <= address)
            found = i;
    return found;
}

static bool is_dirty(const struct view *view)
{
    for (unsigned i = 0; i < 16; i++)
        if (view->dirty[i])
            return true;
    return false;
}

/* The line goes; counts it as dirty in `count`. */
static void drop(struct view *view, uint64_t *count)
{
    *count += is_dirty(view);
    view->line = 0;
    memset(view->dirty, 0, sizeof view->dirty);
}

/* ---- a thread ---- */

/* Of two arrays the one that deserves a line more; `other` was there first. */
static bool deserves_more(const struct start *start, const struct thread *t, unsigned one,
                          unsigned other)
{
    double mine = (double)t->view[one].hits, its = (double)t->view[other].hits;
    if (start->written[one] && !start->written[other])
        return mine / 2 >= its;
    if (!start->written[one] && start->written[other])
        return mine > its / 2;
    return mine > its;
}

static void choose(const struct start *start, struct thread *t, struct totals *totals)
{
    for (unsigned given = 0; given < start->lines; given++) {
        unsigned best = ARRAYS;
        for (unsigned i = 0; i < ARRAYS; i++)
            if (t->view[i].hits && !t->view[i].has_line &&
                (best == ARRAYS || deserves_more(start, t, i, best)))
                best = i;
        if (best < ARRAYS)
            t->view[best].has_line = true;
    }
    for (unsigned i = 0; i < ARRAYS; i++) {
        bool has = t->view[i].has_line;
        totals->uncached_choices += start->touched[i] && !has;
        totals->read_choices += has && !start->written[i];
        totals->write_choices += has && start->written[i];
    }
    totals->chose++;
}

static void monitor(const struct start *start, struct thread *t, struct view *view, uint64_t line,
                    struct totals *totals)
{
    totals->monitored++;
    view->hits += view->seen == line + 1;
    view->seen = line + 1;
    if (++t->accesses == monitored)
        choose(start, t, totals);
}

static void take(const struct start *start, struct thread *t, unsigned array,
                 const struct instruction *record, uint64_t address, struct totals *totals)
{
    struct view *view = &t->view[array];
    uint64_t line = address / 16;
    bool plain = record->kind == INSTRUCTION_LOAD || record->kind == INSTRUCTION_STORE;
    if (t->accesses < monitored) {
        if (plain)
            monitor(start, t, view, line, totals);
        return;
    }
    totals->uncached += !view->has_line;
    if (!view->has_line)
        return;
    bool hit = view->line == line + 1;
    if (!plain) {
        if (hit)
            drop(view, &totals->flushed);
        return;
    }
    totals->hits += hit;
    totals->misses += !hit;
    if (!hit)
        drop(view, &totals->evictions);
    view->line = line + 1;
    for (unsigned i = 0; i < record->size && record->kind == INSTRUCTION_STORE; i++)
        view->dirty[address % 16 + i] = true;
}

static void flush_warp(unsigned warp, struct totals *totals)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < ARRAYS; i++)
            drop(&thread[warp * LANES + lane].view[i], &totals->flushed);
}

/* ---- records ---- */

/* 128 B lines and 32 B sectors that the lanes touch; lanes of an atomic that meet in a word make
 * requests of their own. */
static void count_requests(const struct instruction *record, struct totals *totals)
{
    uint64_t address[LANES], block[LANES];
    uint32_t lanes = record->mask;
    instruction_addresses(record, address);
    while (lanes) {
        uint64_t line = address[__builtin_ctz(lanes)] / 128, sector[4] = {0};
        unsigned words = 0;
        for (unsigned lane = 0; lane < LANES; lane++) {
            bool meets = false;
            if (!(lanes >> lane & 1) || address[lane] / 128 != line)
                continue;
            for (unsigned i = 0; i < words; i++)
                meets = meets || block[i] == address[lane];
            if (meets && record->kind == INSTRUCTION_ATOMIC)
                continue;
            block[words++] = address[lane];
            sector[address[lane] % 128 / 32] = 1;
            lanes &= ~(UINT32_C(1) << lane);
        }
        totals->requests++;
        totals->sectors += sector[0] + sector[1] + sector[2] + sector[3];
    }
}

static void count_record(const struct instruction *record, struct totals *totals)
{
    totals->instructions += record->count;
    totals->shared += instruction_is_shared(record);
    if (instruction_is_memory(record))
        count_requests(record, totals);
}

static void replay_record(const struct workload *w, const struct start *start, unsigned warp,
                          const struct instruction *record, struct totals *totals)
{
    uint64_t address[LANES];
    count_record(record, totals);
    if (!start->lines)
        return;
    if (record->kind == INSTRUCTION_BARRIER || record->kind == INSTRUCTION_EXIT)
        flush_warp(warp, totals);
    if (!instruction_is_memory(record))
        return;
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (record->mask >> lane & 1)
            take(start, &thread[warp * LANES + lane], array_of(w, address[lane]), record,
                 address[lane], totals);
}

static void note_record(const struct workload *w, struct start *start,
                        const struct instruction *record)
{
    uint64_t address[LANES];
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (record->mask >> lane & 1) {
            unsigned array = array_of(w, address[lane]);
            start->touched[array] = true;
            if (!instruction_is_load(record))
                start->written[array] = true;
        }
}

/* ---- runs ---- */

/* Lines that each thread of a core can have, one at most per array. */
static void count_lines(const struct kernel *kernel, struct start *start)
{
    unsigned resident = 0, own = (kernel->shared_bytes + 15) / 16 * 16, arrays = 0;
    for (unsigned i = 0; i < ARRAYS; i++)
        arrays += start->touched[i];
    while (resident < core.blocks && (resident + 1) * kernel->warps <= core.warps &&
           (resident + 1) * own <= core.shared_bytes && resident * core.cores < kernel->blocks)
        resident++;
    unsigned each =
        resident ? (core.shared_bytes - resident * own) / (resident * kernel->warps * 32) : 0;
    start->lines = each / 16 < arrays ? each / 16 : arrays;
}

enum { KERNELS_MAX = 1024 };
static bool has_lines[KERNELS_MAX]; /* of the workload's kernels: those without are not counted */

static struct totals replay(const char *const workload[2])
{
    struct totals totals = {0};
    struct workload *first = open_workload(workload[0], workload[1]);
    struct workload *w = open_workload(workload[0], workload[1]);
    struct kernel kernel;
    CHECK(w->image.arrays <= ARRAYS);
    while (workload_next_kernel(first, &kernel)) {
        struct thread_block *block;
        struct start start = {.lines = 0};
        while ((block = workload_next_block(first))) {
            for (unsigned warp = 0; warp < block->warps; warp++)
                for (const struct instruction *record = block_warp(block, warp);
                     record->kind != INSTRUCTION_EXIT; record = instruction_next(record))
                    if (instruction_is_memory(record))
                        note_record(first, &start, record);
            workload_free_block(first, block);
        }
        workload_next_kernel(w, &kernel);
        count_lines(&kernel, &start);
        CHECK(w->kernels_started <= KERNELS_MAX);
        has_lines[w->kernels_started - 1] = start.lines;
        while ((block = workload_next_block(w))) {
            if (!start.lines) {
                workload_free_block(w, block);
                continue;
            }
            memset(thread, 0, block->warps * LANES * sizeof *thread);
            totals.threads += block->warps * LANES;
            for (unsigned warp = 0; warp < block->warps; warp++) {
                const struct instruction *record = block_warp(block, warp);
                for (; record->kind != INSTRUCTION_EXIT; record = instruction_next(record))
                    replay_record(w, &start, warp, record, &totals);
                replay_record(w, &start, warp, record, &totals);
            }
            workload_free_block(w, block);
        }
    }
    workload_close(first);
    workload_close(w);
    return totals;
}

/* With the cache: its own statistics, and what its records add up to. */
static struct simt_cache_stats run_cached(const char *const workload[2], struct totals *left)
{
    struct workload_cache_options options = core;
    struct workload *w = open_workload(workload[0], workload[1]);
    struct kernel kernel;
    struct thread_block *block;
    options.monitored = monitored;
    workload_use_cache(w, &options);
    while (workload_next_kernel(w, &kernel))
        while ((block = workload_next_block(w))) {
            for (unsigned warp = 0; has_lines[w->kernels_started - 1] && warp < block->warps;
                 warp++) {
                const struct instruction *record = block_warp(block, warp);
                for (; record->kind != INSTRUCTION_EXIT; record = instruction_next(record))
                    count_record(record, left);
                count_record(record, left);
            }
            workload_free_block(w, block);
        }
    struct simt_cache_stats stats = workload_cache_of(w)->stats;
    workload_close(w);
    return stats;
}

static uint64_t seen_evictions, seen_flushes, seen_hits, seen_off;

static void compare(const char *const workload[2])
{
    check_case("%s %s, %u accesses monitored, %u B of shared memory", workload[0], workload[1],
               monitored, core.shared_bytes);
    struct totals left = {0}, expected = replay(workload);
    struct simt_cache_stats stats = run_cached(workload, &left);
    CHECK_EQUAL(stats.threads, expected.threads);
    CHECK_EQUAL(stats.chose, expected.chose);
    CHECK_EQUAL(stats.uncached_choices, expected.uncached_choices);
    CHECK_EQUAL(stats.read_choices, expected.read_choices);
    CHECK_EQUAL(stats.write_choices, expected.write_choices);
    CHECK_EQUAL(stats.monitored, expected.monitored);
    CHECK_EQUAL(stats.uncached, expected.uncached);
    CHECK_EQUAL(stats.hits, expected.hits);
    CHECK_EQUAL(stats.misses, expected.misses);
    CHECK_EQUAL(stats.evictions, expected.evictions);
    CHECK_EQUAL(stats.flushed, expected.flushed);
    CHECK_EQUAL(stats.shared_accesses, left.shared);
    seen_evictions += stats.evictions;
    seen_flushes += stats.flushed;
    seen_hits += stats.hits;
    seen_off += !stats.threads;
    CHECK_EQUAL(stats.instructions, expected.instructions);
    CHECK_EQUAL(stats.instructions + stats.monitoring + stats.caching, left.instructions);
    CHECK_EQUAL(stats.requests[0], expected.requests);
    CHECK_EQUAL(stats.requests[1], left.requests);
    CHECK_EQUAL(stats.sectors[0], expected.sectors);
    CHECK_EQUAL(stats.sectors[1], left.sectors);
}

static void compare_all(void)
{
    for (unsigned i = 0; i < EVERY_WORKLOAD; i++)
        if (strcmp(every_workload[i][0], "order"))
            compare(every_workload[i]);
    for (unsigned i = 0; i < PAPER_KERNELS; i++)
        compare(paper_kernels[i]);
}

int main(void)
{
    for (unsigned i = 0; i < sizeof monitored_of_runs / sizeof *monitored_of_runs; i++) {
        monitored = monitored_of_runs[i];
        core.shared_bytes = i == 1 ? 20000 : 60000;
        compare_all();
    }
    check_case("all of it was seen");
    CHECK(seen_hits > 0 && seen_evictions > 0 && seen_flushes > 0 && seen_off > 0);
    return check_report();
}
