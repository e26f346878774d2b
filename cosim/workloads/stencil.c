/* Two-dimensional 5-point stencil, single precision: out = 0.2 (centre + north + south + west +
 * east), borders stay. One kernel per iteration; the two grids change roles, so every kernel
 * boundary (L1 flush) matters.
 *
 * Block: 32 columns x 8 rows, a warp is a row of 32 points. Five loads and a store per warp, all
 * coalesced; west and east are shifted by one word and so touch a second line. Rows are shared by
 * the three warps around them, block edges by two blocks. */
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 8, POINTS = 5 };
enum { WIDTH, HEIGHT, ITERATIONS };

static const struct access load_point[POINTS] = {
    {.pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 4},
    {.pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3},
    {.pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3},
    {.pc = 0x40, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3},
    {.pc = 0x50, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3}};
static const struct access store_point = {.pc = 0x60, .kind = INSTRUCTION_STORE, .size = 4};

struct stencil {
    uint64_t grid[2]; /* addresses; kernel i reads grid[i & 1] */
    float *first;     /* initial grid, for the check */
};

static void open_stencil(struct workload *w)
{
    struct stencil *stencil = w->state = xcalloc(1, sizeof *stencil);
    uint64_t count = w->value[WIDTH] * w->value[HEIGHT];
    stencil->first = xcalloc(count, sizeof *stencil->first);
    struct rng rng;
    rng_init(&rng, w->seed);
    fill_random_floats(&rng, stencil->first, count);
    for (unsigned i = 0; i < 2; i++)
        stencil->grid[i] = image_allocate(&w->image, 4 * count);
    for (unsigned i = 0; i < 2; i++)
        memcpy(image_at(&w->image, stencil->grid[i], 4 * count), stencil->first, 4 * count);
}

static bool next_stencil(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == w->value[ITERATIONS])
        return false;
    uint64_t columns = (w->value[WIDTH] + LANES - 1) / LANES;
    uint64_t rows = (w->value[HEIGHT] + WARPS - 1) / WARPS;
    *kernel = (struct kernel){.name = "stencil", .blocks = columns * rows, .warps = WARPS};
    return true;
}

/* The same order of additions as in the check, so that results agree bit by bit. */
static float average(const float point[POINTS])
{
    return 0.2f * ((((point[0] + point[1]) + point[2]) + point[3]) + point[4]);
}

static void run_row(const struct workload *w, struct simt *simt, uint64_t row, uint64_t column)
{
    const struct stencil *stencil = w->state;
    unsigned reads = (w->kernels_started - 1) & 1;
    uint64_t width = w->value[WIDTH], at = row * width + column, address[LANES];
    const uint64_t point[POINTS] = {at, at - width, at + width, at - 1, at + 1};
    float value[POINTS][LANES], out[LANES];
    simt_alu(simt, 6);
    for (unsigned i = 0; i < POINTS; i++) {
        lane_addresses(address, stencil->grid[reads] + 4 * point[i], 4);
        simt_load(simt, &load_point[i], address, value[i]);
    }
    for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        out[lane] = average((float[POINTS]){value[0][lane], value[1][lane], value[2][lane],
                                            value[3][lane], value[4][lane]});
    }
    simt_alu(simt, POINTS);
    lane_addresses(address, stencil->grid[!reads] + 4 * at, 4);
    simt_store(simt, &store_point, address, out);
}

static void run_stencil(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t columns = (w->value[WIDTH] + LANES - 1) / LANES;
    uint64_t column = index % columns * LANES, row = index / columns * WARPS;
    uint32_t inner = low_lanes((int64_t)w->value[WIDTH] - 1 - (int64_t)column);
    if (column == 0)
        inner &= ~1u;
    for (unsigned warp = 0; warp < WARPS; warp++, row++) {
        bool border = row == 0 || row + 1 >= w->value[HEIGHT];
        simt_warp(simt, warp, border ? 0 : inner);
        if (simt->active)
            run_row(w, simt, row, column);
    }
}

static bool check_stencil(struct workload *w, workload_get *get, void *context)
{
    const struct stencil *stencil = w->state;
    uint64_t width = w->value[WIDTH], height = w->value[HEIGHT], count = width * height;
    float *from = xcalloc(count, sizeof *from), *to = xcalloc(count, sizeof *to);
    memcpy(from, stencil->first, 4 * count);
    memcpy(to, stencil->first, 4 * count);
    for (uint64_t pass = 0; pass < w->value[ITERATIONS]; pass++) {
        for (uint64_t y = 1; y + 1 < height; y++)
            for (uint64_t x = 1; x + 1 < width; x++) {
                const float *at = from + y * width + x;
                to[y * width + x] =
                    average((float[POINTS]){at[0], *(at - width), at[width], at[-1], at[1]});
            }
        float *swap = from;
        from = to;
        to = swap;
    }
    struct result result = {"grid", stencil->grid[w->value[ITERATIONS] & 1], from, count, width,
                            true};
    bool right = workload_compare(w, &result, get, context);
    free(from);
    free(to);
    return right;
}

static void close_stencil(struct workload *w)
{
    struct stencil *stencil = w->state;
    free(stencil->first);
    free(stencil);
}

const struct workload_class stencil_class = {
    .name = "stencil",
    .text = "2-D 5-point stencil, single precision, one kernel per iteration",
    .parameter = {[WIDTH] = {"width", "columns", 96, 3, 32768},
                  [HEIGHT] = {"height", "rows", 64, 3, 32768},
                  [ITERATIONS] = {"iterations", "kernels", 3, 1, 1000}},
    .open = open_stencil,
    .next_kernel = next_stencil,
    .run_block = run_stencil,
    .check = check_stencil,
    .close = close_stencil,
};
