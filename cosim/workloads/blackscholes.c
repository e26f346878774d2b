/* The CUDA SDK's BlackScholes: prices of European calls and puts by the closed formula, single
 * precision. Blocks of 128 lanes; a lane takes option number tid, then that plus the lanes of the
 * grid, and so on. Per option three loads and two stores, all coalesced, no line used twice: a
 * stream with much arithmetic between. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>

enum { WARPS = 4, THREADS = WARPS * LANES, INPUTS = 3, RESULTS = 2 };
enum { COUNT, BLOCKS };
enum { PRICE, STRIKE, YEARS };

static const float riskless = 0.02f, volatility = 0.30f;
static const float input_range[INPUTS][2] = {
    [PRICE] = {5, 30}, [STRIKE] = {1, 100}, [YEARS] = {0.25f, 10}};
static const struct access load_input[INPUTS] = {LOAD(1, 4, 2), LOAD(2, 4, 1), LOAD(3, 4, 0)};
static const struct access store_result[RESULTS] = {STORE(4, 4), STORE(5, 4)};

struct blackscholes {
    uint64_t input[INPUTS], result[RESULTS]; /* addresses; results: call, put */
};

static void open_blackscholes(struct workload *w)
{
    struct blackscholes *bs = w->state = xcalloc(1, sizeof *bs);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (unsigned i = 0; i < RESULTS; i++)
        bs->result[i] = image_allocate(&w->image, 4 * w->value[COUNT]);
    for (unsigned i = 0; i < INPUTS; i++)
        bs->input[i] = allocate_floats_between(w, &rng, w->value[COUNT], input_range[i]);
}

static bool next_blackscholes(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "blackscholes", .blocks = w->value[BLOCKS], .warps = WARPS};
    return true;
}

/* Cumulative normal distribution, the polynomial of Abramowitz and Stegun 26.2.17. */
static float normal(float d)
{
    static const float coefficient[] = {1.330274429f, -1.821255978f, 1.781477937f, -0.356563782f,
                                        0.31938153f};
    float k = 1 / (1 + 0.2316419f * fabsf(d)), sum = 0;
    for (unsigned i = 0; i < sizeof coefficient / sizeof coefficient[0]; i++)
        sum = k * (coefficient[i] + sum);
    sum *= 0.39894228f * expf(-0.5f * d * d);
    return d > 0 ? 1 - sum : sum;
}

static void price(const float input[INPUTS], float result[RESULTS])
{
    float root = volatility * sqrtf(input[YEARS]);
    float growth = (riskless + 0.5f * volatility * volatility) * input[YEARS];
    float d = (logf(input[PRICE] / input[STRIKE]) + growth) / root;
    float strike = input[STRIKE] * expf(-riskless * input[YEARS]);
    result[0] = input[PRICE] * normal(d) - strike * normal(d - root);
    result[1] = strike * (1 - normal(d - root)) - input[PRICE] * (1 - normal(d));
}

/* 32 options from `first` on. */
static void run_options(const struct blackscholes *bs, struct simt *simt, uint64_t first)
{
    float input[INPUTS][LANES] = {{0}}, result[RESULTS][LANES] = {{0}};
    for (unsigned i = 0; i < INPUTS; i++)
        load_row(simt, &load_input[i], bs->input[i] + 4 * first, input[i]);
    for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        float prices[RESULTS];
        price((float[INPUTS]){input[PRICE][lane], input[STRIKE][lane], input[YEARS][lane]}, prices);
        result[0][lane] = prices[0];
        result[1][lane] = prices[1];
    }
    simt_arithmetic(simt, ARITHMETIC_SFU, 0, 8);
    simt_alu(simt, 50);
    for (unsigned i = 0; i < RESULTS; i++)
        store_row(simt, &store_result[i], bs->result[i] + 4 * first, result[i]);
}

static void run_blackscholes(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t grid = w->value[BLOCKS] * THREADS, count = w->value[COUNT];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_alu(simt, 6);
        for (uint64_t first = index * THREADS + warp * LANES; first < count; first += grid) {
            simt->active = low_lanes((int64_t)(count - first));
            run_options(w->state, simt, first);
        }
    }
}

static bool check_blackscholes(struct workload *w, workload_get *get, void *context)
{
    const struct blackscholes *bs = w->state;
    uint64_t count = w->value[COUNT];
    const float *input[INPUTS];
    for (unsigned i = 0; i < INPUTS; i++)
        input[i] = image_at(&w->image, bs->input[i], 4 * count);
    float *call = xcalloc(count, sizeof *call), *put = xcalloc(count, sizeof *put);
    for (uint64_t i = 0; i < count; i++) {
        float prices[RESULTS];
        price((float[INPUTS]){input[PRICE][i], input[STRIKE][i], input[YEARS][i]}, prices);
        call[i] = prices[0];
        put[i] = prices[1];
    }
    struct result results[] = {{"call", bs->result[0], call, count, 0, true},
                               {"put", bs->result[1], put, count, 0, true}};
    bool right = workload_compare_all(w, results, RESULTS, get, context);
    free(call);
    free(put);
    return right;
}

const struct workload_class blackscholes_class = {
    .name = "blackscholes",
    .text = "prices of options, after the CUDA SDK: a stream with much arithmetic",
    .parameter = {[COUNT] = {"n", "options; the SDK: 4000000", 8192, 1, UINT64_C(1) << 26},
                  [BLOCKS] = {"blocks", "of 128 lanes, which take turns; the SDK: 480", 24, 1,
                              65536}},
    .open = open_blackscholes,
    .next_kernel = next_blackscholes,
    .run_block = run_blackscholes,
    .check = check_blackscholes,
    .close = free_state,
};
