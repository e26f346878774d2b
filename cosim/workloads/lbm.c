/* Parboil's lbm: a fluid by the lattice Boltzmann method, D3Q19, single precision, a kernel per
 * step; the two grids change roles. Block: a row of x cells, grid y x z. A grid is one buffer of 20
 * arrays, one per direction and one of flags: 20 loads of the own cell, then 19 stores, each into
 * the cell that lies in its direction. Rows have 8 cells more than the fluid and there are two
 * planes in front and two behind, where what leaves the box ends up. Stores shifted along x cross a
 * line border; nothing is used twice: a bandwidth-bound stream. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 19, FLAGS = DIRECTIONS, ARRAYS, PAD = 8, MARGIN = 2 };
enum { X, Y, Z, STEPS };
enum { OBSTACLE = 1, ACCELERATED = 2 };

/* Directions in the order of the arrays, each with the number of the opposite one. */
static const struct direction {
    int8_t x, y, z, opposite;
    float weight;
} direction[DIRECTIONS] = {
    {0, 0, 0, 0, 1.0f / 3},    {0, 1, 0, 2, 1.0f / 18},   {0, -1, 0, 1, 1.0f / 18},
    {1, 0, 0, 4, 1.0f / 18},   {-1, 0, 0, 3, 1.0f / 18},  {0, 0, 1, 6, 1.0f / 18},
    {0, 0, -1, 5, 1.0f / 18},  {1, 1, 0, 10, 1.0f / 36},  {-1, 1, 0, 9, 1.0f / 36},
    {1, -1, 0, 8, 1.0f / 36},  {-1, -1, 0, 7, 1.0f / 36}, {0, 1, 1, 14, 1.0f / 36},
    {0, 1, -1, 13, 1.0f / 36}, {0, -1, 1, 12, 1.0f / 36}, {0, -1, -1, 11, 1.0f / 36},
    {1, 0, 1, 18, 1.0f / 36},  {1, 0, -1, 17, 1.0f / 36}, {-1, 0, 1, 16, 1.0f / 36},
    {-1, 0, -1, 15, 1.0f / 36}};

struct lbm {
    uint64_t grid[2]; /* addresses; kernel i reads grid[i & 1] */
    float *first;     /* initial grid, for the check */
};

/* Cells of an array, with what lies around the fluid. */
static uint64_t array_cells(const struct workload *w)
{
    return (w->value[X] + PAD) * w->value[Y] * (w->value[Z] + 2 * MARGIN);
}

static uint64_t cell_of(const struct workload *w, uint64_t x, uint64_t y, uint64_t z)
{
    return x + (w->value[X] + PAD) * (y + w->value[Y] * (z + MARGIN));
}

/* From a cell to the one that lies in a direction. */
static int64_t cells_to(const struct workload *w, const struct direction *to)
{
    int64_t row = (int64_t)w->value[X] + PAD;
    return to->x + row * (to->y + (int64_t)w->value[Y] * to->z);
}

static uint32_t draw_flags(const struct workload *w, struct rng *rng, uint64_t y, uint64_t z)
{
    if (y == 0 || y + 1 == w->value[Y] || rng_below(rng, 16) == 0)
        return OBSTACLE;
    return z == 0 ? ACCELERATED : 0;
}

static void open_lbm(struct workload *w)
{
    struct lbm *lbm = w->state = xcalloc(1, sizeof *lbm);
    uint64_t cells = array_cells(w), bytes = 4 * ARRAYS * cells;
    struct rng rng;
    rng_init(&rng, w->seed);
    lbm->first = xcalloc(ARRAYS * cells, sizeof *lbm->first);
    for (unsigned d = 0; d < DIRECTIONS; d++)
        for (uint64_t i = 0; i < cells; i++)
            lbm->first[d * cells + i] =
                direction[d].weight * (1 + (float)rng_below(&rng, 1024) / 65536);
    for (uint64_t z = 0; z < w->value[Z]; z++)
        for (uint64_t y = 0; y < w->value[Y]; y++)
            for (uint64_t x = 0; x < w->value[X]; x++) {
                uint32_t flags = draw_flags(w, &rng, y, z);
                memcpy(&lbm->first[FLAGS * cells + cell_of(w, x, y, z)], &flags, sizeof flags);
            }
    for (unsigned i = 0; i < 2; i++) {
        lbm->grid[i] = image_allocate(&w->image, bytes);
        memcpy(image_at(&w->image, lbm->grid[i], bytes), lbm->first, bytes);
    }
}

static bool next_lbm(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == w->value[STEPS])
        return false;
    *kernel = (struct kernel){.name = "lbm",
                              .blocks = w->value[Y] * w->value[Z],
                              .warps = (unsigned)(w->value[X] + LANES - 1) / LANES};
    return true;
}

