/* The digit recognizer of the ISPASS-2009 suite ("NN"): four kernels, a layer each, for a batch of
 * images. Block: one output map of one image; its lanes are the map's points. A sum starts with the
 * map's bias and adds neuron x weight over a 5 x 5 window of every input map (layers 1 and 2, every
 * second point) or over all neurons (layers 3 and 4, a single lane per block).
 *
 * layer   grid           block    loads per term
 *   1     6 x images     13 x 13  pixel, weight (one word for all lanes)
 *   2     50 x images    5 x 5    the same, 6 maps
 *   3     100 x images   1        neuron, weight: 1250 in turn
 *   4     10 x images    1        neuron, weight: 100 in turn
 * A block uses its few KB again and again and has one warp from layer 2 on: L1 misses are rare, the
 * latency of hits counts. The weights are the same for all images, so for all cores. */
#include "workload_class.h"

#include "util.h"

#include <math.h>
#include <stdlib.h>

enum { LAYERS = 4, IN_MAPS_MAX = 6 };
enum { IMAGES, RUN_LAYERS };

static const struct layer {
    unsigned maps, side;       /* output: blocks per image, points per row and column */
    unsigned in_maps, in_side; /* input */
    unsigned taps, window;     /* per input map: terms, and how many of them lie in a row */
    unsigned in_image, pitch;  /* words: input of an image, weights of an output map */
} layers[LAYERS] = {{6, 13, 1, 29, 25, 5, 841, 26},
                    {50, 5, 6, 13, 25, 5, 1014, 156},
                    {100, 1, 1, 1250, 1250, 1250, 1250, 1251},
                    {10, 1, 1, 100, 100, 100, 100, 101}};

/* The terms of a tap are unrolled over the input maps: a static load for each. */
enum { PC_BIAS = 0x10, PC_NEURON = 0x20, PC_WEIGHT = 0x28, PC_OUT = 0x80, PC_LAYER = 0x100 };

struct nn {
    uint64_t neurons[LAYERS + 1]; /* addresses: the images, then each layer's result */
    uint64_t weights[LAYERS];     /* addresses */
};

static uint64_t points(const struct layer *layer)
{
    return layer->side * layer->side;
}

static void open_nn(struct workload *w)
{
    struct nn *nn = w->state = xcalloc(1, sizeof *nn);
    struct rng rng;
    rng_init(&rng, w->seed);
    nn->neurons[0] = allocate_random_floats(w, &rng, w->value[IMAGES] * layers[0].in_image);
    for (unsigned l = 0; l < LAYERS; l++) {
        uint64_t count = layers[l].maps * layers[l].pitch;
        nn->weights[l] = allocate_random_floats(w, &rng, count);
        float *weight = image_at(&w->image, nn->weights[l], 4 * count);
        for (uint64_t i = 0; i < count; i++)
            weight[i] /= 256; /* keeps the sums where the sigmoid is not flat */
        count = w->value[IMAGES] * layers[l].maps * points(&layers[l]);
        nn->neurons[l + 1] = image_allocate(&w->image, 4 * count);
    }
}

static bool next_nn(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == w->value[RUN_LAYERS])
        return false;
    const struct layer *layer = &layers[w->kernels_started];
    *kernel = (struct kernel){.blocks = layer->maps * w->value[IMAGES],
                              .warps = (unsigned)(points(layer) + LANES - 1) / LANES};
    snprintf(kernel->name, sizeof kernel->name, "layer %u", w->kernels_started + 1);
    return true;
}

static float sigmoid(float x)
{
    return 1.7159f * tanhf(0.66666667f * x);
}

/* Static instruction `pc` of layer l. */
static struct access load_at(unsigned l, unsigned pc, uint16_t use_distance)
{
    return (struct access){
        .pc = l * PC_LAYER + pc, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = use_distance};
}

/* What a block works on. */
struct task {
    unsigned l;         /* layer, from 0 */
    unsigned map;       /* output map */
    uint64_t weights;   /* address of the map's bias, then its weights */
    uint64_t in[LANES]; /* addresses: first neuron of the lanes' windows */
    float sum[LANES];   /* so far */
};

