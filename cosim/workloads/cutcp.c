/* Parboil cutcp: the electrostatic potential of atoms within a cut-off distance, on a lattice with
 * spacing 0.5, single precision. Atoms lie in bins of 8, 4 x 4 x 4 in size (128 bytes: x, y, z,
 * charge of each; charge 0 ends a bin). The lattice is computed by regions of 8 x 8 x 8 points,
 * which are as large as a bin; a kernel per layer of regions. Block: 8 x 2 x 8 lanes, a lane has
 * four points two apart along y. It walks the bins around its region, a list in constant memory, 32
 * at a time: half warp h loads bins h, h + 8, h + 16, h + 24 of them into shared memory, two words
 * a lane; barrier; every lane adds all their atoms; barrier. At the end four stores. A bin is read
 * by all regions around: everything is shared and nothing is read twice by a block. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>

enum { AXES = 3, WIDTH = 8, HEIGHT = 2, THREADS = WIDTH * HEIGHT * WIDTH, WARPS = THREADS / LANES };
enum { REGION = WIDTH * WIDTH * WIDTH, POINTS = WIDTH / HEIGHT }; /* words; points per lane */
enum { DEPTH = 8, ATOM = 4, BIN = DEPTH * ATOM, CACHED = 32, HALF = 16, HALVES = THREADS / HALF };
enum { X, Y, Z, CUTOFF };

static const float spacing = 0.5f, bin_length = 4;
static const struct access load_bin[2] = {LOAD(1, 4, 1), LOAD(2, 4, 0)};
static const struct access store_energy[POINTS] = {STORE(3, 4), STORE(4, 4), STORE(5, 4),
                                                   STORE(6, 4)};

struct cutcp {
    uint64_t bins, regions; /* addresses */
    int64_t margin;         /* layers of bins around the lattice */
    unsigned count;         /* bins around a region */
    int8_t (*around)[AXES]; /* their places relative to it */
};

/* Bins along an axis. */
static int64_t bins_along(const struct workload *w, unsigned axis)
{
    const struct cutcp *cutcp = w->state;
    return (int64_t)w->value[X + axis] + 2 * cutcp->margin;
}

/* Number of the bin at a place relative to the lattice's first. */
static uint64_t bin_number(const struct workload *w, const int64_t place[AXES])
{
    const struct cutcp *cutcp = w->state;
    int64_t number = place[2] + cutcp->margin;
    for (unsigned axis = 2; axis-- > 0;)
        number = number * bins_along(w, axis) + place[axis] + cutcp->margin;
    return (uint64_t)number;
}

/* Bins with a point nearer to the region than the cut-off, as Parboil takes them. */
static void list_bins(struct cutcp *cutcp, float cutoff)
{
    float reach = cutoff + sqrtf(3) * bin_length;
    int64_t c = cutcp->margin, side = 2 * c + 1;
    cutcp->around = xcalloc((size_t)(side * side * side), sizeof *cutcp->around);
    for (int64_t i = 0; i < side * side * side; i++) {
        int64_t x = i % side - c, y = i / side % side - c, z = i / (side * side) - c;
        if ((float)(x * x + y * y + z * z) * bin_length * bin_length >= reach * reach)
            continue;
        int8_t *place = cutcp->around[cutcp->count++];
        place[0] = (int8_t)x;
        place[1] = (int8_t)y;
        place[2] = (int8_t)z;
    }
}

/* 4 to 8 atoms somewhere in the bin, as dense as water; none on a lattice point. */
static void fill_bin(struct rng *rng, float (*atom)[ATOM], const int64_t place[AXES])
{
    unsigned count = 4 + rng_below(rng, 5);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned axis = 0; axis < AXES; axis++)
            atom[i][axis] =
                bin_length * (float)place[axis] + (float)(2 * rng_below(rng, 1024) + 1) / 512;
        atom[i][AXES] = (float)(1 + (int)rng_below(rng, 8)) / (rng_percent(rng, 50) ? 8 : -8);
    }
}

