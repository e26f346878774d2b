/* Running the chip model: many cycles, and noticing that nothing moves any more. */
#include "gpu.h"

/* Without progress for so long: a deadlock. A single read may take some 10,000 cycles of the
 * slowest clock (dram_latency). */
enum { STUCK_CYCLES = 1 << 18, STUCK_SLOW_CYCLES = 1 << 15 };

uint64_t gpu_kernels_begun(const struct gpu *gpu)
{
    uint64_t kernels = 0;
    for (unsigned i = 0; i < gpu->config.programs; i++)
        kernels += gpu->programs[i].dispatch.kernels;
    return kernels;
}

uint64_t gpu_blocks_left(const struct gpu *gpu)
{
    uint64_t left = 0;
    for (unsigned i = 0; i < gpu->config.programs; i++)
        left += gpu->programs[i].dispatch.left;
    return left;
}

/* All that ever moves moves one of these. */
static uint64_t work_done(const struct gpu *gpu)
{
    uint64_t work = gpu_kernels_begun(gpu) + gpu->phase;
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        const struct sm_stats *stats = &gpu->sm[i].stats;
        work += stats->warp_instructions + stats->blocks;
        for (unsigned source = 0; source < SM_SOURCES; source++)
            work += stats->loads[source];
        for (unsigned kind = 0; kind < 5; kind++)
            work += stats->requests[kind];
    }
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        work += gpu->dram[i].stats.reads + gpu->dram[i].stats.writes;
    return work;
}

/* Core cycles until what does not move is stuck. */
static uint64_t stuck_cycles(const struct config *config)
{
    unsigned slowest = config->noc_mhz < config->dram_mhz ? config->noc_mhz : config->dram_mhz;
    uint64_t slow = (uint64_t)STUCK_SLOW_CYCLES * config->core_mhz / slowest;
    return slow > STUCK_CYCLES ? slow : STUCK_CYCLES;
}

void gpu_watch(struct gpu *gpu)
{
    uint64_t work = work_done(gpu);
    gpu_collect(gpu);
    if (work != gpu->progress) {
        gpu->progress = work;
        gpu->progress_at = gpu->now;
    }
    gpu->deadlocked = gpu->now - gpu->progress_at >= stuck_cycles(&gpu->config);
}

void gpu_run(struct gpu *gpu, uint64_t cycles)
{
    uint64_t end = cycles ? gpu->now + cycles : UINT64_MAX, watch_at = gpu->now;
    while (gpu->phase != GPU_DONE && !gpu->deadlocked && gpu->now < end) {
        if (gpu->now >= watch_at) {
            gpu_watch(gpu);
            watch_at = gpu->now + GPU_WATCH_CYCLES;
        }
        gpu_advance(gpu, end < watch_at ? end : watch_at);
    }
    gpu_collect(gpu);
}
