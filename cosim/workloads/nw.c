/* Rodinia Needleman-Wunsch: the best alignment of two sequences of n letters, int32. A table of
 * (n + 1)^2 scores is filled by blocks of 16 x 16 along its anti-diagonals, a kernel each: first
 * those that grow, then those that shrink (a second kernel with other static instructions). Block:
 * 16 lanes; all rows of ref are loaded first, then the corner, the column west (16 lines) and the
 * row north of the block; 31 steps in shared memory; 16 rows are stored. The loops over rows are
 * unrolled: a static instruction per row. A table's row has n + 1 words, so blocks drift against
 * lines. Few lanes: half a warp per block, i blocks in kernel i. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16 };
enum { N, PENALTY };
/* Numbers of the static instructions; a kernel has 35. */
enum { CORNER = 1, REF, WEST = REF + SIDE, NORTH, RESULT, SHRINKING = RESULT + SIDE - 1 };

struct nw {
    uint64_t items, ref; /* addresses: scores of alignments, of pairs of letters */
};

/* Words of a row of the tables. */
static uint64_t pitch(const struct workload *w)
{
    return w->value[N] + 1;
}

static void open_nw(struct workload *w)
{
    uint64_t columns = pitch(w), count = columns * columns;
    if (w->value[N] % SIDE)
        die("nw: n must be a multiple of %d", SIDE);
    struct nw *nw = w->state = xcalloc(1, sizeof *nw);
    struct rng rng;
    rng_init(&rng, w->seed);
    nw->ref = image_allocate(&w->image, 4 * count);
    nw->items = image_allocate(&w->image, 4 * count);
    int32_t *ref = image_at(&w->image, nw->ref, 4 * count);
    int32_t *items = image_at(&w->image, nw->items, 4 * count);
    for (uint64_t i = 1; i < columns; i++) {
        items[i] = items[i * columns] = -(int32_t)(i * w->value[PENALTY]);
        for (uint64_t j = 1; j < columns; j++)
            ref[i * columns + j] = (int32_t)rng_below(&rng, 16) - 4; /* as BLOSUM62: -4..11 */
    }
}

static bool next_nw(struct workload *w, struct kernel *kernel)
{
    uint64_t blocks = w->value[N] / SIDE, number = w->kernels_started + 1;
    if (number >= 2 * blocks)
        return false;
    bool grows = number <= blocks;
    *kernel = (struct kernel){.blocks = grows ? number : 2 * blocks - number,
                              .warps = 1,
                              .shared_bytes = 4 * ((SIDE + 1) * (SIDE + 1) + SIDE * SIDE)};
    snprintf(kernel->name, sizeof kernel->name, "%s", grows ? "grow" : "shrink");
    return true;
}

static int32_t best(int32_t corner, int32_t west, int32_t north)
{
    int32_t more = west > north ? west : north;
    return corner > more ? corner : more;
}

/* A block in shared memory: its scores behind a row and a column of its neighbours'. */
struct patch {
    int32_t score[SIDE + 1][SIDE + 1], ref[SIDE][SIDE];
};

static void align(struct patch *patch, int32_t penalty)
{
    for (unsigned y = 1; y <= SIDE; y++)
        for (unsigned x = 1; x <= SIDE; x++)
            patch->score[y][x] =
                best(patch->score[y - 1][x - 1] + patch->ref[y - 1][x - 1],
                     patch->score[y][x - 1] - penalty, patch->score[y - 1][x] - penalty);
}

/* The steps of align as the lanes take them: lane i one element of each anti-diagonal. */
static void wavefront(struct simt *simt)
{
    for (unsigned step = 1; step < 2 * SIDE; step++) {
        begin_warp(simt, 0, step < SIDE ? step : 2 * SIDE - step);
        simt_arithmetic(simt, ARITHMETIC_INT, 0, 12);
        simt_barrier(simt);
    }
}

