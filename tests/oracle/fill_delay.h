/* Fills on their way into an L1: one is written two cycles after it arrived, and only if its line
 * has waited for it all that time and the MSHR has said, in the cycle behind the arrival, that it
 * may be (docs/blocks/l1_cache.md, Cycles). */
#ifndef MEMLOOM_FILL_DELAY_H
#define MEMLOOM_FILL_DELAY_H

#include <stdbool.h>
#include <stdint.h>

#include "l1_cache_ports.h"

struct late_fill {
    bool valid;
    bool wanted; /* its line waited for it when it arrived, and still does */
    uint64_t line;
};

struct late_fills {
    struct late_fill next, last; /* the older one first */
};

/* A reply of kind 0 arrives when the MSHR looks at it: until then it has not answered. */
static inline bool fill_arrives(const struct l1_cache_in *in)
{
    return in->reply_valid && in->reply_kind == 0 && !in->mshr_answers;
}

/* A fill, or none, arrives; `installs`: the one before it may be written. */
static inline void late_fills_put(struct late_fills *fills, struct late_fill fill, bool installs)
{
    fills->next = fills->last;
    fills->next.wanted &= installs;
    fills->last = fill;
}

/* A load reserved a way for the line: it waits for another fill. */
static inline void late_fills_forget(struct late_fills *fills, uint64_t line)
{
    fills->next.wanted &= fills->next.line != line;
    fills->last.wanted &= fills->last.line != line;
}

#endif
