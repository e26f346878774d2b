/* PolyBench-GPU 3DCONV and 2DCONV, single precision: an output point is a weighted sum of points
 * around its input; points at the border of the array get none. Block: 32 columns x 8 rows, a warp
 * is a row; a load per distinct point, the shifted ones cross a line border.
 *     conv3d   11 loads in three planes, a kernel per inner plane: the next two kernels read planes
 *              again
 *     conv2d   9 loads, one kernel
 * The coefficients are PolyBench's; in 3DCONV some points have several. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { WARPS = 8, POINTS_MAX = 11 };
enum { SIZE, PLANES };

/* A point relative to the output's. */
struct point {
    int8_t plane, row, column;
};

/* A product of the sum, which is taken from left to right. */
struct term {
    uint8_t point;
    float weight;
};

struct filter {
    struct point point[POINTS_MAX]; /* in the order of the loads */
    struct term term[15];           /* products */
    unsigned points, terms;         /* of each */
    int8_t depth;                   /* planes in front of the output's that it reads */
};

static const struct filter filter_3d = {
    .point = {{-1, -1, -1},
              {1, -1, -1},
              {0, -1, 0},
              {0, 0, 0},
              {0, 1, 0},
              {-1, -1, 1},
              {1, -1, 1},
              {-1, 0, 1},
              {1, 0, 1},
              {-1, 1, 1},
              {1, 1, 1}},
    .term = {{0, 2},
             {1, 4},
             {0, 5},
             {1, 7},
             {0, -8},
             {1, 10},
             {2, -3},
             {3, 6},
             {4, -9},
             {5, 2},
             {6, 4},
             {7, 5},
             {8, 7},
             {9, -8},
             {10, 10}},
    .points = 11,
    .terms = 15,
    .depth = 1,
};
static const struct filter filter_2d = {
    .point = {{0, -1, -1},
              {0, -1, 0},
              {0, -1, 1},
              {0, 0, -1},
              {0, 0, 0},
              {0, 0, 1},
              {0, 1, -1},
              {0, 1, 0},
              {0, 1, 1}},
    .term = {{0, 0.2f},
             {1, 0.5f},
             {2, -0.8f},
             {3, -0.3f},
             {4, 0.6f},
             {5, -0.9f},
             {6, 0.4f},
             {7, 0.7f},
             {8, 0.1f}},
    .points = 9,
    .terms = 9,
    .depth = 0,
};

struct convolution {
    const struct filter *filter;
    uint64_t planes; /* of the arrays */
    uint64_t a, b;   /* addresses: input, output */
};

static void open_convolution(struct workload *w, const struct filter *filter, uint64_t planes)
{
    struct convolution *conv = w->state = xcalloc(1, sizeof *conv);
    uint64_t count = planes * w->value[SIZE] * w->value[SIZE];
    struct rng rng;
    rng_init(&rng, w->seed);
    conv->filter = filter;
    conv->planes = planes;
    conv->a = allocate_random_floats(w, &rng, count);
    conv->b = image_allocate(&w->image, 4 * count);
}

static void open_conv3d(struct workload *w)
{
    open_convolution(w, &filter_3d, w->value[PLANES]);
}

static void open_conv2d(struct workload *w)
{
    open_convolution(w, &filter_2d, 1);
}

static bool next_convolution(struct workload *w, struct kernel *kernel)
{
    const struct convolution *conv = w->state;
    if (w->kernels_started + 2 * (uint64_t)conv->filter->depth == conv->planes)
        return false;
    uint64_t columns = (w->value[SIZE] + LANES - 1) / LANES;
    uint64_t rows = (w->value[SIZE] + WARPS - 1) / WARPS;
    *kernel = (struct kernel){.blocks = columns * rows, .warps = WARPS};
    snprintf(kernel->name, sizeof kernel->name, "plane %u",
             w->kernels_started + (unsigned)conv->filter->depth);
    return true;
}

