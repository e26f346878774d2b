/* Breadth-first search, level-synchronous with two kernels per level, as Rodinia's bfs
 * (version 3.1). Arrays: node {start, degree} 8 B, edge 4 B, mask, updating, visited 1 B, cost 4
 * B. Block: 512 lanes, one node per lane (or per 2^group lanes).
 *
 * kernel 1 (visit): loads mask[i]; where set: stores mask[i] = 0, loads degree and start, then per
 * edge loads edge, visited[edge] and, where not visited, loads cost[i], stores cost[edge] and
 * updating[edge] and loads degree and start again (the stores could have changed them as far as a
 * compiler knows). kernel 2 (update): loads updating[i]; where set: stores mask[i], visited[i],
 * over and updating[i] = 0.
 *
 * The host stops after the level whose `over` stayed 0. Rodinia's host clears one flag before each
 * level; here every level has its own word, so that the host never writes memory during a run.
 * Within a kernel no load races with a store: kernel 1 reads mask, cost and node of its own,
 * visited nodes only and writes cost and updating of unvisited ones. */
#include "workload_class.h"

#include "graph.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 16, BLOCK_LANES = WARPS * LANES };
enum { NODES, RMAT, EDGE_FACTOR, GROUP };

static const struct access load_mask = {.pc = 0x08, .kind = INSTRUCTION_LOAD, .size = 1};
static const struct access store_mask = {.pc = 0x10, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access load_node[2] =
    {/* degree, start */
     {.pc = 0x18, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1},
     {.pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4}};
static const struct access load_edge = {.pc = 0x28, .kind = INSTRUCTION_LOAD, .size = 4};
static const struct access load_visited = {.pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 1};
static const struct access load_cost = {.pc = 0x38, .kind = INSTRUCTION_LOAD, .size = 4};
static const struct access store_cost = {.pc = 0x40, .kind = INSTRUCTION_STORE, .size = 4};
static const struct access store_updating = {.pc = 0x48, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access reload_node[2] = {
    {.pc = 0x50, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1},
    {.pc = 0x58, .kind = INSTRUCTION_LOAD, .size = 4}};
static const struct access load_updating = {.pc = 0x80, .kind = INSTRUCTION_LOAD, .size = 1};
static const struct access update_mask = {.pc = 0x88, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access update_visited = {.pc = 0x90, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access update_over = {.pc = 0x98, .kind = INSTRUCTION_STORE, .size = 4};
static const struct access clear_updating = {.pc = 0xa0, .kind = INSTRUCTION_STORE, .size = 1};

struct bfs {
    struct graph graph;                                       /* the input */
    uint64_t node, edge, mask, updating, visited, cost, over; /* addresses */
};

static void open_bfs(struct workload *w)
{
    struct bfs *bfs = w->state = xcalloc(1, sizeof *bfs);
    struct graph *graph = &bfs->graph;
    if (w->file)
        graph_read(graph, w->file);
    else if (!w->value[RMAT])
        graph_uniform(graph, (uint32_t)w->value[NODES], w->seed);
    else
        graph_rmat(graph, (unsigned)w->value[RMAT], (unsigned)w->value[EDGE_FACTOR], w->seed);
    struct image *image = &w->image;
    uint32_t n = graph->nodes;
    bfs->node = image_allocate(image, sizeof *graph->node * n);
    bfs->edge = image_allocate(image, 4 * (uint64_t)graph->edges);
    bfs->mask = image_allocate(image, n);
    bfs->updating = image_allocate(image, n);
    bfs->visited = image_allocate(image, n);
    bfs->cost = image_allocate(image, 4 * (uint64_t)n);
    bfs->over =
        image_allocate(image, 4 * ((uint64_t)n + 1)); /* a level visits a node, but the last */
    memcpy(image_at(image, bfs->node, sizeof *graph->node * n), graph->node,
           sizeof *graph->node * n);
    memcpy(image_at(image, bfs->edge, 4 * (uint64_t)graph->edges), graph->target,
           4 * (size_t)graph->edges);
    memset(image_at(image, bfs->cost, 4 * (uint64_t)n), 0xff, 4 * (size_t)n);
    memset(image_at(image, bfs->cost + 4 * (uint64_t)graph->source, 4), 0, 4);
    memset(image_at(image, bfs->mask + graph->source, 1), 1, 1);
    memset(image_at(image, bfs->visited + graph->source, 1), 1, 1);
}

static bool next_bfs(struct workload *w, struct kernel *kernel)
{
    const struct bfs *bfs = w->state;
    unsigned level = w->kernels_started / 2;
    bool update = w->kernels_started & 1;
    if (!update && level > 0) {
        uint32_t over;
        memcpy(&over, image_at(&w->image, bfs->over + 4 * (uint64_t)(level - 1), 4), 4);
        if (!over)
            return false;
    }
    uint64_t lanes = (uint64_t)bfs->graph.nodes << (update ? 0 : w->value[GROUP]);
    kernel->blocks = (lanes + BLOCK_LANES - 1) / BLOCK_LANES;
    kernel->warps = WARPS;
    snprintf(kernel->name, sizeof kernel->name, "%s %u", update ? "update" : "visit", level);
    return true;
}

/* What a warp of kernel 1 works on. */
struct visitors {
    uint32_t node[LANES];  /* of each lane */
    uint32_t start[LANES]; /* its first edge */
    uint32_t end[LANES];   /* behind its last edge */
};

/* The address of each active lane's element of an array. */
static void elements(const struct simt *simt, uint64_t address[LANES], uint64_t array,
                     uint64_t size, const uint32_t index[LANES])
{
    for (uint32_t rest = simt->active; rest; rest &= rest - 1)
        address[__builtin_ctz(rest)] = array + size * index[__builtin_ctz(rest)];
}

static void keep_lanes(struct simt *simt, const uint8_t value[LANES], bool keep)
{
    for (uint32_t rest = simt->active; rest; rest &= rest - 1)
        if (!value[__builtin_ctz(rest)] == keep)
            simt->active &= ~(rest & -rest);
}

/* Loads the lanes' node records. */
static void load_nodes(const struct bfs *bfs, struct simt *simt, const struct access access[2],
                       const uint32_t node[LANES], uint32_t degree[LANES], uint32_t start[LANES])
{
    uint64_t address[LANES];
    elements(simt, address, bfs->node + 4, sizeof(struct graph_node), node);
    simt_load(simt, &access[0], address, degree);
    elements(simt, address, bfs->node, sizeof(struct graph_node), node);
    simt_load(simt, &access[1], address, start);
}

/* One edge of each active lane. */
static void visit_edge(const struct bfs *bfs, struct simt *simt, const struct visitors *visitors,
                       const uint32_t edge[LANES])
{
    uint64_t address[LANES];
    uint32_t target[LANES], cost[LANES], unused[2][LANES], loop = simt->active;
    uint8_t visited[LANES], one[LANES];
    memset(one, 1, sizeof one);
    elements(simt, address, bfs->edge, 4, edge);
    simt_load(simt, &load_edge, address, target);
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 1);
    elements(simt, address, bfs->visited, 1, target);
    simt_load(simt, &load_visited, address, visited);
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 2);
    keep_lanes(simt, visited, false);
    elements(simt, address, bfs->cost, 4, visitors->node);
    simt_load(simt, &load_cost, address, cost);
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 1);
    for (uint32_t rest = simt->active; rest; rest &= rest - 1)
        cost[__builtin_ctz(rest)]++;
    elements(simt, address, bfs->cost, 4, target);
    simt_store(simt, &store_cost, address, cost);
    elements(simt, address, bfs->updating, 1, target);
    simt_store(simt, &store_updating, address, one);
    load_nodes(bfs, simt, reload_node, visitors->node, unused[0], unused[1]);
    simt->active = loop;
}

/* Kernel 1 of a warp: `group` lanes (a power of two) share a node and take its edges in turn. */
static void visit(const struct bfs *bfs, struct simt *simt, uint32_t first, unsigned group)
{
    struct visitors visitors;
    uint64_t address[LANES];
    uint32_t leaders = 0;
    uint8_t set[LANES], zero[LANES] = {0};
    for (unsigned lane = 0; lane < LANES; lane++) {
        visitors.node[lane] = first + lane / group;
        leaders |= (uint32_t)(lane % group == 0) << lane;
    }
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 3);
    elements(simt, address, bfs->mask, 1, visitors.node);
    simt_load(simt, &load_mask, address, set);
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 1);
    keep_lanes(simt, set, true);
    uint32_t frontier = simt->active, next[LANES];
    simt->active = frontier & leaders;
    simt_store(simt, &store_mask, address, zero);
    simt->active = frontier;
    load_nodes(bfs, simt, load_node, visitors.node, visitors.end, visitors.start);
    for (uint32_t rest = frontier; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        visitors.end[lane] += visitors.start[lane];
        next[lane] = visitors.start[lane] + lane % group;
    }
    for (;;) {
        for (uint32_t rest = simt->active; rest; rest &= rest - 1)
            if (next[__builtin_ctz(rest)] >= visitors.end[__builtin_ctz(rest)])
                simt->active &= ~(rest & -rest);
        if (!simt->active)
            return;
        visit_edge(bfs, simt, &visitors, next);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1)
            next[__builtin_ctz(rest)] += group;
    }
}