/* What leaves a cell: turned round by an obstacle, else relaxed towards equilibrium. */
static void collide(const float in[DIRECTIONS], uint32_t flags, float out[DIRECTIONS])
{
    const float omega = 1.95f;
    float density = 0, u[3] = {0};
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        density += in[d];
        u[0] += (float)direction[d].x * in[d];
        u[1] += (float)direction[d].y * in[d];
        u[2] += (float)direction[d].z * in[d];
    }
    for (unsigned i = 0; i < 3; i++)
        u[i] /= density;
    if (flags & ACCELERATED) {
        u[0] = 0.005f;
        u[1] = 0.002f;
        u[2] = 0;
    }
    float square = 1.5f * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) - 1;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        const struct direction *to = &direction[d];
        float along = (float)to->x * u[0] + (float)to->y * u[1] + (float)to->z * u[2];
        out[d] = flags & OBSTACLE ? in[to->opposite]
                                  : (1 - omega) * in[d] + omega * to->weight * density *
                                                              (along * (4.5f * along + 3) - square);
    }
}

/* The current warp's cells, of which lane 0 has `cell`. */
static void run_cells(const struct workload *w, struct simt *simt, uint64_t cell)
{
    const struct lbm *lbm = w->state;
    unsigned reads = (w->kernels_started - 1) & 1;
    float in[DIRECTIONS][LANES] = {{0}}, out[DIRECTIONS][LANES] = {{0}};
    uint32_t flags[LANES] = {0};
    for (unsigned d = 0; d < ARRAYS; d++) {
        struct access load = word_load(d + 1, (uint16_t)(ARRAYS - 1 - d));
        load_row(simt, &load, lbm->grid[reads] + 4 * (d * array_cells(w) + cell),
                 d == FLAGS ? (void *)flags : (void *)in[d]);
    }
    for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        float from[DIRECTIONS], to[DIRECTIONS];
        for (unsigned d = 0; d < DIRECTIONS; d++)
            from[d] = in[d][lane];
        collide(from, flags[lane], to);
        for (unsigned d = 0; d < DIRECTIONS; d++)
            out[d][lane] = to[d];
    }
    simt_alu(simt, 160);
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        struct access store = word_store(ARRAYS + d + 1);
        uint64_t to = d * array_cells(w) + cell + (uint64_t)cells_to(w, &direction[d]);
        store_row(simt, &store, lbm->grid[!reads] + 4 * to, out[d]);
    }
}

static void run_lbm(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t row = cell_of(w, 0, index % w->value[Y], index / w->value[Y]);
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        begin_warp(simt, warp, (unsigned)w->value[X]);
        simt_alu(simt, 8);
        run_cells(w, simt, row + LANES * warp);
    }
}

/* A step of the whole box in plain C. */
static void step_box(const struct workload *w, const float *from, float *to)
{
    uint64_t cells = array_cells(w);
    for (uint64_t z = 0; z < w->value[Z]; z++)
        for (uint64_t y = 0; y < w->value[Y]; y++)
            for (uint64_t x = 0; x < w->value[X]; x++) {
                uint64_t cell = cell_of(w, x, y, z);
                float in[DIRECTIONS], out[DIRECTIONS];
                uint32_t flags;
                memcpy(&flags, &from[FLAGS * cells + cell], sizeof flags);
                for (unsigned d = 0; d < DIRECTIONS; d++)
                    in[d] = from[d * cells + cell];
                collide(in, flags, out);
                for (unsigned d = 0; d < DIRECTIONS; d++)
                    to[d * cells + cell + (uint64_t)cells_to(w, &direction[d])] = out[d];
            }
}

static bool check_lbm(struct workload *w, workload_get *get, void *context)
{
    const struct lbm *lbm = w->state;
    uint64_t words = ARRAYS * array_cells(w);
    float *from = xcalloc(words, sizeof *from), *to = xcalloc(words, sizeof *to);
    memcpy(from, lbm->first, 4 * words);
    memcpy(to, lbm->first, 4 * words);
    for (uint64_t step = 0; step < w->value[STEPS]; step++) {
        step_box(w, from, to);
        float *swap = from;
        from = to;
        to = swap;
    }
    struct result result = {"grid", lbm->grid[w->value[STEPS] & 1], from, words, array_cells(w),
                            true};
    bool right = workload_compare(w, &result, get, context);
    free(from);
    free(to);
    return right;
}

static void close_lbm(struct workload *w)
{
    struct lbm *lbm = w->state;
    free(lbm->first);
    free(lbm);
}

const struct workload_class lbm_class = {
    .name = "lbm",
    .text = "lattice Boltzmann fluid, after Parboil: 20 loads and 19 stores, nothing used twice",
    .parameter = {[X] = {"x", "cells along x, lanes of a block; the papers: 120", 120, 1, 1024},
                  [Y] = {"y", "along y; the papers: 120", 4, 1, 1024},
                  [Z] = {"z", "along z; the papers: 150", 3, 1, 1024},
                  [STEPS] = {"steps", "kernels", 2, 1, 3000}},
    .open = open_lbm,
    .next_kernel = next_lbm,
    .run_block = run_lbm,
    .check = check_lbm,
    .close = close_lbm,
};
