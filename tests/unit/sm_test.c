/* The SM front end against a plain memory: requests are taken at random, done and answered in
 * random order, those of a core to one line in theirs where the memory keeps it. Workloads must
 * come out right, no two conflicting requests of a core may be in flight where the core keeps the
 * order, skipped steps must change nothing, planted faults must be seen. */
#include "check.h"

#include "config.h"
#include "dispatch.h"
#include "memory.h"
#include "rng.h"
#include "sm.h"
#include "simt.h"
#include "util.h"
#include "workload_class.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CORES = 3, IN_FLIGHT = 1024, CYCLES_MAX = 3000000 };

/* A request between its acceptance and its answer. */
struct flight {
    struct sm_out request;
    uint64_t number; /* in the order of acceptance */
    bool used;
};

enum fault { FAULT_NONE, FAULT_LOAD, FAULT_STORE };

struct bench {
    struct config config;
    struct workload *workload;
    struct memory memory;
    struct dispatch dispatch;
    struct sm sm[CORES];
    struct sm_out out[CORES];
    struct flight flight[CORES][IN_FLIGHT];
    unsigned flights[CORES];
    uint64_t line[CORES][2][LINE_WORDS]; /* answers under way: hit, response */
    struct rng rng;
    bool skip;        /* leave out steps of sleeping SMs */
    unsigned delay;   /* percent of cycles without an answer, per port */
    enum fault fault; /* what the memory does wrong */
    uint64_t now, hash, accepted, conflicts, skipped;
    uint64_t issued; /* sum of what the outputs said in every cycle, of sleeping SMs, too */
};

static void put_image(void *context, uint64_t address, const void *bytes, size_t size)
{
    memory_write_bytes(context, address, bytes, size);
}

static void get_memory(void *context, uint64_t address, void *bytes, size_t size)
{
    memory_read_bytes(context, address, bytes, size);
}

static bool writes(const struct sm_out *request)
{
    return request->request_kind == INSTRUCTION_STORE ||
           request->request_kind == INSTRUCTION_ATOMIC;
}

static void accept(struct bench *bench, unsigned core)
{
    const struct sm_out *out = &bench->out[core];
    for (unsigned i = 0; i < IN_FLIGHT; i++) {
        const struct flight *other = &bench->flight[core][i];
        if (other->used && other->request.request_line == out->request_line &&
            (writes(out) || writes(&other->request)))
            bench->conflicts++;
    }
    CHECK(!bench->flight[core][out->request_id].used);
    bench->flight[core][out->request_id] = (struct flight){*out, bench->accepted++, true};
    bench->flights[core]++;
}

static bool byte_of(const uint64_t mask[2], unsigned byte)
{
    return mask[byte / 64] >> byte % 64 & 1;
}

/* Does what the request asks, leaves the line's contents in `line`. */
static void perform(struct bench *bench, const struct sm_out *request, uint64_t line[LINE_WORDS])
{
    memcpy(line, memory_read_line(&bench->memory, request->request_line), LINE_BYTES);
    if (!writes(request)) {
        line[0] ^= bench->fault == FAULT_LOAD;
        return;
    }
    uint64_t new[LINE_WORDS];
    memcpy(new, line, sizeof new);
    const uint8_t *data = (const uint8_t *)request->request_data;
    for (unsigned i = 0; i < LINE_BYTES; i++)
        if (byte_of(request->request_mask, i))
            ((uint8_t *)new)[i] = data[i];
    for (unsigned i = 0; request->request_kind == INSTRUCTION_ATOMIC && i < LINE_BYTES; i += 4)
        if (byte_of(request->request_mask, i)) {
            uint32_t operand, old;
            memcpy(&operand, data + i, 4);
            memcpy(&old, (uint8_t *)line + i, 4);
            old = atomic_result((unsigned)request->request_op, old, operand);
            memcpy((uint8_t *)new + i, &old, 4);
        }
    if (bench->fault != FAULT_STORE)
        memory_write_line(&bench->memory, request->request_line, new);
}

/* A request in flight at random; the oldest one of its line where the memory keeps the order. */
static unsigned pick(struct bench *bench, unsigned core)
{
    const struct flight *flights = bench->flight[core];
    unsigned at = rng_below(&bench->rng, IN_FLIGHT);
    while (!flights[at].used)
        at = (at + 1) % IN_FLIGHT;
    uint64_t line = flights[at].request.request_line;
    for (unsigned i = 0; i < IN_FLIGHT && bench->config.request_order == ORDER_BY_MEMORY; i++)
        if (flights[i].used && flights[i].request.request_line == line &&
            flights[i].number < flights[at].number)
            at = i;
    return at;
}

static bool answer(struct bench *bench, unsigned core, unsigned port, uint64_t *id)
{
    if (!bench->flights[core] || rng_percent(&bench->rng, bench->delay))
        return false;
    unsigned at = pick(bench, core);
    perform(bench, &bench->flight[core][at].request, bench->line[core][port]);
    *id = bench->flight[core][at].request.request_id;
    bench->flight[core][at].used = false;
    bench->flights[core]--;
    return true;
}

static void tick_core(struct bench *bench, unsigned core)
{
    struct sm *sm = &bench->sm[core];
    struct sm_in in = {.request_ready = rng_percent(&bench->rng, 70)};
    in.hit_valid = answer(bench, core, 0, &in.hit_id);
    in.hit_data = bench->line[core][0];
    in.response_valid = answer(bench, core, 1, &in.response_id);
    in.response_data = bench->line[core][1];
    if (bench->out[core].request_valid && in.request_ready)
        accept(bench, core);
    if (bench->skip && !sm_must_step(sm, &in)) {
        bench->skipped++;
        return;
    }
    uint64_t before = sm_hash(sm);
    bool must = sm_must_step(sm, &in);
    sm_step(sm, &in, bench->now);
    if (!must)
        CHECK_EQUAL(sm_hash(sm), before);
    sm_outputs(sm, &bench->out[core]);
}

/* One cycle of a core, stepped or not. */
static void cycle_core(struct bench *bench, unsigned core)
{
    tick_core(bench, core);
    bench->issued += bench->out[core].issued;
}

static bool all_done(const struct bench *bench)
{
    for (unsigned i = 0; i < CORES; i++)
        if (!sm_is_done(&bench->sm[i]))
            return false;
    return !bench->dispatch.left;
}

