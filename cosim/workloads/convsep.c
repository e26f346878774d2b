/* The CUDA SDK's convolutionSeparable: a 17 x 17 filter on an image as two filters along the axes,
 * single precision, through shared memory. A lane computes 8 points, one block width apart:
 *     rows      block 16 x 4; loads 8 points and the block's 16 columns before and behind them
 *     columns   block 16 x 8; likewise 8 rows above and below
 * 10 loads (the outer two not at the image's borders, where zeros stand for them), barrier, 8
 * stores; what blocks read before and behind belongs to their neighbours. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>

enum { WIDTH = 16, RADIUS = 8, TAPS = 2 * RADIUS + 1, RESULTS = 8, PIECES = RESULTS + 2 };
enum {
    THREADS_MAX = 128,
    PASSES = 2,
    HEIGHT_UNIT = RESULTS * RADIUS,
    WIDTH_UNIT = RESULTS * WIDTH
};
enum { COLUMNS, ROWS };
/* Numbers of the static instructions of a pass. */
enum { MAIN = 1, BEFORE = MAIN + RESULTS, BEHIND, RESULT, PASS = RESULT + RESULTS - 1 };

struct convsep {
    uint64_t image[PASSES + 1]; /* addresses: input, filtered along rows, result */
    float tap[TAPS];
};

/* How one of the kernels goes along its axis. */
struct pass {
    unsigned threads, width; /* of a block */
    unsigned piece;          /* lanes of a block along the axis: points from piece to piece */
    unsigned lane_step;      /* threads from lane to lane along the axis */
};
static const struct pass passes[PASSES] = {{64, WIDTH, WIDTH, 1}, {128, WIDTH, RADIUS, WIDTH}};

static void open_convsep(struct workload *w)
{
    if (w->value[COLUMNS] % WIDTH_UNIT)
        die("convsep: width must be a multiple of %d", WIDTH_UNIT);
    if (w->value[ROWS] % HEIGHT_UNIT)
        die("convsep: height must be a multiple of %d", HEIGHT_UNIT);
    struct convsep *conv = w->state = xcalloc(1, sizeof *conv);
    uint64_t count = w->value[COLUMNS] * w->value[ROWS];
    struct rng rng;
    rng_init(&rng, w->seed);
    conv->image[0] = allocate_random_floats(w, &rng, count);
    for (unsigned i = 1; i <= PASSES; i++)
        conv->image[i] = image_allocate(&w->image, 4 * count);
    fill_random_floats(&rng, conv->tap, TAPS);
}

static bool next_convsep(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == PASSES)
        return false;
    uint64_t points = w->value[COLUMNS] * w->value[ROWS];
    unsigned threads = passes[w->kernels_started].threads;
    *kernel = (struct kernel){.blocks = points / (RESULTS * threads), .warps = threads / LANES};
    /* columns: a word more per column of the block, against bank conflicts */
    kernel->shared_bytes = 4 * (PIECES * threads + (w->kernels_started ? WIDTH : 0));
    snprintf(kernel->name, sizeof kernel->name, "%s", w->kernels_started ? "columns" : "rows");
    return true;
}

/* A block at work. */
struct task {
    const struct pass *pass;
    struct tile tile; /* its first piece, the one before its results */
    int64_t step;     /* elements from piece to piece */
    bool first, last; /* at the image's borders along the axis */
    float value[PIECES][THREADS_MAX];
};

static void begin_task(const struct workload *w, uint64_t index, struct task *task)
{
    bool rows = w->kernels_started == 1;
    int64_t width = (int64_t)w->value[COLUMNS];
    uint64_t across = w->value[COLUMNS] / (rows ? WIDTH_UNIT : WIDTH);
    uint64_t down = w->value[ROWS] / (rows ? 4 : HEIGHT_UNIT);
    int64_t x = (int64_t)(index % across), y = (int64_t)(index / across);
    task->pass = &passes[!rows];
    task->step = rows ? WIDTH : RADIUS * width;
    task->first = rows ? x == 0 : y == 0;
    task->last = rows ? x + 1 == (int64_t)across : y + 1 == (int64_t)down;
    int64_t column = rows ? (x * RESULTS - 1) * WIDTH : x * WIDTH;
    int64_t row = rows ? y * 4 : (y * RESULTS - 1) * RADIUS;
    task->tile = (struct tile){row * width + column, width, task->pass->width};
}

