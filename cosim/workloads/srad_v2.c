/* Rodinia SRAD, version 2: the diffusion of srad.c on a square image stored row by row, through
 * shared memory. Block: 16 x 16 lanes, two kernels per step:
 *     srad_1   all lanes load the row north of the block (the same for all of its rows), the row
 *              south, barrier, the points west and east of their row, barrier, their own point;
 *              barrier; differences and coefficient; barrier; 5 stores
 *     srad_2   own point, coefficients south, east and own, a barrier behind each; 4 differences, 1
 *              store
 * At the image's borders a second load replaces what the first one brought from outside of it: the
 * image has a row to spare in front and behind. The host takes the noise from the upper left 128 x
 * 128 points between the steps. */
#include "workload_class.h"

#include "diffusion.h"
#include "threads.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, THREADS = SIDE * SIDE, WARPS = THREADS / LANES, SIDES = 4, SAMPLE = 128 };
enum { SIZE, STEPS };
enum { NORTH, SOUTH, WEST, EAST };

static const float lambda = 0.5f;
/* Of a side: what lies beside the block, and instead at the image's border. */
static const struct access load_side[SIDES][2] = {{LOAD(1, 4, 0), LOAD(3, 4, 0)},
                                                  {LOAD(2, 4, 0), LOAD(4, 4, 0)},
                                                  {LOAD(5, 4, 0), LOAD(7, 4, 0)},
                                                  {LOAD(6, 4, 0), LOAD(8, 4, 0)}};
static const struct access load_own = LOAD(9, 4, 0), store_c = STORE(10, 4);
static const struct access store_side[SIDES] = {STORE(14, 4), STORE(13, 4), STORE(12, 4),
                                                STORE(11, 4)};
static const struct access load_image = LOAD(15, 4, 0);
static const struct access load_c_side[SIDES][2] = {
    [SOUTH] = {LOAD(16, 4, 0), LOAD(17, 4, 0)}, [EAST] = {LOAD(18, 4, 0), LOAD(19, 4, 0)}};
static const struct access load_c = LOAD(20, 4, 0);
static const struct access load_difference[SIDES] = {LOAD(21, 4, 3), LOAD(22, 4, 2), LOAD(23, 4, 1),
                                                     LOAD(24, 4, 0)};
static const struct access store_image = STORE(25, 4);

struct srad_v2 {
    uint64_t image, c, difference[SIDES]; /* addresses of row 0 */
    float *first;                         /* the image at the start, for the check */
    float q0;                             /* noise in the current step */
};

static float noise(const float *image, uint64_t size)
{
    uint64_t side = size < SAMPLE ? size : SAMPLE;
    float sum = 0, squares = 0;
    for (uint64_t row = 0; row < side; row++)
        for (uint64_t column = 0; column < side; column++) {
            float value = image[row * size + column];
            sum += value;
            squares += value * value;
        }
    return noise_of(sum, squares, (float)(side * side));
}

static void open_srad_v2(struct workload *w)
{
    static const float grey[2] = {0, 1};
    uint64_t size = w->value[SIZE], count = size * size;
    if (size % SIDE)
        die("srad_v2: size must be a multiple of %d", SIDE);
    struct srad_v2 *srad = w->state = xcalloc(1, sizeof *srad);
    struct rng rng;
    rng_init(&rng, w->seed);
    srad->image = image_allocate(&w->image, 4 * (count + 2 * size)) + 4 * size;
    srad->c = image_allocate(&w->image, 4 * (count + size));
    for (unsigned side = 0; side < SIDES; side++)
        srad->difference[side] = image_allocate(&w->image, 4 * count);
    float *image = image_at(&w->image, srad->image, 4 * count);
    fill_floats_between(&rng, image, count, grey);
    for (uint64_t i = 0; i < count; i++)
        image[i] = expf(image[i]);
    srad->first = image_copy(w, srad->image, 4 * count);
}

static bool next_srad_v2(struct workload *w, struct kernel *kernel)
{
    struct srad_v2 *srad = w->state;
    uint64_t size = w->value[SIZE], blocks = size / SIDE;
    unsigned second = w->kernels_started & 1;
    if (w->kernels_started == 2 * w->value[STEPS])
        return false;
    *kernel = (struct kernel){
        .blocks = blocks * blocks, .warps = WARPS, .shared_bytes = (second ? 5 : 6) * 4 * THREADS};
    snprintf(kernel->name, sizeof kernel->name, "srad_%u", second + 1);
    if (!second)
        srad->q0 = noise(image_at(&w->image, srad->image, 4 * size * size), size);
    return true;
}

