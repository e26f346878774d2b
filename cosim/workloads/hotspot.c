/* Rodinia hotspot: the temperature of a chip from its power, a 5-point stencil on an n x n grid,
 * single precision. Block: 16 x 16 lanes; a kernel computes `pyramid` time steps in shared memory,
 * of which 16 - 2 pyramid rows and columns are left (pyramid.h). Per lane inside of the grid a load
 * of temperature and of power, per result a store; the two grids of temperatures change roles. Rows
 * are 64 bytes at shifting alignment; up to four blocks read the same points, each only once. */
#include "workload_class.h"

#include "numbers.h"
#include "pyramid.h"
#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, THREADS = SIDE * SIDE, WARPS = THREADS / LANES };
enum { SIZE, PYRAMID, STEPS };

static const struct access load_temperature = LOAD(1, 4, 0), load_power = LOAD(2, 4, 0);
static const struct access store_temperature = STORE(3, 4);
static const float ambient = 80;

/* Of the difference equation. */
struct coefficients {
    float step;       /* time step / capacity of a point */
    float rx, ry, rz; /* conductances to columns, rows, package */
};

struct hotspot {
    uint64_t grid[2], power; /* addresses; kernel i reads grid[i & 1] */
    float *first;            /* initial temperatures, for the check */
    struct coefficients coefficients;
};

/* A square chip of 16 mm, 0.5 mm thick, with Rodinia's constants. */
static struct coefficients chip_coefficients(uint64_t size)
{
    const float side = 0.016f / (float)size, thickness = 0.0005f, conductivity = 100;
    const float heat = 1.75e6f, fitting = 0.5f, most_power = 3.0e6f, precision = 0.001f;
    float capacity = fitting * heat * thickness * side * side;
    float slope = most_power / (fitting * thickness * heat);
    return (struct coefficients){.step = precision / slope / capacity,
                                 .rx = 2 * conductivity * thickness,
                                 .ry = 2 * conductivity * thickness,
                                 .rz = conductivity * side * side / thickness};
}

/* Rodinia's format: a number per point. Two files, their names between a comma. */
static void read_grids(struct workload *w)
{
    struct hotspot *hotspot = w->state;
    struct numbers temperature, power;
    char *comma = strchr(w->file, ',');
    if (!comma)
        die("hotspot: file=%s: two files are needed, TEMPERATURES,POWERS", w->file);
    char *first = xasprintf("%.*s", (int)(comma - w->file), w->file);
    numbers_read(&temperature, first);
    numbers_read(&power, comma + 1);
    w->value[SIZE] = numbers_square(&temperature, w->class->parameter[SIZE].max);
    numbers_must_be(&power, temperature.count);
    uint64_t bytes = 4 * temperature.count;
    hotspot->grid[0] = image_allocate(&w->image, bytes);
    hotspot->grid[1] = image_allocate(&w->image, bytes);
    hotspot->power = image_allocate(&w->image, bytes);
    memcpy(image_at(&w->image, hotspot->grid[0], bytes), temperature.value, bytes);
    memcpy(image_at(&w->image, hotspot->power, bytes), power.value, bytes);
    numbers_release(&temperature);
    numbers_release(&power);
    free(first);
}

static void draw_grids(struct workload *w)
{
    static const float warm[2] = {320, 345}, watts[2] = {0, 1};
    struct hotspot *hotspot = w->state;
    uint64_t count = w->value[SIZE] * w->value[SIZE];
    struct rng rng;
    rng_init(&rng, w->seed);
    hotspot->grid[0] = allocate_floats_between(w, &rng, count, warm);
    hotspot->grid[1] = image_allocate(&w->image, 4 * count);
    hotspot->power = allocate_floats_between(w, &rng, count, watts);
}

static void open_hotspot(struct workload *w)
{
    struct hotspot *hotspot = w->state = xcalloc(1, sizeof *hotspot);
    if (w->file)
        read_grids(w);
    else
        draw_grids(w);
    uint64_t count = w->value[SIZE] * w->value[SIZE];
    hotspot->first = image_copy(w, hotspot->grid[0], 4 * count);
    hotspot->coefficients = chip_coefficients(w->value[SIZE]);
}

/* Blocks of the grid per axis. */
static uint64_t blocks_per_row(const struct workload *w)
{
    return span_blocks(w->value[SIZE], SIDE, (int64_t)w->value[PYRAMID]);
}

static bool next_hotspot(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started * w->value[PYRAMID] >= w->value[STEPS])
        return false;
    *kernel = (struct kernel){.name = "hotspot",
                              .blocks = blocks_per_row(w) * blocks_per_row(w),
                              .warps = WARPS,
                              .shared_bytes = 3 * 4 * THREADS};
    return true;
}

/* Temperature after a time step; `around`: north, south, west, east. */
static float heat(const struct coefficients *k, float here, const float around[4], float power)
{
    return here + k->step * (power + (around[1] + around[0] - 2 * here) * k->ry +
                             (around[3] + around[2] - 2 * here) * k->rx + (ambient - here) * k->rz);
}

/* A block at work. */
struct patch {
    struct span x, y;
    int64_t steps; /* of this kernel */
    float temperature[THREADS], power[THREADS], next[THREADS];
};

/* The lanes of the current warp that compute in a step. */
static uint32_t computing(const struct simt *simt, const struct patch *patch, int64_t step)
{
    int64_t x[LANES], y[LANES];
    thread_indices(simt, SIDE, x, y);
    return lanes_within(x, span_low(&patch->x, step), span_high(&patch->x, step)) &
           lanes_within(y, span_low(&patch->y, step), span_high(&patch->y, step));
}

