/* The SM front end and the dispatcher against the plain ones of sm_plain.h, cycle by cycle: random
 * programs on three cores, random sizes, answers in random order on all three ports. Compared are
 * what issues and from which warp of each scheduler, the request at the L1 port with its id, where
 * every block runs, and all counters at the end. Half of the runs leave out steps of sleeping
 * cores. At the end every cause of a stall must have been seen. */
#include <inttypes.h>
#include <stdlib.h>

#include "check.h"
#include "dispatch.h"
#include "rng.h"
#include "sm_plain.h"
#include "util.h"
#include "workload_class.h"

enum { CORES = 3, KERNELS = 3, CYCLES_MAX = 400000, RUNS = 36, SEEN = 100 };

struct bench {
    struct config config;
    struct workload workload;
    struct dispatch dispatch;
    struct sm sm[CORES];
    struct plain_core plain[CORES];
    struct image image;  /* of the plain side */
    uint64_t next_block; /* likewise, of the kernel */
    uint64_t left;       /* blocks not yet given out */
    unsigned next_core;  /* whose turn it is */
    struct rng rng;
    unsigned answers, ready; /* percent of cycles */
    unsigned dispatches;     /* likewise; seldom, so that several cores have room at once */
    bool skip;               /* leave out steps of sleeping cores */
    uint64_t now;
};

static uint64_t stalls[SM_STALLS], hazards; /* of all runs */

/* ---- random programs; block and seed alone decide ---- */

enum { LINES = 64 };

static void draw_addresses(struct rng *rng, unsigned size, uint64_t address[LANES])
{
    unsigned lines = rng_percent(rng, 50) ? 3 : LINES - 32, form = rng_below(rng, 4);
    uint64_t from = IMAGE_BASE + rng_below(rng, lines) * 128u + rng_below(rng, 128 / size) * size;
    lane_addresses(address, from, form == 0 ? 0 : form == 1 ? size : 128);
    for (unsigned lane = 0; lane < LANES && form == 3; lane++)
        address[lane] = IMAGE_BASE + rng_below(rng, lines * 128 / size) * size;
}

/* Of 1, 2, 4, 8 or 16 B per lane, near each other or not. */
static void draw_shared(struct rng *rng, struct simt *simt)
{
    struct access access = {.pc = rng_below(rng, 64) * 8,
                            .kind = rng_percent(rng, 50) ? INSTRUCTION_SHARED_LOAD
                                                         : INSTRUCTION_SHARED_STORE,
                            .size = (uint8_t)(1u << rng_below(rng, 5)),
                            .use_distance = (uint16_t)rng_below(rng, 6)};
    uint64_t address[LANES];
    draw_addresses(rng, access.size, address);
    simt_shared(simt, &access, address);
}

/* With `many` a load whose value is not needed for long. */
static void draw_access(struct rng *rng, struct simt *simt, bool many)
{
    static uint8_t value[LANES * 16];
    static const uint8_t kinds[] = {INSTRUCTION_LOAD,  INSTRUCTION_LOAD,  INSTRUCTION_LOAD_BYPASS,
                                    INSTRUCTION_STORE, INSTRUCTION_FETCH, INSTRUCTION_ATOMIC};
    struct access access = {.pc = rng_below(rng, 64) * 8,
                            .kind = kinds[many ? 0 : rng_below(rng, sizeof kinds)],
                            .size = (uint8_t)(1u << rng_below(rng, 5)),
                            .use_distance = (uint16_t)(many ? 60 : rng_below(rng, 6))};
    uint64_t address[LANES];
    if (access.kind == INSTRUCTION_ATOMIC)
        access.size = access.size < 4 ? 4 : access.size;
    access.op = access.size > 4 && access.kind == INSTRUCTION_ATOMIC ? ATOMIC_EXCHANGE : 0;
    access.returns = access.kind == INSTRUCTION_ATOMIC && rng_percent(rng, 50);
    draw_addresses(rng, access.size, address);
    if (access.kind == INSTRUCTION_ATOMIC && access.op == ATOMIC_EXCHANGE)
        simt_exchange(simt, &access, address, value);
    else if (access.kind == INSTRUCTION_ATOMIC)
        simt_atomic(simt, &access, address, (const uint32_t *)(const void *)value);
    else if (access.kind == INSTRUCTION_STORE)
        simt_store(simt, &access, address, value);
    else
        simt_load(simt, &access, address, value);
}

