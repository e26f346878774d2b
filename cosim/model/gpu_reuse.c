/* Reuse distances in the chip model: every load and store that an L1 takes, which is the order of
 * its lookups, as its delay line keeps it. A view without hardware: who made the access is read in
 * the SM's list of requests in flight. */
#include "gpu_blocks.h"

#include "util.h"

enum { CORE_SHIFT = 48 }; /* above the line address: each L1 has copies of its own */

void gpu_reuse_init(struct gpu *gpu)
{
    reuse_distance_init(&gpu->reuse, gpu->config.cores * gpu->config.l1_sets);
}

/* The request is in flight until it has been looked up and answered. */
static uint32_t pc_of(const struct gpu *gpu, unsigned core, const struct l1_cache_in *in)
{
    unsigned from = in->access_remote ? gpu_core_at(gpu, in->access_node) : core;
    const struct sm_request *request = &gpu->sm[from].pending[in->access_id].request;
    if (!request->record || request->line != in->access_line)
        bug("core %u looks up request %u of core %u, which is not in flight", core,
            (unsigned)in->access_id, from);
    return request->record->pc;
}

/* A store that goes to its home as well counts there: the home may answer it before it is looked up
 * here. */
static bool counts(const struct l1_cache_in *in)
{
    return in->access_kind == L1_LOAD || (in->access_kind == L1_STORE && !in->access_foreign);
}

void gpu_reuse_access(struct gpu *gpu, unsigned core)
{
    const struct l1_cache_in *in = &gpu->core[core].cache_in;
    if (!in->access_valid || !gpu->core[core].cache_out.access_ready || !counts(in))
        return;
    unsigned set = set_map_set(&gpu->core[core].cache.map, in->access_line);
    reuse_distance_access(&gpu->reuse, (uint64_t)core << CORE_SHIFT | in->access_line,
                          core * gpu->config.l1_sets + set, pc_of(gpu, core, in));
}
