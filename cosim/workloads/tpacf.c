/* Parboil tpacf: histograms of the angles between points of the sky, all pairs of a data set, of
 * each of several random sets, and between the data set and each random set. Blocks of 256 lanes:
 * the first 1 + sets have the pairs within a set, the others the data set and one random set. For
 * every 256 points of its (random) set a block walks the points of the other one (or its own up to
 * there): per step x, y and z of one point, the same for all lanes, a search among the borders of
 * 20 bins in constant memory, an atomic in shared memory. Coordinates lie set by set in three
 * arrays. All blocks read the data set, which fits into an L1. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 256, WARPS = THREADS / LANES, AXES = 3, BINS = 20, COPIES = 16 };
enum { STEPS = 512 }; /* points of the other set in a slice */
enum { POINTS, SETS };

static const struct access load_own[AXES] = {LOAD(1, 4, 2), LOAD(2, 4, 1), LOAD(3, 4, 0)};
static const struct access load_other[AXES] = {LOAD(4, 4, 2), LOAD(5, 4, 1), LOAD(6, 4, 0)};
static const struct access store_bin = STORE(7, 8);

struct tpacf {
    uint64_t axis[AXES], histogram; /* addresses */
    float border[BINS + 1];         /* of bins: cosines, falling */
};

/* Blocks, each with a histogram. */
static uint64_t histograms(const struct workload *w)
{
    return 2 * w->value[SETS] + 1;
}

static void open_tpacf(struct workload *w)
{
    struct tpacf *tpacf = w->state = xcalloc(1, sizeof *tpacf);
    uint64_t count = w->value[POINTS] * (w->value[SETS] + 1);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (unsigned axis = 0; axis < AXES; axis++)
        tpacf->axis[axis] = image_allocate(&w->image, 4 * count);
    tpacf->histogram = image_allocate(&w->image, 8 * BINS * histograms(w));
    for (uint64_t i = 0; i < count; i++) {
        float v[AXES], length = 0;
        for (unsigned axis = 0; axis < AXES; axis++) {
            v[axis] = (float)(1 + (int)rng_below(&rng, 2048)) / 1024 - (axis ? 1 : 0);
            length += v[axis] * v[axis];
        }
        for (unsigned axis = 0; axis < AXES; axis++) {
            float unit = v[axis] / sqrtf(length);
            memcpy(image_at(&w->image, tpacf->axis[axis] + 4 * i, 4), &unit, 4);
        }
    }
    for (unsigned i = 0; i <= BINS; i++) /* five bins per decade of minutes of arc */
        tpacf->border[i] = cosf(powf(10, (float)i / 5) / 60 * 3.14159265f / 180);
}

static bool next_tpacf(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "histograms",
                              .blocks = histograms(w),
                              .warps = WARPS,
                              .shared_bytes = 4 * BINS * COPIES * WARPS};
    return true;
}

/* Bin of a cosine; BINS if it is in none. */
static unsigned bin_of(const struct tpacf *tpacf, float cosine)
{
    if (cosine >= tpacf->border[0] || cosine < tpacf->border[BINS])
        return BINS;
    unsigned bin = 0;
    while (cosine < tpacf->border[bin + 1])
        bin++;
    return bin;
}

/* A block at work on two sets. */
struct task {
    uint64_t bin[BINS];
    float own[WARPS][AXES][LANES]; /* points of each warp's lanes */
};

/* Part of a warp's points with part of the other set's. */
struct part {
    uint64_t own, other;  /* first points of the sets */
    uint64_t first;       /* of the warp's points, in the set */
    uint64_t from, until; /* points of the other set */
    bool within;          /* the sets are the same */
};

/* Number `slice` of the current warp's parts; without points behind its last. */
static struct part part_of(const struct workload *w, const struct simt *simt, uint64_t slice)
{
    uint64_t points = w->value[POINTS], sets = w->value[SETS], index = simt->block->index;
    uint64_t parts = (points + STEPS - 1) / STEPS, group = slice / parts * THREADS;
    struct part part = {.within = index <= sets,
                        .first = group + simt->warp * LANES,
                        .from = slice % parts * STEPS};
    part.own = (part.within ? index : index - sets) * points;
    part.other = part.within ? part.own : 0;
    part.until = part.within && group + THREADS < points ? group + THREADS : points;
    if (part.from + STEPS < part.until)
        part.until = part.from + STEPS;
    return part;
}

