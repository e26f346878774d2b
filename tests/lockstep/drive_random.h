/* What the random drivers draw alike: rates that last for a spell of cycles, and byte masks. */
#ifndef MEMLOOM_DRIVE_RANDOM_H
#define MEMLOOM_DRIVE_RANDOM_H

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
