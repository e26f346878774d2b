/* Rodinia SRAD, version 1: speckle-reducing diffusion of an ultrasound image, single precision,
 * stored column by column (element = row + rows x column). Blocks of 512 lanes, a lane per point:
 *     extract    I = exp(I / 255)
 *     prepare    sums = I, squares = I I (the first store may change I: it is loaded again)
 *     reduce     sums and squares of 512 elements into their block's first, until one is left; the
 *                host takes the image's noise q0 from it
 *     srad       differences to four neighbours, found through index vectors, and a coefficient
 *     srad2      the image from differences and coefficients
 *     compress   I = 255 log I
 * prepare to srad2 are repeated. The index vectors (2 KB) are shared by all cores. Rodinia's own:
 * the last block of reduce adds what exceeds a power of two with a stride of 1, whatever the stride
 * of the level, so the noise comes out a little wrong where there are several levels. */
#include "workload_class.h"

#include "diffusion.h"
#include "numbers.h"
#include "threads.h"
#include "util.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 512, WARPS = THREADS / LANES, SIDES = 4, ROW_SIDES = 2 };
enum { ROWS, COLUMNS, STEPS };
enum kind { EXTRACT, PREPARE, REDUCE, DIFFER, UPDATE, COMPRESS };

static const float lambda = 0.5f;
static const struct access load_extract = LOAD(1, 4, 0), store_extract = STORE(2, 4);
static const struct access load_sum = LOAD(3, 4, 0), store_sum = STORE(4, 4);
static const struct access load_square = LOAD(5, 4, 0), store_square = STORE(6, 4);
static const struct access load_part[2] = {LOAD(7, 4, 1), LOAD(8, 4, 0)};
static const struct access load_rest[2] = {LOAD(9, 4, 1), LOAD(10, 4, 0)};
static const struct access store_part[2] = {STORE(11, 4), STORE(12, 4)};
/* Of srad: the point; per side index and point; the differences, the coefficient. */
static const struct access load_centre = LOAD(16, 4, 2);
static const struct access load_index[SIDES] = {LOAD(17, 4, 0), LOAD(19, 4, 0), LOAD(21, 4, 0),
                                                LOAD(23, 4, 0)};
static const struct access load_side[SIDES] = {LOAD(18, 4, 0), LOAD(20, 4, 0), LOAD(22, 4, 0),
                                               LOAD(24, 4, 0)};
static const struct access store_difference[SIDES] = {STORE(25, 4), STORE(26, 4), STORE(27, 4),
                                                      STORE(28, 4)};
static const struct access store_c = STORE(29, 4);
/* Of srad2. */
static const struct access load_c = LOAD(32, 4, 1), load_south = LOAD(33, 4, 0);
static const struct access load_south_c = LOAD(34, 4, 1), load_east = LOAD(35, 4, 0);
static const struct access load_east_c = LOAD(36, 4, 0);
static const struct access load_difference[SIDES] = {LOAD(37, 4, 3), LOAD(38, 4, 2), LOAD(39, 4, 1),
                                                     LOAD(40, 4, 0)};
static const struct access load_image = LOAD(41, 4, 0), store_image = STORE(42, 4);
static const struct access load_compress = LOAD(43, 4, 0), store_compress = STORE(44, 4);

struct srad {
    uint64_t image, sums[2], c; /* addresses; sums: of points, of squares */
    uint64_t difference[SIDES]; /* addresses; sides: north, south, west, east */
    uint64_t neighbour[SIDES];  /* addresses: row beside a row, column beside a column */
    float *first;               /* the image at the start, for the check */
    float q0;                   /* of the current repetition */
};

/* One kernel of the sequence. */
struct stage {
    enum kind kind;
    uint64_t count, stride; /* of reduce: elements that are left, and between them */
};

static uint64_t points(const struct workload *w)
{
    return w->value[ROWS] * w->value[COLUMNS];
}

static uint64_t blocks_of(uint64_t count)
{
    return (count + THREADS - 1) / THREADS;
}

/* Kernels that reduce so many sums to one. */
static unsigned levels(uint64_t count)
{
    unsigned levels = 1;
    for (count = blocks_of(count); count > 1; count = blocks_of(count))
        levels++;
    return levels;
}