static void run(struct bench *bench)
{
    while (dispatch_next_kernel(&bench->dispatch)) {
        do {
            dispatch_warp_ended(&bench->dispatch); /* there may be room in any cycle */
            dispatch_step(&bench->dispatch, bench->sm, bench->now);
            for (unsigned i = 0; i < CORES; i++)
                cycle_core(bench, i);
            bench->now++;
            for (unsigned i = 0; i < CORES && bench->now % 64 == 0; i++)
                bench->hash = bench->hash * 31 + sm_hash(&bench->sm[i]);
        } while (!all_done(bench) && bench->now < CYCLES_MAX);
    }
}

static struct bench *bench_new(const char *settings, const char *name, char **arguments, int count)
{
    struct bench *bench = xcalloc(1, sizeof *bench);
    config_init(&bench->config);
    char *copy = xstrdup(settings), *rest = NULL;
    config_set(&bench->config, "test", "cores=3");
    config_set(&bench->config, "test", "request_order=core");
    for (char *part = strtok_r(copy, " ", &rest); part; part = strtok_r(NULL, " ", &rest))
        config_set(&bench->config, "test", part);
    free(copy);
    bench->workload = workload_open(name, count, arguments, 7);
    memory_init(&bench->memory);
    workload_image(bench->workload, put_image, &bench->memory);
    dispatch_init(&bench->dispatch, &bench->config, bench->workload);
    for (unsigned i = 0; i < CORES; i++) {
        sm_init(&bench->sm[i], &bench->config, i, bench->workload);
        bench->sm[i].report = NULL;
    }
    rng_init(&bench->rng, 11);
    bench->skip = true;
    bench->delay = 60;
    return bench;
}

static void bench_free(struct bench *bench)
{
    for (unsigned i = 0; i < CORES; i++)
        sm_release(&bench->sm[i]);
    workload_close(bench->workload);
    memory_release(&bench->memory);
    free(bench);
}

static struct sm_stats total(struct bench *bench)
{
    struct sm_stats sum = {0};
    for (unsigned i = 0; i < CORES; i++) {
        sm_account(&bench->sm[i], bench->now);
        const uint64_t *from = (const uint64_t *)(const void *)&bench->sm[i].stats;
        for (size_t word = 0; word < sizeof sum / 8; word++)
            ((uint64_t *)(void *)&sum)[word] += from[word];
    }
    return sum;
}

struct job {
    const char *name;
    char *arguments[3];
    int count;
};
static const struct job jobs[] = {
    {"gemm", {"m=37", "n=70", "k=19"}, 3},
    {"stream", {"n=3000", "iterations=2"}, 2},
    {"stencil", {"width=67", "height=21"}, 2},
    {"bfs", {"rmat=9", "edgefactor=4", "group=2"}, 3},
    {"transpose", {"width=70", "height=45"}, 2},
    {"histogram", {"n=900", "bins=50"}, 2},
    {"atax", {"m=70", "n=33"}, 2},
    {"syrk", {"n=37", "m=9"}, 2},
    {"syr2k", {"n=19", "m=9"}, 2},
    {"conv", {"maps=3", "outs=5", "size=9"}, 3},
    {"squeeze", {"maps=5", "size=13"}, 2},
    {"nn", {"images=1"}, 1},
    {"kmeans", {"n=300", "features=5"}, 2},
    {"lookup", {"n=300", "kb=2"}, 2},
    {"mm", {"n=12"}, 1},
    {"order", {"blocks=9", "steps=30", "lines=4"}, 3},
    {"order", {"blocks=9", "lines=4", "barrier=3"}, 3},
};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

