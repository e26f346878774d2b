/* Rodinia cfd (euler3d), the kernel compute_flux: the flux of an inviscid gas over the four faces
 * of every cell of a tetrahedral mesh, single precision. Block: 192 lanes, a lane per cell. All
 * arrays are stored variable by variable: density, momentum x, y, z, energy of all cells. Per cell
 * 5 loads of its own state, per face the neighbour's number, 3 components of the face's normal, and
 * where there is a neighbour its 5 variables, wherever they are; at the end 5 stores: 41 + 5 static
 * instructions. Neighbours are other blocks' cells, so cores share much of the state.
 *
 * The mesh: a cube of side^3 cubes of six tetrahedra each (those of the orders in which the axes
 * are walked from corner 0 to corner 1, Kuhn's subdivision); below lies the wing, around the far
 * field. Cells are numbered at random within windows of `window` cells, as meshes come numbered:
 * near, but not in order. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>

enum { THREADS = 192, WARPS = THREADS / LANES, AXES = 3, FACES = 4, VARIABLES = 5, ORDERS = 6 };
enum { SIDE, WINDOW, KERNELS };
enum { DENSITY, MOMENTUM, ENERGY = MOMENTUM + AXES };
enum { WING = -1, FAR_FIELD = -2 };
/* Numbers of the static instructions: own state, per face number, normal and state, fluxes. */
enum { OWN = 1, FACE = OWN + VARIABLES, PER_FACE = 1 + AXES + VARIABLES };
enum { FLUX = FACE + FACES * PER_FACE };

static const float gamma_gas = 1.4f, smoothing = 0.2f;

struct cfd {
    uint64_t neighbours, normals, variables, fluxes; /* addresses */
    int32_t *number;                                 /* of a cell, by its place in the mesh */
};

static uint64_t mesh_cells(const struct workload *w)
{
    return ORDERS * w->value[SIDE] * w->value[SIDE] * w->value[SIDE];
}

/* Cells of the arrays: whole blocks, the last cell is repeated. */
static uint64_t cells(const struct workload *w)
{
    return (mesh_cells(w) + THREADS - 1) / THREADS * THREADS;
}