/* Kernel number `number` of the sequence, which ends with compress. */
static struct stage stage_of(const struct workload *w, unsigned number)
{
    unsigned reduces = levels(points(w)), repeated = reduces + 3, k = (number - 1) % repeated;
    struct stage stage = {.count = points(w), .stride = 1};
    if (number == 0)
        return stage;
    if (number == 1 + repeated * w->value[STEPS])
        stage.kind = COMPRESS;
    else if (k == 0)
        stage.kind = PREPARE;
    else if (k > reduces)
        stage.kind = k == reduces + 1 ? DIFFER : UPDATE;
    else
        stage.kind = REDUCE;
    for (; stage.kind == REDUCE && k > 1; k--) {
        stage.count = blocks_of(stage.count);
        stage.stride *= THREADS;
    }
    return stage;
}

/* A picture row by row, 255 the lightest. */
static void read_picture(struct workload *w)
{
    struct srad *srad = w->state;
    struct numbers numbers;
    numbers_read_pgm(&numbers, w->file);
    uint64_t columns = numbers_count_at(&numbers, 0, "columns", w->class->parameter[COLUMNS].max);
    uint64_t rows = numbers_count_at(&numbers, 1, "rows", w->class->parameter[ROWS].max);
    float light = 255 / (float)numbers_count_at(&numbers, 2, "lightest grey", 65535);
    numbers_must_be(&numbers, 3 + rows * columns);
    if (rows < 2 || columns < 2)
        die("%s: a picture of %" PRIu64 " x %" PRIu64 "; at least 2 x 2 is needed", w->file, rows,
            columns);
    w->value[ROWS] = rows;
    w->value[COLUMNS] = columns;
    srad->image = image_allocate(&w->image, 4 * points(w));
    float *image = image_at(&w->image, srad->image, 4 * points(w));
    for (uint64_t i = 0; i < points(w); i++)
        image[i / columns + rows * (i % columns)] = numbers.value[3 + i] * light;
    numbers_release(&numbers);
}

static void open_srad(struct workload *w)
{
    static const float grey[2] = {0, 255};
    struct srad *srad = w->state = xcalloc(1, sizeof *srad);
    struct rng rng;
    rng_init(&rng, w->seed);
    if (w->file)
        read_picture(w);
    else
        srad->image = allocate_floats_between(w, &rng, points(w), grey);
    uint64_t bytes = 4 * points(w);
    for (unsigned side = 0; side < SIDES; side++) {
        uint64_t count = w->value[side < ROW_SIDES ? ROWS : COLUMNS];
        srad->neighbour[side] = image_allocate(&w->image, 4 * count);
        int32_t *beside = image_at(&w->image, srad->neighbour[side], 4 * count);
        for (uint64_t i = 0; i < count; i++) /* that at the border is its own */
            beside[i] = (int32_t)(side % 2 ? i + (i + 1 < count) : i - (i > 0));
    }
    for (unsigned i = 0; i < 2; i++)
        srad->sums[i] = image_allocate(&w->image, bytes);
    for (unsigned side = 0; side < SIDES; side++)
        srad->difference[side] = image_allocate(&w->image, bytes);
    srad->c = image_allocate(&w->image, bytes);
    srad->first = image_copy(w, srad->image, bytes);
}

static bool next_srad(struct workload *w, struct kernel *kernel)
{
    static const char *const names[] = {
        [EXTRACT] = "extract", [PREPARE] = "prepare", [REDUCE] = "reduce",
        [DIFFER] = "srad",     [UPDATE] = "srad2",    [COMPRESS] = "compress"};
    struct srad *srad = w->state;
    unsigned number = w->kernels_started;
    if (number && stage_of(w, number - 1).kind == COMPRESS)
        return false;
    struct stage stage = stage_of(w, number);
    *kernel = (struct kernel){.blocks = blocks_of(stage.count),
                              .warps = WARPS,
                              .shared_bytes = stage.kind == REDUCE ? 2 * 4 * THREADS : 0};
    snprintf(kernel->name, sizeof kernel->name, "%s", names[stage.kind]);
    if (stage.kind == DIFFER) {
        const float *sum = image_at(&w->image, srad->sums[0], 4);
        const float *squares = image_at(&w->image, srad->sums[1], 4);
        srad->q0 = noise_of(*sum, *squares, (float)points(w));
    }
    return true;
}

