/* AlexNet's first convolution and its fully connected layers, single precision, after Tango (conv.c
 * has the convolutions between).
 *     conv1   11 x 11 windows, 4 apart, of an RGB image with interleaved colours. A block per
 *             output map, lanes walk rows (row fastest) of at most 32 x 32 points per kernel: the
 *             map of 55 x 55 takes four. Per tap and colour a lane loads a pixel, a line per lane,
 *             and a weight, one word for all
 *     fc      a block per result, with a single lane: it loads an input, which all blocks read,
 *             and a weight, which is its own */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { WINDOW = 11, TAPS = WINDOW * WINDOW, COLOURS = 3, STRIDE = 4, SIDE_MAX = 32 };
enum { OUTS, SIZE }; /* conv1; fc: outputs, inputs */

static const struct access load_pixel[COLOURS] = {LOAD(1, 4, 1), LOAD(3, 4, 1), LOAD(5, 4, 1)};
static const struct access load_weight[COLOURS] = {LOAD(2, 4, 0), LOAD(4, 4, 0), LOAD(6, 4, 0)};
static const struct access load_in = LOAD(7, 4, 1), load_own_weight = LOAD(8, 4, 0);
static const struct access load_bias = LOAD(9, 4, 0), store_out = STORE(10, 4);

struct layer {
    uint64_t in, weights, bias, out; /* addresses */
};

static void open_layer(struct workload *w, uint64_t inputs, uint64_t weights, uint64_t outputs)
{
    struct layer *layer = w->state = xcalloc(1, sizeof *layer);
    struct rng rng;
    rng_init(&rng, w->seed);
    layer->in = allocate_random_floats(w, &rng, inputs);
    layer->weights = allocate_random_floats(w, &rng, weights * w->value[OUTS]);
    layer->bias = allocate_random_floats(w, &rng, w->value[OUTS]);
    layer->out = image_allocate(&w->image, 4 * outputs);
}

/* Pixels of a row of conv1's image. */
static uint64_t image_width(const struct workload *w)
{
    return STRIDE * (w->value[SIZE] - 1) + WINDOW;
}

static void open_conv1(struct workload *w)
{
    uint64_t size = w->value[SIZE], width = image_width(w);
    open_layer(w, COLOURS * width * width, COLOURS * TAPS, w->value[OUTS] * size * size);
}

static void open_fc(struct workload *w)
{
    open_layer(w, w->value[SIZE], w->value[SIZE], w->value[OUTS]);
}

/* The part of a map that a kernel computes. */
struct part {
    unsigned row, column, rows, columns;
};

/* Of kernel number `number`; it has no rows when there is none. */
static struct part part_of(const struct workload *w, unsigned number)
{
    unsigned size = (unsigned)w->value[SIZE], parts = (size + SIDE_MAX - 1) / SIDE_MAX;
    struct part part = {.row = number / parts * SIDE_MAX, .column = number % parts * SIDE_MAX};
    if (part.row >= size)
        return part;
    part.rows = size - part.row < SIDE_MAX ? size - part.row : SIDE_MAX;
    part.columns = size - part.column < SIDE_MAX ? size - part.column : SIDE_MAX;
    return part;
}

static bool next_conv1(struct workload *w, struct kernel *kernel)
{
    struct part part = part_of(w, w->kernels_started);
    if (!part.rows)
        return false;
    *kernel = (struct kernel){.name = "conv1",
                              .blocks = w->value[OUTS],
                              .warps = (part.rows * part.columns + LANES - 1) / LANES};
    return true;
}

static bool next_fc(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "fc", .blocks = w->value[OUTS], .warps = 1};
    return true;
}

/* Bias and ReLU of output map or result o. */
static void finish(const struct layer *layer, struct simt *simt, uint64_t o, float sum[LANES])
{
    float bias[LANES] = {0};
    load_uniform(simt, &load_bias, layer->bias + 4 * o, bias);
    for (unsigned lane = 0; lane < LANES; lane++) {
        sum[lane] += bias[lane];
        sum[lane] = sum[lane] < 0 ? 0 : sum[lane];
    }
    simt_alu(simt, 2);
}

/* The current warp's points; pixel[lane]: element of the first tap. */
static void run_taps(const struct workload *w, struct simt *simt, uint64_t o,
                     const int64_t pixel[LANES], float sum[LANES])
{
    const struct layer *layer = w->state;
    int64_t element[LANES];
    for (unsigned tap = 0; tap < TAPS; tap++) {
        float value[COLOURS][LANES] = {{0}}, weight[LANES] = {0};
        int64_t row = tap / WINDOW, column = tap % WINDOW;
        for (unsigned colour = 0; colour < COLOURS; colour++) {
            for (unsigned lane = 0; lane < LANES; lane++)
                element[lane] =
                    pixel[lane] + COLOURS * (row * (int64_t)image_width(w) + column) + colour;
            load_elements(simt, &load_pixel[colour], layer->in, element, value[colour]);
            uint64_t number = (COLOURS * o + colour) * TAPS + tap;
            load_uniform(simt, &load_weight[colour], layer->weights + 4 * number, weight);
            for (unsigned lane = 0; lane < LANES; lane++)
                value[colour][lane] *= weight[lane];
            simt_alu(simt, 1);
        }
        for (unsigned lane = 0; lane < LANES; lane++)
            sum[lane] += value[0][lane] + value[1][lane] + value[2][lane];
        simt_alu(simt, 3);
    }
}

