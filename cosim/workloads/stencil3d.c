/* Parboil's stencil, the base version: heat in a box of nx x ny x nz points, single precision; a
 * point after a step is c1 (sum of its six neighbours) - c0 itself, border points stay. A kernel
 * per step, the two grids change roles. Block: nx - 1 lanes along x, grid (ny - 2) x (nz - 2); lane
 * 0 does nothing. Seven loads and a store per point, west and east shifted by a word; the planes
 * above and below are nx ny points away, so they are needed again after a whole plane. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS = 7, THREADS_MAX = 1024 };
enum { NX, NY, NZ, STEPS };

static const float c0 = 1.0f / 6, c1 = 1.0f / 36;

struct stencil3d {
    uint64_t grid[2]; /* addresses; kernel i reads grid[i & 1] */
    float *first;     /* initial grid, for the check */
};

static uint64_t grid_points(const struct workload *w)
{
    return w->value[NX] * w->value[NY] * w->value[NZ];
}

static void open_stencil3d(struct workload *w)
{
    struct stencil3d *stencil = w->state = xcalloc(1, sizeof *stencil);
    uint64_t bytes = 4 * grid_points(w);
    struct rng rng;
    rng_init(&rng, w->seed);
    stencil->grid[0] = allocate_random_floats(w, &rng, grid_points(w));
    stencil->grid[1] = image_allocate(&w->image, bytes);
    stencil->first = image_copy(w, stencil->grid[0], bytes);
    memcpy(image_at(&w->image, stencil->grid[1], bytes), stencil->first, bytes);
}

static bool next_stencil3d(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == w->value[STEPS])
        return false;
    *kernel = (struct kernel){.name = "stencil",
                              .blocks = (w->value[NY] - 2) * (w->value[NZ] - 2),
                              .warps = (unsigned)(w->value[NX] - 1 + LANES - 1) / LANES};
    return true;
}

/* Elements from a point to those that it needs: top, bottom, north, south, east, west, itself. */
static void neighbours(const struct workload *w, int64_t distance[POINTS])
{
    int64_t row = (int64_t)w->value[NX], plane = row * (int64_t)w->value[NY];
    const int64_t all[POINTS] = {plane, -plane, row, -row, 1, -1, 0};
    memcpy(distance, all, sizeof all);
}

static float heat(const float point[POINTS])
{
    float sum = point[0];
    for (unsigned i = 1; i < POINTS - 1; i++)
        sum += point[i];
    return sum * c1 - point[POINTS - 1] * c0;
}

static void run_stencil3d(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct stencil3d *stencil = w->state;
    unsigned reads = (w->kernels_started - 1) & 1, threads = (unsigned)w->value[NX] - 1;
    uint64_t j = index % (w->value[NY] - 2) + 1, k = index / (w->value[NY] - 2) + 1;
    uint64_t row = w->value[NX] * (j + w->value[NY] * k);
    const struct access store = word_store(POINTS + 1);
    int64_t distance[POINTS];
    neighbours(w, distance);
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        float in[POINTS][LANES] = {{0}}, out[LANES] = {0};
        uint64_t first = row + warp * LANES;
        begin_warp(simt, warp, threads);
        simt_alu(simt, 10);
        if (warp == 0)
            simt->active &= ~1u;
        for (unsigned i = 0; i < POINTS; i++) {
            struct access load = word_load(i + 1, (uint16_t)(POINTS - 1 - i));
            load_row(simt, &load, stencil->grid[reads] + 4 * (first + (uint64_t)distance[i]),
                     in[i]);
        }
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            out[lane] = heat((float[POINTS]){in[0][lane], in[1][lane], in[2][lane], in[3][lane],
                                             in[4][lane], in[5][lane], in[6][lane]});
        }
        simt_alu(simt, POINTS);
        store_row(simt, &store, stencil->grid[!reads] + 4 * first, out);
    }
}

static bool check_stencil3d(struct workload *w, workload_get *get, void *context)
{
    const struct stencil3d *stencil = w->state;
    uint64_t nx = w->value[NX], ny = w->value[NY], nz = w->value[NZ], count = grid_points(w);
    float *from = xcalloc(count, sizeof *from), *to = xcalloc(count, sizeof *to);
    memcpy(from, stencil->first, 4 * count);
    memcpy(to, stencil->first, 4 * count);
    for (uint64_t step = 0; step < w->value[STEPS]; step++) {
        for (uint64_t at = 0; at < count; at++) {
            uint64_t x = at % nx, y = at / nx % ny, z = at / nx / ny;
            const float *point = from + at;
            if (x && x + 1 < nx && y && y + 1 < ny && z && z + 1 < nz)
                to[at] = heat((float[POINTS]){point[nx * ny], *(point - nx * ny), point[nx],
                                              *(point - nx), point[1], point[-1], point[0]});
        }
        float *swap = from;
        from = to;
        to = swap;
    }
    struct result result = {"grid", stencil->grid[w->value[STEPS] & 1], from, count, nx, true};
    bool right = workload_compare(w, &result, get, context);
    free(from);
    free(to);
    return right;
}

static void close_stencil3d(struct workload *w)
{
    struct stencil3d *stencil = w->state;
    free(stencil->first);
    free(stencil);
}

const struct workload_class stencil3d_class = {
    .name = "stencil3d",
    .text = "heat in a box, base version of Parboil's stencil: planes needed again after a plane",
    .parameter = {[NX] = {"nx", "points along x; the papers: 512", 64, 3, THREADS_MAX},
                  [NY] = {"ny", "along y; the papers: 512", 12, 3, 4096},
                  [NZ] = {"nz", "along z; the papers: 64", 8, 3, 4096},
                  [STEPS] = {"steps", "kernels; the papers: 100", 2, 1, 1000}},
    .open = open_stencil3d,
    .next_kernel = next_stencil3d,
    .run_block = run_stencil3d,
    .check = check_stencil3d,
    .close = close_stencil3d,
};
