/* The CUDA SDK's binomialOptions: values of European calls, option by option through a lattice of
 * prices, single precision. Block: 256 lanes, an option each. The values at the last step are
 * stored, then 32 steps at a time are taken in shared memory: a piece of 256 values is loaded and
 * 224 are stored back, piece by piece (the last one has fewer), until one value is left. Each
 * option's values (8 KB at 2048 steps) belong to its block: no sharing, reuse within a core. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>

enum { THREADS = 256, WARPS = THREADS / LANES, DELTA = 32, PIECE = THREADS - DELTA, ROW_PAD = 16 };
enum { OPTIONS, STEPS };

static const struct access store_last = STORE(1, 4), load_piece = LOAD(2, 4, 0);
static const struct access store_piece = STORE(3, 4), store_value = STORE(4, 4);

/* An option, as the kernel finds it in constant memory. */
struct option {
    float price, strike, volatility; /* volatility of a step */
    float up, down;                  /* discounted probabilities */
};

struct binomial {
    uint64_t call, value; /* addresses: a row of values per option, the results */
    struct option *option;
};

static uint64_t row_words(const struct workload *w)
{
    return w->value[STEPS] + ROW_PAD;
}

static struct option draw_option(struct rng *rng, uint64_t steps)
{
    const float riskless = 0.02f, volatility = 0.30f;
    float years = 0.25f + (float)rng_below(rng, 10000) / 1024, step = years / (float)steps;
    float growth = expf(riskless * step), factor = expf(volatility * sqrtf(step));
    float up = (growth - 1 / factor) / (factor - 1 / factor);
    return (struct option){.price = 5 + (float)rng_below(rng, 25600) / 1024,
                           .strike = 1 + (float)rng_below(rng, 101376) / 1024,
                           .volatility = volatility * sqrtf(step),
                           .up = up / growth,
                           .down = (1 - up) / growth};
}

static void open_binomial(struct workload *w)
{
    struct binomial *binomial = w->state = xcalloc(1, sizeof *binomial);
    if (w->value[STEPS] % DELTA)
        die("binomial: steps must be a multiple of %d", DELTA);
    struct rng rng;
    rng_init(&rng, w->seed);
    binomial->option = xcalloc(w->value[OPTIONS], sizeof *binomial->option);
    for (uint64_t i = 0; i < w->value[OPTIONS]; i++)
        binomial->option[i] = draw_option(&rng, w->value[STEPS]);
    binomial->call = image_allocate(&w->image, 4 * w->value[OPTIONS] * row_words(w));
    binomial->value = image_allocate(&w->image, 4 * w->value[OPTIONS]);
}

static bool next_binomial(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "binomial options",
                              .blocks = w->value[OPTIONS],
                              .warps = WARPS,
                              .shared_bytes = 2 * 4 * (THREADS + 1)};
    return true;
}

/* Value of the call at place `at` of the last step. */
static float last_value(const struct option *option, int64_t at, int64_t steps)
{
    float gain = option->price * expf(option->volatility * (float)(2 * at - steps));
    return gain > option->strike ? gain - option->strike : 0;
}

static float step_back(const struct option *option, float above, float here)
{
    return option->up * above + option->down * here;
}

/* The lanes whose thread is at most `last`. */
static void begin_through(struct simt *simt, unsigned warp, int64_t last)
{
    begin_warp(simt, warp, last < 0 ? 0 : (unsigned)last + 1);
}

static void store_last_step(const struct workload *w, struct simt *simt,
                            const struct option *option, uint64_t row)
{
    int64_t steps = (int64_t)w->value[STEPS];
    for (int64_t base = 0; base <= steps; base += THREADS)
        for (unsigned warp = 0; warp < WARPS; warp++) {
            float value[LANES];
            int64_t first = base + LANES * (int64_t)warp;
            begin_through(simt, warp, steps - base);
            for (unsigned lane = 0; lane < LANES; lane++)
                value[lane] = last_value(option, first + lane, steps);
            simt_alu(simt, 5);
            simt_arithmetic(simt, ARITHMETIC_SFU, 0, 1);
            store_row(simt, &store_last, row + 4 * (uint64_t)first, value);
        }
}

/* Takes DELTA steps of the `count` + 1 values from `row` on; `value` has the result. */
static void take_steps(struct simt *simt, const struct option *option, uint64_t row, int64_t count,
                       float value[THREADS])
{
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_through(simt, warp, count);
        load_row(simt, &load_piece, row + 4 * LANES * warp, value + LANES * warp);
    }
    for (int64_t last = count - 1; last >= count - DELTA; last--) {
        simt_barrier(simt);
        for (int64_t at = 0; at <= last; at++)
            value[at] = step_back(option, value[at + 1], value[at]);
        for (unsigned warp = 0; warp < WARPS; warp++) {
            begin_through(simt, warp, last);
            simt_alu(simt, 5);
        }
    }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_through(simt, warp, count - DELTA);
        store_row(simt, &store_piece, row + 4 * LANES * warp, value + LANES * warp);
    }
}

static void run_binomial(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct binomial *binomial = w->state;
    const struct option *option = &binomial->option[index];
    uint64_t row = binomial->call + 4 * index * row_words(w);
    float value[THREADS] = {0};
    store_last_step(w, simt, option, row);
    for (int64_t left = (int64_t)w->value[STEPS]; left > 0; left -= DELTA)
        for (int64_t base = 0; base < left; base += PIECE) {
            int64_t count = left - base < THREADS - 1 ? left - base : THREADS - 1;
            take_steps(simt, option, row + 4 * (uint64_t)base, count, value);
        }
    begin_warp(simt, 0, 1);
    store_row(simt, &store_value, binomial->value + 4 * index, value);
}

static bool check_binomial(struct workload *w, workload_get *get, void *context)
{
    const struct binomial *binomial = w->state;
    int64_t steps = (int64_t)w->value[STEPS];
    float *expected = xcalloc(w->value[OPTIONS], sizeof *expected);
    float *value = xcalloc(w->value[STEPS] + 1, sizeof *value);
    for (uint64_t i = 0; i < w->value[OPTIONS]; i++) {
        const struct option *option = &binomial->option[i];
        for (int64_t at = 0; at <= steps; at++)
            value[at] = last_value(option, at, steps);
        for (int64_t left = steps; left; left--)
            for (int64_t at = 0; at < left; at++)
                value[at] = step_back(option, value[at + 1], value[at]);
        expected[i] = value[0];
    }
    struct result result = {"value", binomial->value, expected, w->value[OPTIONS], 0, true};
    bool right = workload_compare(w, &result, get, context);
    free(value);
    free(expected);
    return right;
}

static void close_binomial(struct workload *w)
{
    struct binomial *binomial = w->state;
    free(binomial->option);
    free(binomial);
}

const struct workload_class binomial_class = {
    .name = "binomial",
    .text = "option values by binomial lattices, after the CUDA SDK: each block its own 8 KB",
    .parameter = {[OPTIONS] = {"options", "blocks; the SDK: 512", 6, 1, 65536},
                  [STEPS] = {"steps", "a multiple of 32; the SDK: 2048", 288, 32, 16384}},
    .open = open_binomial,
    .next_kernel = next_binomial,
    .run_block = run_binomial,
    .check = check_binomial,
    .close = close_binomial,
};
