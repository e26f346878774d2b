/* Matrix transposition, two versions of the CUDA SDK's sample "transpose".
 *
 * transpose: through 32 x 32 tiles in shared memory. Block: 8 warps, each moves 4 rows of a tile:
 * loads in[y][x] along x, stores them to shared memory (no global access: an ALU instruction),
 * barrier, stores out[x][y] along y. Loads and stores are coalesced; every line is touched once;
 * the barrier separates the phases.
 *
 * transpose_naive: block 16 x 16 lanes, each moves an element. A warp loads two rows of 64 B and
 * stores two words into each of 16 rows of the result. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { WARPS = 8, SIDE = 32, ROWS = SIDE / WARPS };
enum { NAIVE_SIDE = 16, NAIVE_THREADS = NAIVE_SIDE * NAIVE_SIDE };
enum { WIDTH, HEIGHT };

static const struct access load_in[ROWS] = {
    {.pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3},
    {.pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3},
    {.pc = 0x30, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3},
    {.pc = 0x40, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3}};
static const struct access store_out[ROWS] = {{.pc = 0x50, .kind = INSTRUCTION_STORE, .size = 4},
                                              {.pc = 0x60, .kind = INSTRUCTION_STORE, .size = 4},
                                              {.pc = 0x70, .kind = INSTRUCTION_STORE, .size = 4},
                                              {.pc = 0x80, .kind = INSTRUCTION_STORE, .size = 4}};
static const struct access load_element = LOAD(1, 4, 0), store_element = STORE(2, 4);

struct transpose {
    uint64_t in, out; /* addresses */
};

static void open_transpose(struct workload *w)
{
    struct transpose *transpose = w->state = xcalloc(1, sizeof *transpose);
    uint64_t count = w->value[WIDTH] * w->value[HEIGHT];
    transpose->in = image_allocate(&w->image, 4 * count);
    transpose->out = image_allocate(&w->image, 4 * count);
    uint32_t *in = image_at(&w->image, transpose->in, 4 * count);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (uint64_t i = 0; i < count; i++)
        in[i] = (uint32_t)rng_next(&rng);
}

static bool next_transpose(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t columns = (w->value[WIDTH] + SIDE - 1) / SIDE;
    uint64_t rows = (w->value[HEIGHT] + SIDE - 1) / SIDE;
    *kernel = (struct kernel){.name = "transpose",
                              .blocks = columns * rows,
                              .warps = WARPS,
                              .shared_bytes = 4 * SIDE * (SIDE + 1)}; /* the tile, padded */
    return true;
}

static void run_transpose(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct transpose *transpose = w->state;
    uint64_t width = w->value[WIDTH], height = w->value[HEIGHT];
    uint64_t columns = (width + SIDE - 1) / SIDE, address[LANES];
    uint64_t x = index % columns * SIDE, y = index / columns * SIDE;
    uint32_t tile[SIDE][SIDE] = {{0}};
    for (unsigned row = 0; row < SIDE; row++) {
        simt_warp(simt, row / ROWS, y + row < height ? low_lanes((int64_t)(width - x)) : 0);
        lane_addresses(address, transpose->in + 4 * ((y + row) * width + x), 4);
        simt_load(simt, &load_in[row % ROWS], address, tile[row]);
        simt_alu(simt, row % ROWS == ROWS - 1 ? ROWS : 0);
    }
    simt_barrier(simt);
    for (unsigned column = 0; column < SIDE; column++) {
        uint32_t value[LANES];
        for (unsigned lane = 0; lane < LANES; lane++)
            value[lane] = tile[lane][column];
        simt_warp(simt, column / ROWS, x + column < width ? low_lanes((int64_t)(height - y)) : 0);
        simt_alu(simt, 1);
        lane_addresses(address, transpose->out + 4 * ((x + column) * height + y), 4);
        simt_store(simt, &store_out[column % ROWS], address, value);
    }
}

static uint64_t naive_columns(const struct workload *w)
{
    return (w->value[WIDTH] + NAIVE_SIDE - 1) / NAIVE_SIDE;
}

static bool next_naive(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    uint64_t rows = (w->value[HEIGHT] + NAIVE_SIDE - 1) / NAIVE_SIDE;
    *kernel = (struct kernel){
        .name = "transpose", .blocks = naive_columns(w) * rows, .warps = NAIVE_THREADS / LANES};
    return true;
}

static void run_naive(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct transpose *transpose = w->state;
    int64_t width = (int64_t)w->value[WIDTH], height = (int64_t)w->value[HEIGHT];
    int64_t x = (int64_t)(index % naive_columns(w)) * NAIVE_SIDE;
    int64_t y = (int64_t)(index / naive_columns(w)) * NAIVE_SIDE;
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        int64_t column[LANES], row[LANES], from[LANES], to[LANES];
        uint32_t value[LANES] = {0};
        begin_warp(simt, warp, NAIVE_THREADS);
        simt_alu(simt, 8);
        thread_indices(simt, NAIVE_SIDE, column, row);
        simt->active =
            lanes_within(column, 0, width - 1 - x) & lanes_within(row, 0, height - 1 - y);
        for (unsigned lane = 0; lane < LANES; lane++) {
            from[lane] = x + column[lane] + width * (y + row[lane]);
            to[lane] = y + row[lane] + height * (x + column[lane]);
        }
        load_elements(simt, &load_element, transpose->in, from, value);
        store_elements(simt, &store_element, transpose->out, to, value);
    }
}

static bool check_transpose(struct workload *w, workload_get *get, void *context)
{
    const struct transpose *transpose = w->state;
    uint64_t width = w->value[WIDTH], height = w->value[HEIGHT];
    const uint32_t *in = image_at(&w->image, transpose->in, 4 * width * height);
    uint32_t *out = xcalloc(width * height, sizeof *out);
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++)
            out[x * height + y] = in[y * width + x];
    struct result result = {"out", transpose->out, out, width * height, height, false};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

const struct workload_class transpose_class = {
    .name = "transpose",
    .text = "matrix transposition through shared-memory tiles, with barriers",
    .parameter = {[WIDTH] = {"width", "columns of the input", 128, 1, 16384},
                  [HEIGHT] = {"height", "rows of the input", 96, 1, 16384}},
    .open = open_transpose,
    .next_kernel = next_transpose,
    .run_block = run_transpose,
    .check = check_transpose,
    .close = free_state,
};

const struct workload_class transpose_naive_class = {
    .name = "transpose_naive",
    .text = "matrix transposition element by element: stores into 16 rows at once",
    .parameter = {[WIDTH] = {"width", "columns of the input", 128, 1, 16384},
                  [HEIGHT] = {"height", "rows of the input", 96, 1, 16384}},
    .open = open_transpose,
    .next_kernel = next_naive,
    .run_block = run_naive,
    .check = check_transpose,
    .close = free_state,
};