/* A block: place in the grid, and its points among the elements. */
struct block {
    uint64_t at[2];   /* row, column of blocks */
    uint64_t last;    /* row and column of blocks at the other end */
    struct tile tile; /* own points */
};

static struct block block_of(const struct workload *w, uint64_t index)
{
    uint64_t size = w->value[SIZE], blocks = size / SIDE;
    struct block block = {.at = {index / blocks, index % blocks}, .last = blocks - 1};
    block.tile.origin = (int64_t)(SIDE * (block.at[0] * size + block.at[1]));
    block.tile.pitch = (int64_t)size;
    block.tile.width = SIDE;
    return block;
}

/* The elements that the current warp takes for a side: a row for all rows, a column for all
 * columns; beside the block (`inside` 0) or the block's own at that side (1). */
static void side_elements(const struct simt *simt, const struct tile *tile, unsigned side,
                          int64_t inside, int64_t element[LANES])
{
    static const int64_t from[SIDES] = {-1, SIDE, -1, SIDE}, step[SIDES] = {1, -1, 1, -1};
    int64_t x[LANES], y[LANES], at = from[side] + inside * step[side];
    thread_indices(simt, SIDE, x, y);
    for (unsigned lane = 0; lane < LANES; lane++)
        element[lane] =
            tile->origin + (side < WEST ? at * tile->pitch + x[lane] : y[lane] * tile->pitch + at);
}

/* A side in shared memory; of the two sides of an axis the image's border can be at one, where the
 * block's own points stand for those outside. */
static void load_sides(struct simt *simt, const struct block *block, uint64_t array,
                       const struct access (*access)[2], const bool sides[SIDES],
                       float value[SIDES][THREADS])
{
    const bool border[SIDES] = {block->at[0] == 0, block->at[0] && block->at[0] == block->last,
                                block->at[1] == 0, block->at[1] && block->at[1] == block->last};
    int64_t element[LANES];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        for (unsigned inside = 0; inside < 2; inside++)
            for (unsigned side = 0; side < SIDES; side++) {
                if (!sides[side] || (inside && !border[side]))
                    continue;
                side_elements(simt, &block->tile, side, inside, element);
                load_elements(simt, &access[side][inside], array, element,
                              value[side] + LANES * warp);
            }
        simt_alu(simt, 6);
    }
    simt_barrier(simt);
}

static void load_block(struct simt *simt, const struct block *block, const struct access *access,
                       uint64_t array, float value[THREADS])
{
    int64_t element[LANES];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        tile_elements(simt, &block->tile, element);
        load_elements(simt, access, array, element, value + LANES * warp);
    }
    simt_barrier(simt);
}

static void store_block(struct simt *simt, const struct block *block, unsigned warp,
                        const struct access *access, uint64_t array, const float value[THREADS])
{
    int64_t element[LANES];
    begin_warp(simt, warp, THREADS);
    tile_elements(simt, &block->tile, element);
    store_elements(simt, access, array, element, value + LANES * warp);
}

/* Of a side: the neighbour of thread t, in the block or beside it. */
static float neighbour(const float own[THREADS], float side[SIDES][THREADS], unsigned t,
                       unsigned which)
{
    const bool beside[SIDES] = {t < SIDE, t >= THREADS - SIDE, t % SIDE == 0, t % SIDE == SIDE - 1};
    static const int step[SIDES] = {-SIDE, SIDE, -1, 1};
    return beside[which] ? side[which][t] : own[(int)t + step[which]];
}

static void run_first(const struct srad_v2 *srad, struct simt *simt, const struct block *block)
{
    float side[SIDES][THREADS] = {{0}}, own[THREADS] = {0}, c[THREADS];
    float difference[SIDES][THREADS];
    block_alu(simt, THREADS, 16);
    load_sides(simt, block, srad->image, load_side, (bool[SIDES]){true, true, false, false}, side);
    load_sides(simt, block, srad->image, load_side, (bool[SIDES]){false, false, true, true}, side);
    load_block(simt, block, &load_own, srad->image, own);
    for (unsigned t = 0; t < THREADS; t++) {
        float d[SIDES];
        for (unsigned i = 0; i < SIDES; i++)
            d[i] = difference[i][t] = neighbour(own, side, t, i) - own[t];
        c[t] = diffusion_coefficient(d, own[t], srad->q0);
    }
    block_alu(simt, THREADS, 50);
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        store_block(simt, block, warp, &store_c, srad->c, c);
        for (unsigned i = SIDES; i-- > 0;)
            store_block(simt, block, warp, &store_side[i], srad->difference[i], difference[i]);
    }
}

