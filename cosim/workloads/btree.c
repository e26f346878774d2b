/* Rodinia b+tree: look-ups of keys (findK) and of ranges of keys (findRangeK) in a B+ tree of order
 * 256. A query is a block of 256 lanes: lane t compares the query's key with keys t and t + 1 of
 * the current node; the lane between whose keys it lies gives the next node, which lane 0 makes the
 * current one behind a barrier; at the leaf the lane with the equal key takes the record. A node is
 *     location i @0, indices i[257] @4, keys i[257] @1032, is_leaf @2060, keys in use i @2064
 * of 2068 bytes; the queries' nodes (current, offset) are 8 bytes each. All blocks read the root
 * and the nodes below it, leaves are met at random. findRangeK does both ends of its range at every
 * level. Here keys are 0, 1, ... and nodes hold `fill` of them, as many as Rodinia's have after
 * insertion in order: half of the order. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { ORDER = 256, THREADS = ORDER, WARPS = THREADS / LANES, ENDS = 2, RANGE_MAX = 3000 };
enum { KEYS, QUERIES, RANGES, FILL };

struct node {
    int32_t location, index[ORDER + 1], key[ORDER + 1];
    uint8_t is_leaf, padding[3];
    int32_t keys; /* in use */
};
static_assert(sizeof(struct node) == 2068, "as the real kernel's");

/* Static instructions of a look-up, counted from its first; nodes are 8 bytes, keys 4. */
enum {
    LOAD_CURRENT,
    LOAD_KEY,
    LOAD_QUERY,
    LOAD_NEXT_KEY,
    LOAD_NODE,
    LOAD_INDEX,
    STORE_OFFSET,
    LOAD_OFFSET,
    STORE_CURRENT,
    AT_LEAF, /* current, key, query once more */
    LOAD_RECORD_INDEX = AT_LEAF + 3,
    LOAD_RECORD,
    STORE_ANSWER,
    INSTRUCTIONS
};

/* One key of every query: arrays by query, and the look-up's first static instruction. */
struct lookups {
    uint64_t key, current, offset, answer; /* addresses */
    unsigned number;
};

struct btree {
    uint64_t nodes, records;          /* addresses */
    struct lookups find, range[ENDS]; /* of findK; of findRangeK: first and last key */
    unsigned height;                  /* levels above the leaves */
};

/* Keys below a node that is `height` levels above the leaves. */
static uint64_t keys_below(const struct workload *w, unsigned height)
{
    uint64_t keys = w->value[FILL];
    for (; height; height--)
        keys *= w->value[FILL];
    return keys;
}

static uint64_t nodes_at(const struct workload *w, unsigned height)
{
    uint64_t each = keys_below(w, height);
    return (w->value[KEYS] + each - 1) / each;
}

/* Node number `i` of its level; `below`: number of the next level's first node. */
static void fill_node(const struct workload *w, struct node *node, unsigned height, uint64_t i,
                      uint64_t below)
{
    uint64_t fill = w->value[FILL], first = i * keys_below(w, height);
    uint64_t step = height ? keys_below(w, height - 1) : 1;
    node->is_leaf = !height;
    for (uint64_t k = 0; k <= ORDER; k++) {
        uint64_t key = first + k * step;
        bool used = k < fill && key < w->value[KEYS];
        node->key[k] = used ? (int32_t)key : INT32_MAX;
        node->index[k] = used ? (int32_t)(height ? below + i * fill + k : key) : 0;
        node->keys += used;
    }
    if (height && i == 0)
        node->key[0] = INT32_MIN;
}

/* From the root on, level by level. */
static void grow_tree(struct workload *w)
{
    struct btree *tree = w->state;
    uint64_t count = 0, first = 0;
    while (nodes_at(w, tree->height) > 1)
        tree->height++;
    for (unsigned height = 0; height <= tree->height; height++)
        count += nodes_at(w, height);
    tree->nodes = image_allocate(&w->image, sizeof(struct node) * count);
    struct node *node = image_at(&w->image, tree->nodes, sizeof *node * count);
    for (unsigned height = tree->height + 1; height-- > 0;) {
        uint64_t level = nodes_at(w, height);
        for (uint64_t i = 0; i < level; i++) {
            node[first + i].location = (int32_t)(first + i);
            fill_node(w, &node[first + i], height, i, first + level);
        }
        first += level;
    }
}

