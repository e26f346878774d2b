/* Rodinia's dwt2d: the reversible wavelet transform 5/3 of a colour image, in integers. The first
 * kernel splits the pixels (blocks of 256, three bytes each through shared memory) into three
 * planes. Then, plane by plane and level by level, a kernel transforms and a second one copies the
 * quarter LL back, which the next level transforms.
 *
 * Transform: a block has `across` columns (192, 128 or 64, by the width), a lane per column, and
 * goes down 8 rows per step, about 120 rows / 8 steps. It loads rows -2, -1 and 0, then 8 more per
 * step: the own column, and by three lanes the columns -2, -1 and `across`; barriers; the transform
 * along x, then along y, in shared memory; 8 stores of a column, rows and columns of low and high
 * frequencies into four quarters. Borders are mirrored. A stream; blocks share border columns. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { COLOURS = 3, SPLIT_LANES = 256, SPLIT_WARPS = SPLIT_LANES / LANES };
enum { ROWS = 8, BEFORE = 2, WINDOW = ROWS + BEFORE + 1, ACROSS_MAX = 192, EXTRA = 3 };
enum { WIDTH, HEIGHT, LEVELS };

/* Static instructions: those of the window's rows, own and border columns, then of stores. */
enum { LOAD_BYTE = 1, STORE_PLANE = 4, LOAD_ROW = 10, LOAD_BORDER = 30, STORE_ROW = 50, COPY = 60 };

/* Of a level: its image, and how blocks cover it. */
struct level {
    int64_t width, height;
    int64_t across; /* columns of a block */
    int64_t steps;  /* of a block */
};

struct dwt {
    uint64_t rgb, in[COLOURS], out[COLOURS]; /* addresses: pixels; planes, their transforms */
    unsigned colour, level;                  /* that are transformed */
    bool copies;                             /* the running kernel does */
};

static uint64_t pixels(const struct workload *w)
{
    return w->value[WIDTH] * w->value[HEIGHT];
}

static struct level level_of(const struct workload *w, unsigned number)
{
    struct level level = {(int64_t)w->value[WIDTH], (int64_t)w->value[HEIGHT], 0, 0};
    for (; number; number--) {
        level.width = (level.width + 1) / 2;
        level.height = (level.height + 1) / 2;
    }
    level.across = level.width >= 960 ? ACROSS_MAX : level.width >= 480 ? 128 : 64;
    level.steps = (level.height + 119) / 120;
    return level;
}

static void open_dwt2d(struct workload *w)
{
    struct dwt *dwt = w->state = xcalloc(1, sizeof *dwt);
    struct rng rng;
    rng_init(&rng, w->seed);
    dwt->rgb = image_allocate(&w->image, COLOURS * pixels(w));
    for (unsigned i = 0; i < COLOURS; i++) {
        dwt->in[i] = image_allocate(&w->image, 4 * pixels(w));
        dwt->out[i] = image_allocate(&w->image, 4 * pixels(w));
    }
    uint8_t *byte = image_at(&w->image, dwt->rgb, COLOURS * pixels(w));
    for (uint64_t i = 0; i < COLOURS * pixels(w); i++)
        byte[i] = (uint8_t)rng_below(&rng, 256);
}

static uint64_t divide_up(int64_t count, int64_t by)
{
    return (uint64_t)((count + by - 1) / by);
}

/* Transform, copy, transform, ... of a plane; the last level is not copied. */
static bool advance(struct workload *w)
{
    struct dwt *dwt = w->state;
    if (w->kernels_started == 1)
        return true;
    if (!dwt->copies && dwt->level + 1 < w->value[LEVELS]) {
        dwt->copies = true;
    } else if (dwt->copies) {
        dwt->copies = false;
        dwt->level++;
    } else {
        dwt->level = 0;
        dwt->colour++;
    }
    return dwt->colour < COLOURS;
}