static float extracted(float grey)
{
    return expf(grey / 255);
}

static float compressed(float value)
{
    return logf(value) * 255;
}

/* extract or compress. */
static void run_function(const struct srad *srad, struct simt *simt, uint64_t first, bool extract)
{
    float value[LANES] = {0};
    uint64_t address = srad->image + 4 * first;
    load_row(simt, extract ? &load_extract : &load_compress, address, value);
    for (unsigned lane = 0; lane < LANES; lane++)
        value[lane] = extract ? extracted(value[lane]) : compressed(value[lane]);
    simt_arithmetic(simt, ARITHMETIC_SFU, 0, 2);
    simt_alu(simt, 2);
    store_row(simt, extract ? &store_extract : &store_compress, address, value);
}

static void run_prepare(const struct srad *srad, struct simt *simt, uint64_t first)
{
    float value[LANES] = {0};
    load_row(simt, &load_sum, srad->image + 4 * first, value);
    store_row(simt, &store_sum, srad->sums[0] + 4 * first, value);
    load_row(simt, &load_square, srad->image + 4 * first, value);
    for (unsigned lane = 0; lane < LANES; lane++)
        value[lane] *= value[lane];
    simt_alu(simt, 1);
    store_row(simt, &store_square, srad->sums[1] + 4 * first, value);
}

/* The power of two of a block's elements that are summed as a tree, at most `count`. */
static unsigned tree_size(uint64_t count)
{
    unsigned size = 1;
    while (2 * size <= count && size < THREADS)
        size *= 2;
    return size;
}

/* Element t becomes the sum of 2, 4, ... elements up to itself where t + 1 is a multiple of that.
 */
static void add_tree(struct simt *simt, unsigned size, float sum[2][THREADS])
{
    for (unsigned power = 2; power <= size; power *= 2) {
        for (unsigned t = power - 1; t < size; t += power)
            for (unsigned i = 0; i < 2; i++)
                sum[i][t] += sum[i][t - power / 2];
        for (unsigned warp = 0; warp < WARPS; warp++) {
            int64_t t[LANES], zero[LANES];
            begin_warp(simt, warp, THREADS);
            simt_alu(simt, 4);
            thread_indices(simt, THREADS, t, zero);
            simt->active = lanes_within(t, 0, (int64_t)size - 1);
            for (unsigned lane = 0; lane < LANES; lane++)
                if ((t[lane] + 1) % power)
                    simt->active &= ~(1u << lane);
            simt_alu(simt, 6);
        }
        simt_barrier(simt);
    }
}

static void run_reduce(const struct srad *srad, struct simt *simt, const struct stage *stage,
                       uint64_t block)
{
    uint64_t left = stage->count - block * THREADS, address[LANES];
    unsigned count = left < THREADS ? (unsigned)left : THREADS, size = tree_size(count);
    float sum[2][THREADS] = {{0}};
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_alu(simt, 6);
        simt->active = low_lanes((int64_t)count - LANES * (int64_t)warp);
        for (unsigned i = 0; i < 2; i++) {
            uint64_t first = (block * THREADS + warp * LANES) * stage->stride;
            lane_addresses(address, srad->sums[i] + 4 * first, 4 * stage->stride);
            simt_load(simt, &load_part[i], address, sum[i] + LANES * warp);
        }
    }
    simt_barrier(simt);
    add_tree(simt, size, sum);
    if (count == 1) /* no tree, and the sum is where it belongs */
        return;
    unsigned last = size - 1, lane = last % LANES;
    simt_warp(simt, last / LANES, 1u << lane);
    for (uint64_t rest = block * THREADS + size; rest < block * THREADS + count; rest++)
        for (unsigned i = 0; i < 2; i++) {
            float more[LANES] = {0};
            load_uniform(simt, &load_rest[i], srad->sums[i] + 4 * rest, more);
            sum[i][last] += more[lane];
            simt_alu(simt, 1);
        }
    for (unsigned i = 0; i < 2; i++) {
        lane_addresses(address, srad->sums[i] + 4 * block * THREADS * stage->stride, 0);
        simt_store(simt, &store_part[i], address, sum[i] + LANES * (last / LANES));
    }
}

