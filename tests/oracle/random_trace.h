/* A random workload beside a memory of its own: loads, bypassing loads, fetches, stores and atomics
 * of 1 to 16 bytes per lane, strided or of any lines, arithmetic, accesses of shared memory, fences
 * and barriers, over several kernels. In a phase, from one barrier to the next, each piece of 16
 * bytes of a few shared lines belongs to one warp, so that what it may read there does not depend
 * on the others, while every line is changed by many. Behind a barrier the pieces of a warp belong
 * to the next one of its block, behind a kernel to anyone. Loads of others' pieces are there, too,
 * and may bring anything. The last kernel reads everything.
 *
 * The memory is not the functional image of the SIMT machine: what a load brings there is compared
 * with it, and the chip's loads are compared with the image's. */
#ifndef MEMLOOM_RANDOM_TRACE_H
#define MEMLOOM_RANDOM_TRACE_H

#include <string.h>

#include "check.h"
#include "util.h"
#include "workload_class.h"

enum { TRACE_LINE = 128, TRACE_PIECE = 16, TRACE_OWN = 512, TRACE_SHARED_BYTES = 1024 };

struct random_trace {
    struct rng rng;
    unsigned blocks, warps, steps, phases, kernels; /* of each kernel; of the last one more */
    bool racy, atomics;
    uint64_t base;    /* address of the shared lines, behind which each warp has TRACE_OWN bytes */
    unsigned pieces;  /* of the shared lines */
    unsigned bytes;   /* in all */
    uint8_t *memory;  /* as the accesses so far leave it */
    unsigned *owner;  /* [pieces] in the first phase of the running kernel */
    unsigned *place;  /* [warps in all] whose own bytes a warp has, likewise */
    uint64_t checked; /* lanes of loads that were compared */
};

static inline unsigned trace_warps(const struct random_trace *t)
{
    return t->blocks * t->warps;
}

/* The draws are the state's own; a trace is opened by random_trace_open. */
static inline void random_trace_allocate(struct workload *w)
{
    struct random_trace *t = w->state;
    t->bytes = t->pieces * TRACE_PIECE + trace_warps(t) * TRACE_OWN;
    t->base = image_allocate(&w->image, t->bytes);
    t->memory = xcalloc(t->bytes, 1);
    t->owner = xcalloc(t->pieces, sizeof *t->owner);
    t->place = xcalloc(trace_warps(t), sizeof *t->place);
    for (unsigned i = 0; i < t->bytes; i++)
        t->memory[i] = (uint8_t)rng_next(&t->rng);
    memcpy(image_at(&w->image, t->base, t->bytes), t->memory, t->bytes);
}

static inline void random_trace_close(struct workload *w)
{
    struct random_trace *t = w->state;
    free(t->memory);
    free(t->owner);
    free(t->place);
    free(t);
}

static inline bool random_trace_next_kernel(struct workload *w, struct kernel *kernel)
{
    struct random_trace *t = w->state;
    unsigned warps = trace_warps(t);
    if (w->kernels_started > t->kernels)
        return false;
    *kernel = (struct kernel){.name = "random", .blocks = t->blocks, .warps = t->warps};
    if (rng_percent(&t->rng, 30))
        kernel->shared_bytes = TRACE_SHARED_BYTES;
    for (unsigned i = 0; i < t->pieces; i++)
        t->owner[i] = rng_below(&t->rng, warps);
    for (unsigned i = 0; i < warps; i++) {
        unsigned other = rng_below(&t->rng, i + 1);
        t->place[i] = t->place[other];
        t->place[other] = i;
    }
    return true;
}

/* An instruction: what its active lanes access. */
struct trace_step {
    struct access access;
    uint32_t mask;
    uint64_t offset[LANES]; /* within the memory */
    uint8_t data[LANES * 16];
};

/* Of pieces that belong to the warp, in any order; without one, of its own bytes. */
static inline void draw_scattered(struct random_trace *t, unsigned warp, bool anyone,
                                  struct trace_step *step)
{
    unsigned size = step->access.size, own = t->pieces * TRACE_PIECE + t->place[warp] * TRACE_OWN;
    unsigned first = rng_below(&t->rng, t->pieces), piece = first, lane = 0;
    for (unsigned tries = 0; lane < LANES && tries < 4 * LANES; tries++) {
        for (unsigned i = 0; !anyone && i < t->pieces && t->owner[piece] != warp; i++)
            piece = (piece + 1) % t->pieces;
        if (!anyone && t->owner[piece] != warp)
            break;
        if (rng_percent(&t->rng, 60))
            step->offset[lane++] =
                piece * TRACE_PIECE + rng_below(&t->rng, TRACE_PIECE / size) * size;
        piece = rng_percent(&t->rng, 10) ? rng_below(&t->rng, t->pieces) : (piece + 1) % t->pieces;
    }
    for (; lane < LANES; lane++)
        step->offset[lane] = own + lane * 16;
}

