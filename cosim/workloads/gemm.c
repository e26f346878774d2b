/* C = A x B in single precision, row-major, in two ways.
 *
 * gemm: after PolyBench GEMM (one lane per column, so that rows of B and C are coalesced and
 * elements of A are broadcast) with a register tile: a warp computes ROWS rows of 32 columns and
 * writes C once. Block: WARPS warps below each other, grid: ceil(n/32) x ceil(m/(WARPS*ROWS)),
 * columns first. Per step of k a warp
 *     loads B[k][column]    one line
 *     loads A[row+i][k]     ROWS broadcasts, one sector each
 *     multiplies and adds   ROWS instructions
 * After the loop it stores C[row+i][column].
 *
 * matrixmul: the CUDA SDK's, through tiles of A and B in shared memory. Block: tile x tile lanes
 * for a tile of C; per tile along k every lane loads one element of A and one of B, barrier, tile
 * multiply-adds out of shared memory, barrier; at the end a store of C.
 *
 * In both B is shared by all blocks of a column, A by all blocks of a row. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 2, WARPS = 4, TILE = ROWS * WARPS };
enum { TILE_MAX = 32, THREADS_MAX = TILE_MAX * TILE_MAX };
enum { M, N, K, SIDE };

/* The multiplications start when the last load of a step has issued. */
static const struct access load_b = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = ROWS};
static const struct access load_a[ROWS] = {
    {.pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = ROWS - 1},
    {.pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = ROWS - 1}};
static const struct access store_c[ROWS] = {{.pc = 0x40, .kind = INSTRUCTION_STORE, .size = 4},
                                            {.pc = 0x50, .kind = INSTRUCTION_STORE, .size = 4}};

static const struct access load_tile_a = LOAD(6, 4, 1), load_tile_b = LOAD(7, 4, 0);
static const struct access store_tile_c = STORE(8, 4);

struct gemm {
    uint64_t a, b, c; /* addresses */
};

static void open_gemm(struct workload *w)
{
    struct gemm *gemm = w->state = xcalloc(1, sizeof *gemm);
    gemm->a = image_allocate(&w->image, 4 * w->value[M] * w->value[K]);
    gemm->b = image_allocate(&w->image, 4 * w->value[K] * w->value[N]);
    gemm->c = image_allocate(&w->image, 4 * w->value[M] * w->value[N]);
    struct rng rng;
    rng_init(&rng, w->seed);
    uint64_t count = w->value[M] * w->value[K];
    fill_random_floats(&rng, image_at(&w->image, gemm->a, 4 * count), count);
    count = w->value[K] * w->value[N];
    fill_random_floats(&rng, image_at(&w->image, gemm->b, 4 * count), count);
}

static bool next_gemm(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t columns = (w->value[N] + LANES - 1) / LANES, rows = (w->value[M] + TILE - 1) / TILE;
    *kernel = (struct kernel){.name = "gemm", .blocks = columns * rows, .warps = WARPS};
    return true;
}

/* c += a * b in the active lanes. A full warp, the common case, needs no look at the mask, so that
 * the compiler can take several lanes at a time. */
static void multiply_add(uint32_t active, float c[LANES], const float a[LANES],
                         const float b[LANES])
{
    if (active == ALL_LANES) {
        for (unsigned lane = 0; lane < LANES; lane++)
            c[lane] += a[lane] * b[lane];
        return;
    }
    for (uint32_t rest = active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        c[lane] += a[lane] * b[lane];
    }
}

/* One warp: `rows` (1..ROWS) rows from `row` on, 32 columns from `column` on. */
static void run_warp(const struct workload *w, struct simt *simt, uint64_t row, uint64_t column)
{
    const struct gemm *gemm = w->state;
    uint64_t n = w->value[N], k = w->value[K], left = w->value[M] - row;
    unsigned rows = left < ROWS ? (unsigned)left : ROWS;
    uint64_t address[LANES];
    float a[ROWS][LANES], b[LANES], c[ROWS][LANES] = {{0}};
    simt_alu(simt, 6);
    for (uint64_t step = 0; step < k; step++) {
        lane_addresses(address, gemm->b + 4 * (step * n + column), 4);
        simt_load(simt, &load_b, address, b);
        for (unsigned i = 0; i < rows; i++) {
            lane_addresses(address, gemm->a + 4 * ((row + i) * k + step), 0);
            simt_load(simt, &load_a[i], address, a[i]);
        }
        for (unsigned i = 0; i < rows; i++)
            multiply_add(simt->active, c[i], a[i], b);
        simt_alu(simt, rows);
    }
    for (unsigned i = 0; i < rows; i++) {
        lane_addresses(address, gemm->c + 4 * ((row + i) * n + column), 4);
        simt_store(simt, &store_c[i], address, c[i]);
    }
}

