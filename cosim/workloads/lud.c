/* Rodinia LUD: the LU decomposition of an n x n matrix in place, single precision, by blocks of 16
 * rows and columns. Per step along the diagonal three kernels, at the end the first once more:
 *     diagonal    one block of 16 lanes: the diagonal block
 *     perimeter   32 lanes per block beside and below it: lanes 0-15 a block of the row strip,
 *                 16-31 one of the column strip
 *     internal    16 x 16 lanes per remaining block: minus column strip x row strip
 * Every block row of `internal` reads the whole row strip, every block column the column strip: all
 * cores share them. Loops over rows are one static instruction. */
#include "workload_class.h"

#include "numbers.h"
#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, HALF = SIDE / 2, THREADS = SIDE * SIDE, WARPS = THREADS / LANES };
enum { N };
enum { DIAGONAL, PERIMETER, INTERNAL, STEP_KERNELS };

/* The halves of a warp. */
static const uint32_t half_lanes[2] = {0xffff, 0xffff0000};

static const struct access load_diagonal = LOAD(1, 4, 0), store_diagonal = STORE(2, 4);
/* Of the halves of a warp. */
static const struct access load_factor[2] = {LOAD(3, 4, 0), LOAD(5, 4, 0)};
static const struct access load_strip[2] = {LOAD(4, 4, 0), LOAD(6, 4, 0)};
static const struct access store_strip[2] = {STORE(7, 4), STORE(8, 4)};
static const struct access load_row_strip = LOAD(9, 4, 1), load_column_strip = LOAD(10, 4, 0);
static const struct access load_inner = LOAD(11, 4, 0), store_inner = STORE(12, 4);

typedef float square[SIDE][SIDE];

struct lud {
    uint64_t matrix; /* address */
    float *first;    /* its initial contents, for the check */
};

static uint64_t blocks_per_row(const struct workload *w)
{
    return w->value[N] / SIDE;
}

/* Rodinia's format: n, then n x n numbers. */
static void read_matrix(struct workload *w)
{
    struct lud *lud = w->state;
    struct numbers numbers;
    numbers_read(&numbers, w->file);
    uint64_t n = numbers_count_at(&numbers, 0, "rows", w->class->parameter[N].max);
    numbers_must_be(&numbers, 1 + n * n);
    w->value[N] = n;
    lud->matrix = image_allocate(&w->image, 4 * n * n);
    memcpy(image_at(&w->image, lud->matrix, 4 * n * n), numbers.value + 1, 4 * n * n);
    numbers_release(&numbers);
}

static void draw_matrix(struct workload *w)
{
    struct lud *lud = w->state;
    uint64_t n = w->value[N];
    struct rng rng;
    rng_init(&rng, w->seed);
    lud->matrix = allocate_random_floats(w, &rng, n * n);
    float *matrix = image_at(&w->image, lud->matrix, 4 * n * n);
    for (uint64_t i = 0; i < n; i++)
        matrix[i * n + i] += (float)(8 * n); /* no pivot is near zero */
}

static void open_lud(struct workload *w)
{
    struct lud *lud = w->state = xcalloc(1, sizeof *lud);
    if (w->file)
        read_matrix(w);
    else
        draw_matrix(w);
    uint64_t n = w->value[N];
    if (n % SIDE)
        die("lud: n must be a multiple of %d", SIDE);
    lud->first = image_copy(w, lud->matrix, 4 * n * n);
}

/* Blocks right of (or below) the diagonal block of the current kernel's step. */
static uint64_t blocks_left(const struct workload *w, unsigned kernel)
{
    return blocks_per_row(w) - 1 - kernel / STEP_KERNELS;
}

static bool next_lud(struct workload *w, struct kernel *kernel)
{
    unsigned number = w->kernels_started;
    if (number > STEP_KERNELS * (blocks_per_row(w) - 1))
        return false;
    uint64_t left = blocks_left(w, number);
    switch (number % STEP_KERNELS) {
    case DIAGONAL:
        *kernel = (struct kernel){
            .name = "diagonal", .blocks = 1, .warps = 1, .shared_bytes = sizeof(square)};
        break;
    case PERIMETER:
        *kernel = (struct kernel){
            .name = "perimeter", .blocks = left, .warps = 1, .shared_bytes = 3 * sizeof(square)};
        break;
    default:
        *kernel = (struct kernel){.name = "internal",
                                  .blocks = left * left,
                                  .warps = WARPS,
                                  .shared_bytes = 2 * sizeof(square)};
    }
    return true;
}

