/* Matrix product of Mars (MapReduce): the map kernel, C = A B with n x n matrices, B transposed. A
 * thread is a record: element [row][col] of C, lanes are consecutive columns. Per four elements of
 * the sum a warp loads
 *     A[row][4q..]  one float4 for all lanes of a row
 *     B'[col][4q..] one float4 of each of 32 rows: up to 32 lines, 8 steps each
 * All of B' is read for every row, so on every core.
 *
 * Around it stands the framework's bookkeeping, record by record: the offsets that the counting
 * kernel and the prefix sum before left behind (here part of the initial memory), the record's key
 * {A, B'} and value {row, column, rows, columns}; at the end the result is emitted byte by byte as
 * key and {row, column} as value. Where a record emits more than once, Mars reads the offsets
 * before its own too; here every record emits once. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 8, THREADS = WARPS * LANES, QUAD = 4 };
enum { N };

enum array {
    PS_COUNTS,       /* int: first output record of a record */
    PS_KEY_SIZES,    /* int: bytes of keys emitted before */
    PS_VAL_SIZES,    /* int: bytes of values emitted before */
    INTER_OFFSETS,   /* int4 per output record: key's offset and size, value's offset and size */
    INPUT_OFFSETS,   /* int4 per record: the same of its input */
    INPUT_KEYS,      /* two pointers per record: A, B' */
    INPUT_VALS,      /* int4 per record: row, column, rows, columns */
    KEY_VAL_OFFSETS, /* int2 per record: bytes emitted by it so far */
    CUR_INDEX,       /* int per record: output records emitted so far */
    INTER_KEYS,      /* float per output record */
    INTER_VALS,      /* int2 per output record */
    ARRAYS
};
static const uint8_t element_bytes[ARRAYS] = {4, 4, 4, 16, 16, 16, 16, 8, 4, 4, 8};

static const struct access load_count = LOAD(1, 4, 0), load_inter = LOAD(2, 16, 2);
static const struct access load_key_size = LOAD(3, 4, 1), load_val_size = LOAD(4, 4, 0);
static const struct access store_inter = STORE(5, 16), load_input = LOAD(6, 16, 0);
static const struct access load_matrix[2] = {LOAD(7, 8, 4), LOAD(8, 8, 3)};
static const struct access load_place[3] = {LOAD(9, 4, 2), LOAD(10, 4, 1), LOAD(11, 4, 0)};
static const struct access load_a = LOAD(12, 16, 1), load_b = LOAD(13, 16, 0);
static const struct access load_emitted = LOAD(14, 8, 2), load_key_base = LOAD(15, 4, 1);
static const struct access load_val_base = LOAD(16, 4, 0);
static const struct access store_key = STORE(17, 1), store_val = STORE(18, 1);
static const struct access store_emitted = STORE(19, 8), load_index = LOAD(20, 4, 1);
static const struct access load_count_again = LOAD(21, 4, 0), load_offsets = LOAD(22, 16, 0);
static const struct access store_offsets = STORE(23, 16), store_index = STORE(24, 4);

struct mm {
    uint64_t array[ARRAYS]; /* addresses */
    uint64_t a, b;          /* addresses of A, B' */
};

/* What the lanes of a warp know about their records. */
struct records {
    uint64_t first;            /* record of lane 0 */
    uint64_t matrix[2][LANES]; /* addresses of A, B' */
    int32_t place[3][LANES];   /* row, column, columns of A */
    float sum[LANES];          /* result */
};

/* The arrays before the map kernel: every record will emit a float and an int2. */
static void fill_record(const struct workload *w, int32_t record)
{
    const struct mm *mm = w->state;
    int32_t n = (int32_t)w->value[N];
    const int32_t counts = record, key_size = 4 * record, val_size = 8 * record;
    const int32_t input[4] = {16 * record, 16, 16 * record, 16};
    const int32_t place[4] = {record / n, record % n, n, n};
    const uint64_t matrices[2] = {mm->a, mm->b};
    const struct {
        enum array array;
        const void *value;
    } fill[] = {{PS_COUNTS, &counts},   {PS_KEY_SIZES, &key_size}, {PS_VAL_SIZES, &val_size},
                {INPUT_OFFSETS, input}, {INPUT_VALS, place},       {INPUT_KEYS, matrices}};
    for (unsigned i = 0; i < sizeof fill / sizeof fill[0]; i++) {
        unsigned bytes = element_bytes[fill[i].array];
        uint64_t address = mm->array[fill[i].array] + (uint64_t)record * bytes;
        memcpy(image_at(&w->image, address, bytes), fill[i].value, bytes);
    }
}

