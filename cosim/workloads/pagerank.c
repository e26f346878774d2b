/* Page view rank of Mars (MapReduce): pages in the order of how often they were viewed. The map
 * kernel (mars.h) takes a record's count and its page's place in the file, a load of 4 bytes each,
 * and emits both. Then the output records are sorted by bitonic exchange, a kernel per step, blocks
 * of 256 lanes: lane i and its partner i xor `distance`, the lower one of which
 *     loads two offset records, an int4 each
 *     loads the two keys that they lead to: gathered
 *     stores both records the other way round, where they are not in order
 * Records are filled up to a power of two with empty ones, which come last and have no key. */
#include "workload_class.h"

#include "mars.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDS };
enum { EMPTY = -1 }; /* offset of the key of a record that fills up */

static const struct access load_count = LOAD(7, 4, 1), load_page = LOAD(8, 4, 0);
static const struct access load_record[2] = {LOAD(30, 16, 1), LOAD(31, 16, 0)};
static const struct access load_key[2] = {LOAD(32, 4, 1), LOAD(33, 4, 0)};
static const struct access store_record[2] = {STORE(34, 16), STORE(35, 16)};

struct pagerank {
    struct mars mars;
    uint64_t sorted;           /* output records with the empty ones, a power of two */
    uint32_t *by_rank;         /* record of each rank */
    uint64_t length, distance; /* of the running step: of its sequences, between partners */
};

