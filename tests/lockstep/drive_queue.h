/* What the drivers of queues of words have in common: random puts and gets, at rates that change
 * every now and then. */
#ifndef MEMLOOM_DRIVE_QUEUE_H
#define MEMLOOM_DRIVE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "drive_random.h"
#include "rng.h"

enum { QUEUE_TRAFFIC_WIDTH_MAX = 2048 };

struct queue_traffic {
    struct rng *rng;
    unsigned width, depth;
    struct queue_spell spell;
    /* of this cycle */
    bool puts, gets;
    uint64_t word[QUEUE_TRAFFIC_WIDTH_MAX / 64]; /* what is put */
};

static inline void queue_traffic_next(struct queue_traffic *t)
{
    step_queue_spell(&t->spell, t->rng, t->depth);
    t->puts = rng_percent(t->rng, t->spell.put);
    rng_fill(t->rng, t->word, t->width);
    t->gets = rng_percent(t->rng, t->spell.get);
}

#endif