static void open_lookups(struct workload *w, struct lookups *lookups, uint64_t count)
{
    lookups->key = image_allocate(&w->image, 4 * count);
    lookups->current = image_allocate(&w->image, 8 * count);
    lookups->offset = image_allocate(&w->image, 8 * count);
    lookups->answer = image_allocate(&w->image, 4 * count);
}

/* Keys of a range: so many that they fit into the tree a few times. */
static uint64_t range_keys(const struct workload *w)
{
    uint64_t keys = w->value[KEYS] / 4 + 1;
    return keys < RANGE_MAX ? keys : RANGE_MAX;
}

static void open_btree(struct workload *w)
{
    struct btree *tree = w->state = xcalloc(1, sizeof *tree);
    uint64_t keys = w->value[KEYS];
    struct rng rng;
    rng_init(&rng, w->seed);
    grow_tree(w);
    tree->records = image_allocate(&w->image, 4 * keys);
    uint32_t *record = image_at(&w->image, tree->records, 4 * keys);
    for (uint64_t i = 0; i < keys; i++)
        record[i] = (uint32_t)rng_next(&rng);
    tree->find.number = 1;
    open_lookups(w, &tree->find, w->value[QUERIES]);
    for (unsigned end = 0; end < ENDS; end++) {
        tree->range[end].number = 1 + INSTRUCTIONS * (end + 1);
        open_lookups(w, &tree->range[end], w->value[RANGES]);
    }
    int32_t *find = image_at(&w->image, tree->find.key, 4 * w->value[QUERIES]);
    for (uint64_t i = 0; i < w->value[QUERIES]; i++)
        find[i] = (int32_t)rng_below(&rng, (uint32_t)keys);
    int32_t *from = image_at(&w->image, tree->range[0].key, 4 * w->value[RANGES]);
    int32_t *to = image_at(&w->image, tree->range[1].key, 4 * w->value[RANGES]);
    for (uint64_t i = 0; i < w->value[RANGES]; i++) {
        from[i] = (int32_t)rng_below(&rng, (uint32_t)(keys - range_keys(w) + 1));
        to[i] = from[i] + (int32_t)range_keys(w) - 1;
    }
}

static bool next_btree(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == 2)
        return false;
    *kernel =
        (struct kernel){.blocks = w->value[w->kernels_started ? RANGES : QUERIES], .warps = WARPS};
    snprintf(kernel->name, sizeof kernel->name, "%s", w->kernels_started ? "findRangeK" : "findK");
    return true;
}

static struct access instruction(const struct lookups *lookups, unsigned which)
{
    struct access access = word_load(lookups->number + which, 0);
    if (which == STORE_OFFSET || which == STORE_CURRENT || which == STORE_ANSWER)
        access.kind = INSTRUCTION_STORE;
    if (which == LOAD_CURRENT || which == LOAD_NODE || which == STORE_OFFSET ||
        which == LOAD_OFFSET || which == STORE_CURRENT || which == AT_LEAF)
        access.size = 8;
    return access;
}

/* A word for all lanes; the first active lane's value. */
static int64_t load_one(struct simt *simt, const struct lookups *lookups, unsigned which,
                        uint64_t address)
{
    struct access access = instruction(lookups, which);
    int64_t wide[LANES] = {0};
    int32_t narrow[LANES] = {0};
    load_uniform(simt, &access, address, access.size == 8 ? (void *)wide : (void *)narrow);
    int lane = __builtin_ctz(simt->active);
    return access.size == 8 ? wide[lane] : narrow[lane];
}

static void store_one(struct simt *simt, const struct lookups *lookups, unsigned which,
                      uint64_t address, const void *value)
{
    struct access access = instruction(lookups, which);
    uint64_t lane_address[LANES];
    lane_addresses(lane_address, address, 0);
    simt_store(simt, &access, lane_address, value);
}

