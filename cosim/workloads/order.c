/* Loads, stores and atomics at random that follow each other in the same few lines as fast as a
 * core issues them: what a core reads must be what its own last store or atomic left there, whoever
 * keeps the order (docs/interfaces.md, "Order"). Block: 4 warps.
 *
 * 32 warps, of 8 blocks, share `lines` lines. Word w of each line is that of warp w alone, so
 * results do not depend on what other warps do, only on the order of the warp's own accesses; the
 * lines are shared by cores, with all that follows for caches. With barrier=N every N steps the
 * warps of a block meet at a barrier, from which on each takes the words of the next warp: what one
 * stored before it the other must read. A step of a warp is one instruction of a random kind; each
 * of its active lanes takes the warp's word of a line of its own. A shared L1 may keep a line that
 * an atomic changes in L2 (docs/shared_l1.md): there, `atomics=0`. */
#include "workload_class.h"

#include <stdlib.h>

#include "util.h"

enum { WARPS = 4, GROUP = 32, LINE_WORDS = 32, LINES_MAX = 32, OPERATIONS = 8 };
enum { BLOCKS, STEPS, LINES, ATOMICS, BARRIER };
enum { PC = 0x10, PC_STEP = 8 };

/* What a warp does next. */
struct step {
    struct access access;
    uint32_t mask; /* active lanes, below the number of lines */
    unsigned turn; /* lane l takes line l + turn */
    uint32_t operand[LANES];
};

struct order {
    uint64_t words; /* address of the lines */
};

static uint64_t warps_of(const struct workload *w)
{
    return w->value[BLOCKS] * WARPS;
}

static uint64_t words_of(const struct workload *w)
{
    uint64_t groups = (warps_of(w) + GROUP - 1) / GROUP;
    return groups * w->value[LINES] * LINE_WORDS;
}

static void open_order(struct workload *w)
{
    struct order *order = w->state = xcalloc(1, sizeof *order);
    order->words = image_allocate(&w->image, 4 * words_of(w));
}

static bool next_order(struct workload *w, struct kernel *kernel)
{
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){.name = "order", .blocks = w->value[BLOCKS], .warps = WARPS};
    return true;
}

/* The steps of a warp are a sequence of their own. */
static void begin(const struct workload *w, struct rng *rng, uint64_t warp)
{
    rng_init(rng, w->seed + warp * UINT64_C(0x9e3779b97f4a7c15));
}

static void draw_step(const struct workload *w, struct rng *rng, struct step *step)
{
    static const uint8_t kinds[] = {INSTRUCTION_LOAD,        INSTRUCTION_LOAD,  INSTRUCTION_LOAD,
                                    INSTRUCTION_LOAD_BYPASS, INSTRUCTION_STORE, INSTRUCTION_STORE,
                                    INSTRUCTION_STORE,       INSTRUCTION_ATOMIC};
    unsigned drawn = sizeof kinds - !w->value[ATOMICS]; /* they are last */
    unsigned kind = kinds[rng_below(rng, drawn)], op = rng_below(rng, OPERATIONS);
    step->access = (struct access){.pc = PC + PC_STEP * (kind * OPERATIONS + op),
                                   .kind = (uint8_t)kind,
                                   .size = 4,
                                   .op = (uint8_t)op,
                                   .use_distance = (uint16_t)(op * 4)};
    step->mask = (uint32_t)rng_next(rng) & (uint32_t)rng_next(rng);
    step->mask &= low_lanes((int64_t)w->value[LINES]);
    step->turn = rng_below(rng, (unsigned)w->value[LINES]);
    for (unsigned lane = 0; lane < LANES; lane++)
        step->operand[lane] = (uint32_t)rng_next(rng);
}

/* Index of the word that a lane takes. */
static uint64_t word_of(const struct workload *w, uint64_t warp, const struct step *step,
                        unsigned lane)
{
    uint64_t line = (lane + step->turn) % w->value[LINES];
    return (warp / GROUP * w->value[LINES] + line) * LINE_WORDS + warp % GROUP;
}

