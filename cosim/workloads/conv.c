/* A convolution layer after Tango's AlexNet (conv 2 to 5), single precision: output map o is block
 * o, its lanes are the points of the map, row fastest. With k = 2 radius + 1, pad = radius:
 *     out[o][row][col] = max(0, bias[o] + sum over c, i, j of in[c][..] w[o][c][..])
 * Two things are Tango's own: lanes walk rows, so a load of in has a stride of a row, and the
 * column's window starts at col instead of col - pad, so its last column reads into the next row
 * (the check computes the same). At the borders the window is clipped: lanes leave the loops early.
 *
 * Every block reads all input maps (one word per lane, 5 to 7 lines per warp) and its own weights
 * (one word for all lanes inside the map). A map is used k * k times before the next one begins. */
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>

enum { MAPS, OUTS, SIZE, RADIUS };

static const struct access load_in = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1};
static const struct access load_w = {
    .pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0};
static const struct access load_bias = {
    .pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0};
static const struct access store_out = {.pc = 0x40, .kind = INSTRUCTION_STORE, .size = 4};

struct conv {
    uint64_t in, w, bias, out; /* addresses */
};

/* Where the window of a point lies along one axis. */
struct window {
    uint64_t in;    /* first element in the map */
    uint64_t w;     /* first element in the weights: elements clipped at the low end */
    uint64_t count; /* elements */
};

/* The points of a warp. */
struct points {
    uint32_t lanes;                       /* that have a point */
    uint64_t w;                           /* address of the output map's weights */
    uint64_t out[LANES];                  /* addresses of the results */
    struct window row[LANES], col[LANES]; /* inputs of the lanes */
    float sum[LANES];                     /* so far */
};

static uint64_t map_points(const struct workload *w)
{
    return w->value[SIZE] * w->value[SIZE];
}

static uint64_t weights_of_map(const struct workload *w)
{
    uint64_t k = 2 * w->value[RADIUS] + 1;
    return k * k * w->value[MAPS];
}

/* The last point's window ends `radius` words behind the last map. */
static uint64_t input_words(const struct workload *w)
{
    return w->value[MAPS] * map_points(w) + w->value[RADIUS];
}

static void open_conv(struct workload *w)
{
    struct conv *conv = w->state = xcalloc(1, sizeof *conv);
    struct rng rng;
    rng_init(&rng, w->seed);
    conv->in = allocate_random_floats(w, &rng, input_words(w));
    conv->w = allocate_random_floats(w, &rng, w->value[OUTS] * weights_of_map(w));
    conv->bias = allocate_random_floats(w, &rng, w->value[OUTS]);
    conv->out = image_allocate(&w->image, 4 * w->value[OUTS] * map_points(w));
}

static bool next_conv(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "conv",
                              .blocks = w->value[OUTS],
                              .warps = (unsigned)(map_points(w) + LANES - 1) / LANES};
    return true;
}

/* Along the rows the window starts at position - pad, along the columns at position. */
static struct window clip(const struct workload *w, uint64_t position, bool is_row)
{
    uint64_t pad = w->value[RADIUS], left = w->value[SIZE] + pad - position, k = 2 * pad + 1;
    if (position < pad)
        return (struct window){0, pad - position, k - (pad - position)};
    return (struct window){position - (is_row ? pad : 0), 0, left < k ? left : k};
}

static void place_points(const struct workload *w, struct points *points, uint64_t o, unsigned warp)
{
    const struct conv *conv = w->state;
    uint64_t size = w->value[SIZE];
    points->lanes = low_lanes((int64_t)(map_points(w) - warp * LANES));
    points->w = conv->w + 4 * o * weights_of_map(w);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t row = (warp * LANES + lane) % size, col = (warp * LANES + lane) / size;
        points->row[lane] = clip(w, row, true);
        points->col[lane] = clip(w, col, false);
        points->out[lane] = conv->out + 4 * (o * map_points(w) + row * size + col);
        points->sum[lane] = 0;
    }
}