static void run_second(const struct srad_v2 *srad, struct simt *simt, const struct block *block)
{
    float side[SIDES][THREADS] = {{0}}, own[THREADS] = {0}, c[THREADS] = {0};
    float difference[SIDES][THREADS] = {{0}}, image[THREADS];
    block_alu(simt, THREADS, 12);
    load_block(simt, block, &load_image, srad->image, own);
    load_sides(simt, block, srad->c, load_c_side, (bool[SIDES]){[SOUTH] = true}, side);
    load_sides(simt, block, srad->c, load_c_side, (bool[SIDES]){[EAST] = true}, side);
    load_block(simt, block, &load_c, srad->c, c);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        int64_t element[LANES];
        begin_warp(simt, warp, THREADS);
        tile_elements(simt, &block->tile, element);
        for (unsigned i = 0; i < SIDES; i++)
            load_elements(simt, &load_difference[i], srad->difference[i], element,
                          difference[i] + LANES * warp);
        simt_alu(simt, 20);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        const float d[SIDES] = {difference[0][t], difference[1][t], difference[2][t],
                                difference[3][t]};
        const float around[SIDES] = {c[t], neighbour(c, side, t, SOUTH), c[t],
                                     neighbour(c, side, t, EAST)};
        image[t] = diffused(own[t], d, around, lambda);
    }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++)
        store_block(simt, block, warp, &store_image, srad->image, image);
}

static void run_srad_v2(struct workload *w, struct simt *simt, uint64_t index)
{
    struct block block = block_of(w, index);
    if (w->kernels_started & 1)
        run_first(w->state, simt, &block);
    else
        run_second(w->state, simt, &block);
}

/* A step on the image; d: differences of a point, c: coefficients. */
static void expect_step(float *image, uint64_t size, float (*d)[SIDES], float *c)
{
    uint64_t count = size * size;
    float q0 = noise(image, size);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t row = i / size, column = i % size;
        d[i][NORTH] = image[row ? i - size : i] - image[i];
        d[i][SOUTH] = image[row + 1 < size ? i + size : i] - image[i];
        d[i][WEST] = image[column ? i - 1 : i] - image[i];
        d[i][EAST] = image[column + 1 < size ? i + 1 : i] - image[i];
        c[i] = diffusion_coefficient(d[i], image[i], q0);
    }
    for (uint64_t i = 0; i < count; i++) {
        const float around[SIDES] = {c[i], c[i + size < count ? i + size : i], c[i],
                                     c[(i + 1) % size ? i + 1 : i]};
        image[i] = diffused(image[i], d[i], around, lambda);
    }
}

static bool check_srad_v2(struct workload *w, workload_get *get, void *context)
{
    const struct srad_v2 *srad = w->state;
    uint64_t size = w->value[SIZE], count = size * size;
    float *image = xcalloc(count, sizeof *image), *c = xcalloc(count, sizeof *c);
    float(*d)[SIDES] = xcalloc(count, sizeof *d);
    memcpy(image, srad->first, 4 * count);
    for (uint64_t step = 0; step < w->value[STEPS]; step++)
        expect_step(image, size, d, c);
    struct result result = {"image", srad->image, image, count, size, true};
    bool right = workload_compare(w, &result, get, context);
    free(image);
    free(c);
    free(d);
    return right;
}

static void close_srad_v2(struct workload *w)
{
    struct srad_v2 *srad = w->state;
    free(srad->first);
    free(srad);
}

const struct workload_class srad_v2_class = {
    .name = "srad_v2",
    .text = "diffusion of an image, version 2 of Rodinia: borders of blocks read by two",
    .parameter = {[SIZE] = {"size", "rows and columns, a multiple of 16; the papers: 512, 2048", 64,
                            32, 8192},
                  [STEPS] = {"steps", "two kernels each", 1, 1, 1000}},
    .open = open_srad_v2,
    .next_kernel = next_srad_v2,
    .run_block = run_srad_v2,
    .check = check_srad_v2,
    .close = close_srad_v2,
};
