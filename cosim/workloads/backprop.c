/* Rodinia backprop: one layer of a neural network with 16 hidden units, single precision. Weights
 * have a row per input and pitch 17 (68 bytes: rows drift against lines). Block: 16 x 16 lanes, tx
 * a hidden unit, ty one of the block's 16 inputs; ix = 17 (16 block + ty + 1) + tx + 1.
 *     forward   W[ix] times the input of its row, summed over the block's rows by a tree in shared
 *               memory; every level's sums go back to W, the block's sums to partial
 *     adjust    W[ix] += ETA delta[tx + 1] input[row] + MOMENTUM oldW[ix], kept in oldW; row 0,
 *               the bias, by 16 lanes of block 0
 * The store to W may change what the other pointers show, so adjust loads the rest again. A line of
 * W belongs to one block but for the borders. Between the kernels Rodinia's host copies the weights
 * once more; here adjust begins from what forward left. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { HIDDEN = 16, PITCH = HIDDEN + 1, THREADS = HIDDEN * HIDDEN, WARPS = THREADS / LANES };
enum { INPUTS };

static const float eta = 0.3f, momentum = 0.3f;
static const struct access load_input = LOAD(1, 4, 0), load_w = LOAD(2, 4, 0);
static const struct access store_w = STORE(3, 4), store_partial = STORE(4, 4);
enum { ADJUST_INPUTS = 5, ADJUST_BIAS = 14 }; /* first of the numbers of an update's accesses */

struct backprop {
    uint64_t input, weights, old, delta, partial; /* addresses */
    float *first_weights, *first_old;             /* initial contents, for the check */
};

static void open_backprop(struct workload *w)
{
    uint64_t inputs = w->value[INPUTS], weights = (inputs + 1) * PITCH;
    if (inputs % HIDDEN)
        die("backprop: n must be a multiple of %d", HIDDEN);
    struct backprop *b = w->state = xcalloc(1, sizeof *b);
    struct rng rng;
    rng_init(&rng, w->seed);
    b->input = allocate_random_floats(w, &rng, inputs + 1);
    b->weights = allocate_random_floats(w, &rng, weights);
    b->partial = image_allocate(&w->image, 4 * inputs);
    b->delta = allocate_random_floats(w, &rng, PITCH);
    b->old = allocate_random_floats(w, &rng, weights);
    b->first_weights = image_copy(w, b->weights, 4 * weights);
    b->first_old = image_copy(w, b->old, 4 * weights);
}

static bool next_backprop(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == 2)
        return false;
    *kernel = (struct kernel){.blocks = w->value[INPUTS] / HIDDEN, .warps = WARPS};
    snprintf(kernel->name, sizeof kernel->name, "%s", w->kernels_started ? "adjust" : "forward");
    if (!w->kernels_started)
        kernel->shared_bytes = 4 * (HIDDEN + THREADS);
    return true;
}

/* Elements of a block in weights and of its rows' inputs. */
static void place(const struct simt *simt, uint64_t block, int64_t weight[LANES],
                  int64_t row[LANES])
{
    int64_t first = HIDDEN * (int64_t)block + 1, x[LANES];
    struct tile tile = {PITCH * first + 1, PITCH, HIDDEN};
    tile_elements(simt, &tile, weight);
    thread_indices(simt, HIDDEN, x, row);
    for (unsigned lane = 0; lane < LANES; lane++)
        row[lane] += first;
}

static uint32_t first_column(const struct simt *simt)
{
    int64_t x[LANES], y[LANES];
    thread_indices(simt, HIDDEN, x, y);
    return lanes_within(x, 0, 0);
}

/* sum[ty][tx] becomes the sum over 2, 4, 8, 16 rows where ty is a multiple of that. */
static void add_rows(struct simt *simt, float sum[THREADS])
{
    for (unsigned power = 2; power <= HIDDEN; power *= 2) {
        for (unsigned ty = 0; ty < HIDDEN; ty += power)
            for (unsigned tx = 0; tx < HIDDEN; tx++)
                sum[HIDDEN * ty + tx] += sum[HIDDEN * (ty + power / 2) + tx];
        for (unsigned warp = 0; warp < WARPS; warp++) {
            begin_warp(simt, warp, THREADS);
            simt_alu(simt, 3);
            for (unsigned row = 0; row < 2; row++)
                if ((2 * warp + row) % power)
                    simt->active &= ~(0xffffu << HIDDEN * row);
            simt_alu(simt, 4);
        }
        simt_barrier(simt);
    }
}

static void run_forward(const struct backprop *b, struct simt *simt, uint64_t block)
{
    float input[THREADS] = {0}, sum[THREADS] = {0}, partial[THREADS] = {0};
    int64_t weight[LANES], row[LANES];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        place(simt, block, weight, row);
        simt_alu(simt, 10);
        simt->active &= first_column(simt);
        load_elements(simt, &load_input, b->input, row, input + LANES * warp);
    }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        place(simt, block, weight, row);
        load_elements(simt, &load_w, b->weights, weight, sum + LANES * warp);
    }
    simt_barrier(simt);
    for (unsigned t = 0; t < THREADS; t++)
        sum[t] *= input[t - t % HIDDEN];
    block_alu(simt, THREADS, 4);
    simt_barrier(simt);
    add_rows(simt, sum);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        place(simt, block, weight, row);
        store_elements(simt, &store_w, b->weights, weight, sum + LANES * warp);
    }
    simt_barrier(simt);
    for (unsigned ty = 0; ty < HIDDEN; ty++)
        partial[HIDDEN * ty] = sum[ty]; /* lane (0, ty) takes column ty */
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        place(simt, block, weight, row);
        for (unsigned lane = 0; lane < LANES; lane++)
            row[lane]--;
        simt->active &= first_column(simt);
        store_elements(simt, &store_partial, b->partial, row, partial + LANES * warp);
    }
}

