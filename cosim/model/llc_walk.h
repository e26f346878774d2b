/* Twin of rtl/llc_walk.v: the flush of an LLC slice, and its organization
 * (docs/blocks/llc_walk.md).
 *
 * The pipeline through which its steps go is llc_slice's, which calls what happens to them one by
 * one; llc_walk_step is all of it. */
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
    bool invalidates; /* it was private until the last edge: all lines are gone */
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
    return !walk->walking && !walk->settled && !walk->invalidates;
}

/* A set may enter the pipeline. */
static inline bool llc_walk_offers(const struct llc_walk *walk)
{
    return walk->walking && !walk->sent && (!walk->turns || walk->settled);
}

/* It does at this edge. Returns the set. */
static inline uint32_t llc_walk_enter(struct llc_walk *walk)
{
    uint32_t set = walk->set;
    walk->sent = set == walk->sets - 1;
    walk->set += !walk->sent;
    return set;
}

/* The step of this set leaves: no line there is dirty. */
static inline void llc_walk_pass(struct llc_walk *walk, uint32_t set)
{
    walk->passed |= set == walk->sets - 1;
}

/* The walk comes back to this set. */
static inline void llc_walk_rewind(struct llc_walk *walk, uint32_t set)
{
    walk->sent = false;
    walk->set = set;
}

/* All sets have passed, and every line is in DRAM. */
static inline void llc_walk_end(struct llc_walk *walk)
{
    walk->walking = false;
    walk->invalidates = walk->turns && walk->is_private;
    if (walk->turns)
        walk->is_private = walk->to_private;
    walk->turns = false;
}

/* A flush, which `turns` or not. */
static inline void llc_walk_begin(struct llc_walk *walk, bool turns, bool to_private)
{
    walk->walking = true;
    walk->passed = walk->sent = false;
    walk->set = 0;
    walk->turns |= turns;
    if (turns)
        walk->to_private = to_private;
}

#endif