/* Of the warp's own bytes, from lane to lane at one distance, which may be nothing or backwards. */
static inline void draw_strided(struct random_trace *t, unsigned warp, struct trace_step *step)
{
    int size = step->access.size, most = (TRACE_OWN - size) / (LANES - 1);
    int strides[] = {0, size, size, -size, 2 * size, 3 * size};
    int stride = strides[rng_below(&t->rng, 6)];
    if (abs(stride) > most)
        stride = 0;
    unsigned span = (unsigned)(abs(stride) * (LANES - 1) + size);
    unsigned places = (TRACE_OWN - span) / (unsigned)size + 1;
    int64_t first = t->pieces * TRACE_PIECE + t->place[warp] * TRACE_OWN;
    first += (int64_t)rng_below(&t->rng, places) * size;
    first -= stride < 0 ? (int64_t)stride * (LANES - 1) : 0;
    for (int lane = 0; lane < LANES; lane++)
        step->offset[lane] = (uint64_t)(first + (int64_t)stride * lane);
}

/* No two active lanes take the same bytes: the order of lanes is nobody's promise. */
static inline void part_lanes(struct trace_step *step)
{
    for (unsigned lane = 1; lane < LANES; lane++)
        for (unsigned other = 0; other < lane; other++)
            if (step->mask >> other & 1 && step->offset[other] == step->offset[lane])
                step->mask &= ~(1u << lane);
}

static inline void draw_access(struct random_trace *t, unsigned warp, struct trace_step *step)
{
    static const uint8_t kinds[] = {INSTRUCTION_LOAD,  INSTRUCTION_LOAD,  INSTRUCTION_LOAD,
                                    INSTRUCTION_STORE, INSTRUCTION_STORE, INSTRUCTION_LOAD_BYPASS,
                                    INSTRUCTION_FETCH, INSTRUCTION_ATOMIC};
    unsigned kind = kinds[rng_below(&t->rng, sizeof kinds - !t->atomics)];
    unsigned op = rng_below(&t->rng, ATOMIC_OR + 1);
    bool atomic = kind == INSTRUCTION_ATOMIC, store = kind == INSTRUCTION_STORE;
    bool anyone = t->racy && !atomic && !store && rng_percent(&t->rng, 15);
    *step =
        (struct trace_step){.access = {.pc = 16 + 8 * (kind * 8 + op),
                                       .kind = (uint8_t)kind,
                                       .size = (uint8_t)(atomic ? 4 : 1u << rng_below(&t->rng, 5)),
                                       .op = (uint8_t)op,
                                       .may_differ = anyone,
                                       .returns = rng_percent(&t->rng, 50),
                                       .use_distance = (uint16_t)rng_below(&t->rng, 20)}};
    uint32_t masks[] = {ALL_LANES, (uint32_t)rng_next(&t->rng), 1u << rng_below(&t->rng, LANES)};
    step->mask = masks[rng_below(&t->rng, 3)];
    if (!anyone && rng_percent(&t->rng, 35))
        draw_strided(t, warp, step);
    else
        draw_scattered(t, warp, anyone, step);
    if (store || (atomic && op == ATOMIC_EXCHANGE))
        part_lanes(step);
    for (unsigned i = 0; i < sizeof step->data; i++)
        step->data[i] = (uint8_t)rng_next(&t->rng);
}

/* What the operation leaves; written here once more, for atomic_result is under test. */
static inline uint32_t trace_atomic(unsigned op, uint32_t old, uint32_t value)
{
    bool less = (int32_t)value < (int32_t)old;
    uint32_t results[] = {[ATOMIC_ADD] = old + value,
                          [ATOMIC_EXCHANGE] = value,
                          [ATOMIC_UMIN] = value < old ? value : old,
                          [ATOMIC_UMAX] = value > old ? value : old,
                          [ATOMIC_MIN] = less ? value : old,
                          [ATOMIC_MAX] = less ? old : value,
                          [ATOMIC_AND] = old & value,
                          [ATOMIC_OR] = old | value};
    return results[op];
}

static inline void apply_step(struct random_trace *t, const struct trace_step *step,
                              const uint8_t *loaded)
{
    unsigned size = step->access.size;
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint8_t *bytes = &t->memory[step->offset[lane]];
        uint32_t old, value;
        if (!(step->mask >> lane & 1))
            continue;
        if (step->access.kind == INSTRUCTION_STORE) {
            memcpy(bytes, &step->data[lane * size], size);
        } else if (step->access.kind == INSTRUCTION_ATOMIC) {
            memcpy(&old, bytes, 4);
            memcpy(&value, &step->data[lane * 4], 4);
            value = trace_atomic(step->access.op, old, value);
            memcpy(bytes, &value, 4);
        } else {
            CHECK(!memcmp(bytes, &loaded[lane * size], size));
            t->checked++;
        }
    }
}

