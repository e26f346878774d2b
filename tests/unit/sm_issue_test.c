/* Which warp issues when: the schedulers' order and their warps, the results and units that are
 * waited for, how many blocks a core holds, and which cores are given them. */
#include "sm_bench.h"

/* The order in which two warps with five ALU instructions each issue, a digit per instruction. */
static uint64_t issue_order(const char *setting)
{
    struct bench *bench = bench_by_hand(setting);
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
    struct bench *bench = bench_by_hand("scheduler=gto");
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
    struct bench *bench = bench_by_hand(setting);
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

/* Two active of four warps: they take turns; one that waits for its load (its second instruction)
 * gives its place to the next in line, and the end of the line is where it goes. */
static void two_level_keeps_to_its_active_warps(void)
{
    static const struct access load = {.pc = 1, .kind = INSTRUCTION_LOAD, .size = 4};
    struct bench *bench = bench_by_hand("scheduler=two_level two_level_active=2");
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

/* Blocks of 4 warps that fit when each takes so much. */
static unsigned blocks_that_fit(unsigned registers, unsigned shared_bytes)
{
    struct bench *bench = bench_by_hand("blocks=12");
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

static void dispatch_deals_or_fills(void)
{
    for (unsigned fill = 0; fill < 2; fill++) {
        struct bench *bench = bench_by_hand(fill ? "blocks=4 dispatch=block" : "blocks=4");
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
    TEST(schedulers_pick_in_their_order());
    TEST(the_oldest_block_goes_first_whatever_its_slots());
    TEST(results_are_waited_for());
    TEST(units_take_an_instruction_per_interval());
    TEST(schedulers_have_warps_of_their_own());
    TEST(two_level_keeps_to_its_active_warps());
    TEST(registers_and_shared_memory_limit_the_blocks());
    TEST(dispatch_deals_or_fills());
    return check_report();
}