static void compute_step(struct simt *simt, const struct coefficients *k, struct patch *patch,
                         int64_t step)
{
    const float *now = patch->temperature;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        simt_warp(simt, warp, 0);
        simt->active = computing(simt, patch, step);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int64_t t = LANES * (int64_t)warp + __builtin_ctz(rest), x = t % SIDE, y = t / SIDE;
            const float around[4] = {now[SIDE * span_before(&patch->y, y) + x],
                                     now[SIDE * span_after(&patch->y, y) + x],
                                     now[SIDE * y + span_before(&patch->x, x)],
                                     now[SIDE * y + span_after(&patch->x, x)]};
            patch->next[t] = heat(k, now[t], around, patch->power[t]);
        }
        simt_alu(simt, 18);
    }
    simt_barrier(simt);
}

/* What a step computed is what the next one reads. */
static void take_over(struct simt *simt, struct patch *patch, int64_t step)
{
    for (unsigned warp = 0; warp < WARPS; warp++) {
        simt_warp(simt, warp, 0);
        simt->active = computing(simt, patch, step);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            unsigned t = LANES * warp + (unsigned)__builtin_ctz(rest);
            patch->temperature[t] = patch->next[t];
        }
        simt_alu(simt, 2);
    }
    simt_barrier(simt);
}

static void run_hotspot(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct hotspot *hotspot = w->state;
    unsigned reads = (w->kernels_started - 1) & 1;
    uint64_t size = w->value[SIZE], done = (w->kernels_started - 1) * w->value[PYRAMID];
    int64_t border = (int64_t)w->value[PYRAMID], left = (int64_t)(w->value[STEPS] - done);
    struct patch patch = {.steps = left < border ? left : border};
    patch.x = span_of(index % blocks_per_row(w), size, SIDE, (int64_t[2]){patch.steps, border});
    patch.y = span_of(index / blocks_per_row(w), size, SIDE, (int64_t[2]){patch.steps, border});
    struct tile tile = {patch.y.first * (int64_t)size + patch.x.first, (int64_t)size, SIDE};
    int64_t x[LANES], y[LANES], element[LANES];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_alu(simt, 20);
        tile_elements(simt, &tile, element);
        thread_indices(simt, SIDE, x, y);
        simt->active =
            lanes_within(x, patch.x.min, patch.x.max) & lanes_within(y, patch.y.min, patch.y.max);
        load_elements(simt, &load_temperature, hotspot->grid[reads], element,
                      patch.temperature + LANES * warp);
        load_elements(simt, &load_power, hotspot->power, element, patch.power + LANES * warp);
    }
    simt_barrier(simt);
    for (int64_t step = 0; step < patch.steps; step++) {
        if (step)
            take_over(simt, &patch, step - 1);
        compute_step(simt, &hotspot->coefficients, &patch, step);
    }
    for (unsigned warp = 0; warp < WARPS; warp++) {
        simt_warp(simt, warp, 0);
        simt->active = computing(simt, &patch, patch.steps - 1);
        tile_elements(simt, &tile, element);
        store_elements(simt, &store_temperature, hotspot->grid[!reads], element,
                       patch.next + LANES * warp);
    }
}

static bool check_hotspot(struct workload *w, workload_get *get, void *context)
{
    const struct hotspot *hotspot = w->state;
    uint64_t n = w->value[SIZE], steps = w->value[STEPS], last = n - 1;
    const float *power = image_at(&w->image, hotspot->power, 4 * n * n);
    float *now = xcalloc(n * n, sizeof *now), *next = xcalloc(n * n, sizeof *next);
    memcpy(now, hotspot->first, 4 * n * n);
    for (uint64_t step = 0; step < steps; step++) {
        for (uint64_t y = 0; y < n; y++)
            for (uint64_t x = 0; x < n; x++) {
                const float around[4] = {
                    now[(y ? y - 1 : 0) * n + x], now[(y < last ? y + 1 : last) * n + x],
                    now[y * n + (x ? x - 1 : 0)], now[y * n + (x < last ? x + 1 : last)]};
                next[y * n + x] =
                    heat(&hotspot->coefficients, now[y * n + x], around, power[y * n + x]);
            }
        float *swap = now;
        now = next;
        next = swap;
    }
    struct result result = {"temperature", hotspot->grid[w->kernels_started & 1], now, n * n, n,
                            true};
    bool right = workload_compare(w, &result, get, context);
    free(now);
    free(next);
    return right;
}

static void close_hotspot(struct workload *w)
{
    struct hotspot *hotspot = w->state;
    free(hotspot->first);
    free(hotspot);
}

const struct workload_class hotspot_class = {
    .name = "hotspot",
    .text = "temperatures of a chip, after Rodinia: overlapping blocks, no reuse within one",
    .parameter = {[SIZE] = {"size", "rows and columns; the papers: 512, 1024", 64, 1, 8192},
                  [PYRAMID] = {"pyramid", "time steps per kernel", 2, 1, 7},
                  [STEPS] = {"steps", "time steps", 4, 1, 10000}},
    .file_text = "TEMPERATURES,POWERS: two files of a number per point instead, Rodinia's format",
    .file_says = 1 << SIZE,
    .open = open_hotspot,
    .next_kernel = next_hotspot,
    .run_block = run_hotspot,
    .check = check_hotspot,
    .close = close_hotspot,
};
