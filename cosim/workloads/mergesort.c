/* The CUDA SDK's mergeSort: pairs of key and value in ascending order of their keys. Blocks of 512
 * lanes sort 1024 pairs each in shared memory (a load and store of key and value for either half).
 * Then sorted runs are merged two by two, four kernels per doubling of their length:
 *     sample ranks   every 128th key of a run is looked up in the other one by binary search:
 *                    gathers of 8 to 20 steps, for both runs
 *     merge ranks    the ranks of the samples become limits of intervals of both runs (twice)
 *     merge          a block of 128 lanes per interval: 4 loads of limits by its lane 0, the pairs
 *                    of both runs between them, merged in shared memory, stored to the other array
 * n is a power of two times 1024. Keys differ, so the order is one. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { TILE = 1024, TILE_LANES = TILE / 2, TILE_WARPS = TILE_LANES / LANES, SAMPLE = 128 };
enum { RANK_LANES = 256, RANK_WARPS = RANK_LANES / LANES, MERGE_WARPS = SAMPLE / LANES };
enum { COUNT };
enum { RUNS = 2 };

/* Kernels of one doubling. */
enum step { SAMPLE_RANKS, MERGE_RANKS_A, MERGE_RANKS_B, MERGE, STEPS };

static const struct access load_tile[4] = {LOAD(1, 4, 3), LOAD(2, 4, 2), LOAD(3, 4, 1),
                                           LOAD(4, 4, 0)};
static const struct access store_tile[4] = {STORE(5, 4), STORE(6, 4), STORE(7, 4), STORE(8, 4)};
static const struct access store_own[RUNS] = {STORE(9, 4), STORE(13, 4)};
static const struct access load_sample[RUNS] = {LOAD(10, 4, 0), LOAD(14, 4, 0)};
static const struct access load_search[RUNS] = {LOAD(11, 4, 0), LOAD(15, 4, 0)};
static const struct access store_other[RUNS] = {STORE(12, 4), STORE(16, 4)};
static const struct access load_rank[RUNS] = {LOAD(17, 4, 0), LOAD(20, 4, 0)};
static const struct access load_rank_search[RUNS] = {LOAD(18, 4, 0), LOAD(21, 4, 0)};
static const struct access store_limit[RUNS] = {STORE(19, 4), STORE(22, 4)};
static const struct access load_limit[2 * RUNS] = {LOAD(23, 4, 3), LOAD(24, 4, 2), LOAD(25, 4, 1),
                                                   LOAD(26, 4, 0)};
static const struct access load_pair[2 * RUNS] = {LOAD(27, 4, 1), LOAD(28, 4, 0), LOAD(29, 4, 1),
                                                  LOAD(30, 4, 0)};
static const struct access store_pair[2 * RUNS] = {STORE(31, 4), STORE(32, 4), STORE(33, 4),
                                                   STORE(34, 4)};

struct mergesort {
    uint64_t key[2], val[2]; /* addresses; the first kernel writes [1], a merge the other */
    uint64_t rank[RUNS], limits[RUNS]; /* addresses: of samples, of intervals in either run */
    uint64_t run;                      /* length of the runs that are merged; 0: tiles are sorted */
    unsigned from;                     /* arrays that are read */
    enum step step;
    uint32_t *first; /* the keys at the start, for the check */
};

static void open_mergesort(struct workload *w)
{
    struct mergesort *sort = w->state = xcalloc(1, sizeof *sort);
    uint64_t count = w->value[COUNT], samples = count / SAMPLE;
    if (count & (count - 1))
        die("mergesort: n must be a power of two");
    for (unsigned i = 0; i < 2; i++) {
        sort->key[i] = image_allocate(&w->image, 4 * count);
        sort->val[i] = image_allocate(&w->image, 4 * count);
    }
    for (unsigned i = 0; i < RUNS; i++) {
        sort->rank[i] = image_allocate(&w->image, 4 * samples);
        sort->limits[i] = image_allocate(&w->image, 4 * samples);
    }
    uint32_t *key = image_at(&w->image, sort->key[0], 4 * count);
    uint32_t *val = image_at(&w->image, sort->val[0], 4 * count);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = rng_below(&rng, i + 1);
        key[i] = key[other];
        key[other] = 3 * i;
        val[i] = i;
    }
    sort->first = image_copy(w, sort->key[0], 4 * count);
}

