/* Thread blocks to cores; the policies are described in dispatch.h. */
#include "dispatch.h"

#include "util.h"

void dispatch_init(struct dispatch *dispatch, const struct config *config,
                   struct workload *workload)
{
    *dispatch = (struct dispatch){.workload = workload,
                                  .cores = config->cores,
                                  .warp_slots = config->warps,
                                  .fill = config->dispatch == 1};
}

bool dispatch_next_kernel(struct dispatch *dispatch)
{
    if (!workload_next_kernel(dispatch->workload, &dispatch->kernel))
        return false;
    if (dispatch->kernel.warps > dispatch->warp_slots)
        die("kernel '%s' has %u warps per block, a core holds %u; raise 'warps' or choose smaller "
            "blocks",
            dispatch->kernel.name, dispatch->kernel.warps, dispatch->warp_slots);
    dispatch->left = dispatch->kernel.blocks;
    dispatch->kernels++;
    return true;
}

bool dispatch_step(struct dispatch *dispatch, struct sm *sm, uint64_t now)
{
    bool given = false;
    unsigned core = dispatch->next_core;
    for (unsigned i = 0; i < dispatch->cores && dispatch->left; i++) {
        bool room = sm_has_room(&sm[core], dispatch->kernel.warps);
        unsigned next = core + 1 == dispatch->cores ? 0 : core + 1;
        while (room) {
            sm_start_block(&sm[core], workload_next_block(dispatch->workload), now);
            given = true;
            dispatch->next_core = next;
            room = --dispatch->left && dispatch->fill &&
                   sm_has_room(&sm[core], dispatch->kernel.warps);
        }
        core = next;
    }
    return given;
}
