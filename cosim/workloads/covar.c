/* PolyBench-GPU COVAR: the covariance matrix of m columns of n values, single precision. As in
 * Fortran rows and columns count from 1 and rows have m + 1 words, so every row is misaligned.
 *     mean     a lane per column j: mean[j] is stored in every step of the sum
 *     reduce   block 32 x 8: data[i][j] -= mean[j]
 *     covar    blocks of 256, a lane per column j1: for j2 = j1..m the sum of data[i][j1] x
 *              data[i][j2] over i, stored in every step to sym[j1][j2], at the end to sym[j2][j1]
 * Lane j1 is at column j1 + s in step s, so loads are coalesced, and stores of sym have a stride of
 * m + 2 words. There are only m / 256 blocks and their work shrinks with j1: most cores idle. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 256, WARPS = THREADS / LANES, KERNELS = 3, MEAN = 0, REDUCE, COVAR };
enum { ROWS = 256 }; /* that a slice of the last kernel's sum takes */
enum { M, N };

static const float count_n = 3214212.01f; /* PolyBench's number of points, whatever n */
static const struct access clear_mean = STORE(1, 4), load_mean_data = LOAD(2, 4, 0);
static const struct access store_mean = STORE(3, 4), store_quotient = STORE(4, 4);
static const struct access load_data = LOAD(5, 4, 1), load_mean = LOAD(6, 4, 0);
static const struct access store_data = STORE(7, 4);
static const struct access clear_sum = STORE(8, 4), load_left = LOAD(9, 4, 1);
static const struct access load_right = LOAD(10, 4, 0), store_sum = STORE(11, 4);
static const struct access store_mirror = STORE(12, 4);

struct covar {
    uint64_t data, mean, sym; /* addresses */
    float *first;             /* data at the start, for the check */
};

struct sums {
    float of[WARPS][LANES]; /* under way */
};

static uint64_t pitch(const struct workload *w)
{
    return w->value[M] + 1;
}

static void open_covar(struct workload *w)
{
    struct covar *covar = w->state = xcalloc(1, sizeof *covar);
    uint64_t count = pitch(w) * (w->value[N] + 1);
    struct rng rng;
    rng_init(&rng, w->seed);
    covar->data = allocate_random_floats(w, &rng, count);
    covar->mean = image_allocate(&w->image, 4 * pitch(w));
    covar->sym = image_allocate(&w->image, 4 * pitch(w) * pitch(w));
    covar->first = image_copy(w, covar->data, 4 * count);
}

static bool next_covar(struct workload *w, struct kernel *kernel)
{
    static const char *const names[KERNELS] = {"mean", "reduce", "covar"};
    if (w->kernels_started == KERNELS)
        return false;
    uint64_t columns = (w->value[M] + LANES - 1) / LANES, rows = (w->value[N] + WARPS - 1) / WARPS;
    uint64_t lines = (w->value[M] + THREADS - 1) / THREADS;
    *kernel = (struct kernel){.blocks = w->kernels_started == REDUCE ? columns * rows : lines,
                              .warps = WARPS};
    snprintf(kernel->name, sizeof kernel->name, "%s", names[w->kernels_started]);
    return true;
}