/* The step behind the last one; false when all is sorted. */
static bool advance(struct workload *w)
{
    struct mergesort *sort = w->state;
    if (!sort->run || sort->step == MERGE) {
        sort->from = !sort->from;
        sort->run = sort->run ? 2 * sort->run : TILE;
        sort->step = SAMPLE_RANKS;
    } else {
        sort->step++;
    }
    return sort->run < w->value[COUNT];
}

static bool next_mergesort(struct workload *w, struct kernel *kernel)
{
    const struct mergesort *sort = w->state;
    uint64_t count = w->value[COUNT], samples = count / SAMPLE;
    if (!w->kernels_started) {
        *kernel = (struct kernel){.name = "sort tiles",
                                  .blocks = count / TILE,
                                  .warps = TILE_WARPS,
                                  .shared_bytes = 2 * 4 * TILE};
        return true;
    }
    if (!advance(w))
        return false;
    bool merge = sort->step == MERGE;
    *kernel =
        (struct kernel){.blocks = merge ? samples : (samples / 2 + RANK_LANES - 1) / RANK_LANES,
                        .warps = merge ? MERGE_WARPS : RANK_WARPS,
                        .shared_bytes = merge ? 4 * 4 * SAMPLE : 0};
    snprintf(kernel->name, sizeof kernel->name, "%s",
             merge                        ? "merge"
             : sort->step == SAMPLE_RANKS ? "sample ranks"
                                          : "merge ranks");
    return true;
}

/* ---- tiles ---- */

struct pair {
    uint32_t key, val;
};

static int compare_pairs(const void *a, const void *b)
{
    uint32_t left = ((const struct pair *)a)->key, right = ((const struct pair *)b)->key;
    return (left > right) - (left < right);
}

static void sort_tile(const struct workload *w, struct simt *simt, uint64_t index)
{
    const struct mergesort *sort = w->state;
    struct pair pair[TILE];
    for (unsigned warp = 0; warp < TILE_WARPS; warp++) {
        uint32_t value[4][LANES];
        begin_warp(simt, warp, TILE_LANES);
        simt_alu(simt, 6);
        for (unsigned i = 0; i < 4; i++) {
            uint64_t at = index * TILE + (i / 2) * TILE_LANES + warp * LANES;
            load_row(simt, &load_tile[i], (i % 2 ? sort->val : sort->key)[0] + 4 * at, value[i]);
        }
        for (unsigned i = 0; i < 2 * LANES; i++)
            pair[i / LANES * TILE_LANES + warp * LANES + i % LANES] =
                (struct pair){value[i / LANES * 2][i % LANES], value[i / LANES * 2 + 1][i % LANES]};
    }
    qsort(pair, TILE, sizeof pair[0], compare_pairs);
    for (unsigned stride = 1, steps = 1; stride < TILE; stride *= 2, steps++) {
        simt_barrier(simt);
        block_alu(simt, TILE_LANES, 10 + 2 * 4 * steps); /* two binary searches */
        simt_barrier(simt);
        block_alu(simt, TILE_LANES, 4);
    }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < TILE_WARPS; warp++) {
        begin_warp(simt, warp, TILE_LANES);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t value[LANES];
            uint64_t in_tile = (i / 2) * TILE_LANES + warp * LANES;
            for (unsigned lane = 0; lane < LANES; lane++)
                value[lane] = i % 2 ? pair[in_tile + lane].val : pair[in_tile + lane].key;
            store_row(simt, &store_tile[i],
                      (i % 2 ? sort->val : sort->key)[1] + 4 * (index * TILE + in_tile), value);
        }
    }
}

/* ---- ranks ---- */

/* A binary search per active lane in `length` ascending words (a power of two or less) at address
 * base[lane]: how many are below key[lane], equal ones included or not. */
static void search(struct simt *simt, const struct access *load, const uint64_t base[LANES],
                   uint64_t length, const uint32_t key[LANES], bool inclusive,
                   uint32_t found[LANES])
{
    uint32_t lanes = simt->active;
    uint64_t reach = 1;
    for (unsigned lane = 0; lane < LANES; lane++)
        found[lane] = 0;
    if (!length)
        return;
    while (reach < length)
        reach *= 2;
    for (; reach; reach /= 2) {
        uint64_t address[LANES] = {0};
        uint32_t word[LANES] = {0};
        simt->active = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            uint64_t next = found[lane] + reach;
            if (next > length)
                continue;
            simt->active |= 1u << lane;
            address[lane] = base[lane] + 4 * (next - 1);
        }
        simt_load(simt, load, address, word);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            if (inclusive ? word[lane] <= key[lane] : word[lane] < key[lane])
                found[lane] += (uint32_t)reach;
        }
        simt->active = lanes;
        simt_alu(simt, 4);
    }
}

