/* What the random drivers draw alike: rates that last for a spell of cycles, exact counts of a
 * window, and byte masks. */
#ifndef MEMLOOM_DRIVE_RANDOM_H
#define MEMLOOM_DRIVE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

/* One of the `count` values, each as likely. */
static inline unsigned one_of(struct rng *rng, const unsigned *values, unsigned count)
{
    return values[rng_below(rng, count)];
}

/* How often something happens in a spell, in percent: so seldom that queues run dry up to always.
 */
static inline unsigned some_rate(struct rng *rng)
{
    static const unsigned rates[] = {5, 30, 70, 100};
    return one_of(rng, rates, 4);
}

/* The same for the two sides of a queue, which are mostly busy, so that it is often full. */
static inline unsigned some_queue_rate(struct rng *rng)
{
    static const unsigned rates[] = {5, 50, 95, 100};
    return one_of(rng, rates, 4);
}

/* How often the two sides of a queue do something, in percent, for a spell of cycles. */
struct queue_spell {
    unsigned cycles; /* until the rates change */
    unsigned put, get;
};

/* One cycle of a queue of so many words: it fills, drains and runs at full rate in turn. */
static inline void step_queue_spell(struct queue_spell *spell, struct rng *rng, unsigned depth)
{
    if (spell->cycles--)
        return;
    spell->cycles = rng_below(rng, 4 * depth + 20);
    spell->put = some_queue_rate(rng);
    spell->get = some_queue_rate(rng);
}

/* One of the five numbers around it. */
static inline unsigned about(struct rng *rng, unsigned number)
{
    number += rng_below(rng, 5);
    return number > 2 ? number - 2 : 0;
}

/* So many in a window of so many cycles, in each of two organizations, spread over it. */
struct exact {
    unsigned window[2];
    unsigned due; /* this much is to come, in parts of one */
};

/* How many are due in this cycle. */
static inline unsigned exact_due(struct exact *exact, bool organization, unsigned window)
{
    exact->due += exact->window[organization];
    unsigned count = exact->due / window;
    exact->due %= window;
    return count;
}

/* So many of the `of` elements, any of them. */
static inline uint64_t some_elements(struct rng *rng, unsigned count, unsigned of)
{
    uint64_t set = 0;
    unsigned first = rng_below(rng, of);
    for (unsigned i = 0; i < count && i < of; i++)
        set |= UINT64_C(1) << (first + i) % of;
    return set;
}

/* Each 32 B sector of a line's byte mask becomes untouched in `percent` of 100 cases. */
static inline void clear_sectors(struct rng *rng, uint64_t mask[2], unsigned percent)
{
    for (unsigned sector = 0; sector < 4; sector++)
        if (rng_percent(rng, percent))
            mask[sector / 2] &= ~(UINT64_C(0xffffffff) << sector % 2 * 32);
}

/* A mask of one byte of a line. */
static inline void one_byte(struct rng *rng, uint64_t mask[2])
{
    unsigned byte = rng_below(rng, 128);
    mask[0] = mask[1] = 0;
    mask[byte / 64] = UINT64_C(1) << byte % 64;
}

#endif
