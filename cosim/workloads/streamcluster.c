/* Rodinia streamcluster: what it would save to open a center at a point x, the distances of all
 * points to x, single precision. Block: 512 lanes, a lane per point; coordinates lie dimension by
 * dimension. Per dimension a warp loads
 *     coord[d][p]   coalesced, once per kernel: a stream
 *     coord[d][x]   one word for all lanes of all cores
 * then weight and cost out of records of 32 bytes (8 lines). A point that is nearer to x than to
 * its center is marked and adds what it saves, the others add what they would lose to their center,
 * both in a row of their own of the table `work` (centers + 1 words). Each kernel is another x;
 * Rodinia's host clears work and marks in between, here they add up. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 512, WARPS = THREADS / LANES };
enum { COUNT, DIMENSIONS, CENTERS, CANDIDATES };

static const struct access load_own = LOAD(1, 4, 1), load_other = LOAD(2, 4, 0);
static const struct access load_weight = LOAD(3, 4, 1), load_cost = LOAD(4, 4, 0);
static const struct access store_mark = STORE(5, 1), load_cost_again = LOAD(6, 4, 1);
static const struct access load_saved = LOAD(7, 4, 0), store_saved = STORE(8, 4);
static const struct access load_assign = LOAD(9, 8, 0), load_center = LOAD(10, 4, 0);
static const struct access load_lost = LOAD(11, 4, 0), store_lost = STORE(12, 4);

/* A point as Rodinia's 64-bit struct has it. */
struct point {
    float weight;
    uint32_t padding[3]; /* and the host's pointer to coordinates */
    int64_t assign;      /* point that is its center */
    float cost;          /* weighted distance to it */
    uint32_t end;        /* padding */
};
static_assert(sizeof(struct point) == 32, "as the real kernel's");

struct streamcluster {
    uint64_t coord, points, table, mark, work; /* addresses; table: number of a center by point */
};

/* Words of a point's row of work. */
static uint64_t stride(const struct workload *w)
{
    return w->value[CENTERS] + 1;
}

/* Squared distance of two points. */
static float distance(const struct workload *w, const float *coord, uint64_t p, uint64_t x)
{
    uint64_t count = w->value[COUNT];
    float sum = 0;
    for (uint64_t d = 0; d < w->value[DIMENSIONS]; d++) {
        float difference = coord[d * count + p] - coord[d * count + x];
        sum += difference * difference;
    }
    return sum;
}

static uint64_t center_point(const struct workload *w, uint64_t center)
{
    return center * w->value[COUNT] / w->value[CENTERS];
}

/* The point that kernel number `kernel`, from 0, tries. */
static uint64_t candidate(const struct workload *w, uint64_t kernel)
{
    return (kernel * UINT64_C(0x9e3779b1) + w->seed) % w->value[COUNT];
}

static void open_streamcluster(struct workload *w)
{
    struct streamcluster *s = w->state = xcalloc(1, sizeof *s);
    uint64_t count = w->value[COUNT];
    if (w->value[CENTERS] > count)
        die("streamcluster: centers must be at most n");
    struct rng rng;
    rng_init(&rng, w->seed);
    s->coord = allocate_random_floats(w, &rng, count * w->value[DIMENSIONS]);
    s->points = image_allocate(&w->image, sizeof(struct point) * count);
    s->table = image_allocate(&w->image, 4 * count);
    s->mark = image_allocate(&w->image, count);
    s->work = image_allocate(&w->image, 4 * count * stride(w));
    const float *coord = image_at(&w->image, s->coord, 4 * count * w->value[DIMENSIONS]);
    struct point *point = image_at(&w->image, s->points, sizeof *point * count);
    int32_t *table = image_at(&w->image, s->table, 4 * count);
    for (uint64_t c = 0; c < w->value[CENTERS]; c++)
        table[center_point(w, c)] = (int32_t)c;
    for (uint64_t p = 0; p < count; p++) {
        uint64_t center = center_point(w, rng_below(&rng, (uint32_t)w->value[CENTERS]));
        point[p].weight = (float)(1 + rng_below(&rng, 4));
        point[p].assign = (int64_t)center;
        point[p].cost = distance(w, coord, p, center) * point[p].weight;
    }
}

static bool next_streamcluster(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == w->value[CANDIDATES])
        return false;
    *kernel = (struct kernel){.name = "compute cost",
                              .blocks = (w->value[COUNT] + THREADS - 1) / THREADS,
                              .warps = WARPS};
    return true;
}