static void load_piece(const struct workload *w, struct simt *simt, struct task *task,
                       unsigned piece, unsigned number)
{
    const struct convsep *conv = w->state;
    struct access load = word_load(number, 0);
    int64_t element[LANES];
    tile_elements(simt, &task->tile, element);
    for (unsigned lane = 0; lane < LANES; lane++)
        element[lane] += piece * task->step;
    load_elements(simt, &load, conv->image[w->kernels_started - 1], element,
                  task->value[piece] + LANES * simt->warp);
}

/* Result of thread t in a piece. */
static float filtered(const struct convsep *conv, const struct task *task, unsigned piece,
                      unsigned t)
{
    const struct pass *pass = task->pass;
    unsigned at = t / pass->lane_step % pass->piece; /* lane along the axis */
    float sum = 0;
    for (unsigned i = 0; i < TAPS; i++) {
        unsigned point = piece * pass->piece + at + i - RADIUS;
        unsigned other = t + (point % pass->piece - at) * pass->lane_step;
        sum += conv->tap[TAPS - 1 - i] * task->value[point / pass->piece][other];
    }
    return sum;
}

static void run_convsep(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct convsep *conv = w->state;
    unsigned base = PASS * (w->kernels_started - 1);
    struct task task = {.value = {{0}}};
    int64_t element[LANES];
    begin_task(w, index, &task);
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        begin_warp(simt, warp, task.pass->threads);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 10);
        for (unsigned i = 1; i <= RESULTS; i++)
            load_piece(w, simt, &task, i, base + MAIN + i - 1);
        if (!task.first)
            load_piece(w, simt, &task, 0, base + BEFORE);
        if (!task.last)
            load_piece(w, simt, &task, PIECES - 1, base + BEHIND);
    }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        begin_warp(simt, warp, task.pass->threads);
        tile_elements(simt, &task.tile, element);
        for (unsigned i = 1; i <= RESULTS; i++) {
            struct access store = word_store(base + RESULT + i - 1);
            float sum[LANES];
            for (unsigned lane = 0; lane < LANES; lane++) {
                element[lane] += task.step;
                sum[lane] = filtered(conv, &task, i, warp * LANES + lane);
            }
            simt_alu(simt, 2 * TAPS);
            store_elements(simt, &store, conv->image[w->kernels_started], element, sum);
        }
    }
}

/* A pass along an axis of `length` points that lie `step` elements apart. */
static void filter(const struct workload *w, const float *from, float *to, bool rows)
{
    const struct convsep *conv = w->state;
    int64_t width = (int64_t)w->value[COLUMNS], height = (int64_t)w->value[ROWS];
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            float *sum = &to[y * width + x];
            *sum = 0;
            for (int64_t d = -RADIUS; d <= RADIUS; d++) {
                int64_t other_x = rows ? x + d : x, other_y = rows ? y : y + d;
                bool inside = other_x >= 0 && other_x < width && other_y >= 0 && other_y < height;
                float value = inside ? from[other_y * width + other_x] : 0;
                *sum += conv->tap[RADIUS - d] * value;
            }
        }
}

static bool check_convsep(struct workload *w, workload_get *get, void *context)
{
    const struct convsep *conv = w->state;
    uint64_t count = w->value[COLUMNS] * w->value[ROWS];
    float *between = xcalloc(count, sizeof *between), *out = xcalloc(count, sizeof *out);
    filter(w, image_at(&w->image, conv->image[0], 4 * count), between, true);
    filter(w, between, out, false);
    struct result results[] = {{"rows", conv->image[1], between, count, w->value[COLUMNS], true},
                               {"out", conv->image[2], out, count, w->value[COLUMNS], true}};
    bool right = workload_compare_all(w, results, 2, get, context);
    free(between);
    free(out);
    return right;
}

const struct workload_class convsep_class = {
    .name = "convsep",
    .text = "separable convolution, after the CUDA SDK: borders of blocks read by two",
    .parameter = {[COLUMNS] = {"width", "a multiple of 128; the papers: 2048", 128, 128, 16384},
                  [ROWS] = {"height", "a multiple of 64; the papers: 512", 64, 64, 16384}},
    .open = open_convsep,
    .next_kernel = next_convsep,
    .run_block = run_convsep,
    .check = check_convsep,
    .close = free_state,
};
