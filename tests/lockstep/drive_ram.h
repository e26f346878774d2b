/* What the drivers of RAMs have in common: every word is written once, then reads and masked writes
 * at random, half of them to the same word (collisions). */
#ifndef MEMLOOM_DRIVE_RAM_H
#define MEMLOOM_DRIVE_RAM_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

enum { RAM_TRAFFIC_WIDTH_MAX = 2048, RAM_TRAFFIC_MASK_BITS_MAX = 256 };

struct ram_traffic {
    struct rng *rng;
    unsigned width, mask_bits, depth;
    unsigned written; /* words written and cycles since, up to depth + 2 */
    /* of this cycle */
    bool writes, reads;
    unsigned write_addr, read_addr;
    uint64_t word[RAM_TRAFFIC_WIDTH_MAX / 64];     /* what is written */
    uint64_t mask[RAM_TRAFFIC_MASK_BITS_MAX / 64]; /* which parts */
};

/* Contents and read data are undefined until all words were written and one was read. */
static inline bool ram_traffic_is_defined(const struct ram_traffic *t)
{
    return t->written > t->depth + 1;
}

static inline void ram_traffic_next(struct ram_traffic *t)
{
    bool filling = t->written < t->depth;
    rng_fill(t->rng, t->word, t->width);
    rng_fill(t->rng, t->mask, t->mask_bits);
    for (unsigned i = 0; filling && i < sizeof t->mask / sizeof t->mask[0]; i++)
        t->mask[i] = ~UINT64_C(0);
    t->writes = filling || (t->written > t->depth && rng_percent(t->rng, 50));
    t->write_addr = filling ? t->written : rng_below(t->rng, t->depth);
    t->reads = !filling && (t->written == t->depth || rng_percent(t->rng, 70));
    t->read_addr = rng_percent(t->rng, 50) ? t->write_addr : rng_below(t->rng, t->depth);
    if (t->written < t->depth + 2)
        t->written++;
}

#endif