/* The axes in the order that tetrahedron 0..5 of a cube walks them. */
static const uint8_t orders[ORDERS][AXES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                             {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static unsigned order_number(unsigned first, unsigned second)
{
    return 2 * first + (second == (first == 2 ? 1 : 2));
}

/* What lies behind a face of a tetrahedron: a cell's place in the mesh, WING or FAR_FIELD. Two
 * faces are shared with tetrahedra of the same cube, whose order differs in two axes that follow
 * each other; one with the cube behind on the first axis, one with the cube before on the last. */
static int64_t behind(const struct workload *w, uint64_t place, unsigned face)
{
    const uint8_t *order = orders[place % ORDERS];
    int64_t side = (int64_t)w->value[SIDE], cube = (int64_t)(place / ORDERS);
    const int64_t step[AXES] = {1, side, side * side};
    if (face == 0)
        return cube * ORDERS + order_number(order[1], order[0]);
    if (face == 1)
        return cube * ORDERS + order_number(order[0], order[2]);
    unsigned axis = order[face == 2 ? 0 : 2];
    int64_t at = cube / step[axis] % side + (face == 2 ? 1 : -1);
    if (at < 0 || at == side)
        return at < 0 && axis == AXES - 1 ? WING : FAR_FIELD;
    if (face == 2)
        return (cube + step[axis]) * ORDERS + order_number(order[1], order[2]);
    return (cube - step[axis]) * ORDERS + order_number(order[2], order[0]);
}

/* Shuffles the numbers of each window of places. */
static int32_t *number_cells(const struct workload *w, struct rng *rng)
{
    uint64_t count = mesh_cells(w), window = w->value[WINDOW];
    int32_t *number = xcalloc(count, sizeof *number);
    for (uint64_t place = 0; place < count; place++) {
        uint64_t first = place / window * window;
        uint64_t other = first + rng_below(rng, (uint32_t)(place - first + 1));
        number[place] = number[other];
        number[other] = (int32_t)place;
    }
    return number;
}

/* Cells behind the last one are as the last one. */
static void repeat_last(const struct workload *w, uint64_t array, unsigned rows)
{
    uint64_t all = cells(w), count = mesh_cells(w);
    uint32_t *word = image_at(&w->image, array, 4 * rows * all);
    for (unsigned row = 0; row < rows; row++)
        for (uint64_t i = count; i < all; i++)
            word[row * all + i] = word[row * all + count - 1];
}

static void open_cfd(struct workload *w)
{
    static const float normal[2] = {-1, 1},
                       range[VARIABLES][2] = {
                           {1, 2}, {-0.5f, 0.5f}, {-0.5f, 0.5f}, {-0.5f, 0.5f}, {3, 4}};
    struct cfd *cfd = w->state = xcalloc(1, sizeof *cfd);
    uint64_t all = cells(w);
    struct rng rng;
    rng_init(&rng, w->seed);
    cfd->variables = image_allocate(&w->image, 4 * VARIABLES * all);
    for (unsigned v = 0; v < VARIABLES; v++)
        fill_floats_between(&rng, image_at(&w->image, cfd->variables + 4 * v * all, 4 * all), all,
                            range[v]);
    cfd->normals = allocate_floats_between(w, &rng, AXES * FACES * all, normal);
    cfd->neighbours = image_allocate(&w->image, 4 * FACES * all);
    cfd->fluxes = image_allocate(&w->image, 4 * VARIABLES * all);
    cfd->number = number_cells(w, &rng);
    int32_t *neighbour = image_at(&w->image, cfd->neighbours, 4 * FACES * all);
    for (uint64_t place = 0; place < mesh_cells(w); place++)
        for (unsigned face = 0; face < FACES; face++) {
            int64_t other = behind(w, place, face);
            neighbour[face * all + (uint64_t)cfd->number[place]] =
                other < 0 ? (int32_t)other : cfd->number[other];
        }
    repeat_last(w, cfd->variables, VARIABLES);
    repeat_last(w, cfd->normals, AXES * FACES);
    repeat_last(w, cfd->neighbours, FACES);
}

static bool next_cfd(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started == w->value[KERNELS])
        return false;
    *kernel = (struct kernel){.name = "compute flux", .blocks = cells(w) / THREADS, .warps = WARPS};
    return true;
}

/* The gas in a cell and what follows from it. */
struct gas {
    float v[VARIABLES];         /* density, momentum, energy */
    float pressure, speed;      /* speed: of flow and of sound */
    float momentum[AXES][AXES]; /* flux of momentum i along axis k */
    float energy[AXES];         /* flux of energy along an axis */
};

static void derive(struct gas *gas)
{
    float velocity[AXES], squared = 0;
    for (unsigned i = 0; i < AXES; i++) {
        velocity[i] = gas->v[MOMENTUM + i] / gas->v[DENSITY];
        squared += velocity[i] * velocity[i];
    }
    gas->pressure = (gamma_gas - 1) * (gas->v[ENERGY] - 0.5f * gas->v[DENSITY] * squared);
    gas->speed = sqrtf(squared) + sqrtf(gamma_gas * gas->pressure / gas->v[DENSITY]);
    for (unsigned i = 0; i < AXES; i++) {
        for (unsigned k = 0; k < AXES; k++)
            gas->momentum[i][k] = velocity[i] * gas->v[MOMENTUM + k] + (i == k ? gas->pressure : 0);
        gas->energy[i] = velocity[i] * (gas->v[ENERGY] + gas->pressure);
    }
}

/* The undisturbed gas: Mach 1.2 along axis 0, density 1.4, pressure 1. */
static struct gas far_field(void)
{
    struct gas gas = {.v = {1.4f, 1.4f * 1.2f, 0, 0, 1.4f * 0.5f * 1.2f * 1.2f + 1 / 0.4f}};
    derive(&gas);
    return gas;
}

/* Adds the mean flux of two cells through a face. */
static void add_mean(float flux[VARIABLES], const struct gas *own, const struct gas *other,
                     const float normal[AXES])
{
    for (unsigned k = 0; k < AXES; k++) {
        float factor = 0.5f * normal[k];
        flux[DENSITY] += factor * (other->v[MOMENTUM + k] + own->v[MOMENTUM + k]);
        flux[ENERGY] += factor * (other->energy[k] + own->energy[k]);
        for (unsigned i = 0; i < AXES; i++)
            flux[MOMENTUM + i] += factor * (other->momentum[i][k] + own->momentum[i][k]);
    }
}

/* Adds what passes a face; `other`: the gas behind it if it is a cell. */
static void add_face(float flux[VARIABLES], const struct gas *own, int32_t neighbour,
                     struct gas *other, const float normal[AXES])
{
    if (neighbour == WING) {
        for (unsigned i = 0; i < AXES; i++)
            flux[MOMENTUM + i] += normal[i] * own->pressure;
        return;
    }
    if (neighbour == FAR_FIELD) {
        struct gas undisturbed = far_field();
        add_mean(flux, own, &undisturbed, normal);
        return;
    }
    derive(other);
    float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    float viscosity = -length * smoothing * 0.5f * (own->speed + other->speed);
    for (unsigned i = 0; i < VARIABLES; i++)
        flux[i] += viscosity * (own->v[i] - other->v[i]);
    add_mean(flux, own, other, normal);
}

/* Face `face` of the current warp's cells, of which lane 0 has cell `first`. */
static void run_face(const struct workload *w, struct simt *simt, uint64_t first, unsigned face,
                     const struct gas own[LANES], float flux[LANES][VARIABLES])
{
    const struct cfd *cfd = w->state;
    uint64_t all = cells(w);
    unsigned number = FACE + PER_FACE * face;
    struct access load = word_load(number++, 3);
    int32_t neighbour[LANES] = {0};
    float normal[AXES][LANES] = {{0}}, v[VARIABLES][LANES] = {{0}};
    int64_t element[LANES];
    load_row(simt, &load, cfd->neighbours + 4 * (face * all + first), neighbour);
    for (unsigned i = 0; i < AXES; i++) {
        load = word_load(number++, (uint16_t)(AXES - 1 - i));
        load_row(simt, &load, cfd->normals + 4 * ((face + FACES * i) * all + first), normal[i]);
    }
    simt_alu(simt, 8);
    simt->active = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        simt->active |= (uint32_t)(neighbour[lane] >= 0) << lane;
    for (unsigned i = 0; i < VARIABLES; i++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            element[lane] = (int64_t)(i * all) + neighbour[lane];
        load = word_load(number++, (uint16_t)(VARIABLES - 1 - i));
        load_elements(simt, &load, cfd->variables, element, v[i]);
    }
    simt_arithmetic(simt, ARITHMETIC_SFU, 0, 5);
    simt_alu(simt, 90);
    simt->active = ALL_LANES;
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct gas other = {.v = {v[0][lane], v[1][lane], v[2][lane], v[3][lane], v[4][lane]}};
        const float lane_normal[AXES] = {normal[0][lane], normal[1][lane], normal[2][lane]};
        add_face(flux[lane], &own[lane], neighbour[lane], &other, lane_normal);
    }
}

