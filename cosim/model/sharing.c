/* See sharing.h. */
#include "sharing.h"

#include <stdlib.h>

#include "gpu.h"
#include "l1_cache.h"
#include "util.h"

void sharing_init(struct sharing *sharing, unsigned cores)
{
    sharing->missed = xcalloc(cores, sizeof *sharing->missed);
    sharing->held = xcalloc((size_t)cores * cores, sizeof *sharing->held);
}

void sharing_release(struct sharing *sharing)
{
    free(sharing->missed);
    free(sharing->held);
}

static const struct l1_cache *l1_of(const struct gpu *gpu, unsigned core)
{
    return gpu_state(gpu, NODE_CORE, core, &l1_cache_block);
}

void sharing_miss(struct gpu *gpu, unsigned core, uint64_t line)
{
    struct sharing *sharing = &gpu->sharing;
    unsigned cores = gpu->config.cores;
    bool replicated = false;
    for (unsigned i = 0; i < cores; i++)
        if (i != core && l1_cache_slot_of(l1_of(gpu, i), line) >= 0) {
            sharing->held[core * cores + i]++;
            replicated = true;
        }
    sharing->misses++;
    sharing->missed[core]++;
    sharing->replicated += replicated;
}

static unsigned list_lines(const struct l1_cache *cache, uint64_t *lines)
{
    unsigned count = 0;
    for (unsigned index = 0; index < cache->params.sets; index++)
        for (unsigned ways = cache->sets[index].valid; ways; ways &= ways - 1)
            lines[count++] =
                cache->lines[index * cache->params.ways + (unsigned)__builtin_ctz(ways)];
    return count;
}

static int by_address(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void sharing_look(struct gpu *gpu)
{
    struct sharing *sharing = &gpu->sharing;
    if (gpu->now < sharing->next)
        return;
    sharing->next = gpu->now + SHARING_CYCLES;
    unsigned room = gpu->config.cores * gpu->config.l1_sets * gpu->config.l1_ways, count = 0;
    uint64_t *lines = xcalloc(room, sizeof(*lines));
    for (unsigned i = 0; i < gpu->config.cores; i++)
        count += list_lines(l1_of(gpu, i), lines + count);
    qsort(lines, count, sizeof(*lines), by_address);
    sharing->copies += count;
    for (unsigned i = 0; i < count;) {
        unsigned end = i;
        while (end < count && lines[end] == lines[i])
            end++;
        sharing->distinct++;
        sharing->most = end - i > sharing->most ? end - i : sharing->most;
        i = end;
    }
    free(lines);
}
