/* Look-ups in a table at random words: deliberately synthetic, the one knob that sets how much data
 * all cores read and how often. A lane steps a linear congruential generator whose start value it
 * loads, and adds up table[generator's high bits]. With one table every core reads all of it; with
 * as many tables as blocks each block reads its own over and over.
 *
 * Block: 4 warps, block b uses table b mod `tables`. Per warp a coalesced load of the start values,
 * `rounds` gathers of up to 32 lines, a coalesced store of the sums. The loop of the rounds is
 * unrolled `unroll` times: so many load instructions there are. */
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>

enum { WARPS = 4, THREADS = WARPS * LANES, WORDS_PER_KB = 256 };
enum { KB, TABLES, COUNT, ROUNDS, UNROLL, INSTRUCTION_BYTES = 8 };

static const struct access load_start = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0};
static const struct access load_table = {
    .pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0};
static const struct access store_sum = {.pc = 0x18, .kind = INSTRUCTION_STORE, .size = 4};

struct lookup {
    uint64_t table, start, sum; /* addresses */
};

static uint64_t allocate_random_words(struct workload *w, struct rng *rng, uint64_t count)
{
    uint64_t address = image_allocate(&w->image, 4 * count);
    uint32_t *words = image_at(&w->image, address, 4 * count);
    for (uint64_t i = 0; i < count; i++)
        words[i] = (uint32_t)rng_next(rng);
    return address;
}

static void open_lookup(struct workload *w)
{
    struct lookup *lookup = w->state = xcalloc(1, sizeof *lookup);
    struct rng rng;
    rng_init(&rng, w->seed);
    lookup->table = allocate_random_words(w, &rng, w->value[TABLES] * w->value[KB] * WORDS_PER_KB);
    lookup->start = allocate_random_words(w, &rng, w->value[COUNT]);
    lookup->sum = image_allocate(&w->image, 4 * w->value[COUNT]);
}

static bool next_lookup(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t blocks = (w->value[COUNT] + THREADS - 1) / THREADS;
    *kernel = (struct kernel){.name = "lookup", .blocks = blocks, .warps = WARPS};
    return true;
}

/* The next word of a table of `words`; the generator is that of Numerical Recipes. */
static uint64_t next_word(uint32_t *generator, uint64_t words)
{
    *generator = *generator * 1664525u + 1013904223u;
    return (*generator * words) >> 32;
}

static void run_warp(const struct workload *w, struct simt *simt, uint64_t first, uint64_t table)
{
    const struct lookup *lookup = w->state;
    uint64_t address[LANES], words = w->value[KB] * WORDS_PER_KB;
    uint32_t generator[LANES] = {0}, entry[LANES] = {0}, sum[LANES] = {0};
    simt_alu(simt, 4);
    lane_addresses(address, lookup->start + 4 * first, 4);
    simt_load(simt, &load_start, address, generator);
    for (uint64_t round = 0; round < w->value[ROUNDS]; round++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] =
                lookup->table + 4 * (table * words + next_word(&generator[lane], words));
        struct access load = load_table;
        load.pc += (uint32_t)(round % w->value[UNROLL]) * INSTRUCTION_BYTES;
        simt_alu(simt, 3);
        simt_load(simt, &load, address, entry);
        for (unsigned lane = 0; lane < LANES; lane++)
            sum[lane] += entry[lane];
        simt_alu(simt, 1);
    }
    lane_addresses(address, lookup->sum + 4 * first, 4);
    simt_store(simt, &store_sum, address, sum);
}

static void run_lookup(struct workload *w, struct simt *simt, uint64_t index)
{
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = index * THREADS + warp * LANES;
        simt_warp(simt, warp, low_lanes((int64_t)(w->value[COUNT] - first)));
        if (simt->active)
            run_warp(w, simt, first, index % w->value[TABLES]);
    }
}

static bool check_lookup(struct workload *w, workload_get *get, void *context)
{
    const struct lookup *lookup = w->state;
    uint64_t count = w->value[COUNT], words = w->value[KB] * WORDS_PER_KB;
    const uint32_t *start = image_at(&w->image, lookup->start, 4 * count);
    const uint32_t *tables = image_at(&w->image, lookup->table, 4 * w->value[TABLES] * words);
    uint32_t *sum = xcalloc(count, sizeof *sum);
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t *table = tables + i / THREADS % w->value[TABLES] * words;
        uint32_t generator = start[i];
        for (uint64_t round = 0; round < w->value[ROUNDS]; round++)
            sum[i] += table[next_word(&generator, words)];
    }
    struct result result = {"sum", lookup->sum, sum, count, 0, false};
    bool right = workload_compare(w, &result, get, context);
    free(sum);
    return right;
}

const struct workload_class lookup_class = {
    .name = "lookup",
    .text = "synthetic: sums of random words of a table that all blocks, or few, share",
    .parameter = {[KB] = {"kb", "table, KB", 48, 1, 65536},
                  [TABLES] = {"tables", "tables; block b uses table b mod this", 1, 1, 4096},
                  [COUNT] = {"n", "threads", 2048, 1, UINT64_C(1) << 24},
                  [ROUNDS] = {"rounds", "look-ups per thread", 12, 1, 1 << 20},
                  [UNROLL] = {"unroll", "load instructions of these", 1, 1, 1 << 20}},
    .open = open_lookup,
    .next_kernel = next_lookup,
    .run_block = run_lookup,
    .check = check_lookup,
    .close = free_state,
};