static void open_cutcp(struct workload *w)
{
    struct cutcp *cutcp = w->state = xcalloc(1, sizeof *cutcp);
    struct rng rng;
    rng_init(&rng, w->seed);
    cutcp->margin = (int64_t)ceilf((float)w->value[CUTOFF] / bin_length);
    list_bins(cutcp, (float)w->value[CUTOFF]);
    uint64_t bins = (uint64_t)(bins_along(w, 0) * bins_along(w, 1) * bins_along(w, 2));
    cutcp->bins = image_allocate(&w->image, 4 * BIN * bins);
    cutcp->regions =
        image_allocate(&w->image, 4 * REGION * w->value[X] * w->value[Y] * w->value[Z]);
    int64_t place[AXES];
    for (place[2] = 0; place[2] < (int64_t)w->value[Z]; place[2]++)
        for (place[1] = 0; place[1] < (int64_t)w->value[Y]; place[1]++)
            for (place[0] = 0; place[0] < (int64_t)w->value[X]; place[0]++) {
                uint64_t address = cutcp->bins + 4 * BIN * bin_number(w, place);
                fill_bin(&rng, image_at(&w->image, address, 4 * BIN), place);
            }
}

static bool next_cutcp(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == w->value[Z])
        return false;
    *kernel = (struct kernel){.name = "lattice",
                              .blocks = w->value[X] * w->value[Y],
                              .warps = WARPS,
                              .shared_bytes = 4 * BIN * CACHED + 8 + 12}; /* two variables */
    return true;
}

/* Adds the atoms of a bin to the potential at a point; returns how many there are. */
static unsigned add_bin(const struct workload *w, const float *bin, const float point[AXES],
                        float *energy)
{
    const float cutoff = (float)w->value[CUTOFF], cutoff2 = cutoff * cutoff;
    unsigned i = 0;
    for (; i < DEPTH && bin[ATOM * i + AXES] != 0; i++) {
        float r2 = 0;
        for (unsigned axis = 0; axis < AXES; axis++) {
            float d = bin[ATOM * i + axis] - point[axis];
            r2 += d * d;
        }
        float s = 1 - r2 / cutoff2;
        if (r2 < cutoff2)
            *energy += bin[ATOM * i + AXES] / sqrtf(r2) * s * s;
    }
    return i;
}

/* A block: region [0..2], and what its lanes have so far. */
struct task {
    int64_t region[AXES];
    float energy[POINTS][THREADS];
};

/* Bins first.. of the list into shared memory. */
static void cache_bins(const struct workload *w, struct simt *simt, const struct task *task,
                       unsigned first, float cache[CACHED][BIN])
{
    const struct cutcp *cutcp = w->state;
    for (unsigned warp = 0; warp < WARPS; warp++)
        for (unsigned turn = 0; turn < CACHED / HALVES; turn++) {
            int64_t element[LANES] = {0};
            float word[2][LANES] = {{0}};
            begin_warp(simt, warp, 0);
            for (unsigned lane = 0; lane < LANES; lane++) {
                unsigned in_list = first + HALVES * turn + 2 * warp + lane / HALF;
                if (in_list >= cutcp->count)
                    break;
                int64_t place[AXES];
                for (unsigned axis = 0; axis < AXES; axis++)
                    place[axis] = task->region[axis] + cutcp->around[in_list][axis];
                element[lane] = (int64_t)(BIN * bin_number(w, place)) + lane % HALF;
                simt->active |= 1u << lane;
            }
            simt_alu(simt, 10);
            for (unsigned part = 0; part < 2; part++)
                load_elements(simt, &load_bin[part], cutcp->bins + 4 * HALF * part, element,
                              word[part]);
            for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
                unsigned lane = (unsigned)__builtin_ctz(rest);
                float *bin = cache[HALVES * turn + 2 * warp + lane / HALF];
                bin[lane % HALF] = word[0][lane];
                bin[lane % HALF + HALF] = word[1][lane];
            }
        }
    simt_barrier(simt);
}

static void add_cached(const struct workload *w, struct simt *simt, struct task *task,
                       const float *bin)
{
    unsigned atoms = 0;
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned i = 0; i < POINTS; i++) {
            unsigned y = t / WIDTH % HEIGHT + HEIGHT * i;
            const float point[AXES] = {(float)(WIDTH * task->region[0] + t % WIDTH) * spacing,
                                       (float)(WIDTH * task->region[1] + y) * spacing,
                                       (float)(WIDTH * task->region[2] + t / (WIDTH * HEIGHT)) *
                                           spacing};
            atoms = add_bin(w, bin, point, &task->energy[i][t]);
        }
    block_alu(simt, THREADS, 2 + 30 * atoms); /* all lanes see the same atoms */
}