/* Columns j.. of 32 lanes. */
static void run_mean(const struct workload *w, struct simt *simt, uint64_t j)
{
    const struct covar *covar = w->state;
    float sum[LANES] = {0}, data[LANES] = {0};
    store_row(simt, &clear_mean, covar->mean + 4 * j, sum);
    for (uint64_t i = 1; i <= w->value[N]; i++) {
        load_row(simt, &load_mean_data, covar->data + 4 * (i * pitch(w) + j), data);
        for (unsigned lane = 0; lane < LANES; lane++)
            sum[lane] += data[lane];
        simt_alu(simt, 1);
        store_row(simt, &store_mean, covar->mean + 4 * j, sum);
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        sum[lane] /= count_n;
    simt_arithmetic(simt, ARITHMETIC_SFU, 0, 1);
    store_row(simt, &store_quotient, covar->mean + 4 * j, sum);
}

static void run_reduce(const struct workload *w, struct simt *simt, uint64_t i, uint64_t j)
{
    const struct covar *covar = w->state;
    float data[LANES] = {0}, mean[LANES] = {0};
    uint64_t address = covar->data + 4 * (i * pitch(w) + j);
    load_row(simt, &load_data, address, data);
    load_row(simt, &load_mean, covar->mean + 4 * j, mean);
    for (unsigned lane = 0; lane < LANES; lane++)
        data[lane] -= mean[lane];
    simt_alu(simt, 1);
    store_row(simt, &store_data, address, data);
}

/* Rows of lane j1 = j's sum of step s, from `first` on. */
static void run_rows(const struct workload *w, struct simt *simt, uint64_t j, uint64_t s,
                     uint64_t first)
{
    const struct covar *covar = w->state;
    uint64_t n = w->value[N], address[LANES], until = first + ROWS < n + 1 ? first + ROWS : n + 1;
    float *sum = ((struct sums *)simt->block->state)->of[simt->warp];
    float left[LANES] = {0}, right[LANES] = {0};
    lane_addresses(address, covar->sym + 4 * (j * pitch(w) + j + s), 4 * (pitch(w) + 1));
    if (first == 1) {
        memset(sum, 0, LANES * sizeof *sum);
        simt_store(simt, &clear_sum, address, sum);
    }
    for (uint64_t i = first; i < until; i++) {
        uint64_t row = covar->data + 4 * i * pitch(w);
        load_row(simt, &load_left, row + 4 * j, left);
        load_row(simt, &load_right, row + 4 * (j + s), right);
        for (unsigned lane = 0; lane < LANES; lane++)
            sum[lane] += left[lane] * right[lane];
        simt_alu(simt, 1);
        simt_store(simt, &store_sum, address, sum);
    }
    if (until <= n)
        return;
    lane_addresses(address, covar->sym + 4 * ((j + s) * pitch(w) + j), 4 * (pitch(w) + 1));
    simt_store(simt, &store_mirror, address, sum);
}

/* A slice of columns j.. of 32 lanes. */
static enum slice run_columns(const struct workload *w, struct simt *simt, uint64_t j,
                              uint64_t slice)
{
    uint64_t m = w->value[M], slices = (w->value[N] + ROWS - 1) / ROWS; /* of a sum */
    uint64_t s = slice / slices;
    simt->active = low_lanes((int64_t)(m - j - s) + 1);
    if (simt->active)
        run_rows(w, simt, j, s, slice % slices * ROWS + 1);
    return j + s < m || (j + s == m && slice % slices < slices - 1) ? SLICE_GOES_ON : SLICE_IS_LAST;
}

static enum slice run_covar(struct workload *w, struct simt *simt, uint64_t slice)
{
    uint64_t m = w->value[M], columns = (m + LANES - 1) / LANES, index = simt->block->index;
    unsigned kernel = w->kernels_started - 1;
    uint64_t row = index / columns * WARPS + simt->warp + 1;
    uint64_t j =
        1 + (kernel == REDUCE ? index % columns * LANES : index * THREADS + simt->warp * LANES);
    if (!slice)
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 6);
    if (kernel == COVAR)
        return run_columns(w, simt, j, slice);
    simt->active = low_lanes((int64_t)m - (int64_t)j + 1);
    if (kernel == MEAN)
        run_mean(w, simt, j);
    else if (row <= w->value[N])
        run_reduce(w, simt, row, j);
    return SLICE_IS_LAST;
}

static bool check_covar(struct workload *w, workload_get *get, void *context)
{
    const struct covar *covar = w->state;
    uint64_t m = w->value[M], n = w->value[N], p = pitch(w);
    float *data = xcalloc(p * (n + 1), sizeof *data), *mean = xcalloc(p, sizeof *mean);
    float *sym = xcalloc(p * p, sizeof *sym);
    memcpy(data, covar->first, 4 * p * (n + 1));
    for (uint64_t i = 1; i <= n; i++)
        for (uint64_t j = 1; j <= m; j++)
            mean[j] += data[i * p + j];
    for (uint64_t j = 1; j <= m; j++)
        mean[j] /= count_n;
    for (uint64_t i = 1; i <= n; i++)
        for (uint64_t j = 1; j <= m; j++)
            data[i * p + j] -= mean[j];
    for (uint64_t a = 1; a <= m; a++)
        for (uint64_t b = a; b <= m; b++) {
            float sum = 0;
            for (uint64_t i = 1; i <= n; i++)
                sum += data[i * p + a] * data[i * p + b];
            sym[a * p + b] = sym[b * p + a] = sum;
        }
    struct result results[] = {{"mean", covar->mean, mean, p, 0, true},
                               {"data", covar->data, data, p * (n + 1), p, true},
                               {"sym", covar->sym, sym, p * p, p, true}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(data);
    free(mean);
    free(sym);
    return right;
}

static void close_covar(struct workload *w)
{
    struct covar *covar = w->state;
    free(covar->first);
    free(covar);
}

const struct workload_class covar_class = {
    .name = "covar",
    .text = "covariance matrix, after PolyBench-GPU: few blocks of unequal work",
    .parameter = {[M] = {"m", "columns; PolyBench: 2048", 64, 1, 8192},
                  [N] = {"n", "values of a column; PolyBench: 2048", 16, 1, 8192}},
    .open = open_covar,
    .next_kernel = next_covar,
    .run_slice = run_covar,
    .block_bytes = sizeof(struct sums),
    .check = check_covar,
    .close = close_covar,
};