/* All warps meet, at any number, counted or not; or some bring something and go on, the others wait
 * for them; or two parts of the block meet each at a barrier of its own. A warp that went on may
 * not come again before the barrier has opened: `first_number` is another one each time. */
static void draw_barrier(struct rng *rng, struct simt *simt, unsigned first_number)
{
    unsigned warps = simt->block->warps, number = first_number + rng_below(rng, 3);
    unsigned some = 1 + rng_below(rng, warps), form = rng_below(rng, 4);
    unsigned all = rng_percent(rng, 50) ? warps : 0;
    if (form == 0)
        simt_barrier(simt);
    for (unsigned warp = 0; warp < warps && form; warp++) {
        bool first = warp < some;
        simt_warp(simt, warp, ALL_LANES);
        if (form == 1)
            simt_named_barrier(simt, number, all, false);
        else if (form == 2)
            simt_named_barrier(simt, number, all, first && some < warps);
        else
            simt_named_barrier(simt, number + first, first ? some : warps - some, false);
    }
}

static void run_block(struct workload *w, struct simt *simt, uint64_t index)
{
    struct rng rng;
    rng_init(&rng, w->seed + index * 1000 + w->kernels_started);
    for (unsigned phases = 1 + rng_below(&rng, 3); phases; phases--) {
        for (unsigned warp = 0; warp < simt->block->warps; warp++) {
            bool many = rng_percent(&rng, 10); /* loads, more than can be outstanding */
            simt_warp(simt, warp, rng_percent(&rng, 50) ? ALL_LANES : (uint32_t)rng_next(&rng));
            for (unsigned ops = rng_below(&rng, many ? 40 : 8); ops; ops--)
                if (many || rng_percent(&rng, 50))
                    draw_access(&rng, simt, many);
                else if (rng_percent(&rng, 30))
                    draw_shared(&rng, simt);
                else if (rng_percent(&rng, 10))
                    simt_fence(simt);
                else
                    simt_arithmetic(simt, (uint8_t)rng_below(&rng, 3),
                                    (uint16_t)(rng_percent(&rng, 50) ? 0 : rng_below(&rng, 8)),
                                    1 + rng_below(&rng, 6));
        }
        if (phases > 1)
            draw_barrier(&rng, simt, 4 * phases);
    }
}

static bool next_kernel(struct workload *w, struct kernel *kernel)
{
    struct rng rng;
    rng_init(&rng, w->seed + w->kernels_started);
    *kernel = (struct kernel){.blocks = 1 + rng_below(&rng, 24), .warps = 1 + rng_below(&rng, 8)};
    kernel->registers = rng_percent(&rng, 50) ? 0 : rng_below(&rng, THREAD_REGISTERS_MAX + 1);
    kernel->shared_bytes = rng_percent(&rng, 50) ? 0 : rng_below(&rng, 20000);
    return w->kernels_started < KERNELS;
}

static const struct workload_class random_class = {
    .name = "random", .next_kernel = next_kernel, .run_block = run_block};

static struct thread_block *plain_program(struct bench *b)
{
    struct thread_block *block = xcalloc(1, sizeof *block);
    struct simt simt;
    block->index = b->next_block++;
    block->registers = b->workload.kernel.registers;
    block->shared_bytes = b->workload.kernel.shared_bytes;
    simt_begin(&simt, &b->image, block, b->workload.kernel.warps);
    run_block(&b->workload, &simt, block->index);
    simt_end(&simt);
    return block;
}

/* ---- one cycle ---- */

/* docs/workloads.md: one block per core with room, in turn; or a core is filled before the next. */
static void plain_dispatch(struct bench *b)
{
    unsigned first = b->next_core;
    for (unsigned i = 0; i < CORES; i++) {
        unsigned core = (first + i) % CORES;
        while (b->left && plain_has_room(&b->plain[core], &b->workload.kernel)) {
            plain_start(&b->plain[core], plain_program(b));
            b->left--;
            b->next_core = (core + 1) % CORES;
            if (b->config.dispatch == 0)
                break;
        }
    }
}

static void compare_blocks(const struct sm *sm, const struct plain_core *plain)
{
    bool equal = sm->resident == plain_resident(plain);
    for (unsigned i = 0; i < SM_BLOCKS_MAX; i++) {
        const struct thread_block *is = sm->block[i].block, *expected = plain->block[i].program;
        equal = equal && !is == !expected && (!is || is->index == expected->index);
    }
    CHECK(equal);
}