static void update(const struct bfs *bfs, struct simt *simt, uint32_t first, unsigned level)
{
    uint64_t own[LANES], address[LANES];
    uint32_t one_word[LANES];
    uint8_t set[LANES], one[LANES], zero[LANES] = {0};
    memset(one, 1, sizeof one);
    for (unsigned i = 0; i < LANES; i++)
        one_word[i] = 1;
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 3);
    lane_addresses(own, bfs->updating + first, 1);
    simt_load(simt, &load_updating, own, set);
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 1);
    keep_lanes(simt, set, true);
    lane_addresses(address, bfs->mask + first, 1);
    simt_store(simt, &update_mask, address, one);
    lane_addresses(address, bfs->visited + first, 1);
    simt_store(simt, &update_visited, address, one);
    lane_addresses(address, bfs->over + 4 * (uint64_t)level, 0);
    simt_store(simt, &update_over, address, one_word);
    simt_store(simt, &clear_updating, own, zero);
}

static void run_bfs(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct bfs *bfs = w->state;
    bool visits = w->kernels_started & 1;
    unsigned shift = visits ? (unsigned)w->value[GROUP] : 0;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        int64_t first = (int64_t)(index * BLOCK_LANES + warp * LANES) >> shift;
        simt_warp(simt, warp, low_lanes(((int64_t)bfs->graph.nodes - first) * (1 << shift)));
        if (!simt->active)
            continue;
        if (visits)
            visit(bfs, simt, (uint32_t)first, 1u << shift);
        else
            update(bfs, simt, (uint32_t)first, w->kernels_started / 2 - 1);
    }
}