static inline void run_access(struct random_trace *t, struct simt *simt,
                              const struct trace_step *step)
{
    uint64_t address[LANES];
    uint8_t loaded[LANES * 16];
    uint32_t operand[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = t->base + step->offset[lane];
    memcpy(operand, step->data, sizeof operand);
    simt_warp(simt, simt->warp, step->mask);
    if (step->access.kind == INSTRUCTION_STORE)
        simt_store(simt, &step->access, address, step->data);
    else if (step->access.kind == INSTRUCTION_ATOMIC)
        simt_atomic(simt, &step->access, address, operand);
    else
        simt_load(simt, &step->access, address, loaded);
    apply_step(t, step, loaded);
}

static inline void run_other(struct random_trace *t, struct simt *simt, bool shared)
{
    struct access access = {.pc = 8, .kind = INSTRUCTION_SHARED_LOAD, .size = 4};
    uint64_t offset[LANES];
    unsigned stride = 4 * rng_below(&t->rng, TRACE_SHARED_BYTES / 4 / LANES);
    access.kind += rng_percent(&t->rng, 50);
    lane_addresses(offset, 0, stride);
    simt_warp(simt, simt->warp, ALL_LANES);
    if (rng_percent(&t->rng, 30))
        simt_fence(simt);
    else if (shared && rng_percent(&t->rng, 50))
        simt_shared(simt, &access, offset);
    else
        simt_arithmetic(simt, (uint8_t)rng_below(&t->rng, ARITHMETIC_CLASSES),
                        (uint16_t)rng_below(&t->rng, RESULT_DISTANCE_MAX + 1),
                        1 + rng_below(&t->rng, 9));
}

/* A line per load, all lanes in it. */
static inline void read_everything(struct random_trace *t, struct simt *simt, uint64_t index)
{
    unsigned all = trace_warps(t), lines = t->bytes / TRACE_LINE;
    for (unsigned warp = 0; warp < t->warps; warp++) {
        simt_warp(simt, warp, ALL_LANES);
        for (unsigned line = (unsigned)index * t->warps + warp; line < lines; line += all) {
            struct trace_step step = {
                .access = {.pc = 8, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 16},
                .mask = ALL_LANES};
            lane_addresses(step.offset, (uint64_t)line * TRACE_LINE, 4);
            run_access(t, simt, &step);
        }
    }
}

static inline void random_trace_run(struct workload *w, struct simt *simt, uint64_t index)
{
    struct random_trace *t = w->state;
    if (w->kernels_started > t->kernels) {
        read_everything(t, simt, index);
        return;
    }
    for (unsigned phase = 0; phase < t->phases; phase++) {
        if (phase)
            simt_barrier(simt);
        for (unsigned warp = 0; warp < t->warps; warp++) {
            unsigned owner = (unsigned)index * t->warps + (warp + phase) % t->warps;
            simt_warp(simt, warp, ALL_LANES);
            for (unsigned i = rng_below(&t->rng, t->steps + 1); i > 0; i--) {
                struct trace_step step;
                if (rng_percent(&t->rng, 15)) {
                    run_other(t, simt, w->kernel.shared_bytes);
                    continue;
                }
                draw_access(t, owner, &step);
                run_access(t, simt, &step);
            }
        }
    }
}

static const struct workload_class random_trace_class = {.name = "random",
                                                         .open = random_trace_allocate,
                                                         .next_kernel = random_trace_next_kernel,
                                                         .run_block = random_trace_run,
                                                         .close = random_trace_close};

/* Its blocks have at most `warps` warps. */
static inline struct workload *random_trace_open(uint64_t seed, unsigned warps)
{
    static const unsigned of_warps[] = {1, 2, 4, 4, 8}, of_blocks[] = {1, 3, 5, 9, 14};
    static const unsigned of_steps[] = {10, 20, 40, 40}, of_lines[] = {1, 2, 4, 4, 10, 40};
    struct workload *w = xcalloc(1, sizeof *w);
    struct random_trace *t = w->state = xcalloc(1, sizeof *t);
    rng_init(&t->rng, seed);
    t->warps = of_warps[rng_below(&t->rng, 5)];
    t->warps = t->warps < warps ? t->warps : warps;
    t->blocks = of_blocks[rng_below(&t->rng, 5)];
    t->steps = of_steps[rng_below(&t->rng, 4)];
    t->phases = 1 + rng_below(&t->rng, 3);
    t->kernels = 1 + rng_below(&t->rng, 3);
    t->pieces = of_lines[rng_below(&t->rng, 6)] * (TRACE_LINE / TRACE_PIECE);
    t->racy = rng_percent(&t->rng, 50);
    t->atomics = rng_percent(&t->rng, 70);
    w->class = &random_trace_class;
    w->class->open(w);
    return w;
}

#endif
