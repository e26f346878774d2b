/* Changes of the organization of the last-level cache in a running chip: begun, taken back and
 * turned round in every cycle of a change, while warps store, load and do atomics in few lines,
 * none is lost; their number and cost are those of docs/adaptive_llc.md; adaptive chips turn as
 * their profiles say and not in a kernel that has atomics. */
#include "check.h"
#include "every_workload.h"
#include "gpu.h"
#include "stats.h"

#define CLUSTERS                                                                                   \
    "cores=4 partitions=4 topology=hxbar clusters=2 memory_controllers=2 vcs=1 vc_depth=8 "        \
    "llc_sets=8 llc_ways=2 llc_latency=12 l1_sets=4 l1_latency=8 lsu_ids=64 "

enum { LIMIT = 1000000 };

/* When the chip is told otherwise: from `first` on shared, from `second` on what it was made for,
 * from `third` on shared again. */
struct turns {
    uint64_t first, second, third;
};

static void choose(struct gpu *gpu, const struct turns *turns)
{
    struct gpu_mode mode = gpu->mode;
    mode.llc_choice =
        gpu->now < turns->first || (gpu->now >= turns->second && gpu->now < turns->third);
    if (mode.llc_choice != gpu->mode.llc_choice)
        gpu_set_mode(gpu, mode);
}

/* Runs to the end, checks result and loads; returns the statistics. */
static struct stats run(const char *keys, const char *workload, const char *arguments,
                        const struct turns *turns)
{
    static struct plan plan;
    struct config config;
    struct stats stats;
    const struct gpu_options options = {.report = stdout, .no_skip = turns != NULL};
    config_init(&config);
    set_keys(&config, keys);
    config_check(&config);
    plan_chip(&plan, &config);
    struct workload *kernel = open_workload(workload, arguments);
    struct gpu *gpu = gpu_new(&plan, kernel, &options);
    while (gpu->phase != GPU_DONE && gpu->now < LIMIT) {
        if (turns)
            choose(gpu, turns);
        gpu_tick(gpu);
    }
    gpu_collect(gpu);
    stats_gather(&stats, gpu);
    CHECK(gpu->phase == GPU_DONE);
    CHECK(stats.mismatches == 0 && stats.checked_bytes > 0);
    CHECK(!workload_check(kernel, get_bytes, gpu));
    gpu_free(gpu);
    workload_close(kernel);
    return stats;
}

/* To shared in every cycle, and back in every phase of that change. */
static void a_change_in_any_cycle_loses_nothing(void)
{
    static const char *const arguments[] = {"blocks=4 steps=24 lines=2 atomics=0",
                                            "blocks=4 steps=24 lines=2"};
    uint64_t changes = 0;
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned offset = 0; offset < 250; offset++) {
            struct turns turns = {300 + 3 * offset, 301 + 4 * offset, 420 + 5 * offset};
            check_case("order %s, turned in cycle %u", arguments[kind], (unsigned)turns.first);
            changes +=
                run(CLUSTERS "llc_mode=private", "order", arguments[kind], &turns).llc_changes;
        }
    printf("%u changes\n", (unsigned)changes);
    CHECK(changes > 500);
}

/* Before the first request, and once more for each kernel that begins: private slices are emptied,
 * what they stored is in DRAM. */
static void private_slices_turn_at_the_start_and_with_kernels(void)
{
    struct stats one = run(CLUSTERS "llc_mode=private", "gemm", "m=32 n=32 k=32", NULL);
    struct stats four =
        run(CLUSTERS "llc_mode=private", "stencil", "width=70 height=33 iterations=4", NULL);
    CHECK(one.kernels == 1 && four.kernels == 4);
    CHECK_EQUAL(one.llc_to_private, one.llc_changes);
    CHECK_EQUAL(four.llc_to_private, four.llc_changes);
    CHECK(one.llc_changes >= 1 && four.llc_changes >= 4);
    CHECK_EQUAL(one.l2_writebacks, 0);
    CHECK_EQUAL(four.l2_writebacks, 0);
    CHECK(one.l2_through > 0 && one.dram_writes == one.l2_through);
}

/* isca19 section 4.1: a couple of hundred cycles, at most a couple of thousand. */
static void a_change_costs_what_the_paper_says(void)
{
    struct stats stats = run(CLUSTERS "llc_mode=adaptive llc_similar=100 llc_epoch=4000 "
                                      "llc_profile=500",
                             "gemm", "m=64 n=64 k=64", NULL);
    CHECK(stats.llc_changes >= 4);
    CHECK(stats.llc_change_cost >= 6 && stats.llc_change_cost < 2000);
    CHECK_EQUAL(stats.llc_chosen, stats.llc_decisions);
    CHECK_EQUAL(stats.llc_similar, stats.llc_decisions);
}

static void a_kernel_with_atomics_stays_shared(void)
{
    struct stats stats = run(CLUSTERS "llc_mode=adaptive llc_similar=100 llc_epoch=2000 "
                                      "llc_profile=300",
                             "histogram", "n=4000 bins=37", NULL);
    CHECK(stats.l2_atomics > 0);
    CHECK(stats.llc_changes <= 2);
    CHECK_EQUAL(stats.llc_to_private * 2, stats.llc_changes);
}

int main(void)
{
    a_change_in_any_cycle_loses_nothing();
    TEST(private_slices_turn_at_the_start_and_with_kernels());
    TEST(a_change_costs_what_the_paper_says());
    TEST(a_kernel_with_atomics_stays_shared());
    return check_report();
}
