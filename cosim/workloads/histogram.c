/* Histogram with global atomics: bins[data[i] mod bins] += 1. Block: 256 lanes; per warp one
 * coalesced load of 32 words and one atomic add whose lanes scatter over the bins. Lanes that meet
 * in one word are serialised by the coalescer, requests that meet in one line by the hazard rule:
 * few bins make a contended, many bins a scattered workload. */
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>

enum { WARPS = 8 };
enum { COUNT, BINS };

static const struct access load_data = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0};
static const struct access add_bin = {
    .pc = 0x20, .kind = INSTRUCTION_ATOMIC, .size = 4, .op = ATOMIC_ADD};

struct histogram {
    uint64_t data, bins; /* addresses */
};

static void open_histogram(struct workload *w)
{
    struct histogram *histogram = w->state = xcalloc(1, sizeof *histogram);
    histogram->data = image_allocate(&w->image, 4 * w->value[COUNT]);
    histogram->bins = image_allocate(&w->image, 4 * w->value[BINS]);
    uint32_t *data = image_at(&w->image, histogram->data, 4 * w->value[COUNT]);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (uint64_t i = 0; i < w->value[COUNT]; i++)
        data[i] = (uint32_t)rng_next(&rng);
}

static bool next_histogram(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t lanes = WARPS * LANES;
    *kernel = (struct kernel){
        .name = "histogram", .blocks = (w->value[COUNT] + lanes - 1) / lanes, .warps = WARPS};
    return true;
}

static void run_histogram(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct histogram *histogram = w->state;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = (index * WARPS + warp) * LANES, address[LANES];
        uint32_t data[LANES] = {0}, one[LANES];
        simt_warp(simt, warp, low_lanes((int64_t)(w->value[COUNT] - first)));
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 4);
        lane_addresses(address, histogram->data + 4 * first, 4);
        simt_load(simt, &load_data, address, data);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 2);
        for (unsigned lane = 0; lane < LANES; lane++) {
            address[lane] = histogram->bins + 4 * (data[lane] % w->value[BINS]);
            one[lane] = 1;
        }
        simt_atomic(simt, &add_bin, address, one);
    }
}

static bool check_histogram(struct workload *w, workload_get *get, void *context)
{
    const struct histogram *histogram = w->state;
    const uint32_t *data = image_at(&w->image, histogram->data, 4 * w->value[COUNT]);
    uint32_t *bins = xcalloc(w->value[BINS], sizeof *bins);
    for (uint64_t i = 0; i < w->value[COUNT]; i++)
        bins[data[i] % w->value[BINS]]++;
    struct result result = {"bins", histogram->bins, bins, w->value[BINS], 0, false};
    bool right = workload_compare(w, &result, get, context);
    free(bins);
    return right;
}

const struct workload_class histogram_class = {
    .name = "histogram",
    .text = "histogram with global atomic additions",
    .parameter = {[COUNT] = {"n", "words of data", 4096, 1, UINT64_C(1) << 28},
                  [BINS] = {"bins", "bins", 256, 1, UINT64_C(1) << 24}},
    .open = open_histogram,
    .next_kernel = next_histogram,
    .run_block = run_histogram,
    .check = check_histogram,
    .close = free_state,
};
