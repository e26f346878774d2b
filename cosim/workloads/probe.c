/* Latency probe: one lane of one warp loads a word of each of `lines` lines, `stride` lines apart,
 * one load at a time, `passes` times over. What it shows is the unloaded latency of whoever
 * answers. */
#include "config.h"
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>

enum { LINES, STRIDE, PASSES };

static const struct access load_word = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1};
static const struct access store_sum = {.pc = 0x20, .kind = INSTRUCTION_STORE, .size = 4};

struct probe_state {
    uint64_t sum;       /* its address */
    uint64_t address[]; /* [lines] of the words in their order */
};

static void open_probe(struct workload *w)
{
    struct probe_state *state = w->state =
        xcalloc(1, sizeof *state + w->value[LINES] * sizeof *state->address);
    uint64_t step = LINE_BYTES * w->value[STRIDE], bytes = step * w->value[LINES];
    uint64_t lines = image_allocate(&w->image, bytes);
    for (uint64_t i = 0; i < w->value[LINES]; i++)
        state->address[i] = lines + i * step;
    state->sum = image_allocate(&w->image, 4);
    struct rng rng;
    rng_init(&rng, w->seed);
    uint32_t *word = image_at(&w->image, lines, bytes);
    for (uint64_t i = 0; i < bytes / 4; i++)
        word[i] = (uint32_t)rng_next(&rng);
}

struct workload *workload_open_probe(const uint64_t *lines, unsigned count)
{
    char *parameter = xasprintf("lines=%u", count);
    struct workload *w = workload_open("probe", 1, &parameter, 1);
    struct probe_state *state = w->state;
    free(parameter);
    for (unsigned i = 0; i < count; i++) {
        state->address[i] = lines[i] * LINE_BYTES;
        uint64_t end = state->address[i] + LINE_BYTES;
        if (end > workload_address_end(w))
            image_allocate(&w->image, end - workload_address_end(w));
    }
    state->sum = image_allocate(&w->image, 4);
    return w;
}

static bool next_probe(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "probe", .blocks = 1, .warps = 1};
    return true;
}

static void run_probe(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct probe_state *state = w->state;
    uint64_t address[LANES] = {0};
    uint32_t sum[LANES] = {0}, word[LANES];
    (void)index;
    simt_warp(simt, 0, 1);
    for (uint64_t i = 0; i < w->value[LINES] * w->value[PASSES]; i++) {
        address[0] = state->address[i % w->value[LINES]];
        simt_load(simt, &load_word, address, word);
        simt_alu(simt, 1);
        sum[0] += word[0];
    }
    address[0] = state->sum;
    simt_store(simt, &store_sum, address, sum);
}

static bool check_probe(struct workload *w, workload_get *get, void *context)
{
    const struct probe_state *state = w->state;
    uint32_t sum = 0;
    for (uint64_t i = 0; i < w->value[LINES]; i++) {
        const uint32_t *word = image_at(&w->image, state->address[i], sizeof *word);
        sum += *word * (uint32_t)w->value[PASSES];
    }
    struct result result = {"sum", state->sum, &sum, 1, 0, false};
    return workload_compare(w, &result, get, context);
}

const struct workload_class probe_class = {
    .name = "probe",
    .text = "latency probe: one load at a time, line after line",
    .parameter = {[LINES] = {"lines", "lines read", 64, 1, 65536},
                  [STRIDE] = {"stride", "lines from one to the next", 1, 1, 65536},
                  [PASSES] = {"passes", "times that all are read", 2, 1, 1000}},
    .open = open_probe,
    .next_kernel = next_probe,
    .run_block = run_probe,
    .check = check_probe,
    .close = free_state,
};