static const char *const settings[] = {
    "scheduler=gto",
    "scheduler=lrr issue_width=2 dispatch=block",
    "scheduler=two_level schedulers=2 two_level_active=3 warps=16 blocks=1 lsu_queue=1 lsu_ids=16",
    "request_order=memory",
    "request_order=memory schedulers=4 sp_latency=5 coalesce=segment lsu_instructions=5",
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

static struct bench *start(const struct job *job, const char *setting)
{
    char *arguments[3];
    memcpy(arguments, job->arguments, sizeof arguments);
    return bench_new(setting, job->name, arguments, job->count);
}

static void workloads_compute_the_right_results(void)
{
    uint64_t in_order = 0;
    for (unsigned i = 0; i < JOBS; i++)
        for (unsigned s = 0; s < SETTINGS; s++) {
            check_case("%s with %s is right", jobs[i].name, settings[s]);
            struct bench *bench = start(&jobs[i], settings[s]);
            bench->delay = s == 2 ? 95 : 60; /* 16 ids run out */
            run(bench);
            struct sm_stats stats = total(bench);
            CHECK(bench->now < CYCLES_MAX);
            CHECK_EQUAL(stats.mismatches, 0);
            CHECK(stats.checked_bytes > 0);
            if (bench->config.request_order == ORDER_BY_MEMORY)
                in_order += bench->conflicts;
            else
                CHECK_EQUAL(bench->conflicts, 0);
            const char *wrong = workload_check(bench->workload, get_memory, &bench->memory);
            CHECK(!wrong);
            if (wrong)
                printf("    %s\n", wrong);
            uint64_t cycles = stats.issue_cycles;
            for (unsigned cause = 0; cause < SM_STALLS; cause++)
                cycles += stats.stall_cycles[cause];
            CHECK_EQUAL(cycles, CORES * bench->now);
            CHECK_EQUAL(bench->issued, stats.warp_instructions);
            bench_free(bench);
        }
    printf("%" PRIu64 " requests were sent behind a conflicting one\n", in_order);
    CHECK(in_order > 100);
}

static void skipping_sleeping_cores_changes_nothing(void)
{
    for (unsigned i = 0; i < JOBS; i++) {
        check_case("skipping on %s", jobs[i].name);
        struct bench *fast = start(&jobs[i], settings[i % SETTINGS]),
                     *slow = start(&jobs[i], settings[i % SETTINGS]);
        slow->skip = false;
        run(fast);
        run(slow);
        CHECK(fast->skipped > 0);
        CHECK_EQUAL(fast->now, slow->now);
        CHECK_EQUAL(fast->hash, slow->hash);
        CHECK_EQUAL(fast->issued, slow->issued);
        struct sm_stats a = total(fast), b = total(slow);
        CHECK(!memcmp(&a, &b, sizeof a));
        bench_free(fast);
        bench_free(slow);
    }
}

static void planted_faults_are_seen(void)
{
    struct bench *bench = start(&jobs[0], settings[0]);
    bench->fault = FAULT_LOAD;
    run(bench);
    CHECK(total(bench).mismatches > 0);
    bench_free(bench);
    bench = start(&jobs[0], settings[0]);
    bench->fault = FAULT_STORE;
    run(bench);
    CHECK_EQUAL(total(bench).mismatches, 0);
    CHECK(workload_check(bench->workload, get_memory, &bench->memory) != NULL);
    bench_free(bench);
}

/* Two warps store to one line each, the second one later, meet at a barrier and load what the other
 * stored. */
static struct thread_block *exchange_block(struct bench *bench)
{
    static const struct access store = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
    static const struct access load = {.pc = 2, .kind = INSTRUCTION_LOAD, .size = 4};
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t address[LANES];
    uint32_t value[LANES];
    simt_begin(&simt, &bench->workload->image, block, 2);
    for (unsigned warp = 0; warp < 2; warp++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            value[lane] = 1000 * warp + lane;
        simt_warp(&simt, warp, ALL_LANES);
        simt_alu(&simt, 200 * warp);
        lane_addresses(address, IMAGE_BASE + 128 * warp, 4);
        simt_store(&simt, &store, address, value);
    }
    simt_barrier(&simt);
    for (unsigned warp = 0; warp < 2; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        lane_addresses(address, IMAGE_BASE + 128 * !warp, 4);
        simt_load(&simt, &load, address, value);
    }
    simt_end(&simt);
    return block;
}

static void a_barrier_waits_for_the_stores_of_all_warps(void)
{
    struct bench *bench = start(&jobs[1], "scheduler=lrr barrier_drains=on");
    struct sm *sm = &bench->sm[0];
    sm_start_block(sm, exchange_block(bench), 0);
    while (!sm_is_done(sm) && bench->now < 10000) {
        tick_core(bench, 0);
        bench->now++;
        if (bench->out[0].request_valid)
            CHECK_EQUAL(bench->out[0].request_pc, writes(&bench->out[0]) ? 1 : 2);
        bool load_out =
            sm->stats.requests[INSTRUCTION_LOAD] || bench->out[0].request_kind == INSTRUCTION_LOAD;
        for (unsigned i = 0; i < IN_FLIGHT && load_out; i++)
            CHECK(!bench->flight[0][i].used || !writes(&bench->flight[0][i].request));
    }
    CHECK(sm_is_done(sm));
    CHECK_EQUAL(sm->stats.mismatches, 0);
    CHECK_EQUAL(sm->stats.checked_bytes, 256);
    CHECK_EQUAL(sm->stats.requests[INSTRUCTION_STORE], 2);
    CHECK_EQUAL(sm->stats.warp_instructions, 208);
    bench_free(bench);
}

/* The other warp's load follows its store without waiting for it, and brings what it wrote. */
static void a_barrier_that_does_not_drain_keeps_the_order(void)
{
    struct bench *bench = start(&jobs[1], "scheduler=lrr request_order=memory");
    struct sm *sm = &bench->sm[0];
    sm_start_block(sm, exchange_block(bench), 0);
    bench->delay = 95;
    for (; !sm_is_done(sm) && bench->now < 10000; bench->now++)
        tick_core(bench, 0);
    CHECK(bench->conflicts > 0);
    CHECK_EQUAL(sm->stats.mismatches, 0);
    CHECK_EQUAL(sm->stats.checked_bytes, 256);
    bench_free(bench);
}

/* Each warp: a store of 32 words so many bytes apart; if they meet then a barrier and an
 * instruction; an exit. */
static struct thread_block *store_block(struct bench *bench, unsigned warps, uint64_t step,
                                        bool meet)
{
    static const struct access store = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t address[LANES];
    uint32_t value[LANES] = {0};
    simt_begin(&simt, &bench->workload->image, block, warps);
    lane_addresses(address, IMAGE_BASE, step);
    for (unsigned warp = 0; warp < warps; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_store(&simt, &store, address, value);
    }
    if (meet)
        simt_barrier(&simt);
    for (unsigned warp = 0; warp < warps && meet; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_alu(&simt, 1);
    }
    simt_end(&simt);
    return block;
}

/* Nothing is answered for 20 cycles. */
static uint64_t issued_without_answers(const char *setting)
{
    struct bench *bench = start(&jobs[1], setting);
    struct sm *sm = &bench->sm[0];
    sm_start_block(sm, store_block(bench, 2, 4, true), 0);
    for (struct sm_in in = {.request_ready = true}; bench->now < 20; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->stats.stall_cycles[SM_STALL_BARRIER], 20 - sm->stats.issue_cycles);
    uint64_t issued = sm->stats.warp_instructions;
    bench_free(bench);
    return issued;
}

static void barriers_wait_for_answers_when_told_to_and_exits_always(void)
{
    CHECK_EQUAL(issued_without_answers("barrier_drains=on"), 2);  /* the stores */
    CHECK_EQUAL(issued_without_answers("barrier_drains=off"), 6); /* all but the exits */
}

/* A load with use distance 3 lets exactly three instructions pass while its value is missing. */
static void a_warp_stops_at_the_first_use_of_a_load(void)
{
    static const struct access load = {
        .pc = 1, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3};
    struct bench *bench = start(&jobs[1], settings[0]);
    struct sm *sm = &bench->sm[0];
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t address[LANES];
    uint32_t value[LANES];
    simt_begin(&simt, &bench->workload->image, block, 1);
    simt_warp(&simt, 0, 0xff);
    lane_addresses(address, IMAGE_BASE, 4);
    simt_load(&simt, &load, address, value);
    simt_alu(&simt, 10);
    simt_end(&simt);
    sm_start_block(sm, block, 0);
    struct sm_in in = {.request_ready = true};
    for (; bench->now < 20; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->stats.warp_instructions, 4);
    CHECK_EQUAL(sm->stats.thread_instructions, 4 * 8);
    CHECK_EQUAL(sm->stats.stall_cycles[SM_STALL_LOAD], 16);
    in = (struct sm_in){.hit_valid = true,
                        .hit_data = (const uint64_t *)(const void *)bench->workload->image.bytes};
    sm_step(sm, &in, bench->now++);
    CHECK_EQUAL(sm->stats.warp_instructions, 5);
    /* issued at 0, queued 1, offered 2, taken 3 */
    CHECK_EQUAL(sm->stats.load_cycles[SM_FROM_L1], 20 - 3);
    in = (struct sm_in){.request_ready = true};
    while (!sm_is_done(sm) && bench->now < 60)
        sm_step(sm, &in, bench->now++);
    CHECK_EQUAL(sm->stats.warp_instructions, 12);
    CHECK_EQUAL(bench->now, 28);
    bench_free(bench);
}

/* Every lane stores its own value at the same place of another line. */
static void a_scattered_store_takes_each_lanes_own_data(void)
{
    static const struct access store = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
    struct bench *bench = start(&jobs[1], settings[0]);
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t address[LANES];
    uint32_t value[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        value[lane] = 77 + lane;
    simt_begin(&simt, &bench->workload->image, block, 1);
    simt_warp(&simt, 0, 0x7fffffff);
    lane_addresses(address, IMAGE_BASE, 128);
    simt_store(&simt, &store, address, value);
    simt_end(&simt);
    sm_start_block(&bench->sm[0], block, 0);
    for (; !sm_is_done(&bench->sm[0]) && bench->now < 10000; bench->now++)
        tick_core(bench, 0);
    CHECK_EQUAL(bench->sm[0].stats.requests[INSTRUCTION_STORE], 31);
    for (unsigned lane = 0; lane < 31; lane++)
        CHECK_EQUAL(memory_read_line(&bench->memory, address[lane] / 128)[0] & 0xffffffff,
                    77 + lane);
    bench_free(bench);
}

/* Requests of a load of consecutive elements, the first one so many bytes behind a line's begin. */
static uint64_t load_requests(const char *setting, uint8_t size, unsigned from)
{
    const struct access load = {.pc = 1, .kind = INSTRUCTION_LOAD, .size = size};
    struct bench *bench = start(&jobs[1], setting);
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t address[LANES];
    uint8_t value[LANES * 16];
    simt_begin(&simt, &bench->workload->image, block, 1);
    simt_warp(&simt, 0, ALL_LANES);
    lane_addresses(address, IMAGE_BASE + from, size);
    simt_load(&simt, &load, address, value);
    simt_end(&simt);
    sm_start_block(&bench->sm[0], block, 0);
    for (; !sm_is_done(&bench->sm[0]) && bench->now < 1000; bench->now++)
        tick_core(bench, 0);
    CHECK_EQUAL(bench->sm[0].stats.mismatches, 0);
    uint64_t requests = bench->sm[0].stats.requests[INSTRUCTION_LOAD];
    bench_free(bench);
    return requests;
}

static void bytes_and_half_words_may_take_parts_of_lines(void)
{
    CHECK_EQUAL(load_requests("coalesce=line", 1, 16), 1);
    CHECK_EQUAL(load_requests("coalesce=segment", 1, 0), 1);
    CHECK_EQUAL(load_requests("coalesce=segment", 1, 16), 2); /* 16 bytes of two 32 B segments */
    CHECK_EQUAL(load_requests("coalesce=line", 2, 32), 1);
    CHECK_EQUAL(load_requests("coalesce=segment", 2, 32), 2); /* 32 bytes of two of 64 B */
    CHECK_EQUAL(load_requests("coalesce=segment", 2, 64), 1);
    CHECK_EQUAL(load_requests("coalesce=segment", 4, 0), 1);
    CHECK_EQUAL(load_requests("coalesce=segment", 4, 64), 2); /* two lines, as ever */
}

/* What the memory does to the line of one request of a load. */
enum damage { RIGHT, FIRST_BYTE, LAST_BYTE, LINE_BEFORE, DAMAGES };

static void read_damaged(const struct bench *bench, enum damage damage, uint64_t line[LINE_WORDS])
{
    const struct sm_out *request = &bench->out[0];
    uint64_t from = request->request_line - (damage == LINE_BEFORE);
    memcpy(line, memory_read_line(&bench->memory, from), LINE_BYTES);
    unsigned first = 0, last = LINE_BYTES - 1;
    while (!byte_of(request->request_mask, first))
        first++;
    while (!byte_of(request->request_mask, last))
        last--;
    if (damage == FIRST_BYTE || damage == LAST_BYTE)
        ((uint8_t *)line)[damage == FIRST_BYTE ? first : last] ^= 1;
}

/* One warp's load; its request number `which` is answered with a damaged line. */
static struct sm_stats load_with_damage(const struct access *load, const uint64_t address[LANES],
                                        uint32_t lanes, unsigned which, enum damage damage)
{
    struct bench *bench = start(&jobs[1], settings[0]);
    struct thread_block *block = workload_new_block(bench->workload);
    struct sm *sm = &bench->sm[0];
    struct simt simt;
    uint8_t value[LANES * 16];
    uint64_t line[LINE_WORDS], *words = image_at(&bench->workload->image, IMAGE_BASE, 8192);
    rng_fill(&bench->rng, words, 8 * 8192);
    memory_write_bytes(&bench->memory, IMAGE_BASE, words, 8192);
    simt_begin(&simt, &bench->workload->image, block, 1);
    simt_warp(&simt, 0, lanes);
    simt_load(&simt, load, address, value);
    simt_end(&simt);
    sm_start_block(sm, block, 0);
    for (unsigned answered = 0; !sm_is_done(sm) && bench->now < 1000; bench->now++) {
        const struct sm_out *out = &bench->out[0];
        if (out->request_valid) {
            read_damaged(bench, answered++ == which ? damage : RIGHT, line);
            sm_step(sm, &(struct sm_in){.request_ready = true}, bench->now++);
        }
        struct sm_in in = {
            .hit_valid = out->request_valid, .hit_id = out->request_id, .hit_data = line};
        sm_step(sm, &in, bench->now);
        sm_outputs(sm, &bench->out[0]);
    }
    struct sm_stats stats = sm->stats;
    bench_free(bench);
    return stats;
}

static void wrong_bytes_are_seen_in_loads_of_every_form(void)
{
    static const struct {
        unsigned size, from;
        int step;
        uint32_t lanes;
        unsigned requests;
    } forms[] = {
        {4, 0, 0, ALL_LANES, 1},      /* broadcast */
        {4, 128, 4, ALL_LANES, 1},    /* contiguous, a line */
        {8, 128, 8, ALL_LANES, 2},    /* two lines */
        {4, 164, 4, 0x0fffff00, 2},   /* some lanes, over a line border */
        {1, 130, 1, 0xff00ff00, 1},   /* with a gap */
        {4, 256, 128, 0x80000001, 2}, /* scattered */
        {2, 1024, -2, ALL_LANES, 2},  /* descending */
        {16, 512, 32, 0x0000ffff, 4}, /* wide and strided */
    };
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct access load = {
            .pc = 1, .kind = INSTRUCTION_LOAD, .size = (uint8_t)forms[i].size, .use_distance = 1};
        unsigned bytes = load.size * (unsigned)__builtin_popcount(forms[i].lanes);
        uint64_t address[LANES];
        lane_addresses(address, IMAGE_BASE + forms[i].from, (uint64_t)(int64_t)forms[i].step);
        for (unsigned n = 0; n < 2 * forms[i].requests * DAMAGES; n++) {
            enum damage damage = n / 2 % DAMAGES;
            load.may_differ = n % 2;
            struct sm_stats stats =
                load_with_damage(&load, address, forms[i].lanes, n / 2 / DAMAGES, damage);
            CHECK_EQUAL(stats.requests[INSTRUCTION_LOAD], forms[i].requests);
            CHECK_EQUAL(stats.mismatches, damage != RIGHT && !load.may_differ);
            CHECK_EQUAL(stats.checked_bytes, load.may_differ ? 0 : bytes);
        }
    }
}

/* The order in which two warps with five ALU instructions each issue, a digit per instruction. */
static uint64_t issue_order(const char *setting)
{
    struct bench *bench = start(&jobs[1], setting);
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    simt_begin(&simt, &bench->workload->image, block, 2);
    for (unsigned warp = 0; warp < 2; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_alu(&simt, 5);
    }
    simt_end(&simt);
    struct sm *sm = &bench->sm[0];
    sm->scheduler[0].last = 1;
    sm_start_block(sm, block, 0);
    uint64_t order = 0;
    for (struct sm_in in = {0}; !sm_is_done(sm) && bench->now < 100; bench->now++) {
        sm_step(sm, &in, bench->now);
        order = 10 * order + sm->scheduler[0].last + 1;
    }
    bench_free(bench);
    return order;
}

static void schedulers_pick_in_their_order(void)
{
    CHECK_EQUAL(issue_order("scheduler=gto"), 222222111111);
    CHECK_EQUAL(issue_order("scheduler=lrr"), 121212121212);
}

/* A block whose first warp has so many ALU instructions, the others none. */
static struct thread_block *alu_block(struct bench *bench, unsigned count, unsigned warps)
{
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    simt_begin(&simt, &bench->workload->image, block, warps);
    simt_warp(&simt, 0, ALL_LANES);
    simt_alu(&simt, count);
    simt_end(&simt);
    return block;
}

/* The third block gets the slots of the first, which is over; the second one is older. */
static void the_oldest_block_goes_first_whatever_its_slots(void)
{
    struct bench *bench = start(&jobs[1], "scheduler=gto");
    struct sm *sm = &bench->sm[0];
    struct sm_in in = {0};
    sm->scheduler[0].last = 7; /* none: no warp is the last one that issued */
    sm_start_block(sm, alu_block(bench, 1, 1), 0);
    sm_start_block(sm, alu_block(bench, 20, 1), 0);
    while (sm->stats.blocks < 1 && bench->now < 10)
        sm_step(sm, &in, bench->now++);
    CHECK_EQUAL(sm->scheduler[0].last, 0);
    sm_start_block(sm, alu_block(bench, 20, 1), bench->now);
    sm->scheduler[0].last = 7;
    sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->scheduler[0].last, 1);
    bench_free(bench);
}