static void run_step(const struct workload *w, struct simt *simt, uint64_t warp,
                     const struct step *step)
{
    const struct order *order = w->state;
    uint64_t address[LANES];
    uint32_t loaded[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = order->words + 4 * word_of(w, warp, step, lane);
    simt_warp(simt, simt->warp, step->mask);
    if (step->access.kind == INSTRUCTION_STORE)
        simt_store(simt, &step->access, address, step->operand);
    else if (step->access.kind == INSTRUCTION_ATOMIC)
        simt_atomic(simt, &step->access, address, step->operand);
    else
        simt_load(simt, &step->access, address, loaded);
    if (simt->cache) /* each lane has lines of its own: the others see its words behind a fence */
        simt_fence(simt);
}

/* The steps of a block between two barriers; `number` is that of the warp whose words it takes. */
struct phase {
    struct rng rng[WARPS]; /* of each warp's steps */
    uint64_t block, index; /* of these */
    uint64_t steps;        /* per warp */
};

/* The first one, with index 0, begins the warps' steps; false after the last. */
static bool next_phase(const struct workload *w, struct phase *phase)
{
    uint64_t each = w->value[BARRIER] ? w->value[BARRIER] : w->value[STEPS];
    uint64_t done = phase->index * each;
    if (done >= w->value[STEPS])
        return false;
    phase->steps = w->value[STEPS] - done < each ? w->value[STEPS] - done : each;
    for (unsigned warp = 0; warp < WARPS && !phase->index; warp++)
        begin(w, &phase->rng[warp], phase->block * WARPS + warp);
    phase->index++;
    return true;
}

static uint64_t words_owner(const struct phase *phase, unsigned warp)
{
    return phase->block * WARPS + (warp + phase->index - 1) % WARPS;
}

static void run_order(struct workload *w, struct simt *simt, uint64_t index)
{
    struct phase phase = {.block = index};
    struct step step;
    while (next_phase(w, &phase)) {
        if (phase.index > 1)
            simt_barrier(simt);
        for (unsigned warp = 0; warp < WARPS; warp++) {
            simt_warp(simt, warp, ALL_LANES);
            for (uint64_t i = 0; i < phase.steps; i++) {
                draw_step(w, &phase.rng[warp], &step);
                run_step(w, simt, words_owner(&phase, warp), &step);
            }
        }
    }
}

static void apply(const struct workload *w, uint64_t warp, const struct step *step, uint32_t *words)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t *word = &words[word_of(w, warp, step, lane)];
        if (!(step->mask >> lane & 1))
            continue;
        if (step->access.kind == INSTRUCTION_STORE)
            *word = step->operand[lane];
        if (step->access.kind == INSTRUCTION_ATOMIC)
            *word = atomic_result(step->access.op, *word, step->operand[lane]);
    }
}

static void apply_block(const struct workload *w, uint64_t block, uint32_t *words)
{
    struct phase phase = {.block = block};
    struct step step;
    while (next_phase(w, &phase))
        for (unsigned warp = 0; warp < WARPS; warp++)
            for (uint64_t i = 0; i < phase.steps; i++) {
                draw_step(w, &phase.rng[warp], &step);
                apply(w, words_owner(&phase, warp), &step, words);
            }
}

static bool check_order(struct workload *w, workload_get *get, void *context)
{
    const struct order *order = w->state;
    uint32_t *words = xcalloc(words_of(w), sizeof *words);
    for (uint64_t block = 0; block < w->value[BLOCKS]; block++)
        apply_block(w, block, words);
    struct result result = {"words", order->words, words, words_of(w), LINE_WORDS, false};
    bool right = workload_compare(w, &result, get, context);
    free(words);
    return right;
}

const struct workload_class order_class = {
    .name = "order",
    .text = "random loads, stores and atomics in few lines; each warp reads what it wrote last",
    .parameter = {[BLOCKS] = {"blocks", "thread blocks of 4 warps", 64, 1, 1 << 12},
                  [STEPS] = {"steps", "instructions per warp", 64, 1, 1 << 16},
                  [LINES] = {"lines", "that 32 warps share", 8, 1, LINES_MAX},
                  [ATOMICS] = {"atomics", "atomics, too (not with shared L1s)", 1, 0, 1},
                  [BARRIER] = {"barrier", "steps between barriers, 0: none", 0, 0, 1 << 16}},
    .open = open_order,
    .next_kernel = next_order,
    .run_block = run_order,
    .check = check_order,
    .close = free_state,
};
