/* Twin of rtl/llc_walk.v. */
#include "llc_walk.h"

#include "hash.h"

void llc_walk_init(struct llc_walk *walk, const struct llc_walk_params *params)
{
    *walk = (struct llc_walk){.sets = params->sets};
}

void llc_walk_release(struct llc_walk *walk)
{
    (void)walk;
}

void llc_walk_reset(struct llc_walk *walk)
{
    *walk = (struct llc_walk){.sets = walk->sets};
}

void llc_walk_outputs(const struct llc_walk *walk, struct llc_walk_out *out)
{
    out->busy = walk->walking;
    out->step_valid = llc_walk_offers(walk);
    if (out->step_valid)
        out->step_set = walk->set;
    out->turning = walk->turns;
    out->is_private = walk->is_private;
    out->invalidates = walk->invalidates;
}

void llc_walk_step(struct llc_walk *walk, const struct llc_walk_in *in)
{
    bool over = walk->passed && in->handed_over && !in->flush;
    bool settled = walk->turns && (walk->settled || in->quiet);
    walk->invalidates = false;
    if (in->step_ready && llc_walk_offers(walk))
        llc_walk_enter(walk);
    if (in->visit_passes)
        llc_walk_pass(walk, (uint32_t)in->visit_set);
    if (in->visit_rewinds)
        llc_walk_rewind(walk, (uint32_t)in->visit_set);
    if (over)
        llc_walk_end(walk);
    if (in->flush)
        llc_walk_begin(walk, in->flush_turns, in->flush_private);
    walk->settled = settled;
}

uint64_t llc_walk_hash(const struct llc_walk *walk)
{
    return hash_word(walk->set, (uint64_t)walk->invalidates << 7 | (uint64_t)walk->turns << 6 | (uint64_t)walk->to_private << 5 |
                                    (uint64_t)walk->settled << 4 | (uint64_t)walk->is_private << 3 |
                                    (uint64_t)walk->sent << 2 | (uint64_t)walk->walking << 1 |
                                    walk->passed);
}