/* Cycles that a block takes: each warp has 5 instructions of a class, the value of each needed
 * after so many further ones, and an exit. */
static uint64_t arithmetic_cycles(const char *setting, unsigned warps, uint8_t class,
                                  uint16_t use_distance)
{
    struct bench *bench = start(&jobs[1], setting);
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    simt_begin(&simt, &bench->workload->image, block, warps);
    for (unsigned warp = 0; warp < warps; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_arithmetic(&simt, class, use_distance, 5);
    }
    simt_end(&simt);
    struct sm *sm = &bench->sm[0];
    sm_start_block(sm, block, 0);
    for (struct sm_in in = {0}; !sm_is_done(sm) && bench->now < 1000; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->stats.warp_instructions, 6 * warps);
    CHECK_EQUAL(sm->stats.stall_cycles[SM_STALL_RESULT], bench->now - sm->stats.issue_cycles);
    uint64_t cycles = bench->now;
    bench_free(bench);
    return cycles;
}

static uint64_t block_cycles(const char *setting, unsigned warps)
{
    return arithmetic_cycles(setting, warps, ARITHMETIC_SP, 0);
}

static void results_are_waited_for(void)
{
    enum { SP = ARITHMETIC_SP, INT = ARITHMETIC_INT, SFU = ARITHMETIC_SFU };
    CHECK_EQUAL(arithmetic_cycles("sp_latency=1", 1, SP, 0), 6);
    CHECK_EQUAL(arithmetic_cycles("sp_latency=4", 1, SP, 0), 21); /* 0 4 8 12 16, exit 20 */
    CHECK_EQUAL(arithmetic_cycles("sp_latency=4", 1, SP, 1), 10); /* 0 1 4 5 8, exit 9 */
    CHECK_EQUAL(arithmetic_cycles("sp_latency=4", 1, SP, 3), 6);
    CHECK_EQUAL(arithmetic_cycles("sp_latency=63", 1, SP, 0), 316); /* 0 63 126 189 252, exit 315 */
    CHECK_EQUAL(arithmetic_cycles("sp_latency=4", 2, SP, 0), 22);   /* exits 20 and 21 */
    CHECK_EQUAL(arithmetic_cycles("sp_latency=4", 4, SP, 0), 24);   /* the latency is hidden */
    CHECK_EQUAL(arithmetic_cycles("sp_latency=4", 1, INT, 0), 6);
    CHECK_EQUAL(arithmetic_cycles("int_latency=4", 1, INT, 0), 21);
    CHECK_EQUAL(arithmetic_cycles("sfu_latency=4", 1, SFU, 0), 21);
}