static bool next_dwt2d(struct workload *w, struct kernel *kernel)
{
    const struct dwt *dwt = w->state;
    if (!w->kernels_started) {
        *kernel = (struct kernel){.name = "split",
                                  .blocks = (pixels(w) + SPLIT_LANES - 1) / SPLIT_LANES,
                                  .warps = SPLIT_WARPS,
                                  .shared_bytes = COLOURS * SPLIT_LANES};
        return true;
    }
    if (!advance(w))
        return false;
    struct level level = level_of(w, dwt->copies ? dwt->level + 1 : dwt->level);
    *kernel = (struct kernel){.name = "copy",
                              .blocks = divide_up(level.width * level.height, SPLIT_LANES),
                              .warps = SPLIT_WARPS};
    if (!dwt->copies)
        *kernel = (struct kernel){.name = "transform",
                                  .blocks = divide_up(level.width, level.across) *
                                            divide_up(level.height, ROWS * level.steps),
                                  .warps = (unsigned)level.across / LANES,
                                  .shared_bytes = (unsigned)(4 * WINDOW * (level.across + EXTRA))};
    return true;
}

static void run_split(const struct workload *w, struct simt *simt, uint64_t index)
{
    const struct dwt *dwt = w->state;
    uint8_t byte[COLOURS * SPLIT_LANES] = {0};
    int64_t left = (int64_t)pixels(w) - (int64_t)index * SPLIT_LANES;
    for (unsigned warp = 0; warp < SPLIT_WARPS; warp++)
        for (unsigned i = 0; i < COLOURS; i++) {
            const struct access load = LOAD(LOAD_BYTE + i, 1, (uint16_t)(COLOURS - 1 - i));
            int64_t first = SPLIT_LANES * i + LANES * warp;
            simt_warp(simt, warp, low_lanes(COLOURS * left - first));
            load_row(simt, &load, dwt->rgb + COLOURS * SPLIT_LANES * index + (uint64_t)first,
                     byte + first);
        }
    simt_barrier(simt);
    for (unsigned warp = 0; warp < SPLIT_WARPS; warp++)
        for (unsigned i = 0; i < COLOURS; i++) {
            struct access store = word_store(STORE_PLANE + i);
            uint64_t first = LANES * warp;
            int32_t value[LANES];
            for (unsigned lane = 0; lane < LANES; lane++)
                value[lane] = byte[COLOURS * (first + lane) + i] - 128;
            simt_warp(simt, warp, low_lanes(left - (int64_t)first));
            simt_alu(simt, 2);
            store_row(simt, &store, dwt->in[i] + 4 * (index * SPLIT_LANES + first), value);
        }
}

/* The quarter LL, which lies in a row at the beginning of the transform. */
static void run_copy(const struct workload *w, struct simt *simt, uint64_t index)
{
    const struct dwt *dwt = w->state;
    struct access load = word_load(COPY, 0), store = word_store(COPY + 1);
    struct level level = level_of(w, dwt->level + 1);
    for (unsigned warp = 0; warp < SPLIT_WARPS; warp++) {
        uint64_t first = index * SPLIT_LANES + LANES * warp;
        int32_t value[LANES] = {0};
        simt_warp(simt, warp, low_lanes(level.width * level.height - (int64_t)first));
        load_row(simt, &load, dwt->out[dwt->colour] + 4 * first, value);
        store_row(simt, &store, dwt->in[dwt->colour] + 4 * first, value);
    }
}

/* Coordinate of 0 .. size - 1 that stands for one outside. */
static int64_t mirrored(int64_t at, int64_t size)
{
    while (at < 0 || at >= size) {
        if (size == 1)
            return 0;
        at = at < 0 ? -at : 2 * (size - 1) - at;
    }
    return at;
}

/* Lifting: high frequency of a value between two, low frequency of one between two of those. */
static int32_t high(int32_t before, int32_t here, int32_t behind)
{
    return here - (before + behind) / 2;
}

