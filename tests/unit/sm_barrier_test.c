/* Where warps wait for each other or for their own requests: barriers, named ones and with a number
 * of warps, fences, exits. */
#include "sm_bench.h"

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
    struct bench *bench = bench_by_hand("scheduler=lrr barrier_drains=on");
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
    struct bench *bench = bench_by_hand("scheduler=lrr request_order=memory");
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

/* Nothing is answered for 20 cycles. */
static uint64_t issued_without_answers(const char *setting)
{
    struct bench *bench = bench_by_hand(setting);
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

/* Issued in 20 cycles without answers: a store, a fence, an instruction, an exit. */
static void a_fence_waits_for_the_warps_own_stores(void)
{
    static const struct access store = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
    struct bench *bench = bench_by_hand("");
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
    struct bench *bench = bench_by_hand("scheduler=lrr");
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

int main(void)
{
    TEST(a_barrier_waits_for_the_stores_of_all_warps());
    TEST(a_barrier_that_does_not_drain_keeps_the_order());
    TEST(barriers_wait_for_answers_when_told_to_and_exits_always());
    TEST(a_fence_waits_for_the_warps_own_stores());
    TEST(warps_meet_at_named_barriers());
    return check_report();
}