/* What is added to a weight. */
static float change(float delta, float input, float old)
{
    return eta * delta * input + momentum * old;
}

/* Updates weights; `row` are the elements of the inputs, NULL for the bias. */
static void update(const struct backprop *b, struct simt *simt, const int64_t weight[LANES],
                   const int64_t *row)
{
    unsigned number = row ? ADJUST_INPUTS : ADJUST_BIAS;
    float delta[LANES] = {0}, input[LANES], old[LANES] = {0}, value[LANES] = {0};
    int64_t unit[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        unit[lane] = lane % HIDDEN + 1;
        input[lane] = 1;
    }
    for (unsigned again = 0; again < 2; again++) {
        struct access load_delta = word_load(number++, 2), load_old, store;
        load_elements(simt, &load_delta, b->delta, unit, delta);
        if (row) {
            struct access load_row_input = word_load(number++, 1);
            load_elements(simt, &load_row_input, b->input, row, input);
        }
        load_old = word_load(number++, 0);
        load_elements(simt, &load_old, b->old, weight, old);
        if (!again) {
            struct access load_value = word_load(number++, 0);
            load_elements(simt, &load_value, b->weights, weight, value);
        }
        for (unsigned lane = 0; lane < LANES; lane++) {
            float step = change(delta[lane], input[lane], old[lane]);
            value[lane] = again ? step : value[lane] + step;
        }
        simt_alu(simt, again ? 3 : 4);
        store = word_store(number++);
        store_elements(simt, &store, again ? b->old : b->weights, weight, value);
    }
}

static void run_adjust(const struct backprop *b, struct simt *simt, uint64_t block)
{
    int64_t weight[LANES], row[LANES];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        place(simt, block, weight, row);
        simt_alu(simt, 12);
        update(b, simt, weight, row);
    }
    simt_barrier(simt);
    if (block)
        return;
    begin_warp(simt, 0, HIDDEN);
    for (unsigned lane = 0; lane < LANES; lane++)
        weight[lane] = lane + 1;
    simt_alu(simt, 4);
    update(b, simt, weight, NULL);
}

static void run_backprop(struct workload *w, struct simt *simt, uint64_t index)
{
    if (w->kernels_started == 1)
        run_forward(w->state, simt, index);
    else
        run_adjust(w->state, simt, index);
}

/* A block's column of 16 products, `value`, after the tree; the sum is the first. */
static void add_pairs(float *value, unsigned count)
{
    if (count == 1)
        return;
    add_pairs(value, count / 2);
    add_pairs(value + count / 2, count / 2);
    value[0] += value[count / 2];
}

static void expect_forward(const struct workload *w, float *weights, float *partial)
{
    const struct backprop *b = w->state;
    const float *input = image_at(&w->image, b->input, 4 * (w->value[INPUTS] + 1));
    for (uint64_t row = 1; row <= w->value[INPUTS]; row += HIDDEN)
        for (unsigned unit = 1; unit <= HIDDEN; unit++) {
            float value[HIDDEN];
            for (unsigned i = 0; i < HIDDEN; i++)
                value[i] = weights[(row + i) * PITCH + unit] * input[row + i];
            add_pairs(value, HIDDEN);
            for (unsigned i = 0; i < HIDDEN; i++)
                weights[(row + i) * PITCH + unit] = value[i];
            partial[row - 1 + unit - 1] = value[0];
        }
}

static bool check_backprop(struct workload *w, workload_get *get, void *context)
{
    const struct backprop *b = w->state;
    uint64_t inputs = w->value[INPUTS], count = (inputs + 1) * PITCH;
    const float *input = image_at(&w->image, b->input, 4 * (inputs + 1));
    const float *delta = image_at(&w->image, b->delta, 4 * PITCH);
    float *weights = xcalloc(count, sizeof *weights), *old = xcalloc(count, sizeof *old);
    float *partial = xcalloc(inputs, sizeof *partial);
    memcpy(weights, b->first_weights, 4 * count);
    memcpy(old, b->first_old, 4 * count);
    expect_forward(w, weights, partial);
    for (uint64_t row = 0; row <= inputs; row++)
        for (unsigned unit = 1; unit <= HIDDEN; unit++) {
            float *at = &old[row * PITCH + unit];
            *at = change(delta[unit], row ? input[row] : 1, *at);
            weights[row * PITCH + unit] += *at;
        }
    struct result results[] = {{"W", b->weights, weights, count, PITCH, true},
                               {"oldW", b->old, old, count, PITCH, true},
                               {"partial", b->partial, partial, inputs, HIDDEN, true}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(weights);
    free(old);
    free(partial);
    return right;
}

static void close_backprop(struct workload *w)
{
    struct backprop *b = w->state;
    free(b->first_weights);
    free(b->first_old);
    free(b);
}

const struct workload_class backprop_class = {
    .name = "backprop",
    .text = "a layer of a neural network, forward and weight update, after Rodinia: no reuse",
    .parameter = {[INPUTS] = {"n", "inputs, a multiple of 16; the papers: 65536", 512, 16,
                              1 << 22}},
    .open = open_backprop,
    .next_kernel = next_backprop,
    .run_block = run_backprop,
    .check = check_backprop,
    .close = close_backprop,
};
