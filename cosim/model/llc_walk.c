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
    out->visited = walk->passed;
    out->is_private = walk->is_private;
}

/* The set that enters at this edge is the last one, or the next one follows. */
static void send(struct llc_walk *walk)
{
    walk->sent = walk->set == walk->sets - 1;
    walk->set += !walk->sent;
}

/* Everything has been visited, and is in DRAM. */
static void end(struct llc_walk *walk)
{
    walk->walking = false;
    if (walk->turns)
        walk->is_private = walk->to_private;
    walk->turns = false;
}

static void begin(struct llc_walk *walk, const struct llc_walk_in *in)
{
    walk->walking = true;
    walk->passed = walk->sent = false;
    walk->set = 0;
    walk->turns |= in->flush_turns;
    if (in->flush_turns)
        walk->to_private = in->flush_private;
}

void llc_walk_step(struct llc_walk *walk, const struct llc_walk_in *in)
{
    bool over = walk->passed && in->handed_over && !in->flush;
    bool settled = walk->turns && (walk->settled || in->quiet);
    if (in->step_ready && llc_walk_offers(walk))
        send(walk);
    if (in->visit_passes && in->visit_set == walk->sets - 1)
        walk->passed = true;
    if (in->visit_rewinds) {
        walk->sent = false;
        walk->set = (uint32_t)in->visit_set;
    }
    if (over)
        end(walk);
    if (in->flush)
        begin(walk, in);
    walk->settled = settled;
}

uint64_t llc_walk_hash(const struct llc_walk *walk)
{
    return hash_word(walk->set, (uint64_t)walk->turns << 6 | (uint64_t)walk->to_private << 5 |
                                    (uint64_t)walk->settled << 4 | (uint64_t)walk->is_private << 3 |
                                    (uint64_t)walk->sent << 2 | (uint64_t)walk->walking << 1 |
                                    walk->passed);
}