static void run_gemm(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t columns = (w->value[N] + LANES - 1) / LANES;
    uint64_t column = index % columns * LANES, row = index / columns * TILE;
    for (unsigned warp = 0; warp < WARPS; warp++, row += ROWS) {
        simt_warp(simt, warp, row < w->value[M] ? low_lanes((int64_t)(w->value[N] - column)) : 0);
        if (simt->active)
            run_warp(w, simt, row, column);
    }
}

static void open_matrixmul(struct workload *w)
{
    uint64_t side = w->value[SIDE];
    if (side != TILE_MAX / 2 && side != TILE_MAX)
        die("matrixmul: tile must be %d or %d", TILE_MAX / 2, TILE_MAX);
    for (unsigned i = M; i <= K; i++)
        if (w->value[i] % side)
            die("matrixmul: m, n and k must be multiples of tile = %u", (unsigned)side);
    open_gemm(w);
}

static bool next_matrixmul(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    unsigned side = (unsigned)w->value[SIDE];
    *kernel = (struct kernel){.name = "matrixmul",
                              .blocks = w->value[M] / side * (w->value[N] / side),
                              .warps = side * side / LANES,
                              .shared_bytes = 2 * 4 * side * side};
    return true;
}

/* Products of a tile of A and one of B, added to the lanes' sums. */
static void multiply_tiles(unsigned side, const float *a, const float *b, float *sum)
{
    for (unsigned t = 0; t < side * side; t++)
        for (unsigned i = 0; i < side; i++)
            sum[t] += a[t / side * side + i] * b[i * side + t % side];
}

static void run_matrixmul(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct gemm *gemm = w->state;
    unsigned width = (unsigned)w->value[SIDE], threads = width * width;
    int64_t n = (int64_t)w->value[N], k = (int64_t)w->value[K], side = width, element[LANES];
    int64_t row = (int64_t)index / (n / side) * side, column = (int64_t)index % (n / side) * side;
    float a[THREADS_MAX] = {0}, b[THREADS_MAX] = {0}, sum[THREADS_MAX] = {0};
    block_alu(simt, threads, 10);
    for (int64_t step = 0; step < k; step += side) {
        struct tile of_a = {row * k + step, k, width}, of_b = {step * n + column, n, width};
        for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
            begin_warp(simt, warp, threads);
            tile_elements(simt, &of_a, element);
            load_elements(simt, &load_tile_a, gemm->a, element, a + LANES * warp);
            tile_elements(simt, &of_b, element);
            load_elements(simt, &load_tile_b, gemm->b, element, b + LANES * warp);
        }
        simt_barrier(simt);
        multiply_tiles(width, a, b, sum);
        block_alu(simt, threads, 3 * width);
        simt_barrier(simt);
    }
    struct tile of_c = {row * n + column, n, width};
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        begin_warp(simt, warp, threads);
        tile_elements(simt, &of_c, element);
        store_elements(simt, &store_tile_c, gemm->c, element, sum + LANES * warp);
    }
}

static bool check_gemm(struct workload *w, workload_get *get, void *context)
{
    const struct gemm *gemm = w->state;
    uint64_t m = w->value[M], n = w->value[N], k = w->value[K];
    const float *a = image_at(&w->image, gemm->a, 4 * m * k);
    const float *b = image_at(&w->image, gemm->b, 4 * k * n);
    float *c = xcalloc(m * n, sizeof *c);
    for (uint64_t i = 0; i < m; i++)
        for (uint64_t step = 0; step < k; step++)
            for (uint64_t j = 0; j < n; j++)
                c[i * n + j] += a[i * k + step] * b[step * n + j];
    struct result result = {"C", gemm->c, c, m * n, n, true};
    bool right = workload_compare(w, &result, get, context);
    free(c);
    return right;
}

const struct workload_class gemm_class = {
    .name = "gemm",
    .text = "matrix product C = A x B, single precision, result compared bit by bit",
    .parameter = {[M] = {"m", "rows of A and C", 64, 1, 8192},
                  [N] = {"n", "columns of B and C", 64, 1, 8192},
                  [K] = {"k", "columns of A, rows of B", 64, 1, 8192}},
    .open = open_gemm,
    .next_kernel = next_gemm,
    .run_block = run_gemm,
    .check = check_gemm,
    .close = free_state,
};

const struct workload_class matrixmul_class = {
    .name = "matrixmul",
    .text = "matrix product C = A x B through tiles in shared memory, after the CUDA SDK",
    .parameter = {[M] = {"m", "rows of A and C, a multiple of tile", 64, 16, 8192},
                  [N] = {"n", "columns of B and C, a multiple of tile", 64, 16, 8192},
                  [K] = {"k", "columns of A, rows of B, a multiple of tile", 64, 16, 8192},
                  [SIDE] = {"tile", "rows and columns of a tile: 16 or 32", 16, 16, TILE_MAX}},
    .open = open_matrixmul,
    .next_kernel = next_matrixmul,
    .run_block = run_matrixmul,
    .check = check_gemm,
    .close = free_state,
};