static void open_mm(struct workload *w)
{
    if (w->value[N] % QUAD)
        die("mm: n must be a multiple of %d", QUAD);
    struct mm *mm = w->state = xcalloc(1, sizeof *mm);
    uint64_t records = w->value[N] * w->value[N];
    struct rng rng;
    rng_init(&rng, w->seed);
    mm->a = allocate_random_floats(w, &rng, records);
    mm->b = allocate_random_floats(w, &rng, records);
    for (unsigned i = 0; i < ARRAYS; i++)
        mm->array[i] = image_allocate(&w->image, element_bytes[i] * records);
    for (uint64_t i = 0; i < records; i++)
        fill_record(w, (int32_t)i);
}

static bool next_mm(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t blocks = (w->value[N] * w->value[N] + THREADS - 1) / THREADS;
    *kernel = (struct kernel){.name = "map", .blocks = blocks, .warps = WARPS};
    return true;
}

/* Addresses of element index[lane] of an array. */
static void elements(const struct mm *mm, enum array array, const int32_t index[LANES],
                     uint64_t address[LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = mm->array[array] + element_bytes[array] * (uint64_t)index[lane];
}

/* Addresses of the lanes' own elements. */
static void own(const struct mm *mm, enum array array, const struct records *records,
                uint64_t address[LANES])
{
    lane_addresses(address, mm->array[array] + element_bytes[array] * records->first,
                   element_bytes[array]);
}

/* Offsets of the output, then the record's key and value. */
static void read_record(const struct mm *mm, struct simt *simt, struct records *records)
{
    uint64_t address[LANES], inter_address[LANES];
    int32_t count[LANES] = {0}, key[LANES] = {0}, val[LANES] = {0};
    int32_t inter[LANES][4] = {{0}}, input[LANES][4] = {{0}};
    own(mm, PS_COUNTS, records, address);
    simt_load(simt, &load_count, address, count);
    elements(mm, INTER_OFFSETS, count, inter_address);
    simt_load(simt, &load_inter, inter_address, inter);
    own(mm, PS_KEY_SIZES, records, address);
    simt_load(simt, &load_key_size, address, key);
    own(mm, PS_VAL_SIZES, records, address);
    simt_load(simt, &load_val_size, address, val);
    for (unsigned lane = 0; lane < LANES; lane++) {
        inter[lane][0] = key[lane];
        inter[lane][2] = val[lane];
    }
    simt_store(simt, &store_inter, inter_address, inter);
    own(mm, INPUT_OFFSETS, records, address);
    simt_load(simt, &load_input, address, input);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = mm->array[INPUT_KEYS] + (uint64_t)input[lane][0] + 8 * i;
        simt_load(simt, &load_matrix[i], address, records->matrix[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        uint64_t member = i < 2 ? 4 * i : 12;
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = mm->array[INPUT_VALS] + (uint64_t)input[lane][2] + member;
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

/* Copies `bytes` bytes per lane one by one, as Mars does: value + lane * bytes to address[lane]. */
static void copy_bytes(struct simt *simt, const struct access *store, const uint64_t to[LANES],
                       const void *value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        uint64_t address[LANES];
        uint8_t byte[LANES];
        for (unsigned lane = 0; lane < LANES; lane++) {
            address[lane] = to[lane] + i;
            byte[lane] = ((const uint8_t *)value)[lane * bytes + i];
        }
        simt_alu(simt, 1);
        simt_store(simt, store, address, byte);
    }
}

/* The output record's bytes: the sum as key, {row, column} as value. */
static void emit(const struct mm *mm, struct simt *simt, const struct records *records)
{
    uint64_t address[LANES], emitted_address[LANES], to_key[LANES], to_val[LANES];
    int32_t emitted[LANES][2] = {{0}}, key[LANES] = {0}, val[LANES] = {0}, place[LANES][2];
    own(mm, KEY_VAL_OFFSETS, records, emitted_address);
    simt_load(simt, &load_emitted, emitted_address, emitted);
    own(mm, PS_KEY_SIZES, records, address);
    simt_load(simt, &load_key_base, address, key);
    own(mm, PS_VAL_SIZES, records, address);
    simt_load(simt, &load_val_base, address, val);
    for (unsigned lane = 0; lane < LANES; lane++) {
        to_key[lane] = mm->array[INTER_KEYS] + (uint64_t)(key[lane] + emitted[lane][0]);
        to_val[lane] = mm->array[INTER_VALS] + (uint64_t)(val[lane] + emitted[lane][1]);
        place[lane][0] = records->place[0][lane];
        place[lane][1] = records->place[1][lane];
        emitted[lane][0] += (int32_t)sizeof(float);
        emitted[lane][1] += (int32_t)sizeof place[0];
    }
    copy_bytes(simt, &store_key, to_key, records->sum, sizeof(float));
    copy_bytes(simt, &store_val, to_val, place, sizeof place[0]);
    simt_store(simt, &store_emitted, emitted_address, emitted);
}

/* The output record's entry among the offsets. */
static void enter(const struct mm *mm, struct simt *simt, const struct records *records)
{
    uint64_t address[LANES], index_address[LANES];
    int32_t index[LANES] = {0}, count[LANES] = {0}, offsets[LANES][4] = {{0}};
    own(mm, CUR_INDEX, records, index_address);
    simt_load(simt, &load_index, index_address, index);
    own(mm, PS_COUNTS, records, address);
    simt_load(simt, &load_count_again, address, count);
    for (unsigned lane = 0; lane < LANES; lane++)
        count[lane] += index[lane]++;
    elements(mm, INTER_OFFSETS, count, address);
    simt_load(simt, &load_offsets, address, offsets);
    for (unsigned lane = 0; lane < LANES; lane++) {
        offsets[lane][1] = element_bytes[INTER_KEYS];
        offsets[lane][3] = element_bytes[INTER_VALS];
    }
    simt_store(simt, &store_offsets, address, offsets);
    simt_store(simt, &store_index, index_address, index);
}

static void run_mm(struct workload *w, struct simt *simt, uint64_t block)
{
    uint64_t n = w->value[N];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        struct records records = {.first = block * THREADS + warp * LANES};
        simt_warp(simt, warp, low_lanes((int64_t)(n * n - records.first)));
        if (!simt->active)
            continue;
        simt_alu(simt, 4);
        read_record(w->state, simt, &records);
        multiply(simt, &records, n);
        emit(w->state, simt, &records);
        enter(w->state, simt, &records);
    }
}

static bool check_mm(struct workload *w, workload_get *get, void *context)
{
    const struct mm *mm = w->state;
    uint64_t n = w->value[N], records = n * n;
    const float *a = image_at(&w->image, mm->a, 4 * records);
    const float *b = image_at(&w->image, mm->b, 4 * records);
    float *sum = xcalloc(records, sizeof *sum);
    uint32_t(*place)[2] = xcalloc(records, sizeof *place);
    uint32_t(*offsets)[4] = xcalloc(records, sizeof *offsets);
    for (uint32_t i = 0; i < records; i++) {
        place[i][0] = i / (uint32_t)n;
        place[i][1] = i % (uint32_t)n;
        memcpy(offsets[i], (uint32_t[4]){4 * i, 4, 8 * i, 8}, sizeof offsets[i]);
        for (uint64_t k = 0; k < n; k++)
            sum[i] += a[place[i][0] * n + k] * b[place[i][1] * n + k];
    }
    struct result results[] = {
        {"key", mm->array[INTER_KEYS], sum, records, n, true},
        {"value", mm->array[INTER_VALS], place, 2 * records, 2, false},
        {"offset", mm->array[INTER_OFFSETS], offsets, 4 * records, 4, false}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(sum);
    free(place);
    free(offsets);
    return right;
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
    .close = free_state,
};
