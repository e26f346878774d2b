/* The 1 x 1 convolution that opens a fire module of SqueezeNet, after Tango (double precision):
 *     out[o][x][y] = max(0, sum over n of w[o][n] in[n][x][y])
 * Lane x walks rows, the block is column y: grid `size` blocks of `size` lanes. So a load of in[n]
 * has a lane stride of size * 8 bytes (size 13: 11 lines, size 55: 27 and more), and the 16 columns
 * of a line are read by 16 blocks on 16 cores: every core reads nearly all of in, once per output
 * map. The weight is one word for all lanes.
 *
 * Tango's block computes all output maps. `groups` of blocks share them instead (group g takes maps
 * g, g + groups, ...), which fills cores that would idle; groups=1 is Tango's grid. */
#include "workload_class.h"

#include "util.h"

#include <stdlib.h>

enum { WORDS_PER_DOUBLE = 2 };
enum { MAPS, OUTS, SIZE, GROUPS };

static const struct access load_w = {
    .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 8, .use_distance = 13};
static const struct access load_in = {
    .pc = 0x20, .kind = INSTRUCTION_LOAD, .size = 8, .use_distance = 12};
static const struct access store_out = {.pc = 0x30, .kind = INSTRUCTION_STORE, .size = 8};

struct squeeze {
    uint64_t in, w, out; /* addresses */
};

static uint64_t allocate_random_doubles(struct workload *w, struct rng *rng, uint64_t count)
{
    uint64_t address = image_allocate(&w->image, 8 * count);
    double *values = image_at(&w->image, address, 8 * count);
    for (uint64_t i = 0; i < count; i++)
        values[i] = ((int)rng_below(rng, 129) - 64) / 8.0;
    return address;
}

static void open_squeeze(struct workload *w)
{
    struct squeeze *squeeze = w->state = xcalloc(1, sizeof *squeeze);
    uint64_t points = w->value[SIZE] * w->value[SIZE];
    struct rng rng;
    rng_init(&rng, w->seed);
    squeeze->in = allocate_random_doubles(w, &rng, w->value[MAPS] * points);
    squeeze->w = allocate_random_doubles(w, &rng, w->value[OUTS] * w->value[MAPS]);
    squeeze->out = image_allocate(&w->image, 8 * w->value[OUTS] * points);
}

static bool next_squeeze(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "squeeze",
                              .blocks = w->value[SIZE] * w->value[GROUPS],
                              .warps = (unsigned)(w->value[SIZE] + LANES - 1) / LANES};
    return true;
}

/* The point [x][y] of output map o, for the 32 rows from x on. */
static void run_point(const struct workload *w, struct simt *simt, uint64_t o, uint64_t point)
{
    const struct squeeze *squeeze = w->state;
    uint64_t size = w->value[SIZE], maps = w->value[MAPS], address[LANES];
    double weight[LANES] = {0}, in[LANES] = {0}, sum[LANES] = {0};
    for (uint64_t n = 0; n < maps; n++) {
        lane_addresses(address, squeeze->w + 8 * (o * maps + n), 0);
        simt_load(simt, &load_w, address, weight);
        lane_addresses(address, squeeze->in + 8 * (n * size * size + point), 8 * size);
        simt_load(simt, &load_in, address, in);
        for (unsigned lane = 0; lane < LANES; lane++)
            sum[lane] += weight[lane] * in[lane];
        simt_alu(simt, 2);
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        sum[lane] = sum[lane] < 0 ? 0 : sum[lane];
    simt_alu(simt, 2);
    lane_addresses(address, squeeze->out + 8 * (o * size * size + point), 8 * size);
    simt_store(simt, &store_out, address, sum);
}

static void run_squeeze(struct workload *w, struct simt *simt, uint64_t index)
{
    uint64_t size = w->value[SIZE], y = index % size, group = index / size;
    for (unsigned warp = 0; warp < w->kernel.warps; warp++) {
        uint64_t x = warp * LANES;
        simt_warp(simt, warp, low_lanes((int64_t)(size - x)));
        simt_alu(simt, 3);
        for (uint64_t o = group; o < w->value[OUTS]; o += w->value[GROUPS])
            run_point(w, simt, o, x * size + y);
    }
}

static bool check_squeeze(struct workload *w, workload_get *get, void *context)
{
    const struct squeeze *squeeze = w->state;
    uint64_t maps = w->value[MAPS], outs = w->value[OUTS], points = w->value[SIZE] * w->value[SIZE];
    const double *in = image_at(&w->image, squeeze->in, 8 * maps * points);
    const double *weight = image_at(&w->image, squeeze->w, 8 * outs * maps);
    double *out = xcalloc(outs * points, sizeof *out);
    for (uint64_t o = 0; o < outs; o++)
        for (uint64_t point = 0; point < points; point++) {
            double sum = 0;
            for (uint64_t n = 0; n < maps; n++)
                sum += weight[o * maps + n] * in[n * points + point];
            out[o * points + point] = sum < 0 ? 0 : sum;
        }
    struct result result = {"words of out", squeeze->out, out, WORDS_PER_DOUBLE * outs * points, 0,
                            false};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

const struct workload_class squeeze_class = {
    .name = "squeeze",
    .text =
        "1 x 1 convolution of SqueezeNet, double precision, after Tango: all cores read all maps",
    .parameter = {[MAPS] = {"maps", "input maps", 8, 1, 1024},
                  [OUTS] = {"outs", "output maps", 3, 1, 1024},
                  [SIZE] = {"size", "rows and columns of a map: 13, 27 or 55", 27, 1, 128},
                  [GROUPS] = {"groups", "blocks that share the output maps of a column", 3, 1,
                              1024}},
    .open = open_squeeze,
    .next_kernel = next_squeeze,
    .run_block = run_squeeze,
    .check = check_squeeze,
    .close = free_state,
};