static int32_t low(int32_t before, int32_t here, int32_t behind)
{
    return here + (before + behind + 2) / 4;
}

/* The 5/3 transform of value number `at` of a series, even: low, odd: high; value[0] is `at` - 2.
 */
static int32_t lifted(const int32_t value[5], int64_t at)
{
    if (at % 2)
        return high(value[1], value[2], value[3]);
    return low(high(value[0], value[1], value[2]), value[2], high(value[2], value[3], value[4]));
}

/* A block at work: the window's rows, transformed along x. */
struct window {
    struct level level;
    int64_t first_x, first_y; /* of the block */
    int32_t row[WINDOW][ACROSS_MAX];
};

/* Row `y` of the image becomes row `at` of the window. */
static void load_window_row(const struct dwt *dwt, struct simt *simt, struct window *window,
                            unsigned at, int64_t y)
{
    const struct level *level = &window->level;
    struct access load = word_load(LOAD_ROW + at, 3), border = word_load(LOAD_BORDER + at, 2);
    int32_t raw[BEFORE + ACROSS_MAX + LANES] = {0}, extra[LANES] = {0};
    int64_t element[LANES], row = mirrored(y, level->height) * level->width;
    for (unsigned warp = 0; warp < simt->block->warps; warp++) {
        begin_warp(simt, warp, (unsigned)level->across);
        for (unsigned lane = 0; lane < LANES; lane++)
            element[lane] = row + mirrored(window->first_x + LANES * warp + lane, level->width);
        load_elements(simt, &load, dwt->in[dwt->colour], element, raw + BEFORE + LANES * warp);
    }
    begin_warp(simt, 0, EXTRA);
    for (unsigned lane = 0; lane < LANES; lane++)
        element[lane] = row + mirrored(window->first_x +
                                           (lane < BEFORE ? (int64_t)lane - BEFORE : level->across),
                                       level->width);
    load_elements(simt, &border, dwt->in[dwt->colour], element, extra);
    memcpy(raw, extra, BEFORE * sizeof raw[0]);
    raw[BEFORE + level->across] = extra[BEFORE];
    for (int64_t x = 0; x < level->across; x++)
        window->row[at][x] = lifted(raw + x, x);
}

/* Where a point of the image lies in its transform: quarters LL, HL, LH, HH behind each other. */
static int64_t place(const struct level *level, int64_t x, int64_t y)
{
    int64_t low_width = (level->width + 1) / 2, low_height = (level->height + 1) / 2;
    int64_t width = x % 2 ? level->width - low_width : low_width;
    int64_t base = y % 2 ? level->width * low_height : 0;
    if (x % 2)
        base += low_width * (y % 2 ? level->height - low_height : low_height);
    return base + y / 2 * width + x / 2;
}

/* The window's middle 8 rows, transformed along y, from row y on. */
static void store_rows(const struct dwt *dwt, struct simt *simt, const struct window *window,
                       int64_t y)
{
    const struct level *level = &window->level;
    for (unsigned row = 0; row < ROWS && y + row < level->height; row++)
        for (unsigned warp = 0; warp < simt->block->warps; warp++) {
            struct access store = word_store(STORE_ROW + row);
            int64_t first = LANES * (int64_t)warp, element[LANES];
            int32_t out[LANES];
            simt_warp(simt, warp, low_lanes(level->width - window->first_x - first));
            for (unsigned lane = 0; lane < LANES; lane++) {
                int32_t column[5] = {0};
                for (unsigned i = 0; i < 5 && row + i < WINDOW; i++)
                    column[i] = window->row[row + i][first + lane];
                out[lane] = lifted(column, row);
                element[lane] = place(level, window->first_x + first + lane, y + row);
            }
            store_elements(simt, &store, dwt->out[dwt->colour], element, out);
        }
}