static void run_cutcp(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct cutcp *cutcp = w->state;
    int64_t across = (int64_t)w->value[X];
    struct task task = {
        .region = {(int64_t)index % across, (int64_t)index / across, w->kernels_started - 1}};
    block_alu(simt, THREADS, 30);
    for (unsigned first = 0; first < cutcp->count; first += CACHED) {
        float cache[CACHED][BIN] = {{0}};
        cache_bins(w, simt, &task, first, cache);
        for (unsigned i = 0; i < CACHED && first + i < cutcp->count; i++)
            add_cached(w, simt, &task, cache[i]);
        simt_barrier(simt);
    }
    uint64_t region = ((w->kernels_started - 1) * w->value[Y] * w->value[X] + index) * REGION;
    struct tile tile = {(int64_t)region, POINTS * HALF, HALF}; /* half a warp: a plane's two rows */
    for (unsigned warp = 0; warp < WARPS; warp++)
        for (unsigned i = 0; i < POINTS; i++) {
            int64_t element[LANES];
            begin_warp(simt, warp, THREADS);
            tile_elements(simt, &tile, element);
            store_elements(simt, &store_energy[i], cutcp->regions + 4 * HALF * i, element,
                           task.energy[i] + LANES * warp);
        }
}

/* The potential at lattice point `word` of region number `region`. */
static float expected_energy(const struct workload *w, const float *bins, uint64_t region,
                             uint64_t word)
{
    const struct cutcp *cutcp = w->state;
    uint64_t across = w->value[X], layer = across * w->value[Y];
    const int64_t at[AXES] = {(int64_t)(region % across), (int64_t)(region % layer / across),
                              (int64_t)(region / layer)};
    const float point[AXES] = {(float)(WIDTH * (uint64_t)at[0] + word % WIDTH) / 2,
                               (float)(WIDTH * (uint64_t)at[1] + word / WIDTH % WIDTH) / 2,
                               (float)(WIDTH * (uint64_t)at[2] + word / (WIDTH * WIDTH)) / 2};
    float energy = 0;
    for (unsigned i = 0; i < cutcp->count; i++) {
        const int8_t *around = cutcp->around[i];
        int64_t place[AXES] = {at[0] + around[0], at[1] + around[1], at[2] + around[2]};
        add_bin(w, bins + BIN * bin_number(w, place), point, &energy);
    }
    return energy;
}

static bool check_cutcp(struct workload *w, workload_get *get, void *context)
{
    const struct cutcp *cutcp = w->state;
    uint64_t count = w->value[X] * w->value[Y] * w->value[Z] * REGION;
    uint64_t bins = (uint64_t)(bins_along(w, 0) * bins_along(w, 1) * bins_along(w, 2));
    const float *bin = image_at(&w->image, cutcp->bins, 4 * BIN * bins);
    float *energy = xcalloc(count, sizeof *energy);
    for (uint64_t i = 0; i < count; i++)
        energy[i] = expected_energy(w, bin, i / REGION, i % REGION);
    struct result result = {"energy", cutcp->regions, energy, count, REGION, true};
    bool right = workload_compare(w, &result, get, context);
    free(energy);
    return right;
}

static void close_cutcp(struct workload *w)
{
    struct cutcp *cutcp = w->state;
    free(cutcp->around);
    free(cutcp);
}

const struct workload_class cutcp_class = {
    .name = "cutcp",
    .text = "potential of atoms within a cut-off, after Parboil: bins of atoms for all around",
    .parameter = {[X] = {"x", "regions of 8 points; Parboil's watbox.sl40: about 18", 2, 1, 64},
                  [Y] = {"y", "likewise", 2, 1, 64},
                  [Z] = {"z", "likewise, a kernel each", 2, 1, 64},
                  [CUTOFF] = {"cutoff", "distance; Parboil: 12", 4, 1, 20}},
    .open = open_cutcp,
    .next_kernel = next_cutcp,
    .run_block = run_cutcp,
    .check = check_cutcp,
    .close = close_cutcp,
};