/* Adds term `tap` of all input maps. */
static void run_tap(struct simt *simt, struct task *task, unsigned tap)
{
    const struct layer *layer = &layers[task->l];
    float neuron[LANES] = {0}, weight[LANES] = {0};
    uint64_t address[LANES];
    for (unsigned map = 0; map < layer->in_maps; map++) {
        struct access load_neuron = load_at(task->l, PC_NEURON + 0x10 * map, 1);
        struct access load_weight = load_at(task->l, PC_WEIGHT + 0x10 * map, 0);
        uint64_t word = (uint64_t)map * layer->in_side * layer->in_side +
                        tap / layer->window * layer->in_side + tap % layer->window;
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = task->in[lane] + 4 * word;
        simt_load(simt, &load_neuron, address, neuron);
        lane_addresses(address, task->weights + 4 * (1 + layer->in_maps * tap + map), 0);
        simt_load(simt, &load_weight, address, weight);
        for (unsigned lane = 0; lane < LANES; lane++)
            task->sum[lane] += neuron[lane] * weight[lane];
        simt_alu(simt, 1);
    }
}

static void run_warp(const struct workload *w, struct simt *simt, struct task *task, uint64_t image)
{
    const struct nn *nn = w->state;
    const struct layer *layer = &layers[task->l];
    struct access load_bias = load_at(task->l, PC_BIAS, 2);
    struct access store_out = {
        .pc = task->l * PC_LAYER + PC_OUT, .kind = INSTRUCTION_STORE, .size = 4};
    uint64_t first = simt->warp * LANES, address[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t x = (first + lane) % layer->side, y = (first + lane) / layer->side;
        task->in[lane] =
            nn->neurons[task->l] + 4 * (image * layer->in_image + 2 * y * layer->in_side + 2 * x);
    }
    simt_alu(simt, 6);
    lane_addresses(address, task->weights, 0);
    simt_load(simt, &load_bias, address, task->sum);
    for (unsigned tap = 0; tap < layer->taps; tap++)
        run_tap(simt, task, tap);
    for (unsigned lane = 0; lane < LANES; lane++)
        task->sum[lane] = sigmoid(task->sum[lane]);
    simt_alu(simt, 8);
    uint64_t out = (image * layer->maps + task->map) * points(layer) + first;
    lane_addresses(address, nn->neurons[task->l + 1] + 4 * out, 4);
    simt_store(simt, &store_out, address, task->sum);
}

static void run_nn(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct nn *nn = w->state;
    unsigned l = w->kernels_started - 1;
    const struct layer *layer = &layers[l];
    struct task task = {.l = l, .map = (unsigned)(index % layer->maps)};
    task.weights = nn->weights[l] + 4 * task.map * layer->pitch;
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        simt_warp(simt, warp, low_lanes((int64_t)(points(layer) - warp * LANES)));
        run_warp(w, simt, &task, index / layer->maps);
    }
}

/* One neuron of layer l from the image's neurons `in` before it. */
static float expected_neuron(unsigned l, const float *in, const float *weight, uint64_t point)
{
    const struct layer *layer = &layers[l];
    uint64_t x = 2 * (point % layer->side), y = 2 * (point / layer->side);
    float sum = *weight++;
    for (unsigned tap = 0; tap < layer->taps; tap++)
        for (unsigned map = 0; map < layer->in_maps; map++) {
            uint64_t row = map * layer->in_side + y + tap / layer->window;
            sum += in[row * layer->in_side + x + tap % layer->window] * *weight++;
        }
    return sigmoid(sum);
}

static bool check_layer(struct workload *w, unsigned l, workload_get *get, void *context)
{
    const struct nn *nn = w->state;
    const struct layer *layer = &layers[l];
    uint64_t of_image = layer->maps * points(layer), count = w->value[IMAGES] * of_image;
    const float *in = image_at(&w->image, nn->neurons[l], 4 * w->value[IMAGES] * layer->in_image);
    const float *weight = image_at(&w->image, nn->weights[l], 4 * layer->maps * layer->pitch);
    float *out = xcalloc(count, sizeof *out);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t map = i % of_image / points(layer);
        out[i] = expected_neuron(l, in + i / of_image * layer->in_image,
                                 weight + map * layer->pitch, i % points(layer));
    }
    struct result result = {"neuron", nn->neurons[l + 1], out, count, of_image, true};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

/* A layer's inputs in the functional image are right when the layers before it are. */
static bool check_nn(struct workload *w, workload_get *get, void *context)
{
    for (unsigned l = 0; l < w->value[RUN_LAYERS]; l++)
        if (!check_layer(w, l, get, context))
            return false;
    return true;
}

const struct workload_class nn_class = {
    .name = "nn",
    .text =
        "neural network for digits of ISPASS-2009: small working sets, few warps, weights for all",
    .parameter = {[IMAGES] = {"images", "in the batch", 2, 1, 256},
                  [RUN_LAYERS] = {"layers", "kernels, of 4; from 3 on blocks are one lane", 2, 1,
                                  4}},
    .open = open_nn,
    .next_kernel = next_nn,
    .run_block = run_nn,
    .check = check_nn,
    .close = free_state,
};
