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
 * All instructions are those of a trace of an A100, predicated ones included: the loop has no
 * branch around what only new nodes need, its instructions issue without lanes. An exit of lanes
 * that leave the loop comes when the trace has it (branch_back).
 *
 * The host stops after the level whose `over` stayed 0. Rodinia's host clears one flag before each
 * level; here every level has its own word, so that the host never writes memory during a run.
 * Within a kernel no load races with a store: kernel 1 reads mask, cost and node of its own,
 * visited nodes only and writes cost and updating of unvisited ones. */
#include "workload_class.h"

#include "graph.h"
#include "threads.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WARPS = 16, BLOCK_LANES = WARPS * LANES };
enum { NODES, RMAT, EDGE_FACTOR, GROUP };

/* Distances to the instruction that needs a value: those of the trace. */
static const struct access load_mask = {.pc = 0x08, .kind = INSTRUCTION_LOAD, .size = 1};
static const struct access store_mask = {.pc = 0x10, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access load_node[2] =
    {/* degree, start */
     {.pc = 0x18, .kind = INSTRUCTION_LOAD, .size = 4},
     {.pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1}};
static const struct access load_edge = {.pc = 0x28, .kind = INSTRUCTION_LOAD, .size = 4};
static const struct access load_visited = {.pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 1};
static const struct access load_cost = {
    .pc = 0x38, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 4};
static const struct access store_cost = {.pc = 0x40, .kind = INSTRUCTION_STORE, .size = 4};
static const struct access store_updating = {.pc = 0x48, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access reload_node[2] = {
    {.pc = 0x50, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 4},
    {.pc = 0x58, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3}};
static const struct access load_updating = {.pc = 0x80, .kind = INSTRUCTION_LOAD, .size = 1};
static const struct access update_mask = {.pc = 0x88, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access update_visited = {.pc = 0x90, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access update_over = {.pc = 0x98, .kind = INSTRUCTION_STORE, .size = 1};
static const struct access clear_updating = {.pc = 0xa0, .kind = INSTRUCTION_STORE, .size = 1};

struct bfs {
    struct graph graph;                                       /* the input */
    uint64_t node, edge, mask, updating, visited, cost, over; /* addresses */
};

static void open_bfs(struct workload *w)
{
    struct bfs *bfs = w->state = xcalloc(1, sizeof *bfs);
    struct graph *graph = &bfs->graph;
    if (w->value[RMAT] && w->given & 1u << NODES)
        die("bfs: nodes=%" PRIu64 " beside rmat=%" PRIu64
            ": an R-MAT graph has 2^rmat nodes; leave "
            "one of them out",
            w->value[NODES], w->value[RMAT]);
    if (!w->value[RMAT] && w->given & 1u << EDGE_FACTOR)
        die("bfs: edgefactor=%" PRIu64 " without rmat: it is of an R-MAT graph",
            w->value[EDGE_FACTOR]);
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

/* The active lanes whose value is not 0, or is. */
static uint32_t lanes_with(const struct simt *simt, const uint8_t value[LANES], bool set)
{
    uint32_t lanes = 0;
    for (uint32_t rest = simt->active; rest; rest &= rest - 1)
        if (!value[__builtin_ctz(rest)] != set)
            lanes |= rest & -rest;
    return lanes;
}

/* Integer arithmetic of the active lanes, of which none may be left: it issues all the same. */
static void issue(struct simt *simt, uint32_t count)
{
    simt_issue(simt, ARITHMETIC_INT, 0, simt->active, count);
}

/* Accesses likewise: without lanes they go nowhere. */
static void load(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                 void *value)
{
    if (simt->active)
        simt_load(simt, access, address, value);
    else
        issue(simt, 1);
}

static void store(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                  const void *value)
{
    if (simt->active)
        simt_store(simt, access, address, value);
    else
        issue(simt, 1);
}

/* Loads a word of the lanes' node records: 0 start, 4 degree. */
static void load_member(const struct bfs *bfs, struct simt *simt, const struct access *access,
                        unsigned member, const uint32_t node[LANES], uint32_t value[LANES])
{
    uint64_t address[LANES] = {0};
    elements(simt, address, bfs->node + member, sizeof(struct graph_node), node);
    load(simt, access, address, value);
}

/* The active lanes' edges lead to nodes that nobody visited. */
static void reach(const struct bfs *bfs, struct simt *simt, const struct visitors *visitors,
                  const uint32_t target[LANES], uint32_t loop)
{
    uint64_t address[LANES] = {0};
    uint32_t cost[LANES] = {0}, unused[2][LANES], reached = simt->active;
    uint8_t one[LANES];
    memset(one, 1, sizeof one);
    elements(simt, address, bfs->cost, 4, visitors->node);
    load(simt, &load_cost, address, cost);
    issue(simt, 2);
    simt->active = loop;
    issue(simt, 1);
    simt->active = reached;
    issue(simt, 4);
    for (uint32_t rest = reached; rest; rest &= rest - 1)
        cost[__builtin_ctz(rest)]++;
    elements(simt, address, bfs->cost, 4, target);
    store(simt, &store_cost, address, cost);
    elements(simt, address, bfs->updating, 1, target);
    store(simt, &store_updating, address, one);
    load_member(bfs, simt, &reload_node[0], 4, visitors->node, unused[0]);
    load_member(bfs, simt, &reload_node[1], 0, visitors->node, unused[1]);
}

/* One edge of each active lane. */
static void visit_edge(const struct bfs *bfs, struct simt *simt, const struct visitors *visitors,
                       const uint32_t edge[LANES])
{
    uint64_t address[LANES] = {0};
    uint32_t target[LANES] = {0}, loop = simt->active;
    uint8_t visited[LANES] = {0};
    issue(simt, 1);
    elements(simt, address, bfs->edge, 4, edge);
    simt_load(simt, &load_edge, address, target);
    issue(simt, 3);
    elements(simt, address, bfs->visited, 1, target);
    simt_load(simt, &load_visited, address, visited);
    issue(simt, 1);
    simt->active = lanes_with(simt, visited, false);
    reach(bfs, simt, visitors, target, loop);
    simt->active = loop;
    issue(simt, 5);
}

/* The lanes whose next edge is one of their node's. */
static uint32_t with_edges(const struct simt *simt, const struct visitors *visitors,
                           const uint32_t next[LANES])
{
    uint32_t lanes = 0;
    for (uint32_t rest = simt->active; rest; rest &= rest - 1)
        if (next[__builtin_ctz(rest)] < visitors->end[__builtin_ctz(rest)])
            lanes |= rest & -rest;
    return lanes;
}

/* The branch at the loop's end; who does not take it exits. Where a warp's lanes part the smaller
 * side goes first: leaving lanes that are more wait until all others are gone, and exit together
 * with those who came to wait after them. Returns who waits. */
static uint32_t branch_back(struct simt *simt, uint32_t again, uint32_t waiting)
{
    uint32_t leaving = simt->active & ~again;
    simt->active = again;
    issue(simt, 1);
    if (again && __builtin_popcount(leaving) > __builtin_popcount(again))
        return waiting | leaving;
    if (leaving && (again || waiting)) /* the last exit is the end of the warp */
        simt_issue(simt, ARITHMETIC_INT, 0, leaving, 1);
    return waiting;
}

/* Kernel 1 of a warp: `group` lanes (a power of two) share a node and take its edges in turn. */
static void visit(const struct bfs *bfs, struct simt *simt, uint32_t first, unsigned group)
{
    struct visitors visitors = {.end = {0}};
    uint64_t address[LANES] = {0};
    uint32_t leaders = 0, next[LANES] = {0};
    uint8_t set[LANES] = {0}, zero[LANES] = {0};
    for (unsigned lane = 0; lane < LANES; lane++) {
        visitors.node[lane] = first + lane / group;
        leaders |= (uint32_t)(lane % group == 0) << lane;
    }
    issue(simt, 3);
    elements(simt, address, bfs->mask, 1, visitors.node);
    simt_load(simt, &load_mask, address, set);
    issue(simt, 1);
    if (!exit_but(simt, lanes_with(simt, set, true)))
        return;
    uint32_t frontier = simt->active;
    issue(simt, 1);
    simt->active = frontier & leaders;
    simt_store(simt, &store_mask, address, zero);
    simt->active = frontier;
    issue(simt, 1);
    load_member(bfs, simt, &load_node[0], 4, visitors.node, visitors.end);
    issue(simt, 1);
    for (unsigned lane = 0; lane < LANES; lane++)
        next[lane] = lane % group;
    if (!exit_but(simt, with_edges(simt, &visitors, next)))
        return;
    load_member(bfs, simt, &load_node[1], 0, visitors.node, visitors.start);
    issue(simt, 5);
    for (unsigned lane = 0; lane < LANES; lane++) {
        next[lane] += visitors.start[lane];
        visitors.end[lane] += visitors.start[lane];
    }
    uint32_t waiting = 0;
    while (simt->active) {
        visit_edge(bfs, simt, &visitors, next);
        for (unsigned lane = 0; lane < LANES; lane++)
            next[lane] += group;
        waiting = branch_back(simt, with_edges(simt, &visitors, next), waiting);
    }
}

static void update(const struct bfs *bfs, struct simt *simt, uint32_t first, unsigned level)
{
    uint64_t own[LANES], address[LANES];
    uint8_t set[LANES] = {0}, one[LANES], zero[LANES] = {0};
    memset(one, 1, sizeof one);
    issue(simt, 4);
    lane_addresses(own, bfs->updating + first, 1);
    simt_load(simt, &load_updating, own, set);
    issue(simt, 1);
    if (!exit_but(simt, lanes_with(simt, set, true)))
        return;
    issue(simt, 8);
    lane_addresses(address, bfs->mask + first, 1);
    simt_store(simt, &update_mask, address, one);
    issue(simt, 2);
    lane_addresses(address, bfs->visited + first, 1);
    simt_store(simt, &update_visited, address, one);
    lane_addresses(address, bfs->over + 4 * (uint64_t)level, 0);
    simt_store(simt, &update_over, address, one);
    simt_store(simt, &clear_updating, own, zero);
}

static void run_bfs(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct bfs *bfs = w->state;
    bool visits = w->kernels_started & 1;
    unsigned shift = visits ? (unsigned)w->value[GROUP] : 0;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        int64_t first = (int64_t)(index * BLOCK_LANES + warp * LANES) >> shift;
        if (!begin_guarded_warp(simt, warp,
                                low_lanes(((int64_t)bfs->graph.nodes - first) * (1 << shift))))
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
    .text =
        "breadth-first search, two kernels per level, on a uniform graph, R-MAT or a graph file",
    .parameter = {[NODES] = {"nodes", "of a uniform graph, mean degree 6", 65536, 1, 1 << 22},
                  [RMAT] = {"rmat", "instead an R-MAT graph of 2^rmat nodes; 0: none", 0, 0, 22},
                  [EDGE_FACTOR] = {"edgefactor", "edges per node of an R-MAT graph", 16, 1, 64},
                  [GROUP] = {"group", "log2 of the lanes that share a node's edges", 0, 0, 5}},
    .file_text = "graph instead: Rodinia, edge list or Matrix Market coordinate",
    .file_says = 1 << NODES | 1 << RMAT | 1 << EDGE_FACTOR,
    .open = open_bfs,
    .next_kernel = next_bfs,
    .run_block = run_bfs,
    .check = check_bfs,
    .close = close_bfs,
};
