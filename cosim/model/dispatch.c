/* Thread blocks to cores; the policies are described in dispatch.h. */
#include "dispatch.h"

#include "util.h"

void dispatch_init(struct dispatch *dispatch, const struct config *config, unsigned program,
                   struct workload *workload)
{
    unsigned policy = config->dispatch;
    struct program_cores at = config_program_cores(config, program);
    unsigned cluster = policy >= DISPATCH_TWO_LEVEL ? config->cores / config->clusters : 1;
    if (cluster > at.own) /* a cluster is other programs', too */
        cluster = at.own;
    *dispatch =
        (struct dispatch){.workload = workload,
                          .cores = config->cores / config->programs,
                          .at = at,
                          .warp_slots = config->warps,
                          .registers = config->registers,
                          .shared_bytes = config->shared_memory_bytes,
                          .group = policy == DISPATCH_DISTRIBUTED ? cluster : 1,
                          .apart = policy == DISPATCH_TWO_LEVEL ? cluster : 1,
                          .fill = policy == DISPATCH_BLOCK || policy == DISPATCH_DISTRIBUTED};
}

/* A block needs so many of what the key gives a core. */
static void must_fit(const struct dispatch *dispatch, const char *key, unsigned needs, unsigned has)
{
    if (needs > has)
        die("kernel '%s' has blocks with %s = %u, a core has %u; raise '%s' or choose smaller "
            "blocks",
            dispatch->kernel.name, key, needs, has, key);
}

static void next_block_must_fit(const struct dispatch *dispatch)
{
    must_fit(dispatch, "warps", dispatch->kernel.warps, dispatch->warp_slots);
    must_fit(dispatch, "registers", sm_registers_of(&dispatch->kernel), dispatch->registers);
    must_fit(dispatch, "shared_memory_bytes", dispatch->kernel.shared_bytes,
             dispatch->shared_bytes);
}

bool dispatch_next_kernel(struct dispatch *dispatch)
{
    if (!workload_next_kernel(dispatch->workload, &dispatch->kernel))
        return false;
    next_block_must_fit(dispatch);
    dispatch->left = dispatch->kernel.blocks;
    dispatch->kernels++;
    return true;
}

/* The first core of a turn, those of one follow each other. With cores apart: of cluster after
 * cluster the first ones, then the second ones. */
static unsigned core_of(const struct dispatch *dispatch, unsigned turn)
{
    unsigned clusters = dispatch->cores / dispatch->apart;
    unsigned own = dispatch->group * (turn % clusters * dispatch->apart + turn / clusters);
    return own / dispatch->at.own * dispatch->at.of + dispatch->at.first + own % dispatch->at.own;
}

static bool give(struct dispatch *dispatch, struct sm *sm, uint64_t now)
{
    if (!dispatch->left || !sm_has_room(sm, &dispatch->kernel))
        return false;
    sm_start_block(sm, workload_begin_block(dispatch->workload), now);
    dispatch->left--;
    workload_next_shape(dispatch->workload, &dispatch->kernel);
    next_block_must_fit(dispatch);
    return true;
}

static bool give_group(struct dispatch *dispatch, struct sm *sm, uint64_t now)
{
    bool given = false, again;
    do {
        again = false;
        for (unsigned i = 0; i < dispatch->group; i++)
            again |= give(dispatch, &sm[i], now);
        given |= again;
    } while (again && dispatch->fill);
    return given;
}

bool dispatch_step(struct dispatch *dispatch, struct sm *sm, uint64_t now)
{
    unsigned turns = dispatch->cores / dispatch->group, turn = dispatch->next_turn;
    bool given = false;
    for (unsigned i = 0; !dispatch->full && i < turns && dispatch->left; i++) {
        unsigned next = turn + 1 == turns ? 0 : turn + 1;
        if (give_group(dispatch, &sm[core_of(dispatch, turn)], now)) {
            given = true;
            dispatch->next_turn = next;
        }
        turn = next;
    }
    dispatch->full = !given;
    return given;
}