static void run_transform(const struct workload *w, struct simt *simt, uint64_t index)
{
    const struct dwt *dwt = w->state;
    struct window window = {.level = level_of(w, dwt->level)};
    const struct level *level = &window.level;
    uint64_t columns = divide_up(level->width, level->across);
    window.first_x = (int64_t)(index % columns) * level->across;
    window.first_y = (int64_t)(index / columns) * ROWS * level->steps;
    block_alu(simt, (unsigned)level->across, 30);
    for (unsigned at = 0; at <= BEFORE; at++)
        load_window_row(dwt, simt, &window, at, window.first_y + at - BEFORE);
    for (int64_t step = 0; step < level->steps; step++) {
        int64_t y = window.first_y + ROWS * step;
        if (y >= level->height)
            break;
        if (step)
            memmove(window.row, window.row + ROWS, (BEFORE + 1) * sizeof window.row[0]);
        for (unsigned at = BEFORE + 1; at < WINDOW; at++)
            load_window_row(dwt, simt, &window, at, y + at - BEFORE);
        simt_barrier(simt);
        block_alu(simt, (unsigned)level->across, 4 * ROWS); /* along x, odd then even */
        simt_barrier(simt);
        block_alu(simt, (unsigned)level->across, 4 * ROWS);
        simt_barrier(simt);
        block_alu(simt, (unsigned)level->across, 4 * ROWS); /* along y */
        store_rows(dwt, simt, &window, y);
    }
}

static void run_dwt2d(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct dwt *dwt = w->state;
    if (w->kernels_started == 1)
        run_split(w, simt, index);
    else if (dwt->copies)
        run_copy(w, simt, index);
    else
        run_transform(w, simt, index);
}

/* One level in plain C: all rows, then all columns. */
static void plain_level(const struct level *level, const int32_t *in, int32_t *out)
{
    int64_t width = level->width, height = level->height;
    int32_t *across = xcalloc((size_t)(width * height), sizeof *across), around[5];
    for (int64_t at = 0; at < width * height; at++) {
        for (int64_t i = 0; i < 5; i++)
            around[i] = in[at / width * width + mirrored(at % width + i - 2, width)];
        across[at] = lifted(around, at % width);
    }
    for (int64_t at = 0; at < width * height; at++) {
        for (int64_t i = 0; i < 5; i++)
            around[i] = across[mirrored(at / width + i - 2, height) * width + at % width];
        out[place(level, at % width, at / width)] = lifted(around, at / width);
    }
    free(across);
}

static bool check_dwt2d(struct workload *w, workload_get *get, void *context)
{
    const struct dwt *dwt = w->state;
    const uint8_t *byte = image_at(&w->image, dwt->rgb, COLOURS * pixels(w));
    int32_t *in = xcalloc(pixels(w), sizeof *in), *out = xcalloc(pixels(w), sizeof *out);
    bool right = true;
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        for (uint64_t i = 0; i < pixels(w); i++)
            in[i] = byte[COLOURS * i + colour] - 128;
        for (unsigned l = 0; l < w->value[LEVELS]; l++) {
            struct level level = level_of(w, l), next = level_of(w, l + 1);
            plain_level(&level, in, out);
            memcpy(in, out, 4 * (size_t)(next.width * next.height));
        }
        struct result result = {"transform", dwt->out[colour], out, pixels(w), 0, false};
        right = right && workload_compare(w, &result, get, context);
    }
    free(in);
    free(out);
    return right;
}

const struct workload_class dwt2d_class = {
    .name = "dwt2d",
    .text = "wavelet transform 5/3 of an image, after Rodinia: a stream, borders shared",
    .parameter = {[WIDTH] = {"width", "pixels; the papers: 1024", 100, 1, 16384},
                  [HEIGHT] = {"height", "pixels; the papers: 1024", 40, 1, 16384},
                  [LEVELS] = {"levels", "each of a quarter of the one before; Rodinia: 3", 2, 1,
                              12}},
    .open = open_dwt2d,
    .next_kernel = next_dwt2d,
    .run_block = run_dwt2d,
    .check = check_dwt2d,
    .close = free_state,
};
