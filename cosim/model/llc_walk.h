/* Twin of rtl/llc_walk.v: the flush of an LLC slice, and its organization
 * (docs/blocks/llc_walk.md).
 *
 * llc_slice steps it while it is not idle; the pipeline in which its steps go is the slice's. */
#ifndef MEMLOOM_LLC_WALK_H
#define MEMLOOM_LLC_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "llc_walk_ports.h"

struct llc_walk {
    uint32_t sets;
    uint32_t set;    /* that enters next */
    bool walking;    /* a flush is under way */
    bool passed;     /* all its sets were visited */
    bool sent;       /* all have entered the pipeline */
    bool turns;      /* it ends with another organization: no request is taken */
    bool to_private; /* that one */
    bool settled;    /* the requests before it are done */
    bool is_private; /* the organization */
};

void llc_walk_init(struct llc_walk *, const struct llc_walk_params *);
void llc_walk_release(struct llc_walk *);
void llc_walk_reset(struct llc_walk *);
void llc_walk_outputs(const struct llc_walk *, struct llc_walk_out *);
void llc_walk_step(struct llc_walk *, const struct llc_walk_in *);
uint64_t llc_walk_hash(const struct llc_walk *);

/* A step without `flush` changes nothing that counts. */
static inline bool llc_walk_is_idle(const struct llc_walk *walk)
{
    return !walk->walking && !walk->settled;
}

/* A set may enter the pipeline. */
static inline bool llc_walk_offers(const struct llc_walk *walk)
{
    return walk->walking && !walk->sent && (!walk->turns || walk->settled);
}

#endif
