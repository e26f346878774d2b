/* GEMM as PolyBench-GPU compiles: C = alpha A B + beta C, single precision, row-major, a lane per
 * element and no tile (gemm.c has one). Block: 32 columns x 8 rows, a warp is a row i of 32 columns
 * j; columns first. Per step of k a warp loads
 *     A[i][k]   one word for all lanes, a line for 32 steps
 *     B[k][j]   one line, the same for all blocks of a column on all cores
 * and stores its row of C in every step: C may be A or B as far as the compiler knows. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { WARPS = 8 };
enum { M, N, K };

static const float alpha = 1.5f, beta = 1.25f;
static const struct access load_c = LOAD(1, 4, 0), scale_c = STORE(2, 4);
static const struct access load_a = LOAD(3, 4, 1), load_b = LOAD(4, 4, 0), store_c = STORE(5, 4);

struct polygemm {
    uint64_t a, b, c; /* addresses */
    float *first;     /* C at the start, for the check */
};

static void open_polygemm(struct workload *w)
{
    struct polygemm *gemm = w->state = xcalloc(1, sizeof *gemm);
    uint64_t m = w->value[M], n = w->value[N], k = w->value[K];
    struct rng rng;
    rng_init(&rng, w->seed);
    gemm->a = allocate_random_floats(w, &rng, m * k);
    gemm->b = allocate_random_floats(w, &rng, k * n);
    gemm->c = allocate_random_floats(w, &rng, m * n);
    gemm->first = image_copy(w, gemm->c, 4 * m * n);
}

static uint64_t block_columns(const struct workload *w)
{
    return (w->value[N] + LANES - 1) / LANES;
}

static bool next_polygemm(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t rows = (w->value[M] + WARPS - 1) / WARPS;
    *kernel = (struct kernel){.name = "gemm", .blocks = block_columns(w) * rows, .warps = WARPS};
    return true;
}

/* Row i of the 32 columns from `column` on. */
static void run_row(const struct workload *w, struct simt *simt, uint64_t i, uint64_t column)
{
    const struct polygemm *gemm = w->state;
    uint64_t n = w->value[N], k = w->value[K], own = gemm->c + 4 * (i * n + column);
    float a[LANES] = {0}, b[LANES] = {0}, c[LANES] = {0};
    simt_alu(simt, 6);
    load_row(simt, &load_c, own, c);
    for (unsigned lane = 0; lane < LANES; lane++)
        c[lane] *= beta;
    simt_alu(simt, 1);
    store_row(simt, &scale_c, own, c);
    for (uint64_t step = 0; step < k; step++) {
        load_uniform(simt, &load_a, gemm->a + 4 * (i * k + step), a);
        load_row(simt, &load_b, gemm->b + 4 * (step * n + column), b);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            c[lane] += alpha * a[lane] * b[lane];
        }
        simt_alu(simt, 2);
        store_row(simt, &store_c, own, c);
    }
}

static void run_polygemm(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t column = index % block_columns(w) * LANES, row = index / block_columns(w) * WARPS;
    for (unsigned warp = 0; warp < WARPS; warp++, row++) {
        simt_warp(simt, warp, row < w->value[M] ? low_lanes((int64_t)(w->value[N] - column)) : 0);
        if (simt->active)
            run_row(w, simt, row, column);
    }
}

static bool check_polygemm(struct workload *w, workload_get *get, void *context)
{
    const struct polygemm *gemm = w->state;
    uint64_t m = w->value[M], n = w->value[N], k = w->value[K];
    const float *a = image_at(&w->image, gemm->a, 4 * m * k);
    const float *b = image_at(&w->image, gemm->b, 4 * k * n);
    float *c = xcalloc(m * n, sizeof *c);
    for (uint64_t at = 0; at < m * n; at++)
        c[at] = gemm->first[at] * beta;
    for (uint64_t i = 0; i < m; i++)
        for (uint64_t step = 0; step < k; step++)
            for (uint64_t j = 0; j < n; j++)
                c[i * n + j] += alpha * a[i * k + step] * b[step * n + j];
    struct result result = {"C", gemm->c, c, m * n, n, true};
    bool right = workload_compare(w, &result, get, context);
    free(c);
    return right;
}

static void close_polygemm(struct workload *w)
{
    struct polygemm *gemm = w->state;
    free(gemm->first);
    free(gemm);
}

const struct workload_class polygemm_class = {
    .name = "polygemm",
    .text = "matrix product as PolyBench-GPU has it: C stored in every step",
    .parameter = {[M] = {"m", "rows of A and C; the papers: 512", 40, 1, 8192},
                  [N] = {"n", "columns of B and C; the papers: 512", 64, 1, 8192},
                  [K] = {"k", "columns of A, rows of B; the papers: 512", 32, 1, 8192}},
    .open = open_polygemm,
    .next_kernel = next_polygemm,
    .run_block = run_polygemm,
    .check = check_polygemm,
    .close = close_polygemm,
};