/* The plain algorithm with a queue; unreached nodes have cost 2^32 - 1. */
static uint32_t *plain_bfs(const struct graph *graph)
{
    uint32_t *cost = xcalloc(graph->nodes, sizeof *cost);
    uint32_t *queue = xcalloc(graph->nodes, sizeof *queue), head = 0, tail = 0;
    memset(cost, 0xff, graph->nodes * sizeof *cost);
    cost[graph->source] = 0;
    queue[tail++] = graph->source;
    while (head < tail) {
        uint32_t node = queue[head++];
        const uint32_t *target = graph->target + graph->node[node].start;
        for (uint32_t e = 0; e < graph->node[node].degree; e++)
            if (cost[target[e]] == UINT32_MAX) {
                cost[target[e]] = cost[node] + 1;
                queue[tail++] = target[e];
            }
    }
    free(queue);
    return cost;
}

static bool check_bfs(struct workload *w, workload_get *get, void *context)
{
    const struct bfs *bfs = w->state;
    uint32_t *cost = plain_bfs(&bfs->graph);
    struct result result = {"cost", bfs->cost, cost, bfs->graph.nodes, 0, false};
    bool right = workload_compare(w, &result, get, context);
    free(cost);
    return right;
}

static void close_bfs(struct workload *w)
{
    struct bfs *bfs = w->state;
    graph_release(&bfs->graph);
    free(bfs);
}

const struct workload_class bfs_class = {
    .name = "bfs",
    .text = "breadth-first search, two kernels per level, on a uniform graph, R-MAT or a graph file",
    .parameter = {[NODES] = {"nodes", "of a uniform graph, mean degree 6", 65536, 1, 1 << 22},
                  [RMAT] = {"rmat", "instead an R-MAT graph of 2^rmat nodes; 0: none", 0, 0, 22},
                  [EDGE_FACTOR] = {"edgefactor", "edges per node of an R-MAT graph", 16, 1, 64},
                  [GROUP] = {"group", "log2 of the lanes that share a node's edges", 0, 0, 5}},
    .file_text = "graph instead: Rodinia, edge list or Matrix Market coordinate",
    .open = open_bfs,
    .next_kernel = next_bfs,
    .run_block = run_bfs,
    .check = check_bfs,
    .close = close_bfs,
};