/* Bytes from a point to one of the filter's. */
static uint64_t distance(const struct workload *w, const struct point *point)
{
    int64_t size = (int64_t)w->value[SIZE];
    return 4 * (uint64_t)((point->plane * size + point->row) * size + point->column);
}

static void run_row(const struct workload *w, struct simt *simt, uint64_t offset)
{
    const struct convolution *conv = w->state;
    const struct filter *filter = conv->filter;
    float in[POINTS_MAX][LANES] = {{0}}, out[LANES] = {0};
    simt_alu(simt, 10);
    for (unsigned i = 0; i < filter->points; i++) {
        struct access load = word_load(i + 1, (uint16_t)(filter->points - 1 - i));
        load_row(simt, &load, conv->a + offset + distance(w, &filter->point[i]), in[i]);
    }
    for (unsigned i = 0; i < filter->terms; i++)
        for (unsigned lane = 0; lane < LANES; lane++) {
            float product = filter->term[i].weight * in[filter->term[i].point][lane];
            out[lane] = i ? out[lane] + product : product;
        }
    simt_alu(simt, filter->terms);
    struct access store = word_store(filter->points + 1);
    store_row(simt, &store, conv->b + offset, out);
}

static void run_convolution(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct convolution *conv = w->state;
    uint64_t size = w->value[SIZE], columns = (size + LANES - 1) / LANES;
    uint64_t plane = w->kernels_started - 1 + (uint64_t)conv->filter->depth;
    uint64_t column = index % columns * LANES, row = index / columns * WARPS;
    uint32_t inner = low_lanes((int64_t)(size - 1) - (int64_t)column);
    if (column == 0)
        inner &= ~1u;
    for (unsigned warp = 0; warp < WARPS; warp++, row++) {
        simt_warp(simt, warp, row == 0 || row + 1 >= size ? 0 : inner);
        if (simt->active)
            run_row(w, simt, 4 * ((plane * size + row) * size + column));
    }
}

static bool check_convolution(struct workload *w, workload_get *get, void *context)
{
    const struct convolution *conv = w->state;
    const struct filter *filter = conv->filter;
    uint64_t size = w->value[SIZE], count = conv->planes * size * size;
    uint64_t depth = (uint64_t)filter->depth;
    const float *a = image_at(&w->image, conv->a, 4 * count);
    float *b = xcalloc(count, sizeof *b);
    for (uint64_t plane = depth; plane < conv->planes - depth; plane++)
        for (uint64_t row = 1; row + 1 < size; row++)
            for (uint64_t column = 1; column + 1 < size; column++) {
                float *out = &b[(plane * size + row) * size + column];
                for (unsigned i = 0; i < filter->terms; i++) {
                    const struct point *point = &filter->point[filter->term[i].point];
                    uint64_t from = (plane + (uint64_t)point->plane) * size + row;
                    from = (from + (uint64_t)point->row) * size + column;
                    *out += filter->term[i].weight * a[from + (uint64_t)point->column];
                }
            }
    struct result result = {"B", conv->b, b, count, size * size, true};
    bool right = workload_compare(w, &result, get, context);
    free(b);
    return right;
}

const struct workload_class conv3d_class = {
    .name = "conv3d",
    .text = "3-D convolution of PolyBench-GPU, a kernel per plane: planes read again by the next",
    .parameter = {[SIZE] = {"size", "rows and columns of a plane; the papers: 256", 40, 3, 1024},
                  [PLANES] = {"planes", "of the array; the papers: 50, 256", 6, 3, 1024}},
    .open = open_conv3d,
    .next_kernel = next_convolution,
    .run_block = run_convolution,
    .check = check_convolution,
    .close = free_state,
};

const struct workload_class conv2d_class = {
    .name = "conv2d",
    .text = "2-D convolution of PolyBench-GPU: rows for the warps and blocks around them",
    .parameter = {[SIZE] = {"size", "rows and columns; PolyBench: 4096", 96, 3, 8192}},
    .open = open_conv2d,
    .next_kernel = next_convolution,
    .run_block = run_convolution,
    .check = check_convolution,
    .close = free_state,
};
