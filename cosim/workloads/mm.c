/* Matrix product of Mars (MapReduce): the map kernel, C = A B with n x n matrices, B transposed. A
 * thread is a record (mars.h): element [row][col] of C, lanes are consecutive columns. Per four
 * elements of the sum a warp loads
 *     A[row][4q..]  one float4 for all lanes of a row
 *     B'[col][4q..] one float4 of each of 32 rows: up to 32 lines, 8 steps each
 * All of B' is read for every row, so on every core. A record's key is {A, B'}, its value {row,
 * column, rows, columns}; it emits its element as key and {row, column} as value. */
#include "workload_class.h"

#include "mars.h"
#include "util.h"

#include <stdlib.h>

enum { QUAD = 4 };
enum { N };

static const struct access load_matrix[2] = {LOAD(7, 8, 4), LOAD(8, 8, 3)};
static const struct access load_place[3] = {LOAD(9, 4, 2), LOAD(10, 4, 1), LOAD(11, 4, 0)};
static const struct access load_a = LOAD(12, 16, 1), load_b = LOAD(13, 16, 0);

struct mm {
    struct mars mars;
    uint64_t a, b; /* addresses of A, B' */
};

/* What the lanes of a warp know about their records. */
struct records {
    uint64_t matrix[2][LANES]; /* addresses of A, B' */
    int32_t place[3][LANES];   /* row, column, columns of A */
    float sum[LANES];          /* result */
};

static void open_mm(struct workload *w)
{
    if (w->value[N] % QUAD)
        die("mm: n must be a multiple of %d", QUAD);
    struct mm *mm = w->state = xcalloc(1, sizeof *mm);
    int32_t n = (int32_t)w->value[N];
    uint64_t records = w->value[N] * w->value[N];
    struct rng rng;
    rng_init(&rng, w->seed);
    mm->a = allocate_random_floats(w, &rng, records);
    mm->b = allocate_random_floats(w, &rng, records);
    mm->mars = (struct mars){.records = records,
                             .outputs = records,
                             .key_in = 16,
                             .val_in = 16,
                             .key_out = sizeof(float),
                             .val_out = 2 * sizeof(int32_t)};
    mars_allocate(w, &mm->mars);
    for (int32_t i = 0; i < n * n; i++)
        mars_fill(w, &mm->mars, (uint64_t)i, (uint64_t[2]){mm->a, mm->b},
                  (int32_t[4]){i / n, i % n, n, n}, true);
}

static bool next_mm(struct workload *w, struct kernel *kernel)
{
    const struct mm *mm = w->state;
    if (w->kernels_started)
        return false;
    *kernel = mars_kernel(&mm->mars);
    return true;
}

/* The records' keys and values. */
static void read_input(struct simt *simt, const struct mars_records *mars, struct records *records)
{
    uint64_t address[LANES];
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = mars->key[lane] + 8 * i;
        simt_load(simt, &load_matrix[i], address, records->matrix[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        uint64_t member = i < 2 ? 4 * i : 12;
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = mars->val[lane] + member;
        simt_load(simt, &load_place[i], address, records->place[i]);
    }
}

/* A[row] . B'[col], four elements at a time. */
static void multiply(struct simt *simt, struct records *records, uint64_t n)
{
    float a[LANES][QUAD] = {{0}}, b[LANES][QUAD] = {{0}};
    uint64_t a_address[LANES], b_address[LANES];
    for (uint64_t k = 0; k < n; k += QUAD) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint64_t row = (uint32_t)records->place[0][lane];
            uint64_t column = (uint32_t)records->place[1][lane];
            uint64_t columns = (uint32_t)records->place[2][lane];
            a_address[lane] = records->matrix[0][lane] + 4 * (row * columns + k);
            b_address[lane] = records->matrix[1][lane] + 4 * (column * columns + k);
        }
        simt_load(simt, &load_a, a_address, a);
        simt_load(simt, &load_b, b_address, b);
        for (unsigned lane = 0; lane < LANES; lane++)
            for (unsigned i = 0; i < QUAD; i++)
                records->sum[lane] += a[lane][i] * b[lane][i];
        simt_alu(simt, QUAD + 2);
    }
}

static void run_mm(struct workload *w, struct simt *simt, uint64_t block)
{
    const struct mm *mm = w->state;
    for (unsigned warp = 0; warp < MARS_WARPS; warp++) {
        struct mars_records mars;
        struct records records = {.sum = {0}};
        int32_t place[LANES][2];
        if (!mars_warp(&mm->mars, simt, block, warp, &mars))
            continue;
        mars_read(&mm->mars, simt, &mars);
        read_input(simt, &mars, &records);
        multiply(simt, &records, w->value[N]);
        for (unsigned lane = 0; lane < LANES; lane++) {
            place[lane][0] = records.place[0][lane];
            place[lane][1] = records.place[1][lane];
        }
        mars_emit(&mm->mars, simt, &mars, records.sum, place);
    }
}

static bool check_mm(struct workload *w, workload_get *get, void *context)
{
    const struct mm *mm = w->state;
    const struct mars *mars = &mm->mars;
    uint64_t n = w->value[N], records = n * n;
    const float *a = image_at(&w->image, mm->a, 4 * records);
    const float *b = image_at(&w->image, mm->b, 4 * records);
    float *sum = xcalloc(records, sizeof *sum);
    uint32_t(*place)[2] = xcalloc(records, sizeof *place);
    for (uint32_t i = 0; i < records; i++) {
        place[i][0] = i / (uint32_t)n;
        place[i][1] = i % (uint32_t)n;
        for (uint64_t k = 0; k < n; k++)
            sum[i] += a[place[i][0] * n + k] * b[place[i][1] * n + k];
    }
    struct result results[] = {
        {"key", mars->array[MARS_INTER_KEYS], sum, records, n, true},
        {"value", mars->array[MARS_INTER_VALS], place, 2 * records, 2, false},
        {"offset", mars->array[MARS_INTER_OFFSETS], mars->offsets, 4 * records, 4, false}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(sum);
    free(place);
    return right;
}

static void close_mm(struct workload *w)
{
    struct mm *mm = w->state;
    mars_release(&mm->mars);
    free(mm);
}

const struct workload_class mm_class = {
    .name = "mm",
    .text = "map kernel of the matrix product of Mars: all cores read the second matrix",
    .parameter = {[N] = {"n", "rows and columns, a multiple of 4; the papers: 256, 768", 40, 4,
                         2048}},
    .open = open_mm,
    .next_kernel = next_mm,
    .run_block = run_mm,
    .check = check_mm,
    .close = close_mm,
};