/* Address of element [row][column]. */
static uint64_t element(const struct workload *w, uint64_t row, uint64_t column)
{
    const struct lud *lud = w->state;
    return lud->matrix + 4 * (row * w->value[N] + column);
}

/* Both factors of a block in place: column i of L by the lanes below the diagonal, then row i + 1
 * of U by those right of it. */
static void factorize(square m)
{
    for (unsigned i = 0; i + 1 < SIDE; i++) {
        for (unsigned lane = i + 1; lane < SIDE; lane++) {
            for (unsigned j = 0; j < i; j++)
                m[lane][i] -= m[lane][j] * m[j][i];
            m[lane][i] /= m[i][i];
        }
        for (unsigned lane = i + 1; lane < SIDE; lane++)
            for (unsigned j = 0; j <= i; j++)
                m[i + 1][lane] -= m[i + 1][j] * m[j][lane];
    }
}

static void run_diagonal(const struct workload *w, struct simt *simt, uint64_t offset)
{
    square m = {{0}};
    begin_warp(simt, 0, SIDE);
    simt_alu(simt, 4);
    for (unsigned i = 0; i < SIDE; i++)
        load_row(simt, &load_diagonal, element(w, offset + i, offset), m[i]);
    simt_barrier(simt);
    factorize(m);
    for (unsigned i = 0; i + 1 < SIDE; i++)
        for (unsigned part = 0; part < 2; part++) { /* a column of L, a row of U */
            simt_warp(simt, 0, half_lanes[0] & ALL_LANES << (i + 1));
            simt_alu(simt, 3 * (i + 1));
            simt_barrier(simt);
        }
    begin_warp(simt, 0, SIDE);
    for (unsigned i = 1; i < SIDE; i++)
        store_row(simt, &store_diagonal, element(w, offset + i, offset), m[i]);
}

/* The block of the row strip (forward substitution) and the one of the column strip. */
static void solve(square dia, square row, square column)
{
    for (unsigned lane = 0; lane < SIDE; lane++)
        for (unsigned i = 0; i < SIDE; i++) {
            for (unsigned j = 0; j < i; j++)
                row[i][lane] -= dia[i][j] * row[j][lane];
            for (unsigned j = 0; j < i; j++)
                column[lane][i] -= column[lane][j] * dia[j][i];
            column[lane][i] /= dia[i][i];
        }
}

/* A half of the warp loads or stores a block's row: lane 16 half + i its word i. */
static void load_half(struct simt *simt, const struct access access[2], unsigned half,
                      uint64_t address, float row[SIDE])
{
    float vector[LANES] = {0};
    load_row(simt, &access[half], address - 4 * SIDE * half, vector);
    memcpy(row, vector + SIDE * half, 4 * SIDE);
}

static void store_half(struct simt *simt, const struct access access[2], unsigned half,
                       uint64_t address, const float row[SIDE])
{
    float vector[LANES] = {0};
    memcpy(vector + SIDE * half, row, 4 * SIDE);
    store_row(simt, &access[half], address - 4 * SIDE * half, vector);
}

static void run_perimeter(const struct workload *w, struct simt *simt, uint64_t offset,
                          uint64_t block)
{
    square dia = {{0}}, strip[2] = {{{0}}}; /* of the row strip, of the column strip */
    uint64_t far = offset + SIDE * (block + 1);
    const uint64_t row[2] = {offset, far}, column[2] = {far, offset};
    for (unsigned half = 0; half < 2; half++) {
        simt_warp(simt, 0, half_lanes[half]);
        simt_alu(simt, 4);
        for (unsigned i = HALF * half; i < HALF * (half + 1); i++)
            load_half(simt, load_factor, half, element(w, offset + i, offset), dia[i]);
        for (unsigned i = 0; i < SIDE; i++)
            load_half(simt, load_strip, half, element(w, row[half] + i, column[half]),
                      strip[half][i]);
    }
    simt_barrier(simt);
    solve(dia, strip[0], strip[1]);
    for (unsigned half = 0; half < 2; half++) {
        simt_warp(simt, 0, half_lanes[half]);
        simt_alu(simt, 3 * SIDE * (SIDE - 1) / 2 + SIDE * half);
    }
    simt_barrier(simt);
    for (unsigned half = 0; half < 2; half++) {
        simt_warp(simt, 0, half_lanes[half]);
        for (unsigned i = !half; i < SIDE; i++)
            store_half(simt, store_strip, half, element(w, row[half] + i, column[half]),
                       strip[half][i]);
    }
}

