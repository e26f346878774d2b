/* A set of a write-through, no-write-allocate cache with least-recently-used replacement, as
 * plainly as it can be said: the list of its lines in the order of their last use. */
#ifndef MEMLOOM_PLAIN_CACHE_H
#define MEMLOOM_PLAIN_CACHE_H

#include <stdbool.h>
#include <string.h>

#include "l1_cache.h"

struct plain_set {
    unsigned lines[L1_CACHE_WAYS_MAX + 1]; /* indices, most recently used first */
    unsigned count;
};

/* An access to the line's set; with `update` store hits leave the line in place. True when a load
 * hits. Where every access allocates all are as loads. */
static inline bool plain_access(struct plain_set *set, unsigned kind, unsigned line, unsigned ways,
                                bool update)
{
    unsigned at = 0;
    while (at < set->count && set->lines[at] != line)
        at++;
    bool present = at < set->count;
    bool stays = kind == L1_LOAD || (kind == L1_STORE && update && present);
    if (kind == L1_LOAD_BYPASS || kind == L1_FETCH)
        return false;
    if (present)
        memmove(&set->lines[at], &set->lines[at + 1], (--set->count - at) * sizeof *set->lines);
    if (stays) { /* to the front; the last one leaves when there are too many */
        memmove(&set->lines[1], &set->lines[0], set->count * sizeof *set->lines);
        set->lines[0] = line;
        set->count += set->count < ways;
    }
    return present && kind == L1_LOAD;
}

#endif