/* Window element [i][j] of input map c, for the lanes whose window has it. */
static void run_tap(const struct workload *w, struct simt *simt, struct points *points,
                    const uint64_t tap[3])
{
    const struct conv *conv = w->state;
    uint64_t k = 2 * w->value[RADIUS] + 1, c = tap[0], i = tap[1], j = tap[2];
    uint64_t in_address[LANES] = {0}, w_address[LANES] = {0};
    float in[LANES] = {0}, weight[LANES] = {0};
    simt->active = 0;
    for (uint32_t rest = points->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const struct window *row = &points->row[lane], *col = &points->col[lane];
        if (i >= row->count || j >= col->count)
            continue;
        simt->active |= 1u << lane;
        uint64_t in_word = (i + row->in) * w->value[SIZE] + j + col->in;
        in_address[lane] = conv->in + 4 * (c * map_points(w) + in_word);
        w_address[lane] = points->w + 4 * (c * k * k + (i + row->w) * k + j + col->w);
    }
    simt_load(simt, &load_in, in_address, in);
    simt_load(simt, &load_w, w_address, weight);
    for (unsigned lane = 0; lane < LANES; lane++)
        points->sum[lane] += in[lane] * weight[lane];
    simt_alu(simt, 2);
}

static void run_warp(const struct workload *w, struct simt *simt, uint64_t o)
{
    const struct conv *conv = w->state;
    struct points points;
    uint64_t k = 2 * w->value[RADIUS] + 1, address[LANES];
    float bias[LANES] = {0};
    place_points(w, &points, o, simt->warp);
    simt->active = points.lanes;
    simt_alu(simt, 12);
    for (uint64_t c = 0; c < w->value[MAPS]; c++)
        for (uint64_t i = 0; i < k; i++)
            for (uint64_t j = 0; j < k; j++)
                run_tap(w, simt, &points, (uint64_t[3]){c, i, j});
    simt->active = points.lanes;
    lane_addresses(address, conv->bias + 4 * o, 0);
    simt_load(simt, &load_bias, address, bias);
    for (unsigned lane = 0; lane < LANES; lane++) {
        points.sum[lane] += bias[lane];
        points.sum[lane] = points.sum[lane] < 0 ? 0 : points.sum[lane];
    }
    simt_alu(simt, 2);
    simt_store(simt, &store_out, points.out, points.sum);
}

static void run_conv(struct workload *w, struct simt *simt, uint64_t index)
{
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        simt_warp(simt, warp, 0);
        run_warp(w, simt, index);
    }
}

/* One result: the window [row - pad .. row + pad][col .. col + 2 pad], whose elements count where
 * row and column of the centred window are inside the map. */
static float convolve(const struct workload *w, const float *in, const float *weight,
                      const uint64_t at[2])
{
    int64_t size = (int64_t)w->value[SIZE], pad = (int64_t)w->value[RADIUS], k = 2 * pad + 1;
    int64_t row = (int64_t)at[0], col = (int64_t)at[1];
    float sum = 0;
    for (int64_t c = 0; c < (int64_t)w->value[MAPS]; c++)
        for (int64_t y = row - pad; y <= row + pad; y++)
            for (int64_t x = col - pad; x <= col + pad; x++) {
                if (y < 0 || y >= size || x < 0 || x >= size)
                    continue;
                int64_t shifted = col < pad ? x : x + pad;
                sum += in[(c * size + y) * size + shifted] *
                       weight[(c * k + y - row + pad) * k + x - col + pad];
            }
    return sum;
}

static bool check_conv(struct workload *w, workload_get *get, void *context)
{
    const struct conv *conv = w->state;
    uint64_t outs = w->value[OUTS], points = map_points(w), weights = weights_of_map(w);
    const float *in = image_at(&w->image, conv->in, 4 * input_words(w));
    const float *weight = image_at(&w->image, conv->w, 4 * outs * weights);
    const float *bias = image_at(&w->image, conv->bias, 4 * outs);
    float *out = xcalloc(outs * points, sizeof *out);
    for (uint64_t i = 0; i < outs * points; i++) {
        uint64_t o = i / points, point = i % points;
        const uint64_t at[2] = {point / w->value[SIZE], point % w->value[SIZE]};
        float sum = convolve(w, in, weight + o * weights, at) + bias[o];
        out[i] = sum < 0 ? 0 : sum;
    }
    struct result result = {"out", conv->out, out, outs * points, points, true};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

const struct workload_class conv_class = {
    .name = "conv",
    .text = "convolution layer of AlexNet, single precision, after Tango: a block per output map",
    .parameter = {[MAPS] = {"maps", "input maps", 32, 1, 1024},
                  [OUTS] = {"outs", "output maps, each a block", 12, 1, 1024},
                  [SIZE] = {"size", "rows and columns of a map", 13, 6, 32},
                  [RADIUS] = {"radius", "of the window, 2 radius + 1 square", 1, 0, 3}},
    .open = open_conv,
    .next_kernel = next_conv,
    .run_block = run_conv,
    .check = check_conv,
    .close = free_state,
};