static void run_cells(const struct workload *w, struct simt *simt, uint64_t first)
{
    const struct cfd *cfd = w->state;
    struct gas own[LANES];
    float flux[LANES][VARIABLES] = {{0}}, vector[LANES] = {0};
    for (unsigned i = 0; i < VARIABLES; i++) {
        struct access load = word_load(OWN + i, (uint16_t)(VARIABLES - 1 - i));
        load_row(simt, &load, cfd->variables + 4 * (i * cells(w) + first), vector);
        for (unsigned lane = 0; lane < LANES; lane++)
            own[lane].v[i] = vector[lane];
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        derive(&own[lane]);
    simt_arithmetic(simt, ARITHMETIC_SFU, 0, 5);
    simt_alu(simt, 30);
    for (unsigned face = 0; face < FACES; face++)
        run_face(w, simt, first, face, own, flux);
    for (unsigned i = 0; i < VARIABLES; i++) {
        struct access store = word_store(FLUX + i);
        for (unsigned lane = 0; lane < LANES; lane++)
            vector[lane] = flux[lane][i];
        store_row(simt, &store, cfd->fluxes + 4 * (i * cells(w) + first), vector);
    }
}

static void run_cfd(struct workload *w, struct simt *simt, uint64_t index)
{
    for (unsigned warp = 0; warp < WARPS; warp++) {
        begin_warp(simt, warp, THREADS);
        simt_alu(simt, 6);
        run_cells(w, simt, index * THREADS + warp * LANES);
    }
}

static struct gas gas_in(const struct workload *w, uint64_t cell)
{
    const struct cfd *cfd = w->state;
    const float *v = image_at(&w->image, cfd->variables, 4 * VARIABLES * cells(w));
    struct gas gas;
    for (unsigned i = 0; i < VARIABLES; i++)
        gas.v[i] = v[i * cells(w) + cell];
    return gas;
}

static bool check_cfd(struct workload *w, workload_get *get, void *context)
{
    const struct cfd *cfd = w->state;
    uint64_t all = cells(w), last = mesh_cells(w) - 1;
    const float *normal = image_at(&w->image, cfd->normals, 4 * AXES * FACES * all);
    float *fluxes = xcalloc(VARIABLES * all, sizeof *fluxes);
    for (uint64_t place = 0; place <= last; place++) {
        uint64_t cell = (uint64_t)cfd->number[place];
        struct gas own = gas_in(w, cell);
        float flux[VARIABLES] = {0};
        derive(&own);
        for (unsigned face = 0; face < FACES; face++) {
            const float *at = normal + face * all + cell;
            int64_t other = behind(w, place, face);
            struct gas behind_it = gas_in(w, other < 0 ? 0 : (uint64_t)cfd->number[other]);
            add_face(flux, &own, other < 0 ? (int32_t)other : 0, &behind_it,
                     (float[AXES]){at[0], at[FACES * all], at[2 * FACES * all]});
        }
        for (unsigned i = 0; i < VARIABLES; i++)
            fluxes[i * all + cell] = flux[i];
    }
    for (unsigned i = 0; i < VARIABLES; i++)
        for (uint64_t cell = last + 1; cell < all; cell++)
            fluxes[i * all + cell] = fluxes[i * all + last];
    struct result result = {"flux", cfd->fluxes, fluxes, VARIABLES * all, all, true};
    bool right = workload_compare(w, &result, get, context);
    free(fluxes);
    return right;
}

static void close_cfd(struct workload *w)
{
    struct cfd *cfd = w->state;
    free(cfd->number);
    free(cfd);
}

const struct workload_class cfd_class = {
    .name = "cfd",
    .text = "fluxes of a gas on a tetrahedral mesh, after Rodinia: neighbours gathered, 46 PCs",
    .parameter = {[SIDE] = {"side", "cubes along an edge, of 6 cells each; the papers: 25, 34", 5,
                            1, 64},
                  [WINDOW] = {"window", "cells that are numbered at random, 1: in order", 24, 1,
                              1 << 20},
                  [KERNELS] = {"kernels", "that compute the same", 1, 1, 10000}},
    .open = open_cfd,
    .next_kernel = next_cfd,
    .run_block = run_cfd,
    .check = check_cfd,
    .close = close_cfd,
};