/* The numbers 0 .. count - 1 in random order. */
static uint32_t *random_order(struct rng *rng, uint32_t count)
{
    uint32_t *order = xcalloc(count, sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = rng_below(rng, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

static void open_pagerank(struct workload *w)
{
    struct pagerank *p = w->state = xcalloc(1, sizeof *p);
    uint32_t count = (uint32_t)w->value[RECORDS];
    struct rng rng;
    rng_init(&rng, w->seed);
    for (p->sorted = 1; p->sorted < count;)
        p->sorted *= 2;
    p->by_rank = random_order(&rng, count);
    uint32_t *rank = xcalloc(count, sizeof *rank);
    for (uint32_t i = 0; i < count; i++)
        rank[p->by_rank[i]] = i;
    p->mars = (struct mars){.records = count,
                            .outputs = p->sorted,
                            .key_in = 4,
                            .val_in = 4,
                            .key_out = 4,
                            .val_out = 4};
    mars_allocate(w, &p->mars);
    for (uint32_t i = 0; i < count; i++)
        mars_fill(w, &p->mars, i, &rank[i], &(uint32_t){40 * i}, true);
    free(rank);
    int32_t(*offsets)[4] = image_at(&w->image, p->mars.array[MARS_INTER_OFFSETS], 16 * p->sorted);
    for (uint64_t i = count; i < p->sorted; i++)
        offsets[i][0] = EMPTY;
}

/* Sequences of 2, 4, ... records, each by distances from half of it down to 1. */
static bool next_step(struct pagerank *p)
{
    p->distance /= 2;
    if (!p->distance) {
        p->length = p->length ? 2 * p->length : 2;
        p->distance = p->length / 2;
    }
    return p->length <= p->sorted;
}

static bool next_pagerank(struct workload *w, struct kernel *kernel)
{
    struct pagerank *p = w->state;
    if (!w->kernels_started) {
        *kernel = mars_kernel(&p->mars);
        return true;
    }
    *kernel = (struct kernel){.name = "bitonic sort",
                              .blocks = (p->sorted + MARS_THREADS - 1) / MARS_THREADS,
                              .warps = MARS_WARPS};
    return next_step(p);
}

static void run_map(const struct pagerank *p, struct simt *simt, uint64_t block)
{
    for (unsigned warp = 0; warp < MARS_WARPS; warp++) {
        struct mars_records records;
        int32_t count[LANES] = {0}, page[LANES] = {0};
        if (!mars_warp(&p->mars, simt, block, warp, &records))
            continue;
        mars_read(&p->mars, simt, &records);
        simt_load(simt, &load_count, records.key, count);
        simt_load(simt, &load_page, records.val, page);
        mars_emit(&p->mars, simt, &records, count, page);
    }
}

/* Keys of the active lanes' records; those of empty records are not loaded and the largest. */
static void load_keys(const struct pagerank *p, struct simt *simt, unsigned which,
                      int32_t record[LANES][4], int64_t key[LANES])
{
    uint64_t address[LANES] = {0};
    int32_t loaded[LANES] = {0};
    uint32_t lanes = simt->active;
    for (unsigned lane = 0; lane < LANES; lane++) {
        address[lane] = p->mars.array[MARS_INTER_KEYS] + (uint64_t)record[lane][0];
        if (record[lane][0] == EMPTY)
            simt->active &= ~(1u << lane);
    }
    simt_load(simt, &load_key[which], address, loaded);
    for (unsigned lane = 0; lane < LANES; lane++)
        key[lane] = record[lane][0] == EMPTY ? INT64_MAX : loaded[lane];
    simt->active = lanes;
}

/* The current warp's step of the sort, of records from `first` on. */
static void exchange(const struct pagerank *p, struct simt *simt, uint64_t first)
{
    uint64_t address[2][LANES];
    int32_t record[2][LANES][4] = {{{0}}};
    int64_t key[2][LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t own = first + lane, partner = own ^ p->distance;
        address[0][lane] = p->mars.array[MARS_INTER_OFFSETS] + 16 * own;
        address[1][lane] = p->mars.array[MARS_INTER_OFFSETS] + 16 * partner;
        if (partner < own)
            simt->active &= ~(1u << lane);
    }
    for (unsigned i = 0; i < 2; i++)
        simt_load(simt, &load_record[i], address[i], record[i]);
    for (unsigned i = 0; i < 2; i++)
        load_keys(p, simt, i, record[i], key[i]);
    simt_alu(simt, 4);
    for (unsigned lane = 0; lane < LANES; lane++) {
        bool ascending = !((first + lane) & p->length);
        if (ascending ? key[0][lane] <= key[1][lane] : key[0][lane] >= key[1][lane])
            simt->active &= ~(1u << lane);
    }
    for (unsigned i = 0; i < 2; i++)
        simt_store(simt, &store_record[i], address[i], record[!i]);
}

static void run_pagerank(struct workload *w, struct simt *simt, uint64_t block)
{
    const struct pagerank *p = w->state;
    if (w->kernels_started == 1) {
        run_map(p, simt, block);
        return;
    }
    for (unsigned warp = 0; warp < MARS_WARPS; warp++) {
        uint64_t first = block * MARS_THREADS + warp * LANES;
        simt_warp(simt, warp, low_lanes((int64_t)p->sorted - (int64_t)first));
        simt_alu(simt, 6);
        exchange(p, simt, first);
    }
}

static bool check_pagerank(struct workload *w, workload_get *get, void *context)
{
    const struct pagerank *p = w->state;
    const struct mars *mars = &p->mars;
    uint64_t count = w->value[RECORDS];
    uint32_t *key = xcalloc(count, sizeof *key), *val = xcalloc(count, sizeof *val);
    int32_t(*offsets)[4] = xcalloc(p->sorted, sizeof *offsets);
    for (uint32_t rank = 0; rank < count; rank++) {
        uint32_t record = p->by_rank[rank];
        key[record] = rank;
        val[record] = 40 * record;
        memcpy(offsets[rank], mars->offsets[record], sizeof offsets[rank]);
    }
    for (uint64_t i = count; i < p->sorted; i++)
        offsets[i][0] = EMPTY;
    struct result results[] = {
        {"key", mars->array[MARS_INTER_KEYS], key, count, 0, false},
        {"value", mars->array[MARS_INTER_VALS], val, count, 0, false},
        {"offset", mars->array[MARS_INTER_OFFSETS], offsets, 4 * p->sorted, 4, false}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(key);
    free(val);
    free(offsets);
    return right;
}

static void close_pagerank(struct workload *w)
{
    struct pagerank *p = w->state;
    mars_release(&p->mars);
    free(p->by_rank);
    free(p);
}

const struct workload_class pagerank_class = {
    .name = "pagerank",
    .text = "page view rank of Mars: map kernel, then a bitonic sort, a kernel per step",
    .parameter = {[RECORDS] = {"n", "records; the papers: 250000", 500, 1, 1 << 22}},
    .open = open_pagerank,
    .next_kernel = next_pagerank,
    .run_block = run_pagerank,
    .check = check_pagerank,
    .close = close_pagerank,
};