/* A sample of the pair of runs that a lane is in: number `sample` of its run, whose pair begins at
 * element `pair`; samples of both runs of a pair lie one run behind the other. */
struct place {
    uint64_t pair[LANES], sample[LANES];
};

/* The samples of the current warp's lanes, of `samples` per run. */
static void find_place(const struct workload *w, struct simt *simt, uint64_t first,
                       uint64_t samples, struct place *place)
{
    simt->active &= low_lanes((int64_t)(w->value[COUNT] / SAMPLE / 2) - (int64_t)first);
    for (unsigned lane = 0; lane < LANES; lane++) {
        place->sample[lane] = (first + lane) % samples;
        place->pair[lane] = (first + lane) / samples * 2 * samples * SAMPLE;
    }
    simt_alu(simt, 6);
}

static void sample_ranks(const struct workload *w, struct simt *simt, uint64_t first)
{
    const struct mergesort *sort = w->state;
    uint64_t samples = sort->run / SAMPLE, keys = sort->key[sort->from];
    struct place place;
    find_place(w, simt, first, samples, &place);
    for (unsigned run = 0; run < RUNS; run++) {
        uint64_t sample_at[LANES], base[LANES], own_at[LANES], other_at[LANES];
        uint32_t key[LANES] = {0}, own[LANES], other[LANES];
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint64_t pair = place.pair[lane], slot = run * samples + place.sample[lane];
            own[lane] = (uint32_t)(place.sample[lane] * SAMPLE);
            sample_at[lane] = keys + 4 * (pair + run * sort->run + own[lane]);
            base[lane] = keys + 4 * (pair + !run * sort->run);
            own_at[lane] = sort->rank[run] + 4 * (pair / SAMPLE + slot);
            other_at[lane] = sort->rank[!run] + 4 * (pair / SAMPLE + slot);
        }
        simt_store(simt, &store_own[run], own_at, own);
        simt_load(simt, &load_sample[run], sample_at, key);
        search(simt, &load_search[run], base, sort->run, key, run, other);
        simt_store(simt, &store_other[run], other_at, other);
    }
}

/* Ranks in run `which` of the samples of both runs, merged, are the limits of the intervals. */
static void merge_ranks(const struct workload *w, struct simt *simt, uint64_t first, unsigned which)
{
    const struct mergesort *sort = w->state;
    uint64_t samples = sort->run / SAMPLE;
    struct place place;
    find_place(w, simt, first, samples, &place);
    for (unsigned run = 0; run < RUNS; run++) {
        uint64_t rank_at[LANES], base[LANES], limit_at[LANES];
        uint32_t rank[LANES] = {0}, below[LANES];
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint64_t ranks = sort->rank[which] + 4 * (place.pair[lane] / SAMPLE);
            rank_at[lane] = ranks + 4 * (run * samples + place.sample[lane]);
            base[lane] = ranks + 4 * (!run * samples);
        }
        simt_load(simt, &load_rank[run], rank_at, rank);
        search(simt, &load_rank_search[run], base, samples, rank, run, below);
        for (unsigned lane = 0; lane < LANES; lane++)
            limit_at[lane] = sort->limits[which] +
                             4 * (place.pair[lane] / SAMPLE + place.sample[lane] + below[lane]);
        simt_store(simt, &store_limit[run], limit_at, rank);
    }
}

/* ---- merging ---- */

/* An interval of both runs. */
struct interval {
    uint32_t start[RUNS], length[RUNS]; /* elements, counted from the runs' begin */
    uint64_t base[RUNS];                /* elements where the runs begin */
};

static struct interval read_interval(const struct workload *w, struct simt *simt, uint64_t index)
{
    const struct mergesort *sort = w->state;
    uint64_t samples = 2 * sort->run / SAMPLE, number = index % samples;
    struct interval interval;
    begin_warp(simt, 0, 1);
    simt_alu(simt, 6);
    for (unsigned run = 0; run < RUNS; run++) {
        uint32_t start[LANES] = {0}, end[LANES] = {(uint32_t)sort->run};
        load_row(simt, &load_limit[run], sort->limits[run] + 4 * index, start);
        if (number + 1 < samples)
            load_row(simt, &load_limit[RUNS + run], sort->limits[run] + 4 * (index + 1), end);
        interval.start[run] = start[0];
        interval.length[run] = end[0] - start[0];
        interval.base[run] = (index - number) * SAMPLE + run * sort->run;
    }
    simt_barrier(simt);
    return interval;
}

