/* A layer of ResNet after Tango, single precision: convolution 3 x 3 with padding, then three
 * streams over the results, batch normalization, scale and ReLU. Convolution: blocks of 32 x 32
 * lanes for a tile of two output maps, whose lanes walk rows as in Tango's AlexNet (conv.c); per
 * input map and tap a warp loads
 *     in[c][row + i - 1][col + j - 1]  a lane stride of a row: up to 32 lines
 *     w[o][c][i][j]                    one word for all lanes, of both output maps
 * Lanes at the border leave taps out. Every block reads all input maps. Streams: blocks of 256, in
 * place: a load and a store of the map, one or two words of the map's parameters for all lanes. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { SIDE = 32, OUTS_PER_BLOCK = 2, TAPS = 9, STREAM_LANES = 256 };
enum { MAPS, OUTS, SIZE };
enum { CONVOLUTION, NORMALIZE, SCALE, RECTIFY, KERNELS };

static const struct access load_in = LOAD(1, 4, 2),
                           store_out[OUTS_PER_BLOCK] = {STORE(4, 4), STORE(5, 4)};
static const struct access load_weight[OUTS_PER_BLOCK] = {LOAD(2, 4, 1), LOAD(3, 4, 0)};

struct resnet {
    uint64_t in, w, out;          /* addresses */
    uint64_t parameter[SCALE][2]; /* per map: mean, 1 / deviation; factor, offset */
};

static uint64_t map_points(const struct workload *w)
{
    return w->value[SIZE] * w->value[SIZE];
}

static void open_resnet(struct workload *w)
{
    struct resnet *resnet = w->state = xcalloc(1, sizeof *resnet);
    if (w->value[OUTS] % OUTS_PER_BLOCK)
        die("resnet: outs must be a multiple of %d", OUTS_PER_BLOCK);
    struct rng rng;
    rng_init(&rng, w->seed);
    resnet->in = allocate_random_floats(w, &rng, w->value[MAPS] * map_points(w));
    resnet->w = allocate_random_floats(w, &rng, w->value[OUTS] * w->value[MAPS] * TAPS);
    for (unsigned i = 0; i < SCALE * 2; i++)
        resnet->parameter[i / 2][i % 2] = allocate_random_floats(w, &rng, w->value[OUTS]);
    resnet->out = image_allocate(&w->image, 4 * w->value[OUTS] * map_points(w));
}

static uint64_t tiles_per_row(const struct workload *w)
{
    return (w->value[SIZE] + SIDE - 1) / SIDE;
}

static bool next_resnet(struct workload *w, struct kernel *kernel)
{
    static const char *const names[KERNELS] = {"convolution", "normalize", "scale", "rectify"};
    if (w->kernels_started == KERNELS)
        return false;
    uint64_t points = w->value[OUTS] * map_points(w), tiles = tiles_per_row(w) * tiles_per_row(w);
    *kernel = (struct kernel){.blocks = (points + STREAM_LANES - 1) / STREAM_LANES,
                              .warps = STREAM_LANES / LANES};
    if (w->kernels_started == CONVOLUTION)
        *kernel = (struct kernel){.blocks = w->value[OUTS] / OUTS_PER_BLOCK * tiles,
                                  .warps = SIDE * SIDE / LANES};
    snprintf(kernel->name, sizeof kernel->name, "%s", names[w->kernels_started]);
    return true;
}

/* A warp's 32 rows of a column, of two output maps from `out` on. */
struct points {
    int64_t row[LANES], col, out;
    float sum[OUTS_PER_BLOCK][LANES];
};

/* Tap `tap` of input map c, for the lanes whose point of the input lies inside. */
static void run_tap(const struct workload *w, struct simt *simt, struct points *points, int64_t c,
                    int64_t tap)
{
    const struct resnet *resnet = w->state;
    int64_t size = (int64_t)w->value[SIZE], maps = (int64_t)w->value[MAPS];
    int64_t col = points->col + tap % 3 - 1, row[LANES], element[LANES];
    float in[LANES] = {0}, weight[LANES] = {0};
    for (unsigned lane = 0; lane < LANES; lane++) {
        row[lane] = points->row[lane] + tap / 3 - 1;
        element[lane] = (c * size + row[lane]) * size + col;
    }
    simt->active &= col < 0 || col >= size ? 0 : lanes_within(row, 0, size - 1);
    load_elements(simt, &load_in, resnet->in, element, in);
    for (unsigned i = 0; i < OUTS_PER_BLOCK; i++) {
        uint64_t at = (uint64_t)(((points->out + i) * maps + c) * TAPS + tap);
        load_uniform(simt, &load_weight[i], resnet->w + 4 * at, weight);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            points->sum[i][lane] += in[lane] * weight[lane];
        }
    }
    simt_alu(simt, OUTS_PER_BLOCK + 2);
}