/* work[p][column[lane]] += change[lane] for 32 points from `first` on. */
static void add_work(const struct workload *w, struct simt *simt, uint64_t first,
                     const struct access *const access[2], const int32_t column[LANES],
                     const float change[LANES])
{
    const struct streamcluster *s = w->state;
    float work[LANES] = {0};
    int64_t element[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        element[lane] = (int64_t)((first + lane) * stride(w)) + column[lane];
    simt_alu(simt, 3);
    load_elements(simt, access[0], s->work, element, work);
    for (unsigned lane = 0; lane < LANES; lane++)
        work[lane] += change[lane];
    simt_alu(simt, 1);
    store_elements(simt, access[1], s->work, element, work);
}

/* Lane vectors of 32 points. */
struct points {
    uint64_t record[LANES]; /* addresses */
    float weight[LANES], cost[LANES], to_x[LANES];
};

static void load_member(struct simt *simt, const struct access *access, const struct points *points,
                        uint64_t offset, void *value)
{
    uint64_t address[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = points->record[lane] + offset;
    simt_load(simt, access, address, value);
}

/* Points that gain by x. */
static void run_nearer(const struct workload *w, struct simt *simt, uint64_t first,
                       struct points *points)
{
    const struct streamcluster *s = w->state;
    uint8_t yes[LANES];
    int32_t column[LANES];
    float change[LANES];
    memset(yes, 1, sizeof yes);
    store_row(simt, &store_mark, s->mark + first, yes);
    load_member(simt, &load_cost_again, points, offsetof(struct point, cost), points->cost);
    for (unsigned lane = 0; lane < LANES; lane++) {
        column[lane] = (int32_t)w->value[CENTERS];
        change[lane] = points->to_x[lane] - points->cost[lane];
    }
    add_work(w, simt, first, (const struct access *const[2]){&load_saved, &store_saved}, column,
             change);
}

/* Points that stay with their center. */
static void run_farther(const struct workload *w, struct simt *simt, uint64_t first,
                        const struct points *points)
{
    const struct streamcluster *s = w->state;
    int64_t assign[LANES] = {0};
    int32_t center[LANES] = {0};
    float change[LANES];
    load_member(simt, &load_assign, points, offsetof(struct point, assign), assign);
    load_elements(simt, &load_center, s->table, assign, center);
    for (unsigned lane = 0; lane < LANES; lane++)
        change[lane] = points->cost[lane] - points->to_x[lane];
    add_work(w, simt, first, (const struct access *const[2]){&load_lost, &store_lost}, center,
             change);
}

static void run_points(const struct workload *w, struct simt *simt, uint64_t first, uint64_t x)
{
    const struct streamcluster *s = w->state;
    struct points points = {.to_x = {0}};
    float own[LANES] = {0}, other[LANES] = {0};
    for (uint64_t d = 0; d < w->value[DIMENSIONS]; d++) {
        uint64_t row = s->coord + 4 * d * w->value[COUNT];
        load_row(simt, &load_own, row + 4 * first, own);
        load_uniform(simt, &load_other, row + 4 * x, other);
        for (unsigned lane = 0; lane < LANES; lane++)
            points.to_x[lane] += (own[lane] - other[lane]) * (own[lane] - other[lane]);
        simt_alu(simt, 2);
    }
    lane_addresses(points.record, s->points + sizeof(struct point) * first, sizeof(struct point));
    load_member(simt, &load_weight, &points, offsetof(struct point, weight), points.weight);
    load_member(simt, &load_cost, &points, offsetof(struct point, cost), points.cost);
    uint32_t nearer = 0, lanes = simt->active;
    for (unsigned lane = 0; lane < LANES; lane++) {
        points.to_x[lane] *= points.weight[lane];
        nearer |= (uint32_t)(points.to_x[lane] < points.cost[lane]) << lane;
    }
    simt_alu(simt, 2);
    simt->active = lanes & nearer;
    run_nearer(w, simt, first, &points);
    simt->active = lanes & ~nearer;
    run_farther(w, simt, first, &points);
}

static void run_streamcluster(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t x = candidate(w, w->kernels_started - 1);
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = index * THREADS + warp * LANES;
        simt_warp(simt, warp, ALL_LANES);
        simt_alu(simt, 6);
        simt->active = low_lanes((int64_t)(w->value[COUNT]) - (int64_t)first);
        run_points(w, simt, first, x);
    }
}

static bool check_streamcluster(struct workload *w, workload_get *get, void *context)
{
    const struct streamcluster *s = w->state;
    uint64_t count = w->value[COUNT], centers = w->value[CENTERS], words = count * stride(w);
    const float *coord = image_at(&w->image, s->coord, 4 * count * w->value[DIMENSIONS]);
    const struct point *point = image_at(&w->image, s->points, sizeof *point * count);
    float *work = xcalloc(words, sizeof *work);
    uint8_t *mark = xcalloc((count + 3) / 4, 4);
    for (uint64_t k = 0; k < w->value[CANDIDATES]; k++)
        for (uint64_t p = 0; p < count; p++) {
            float cost = distance(w, coord, p, candidate(w, k)) * point[p].weight;
            uint64_t center = 0;
            while (center_point(w, center) != (uint64_t)point[p].assign)
                center++;
            if (cost < point[p].cost) {
                mark[p] = 1;
                work[p * stride(w) + centers] += cost - point[p].cost;
            } else {
                work[p * stride(w) + center] += point[p].cost - cost;
            }
        }
    struct result results[] = {{"work", s->work, work, words, stride(w), true},
                               {"marks", s->mark, mark, (count + 3) / 4, 0, false}};
    bool right = workload_compare_all(w, results, 2, get, context);
    free(work);
    free(mark);
    return right;
}

const struct workload_class streamcluster_class = {
    .name = "streamcluster",
    .text = "gain of a new center, after Rodinia: a stream of coordinates and a word for all",
    .parameter = {[COUNT] = {"n", "points; the papers: 16384, 65536", 1000, 1, 1 << 20},
                  [DIMENSIONS] = {"dimensions", "of a point; the papers: 64, 256", 16, 1, 1024},
                  [CENTERS] = {"centers", "open", 10, 1, 1000},
                  [CANDIDATES] = {"candidates", "points that are tried, a kernel each", 2, 1,
                                  1000}},
    .open = open_streamcluster,
    .next_kernel = next_streamcluster,
    .run_block = run_streamcluster,
    .check = check_streamcluster,
    .close = free_state,
};