/* Key and value of the pairs of a run in the interval. */
static void load_run(const struct mergesort *sort, struct simt *simt,
                     const struct interval *interval, unsigned run, struct pair *pair)
{
    for (unsigned warp = 0; warp < MERGE_WARPS; warp++) {
        uint32_t key[LANES] = {0}, val[LANES] = {0};
        uint64_t at = 4 * (interval->base[run] + interval->start[run] + warp * LANES);
        begin_warp(simt, warp, interval->length[run]);
        load_row(simt, &load_pair[2 * run], sort->key[sort->from] + at, key);
        load_row(simt, &load_pair[2 * run + 1], sort->val[sort->from] + at, val);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            pair[warp * LANES + lane] = (struct pair){key[lane], val[lane]};
        }
    }
}

static void merge(const struct workload *w, struct simt *simt, uint64_t index)
{
    const struct mergesort *sort = w->state;
    struct interval interval = read_interval(w, simt, index);
    struct pair pair[RUNS * SAMPLE];
    uint32_t of_first = interval.length[0], all = of_first + interval.length[1];
    uint64_t to = interval.base[0] + interval.start[0] + interval.start[1];
    load_run(sort, simt, &interval, 0, pair);
    load_run(sort, simt, &interval, 1, pair + of_first);
    simt_barrier(simt);
    qsort(pair, all, sizeof pair[0], compare_pairs);
    block_alu(simt, SAMPLE, 2 * 8 * 4); /* binary searches in shared memory */
    simt_barrier(simt);
    block_alu(simt, SAMPLE, 4);
    simt_barrier(simt);
    for (unsigned i = 0; i < 2 * RUNS; i++)
        for (unsigned warp = 0; warp < MERGE_WARPS; warp++) {
            uint32_t value[LANES] = {0};
            uint32_t first = (i / 2 ? of_first : 0) + warp * LANES;
            begin_warp(simt, warp, interval.length[i / 2]);
            for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
                unsigned lane = (unsigned)__builtin_ctz(rest);
                value[lane] = i % 2 ? pair[first + lane].val : pair[first + lane].key;
            }
            store_row(simt, &store_pair[i],
                      (i % 2 ? sort->val : sort->key)[!sort->from] + 4 * (to + first), value);
        }
}

static void run_mergesort(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct mergesort *sort = w->state;
    if (!sort->run) {
        sort_tile(w, simt, index);
    } else if (sort->step == MERGE) {
        merge(w, simt, index);
    } else {
        for (unsigned warp = 0; warp < RANK_WARPS; warp++) {
            uint64_t first = index * RANK_LANES + warp * LANES;
            begin_warp(simt, warp, RANK_LANES);
            if (sort->step == SAMPLE_RANKS)
                sample_ranks(w, simt, first);
            else
                merge_ranks(w, simt, first, sort->step == MERGE_RANKS_B);
        }
    }
}

/* The keys are 0, 3, 6, ..., so their place is known; the values are looked up in the input. */
static bool check_mergesort(struct workload *w, workload_get *get, void *context)
{
    const struct mergesort *sort = w->state;
    uint64_t count = w->value[COUNT];
    const uint32_t *first = sort->first;
    uint32_t *key = xcalloc(count, sizeof *key), *val = xcalloc(count, sizeof *val);
    for (uint32_t i = 0; i < count; i++) {
        key[first[i] / 3] = first[i];
        val[first[i] / 3] = i;
    }
    struct result results[] = {{"key", sort->key[sort->from], key, count, 0, false},
                               {"value", sort->val[sort->from], val, count, 0, false}};
    bool right = workload_compare_all(w, results, 2, get, context);
    free(key);
    free(val);
    return right;
}

static void close_mergesort(struct workload *w)
{
    struct mergesort *sort = w->state;
    free(sort->first);
    free(sort);
}

const struct workload_class mergesort_class = {
    .name = "mergesort",
    .text = "merge sort, after the CUDA SDK: binary searches between streams",
    .parameter = {[COUNT] = {"n", "pairs, a power of two; the SDK: 4194304", 2048, TILE, 1 << 24}},
    .open = open_mergesort,
    .next_kernel = next_mergesort,
    .run_block = run_mergesort,
    .check = check_mergesort,
    .close = close_mergesort,
};