static void convolve_tile(const struct workload *w, struct simt *simt, uint64_t index)
{
    const struct resnet *resnet = w->state;
    uint64_t tiles = tiles_per_row(w), tile = index % (tiles * tiles);
    int64_t size = (int64_t)w->value[SIZE];
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        struct points points = {.col = (int64_t)(tile / tiles * SIDE + warp),
                                .out = (int64_t)(index / (tiles * tiles)) * OUTS_PER_BLOCK};
        for (unsigned lane = 0; lane < LANES; lane++)
            points.row[lane] = (int64_t)(tile % tiles * SIDE + lane);
        uint32_t lanes = points.col < size ? lanes_within(points.row, 0, size - 1) : 0;
        simt_warp(simt, warp, lanes);
        simt_alu(simt, 12);
        for (int64_t c = 0; c < (int64_t)w->value[MAPS]; c++)
            for (int64_t tap = 0; tap < TAPS; tap++) {
                simt->active = lanes;
                run_tap(w, simt, &points, c, tap);
            }
        simt->active = lanes;
        for (unsigned i = 0; i < OUTS_PER_BLOCK; i++) {
            int64_t element[LANES];
            for (unsigned lane = 0; lane < LANES; lane++)
                element[lane] = ((points.out + i) * size + points.row[lane]) * size + points.col;
            store_elements(simt, &store_out[i], resnet->out, element, points.sum[i]);
        }
    }
}

/* What a stream makes of a value; the parameters are those of its map. */
static float streamed(unsigned kernel, float value, const float parameter[2])
{
    if (kernel == NORMALIZE)
        return (value - parameter[0]) * parameter[1];
    if (kernel == SCALE)
        return value * parameter[0] + parameter[1];
    return value < 0 ? 0 : value;
}

static void run_stream(const struct workload *w, struct simt *simt, unsigned kernel, uint64_t first)
{
    const struct resnet *resnet = w->state;
    struct access load = word_load(10 * kernel, 2), store = word_store(10 * kernel + 3);
    float value[LANES] = {0}, parameter[2][LANES] = {{0}};
    load_row(simt, &load, resnet->out + 4 * first, value);
    for (unsigned i = 0; kernel != RECTIFY && i < 2; i++) {
        struct access load_parameter = word_load(10 * kernel + 1 + i, (uint16_t)(1 - i));
        int64_t map[LANES];
        for (unsigned lane = 0; lane < LANES; lane++)
            map[lane] = (int64_t)((first + lane) / map_points(w));
        load_elements(simt, &load_parameter, resnet->parameter[kernel - 1][i], map, parameter[i]);
    }
    for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        value[lane] =
            streamed(kernel, value[lane], (float[2]){parameter[0][lane], parameter[1][lane]});
    }
    simt_alu(simt, 2);
    store_row(simt, &store, resnet->out + 4 * first, value);
}

static void run_resnet(struct workload *w, struct simt *simt, uint64_t index)
{
    unsigned kernel = w->kernels_started - 1;
    uint64_t points = w->value[OUTS] * map_points(w);
    if (kernel == CONVOLUTION) {
        convolve_tile(w, simt, index);
        return;
    }
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        uint64_t first = index * STREAM_LANES + warp * LANES;
        simt_warp(simt, warp, low_lanes((int64_t)points - (int64_t)first));
        simt_alu(simt, 6);
        if (simt->active)
            run_stream(w, simt, kernel, first);
    }
}

/* A point of output map o in plain C. */
static float convolve(const struct workload *w, uint64_t o, int64_t row, int64_t col)
{
    const struct resnet *resnet = w->state;
    int64_t size = (int64_t)w->value[SIZE];
    const float *in = image_at(&w->image, resnet->in, 4 * w->value[MAPS] * map_points(w));
    const float *weight =
        image_at(&w->image, resnet->w, 4 * w->value[OUTS] * w->value[MAPS] * TAPS);
    float sum = 0;
    weight += o * w->value[MAPS] * TAPS;
    for (int64_t c = 0; c < (int64_t)w->value[MAPS]; c++)
        for (int64_t y = row - 1; y <= row + 1; y++)
            for (int64_t x = col - 1; x <= col + 1; x++, weight++)
                if (y >= 0 && y < size && x >= 0 && x < size)
                    sum += in[(c * size + y) * size + x] * *weight;
    return sum;
}

static bool check_resnet(struct workload *w, workload_get *get, void *context)
{
    const struct resnet *resnet = w->state;
    uint64_t count = w->value[OUTS] * map_points(w);
    float *out = xcalloc(count, sizeof *out);
    for (uint64_t at = 0; at < count; at++) {
        uint64_t map = at / map_points(w), point = at % map_points(w);
        out[at] =
            convolve(w, map, (int64_t)(point / w->value[SIZE]), (int64_t)(point % w->value[SIZE]));
        for (unsigned kernel = NORMALIZE; kernel < KERNELS; kernel++) {
            float parameter[2] = {0};
            for (unsigned i = 0; kernel != RECTIFY && i < 2; i++)
                parameter[i] = *(const float *)image_at(
                    &w->image, resnet->parameter[kernel - 1][i] + 4 * map, 4);
            out[at] = streamed(kernel, out[at], parameter);
        }
    }
    struct result result = {"out", resnet->out, out, count, map_points(w), true};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

const struct workload_class resnet_class = {
    .name = "resnet",
    .text = "a layer of ResNet, after Tango: convolution, normalization, scale, ReLU",
    .parameter = {[MAPS] = {"maps", "input maps; ResNet: 64", 6, 1, 2048},
                  [OUTS] = {"outs", "output maps, two per block; ResNet: 64", 6, 2, 2048},
                  [SIZE] = {"size", "rows and columns of a map; ResNet: 56, 28, 14, 7", 14, 1,
                            224}},
    .open = open_resnet,
    .next_kernel = next_resnet,
    .run_block = run_resnet,
    .check = check_resnet,
    .close = free_state,
};
