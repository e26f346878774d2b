/* Accesses of a warp: what is sent for them, how loaded bytes are compared, when a value is there,
 * and how the load/store unit takes one after the other, to the cycle, by hand. */
#include "sm_bench.h"

#include <stdio.h>

#include "ending.h"
#include "lsu.h"

/* Core 0 gets one warp: loads of the lanes' consecutive elements, the first one so many bytes
 * behind a line's begin and each a line behind the one before; arithmetic; an exit. */
static void start_loads(struct bench *bench, const struct access *load, uint32_t lanes,
                        unsigned from, unsigned loads, unsigned arithmetic)
{
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t address[LANES];
    uint8_t value[LANES * 16];
    simt_begin(&simt, &bench->workload->image, block, 1);
    simt_warp(&simt, 0, lanes);
    for (unsigned i = 0; i < loads; i++) {
        lane_addresses(address, IMAGE_BASE + from + LINE_BYTES * i, load->size);
        simt_load(&simt, load, address, value);
    }
    if (arithmetic)
        simt_alu(&simt, arithmetic);
    simt_end(&simt);
    sm_start_block(&bench->sm[0], block, 0);
}

/* A load with use distance 3 lets exactly three instructions pass while its value is missing. */
static void a_warp_stops_at_the_first_use_of_a_load(void)
{
    static const struct access load = {
        .pc = 1, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 3};
    struct bench *bench = bench_by_hand("");
    struct sm *sm = &bench->sm[0];
    start_loads(bench, &load, 0xff, 0, 1, 10);
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

/* What the core offers has zeros beside the bytes that it stores. */
static bool stores_its_bytes_alone(const struct sm_out *out)
{
    const uint8_t *data = (const uint8_t *)out->request_data;
    for (unsigned i = 0; out->request_valid && i < LINE_BYTES; i++)
        if (!byte_of(out->request_mask, i) && data[i])
            return false;
    return true;
}

/* Every lane stores its own value at the same place of another line. */
static void a_scattered_store_takes_each_lanes_own_data(void)
{
    static const struct access store = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
    struct bench *bench = bench_by_hand("");
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
    for (; !sm_is_done(&bench->sm[0]) && bench->now < 10000; bench->now++) {
        tick_core(bench, 0);
        CHECK(stores_its_bytes_alone(&bench->out[0]));
    }
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
    struct bench *bench = bench_by_hand(setting);
    start_loads(bench, &load, ALL_LANES, from, 1, 0);
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

/* A core whose one warp has a load of a word in flight, id 0, accepted in cycle 3 if `ready`. */
static struct bench *bench_with_a_load(bool ready)
{
    static const struct access load = {
        .pc = 0x18, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1};
    struct bench *bench = bench_by_hand("");
    start_loads(bench, &load, 1, 0, 1, 0);
    for (; bench->now < 4; bench->now++)
        sm_step(&bench->sm[0], &(struct sm_in){.request_ready = ready}, bench->now);
    return bench;
}

/* Records are kept while a request of theirs waits or is in flight, and no longer: behind so many
 * loads all places of the rings have held one. */
static void the_unit_looks_at_no_record_that_is_over(void)
{
    static const struct access load = {.pc = 1, .kind = INSTRUCTION_LOAD, .size = 4};
    struct bench *bench = bench_by_hand("");
    struct sm *sm = &bench->sm[0];
    start_loads(bench, &load, ALL_LANES, 0, 100, 0);
    const char *from = (const void *)block_warp(sm->block[0].block, 0);
    const char *to = (const void *)block_warp_end(sm->block[0].block, 0);
    CHECK(!lsu_looks_at(sm, from, to));
    for (; sm->stats.requests[INSTRUCTION_LOAD] < 1 && bench->now < 1000; bench->now++)
        tick_core(bench, 0);
    CHECK(lsu_looks_at(sm, from, to));
    CHECK(!lsu_looks_at(sm, to, to + 1));
    for (; !sm_is_done(sm) && bench->now < 10000; bench->now++)
        tick_core(bench, 0);
    CHECK_EQUAL(sm->stats.requests[INSTRUCTION_LOAD], 100);
    CHECK(!lsu_looks_at(sm, from, to));
    bench_free(bench);
}

/* A warp has places for sixteen loads; the next one waits for the value of one of them. */
static void a_warp_has_sixteen_loads_under_way(void)
{
    static const struct access load = {
        .pc = 1, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 100};
    struct bench *bench = bench_by_hand("lsu_queue=16");
    struct sm *sm = &bench->sm[0];
    start_loads(bench, &load, 1, 0, 20, 0);
    struct sm_in in = {.request_ready = true};
    for (; bench->now < 100; bench->now++)
        sm_step(sm, &in, bench->now);
    CHECK_EQUAL(sm->stats.warp_instructions, SM_LOADS_MAX);
    for (unsigned i = 0; i < 2; i++) { /* ids 0 and 1 are the first two */
        in.hit_valid = true;
        in.hit_id = i;
        in.hit_data = image_at(&bench->workload->image, IMAGE_BASE + 128 * i, LINE_BYTES);
        sm_step(sm, &in, bench->now++);
        in.hit_valid = false;
        for (unsigned end = 0; end < 20; end++)
            sm_step(sm, &in, bench->now++);
        CHECK_EQUAL(sm->stats.warp_instructions, SM_LOADS_MAX + 1 + i);
    }
    CHECK_EQUAL(sm->stats.mismatches, 0);
    bench_free(bench);
}

static void a_wrong_load_is_reported_byte_by_byte(void)
{
    struct bench *bench = bench_with_a_load(true);
    struct sm *sm = &bench->sm[0];
    uint32_t line[LINE_BYTES / 4], *expected = image_at(&bench->workload->image, IMAGE_BASE, 4);
    char text[200], said[200] = "";
    memcpy(line, bench->workload->image.bytes, sizeof line);
    line[0] = ~line[0];
    const uint8_t *is = (const uint8_t *)line, *should = (const uint8_t *)expected;
    snprintf(text, sizeof text,
             "core 0 warp 0 pc 0x18: load of 0x%llx: expected %02x%02x%02x%02x, got "
             "%02x%02x%02x%02x (bytes in ascending order)\n",
             (unsigned long long)IMAGE_BASE, should[0], should[1], should[2], should[3], is[0],
             is[1], is[2], is[3]);
    sm->report = tmpfile();
    sm_step(sm,
            &(struct sm_in){.hit_valid = true, .hit_data = (const uint64_t *)(const void *)line},
            bench->now);
    rewind(sm->report);
    CHECK(fgets(said, sizeof said, sm->report) && !strcmp(said, text));
    CHECK(!fgets(said, sizeof said, sm->report));
    fclose(sm->report);
    bench_free(bench);
}

/* Latencies from 2^31 on are counted together. */
static void the_last_bin_of_latencies_has_no_end(void)
{
    for (unsigned bits = 31; bits < 40; bits++) {
        struct bench *bench = bench_with_a_load(true);
        const void *right = bench->workload->image.bytes;
        struct sm_in in = {.hit_valid = true, .hit_data = right};
        sm_step(&bench->sm[0], &in, 3 + (UINT64_C(1) << bits));
        CHECK_EQUAL(bench->sm[0].stats.load_latency[SM_LATENCY_BINS - 1], 1);
        bench_free(bench);
    }
}

/* An answer that comes while a load of request 0 is out, or not accepted yet. */
struct answer {
    unsigned id;
    bool accepted;
};

static void take_answer(const void *of)
{
    const struct answer *answer = of;
    struct bench *bench = bench_with_a_load(answer->accepted);
    lsu_answer(&bench->sm[0], answer->id, (const void *)bench->workload->image.bytes, SM_FROM_L1,
               bench->now);
}

/* The process ends when an answer comes to this id. */
static bool is_no_answer_for(unsigned id, bool accepted)
{
    char said[512];
    const struct answer answer = {id, accepted};
    return ending_of(take_answer, &answer, said, sizeof said) == ENDS_ABORTED;
}

static void an_answer_must_have_been_asked_for(void)
{
    struct config config;
    config_init(&config);
    CHECK(is_no_answer_for(1, true));
    CHECK(is_no_answer_for(config.lsu_ids, true));
    CHECK(is_no_answer_for(65535, true));
    CHECK(is_no_answer_for(0, false));
    CHECK(!is_no_answer_for(0, true));
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
    struct bench *bench = bench_by_hand("");
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
    struct bench *bench = bench_by_hand("request_order=memory");
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

/* The cycles in which four warps' stores of eight lines issue, two digits each. */
static uint64_t store_cycles(const char *setting)
{
    struct bench *bench = bench_by_hand(setting);
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

/* Two schedulers want the one place in the coalescer in the same cycle: the second one has it when
 * its number is that of the cycle. */
static void the_schedulers_take_turns_at_the_load_store_unit(void)
{
    for (unsigned now = 0; now < 4; now++) {
        struct bench *bench = bench_by_hand("schedulers=2");
        struct sm *sm = &bench->sm[0];
        sm_start_block(sm, store_block(bench, 2, 4, false), now);
        sm_step(sm, &(struct sm_in){0}, now);
        CHECK_EQUAL(sm->issued, 1);
        CHECK_EQUAL(sm->coalescer[0].warp, now % 2);
        bench_free(bench);
    }
}

/* Cycles of a block of one warp: an access of shared memory whose lanes lie so many bytes apart, an
 * instruction that needs the value, an exit. */
static uint64_t shared_cycles(const char *setting, uint8_t kind, uint8_t size, uint64_t step)
{
    const struct access access = {.pc = 1, .kind = kind, .size = size};
    struct bench *bench = bench_by_hand(setting);
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

int main(void)
{
    TEST(a_warp_stops_at_the_first_use_of_a_load());
    TEST(a_scattered_store_takes_each_lanes_own_data());
    TEST(bytes_and_half_words_may_take_parts_of_lines());
    TEST(the_unit_looks_at_no_record_that_is_over());
    TEST(a_warp_has_sixteen_loads_under_way());
    TEST(a_wrong_load_is_reported_byte_by_byte());
    TEST(the_last_bin_of_latencies_has_no_end());
    TEST(an_answer_must_have_been_asked_for());
    TEST(wrong_bytes_are_seen_in_loads_of_every_form());
    TEST(an_atomic_with_a_result_is_waited_for());
    TEST(the_load_store_unit_holds_some_instructions());
    TEST(the_schedulers_take_turns_at_the_load_store_unit());
    TEST(shared_memory_takes_a_cycle_per_word_of_its_busiest_bank());
    return check_report();
}
