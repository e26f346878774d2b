/* A table that all blocks read beside data of their own that are read and written again and again,
 * and a few counters that all count: the sharing kernel for comparisons of simulators. Block: 6
 * warps. In iteration k warp w of block b loads
 *
 *     32 words of the table, from byte ((6 k + w) * 128 + b * 4096) mod its size on,
 *     32 words of its block's private 64 KB, in line (k + w) mod 32, neighbouring lanes swapped,
 *
 * makes two multiply-adds of both, and stores over the private words; every eighth iteration its
 * first lane adds one to counter b mod 4.
 *
 * The warps of a block meet in the private lines in no particular order. What they store is the
 * same in any: the multiply-adds have 0 for a factor of what was loaded, and leave a value that
 * only the address decides. */
#include "workload_class.h"

#include <stdlib.h>

#include "util.h"

enum { WARPS = 6, COUNTERS = 4, COUNT_EVERY = 8 };
enum { LINE = 128, TABLE_STEP = 4096, PRIVATE = 64 * 1024, PRIVATE_LINES = 32 }; /* bytes, lines */
enum { BLOCKS, ITERATIONS, KB };

static const struct access load_table = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1};
static const struct access load_private = {
    .pc = 0x18, .kind = INSTRUCTION_LOAD, .size = 4, .may_differ = true};
static const struct access store_private = {.pc = 0x30, .kind = INSTRUCTION_STORE, .size = 4};
static const struct access count = {
    .pc = 0x38, .kind = INSTRUCTION_ATOMIC, .size = 4, .op = ATOMIC_ADD};

struct share {
    uint64_t table, private, counters; /* addresses */
};

static void open_share(struct workload *w)
{
    struct share *share = w->state = xcalloc(1, sizeof *share);
    struct rng rng;
    rng_init(&rng, w->seed);
    share->table = allocate_random_floats(w, &rng, w->value[KB] * 1024 / 4);
    share->private = image_allocate(&w->image, w->value[BLOCKS] * PRIVATE);
    share->counters = image_allocate(&w->image, 4 * COUNTERS);
}

static bool next_share(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "share", .blocks = w->value[BLOCKS], .warps = WARPS};
    return true;
}

/* What a private word holds once it was stored. */
static float word_of(uint64_t offset)
{
    return (float)(offset / 4 % 4096 + 1);
}

static void run_iteration(const struct workload *w, struct simt *simt, uint64_t block,
                          uint64_t iteration)
{
    const struct share *share = w->state;
    uint64_t address[LANES], line = (iteration + simt->warp) % PRIVATE_LINES;
    float entry[LANES], own[LANES];
    uint64_t at = (iteration * WARPS + simt->warp) * LINE + block * TABLE_STEP;
    lane_addresses(address, share->table + at % (w->value[KB] * 1024), 4);
    simt_load(simt, &load_table, address, entry);
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = share->private + block * PRIVATE + line * LINE + 4 * (lane ^ 1);
    simt_load(simt, &load_private, address, own);
    simt_alu(simt, 2);
    for (unsigned lane = 0; lane < LANES; lane++)
        own[lane] = own[lane] * 0 + (entry[lane] * 0 + word_of(address[lane] - share->private));
    simt_store(simt, &store_private, address, own);
}

static void run_share(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct share *share = w->state;
    uint64_t address[LANES];
    uint32_t one[LANES] = {1};
    lane_addresses(address, share->counters + 4 * (index % COUNTERS), 0);
    for (unsigned warp = 0; warp < WARPS; warp++)
        for (uint64_t iteration = 0; iteration < w->value[ITERATIONS]; iteration++) {
            simt_warp(simt, warp, ALL_LANES);
            run_iteration(w, simt, index, iteration);
            if ((iteration + 1) % COUNT_EVERY)
                continue;
            simt_warp(simt, warp, low_lanes(1));
            simt_atomic(simt, &count, address, one);
        }
}

static bool check_counters(struct workload *w, workload_get *get, void *context)
{
    const struct share *share = w->state;
    uint64_t per_block = WARPS * (w->value[ITERATIONS] / COUNT_EVERY);
    uint32_t counters[COUNTERS];
    for (unsigned i = 0; i < COUNTERS; i++) {
        uint64_t blocks = (w->value[BLOCKS] + COUNTERS - 1 - i) / COUNTERS;
        counters[i] = (uint32_t)(blocks * per_block);
    }
    struct result result = {"counters", share->counters, counters, COUNTERS, 0, false};
    return workload_compare(w, &result, get, context);
}

/* Lines that some warp reaches: warp w touches w, w + 1, ... one per iteration. */
static bool check_share(struct workload *w, workload_get *get, void *context)
{
    const struct share *share = w->state;
    uint64_t lines = w->value[ITERATIONS] + WARPS - 1;
    uint64_t words = (lines < PRIVATE_LINES ? lines : PRIVATE_LINES) * LINE / 4;
    float *own = xcalloc(words, sizeof *own);
    bool right = check_counters(w, get, context);
    for (uint64_t block = 0; right && block < w->value[BLOCKS]; block++) {
        for (uint64_t i = 0; i < words; i++)
            own[i] = word_of(block * PRIVATE + 4 * i);
        struct result result = {"private", share->private + block * PRIVATE, own, words, 0, true};
        right = workload_compare(w, &result, get, context);
    }
    free(own);
    return right;
}

const struct workload_class share_class = {
    .name = "share",
    .text = "a table that all read, own data read and written again, a few counters of all",
    .parameter = {[BLOCKS] = {"blocks", "thread blocks of 6 warps", 240, 1, 1 << 12},
                  [ITERATIONS] = {"iterations", "per warp", 64, 1, 1 << 16},
                  [KB] = {"kb", "table, KB", 512, 1, 65536}},
    .open = open_share,
    .next_kernel = next_share,
    .run_block = run_share,
    .check = check_share,
    .close = free_state,
};