static void run_internal(const struct workload *w, struct simt *simt, uint64_t offset,
                         const uint64_t block[2])
{
    const struct lud *lud = w->state;
    float row[THREADS] = {0}, column[THREADS] = {0}, inner[THREADS] = {0};
    int64_t n = (int64_t)w->value[N], element_of[LANES];
    int64_t first_row = (int64_t)(offset + SIDE * (block[0] + 1));
    int64_t first_column = (int64_t)(offset + SIDE * (block[1] + 1));
    struct tile row_strip = {(int64_t)offset * n + first_column, n, SIDE};
    struct tile column_strip = {first_row * n + (int64_t)offset, n, SIDE};
    struct tile own = {first_row * n + first_column, n, SIDE};
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_alu(simt, 8);
        tile_elements(simt, &row_strip, element_of);
        load_elements(simt, &load_row_strip, lud->matrix, element_of, row + LANES * warp);
        tile_elements(simt, &column_strip, element_of);
        load_elements(simt, &load_column_strip, lud->matrix, element_of, column + LANES * warp);
    }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_alu(simt, 3 * SIDE);
        tile_elements(simt, &own, element_of);
        load_elements(simt, &load_inner, lud->matrix, element_of, inner + LANES * warp);
        for (unsigned t = LANES * warp; t < LANES * (warp + 1); t++) {
            float sum = 0;
            for (unsigned i = 0; i < SIDE; i++)
                sum += column[t / SIDE * SIDE + i] * row[i * SIDE + t % SIDE];
            inner[t] -= sum;
        }
        simt_alu(simt, 1);
        store_elements(simt, &store_inner, lud->matrix, element_of, inner + LANES * warp);
    }
}

static void run_lud(struct workload *w, struct simt *simt, uint64_t index)
{
    unsigned kernel = w->kernels_started - 1;
    uint64_t offset = SIDE * (kernel / STEP_KERNELS), left = blocks_left(w, kernel);
    switch (kernel % STEP_KERNELS) {
    case DIAGONAL:
        run_diagonal(w, simt, offset);
        break;
    case PERIMETER:
        run_perimeter(w, simt, offset, index);
        break;
    default:
        run_internal(w, simt, offset, (uint64_t[2]){index / left, index % left});
    }
}

/* Element [r][c] from those above and left of it. The blocked kernels subtract whole sums for the
 * blocks before the own one and single products within it. */
static float decomposed(const float *m, uint64_t n, uint64_t r, uint64_t c)
{
    uint64_t least = r < c ? r : c;
    float value = m[r * n + c];
    for (uint64_t block = 0; block < least / SIDE; block++) {
        float sum = 0;
        for (uint64_t k = SIDE * block; k < SIDE * (block + 1); k++)
            sum += m[r * n + k] * m[k * n + c];
        value -= sum;
    }
    for (uint64_t k = least / SIDE * SIDE; k < least; k++)
        value -= m[r * n + k] * m[k * n + c];
    return r > c ? value / m[c * n + c] : value;
}

static bool check_lud(struct workload *w, workload_get *get, void *context)
{
    const struct lud *lud = w->state;
    uint64_t n = w->value[N];
    float *matrix = xcalloc(n * n, sizeof *matrix);
    memcpy(matrix, lud->first, 4 * n * n);
    for (uint64_t r = 0; r < n; r++)
        for (uint64_t c = 0; c < n; c++)
            matrix[r * n + c] = decomposed(matrix, n, r, c);
    struct result result = {"matrix", lud->matrix, matrix, n * n, n, true};
    bool right = workload_compare(w, &result, get, context);
    free(matrix);
    return right;
}

static void close_lud(struct workload *w)
{
    struct lud *lud = w->state;
    free(lud->first);
    free(lud);
}

const struct workload_class lud_class = {
    .name = "lud",
    .text = "LU decomposition by blocks, after Rodinia: strips of the matrix for all cores",
    .parameter = {[N] = {"n", "rows and columns, a multiple of 16; the papers: 2048", 64, 16,
                         8192}},
    .file_text = "matrix instead, Rodinia's format: n, then n x n numbers",
    .file_says = 1 << N,
    .open = open_lud,
    .next_kernel = next_lud,
    .run_block = run_lud,
    .check = check_lud,
    .close = close_lud,
};
