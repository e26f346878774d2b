/* Rodinia pathfinder: the cheapest way through a grid of costs from row to row, to one of the three
 * nearest columns, by dynamic programming. Block: 256 lanes; a kernel computes `pyramid` rows, of
 * which 256 - 2 pyramid columns are left (pyramid.h). Per lane a load of the last row's result,
 * per row one of the costs (`wall`), for ever fewer lanes, at the end a store. The costs are a
 * stream, the two rows of results change roles. */
#include "workload_class.h"

#include "pyramid.h"
#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 256, WARPS = THREADS / LANES };
enum { COLUMNS, ROWS, PYRAMID };

static const struct access load_src = LOAD(1, 4, 0), load_wall = LOAD(2, 4, 0);
static const struct access store_dst = STORE(3, 4);

struct pathfinder {
    uint64_t row[2]; /* addresses; kernel i reads row[i & 1] */
    uint64_t wall;   /* address: rows 1 and up */
    int32_t *first;  /* row 0, for the check */
};

static void fill_costs(const struct workload *w, struct rng *rng, uint64_t address, uint64_t count)
{
    int32_t *cost = image_at(&w->image, address, 4 * count);
    for (uint64_t i = 0; i < count; i++)
        cost[i] = (int32_t)rng_below(rng, 10);
}

static void open_pathfinder(struct workload *w)
{
    struct pathfinder *path = w->state = xcalloc(1, sizeof *path);
    uint64_t columns = w->value[COLUMNS], walls = columns * (w->value[ROWS] - 1);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (unsigned i = 0; i < 2; i++)
        path->row[i] = image_allocate(&w->image, 4 * columns);
    path->wall = image_allocate(&w->image, 4 * walls);
    fill_costs(w, &rng, path->row[0], columns);
    fill_costs(w, &rng, path->wall, walls);
    path->first = image_copy(w, path->row[0], 4 * columns);
}

static bool next_pathfinder(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started * w->value[PYRAMID] >= w->value[ROWS] - 1)
        return false;
    *kernel = (struct kernel){
        .name = "pathfinder",
        .blocks = span_blocks(w->value[COLUMNS], THREADS, (int64_t)w->value[PYRAMID]),
        .warps = WARPS,
        .shared_bytes = 2 * 4 * THREADS};
    return true;
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Begins a warp with its lanes that compute in a step; t: its threads. */
static void begin_step(struct simt *simt, unsigned warp, const struct span *span, int64_t step,
                       int64_t t[LANES])
{
    int64_t zero[LANES];
    begin_warp(simt, warp, THREADS);
    thread_indices(simt, THREADS, t, zero);
    simt->active &= lanes_within(t, span_low(span, step), span_high(span, step));
}

/* A row: the lanes whose way goes on from `from` add the cost of their column at `wall`. */
static void compute_row(struct simt *simt, const struct span *span, uint64_t wall, int64_t step,
                        int32_t from[THREADS], int32_t to[THREADS])
{
    for (unsigned warp = 0; warp < WARPS; warp++) {
        int32_t cost[LANES] = {0};
        int64_t t[LANES];
        begin_step(simt, warp, span, step, t);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 6);
        load_row(simt, &load_wall, wall + 4 * (uint64_t)(span->first + t[0]), cost);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            int32_t best = least(from[span_before(span, t[lane])], from[t[lane]]);
            best = least(best, from[span_after(span, t[lane])]);
            to[t[lane]] = best + cost[lane];
        }
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 2);
    }
    simt_barrier(simt);
}

/* The lanes that computed in a step hand their sums on; all wait. */
static void take_over(struct simt *simt, const struct span *span, int64_t step)
{
    for (unsigned warp = 0; warp < WARPS; warp++) {
        int64_t t[LANES];
        begin_step(simt, warp, span, step, t);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 2);
    }
    simt_barrier(simt);
}

static void run_pathfinder(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct pathfinder *path = w->state;
    unsigned reads = (w->kernels_started - 1) & 1;
    uint64_t columns = w->value[COLUMNS], done = (w->kernels_started - 1) * w->value[PYRAMID];
    int64_t border = (int64_t)w->value[PYRAMID], left = (int64_t)(w->value[ROWS] - 1 - done);
    int64_t steps = left < border ? left : border, t[LANES], zero[LANES];
    struct span span = span_of(index, columns, THREADS, (int64_t[2]){steps, border});
    int32_t row[2][THREADS] = {{0}}; /* step i goes from row[i & 1] to the other */
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 16);
        thread_indices(simt, THREADS, t, zero);
        simt->active = lanes_within(t, span.min, span.max);
        load_row(simt, &load_src, path->row[reads] + 4 * (uint64_t)(span.first + t[0]),
                 row[0] + LANES * warp);
    }
    simt_barrier(simt);
    for (int64_t step = 0; step < steps; step++) {
        if (step)
            take_over(simt, &span, step - 1);
        uint64_t wall = path->wall + 4 * columns * (done + (uint64_t)step);
        compute_row(simt, &span, wall, step, row[step & 1], row[!(step & 1)]);
    }
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_step(simt, warp, &span, steps - 1, t);
        store_row(simt, &store_dst, path->row[!reads] + 4 * (uint64_t)(span.first + t[0]),
                  row[steps & 1] + LANES * warp);
    }
}

static bool check_pathfinder(struct workload *w, workload_get *get, void *context)
{
    const struct pathfinder *path = w->state;
    uint64_t columns = w->value[COLUMNS], rows = w->value[ROWS];
    const int32_t *wall = image_at(&w->image, path->wall, 4 * columns * (rows - 1));
    int32_t *now = xcalloc(columns, sizeof *now), *next = xcalloc(columns, sizeof *next);
    memcpy(now, path->first, 4 * columns);
    for (uint64_t row = 0; row + 1 < rows; row++) {
        for (uint64_t x = 0; x < columns; x++) {
            next[x] = now[x];
            if (x > 0)
                next[x] = least(next[x], now[x - 1]);
            if (x + 1 < columns)
                next[x] = least(next[x], now[x + 1]);
            next[x] += wall[row * columns + x];
        }
        int32_t *swap = now;
        now = next;
        next = swap;
    }
    struct result result = {"cost", path->row[w->kernels_started & 1], now, columns, 0, false};
    bool right = workload_compare(w, &result, get, context);
    free(now);
    free(next);
    return right;
}

static void close_pathfinder(struct workload *w)
{
    struct pathfinder *path = w->state;
    free(path->first);
    free(path);
}

const struct workload_class pathfinder_class = {
    .name = "pathfinder",
    .text = "cheapest ways through a grid, after Rodinia: overlapping blocks, a stream of costs",
    .parameter = {[COLUMNS] = {"columns", "of the grid; the papers: 100000", 2000, 1, 1 << 22},
                  [ROWS] = {"rows", "of the grid; the papers: 100", 10, 2, 4096},
                  [PYRAMID] = {"pyramid", "rows per kernel; the papers: 20", 4, 1, 127}},
    .open = open_pathfinder,
    .next_kernel = next_pathfinder,
    .run_block = run_pathfinder,
    .check = check_pathfinder,
    .close = close_pathfinder,
};