static void units_take_an_instruction_per_interval(void)
{
    enum { SP = ARITHMETIC_SP, INT = ARITHMETIC_INT, SFU = ARITHMETIC_SFU };
    CHECK_EQUAL(arithmetic_cycles("sfu_interval=8", 1, SFU, 0), 34); /* 0 8 16 24 32, exit 33 */
    CHECK_EQUAL(arithmetic_cycles("int_interval=2", 1, INT, 0), 10);
    CHECK_EQUAL(arithmetic_cycles("int_interval=2", 1, SP, 0), 6);
    /* scheduler 0 is first in even cycles: warp 0 at 0 2 4 6 8, warp 1 at 10 12 14 16 18 */
    CHECK_EQUAL(arithmetic_cycles("schedulers=2 sp_interval=2", 2, SP, 0), 20);
    /* an interval of 1: one a cycle, whatever the schedulers */
    CHECK_EQUAL(arithmetic_cycles("schedulers=2 sp_interval=1 scheduler=lrr", 2, SP, 0), 11);
    CHECK_EQUAL(arithmetic_cycles("schedulers=2", 2, SP, 0), 6);
    CHECK_EQUAL(arithmetic_cycles("sp_latency=3 sp_interval=2", 1, SP, 0), 16); /* 0 3 6 9 12, 15 */
}

