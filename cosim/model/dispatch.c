/* Thread blocks to cores; the policies are described in dispatch.h. */
#include "dispatch.h"

#include "util.h"

void dispatch_init(struct dispatch *dispatch, const struct config *config,
                   struct workload *workload)
{
    *dispatch = (struct dispatch){.workload = workload,
                                  .cores = config->cores,
                                  .warp_slots = config->warps,
                                  .registers = config->registers,
                                  .shared_bytes = config->shared_memory_bytes,
                                  .fill = config->dispatch == 1};
}

/* A block needs so many of what the key gives a core. */
static void must_fit(const struct dispatch *dispatch, const char *key, unsigned needs, unsigned has)
{
    if (needs > has)
        die("kernel '%s' has blocks with %s = %u, a core has %u; raise '%s' or choose smaller "
            "blocks",
            dispatch->kernel.name, key, needs, has, key);
}

bool dispatch_next_kernel(struct dispatch *dispatch)
{
    if (!workload_next_kernel(dispatch->workload, &dispatch->kernel))
        return false;
    must_fit(dispatch, "warps", dispatch->kernel.warps, dispatch->warp_slots);
    must_fit(dispatch, "registers", sm_registers_of(&dispatch->kernel), dispatch->registers);
    must_fit(dispatch, "shared_memory_bytes", dispatch->kernel.shared_bytes,
             dispatch->shared_bytes);
    dispatch->left = dispatch->kernel.blocks;
    dispatch->kernels++;
    return true;
}

bool dispatch_step(struct dispatch *dispatch, struct sm *sm, uint64_t now)
{
    bool given = false;
    unsigned core = dispatch->next_core;
    for (unsigned i = 0; i < dispatch->cores && dispatch->left; i++) {
        bool room = sm_has_room(&sm[core], &dispatch->kernel);
        unsigned next = core + 1 == dispatch->cores ? 0 : core + 1;
        while (room) {
            sm_start_block(&sm[core], workload_next_block(dispatch->workload), now);
            given = true;
            dispatch->next_core = next;
            room = --dispatch->left && dispatch->fill && sm_has_room(&sm[core], &dispatch->kernel);
        }
        core = next;
    }
    return given;
}
