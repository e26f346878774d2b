/* Twin of rtl/request_ways.v: what a requester remembers of the ways that its requests took
 * (docs/blocks/request_ways.md). The twin of requester embeds it. */
#ifndef MEMLOOM_REQUEST_WAYS_H
#define MEMLOOM_REQUEST_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "request_ways_ports.h"

struct request_ways {
    unsigned regions;                               /* of foreign lines; a power of two */
    unsigned in_flight;                             /* requests that left and are not answered */
    unsigned answered;                              /* at the last edge; not counted yet */
    bool moved;                                     /* since nothing was in flight: */
    bool wrote;                                     /* ... the ports' meaning */
    bool sent;                                      /* ... */
    bool passed;                                    /* ... */
    uint64_t written[REQUEST_WAYS_REGIONS_MAX / 64]; /* {REGIONS} */
};

void request_ways_init(struct request_ways *, const struct request_ways_params *);
void request_ways_release(struct request_ways *);
void request_ways_reset(struct request_ways *);
void request_ways_outputs(const struct request_ways *, struct request_ways_out *);
void request_ways_step(struct request_ways *, const struct request_ways_in *);
bool request_ways_is_idle(const struct request_ways *);
uint64_t request_ways_hash(const struct request_ways *);

/* Bit of a region: two groups of line bits above those in a region, folded by XOR. */
enum { REGION_LINE_BITS = 5 }; /* 32 lines, 4 KB */
static inline unsigned request_ways_region(unsigned regions, uint64_t line)
{
    uint64_t number = line >> REGION_LINE_BITS;
    return (unsigned)(number ^ number >> __builtin_ctz(regions)) & (regions - 1);
}

static inline bool request_ways_written(const struct request_ways *w, unsigned region)
{
    return w->written[region / 64] >> region % 64 & 1;
}

#endif