static void run_part(const struct workload *w, struct simt *simt, const struct part *part)
{
    const struct tpacf *tpacf = w->state;
    struct task *task = simt->block->state;
    float(*own)[LANES] = task->own[simt->warp], other[AXES][LANES] = {{0}};
    uint32_t lanes = low_lanes((int64_t)w->value[POINTS] - (int64_t)part->first);
    simt->active = lanes;
    for (unsigned axis = 0; axis < AXES && !part->from; axis++)
        load_row(simt, &load_own[axis], tpacf->axis[axis] + 4 * (part->own + part->first),
                 own[axis]);
    for (uint64_t k = part->from; k < part->until; k++) {
        simt->active = ALL_LANES;
        for (unsigned axis = 0; axis < AXES; axis++)
            load_uniform(simt, &load_other[axis], tpacf->axis[axis] + 4 * (part->other + k),
                         other[axis]);
        simt_alu(simt, 25);
        simt->active = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest), bin;
            bin = bin_of(tpacf, own[0][lane] * other[0][lane] + own[1][lane] * other[1][lane] +
                                    own[2][lane] * other[2][lane]);
            if (bin == BINS || (part->within && part->first + lane <= k))
                continue;
            simt->active |= 1u << lane;
            task->bin[bin]++;
        }
        simt_alu(simt, 4); /* an atomic in shared memory */
    }
}

/* The copies of the histogram become one, between barriers. */
static void add_copies(struct simt *simt)
{
    simt_named_barrier(simt, 0, 0, false);
    for (unsigned left = COPIES * WARPS / 2; left; left /= 2) {
        simt_alu(simt, 8 * BINS * left / THREADS + 1);
        simt_named_barrier(simt, 0, 0, false);
    }
}

/* A slice to begin with, the parts, the sum of the copies, the store: the bins are those of all
 * warps there, with barriers enough between. */
static enum slice run_tpacf(struct workload *w, struct simt *simt, uint64_t slice)
{
    const struct tpacf *tpacf = w->state;
    const struct task *task = simt->block->state;
    uint64_t points = w->value[POINTS];
    uint64_t parts = (points + THREADS - 1) / THREADS * ((points + STEPS - 1) / STEPS);
    if (!slice) {
        simt_alu(simt, 4 + BINS * COPIES * WARPS / THREADS);
        simt_named_barrier(simt, 0, 0, false);
        return SLICE_MEETS;
    }
    if (slice <= parts) {
        struct part part = part_of(w, simt, slice - 1);
        run_part(w, simt, &part);
        return SLICE_GOES_ON;
    }
    if (slice == parts + 1) {
        add_copies(simt);
        return SLICE_MEETS;
    }
    simt->active = simt->warp ? 0 : low_lanes(BINS);
    store_row(simt, &store_bin, tpacf->histogram + 8 * BINS * simt->block->index, task->bin);
    return SLICE_IS_LAST;
}

/* Adds the pairs of two sets; of a set with itself each pair once. */
static void count_pairs(const struct workload *w, const uint64_t set[2], uint64_t bin[BINS])
{
    const struct tpacf *tpacf = w->state;
    uint64_t points = w->value[POINTS], count = points * (w->value[SETS] + 1);
    const float *x = image_at(&w->image, tpacf->axis[0], 4 * count);
    const float *y = image_at(&w->image, tpacf->axis[1], 4 * count);
    const float *z = image_at(&w->image, tpacf->axis[2], 4 * count);
    for (uint64_t i = set[0] * points; i < (set[0] + 1) * points; i++)
        for (uint64_t k = set[1] * points; k < (set[1] + 1) * points; k++) {
            unsigned in = bin_of(tpacf, x[i] * x[k] + y[i] * y[k] + z[i] * z[k]);
            if (in < BINS && (set[0] != set[1] || k < i))
                bin[in]++;
        }
}

static bool check_tpacf(struct workload *w, workload_get *get, void *context)
{
    const struct tpacf *tpacf = w->state;
    uint64_t sets = w->value[SETS], words = 2 * BINS * histograms(w);
    uint64_t *histogram = xcalloc(words / 2, sizeof *histogram);
    for (uint64_t i = 0; i < histograms(w); i++)
        count_pairs(w, i <= sets ? (uint64_t[2]){i, i} : (uint64_t[2]){i - sets, 0},
                    histogram + BINS * i);
    struct result result = {"histogram", tpacf->histogram, histogram, words, 2 * BINS, false};
    bool right = workload_compare(w, &result, get, context);
    free(histogram);
    return right;
}

const struct workload_class tpacf_class = {
    .name = "tpacf",
    .text = "angles between points of the sky, after Parboil: a set of points for all",
    .parameter = {[POINTS] = {"points", "of a set; Parboil: 487, 10391", 96, 1, 1 << 16},
                  [SETS] = {"sets", "random ones; Parboil: 100", 3, 1, 1000}},
    .open = open_tpacf,
    .next_kernel = next_tpacf,
    .run_slice = run_tpacf,
    .block_bytes = sizeof(struct task),
    .check = check_tpacf,
    .close = free_state,
};
