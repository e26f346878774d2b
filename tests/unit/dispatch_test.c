/* Which core gets which thread block, by hand: 6 cores in 3 clusters, 2 blocks each. */
#include <string.h>

#include "check.h"
#include "every_workload.h"
#include "gpu.h"

enum { CORES = 6, RESIDENT = 2 };

/* Blocks 0 to 11 of `stream` when all have started, by core and slot. The dispatcher looks for room
 * in every cycle until it finds none, and then rests. */
static void blocks_are_where(const char *policy, const unsigned expected[CORES][RESIDENT])
{
    struct config config;
    static struct plan plan;
    char keys[128];
    snprintf(keys, sizeof keys, "cores=6 partitions=2 clusters=3 blocks=2 dispatch=%s", policy);
    config_init(&config);
    set_keys(&config, keys);
    config_check(&config);
    plan_chip(&plan, &config);
    struct workload *workload = open_workload("stream", "n=4000"); /* 16 blocks */
    const struct gpu_options options = {.report = stdout};
    struct gpu *gpu = gpu_new(&plan, &workload, &options);
    const struct dispatch *dispatch = &gpu->programs[0].dispatch;
    while (!dispatch->full && gpu->now < 100) {
        uint64_t left = dispatch->left;
        gpu_tick(gpu);
        CHECK_EQUAL(dispatch->full, dispatch->left == left);
    }
    CHECK(dispatch->full);
    CHECK_EQUAL(dispatch->left, 16 - CORES * RESIDENT);
    for (unsigned core = 0; core < CORES; core++)
        for (unsigned slot = 0; slot < RESIDENT; slot++)
            CHECK_EQUAL(gpu->sm[core].block[slot].block->index, expected[core][slot]);
    gpu_free(gpu);
    workload_close(workload);
}

/* Two programs of 16 blocks on 8 cores in 2 clusters: blocks 0 to 7 of each when all have started.
 */
static void programs_have_their_cores(const char *keys, const unsigned program[8],
                                      const unsigned expected[8][RESIDENT])
{
    struct config config;
    static struct plan plan;
    char all[256];
    snprintf(all, sizeof all,
             "cores=8 partitions=2 topology=hxbar clusters=2 memory_controllers=1 llc_mode=private "
             "vcs=1 blocks=2 programs=2 %s",
             keys);
    config_init(&config);
    set_keys(&config, all);
    config_check(&config);
    plan_chip(&plan, &config);
    struct workload *workloads[] = {open_workload("stream", "n=4000"),
                                    open_workload("stream", "n=4000")};
    const struct gpu_options options = {.report = stdout};
    struct gpu *gpu = gpu_new(&plan, workloads, &options);
    for (unsigned i = 0; i < 2; i++) {
        while (gpu->programs[i].dispatch.left > 8 && gpu->now < 100)
            gpu_tick(gpu);
        CHECK_EQUAL(gpu->programs[i].dispatch.left, 8);
    }
    for (unsigned core = 0; core < 8; core++)
        for (unsigned slot = 0; slot < RESIDENT; slot++) {
            CHECK(gpu->sm[core].workload == workloads[program[core]]);
            CHECK_EQUAL(gpu->sm[core].block[slot].block->index, expected[core][slot]);
        }
    gpu_free(gpu);
    workload_close(workloads[0]);
    workload_close(workloads[1]);
}

int main(void)
{
    static const unsigned on_cores[] = {0, 0, 1, 1, 0, 0, 1, 1};
    static const unsigned on_clusters[] = {0, 0, 0, 0, 1, 1, 1, 1};
    static const unsigned cores_in_turn[][RESIDENT] = {{0, 4}, {1, 5}, {0, 4}, {1, 5},
                                                       {2, 6}, {3, 7}, {2, 6}, {3, 7}};
    static const unsigned cores_by_cluster[][RESIDENT] = {{0, 4}, {2, 6}, {0, 4}, {2, 6},
                                                          {1, 5}, {3, 7}, {1, 5}, {3, 7}};
    static const unsigned cores_in_shares[][RESIDENT] = {{0, 2}, {1, 3}, {0, 2}, {1, 3},
                                                         {4, 6}, {5, 7}, {4, 6}, {5, 7}};
    static const unsigned clusters_in_turn[][RESIDENT] = {{0, 4}, {1, 5}, {2, 6}, {3, 7},
                                                          {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    static const unsigned in_turn[CORES][RESIDENT] = {{0, 6}, {1, 7},  {2, 8},
                                                      {3, 9}, {4, 10}, {5, 11}};
    static const unsigned filled[CORES][RESIDENT] = {{0, 1}, {2, 3}, {4, 5},
                                                     {6, 7}, {8, 9}, {10, 11}};
    static const unsigned by_cluster[CORES][RESIDENT] = {{0, 6},  {3, 9}, {1, 7},
                                                         {4, 10}, {2, 8}, {5, 11}};
    static const unsigned shares[CORES][RESIDENT] = {{0, 2}, {1, 3},  {4, 6},
                                                     {5, 7}, {8, 10}, {9, 11}};
    TEST(blocks_are_where("round_robin", in_turn));
    TEST(blocks_are_where("block", filled));
    TEST(blocks_are_where("two_level", by_cluster));
    TEST(blocks_are_where("distributed", shares));
    TEST(programs_have_their_cores("dispatch=round_robin", on_cores, cores_in_turn));
    TEST(programs_have_their_cores("dispatch=two_level", on_cores, cores_by_cluster));
    TEST(programs_have_their_cores("dispatch=distributed", on_cores, cores_in_shares));
    TEST(programs_have_their_cores("programs_on=clusters", on_clusters, clusters_in_turn));
    TEST(programs_have_their_cores("programs_on=clusters dispatch=two_level", on_clusters,
                                   clusters_in_turn));
    return check_report();
}