/* Blocks of 4 warps that fit when each takes so much. */
static unsigned blocks_that_fit(unsigned registers, unsigned shared_bytes)
{
    struct bench *bench = start(&jobs[1], "blocks=12");
    struct kernel kernel = {.warps = 4, .registers = registers, .shared_bytes = shared_bytes};
    struct sm *sm = &bench->sm[0];
    unsigned count = 0;
    for (; sm_has_room(sm, &kernel); count++) {
        struct thread_block *block = alu_block(bench, 1, 4);
        block->registers = registers;
        block->shared_bytes = shared_bytes;
        sm_start_block(sm, block, 0);
    }
    for (struct sm_in in = {0}; sm->stats.blocks < 1 && bench->now < 100; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK(sm_has_room(sm, &kernel)); /* a block gives back what it had */
    bench_free(bench);
    return count;
}

static void registers_and_shared_memory_limit_the_blocks(void)
{
    CHECK_EQUAL(blocks_that_fit(0, 0), 12);
    CHECK_EQUAL(blocks_that_fit(20, 0), 12);   /* 128 x 20 = 2560 of 32768: 12.8 */
    CHECK_EQUAL(blocks_that_fit(21, 0), 10);   /* 128 x 24: 10.7 */
    CHECK_EQUAL(blocks_that_fit(63, 0), 4);    /* 128 x 64 */
    CHECK_EQUAL(blocks_that_fit(0, 16384), 3); /* of 49152 */
    CHECK_EQUAL(blocks_that_fit(0, 16385), 2);
    CHECK_EQUAL(blocks_that_fit(63, 16385), 2);
}

/* The cycles in which four warps' stores of eight lines issue, two digits each. */
static uint64_t store_cycles(const char *setting)
{
    struct bench *bench = start(&jobs[1], setting);
    struct sm *sm = &bench->sm[0];
    uint64_t cycles = 0, before = 0;
    sm_start_block(sm, store_block(bench, 4, 32, false), 0);
    for (struct sm_in in = {.request_ready = true}; bench->now < 60; bench->now++) {
        sm_step(sm, &in, bench->now);
        if (sm->stats.memory_instructions > before)
            cycles = 100 * cycles + bench->now;
        before = sm->stats.memory_instructions;
    }
    CHECK_EQUAL(sm->stats.requests[INSTRUCTION_STORE], 32);
    bench_free(bench);
    return cycles;
}

static void the_load_store_unit_holds_some_instructions(void)
{
    CHECK_EQUAL(store_cycles("request_order=memory lsu_instructions=1"), 81624);
    CHECK_EQUAL(store_cycles("request_order=memory lsu_instructions=2"), 10816);
    CHECK_EQUAL(store_cycles("request_order=memory lsu_instructions=3"), 10208);
    CHECK_EQUAL(store_cycles("request_order=memory lsu_instructions=4"), 10203);
}

static void schedulers_have_warps_of_their_own(void)
{
    CHECK_EQUAL(block_cycles("schedulers=1", 4), 24);
    CHECK_EQUAL(block_cycles("schedulers=2", 4), 12);
    CHECK_EQUAL(block_cycles("schedulers=4", 4), 6);
    CHECK_EQUAL(block_cycles("schedulers=2", 3), 12); /* slots 0 and 2 are one scheduler's */
    CHECK_EQUAL(block_cycles("schedulers=3", 4), 12); /* 0 and 3 */
    CHECK_EQUAL(block_cycles("schedulers=2", 1), 6);
    CHECK_EQUAL(block_cycles("schedulers=2 issue_width=2", 4), 6);
    CHECK_EQUAL(block_cycles("issue_width=2", 3), 12); /* two warps, then the third */
    CHECK_EQUAL(block_cycles("issue_width=2 scheduler=lrr", 3), 9);
}

/* Cycles of a block of one warp: an access of shared memory whose lanes lie so many bytes apart, an
 * instruction that needs the value, an exit. */
static uint64_t shared_cycles(const char *setting, uint8_t kind, uint8_t size, uint64_t step)
{
    const struct access access = {.pc = 1, .kind = kind, .size = size};
    struct bench *bench = start(&jobs[1], setting);
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t offset[LANES];
    simt_begin(&simt, &bench->workload->image, block, 1);
    simt_warp(&simt, 0, ALL_LANES);
    lane_addresses(offset, 0, step);
    simt_shared(&simt, &access, offset);
    simt_alu(&simt, 1);
    simt_end(&simt);
    struct sm *sm = &bench->sm[0];
    sm_start_block(sm, block, 0);
    for (struct sm_in in = {0}; !sm_is_done(sm) && bench->now < 1000; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->stats.shared_accesses, 1);
    CHECK_EQUAL(sm->stats.memory_instructions, 0);
    uint64_t cycles = bench->now;
    bench_free(bench);
    return cycles;
}

static void shared_memory_takes_a_cycle_per_word_of_its_busiest_bank(void)
{
    enum { LOAD = INSTRUCTION_SHARED_LOAD, STORE = INSTRUCTION_SHARED_STORE };
    /* issue in cycle 0, one cycle at the banks, 26 until the value, exit: cycles 0, 1, 27, 28 */
    CHECK_EQUAL(shared_cycles("", LOAD, 4, 4), 29);
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 4, 4), 4);
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 4, 0), 4);    /* one word for all */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 4, 8), 5);    /* 16 banks, 2 words each */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 4, 16), 7);   /* 8 banks */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 4, 132), 4);  /* a pitch of 33 words */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 4, 128), 35); /* one bank */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 1, 1), 4);    /* 8 words */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 1, 128), 35);
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 8, 8), 5);   /* 64 words, all banks */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 16, 16), 7); /* 128 words */
    CHECK_EQUAL(shared_cycles("shared_latency=1", LOAD, 16, 0), 4);  /* 4 words */
    CHECK_EQUAL(shared_cycles("shared_latency=1 shared_banks=16", LOAD, 4, 4), 5);
    CHECK_EQUAL(shared_cycles("shared_latency=1 shared_banks=1", LOAD, 4, 4), 35);
    /* a store's instruction does not wait, but the exit: cycles 0, 1, 1 + 26 */
    CHECK_EQUAL(shared_cycles("", STORE, 4, 4), 28);
    CHECK_EQUAL(shared_cycles("", STORE, 4, 8), 29);
}