/* Rows and columns of 32 points from `first` on. */
struct place {
    int64_t row[LANES], column[LANES];
};

static void find_place(const struct workload *w, uint64_t first, struct place *place)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        place->row[lane] = (int64_t)((first + lane) % w->value[ROWS]);
        place->column[lane] = (int64_t)((first + lane) / w->value[ROWS]);
    }
}

/* Loads the index of a side's neighbour, then from `array` the neighbour. */
static void load_neighbour(const struct workload *w, struct simt *simt, const struct place *place,
                           unsigned side, uint64_t array, const struct access *const access[2],
                           float value[LANES])
{
    const struct srad *srad = w->state;
    bool in_column = side < ROW_SIDES;
    int32_t beside[LANES] = {0};
    int64_t element[LANES];
    load_elements(simt, access[0], srad->neighbour[side], in_column ? place->row : place->column,
                  beside);
    for (unsigned lane = 0; lane < LANES; lane++) {
        int64_t row = in_column ? beside[lane] : place->row[lane];
        int64_t column = in_column ? place->column[lane] : beside[lane];
        element[lane] = row + (int64_t)w->value[ROWS] * column;
    }
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 2);
    load_elements(simt, access[1], array, element, value);
}

static void run_differ(const struct workload *w, struct simt *simt, uint64_t first)
{
    const struct srad *srad = w->state;
    float centre[LANES] = {0}, side[SIDES][LANES] = {{0}}, c[LANES] = {0};
    struct place place;
    find_place(w, first, &place);
    load_row(simt, &load_centre, srad->image + 4 * first, centre);
    for (unsigned i = 0; i < SIDES; i++) {
        load_neighbour(w, simt, &place, i, srad->image,
                       (const struct access *const[2]){&load_index[i], &load_side[i]}, side[i]);
        for (unsigned lane = 0; lane < LANES; lane++)
            side[i][lane] -= centre[lane];
        simt_alu(simt, 1);
    }
    for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        const float d[SIDES] = {side[0][lane], side[1][lane], side[2][lane], side[3][lane]};
        c[lane] = diffusion_coefficient(d, centre[lane], srad->q0);
    }
    simt_arithmetic(simt, ARITHMETIC_SFU, 0, 5);
    simt_alu(simt, 24);
    for (unsigned i = 0; i < SIDES; i++)
        store_row(simt, &store_difference[i], srad->difference[i] + 4 * first, side[i]);
    store_row(simt, &store_c, srad->c + 4 * first, c);
}

static void run_update(const struct workload *w, struct simt *simt, uint64_t first)
{
    const struct srad *srad = w->state;
    float c[LANES] = {0}, south[LANES] = {0}, east[LANES] = {0}, image[LANES] = {0};
    float difference[SIDES][LANES] = {{0}};
    struct place place;
    find_place(w, first, &place);
    load_row(simt, &load_c, srad->c + 4 * first, c);
    load_neighbour(w, simt, &place, 1, srad->c,
                   (const struct access *const[2]){&load_south, &load_south_c}, south);
    load_neighbour(w, simt, &place, 3, srad->c,
                   (const struct access *const[2]){&load_east, &load_east_c}, east);
    for (unsigned i = 0; i < SIDES; i++)
        load_row(simt, &load_difference[i], srad->difference[i] + 4 * first, difference[i]);
    simt_alu(simt, 8);
    load_row(simt, &load_image, srad->image + 4 * first, image);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const float d[SIDES] = {difference[0][lane], difference[1][lane], difference[2][lane],
                                difference[3][lane]};
        const float coefficient[SIDES] = {c[lane], south[lane], c[lane], east[lane]};
        image[lane] = diffused(image[lane], d, coefficient, lambda);
    }
    simt_alu(simt, 2);
    store_row(simt, &store_image, srad->image + 4 * first, image);
}

static void run_srad(struct workload *w, struct simt *simt, uint64_t index)
{
    struct stage stage = stage_of(w, w->kernels_started - 1);
    if (stage.kind == REDUCE) {
        run_reduce(w->state, simt, &stage, index);
        return;
    }
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = index * THREADS + warp * LANES;
        simt_warp(simt, warp, ALL_LANES);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 12);
        simt->active = low_lanes((int64_t)points(w) - (int64_t)first);
        if (stage.kind == PREPARE)
            run_prepare(w->state, simt, first);
        else if (stage.kind == DIFFER)
            run_differ(w, simt, first);
        else if (stage.kind == UPDATE)
            run_update(w, simt, first);
        else
            run_function(w->state, simt, first, stage.kind == EXTRACT);
    }
}

