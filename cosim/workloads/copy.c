/* A copy with two multiply-adds between load and store, the plainest stream: comparable with any
 * simulator that reads traces. Block: 6 warps; warp g of the grid copies in iteration k the 32
 * words from (k * warps + g) * 32 on, so that in each iteration all warps together copy one piece.
 *
 * The multiply-adds are v * 2 + 1, twice. */
#include "workload_class.h"

#include <stdlib.h>
#include <string.h>

#include "util.h"

enum { WARPS = 6 };
enum { BLOCKS, ITERATIONS };

static const struct access load_in = {.pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4};
static const struct access store_out = {.pc = 0x28, .kind = INSTRUCTION_STORE, .size = 4};

struct copy {
    uint64_t in, out; /* addresses */
};

static uint64_t words_of(const struct workload *w)
{
    return w->value[ITERATIONS] * w->value[BLOCKS] * WARPS * LANES;
}

static float twice_multiplied(float value)
{
    return (value * 2 + 1) * 2 + 1;
}

static void open_copy(struct workload *w)
{
    struct copy *copy = w->state = xcalloc(1, sizeof *copy);
    struct rng rng;
    rng_init(&rng, w->seed);
    copy->in = allocate_random_floats(w, &rng, words_of(w));
    copy->out = image_allocate(&w->image, 4 * words_of(w));
}

static bool next_copy(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "copy", .blocks = w->value[BLOCKS], .warps = WARPS};
    return true;
}

static void run_copy(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct copy *copy = w->state;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        simt_warp(simt, warp, ALL_LANES);
        for (uint64_t pass = 0; pass < w->value[ITERATIONS]; pass++) {
            uint64_t first = ((pass * w->value[BLOCKS] + index) * WARPS + warp) * LANES;
            uint64_t address[LANES];
            float value[LANES];
            lane_addresses(address, copy->in + 4 * first, 4);
            simt_load(simt, &load_in, address, value);
            simt_alu(simt, 2);
            for (unsigned lane = 0; lane < LANES; lane++)
                value[lane] = twice_multiplied(value[lane]);
            lane_addresses(address, copy->out + 4 * first, 4);
            simt_store(simt, &store_out, address, value);
        }
    }
}

static bool check_copy(struct workload *w, workload_get *get, void *context)
{
    const struct copy *copy = w->state;
    uint64_t count = words_of(w);
    const float *in = image_at(&w->image, copy->in, 4 * count);
    float *out = xcalloc(count, sizeof *out);
    for (uint64_t i = 0; i < count; i++)
        out[i] = twice_multiplied(in[i]);
    struct result result = {"out", copy->out, out, count, 0, true};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

const struct workload_class copy_class = {
    .name = "copy",
    .text = "load, two multiply-adds, store: the plainest stream, for comparisons of simulators",
    .parameter = {[BLOCKS] = {"blocks", "thread blocks of 6 warps", 240, 1, 1 << 16},
                  [ITERATIONS] = {"iterations", "lines per warp", 64, 1, 1 << 16}},
    .open = open_copy,
    .next_kernel = next_copy,
    .run_block = run_copy,
    .check = check_copy,
    .close = free_state,
};
