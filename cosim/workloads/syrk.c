/* PolyBench-GPU SYRK and SYR2K, single precision, row-major, C is n x n, A and B are n x m:
 *     syrk   C = beta C + alpha A A'
 *     syr2k  C = beta C + alpha A B' + alpha B A'
 * One lane per element of C. Block: 32 columns x 8 rows, a warp is a row i of 32 columns j; grid:
 * ceil(n/32) x ceil(n/8), columns first. Per step of k and product a warp loads
 *     A[i][k]  one word for all lanes
 *     A[j][k]  one word of each of 32 rows: 32 lines, needed again in the next 31 steps
 * and stores its row of C in every step, as the compiled kernel does. The 32 lines per product are
 * the same for all blocks of a block column; all of A (and B) is read on every core. */
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 8, PRODUCTS = 2 };
enum { N, M };

static const float alpha = 1.5f, beta = 1.25f;
static const struct access load_c = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0};
static const struct access scale_c = {.pc = 0x20, .kind = INSTRUCTION_STORE, .size = 4};
static const struct access load_row[PRODUCTS] = {
    {.pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1},
    {.pc = 0x50, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1}};
static const struct access load_column[PRODUCTS] = {
    {.pc = 0x40, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0},
    {.pc = 0x60, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0}};
static const struct access store_c = {.pc = 0x70, .kind = INSTRUCTION_STORE, .size = 4};

struct syrk {
    unsigned products; /* 1: syrk, 2: syr2k */
    uint64_t in[2], c; /* addresses: A, B (syrk: A again), C */
    float *first;      /* C at the start, for the check */
};

static void open_products(struct workload *w, unsigned products)
{
    struct syrk *syrk = w->state = xcalloc(1, sizeof *syrk);
    uint64_t n = w->value[N], m = w->value[M];
    struct rng rng;
    rng_init(&rng, w->seed);
    syrk->products = products;
    for (unsigned i = 0; i < 2; i++)
        syrk->in[i] = i < products ? allocate_random_floats(w, &rng, n * m) : syrk->in[0];
    syrk->c = allocate_random_floats(w, &rng, n * n);
    syrk->first = xcalloc(n * n, sizeof *syrk->first);
    memcpy(syrk->first, image_at(&w->image, syrk->c, 4 * n * n), 4 * n * n);
}

static void open_syrk(struct workload *w)
{
    open_products(w, 1);
}

static void open_syr2k(struct workload *w)
{
    open_products(w, 2);
}

static bool next_syrk(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t columns = (w->value[N] + LANES - 1) / LANES, rows = (w->value[N] + WARPS - 1) / WARPS;
    *kernel = (struct kernel){.blocks = columns * rows, .warps = WARPS};
    snprintf(kernel->name, sizeof kernel->name, "%s", w->class->name);
    return true;
}

/* sum[lane] = alpha X[i][k] Y[j][k], added over the products (X, Y) = (A, B), (B, A). */
static void run_step(const struct workload *w, struct simt *simt, const uint64_t at[2],
                     float sum[LANES])
{
    const struct syrk *syrk = w->state;
    uint64_t address[LANES];
    float row[LANES] = {0}, column[LANES] = {0};
    for (unsigned p = 0; p < syrk->products; p++) {
        lane_addresses(address, syrk->in[p] + 4 * at[0], 0);
        simt_load(simt, &load_row[p], address, row);
        lane_addresses(address, syrk->in[!p] + 4 * at[1], 4 * w->value[M]);
        simt_load(simt, &load_column[p], address, column);
        for (unsigned lane = 0; lane < LANES; lane++) {
            float product = alpha * row[lane] * column[lane];
            sum[lane] = p ? sum[lane] + product : product;
        }
        simt_alu(simt, 2);
    }
}

/* Row i of the 32 columns from `column` on. */
static void run_row(const struct workload *w, struct simt *simt, uint64_t i, uint64_t column)
{
    const struct syrk *syrk = w->state;
    uint64_t address[LANES], m = w->value[M];
    float c[LANES] = {0}, sum[LANES];
    simt_alu(simt, 6);
    lane_addresses(address, syrk->c + 4 * (i * w->value[N] + column), 4);
    simt_load(simt, &load_c, address, c);
    for (unsigned lane = 0; lane < LANES; lane++)
        c[lane] *= beta;
    simt_alu(simt, 1);
    simt_store(simt, &scale_c, address, c);
    for (uint64_t k = 0; k < m; k++) {
        run_step(w, simt, (uint64_t[2]){i * m + k, column * m + k}, sum);
        for (unsigned lane = 0; lane < LANES; lane++)
            c[lane] += sum[lane];
        simt_store(simt, &store_c, address, c);
    }
}

static void run_syrk(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t n = w->value[N], columns = (n + LANES - 1) / LANES;
    uint64_t column = index % columns * LANES, row = index / columns * WARPS;
    for (unsigned warp = 0; warp < WARPS; warp++, row++) {
        simt_warp(simt, warp, row < n ? low_lanes((int64_t)(n - column)) : 0);
        if (simt->active)
            run_row(w, simt, row, column);
    }
}

static bool check_syrk(struct workload *w, workload_get *get, void *context)
{
    const struct syrk *syrk = w->state;
    uint64_t n = w->value[N], m = w->value[M];
    const float *a = image_at(&w->image, syrk->in[0], 4 * n * m);
    const float *b = image_at(&w->image, syrk->in[1], 4 * n * m);
    float *c = xcalloc(n * n, sizeof *c);
    memcpy(c, syrk->first, 4 * n * n);
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++) {
            float *at = &c[i * n + j];
            *at *= beta;
            for (uint64_t k = 0; k < m; k++)
                *at += syrk->products == 1 ? alpha * a[i * m + k] * a[j * m + k]
                                           : alpha * a[i * m + k] * b[j * m + k] +
                                                 alpha * b[i * m + k] * a[j * m + k];
        }
    struct result result = {"C", syrk->c, c, n * n, n, true};
    bool right = workload_compare(w, &result, get, context);
    free(c);
    return right;
}

static void close_syrk(struct workload *w)
{
    struct syrk *syrk = w->state;
    free(syrk->first);
    free(syrk);
}

const struct workload_class syrk_class = {
    .name = "syrk",
    .text = "symmetric rank-k update C = beta C + alpha A A', after PolyBench-GPU",
    .parameter = {[N] = {"n", "rows of A; rows and columns of C", 64, 1, 8192},
                  [M] = {"m", "columns of A", 16, 1, 8192}},
    .open = open_syrk,
    .next_kernel = next_syrk,
    .run_block = run_syrk,
    .check = check_syrk,
    .close = close_syrk,
};

const struct workload_class syr2k_class = {
    .name = "syr2k",
    .text = "symmetric rank-2k update C = beta C + alpha A B' + alpha B A', after PolyBench-GPU",
    .parameter = {[N] = {"n", "rows of A and B; rows and columns of C", 64, 1, 8192},
                  [M] = {"m", "columns of A and B", 16, 1, 8192}},
    .open = open_syr2k,
    .next_kernel = next_syrk,
    .run_block = run_syrk,
    .check = check_syrk,
    .close = close_syrk,
};