static uint64_t node_address(const struct btree *tree, int64_t node)
{
    return tree->nodes + sizeof(struct node) * (uint64_t)node;
}

/* The current warp's keys of the query's current node; all of its lanes are active. */
struct view {
    uint64_t node; /* address */
    int64_t query; /* key */
    int32_t key[LANES];
};

static struct view look(const struct btree *tree, struct simt *simt, const struct lookups *lookups,
                        uint64_t query, bool at_leaf)
{
    unsigned from = at_leaf ? AT_LEAF : LOAD_CURRENT;
    struct access load_key = instruction(lookups, from + LOAD_KEY);
    struct view view = {.key = {0}};
    simt_alu(simt, 4);
    view.node = node_address(tree, load_one(simt, lookups, from, lookups->current + 8 * query));
    simt_alu(simt, 2);
    load_row(simt, &load_key, view.node + offsetof(struct node, key) + 4 * LANES * simt->warp,
             view.key);
    view.query = load_one(simt, lookups, from + LOAD_QUERY, lookups->key + 4 * query);
    simt_alu(simt, 1);
    return view;
}

/* Loads the active lanes' indices of a node. */
static void load_indices(struct simt *simt, const struct lookups *lookups, unsigned which,
                         uint64_t node, int32_t index[LANES])
{
    struct access access = instruction(lookups, which);
    load_row(simt, &access, node + offsetof(struct node, index) + 4 * LANES * simt->warp, index);
}

/* The lane whose keys enclose the query's stores the next node. findK takes it from the node that
 * `offset` names, which is the current one. */
