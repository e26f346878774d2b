/* PolyBench-GPU ATAX: y = A' (A x), single precision, A is m x n, row-major. Two kernels, a lane
 * per result, blocks of 256: tmp[i] += A[i][j] x[j]    a lane walks a row: 32 lines per load, each
 * needed 32 times y[j] += A[i][j] tmp[i]    a lane walks a column: one line per load x[j] and
 * tmp[i] are one word for all lanes; the sum is stored in every step, as the compiled kernels do.
 * There are only m/256 and n/256 blocks: on a large chip most cores and their L1s are idle. Each
 * line of A belongs to one block (first kernel) or few: nothing but the vectors is replicated, the
 * benefit of a shared L1 is the idle cores' capacity. */
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>

enum { WARPS = 8, THREADS = WARPS * LANES, KERNELS = 2 };
enum { M, N };

/* Per kernel: the sum's first value, an element of A, one of the vector, the sum. */
static const struct access load_sum[KERNELS] = {
    {.pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 2},
    {.pc = 0x50, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 2}};
static const struct access load_a[KERNELS] = {
    {.pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1},
    {.pc = 0x60, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1}};
static const struct access load_vector[KERNELS] = {
    {.pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0},
    {.pc = 0x70, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0}};
static const struct access store_sum[KERNELS] = {
    {.pc = 0x40, .kind = INSTRUCTION_STORE, .size = 4},
    {.pc = 0x80, .kind = INSTRUCTION_STORE, .size = 4}};

struct atax {
    uint64_t a, x, tmp, y; /* addresses */
};

static void open_atax(struct workload *w)
{
    struct atax *atax = w->state = xcalloc(1, sizeof *atax);
    struct rng rng;
    rng_init(&rng, w->seed);
    atax->a = allocate_random_floats(w, &rng, w->value[M] * w->value[N]);
    atax->x = allocate_random_floats(w, &rng, w->value[N]);
    atax->tmp = image_allocate(&w->image, 4 * w->value[M]);
    atax->y = image_allocate(&w->image, 4 * w->value[N]);
}

static bool next_atax(struct workload *w, struct kernel *kernel)
{
    static const char *const names[KERNELS] = {"A x", "A' tmp"};
    if (w->kernels_started == KERNELS)
        return false;
    uint64_t results = w->value[w->kernels_started ? N : M];
    *kernel = (struct kernel){.blocks = (results + THREADS - 1) / THREADS, .warps = WARPS};
    snprintf(kernel->name, sizeof kernel->name, "%s", names[w->kernels_started]);
    return true;
}

/* A matrix times a vector, as one of the kernels sees it. */
struct product {
    uint64_t vector, sum;     /* addresses */
    uint64_t count;           /* terms of a sum */
    uint64_t step, lane_step; /* bytes in A from term to term, and from result to result */
};

static void run_warp(struct simt *simt, const struct atax *atax, const struct product *product,
                     uint64_t first, unsigned k)
{
    uint64_t address[LANES], sum_address[LANES];
    float sum[LANES] = {0}, a[LANES] = {0}, vector[LANES] = {0};
    simt_alu(simt, 4);
    lane_addresses(sum_address, product->sum + 4 * first, 4);
    simt_load(simt, &load_sum[k], sum_address, sum);
    for (uint64_t i = 0; i < product->count; i++) {
        uint64_t from = atax->a + first * product->lane_step + i * product->step;
        lane_addresses(address, from, product->lane_step);
        simt_load(simt, &load_a[k], address, a);
        lane_addresses(address, product->vector + 4 * i, 0);
        simt_load(simt, &load_vector[k], address, vector);
        for (unsigned lane = 0; lane < LANES; lane++)
            sum[lane] += a[lane] * vector[lane];
        simt_alu(simt, 1);
        simt_store(simt, &store_sum[k], sum_address, sum);
    }
}

static void run_atax(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct atax *atax = w->state;
    unsigned k = w->kernels_started - 1;
    uint64_t m = w->value[M], n = w->value[N], results = k ? n : m;
    struct product product = {
        .vector = atax->x, .sum = atax->tmp, .count = n, .step = 4, .lane_step = 4 * n};
    if (k)
        product = (struct product){
            .vector = atax->tmp, .sum = atax->y, .count = m, .step = 4 * n, .lane_step = 4};
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = index * THREADS + warp * LANES;
        simt_warp(simt, warp, low_lanes((int64_t)(results - first)));
        if (simt->active)
            run_warp(simt, atax, &product, first, k);
    }
}

static bool check_atax(struct workload *w, workload_get *get, void *context)
{
    const struct atax *atax = w->state;
    uint64_t m = w->value[M], n = w->value[N];
    const float *a = image_at(&w->image, atax->a, 4 * m * n);
    const float *x = image_at(&w->image, atax->x, 4 * n);
    float *tmp = xcalloc(m, sizeof *tmp), *y = xcalloc(n, sizeof *y);
    for (uint64_t i = 0; i < m; i++) {
        for (uint64_t j = 0; j < n; j++)
            tmp[i] += a[i * n + j] * x[j];
        for (uint64_t j = 0; j < n; j++)
            y[j] += a[i * n + j] * tmp[i];
    }
    struct result results[] = {{"tmp", atax->tmp, tmp, m, 0, true}, {"y", atax->y, y, n, 0, true}};
    bool right = workload_compare(w, &results[0], get, context) &&
                 workload_compare(w, &results[1], get, context);
    free(tmp);
    free(y);
    return right;
}

const struct workload_class atax_class = {
    .name = "atax",
    .text = "matrix-vector products y = A' (A x), after PolyBench-GPU",
    .parameter =
        {[M] = {"m", "rows of A", 128, 1, 16384}, [N] = {"n", "columns of A", 32, 1, 16384}},
    .open = open_atax,
    .next_kernel = next_atax,
    .run_block = run_atax,
    .check = check_atax,
    .close = free_state,
};