static void run_conv1(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct layer *layer = w->state;
    struct part part = part_of(w, w->kernels_started - 1);
    int64_t size = (int64_t)w->value[SIZE], row[LANES], column[LANES], pixel[LANES], out[LANES];
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        float sum[LANES] = {0};
        begin_warp(simt, warp, part.rows * part.columns);
        thread_indices(simt, part.rows, row, column);
        for (unsigned lane = 0; lane < LANES; lane++) {
            row[lane] += part.row;
            column[lane] += part.column;
            pixel[lane] = COLOURS * STRIDE * (row[lane] * (int64_t)image_width(w) + column[lane]);
            out[lane] = ((int64_t)index * size + row[lane]) * size + column[lane];
        }
        simt_alu(simt, 8);
        run_taps(w, simt, index, pixel, sum);
        finish(layer, simt, index, sum);
        store_elements(simt, &store_out, layer->out, out, sum);
    }
}

static void run_fc(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct layer *layer = w->state;
    float sum[LANES] = {0}, in[LANES] = {0}, weight[LANES] = {0};
    begin_warp(simt, 0, 1);
    simt_alu(simt, 4);
    for (uint64_t i = 0; i < w->value[SIZE]; i++) {
        load_uniform(simt, &load_in, layer->in + 4 * i, in);
        load_uniform(simt, &load_own_weight, layer->weights + 4 * (index * w->value[SIZE] + i),
                     weight);
        sum[0] += in[0] * weight[0];
        simt_alu(simt, 2);
    }
    finish(layer, simt, index, sum);
    store_row(simt, &store_out, layer->out + 4 * index, sum);
}

static float relu(float x)
{
    return x < 0 ? 0 : x;
}

static bool check_conv1(struct workload *w, workload_get *get, void *context)
{
    const struct layer *layer = w->state;
    uint64_t outs = w->value[OUTS], size = w->value[SIZE], width = image_width(w);
    const float *in = image_at(&w->image, layer->in, 4 * COLOURS * width * width);
    const float *weight = image_at(&w->image, layer->weights, 4 * COLOURS * TAPS * outs);
    const float *bias = image_at(&w->image, layer->bias, 4 * outs);
    float *out = xcalloc(outs * size * size, sizeof *out);
    for (uint64_t at = 0; at < outs * size * size; at++) {
        uint64_t o = at / (size * size), row = at / size % size, column = at % size;
        for (uint64_t y = 0; y < WINDOW; y++)
            for (uint64_t x = 0; x < WINDOW; x++) {
                const float *pixel =
                    in + COLOURS * ((STRIDE * row + y) * width + STRIDE * column + x);
                const float *red = weight + o * COLOURS * TAPS + y * WINDOW + x;
                out[at] += pixel[0] * red[0] + pixel[1] * red[TAPS] + pixel[2] * red[2 * TAPS];
            }
        out[at] = relu(out[at] + bias[o]);
    }
    struct result result = {"out", layer->out, out, outs * size * size, size * size, true};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

static bool check_fc(struct workload *w, workload_get *get, void *context)
{
    const struct layer *layer = w->state;
    uint64_t outs = w->value[OUTS], count = w->value[SIZE];
    const float *in = image_at(&w->image, layer->in, 4 * count);
    const float *weight = image_at(&w->image, layer->weights, 4 * count * outs);
    const float *bias = image_at(&w->image, layer->bias, 4 * outs);
    float *out = xcalloc(outs, sizeof *out);
    for (uint64_t o = 0; o < outs; o++) {
        for (uint64_t i = 0; i < count; i++)
            out[o] += in[i] * weight[o * count + i];
        out[o] = relu(out[o] + bias[o]);
    }
    struct result result = {"out", layer->out, out, outs, 0, true};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

const struct workload_class conv1_class = {
    .name = "conv1",
    .text = "first convolution of AlexNet, after Tango: a line per lane",
    .parameter = {[OUTS] = {"outs", "output maps, each a block; AlexNet: 96", 4, 1, 1024},
                  [SIZE] = {"size", "rows and columns of a map; AlexNet: 55", 9, 1, 64}},
    .open = open_conv1,
    .next_kernel = next_conv1,
    .run_block = run_conv1,
    .check = check_conv1,
    .close = free_state,
};

const struct workload_class fc_class = {
    .name = "fc",
    .text = "fully connected layer of AlexNet, after Tango: blocks of one lane, inputs for all",
    .parameter = {[OUTS] = {"outs", "results, each a block; AlexNet: 4096, 1000", 64, 1, 65536},
                  [SIZE] = {"ins", "inputs; AlexNet: 9216, 4096", 128, 1, 65536}},
    .open = open_fc,
    .next_kernel = next_fc,
    .run_block = run_fc,
    .check = check_fc,
    .close = free_state,
};
