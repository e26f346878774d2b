/* a[i] = b[i] + factor c[i], a pure stream: no line is used twice by a load. Block: 256 lanes; per
 * warp one load of b, one of c, one store of a, all coalesced.
 *     stream      factor 3; `iterations` kernels, after each of which a and b change roles
 *     vectoradd   factor 1, one kernel: the CUDA SDK's vectorAdd. Its instructions are those of a
 *                 trace of an A100, which names 12 registers per thread. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 8 };
enum { COUNT, ITERATIONS };

static const struct access load_b = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1};
static const struct access load_c = {.pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4};
static const struct access store_a = {.pc = 0x30, .kind = INSTRUCTION_STORE, .size = 4};

struct stream_state {
    float factor;
    uint64_t kernels;
    unsigned registers; /* per thread, 0: not known */
    uint64_t a[2];      /* addresses: written and read, in turn */
    uint64_t c;         /* address */
    float *first;       /* initial contents of the array read first, for the check */
};

static void open_sum(struct workload *w, const struct stream_state *what)
{
    struct stream_state *state = w->state = xcalloc(1, sizeof *state);
    *state = *what;
    uint64_t bytes = 4 * w->value[COUNT];
    for (unsigned i = 0; i < 2; i++)
        state->a[i] = image_allocate(&w->image, bytes);
    state->c = image_allocate(&w->image, bytes);
    state->first = xcalloc(w->value[COUNT], sizeof *state->first);
    struct rng rng;
    rng_init(&rng, w->seed);
    fill_random_floats(&rng, state->first, w->value[COUNT]);
    memcpy(image_at(&w->image, state->a[1], bytes), state->first, bytes);
    fill_random_floats(&rng, image_at(&w->image, state->c, bytes), w->value[COUNT]);
}

static void open_stream(struct workload *w)
{
    open_sum(w, &(struct stream_state){.factor = 3, .kernels = w->value[ITERATIONS]});
}

static void open_vectoradd(struct workload *w)
{
    open_sum(w, &(struct stream_state){.factor = 1, .kernels = 1, .registers = 12});
}

static bool next_stream(struct workload *w, struct kernel *kernel)
{
    const struct stream_state *state = w->state;
    if (w->kernels_started == state->kernels)
        return false;
    uint64_t lanes = WARPS * LANES;
    *kernel = (struct kernel){.blocks = (w->value[COUNT] + lanes - 1) / lanes,
                              .warps = WARPS,
                              .registers = state->registers};
    snprintf(kernel->name, sizeof kernel->name, "%s", w->class->name);
    return true;
}

static void run_vectoradd(struct workload *w, struct simt *simt, uint64_t index)
{
    static const struct access load_first = LOAD(1, 4, 2), load_second = LOAD(2, 4, 1);
    const struct stream_state *state = w->state;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = (index * WARPS + warp) * LANES;
        float b[LANES] = {0}, c[LANES] = {0}, a[LANES];
        if (!begin_guarded_warp(simt, warp, low_lanes((int64_t)(w->value[COUNT] - first))))
            continue;
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 4);
        load_row(simt, &load_first, state->a[1] + 4 * first, b);
        load_row(simt, &load_second, state->c + 4 * first, c);
        for (unsigned lane = 0; lane < LANES; lane++)
            a[lane] = b[lane] + c[lane];
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 1);
        simt_alu(simt, 2); /* the sum, and 0 added to it */
        store_row(simt, &store_a, state->a[0] + 4 * first, a);
    }
}

static void run_stream(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct stream_state *state = w->state;
    unsigned written = (w->kernels_started - 1) & 1;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = (index * WARPS + warp) * LANES, address[LANES];
        float b[LANES] = {0}, c[LANES] = {0}, a[LANES];
        simt_warp(simt, warp, low_lanes((int64_t)(w->value[COUNT] - first)));
        simt_alu(simt, 4);
        lane_addresses(address, state->a[!written] + 4 * first, 4);
        simt_load(simt, &load_b, address, b);
        lane_addresses(address, state->c + 4 * first, 4);
        simt_load(simt, &load_c, address, c);
        for (unsigned lane = 0; lane < LANES; lane++)
            a[lane] = b[lane] + state->factor * c[lane];
        simt_alu(simt, 1);
        lane_addresses(address, state->a[written] + 4 * first, 4);
        simt_store(simt, &store_a, address, a);
    }
}

static bool check_stream(struct workload *w, workload_get *get, void *context)
{
    const struct stream_state *state = w->state;
    uint64_t count = w->value[COUNT];
    const float *c = image_at(&w->image, state->c, 4 * count);
    float *a = xcalloc(count, sizeof *a);
    memcpy(a, state->first, 4 * count);
    for (uint64_t pass = 0; pass < state->kernels; pass++)
        for (uint64_t i = 0; i < count; i++)
            a[i] += state->factor * c[i];
    struct result result = {"a", state->a[(state->kernels - 1) & 1], a, count, 0, true};
    bool right = workload_compare(w, &result, get, context);
    free(a);
    return right;
}

static void close_stream(struct workload *w)
{
    struct stream_state *state = w->state;
    free(state->first);
    free(state);
}

const struct workload_class stream_class = {
    .name = "stream",
    .text = "triad a = b + 3 c, single precision, a pure stream",
    .parameter = {[COUNT] = {"n", "elements", 16384, 1, UINT64_C(1) << 28},
                  [ITERATIONS] = {"iterations", "kernels", 1, 1, 1000}},
    .open = open_stream,
    .next_kernel = next_stream,
    .run_block = run_stream,
    .check = check_stream,
    .close = close_stream,
};

const struct workload_class vectoradd_class = {
    .name = "vectoradd",
    .text = "vector addition of the CUDA SDK, single precision, a pure stream",
    .parameter = {[COUNT] = {"n", "elements; the trace: 50000", 10000, 1, UINT64_C(1) << 28}},
    .open = open_vectoradd,
    .next_kernel = next_stream,
    .run_block = run_vectoradd,
    .check = check_stream,
    .close = close_stream,
};
