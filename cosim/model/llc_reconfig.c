/* Twin of rtl/llc_reconfig.v. */
#include "llc_reconfig.h"

#include "hash.h"

void llc_reconfig_init(struct llc_reconfig *r, const struct llc_reconfig_params *params)
{
    *r = (struct llc_reconfig){.params = *params, .awake = true};
}

void llc_reconfig_release(struct llc_reconfig *r)
{
    (void)r;
}

void llc_reconfig_reset(struct llc_reconfig *r)
{
    *r = (struct llc_reconfig){.params = r->params, .awake = true};
}

void llc_reconfig_outputs(const struct llc_reconfig *r, struct llc_reconfig_out *out)
{
    out->stall = r->phase != RECONFIG_RUN;
    out->flush = r->phase == RECONFIG_FLUSH || r->writes_back;
    out->flush_turns = r->phase == RECONFIG_FLUSH;
    out->flush_private = r->next_view;
    out->bypass = r->bypasses;
    out->is_private = r->view;
    out->shared = r->phase == RECONFIG_RUN && !r->view;
    out->is_shared = out->stall ? 0 : ((1u << r->params.views) - 1) & ~(unsigned)r->view;
    out->event_change = r->changed;
    out->event_private = r->changed && r->view;
}

static uint16_t goal_of(const struct llc_reconfig *r, const struct llc_reconfig_in *in)
{
    return r->forced || r->atomics ? 0 : (uint16_t)in->wants_private;
}

/* What it goes on to, or the phase that it is in. */
static enum reconfig_phase next_phase(struct llc_reconfig *r, const struct llc_reconfig_in *in,
                                      uint16_t goal)
{
    bool differs = goal != r->view || r->renews;
    switch (r->phase) {
    case RECONFIG_RUN:
        return differs && r->awake ? RECONFIG_STALL : RECONFIG_RUN;
    case RECONFIG_STALL:
        if (r->awake || r->busy)
            return RECONFIG_STALL;
        r->next_view = goal;
        return differs ? RECONFIG_FLUSH : RECONFIG_RUN;
    case RECONFIG_FLUSH:
        r->bypasses = r->next_view == (1u << r->params.views) - 1;
        return RECONFIG_STARTED;
    case RECONFIG_STARTED:
        return r->busy ? RECONFIG_FLUSHING : RECONFIG_STARTED;
    case RECONFIG_FLUSHING:
        return r->busy ? RECONFIG_FLUSHING : RECONFIG_SWITCHING;
    default:
        return in->bypassed == r->bypasses ? RECONFIG_RUN : RECONFIG_SWITCHING;
    }
}

void llc_reconfig_step(struct llc_reconfig *r, const struct llc_reconfig_in *in)
{
    enum reconfig_phase before = r->phase;
    uint16_t goal = goal_of(r, in);
    uint16_t coming = r->next_view;
    r->phase = next_phase(r, in, goal);
    r->changed = before == RECONFIG_SWITCHING && r->phase == RECONFIG_RUN;
    if (r->changed)
        r->view = r->next_view;
    if (in->kernel & coming)
        r->renews = true;
    else if (before == RECONFIG_FLUSH)
        r->renews = false;
    r->forced = (uint16_t)(r->atomics | (r->forced & ~in->kernel));
    r->writes_back = in->write_back;
    r->awake = in->awake;
    r->busy = in->busy;
    r->atomics = (uint16_t)in->atomics;
}

/* A step would change nothing while the inputs stay as they are, all of them but wants_private 0.
 */
static bool rests(const struct llc_reconfig *r, uint16_t goal)
{
    return r->phase == RECONFIG_RUN && !r->changed && !r->renews && r->view == goal &&
           !r->writes_back && !r->atomics;
}

bool llc_reconfig_is_idle(const struct llc_reconfig *r)
{
    return rests(r, 0) && !r->awake && !r->busy;
}

bool llc_reconfig_sleeps(const struct llc_reconfig *r, const struct llc_reconfig_in *in)
{
    return rests(r, goal_of(r, in)) && r->awake == in->awake && r->busy == in->busy &&
           !in->kernel && !in->atomics && !in->write_back;
}

uint64_t llc_reconfig_hash(const struct llc_reconfig *r)
{
    uint64_t told = (uint64_t)r->forced << 32 | (uint64_t)r->atomics << 16 |
                    (uint64_t)r->writes_back << 2 | (uint64_t)r->awake << 1 | r->busy;
    return hash_word(told, (uint64_t)r->phase << 40 | (uint64_t)r->view << 24 |
                               (uint64_t)r->next_view << 8 | (uint64_t)r->renews << 2 |
                               (uint64_t)r->bypasses << 1 | r->changed);
}