/* Issued in 20 cycles without answers: a store, a fence, an instruction, an exit. */
static void a_fence_waits_for_the_warps_own_stores(void)
{
    static const struct access store = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
    struct bench *bench = start(&jobs[1], "");
    struct thread_block *block = workload_new_block(bench->workload);
    struct sm *sm = &bench->sm[0];
    struct simt simt;
    uint64_t address[LANES];
    uint32_t value[LANES] = {0};
    simt_begin(&simt, &bench->workload->image, block, 2);
    simt_warp(&simt, 0, ALL_LANES);
    lane_addresses(address, IMAGE_BASE, 4);
    simt_store(&simt, &store, address, value);
    simt_fence(&simt);
    simt_alu(&simt, 1);
    simt_warp(&simt, 1, ALL_LANES);
    simt_fence(&simt);
    simt_alu(&simt, 1);
    simt_end(&simt);
    sm_start_block(sm, block, 0);
    for (struct sm_in in = {.request_ready = true}; bench->now < 20; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->warp[0].issued, 1);          /* the store */
    CHECK_EQUAL(sm->stats.warp_instructions, 4); /* and all of the other warp */
    CHECK_EQUAL(sm->stats.stall_cycles[SM_STALL_BARRIER], 20 - sm->stats.issue_cycles);
    sm_step(sm, &(struct sm_in){.response_valid = true, .response_id = sm->offered_id}, 20);
    CHECK_EQUAL(sm->warp[0].issued, 2); /* the fence, in the cycle of the answer */
    for (struct sm_in in = {0}; !sm_is_done(sm) && bench->now < 30; bench->now++)
        sm_step(sm, &in, bench->now + 1);
    CHECK_EQUAL(bench->now, 22);
    bench_free(bench);
}

/* What a warp does: so many instructions, a barrier if it has a number, an instruction, an exit. */
struct meeting {
    unsigned before;
    int number; /* -1: none */
    unsigned warps;
    bool goes_on;
};

/* Which warps issue, cycle by cycle, as digits; lrr, the second warp begins. */
static uint64_t order_at_barriers(const struct meeting *meeting, unsigned warps)
{
    struct bench *bench = start(&jobs[1], "scheduler=lrr");
    struct thread_block *block = workload_new_block(bench->workload);
    struct sm *sm = &bench->sm[0];
    struct simt simt;
    uint64_t order = 0;
    simt_begin(&simt, &bench->workload->image, block, warps);
    for (unsigned warp = 0; warp < warps; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_alu(&simt, meeting[warp].before);
        if (meeting[warp].number >= 0)
            simt_named_barrier(&simt, (unsigned)meeting[warp].number, meeting[warp].warps,
                               meeting[warp].goes_on);
        simt_alu(&simt, 1);
    }
    simt_end(&simt);
    sm_start_block(sm, block, 0);
    for (struct sm_in in = {0}; !sm_is_done(sm) && bench->now < 100; bench->now++) {
        sm_step(sm, &in, bench->now);
        order = 10 * order + sm->scheduler[0].last;
    }
    CHECK_EQUAL(sm->stats.issue_cycles, bench->now);
    bench_free(bench);
    return order;
}

static void warps_meet_at_named_barriers(void)
{
    /* 0 arrives and goes on, which lets 1 pass; 2 has nothing to do with it */
    const struct meeting brings[] = {{0, 3, 2, true}, {0, 3, 2, false}, {4, -1, 0, false}};
    CHECK_EQUAL(order_at_barriers(brings, 3), 120120120222);
    /* all that live: 1 and 2 pass when 0 has exited, in the sixth cycle */
    const struct meeting exits[] = {{4, -1, 0, false}, {0, 5, 0, false}, {0, 5, 0, false}};
    CHECK_EQUAL(order_at_barriers(exits, 3), 12000000 * 10000ull + 1212);
    /* 2 and 3 meet at barrier 2, while 1 waits for 0 at barrier 1 */
    const struct meeting two[] = {
        {3, 1, 2, false}, {0, 1, 2, false}, {0, 2, 2, false}, {0, 2, 2, false}};
    CHECK_EQUAL(order_at_barriers(two, 4), 123023023001010);
    /* one of two suffices: the third passes alone */
    const struct meeting alone[] = {{0, 7, 1, false}, {0, 7, 1, false}};
    CHECK_EQUAL(order_at_barriers(alone, 2), 101010);
}

/* An atomic of 4 lanes on one word, 5 instructions, an exit: what issues in 20 cycles, of the 4
 * requests the given number answered in cycle 20, and then in 5 more. */