/* An accepted request at random, or -1. */
static int draw_answer(struct bench *b, const struct plain_core *plain)
{
    if (!rng_percent(&b->rng, b->answers))
        return -1;
    unsigned ids = b->config.lsu_ids, from = rng_below(&b->rng, ids);
    for (unsigned i = 0; i < ids; i++) {
        unsigned id = (from + i) % ids;
        if (plain->unit.flight[id].used && plain->unit.flight[id].accepted)
            return (int)id;
    }
    return -1;
}

static struct plain_in draw_input(struct bench *b, const struct plain_core *plain)
{
    struct plain_in in = {.ready = rng_percent(&b->rng, b->ready)};
    for (unsigned source = 0; source < SM_SOURCES; source++) {
        in.answer[source] = draw_answer(b, plain);
        for (unsigned other = 0; other < source; other++)
            if (in.answer[other] == in.answer[source])
                in.answer[source] = -1;
    }
    return in;
}

static struct sm_in ports(const struct plain_in *in)
{
    static const uint64_t nothing[LINE_WORDS];
    const int *id = in->answer;
    return (struct sm_in){.request_ready = in->ready,
                          .hit_valid = id[SM_FROM_L1] >= 0,
                          .hit_id = (uint16_t)id[SM_FROM_L1],
                          .hit_data = nothing,
                          .response_valid = id[SM_FROM_L2] >= 0,
                          .response_id = (uint16_t)id[SM_FROM_L2],
                          .response_data = nothing,
                          .remote_valid = id[SM_FROM_HOME] >= 0,
                          .remote_id = (uint16_t)id[SM_FROM_HOME],
                          .remote_data = nothing};
}

static void compare_outputs(const struct sm *sm, const struct plain_core *plain)
{
    struct sm_out out = {.issued = 0};
    sm_outputs(sm, &out);
    CHECK_EQUAL(out.issued, plain->issued);
    CHECK(out.issued || sm->resident || !sm->awake); /* an empty core sleeps */
    for (unsigned i = 0; i < sm->schedulers; i++)
        CHECK_EQUAL(sm->scheduler[i].last, plain->last[i]);
    CHECK_EQUAL(out.request_valid, plain->unit.offered >= 0);
    if (!out.request_valid || plain->unit.offered < 0)
        return;
    const struct plain_request *expected = &plain->unit.flight[plain->unit.offered];
    CHECK_EQUAL(out.request_id, plain->unit.offered);
    CHECK_EQUAL(out.request_line, expected->line);
    CHECK(out.request_kind == expected->record->kind && out.request_pc == expected->record->pc);
    CHECK(out.request_mask[0] == expected->mask[0] && out.request_mask[1] == expected->mask[1]);
}

static void cycle(struct bench *b)
{
    unsigned wrong = check_state.wrong;
    if (rng_percent(&b->rng, b->dispatches)) {
        dispatch_step(&b->dispatch, b->sm, b->now);
        plain_dispatch(b);
    }
    for (unsigned core = 0; core < CORES; core++) {
        compare_blocks(&b->sm[core], &b->plain[core]);
        struct plain_in drawn = draw_input(b, &b->plain[core]);
        struct sm_in in = ports(&drawn);
        if (wrong != check_state.wrong) /* from here on ids mean nothing */
            return;
        unsigned free_warps = b->sm[core].free_count;
        if (!b->skip || sm_must_step(&b->sm[core], &in))
            sm_step(&b->sm[core], &in, b->now);
        if (b->sm[core].free_count != free_warps)
            dispatch_warp_ended(&b->dispatch);
        plain_step(&b->plain[core], &drawn, b->now);
        compare_outputs(&b->sm[core], &b->plain[core]);
    }
    b->now++;
}

/* ---- runs ---- */

/* In half of the runs nothing waits for arithmetic. */
static void draw_arithmetic(struct config *config, struct rng *rng)
{
    if (rng_percent(rng, 50))
        return;
    config->sp_latency = 1 + rng_below(rng, 8);
    config->int_latency = 1 + rng_below(rng, 20);
    config->sfu_latency = 1 + rng_below(rng, 63);
    config->sp_interval = rng_below(rng, 3);
    config->int_interval = rng_below(rng, 5);
    config->sfu_interval = rng_below(rng, 9);
}

