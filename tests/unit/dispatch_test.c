/* Which core gets which thread block, by hand: 6 cores in 3 clusters, 2 blocks each. */
#include <string.h>

#include "check.h"
#include "every_workload.h"
#include "gpu.h"

enum { CORES = 6, RESIDENT = 2 };

/* Blocks 0 to 11 of `stream` when all have started, by core and slot. */
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
    struct gpu *gpu = gpu_new(&plan, workload, &options);
    while (gpu->dispatch.left > 16 - CORES * RESIDENT && gpu->now < 100)
        gpu_tick(gpu);
    CHECK_EQUAL(gpu->dispatch.left, 16 - CORES * RESIDENT);
    for (unsigned core = 0; core < CORES; core++)
        for (unsigned slot = 0; slot < RESIDENT; slot++)
            CHECK_EQUAL(gpu->sm[core].block[slot].block->index, expected[core][slot]);
    gpu_free(gpu);
    workload_close(workload);
}

int main(void)
{
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
    return check_report();
}