static unsigned issued_behind_atomic(bool returns, unsigned answers)
{
    const struct access add = {.pc = 1,
                               .kind = INSTRUCTION_ATOMIC,
                               .size = 4,
                               .op = ATOMIC_ADD,
                               .returns = returns,
                               .use_distance = 2};
    struct bench *bench = start(&jobs[1], "request_order=memory");
    struct thread_block *block = workload_new_block(bench->workload);
    struct sm *sm = &bench->sm[0];
    struct simt simt;
    uint64_t address[LANES];
    uint32_t operand[LANES] = {0};
    simt_begin(&simt, &bench->workload->image, block, 1);
    simt_warp(&simt, 0, 0xf);
    lane_addresses(address, IMAGE_BASE, 0);
    simt_atomic(&simt, &add, address, operand);
    simt_alu(&simt, 5);
    simt_end(&simt);
    sm_start_block(sm, block, 0);
    for (struct sm_in in = {.request_ready = true}; bench->now < 20; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->stats.requests[INSTRUCTION_ATOMIC], 4);
    CHECK_EQUAL(sm->warp[0].issued, returns ? 3 : 6); /* itself and 2, or all but the exit */
    for (unsigned id = 0; id < answers; id++, bench->now++)
        sm_step(sm, &(struct sm_in){.response_valid = true, .response_id = id}, bench->now);
    for (struct sm_in in = {0}; bench->now < 30 && !sm_is_done(sm); bench->now++)
        sm_step(sm, &in, bench->now);
    unsigned issued = (unsigned)sm->stats.warp_instructions;
    CHECK_EQUAL(sm->stats.loads[SM_FROM_L2], 0);
    bench_free(bench);
    return issued;
}

static void an_atomic_with_a_result_is_waited_for(void)
{
    CHECK_EQUAL(issued_behind_atomic(true, 3), 3);
    CHECK_EQUAL(issued_behind_atomic(true, 4), 7);
    CHECK_EQUAL(issued_behind_atomic(false, 3), 6);
    CHECK_EQUAL(issued_behind_atomic(false, 4), 7);
}

/* Two schedulers want the one place in the coalescer in the same cycle: the second one has it when
 * its number is that of the cycle. */
static void the_schedulers_take_turns_at_the_load_store_unit(void)
{
    for (unsigned now = 0; now < 4; now++) {
        struct bench *bench = start(&jobs[1], "schedulers=2");
        struct sm *sm = &bench->sm[0];
        sm_start_block(sm, store_block(bench, 2, 4, false), now);
        sm_step(sm, &(struct sm_in){0}, now);
        CHECK_EQUAL(sm->issued, 1);
        CHECK_EQUAL(sm->coalescer[0].warp, now % 2);
        bench_free(bench);
    }
}

/* Two active of four warps: they take turns; one that waits for its load (its second instruction)
 * gives its place to the next in line, and the end of the line is where it goes. */
static void two_level_keeps_to_its_active_warps(void)
{
    static const struct access load = {.pc = 1, .kind = INSTRUCTION_LOAD, .size = 4};
    struct bench *bench = start(&jobs[1], "scheduler=two_level two_level_active=2");
    struct thread_block *block = workload_new_block(bench->workload);
    struct sm *sm = &bench->sm[0];
    struct simt simt;
    uint64_t address[LANES], order = 0;
    uint32_t value[LANES];
    simt_begin(&simt, &bench->workload->image, block, 4);
    lane_addresses(address, IMAGE_BASE, 4);
    for (unsigned warp = 0; warp < 4; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_alu(&simt, 1);
        if (warp == 0)
            simt_load(&simt, &load, address, value);
        simt_alu(&simt, 2);
    }
    simt_end(&simt);
    sm_start_block(sm, block, 0);
    struct sm_in in = {.request_ready = true};
    for (; bench->now < 11; bench->now++) {
        sm_step(sm, &in, bench->now);
        order = 10 * order + sm->scheduler[0].last;
    }
    /* 1 0 1 0(load) 1 2 1(exit) 2 3 2 3: warp 2 joins when 0 waits, 3 when 1 is over */
    CHECK_EQUAL(order, 10101212323);
    CHECK_EQUAL(sm->scheduler[0].pending_count, 1);
    CHECK_EQUAL(sm->scheduler[0].pending[0], 0);
    bench_free(bench);
}

static void dispatch_deals_or_fills(void)
{
    for (unsigned fill = 0; fill < 2; fill++) {
        struct bench *bench = start(&jobs[1], fill ? "blocks=4 dispatch=block" : "blocks=4");
        dispatch_next_kernel(&bench->dispatch); /* 12 blocks: all resident */
        while (dispatch_step(&bench->dispatch, bench->sm, bench->now))
            bench->now++;
        CHECK_EQUAL(bench->now, fill ? 1 : 4);
        for (unsigned core = 0; core < CORES; core++)
            for (unsigned i = 0; i < 4; i++)
                CHECK_EQUAL(bench->sm[core].block[i].block->index,
                            fill ? 4 * core + i : 3 * i + core);
        bench_free(bench);
    }
}

int main(void)
{
    TEST(a_scattered_store_takes_each_lanes_own_data());
    TEST(bytes_and_half_words_may_take_parts_of_lines());
    TEST(shared_memory_takes_a_cycle_per_word_of_its_busiest_bank());
    TEST(a_fence_waits_for_the_warps_own_stores());
    TEST(warps_meet_at_named_barriers());
    TEST(an_atomic_with_a_result_is_waited_for());
    TEST(wrong_bytes_are_seen_in_loads_of_every_form());
    TEST(schedulers_pick_in_their_order());
    TEST(schedulers_have_warps_of_their_own());
    TEST(results_are_waited_for());
    TEST(units_take_an_instruction_per_interval());
    TEST(registers_and_shared_memory_limit_the_blocks());
    TEST(the_load_store_unit_holds_some_instructions());
    TEST(a_barrier_that_does_not_drain_keeps_the_order());
    TEST(barriers_wait_for_answers_when_told_to_and_exits_always());
    TEST(the_schedulers_take_turns_at_the_load_store_unit());
    TEST(two_level_keeps_to_its_active_warps());
    TEST(the_oldest_block_goes_first_whatever_its_slots());
    TEST(dispatch_deals_or_fills());
    workloads_compute_the_right_results();
    skipping_sleeping_cores_changes_nothing();
    TEST(planted_faults_are_seen());
    TEST(a_barrier_waits_for_the_stores_of_all_warps());
    TEST(a_warp_stops_at_the_first_use_of_a_load());
    return check_report();
}