static void draw_config(struct config *config, struct rng *rng)
{
    config_init(config);
    config->cores = CORES;
    config->warps = 8 + rng_below(rng, 57);
    config->blocks = 1 + rng_below(rng, rng_percent(rng, 50) ? 4 : SM_BLOCKS_MAX);
    config->issue_width = 1 + rng_below(rng, 4);
    config->scheduler = rng_below(rng, 3);
    config->schedulers = 1 + rng_below(rng, 4);
    config->two_level_active = 1 + rng_below(rng, 8);
    config->dispatch = rng_below(rng, 2);
    config->request_order = rng_below(rng, 2);
    config->barrier_drains = rng_below(rng, 2);
    config->coalesce = rng_below(rng, 2);
    config->registers = 65536 + rng_below(rng, 100000);
    config->shared_memory_bytes = 20000 + rng_below(rng, 80000);
    draw_arithmetic(config, rng);
    config->lsu_instructions = rng_percent(rng, 50) ? 1 : 1 + rng_below(rng, 16);
    config->shared_banks = 1 + rng_below(rng, 32);
    config->shared_latency = 1 + rng_below(rng, 63);
    config->lsu_queue = 1 + rng_below(rng, rng_percent(rng, 50) ? 3 : 20);
    config->lsu_ids = 16u << rng_below(rng, 4);
}

static bool is_over(const struct bench *b)
{
    bool over = !b->left;
    for (unsigned i = 0; i < CORES; i++)
        over = over && !plain_resident(&b->plain[i]);
    return over;
}

static void run_kernels(struct bench *b)
{
    static const unsigned answers[] = {3, 20, 90}, ready[] = {10, 80, 100};
    unsigned wrong = check_state.wrong;
    while (check_state.wrong == wrong && dispatch_next_kernel(&b->dispatch)) {
        b->left = b->workload.kernel.blocks;
        b->next_block = 0;
        do {
            if (b->now % 256 == 0) {
                b->answers = answers[rng_below(&b->rng, 3)];
                b->ready = ready[rng_below(&b->rng, 3)];
            }
            cycle(b);
        } while (!is_over(b) && b->now < CYCLES_MAX && check_state.wrong == wrong);
    }
    CHECK(b->now < CYCLES_MAX);
}

static void compare_counters(struct bench *b)
{
    for (unsigned core = 0; core < CORES; core++) {
        const struct sm_stats *expected = &b->plain[core].stats;
        sm_account(&b->sm[core], b->now);
        CHECK(!memcmp(&b->sm[core].stats, expected, sizeof *expected));
        for (unsigned cause = 0; cause < SM_STALLS; cause++)
            stalls[cause] += expected->stall_cycles[cause];
        hazards += expected->hazards;
    }
}

static void run(uint64_t seed)
{
    static struct bench b;
    memset(&b, 0, sizeof b);
    rng_init(&b.rng, seed);
    draw_config(&b.config, &b.rng);
    b.skip = seed % 2;
    b.dispatches = rng_percent(&b.rng, 50) ? 100 : 2;
    b.workload = (struct workload){.class = &random_class, .seed = seed * 100000};
    image_allocate(&b.workload.image, LINES * 128);
    image_allocate(&b.image, LINES * 128);
    dispatch_init(&b.dispatch, &b.config, 0, &b.workload);
    for (unsigned core = 0; core < CORES; core++) {
        sm_init(&b.sm[core], &b.config, core, &b.workload);
        b.sm[core].carry_data = false;
        plain_init(&b.plain[core], &b.config);
    }
    run_kernels(&b);
    compare_counters(&b);
    for (unsigned core = 0; core < CORES; core++) {
        sm_release(&b.sm[core]);
        for (unsigned i = 0; i < SM_BLOCKS_MAX; i++)
            if (b.plain[core].block[i].program)
                block_free(b.plain[core].block[i].program);
    }
    while (b.workload.free_blocks) {
        struct thread_block *block = b.workload.free_blocks;
        b.workload.free_blocks = block->next_free;
        block_free(block);
    }
    free(b.workload.image.bytes);
    free(b.image.bytes);
}

static void every_stall_was_seen(void)
{
    static const char *const names[SM_STALLS] = {"load", "result", "barrier",
                                                 "lsu",  "hazard", "empty"};
    for (unsigned cause = 0; cause < SM_STALLS; cause++) {
        printf("%-8s %8" PRIu64 " cycles\n", names[cause], stalls[cause]);
        CHECK(stalls[cause] >= SEEN);
    }
    CHECK(hazards >= SEEN);
}

int main(void)
{
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        check_case("random programs, seed %" PRIu64, seed);
        run(seed);
    }
    TEST(every_stall_was_seen());
    return check_report();
}
