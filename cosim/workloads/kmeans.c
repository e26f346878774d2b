/* The assignment step of Rodinia's k-means, the version without textures that CCWS and DLP use:
 * every point's nearest cluster by squared distance. Block: 256 points, the grid is square, blocks
 * behind the last point do nothing. Per cluster and feature a warp loads
 *     feature[p][j]   lane stride of a whole point (34 features: 136 B): 32 lines, each needed in
 *                     the next 31 steps and again for the next cluster
 *     cluster[c][j]   one word for all lanes
 * Points belong to one block, only the clusters (K x 136 B) are replicated: what counts is capacity
 * per warp (4.3 KB), not sharing. */
#include "workload_class.h"

#include "numbers.h"
#include "util.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WARPS = 8, THREADS = WARPS * LANES };
enum { POINTS, FEATURES, CLUSTERS };
enum { POINTS_MAX = 1 << 20, FEATURES_MAX = 256 };

static const struct access load_feature = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1};
static const struct access load_cluster = {
    .pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 0};
static const struct access store_membership = {.pc = 0x30, .kind = INSTRUCTION_STORE, .size = 4};

struct kmeans {
    uint64_t feature, cluster, membership; /* addresses */
};

/* Rodinia's format: a point per line, its number, then its features. The first points are the
 * clusters, as Rodinia begins. */
static void read_points(struct workload *w)
{
    struct kmeans *kmeans = w->state;
    struct numbers numbers;
    uint64_t columns = numbers_read_table(&numbers, w->file), points = numbers.count / columns;
    if (columns < 2 || columns - 1 > FEATURES_MAX || points > POINTS_MAX)
        die("%s: %" PRIu64 " points of %" PRIu64 " features; at most %d of 1 to %d are read",
            w->file, points, columns - 1, POINTS_MAX, FEATURES_MAX);
    if (w->value[CLUSTERS] > points)
        die("%s: fewer points than clusters = %" PRIu64, w->file, w->value[CLUSTERS]);
    uint64_t features = columns - 1, bytes = 4 * features;
    w->value[POINTS] = points;
    w->value[FEATURES] = features;
    kmeans->feature = image_allocate(&w->image, points * bytes);
    for (uint64_t p = 0; p < points; p++)
        memcpy(image_at(&w->image, kmeans->feature + p * bytes, bytes),
               numbers.value + p * columns + 1, bytes);
    kmeans->cluster = image_allocate(&w->image, w->value[CLUSTERS] * bytes);
    memcpy(image_at(&w->image, kmeans->cluster, w->value[CLUSTERS] * bytes),
           image_at(&w->image, kmeans->feature, w->value[CLUSTERS] * bytes),
           w->value[CLUSTERS] * bytes);
    numbers_release(&numbers);
}

static void open_kmeans(struct workload *w)
{
    struct kmeans *kmeans = w->state = xcalloc(1, sizeof *kmeans);
    struct rng rng;
    rng_init(&rng, w->seed);
    if (w->file) {
        read_points(w);
    } else {
        kmeans->feature = allocate_random_floats(w, &rng, w->value[POINTS] * w->value[FEATURES]);
        kmeans->cluster = allocate_random_floats(w, &rng, w->value[CLUSTERS] * w->value[FEATURES]);
    }
    kmeans->membership = image_allocate(&w->image, 4 * w->value[POINTS]);
}

static bool next_kmeans(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t side = 1;
    while (side * side * THREADS < w->value[POINTS])
        side++;
    *kernel = (struct kernel){.name = "nearest cluster", .blocks = side * side, .warps = WARPS};
    return true;
}

static void run_warp(const struct workload *w, struct simt *simt, uint64_t first)
{
    const struct kmeans *kmeans = w->state;
    uint64_t features = w->value[FEATURES], address[LANES];
    uint32_t nearest[LANES] = {0};
    float least[LANES], feature[LANES] = {0}, cluster[LANES] = {0};
    for (unsigned lane = 0; lane < LANES; lane++)
        least[lane] = FLT_MAX;
    simt_alu(simt, 6);
    for (uint32_t c = 0; c < w->value[CLUSTERS]; c++) {
        float distance[LANES] = {0};
        for (uint64_t j = 0; j < features; j++) {
            lane_addresses(address, kmeans->feature + 4 * (first * features + j), 4 * features);
            simt_load(simt, &load_feature, address, feature);
            lane_addresses(address, kmeans->cluster + 4 * (c * features + j), 0);
            simt_load(simt, &load_cluster, address, cluster);
            for (unsigned lane = 0; lane < LANES; lane++)
                distance[lane] += (feature[lane] - cluster[lane]) * (feature[lane] - cluster[lane]);
            simt_alu(simt, 2);
        }
        for (unsigned lane = 0; lane < LANES; lane++) {
            nearest[lane] = distance[lane] < least[lane] ? c : nearest[lane];
            least[lane] = distance[lane] < least[lane] ? distance[lane] : least[lane];
        }
        simt_alu(simt, 2);
    }
    lane_addresses(address, kmeans->membership + 4 * first, 4);
    simt_store(simt, &store_membership, address, nearest);
}

static void run_kmeans(struct workload *w, struct simt *simt, uint64_t index)
{
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = index * THREADS + warp * LANES;
        simt_warp(simt, warp, low_lanes((int64_t)(w->value[POINTS] - first)));
        if (simt->active)
            run_warp(w, simt, first);
    }
}

static float distance(const float *a, const float *b, uint64_t count)
{
    float sum = 0;
    for (uint64_t j = 0; j < count; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

static bool check_kmeans(struct workload *w, workload_get *get, void *context)
{
    const struct kmeans *kmeans = w->state;
    uint64_t points = w->value[POINTS], features = w->value[FEATURES];
    const float *feature = image_at(&w->image, kmeans->feature, 4 * points * features);
    const float *cluster = image_at(&w->image, kmeans->cluster, 4 * w->value[CLUSTERS] * features);
    uint32_t *membership = xcalloc(points, sizeof *membership);
    for (uint64_t p = 0; p < points; p++) {
        const float *point = feature + p * features;
        for (uint32_t c = 1; c < w->value[CLUSTERS]; c++) {
            const float *best = cluster + membership[p] * features;
            if (distance(point, cluster + c * features, features) < distance(point, best, features))
                membership[p] = c;
        }
    }
    struct result result = {"membership", kmeans->membership, membership, points, 0, false};
    bool right = workload_compare(w, &result, get, context);
    free(membership);
    return right;
}

const struct workload_class kmeans_class = {
    .name = "kmeans",
    .text = "nearest clusters of points, after Rodinia without textures",
    .parameter = {[POINTS] = {"n", "points; the papers: 204800", 512, 1, POINTS_MAX},
                  [FEATURES] = {"features", "of a point; the data of the papers: 34", 20, 1,
                                FEATURES_MAX},
                  [CLUSTERS] = {"clusters", "the papers: 5", 1, 1, 256}},
    .file_text = "points instead, Rodinia's format: lines of a number and the features",
    .file_says = 1 << POINTS | 1 << FEATURES,
    .open = open_kmeans,
    .next_kernel = next_kmeans,
    .run_block = run_kmeans,
    .check = check_kmeans,
    .close = free_state,
};