static void descend(const struct btree *tree, struct simt *simt, const struct lookups *lookups,
                    uint64_t query)
{
    struct access load_next = instruction(lookups, LOAD_NEXT_KEY);
    struct view view = look(tree, simt, lookups, query, false);
    int32_t next[LANES] = {0}, index[LANES] = {0};
    int64_t wide[LANES], key[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        key[lane] = view.key[lane];
    simt->active &= lanes_within(key, INT32_MIN, view.query);
    load_row(simt, &load_next,
             view.node + offsetof(struct node, key) + 4 * (LANES * simt->warp + 1), next);
    simt_alu(simt, 1);
    for (unsigned lane = 0; lane < LANES; lane++)
        key[lane] = next[lane];
    simt->active &= lanes_within(key, view.query + 1, INT32_MAX);
    if (!simt->active)
        return;
    if (lookups == &tree->find)
        view.node =
            node_address(tree, load_one(simt, lookups, LOAD_NODE, lookups->offset + 8 * query));
    load_indices(simt, lookups, LOAD_INDEX, view.node, index);
    simt_alu(simt, 2);
    for (unsigned lane = 0; lane < LANES; lane++)
        wide[lane] = index[lane];
    store_one(simt, lookups, STORE_OFFSET, lookups->offset + 8 * query, wide);
}

/* Lane 0: the next node becomes the current one. */
static void go_on(struct simt *simt, const struct lookups *lookups, uint64_t query)
{
    int64_t next[LANES] = {0};
    next[0] = load_one(simt, lookups, LOAD_OFFSET, lookups->offset + 8 * query);
    store_one(simt, lookups, STORE_CURRENT, lookups->current + 8 * query, next);
}

/* The current warp's lane with the query's key, and its index in the leaf; else none. */
static void find_record(const struct btree *tree, struct simt *simt, const struct lookups *lookups,
                        uint64_t query, int32_t index[LANES])
{
    struct view view = look(tree, simt, lookups, query, true);
    int64_t key[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        key[lane] = view.key[lane];
    simt->active &= lanes_within(key, view.query, view.query);
    load_indices(simt, lookups, LOAD_RECORD_INDEX, view.node, index);
}

/* From the root to the leaf, all keys of a query at every level. */
static void walk(const struct btree *tree, struct simt *simt, const struct lookups *lookups,
                 unsigned ends, uint64_t query)
{
    for (unsigned level = 0; level < tree->height; level++) {
        for (unsigned warp = 0; warp < WARPS; warp++)
            for (unsigned end = 0; end < ends; end++) {
                begin_warp(simt, warp, THREADS);
                descend(tree, simt, &lookups[end], query);
            }
        simt_barrier(simt);
        begin_warp(simt, 0, 1);
        for (unsigned end = 0; end < ends; end++)
            go_on(simt, &lookups[end], query);
        simt_barrier(simt);
    }
}

static void run_find(const struct btree *tree, struct simt *simt, uint64_t query)
{
    const struct lookups *find = &tree->find;
    struct access load_record = instruction(find, LOAD_RECORD);
    walk(tree, simt, find, 1, query);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        int32_t index[LANES] = {0}, record[LANES] = {0};
        int64_t element[LANES];
        begin_warp(simt, warp, THREADS);
        find_record(tree, simt, find, query, index);
        for (unsigned lane = 0; lane < LANES; lane++)
            element[lane] = index[lane];
        load_elements(simt, &load_record, tree->records, element, record);
        store_one(simt, find, STORE_ANSWER, find->answer + 4 * query, record);
    }
}

static void run_range(const struct btree *tree, struct simt *simt, uint64_t query)
{
    walk(tree, simt, tree->range, ENDS, query);
    for (unsigned end = 0; end < ENDS; end++) {
        const struct lookups *range = &tree->range[end];
        for (unsigned warp = 0; warp < WARPS; warp++) {
            int32_t index[LANES] = {0};
            begin_warp(simt, warp, THREADS);
            find_record(tree, simt, range, query, index);
            if (!simt->active)
                continue;
            if (end == 1) { /* the number of records instead of the last one */
                int64_t first =
                    load_one(simt, range, LOAD_RECORD, tree->range[0].answer + 4 * query);
                for (unsigned lane = 0; lane < LANES; lane++)
                    index[lane] += 1 - (int32_t)first;
                simt_alu(simt, 2);
            }
            store_one(simt, range, STORE_ANSWER, range->answer + 4 * query, index);
        }
        if (end == 0)
            simt_barrier(simt);
    }
}

static void run_btree(struct workload *w, struct simt *simt, uint64_t index)
{
    if (w->kernels_started == 1)
        run_find(w->state, simt, index);
    else
        run_range(w->state, simt, index);
}

static bool check_btree(struct workload *w, workload_get *get, void *context)
{
    const struct btree *tree = w->state;
    uint64_t queries = w->value[QUERIES], ranges = w->value[RANGES];
    const uint32_t *record = image_at(&w->image, tree->records, 4 * w->value[KEYS]);
    const int32_t *key = image_at(&w->image, tree->find.key, 4 * queries);
    const int32_t *from = image_at(&w->image, tree->range[0].key, 4 * ranges);
    uint32_t *answer = xcalloc(queries, sizeof *answer), *length = xcalloc(ranges, sizeof *length);
    for (uint64_t i = 0; i < queries; i++)
        answer[i] = record[key[i]];
    for (uint64_t i = 0; i < ranges; i++)
        length[i] = (uint32_t)range_keys(w);
    struct result results[] = {{"answer", tree->find.answer, answer, queries, 0, false},
                               {"start", tree->range[0].answer, from, ranges, 0, false},
                               {"length", tree->range[1].answer, length, ranges, 0, false}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(answer);
    free(length);
    return right;
}

const struct workload_class btree_class = {
    .name = "btree",
    .text = "look-ups in a B+ tree, after Rodinia: the root for all, leaves at random",
    .parameter = {[KEYS] = {"keys", "in the tree; the papers: 1000000", 10000, 1, 1 << 22},
                  [QUERIES] = {"queries", "blocks of findK; the papers: 10000", 24, 1, 1 << 20},
                  [RANGES] = {"ranges", "blocks of findRangeK; the papers: 6000", 12, 1, 1 << 20},
                  [FILL] = {"fill", "keys in a node, of 256", 128, 2, ORDER}},
    .open = open_btree,
    .next_kernel = next_btree,
    .run_block = run_btree,
    .check = check_btree,
    .close = free_state,
};