static void load_corner(struct simt *simt, unsigned kernel, uint64_t base, struct patch *patch)
{
    struct access access = word_load(kernel + CORNER, 0);
    begin_warp(simt, 0, 1);
    load_row(simt, &access, base, patch->score[0]);
}

static void load_ref(const struct workload *w, struct simt *simt, unsigned kernel, uint64_t inner,
                     struct patch *patch)
{
    const struct nw *nw = w->state;
    begin_warp(simt, 0, SIDE);
    for (unsigned row = 0; row < SIDE; row++) {
        struct access access = word_load(kernel + REF + row, 0);
        load_row(simt, &access, nw->ref + inner + 4 * pitch(w) * row, patch->ref[row]);
    }
}

/* `at`: element of the block's corner in the tables. */
static void run_patch(const struct workload *w, struct simt *simt, unsigned kernel, uint64_t at)
{
    const struct nw *nw = w->state;
    struct patch patch = {0};
    uint64_t base = nw->items + 4 * at, inner = 4 * (at + pitch(w) + 1), address[LANES];
    struct access load_west = word_load(kernel + WEST, 0);
    struct access load_north = word_load(kernel + NORTH, 0);
    int32_t west[LANES] = {0};
    begin_warp(simt, 0, SIDE);
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 12);
    if (!kernel)
        load_corner(simt, kernel, base, &patch);
    load_ref(w, simt, kernel, inner, &patch);
    simt_barrier(simt);
    if (kernel)
        load_corner(simt, kernel, base, &patch);
    begin_warp(simt, 0, SIDE);
    lane_addresses(address, base + 4 * pitch(w), 4 * pitch(w));
    simt_load(simt, &load_west, address, west);
    simt_barrier(simt);
    begin_warp(simt, 0, SIDE);
    load_row(simt, &load_north, base + 4, patch.score[0] + 1);
    simt_barrier(simt);
    for (unsigned row = 0; row < SIDE; row++)
        patch.score[row + 1][0] = west[row];
    align(&patch, (int32_t)w->value[PENALTY]);
    wavefront(simt);
    begin_warp(simt, 0, SIDE);
    for (unsigned row = 0; row < SIDE; row++) {
        struct access store = word_store(kernel + RESULT + row);
        store_row(simt, &store, nw->items + inner + 4 * pitch(w) * row, patch.score[row + 1] + 1);
    }
}

static void run_nw(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t blocks = w->value[N] / SIDE, number = w->kernels_started, x = index;
    uint64_t y = number - 1 - index;
    if (number > blocks) {
        x = index + number - blocks;
        y = blocks - index - 1;
    }
    run_patch(w, simt, number > blocks ? SHRINKING : 0, SIDE * (y * pitch(w) + x));
}

static bool check_nw(struct workload *w, workload_get *get, void *context)
{
    const struct nw *nw = w->state;
    uint64_t columns = pitch(w), count = columns * columns;
    int32_t penalty = (int32_t)w->value[PENALTY];
    const int32_t *ref = image_at(&w->image, nw->ref, 4 * count);
    int32_t *items = xcalloc(count, sizeof *items);
    for (uint64_t i = 1; i < columns; i++)
        items[i] = items[i * columns] = -(int32_t)i * penalty;
    for (uint64_t i = columns; i < count; i++)
        if (i % columns)
            items[i] = best(items[i - columns - 1] + ref[i], items[i - 1] - penalty,
                            items[i - columns] - penalty);
    struct result result = {"score", nw->items, items, count, columns, false};
    bool right = workload_compare(w, &result, get, context);
    free(items);
    return right;
}

const struct workload_class nw_class = {
    .name = "nw",
    .text = "alignment of sequences, after Rodinia: half a warp per block, a kernel per diagonal",
    .parameter = {[N] = {"n", "letters, a multiple of 16; the papers: 1024, 2048", 64, 16, 8192},
                  [PENALTY] = {"penalty", "of a gap", 10, 0, 1000}},
    .open = open_nw,
    .next_kernel = next_nw,
    .run_block = run_nw,
    .check = check_nw,
    .close = free_state,
};
