/* The CUDA SDK's 64-bin histogram of bytes, of whose 8 bits the upper 6 count. First kernel: blocks
 * of 64 lanes; each lane loads 16 bytes at a time (4 lines per warp), block after block of the
 * grid, 240 bytes at most, into counters of its own in shared memory; then lane b adds the lanes'
 * counters of bin b and stores the block's. Second kernel: a block of 256 lanes per bin adds the
 * blocks' counters (64 words apart: a line each) by a tree. A stream, but for the counters. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { BINS = 64, THREADS = 64, WARPS = THREADS / LANES, PIECE = 16, LANE_BYTES = 240 };
enum { MERGE_THREADS = 256, MERGE_WARPS = MERGE_THREADS / LANES };
enum { BYTES };

static const struct access load_data = LOAD(1, PIECE, 0), store_partial = STORE(2, 4);
static const struct access load_partial = LOAD(3, 4, 0), store_bin = STORE(4, 4);

struct hist64 {
    uint64_t data, partial, bins; /* addresses */
};

/* Blocks of the first kernel. */
static uint64_t parts(const struct workload *w)
{
    return (w->value[BYTES] + THREADS * LANE_BYTES - 1) / (THREADS * LANE_BYTES);
}

static void open_hist64(struct workload *w)
{
    if (w->value[BYTES] % PIECE)
        die("hist64: n must be a multiple of %d", PIECE);
    struct hist64 *hist = w->state = xcalloc(1, sizeof *hist);
    hist->data = image_allocate(&w->image, w->value[BYTES]);
    hist->partial = image_allocate(&w->image, 4 * BINS * parts(w));
    hist->bins = image_allocate(&w->image, 4 * BINS);
    uint32_t *data = image_at(&w->image, hist->data, w->value[BYTES]);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (uint64_t i = 0; i < w->value[BYTES] / 4; i++)
        data[i] = (uint32_t)rng_next(&rng);
}

static bool next_hist64(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == 2)
        return false;
    if (w->kernels_started)
        *kernel = (struct kernel){.name = "merge",
                                  .blocks = BINS,
                                  .warps = MERGE_WARPS,
                                  .shared_bytes = 4 * MERGE_THREADS};
    else
        *kernel = (struct kernel){.name = "histogram",
                                  .blocks = parts(w),
                                  .warps = WARPS,
                                  .shared_bytes = BINS * THREADS};
    return true;
}

static void run_part(const struct workload *w, struct simt *simt, uint64_t part)
{
    const struct hist64 *hist = w->state;
    uint64_t pieces = w->value[BYTES] / PIECE, grid = parts(w) * THREADS;
    uint32_t bin[BINS] = {0};
    block_alu(simt, THREADS, 8 + BINS / 4);
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++)
        for (uint64_t first = part * THREADS + warp * LANES; first < pieces; first += grid) {
            uint8_t byte[LANES][PIECE] = {{0}};
            simt_warp(simt, warp, low_lanes((int64_t)(pieces - first)));
            load_row(simt, &load_data, hist->data + PIECE * first, byte);
            for (uint32_t rest = simt->active; rest; rest &= rest - 1)
                for (unsigned i = 0; i < PIECE; i++)
                    bin[byte[__builtin_ctz(rest)][i] >> 2]++;
            simt_arithmetic(simt, ARITHMETIC_INT, 0, 4 * PIECE); /* shift, mask, load, store */
        }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 2 * THREADS);
        store_row(simt, &store_partial, hist->partial + 4 * (part * BINS + warp * LANES),
                  bin + LANES * warp);
    }
}

/* 256 sums become one by a tree. */
static void add_halves(struct simt *simt, uint32_t sum[MERGE_THREADS])
{
    for (unsigned half = MERGE_THREADS / 2; half; half /= 2) {
        simt_barrier(simt);
        for (unsigned t = 0; t < half; t++)
            sum[t] += sum[t + half];
        block_alu(simt, half, 4);
    }
}

static void run_merge(const struct workload *w, struct simt *simt, uint64_t bin)
{
    const struct hist64 *hist = w->state;
    uint32_t sum[MERGE_THREADS] = {0};
    uint64_t address[LANES];
    for (unsigned warp = 0; warp < MERGE_WARPS; warp++)
        for (uint64_t first = warp * LANES; first < parts(w); first += MERGE_THREADS) {
            uint32_t partial[LANES] = {0};
            simt_warp(simt, warp, low_lanes((int64_t)(parts(w) - first)));
            lane_addresses(address, hist->partial + 4 * (first * BINS + bin), 4 * BINS);
            simt_load(simt, &load_partial, address, partial);
            for (unsigned lane = 0; lane < LANES; lane++)
                sum[warp * LANES + lane] += partial[lane];
            simt_arithmetic(simt, ARITHMETIC_INT, 0, 3);
        }
    add_halves(simt, sum);
    begin_warp(simt, 0, 1);
    store_row(simt, &store_bin, hist->bins + 4 * bin, sum);
}

static void run_hist64(struct workload *w, struct simt *simt, uint64_t index)
{
    if (w->kernels_started == 1)
        run_part(w, simt, index);
    else
        run_merge(w, simt, index);
}

static bool check_hist64(struct workload *w, workload_get *get, void *context)
{
    const struct hist64 *hist = w->state;
    const uint8_t *data = image_at(&w->image, hist->data, w->value[BYTES]);
    uint32_t *partial = xcalloc(BINS * parts(w), sizeof *partial), bins[BINS] = {0};
    for (uint64_t i = 0; i < w->value[BYTES]; i++) {
        uint64_t part = i / (PIECE * THREADS) % parts(w);
        partial[part * BINS + data[i] / 4]++;
        bins[data[i] / 4]++;
    }
    struct result results[] = {{"partial", hist->partial, partial, BINS * parts(w), BINS, false},
                               {"bins", hist->bins, bins, BINS, 0, false}};
    bool right = workload_compare_all(w, results, 2, get, context);
    free(partial);
    return right;
}

const struct workload_class hist64_class = {
    .name = "hist64",
    .text = "64-bin histogram of bytes, after the CUDA SDK: counters in shared memory, then merged",
    .parameter = {[BYTES] = {"n", "bytes, a multiple of 16; the SDK: 67108864", 61440, 16,
                             UINT64_C(1) << 28}},
    .open = open_hist64,
    .next_kernel = next_hist64,
    .run_block = run_hist64,
    .check = check_hist64,
    .close = free_state,
};