static float pairwise(const float *value, uint64_t stride, uint64_t count)
{
    if (count == 1)
        return *value;
    return pairwise(value, stride, count / 2) +
           pairwise(value + count / 2 * stride, stride, count / 2);
}

/* What reduce leaves in element 0. */
static float reduced(float *value, uint64_t count)
{
    for (uint64_t stride = 1; count > 1; stride *= THREADS, count = blocks_of(count))
        for (uint64_t block = 0; block < count; block += THREADS) {
            uint64_t here = count - block < THREADS ? count - block : THREADS;
            uint64_t size = tree_size(here);
            float sum = pairwise(value + block * stride, stride, size);
            for (uint64_t rest = block + size; rest < block + here; rest++)
                sum += value[rest];
            value[block * stride] = sum;
        }
    return value[0];
}

static float expected_noise(const float *image, float *scratch, uint64_t count)
{
    memcpy(scratch, image, 4 * count);
    float sum = reduced(scratch, count);
    for (uint64_t i = 0; i < count; i++)
        scratch[i] = image[i] * image[i];
    return noise_of(sum, reduced(scratch, count), (float)count);
}

/* One repetition on the image; d: differences of a point, c: coefficients. */
static void expect_step(const struct workload *w, float *image, float (*d)[SIDES], float *c)
{
    uint64_t rows = w->value[ROWS], count = points(w);
    float q0 = expected_noise(image, c, count);
    for (uint64_t i = 0; i < count; i++) {
        bool inner[SIDES] = {i % rows > 0, (i + 1) % rows > 0, i >= rows, i + rows < count};
        const uint64_t beside[SIDES] = {i - inner[0], i + inner[1], i - inner[2] * rows,
                                        i + inner[3] * rows};
        for (unsigned side = 0; side < SIDES; side++)
            d[i][side] = image[beside[side]] - image[i];
        c[i] = diffusion_coefficient(d[i], image[i], q0);
    }
    for (uint64_t i = 0; i < count; i++) {
        float south = c[(i + 1) % rows ? i + 1 : i], east = c[i + rows < count ? i + rows : i];
        image[i] = diffused(image[i], d[i], (float[SIDES]){c[i], south, c[i], east}, lambda);
    }
}

static bool check_srad(struct workload *w, workload_get *get, void *context)
{
    const struct srad *srad = w->state;
    uint64_t count = points(w);
    float *image = xcalloc(count, sizeof *image), *c = xcalloc(count, sizeof *c);
    float(*d)[SIDES] = xcalloc(count, sizeof *d);
    for (uint64_t i = 0; i < count; i++)
        image[i] = extracted(srad->first[i]);
    for (uint64_t step = 0; step < w->value[STEPS]; step++)
        expect_step(w, image, d, c);
    for (uint64_t i = 0; i < count; i++)
        image[i] = compressed(image[i]);
    struct result result = {"image", srad->image, image, count, w->value[ROWS], true};
    bool right = workload_compare(w, &result, get, context);
    free(image);
    free(c);
    free(d);
    return right;
}

static void close_srad(struct workload *w)
{
    struct srad *srad = w->state;
    free(srad->first);
    free(srad);
}

const struct workload_class srad_class = {
    .name = "srad",
    .text = "diffusion of an ultrasound image, version 1 of Rodinia: neighbours by index vectors",
    .parameter = {[ROWS] = {"rows", "of the image; the papers: 502", 50, 2, 16384},
                  [COLUMNS] = {"columns", "of the image; the papers: 458", 46, 2, 16384},
                  [STEPS] = {"steps", "repetitions; the papers: 100", 1, 1, 1000}},
    .file_text = "picture instead, PGM in text (P2)",
    .file_says = 1 << ROWS | 1 << COLUMNS,
    .open = open_srad,
    .next_kernel = next_srad,
    .run_block = run_srad,
    .check = check_srad,
    .close = close_srad,
};
