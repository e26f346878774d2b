/* Twin of rtl/writes_under_way.v: stores and atomics counted per bucket of lines
 * (docs/blocks/writes_under_way.md). The twin of mshr embeds it and works on the counters. */
#ifndef MEMLOOM_WRITES_UNDER_WAY_H
#define MEMLOOM_WRITES_UNDER_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "writes_under_way_ports.h"

enum { WRITES_BUCKET_BITS = 5, WRITES_BUCKETS = 1 << WRITES_BUCKET_BITS, WRITES_MAX = 15 };

struct writes_under_way {
    uint8_t counts[WRITES_BUCKETS]; /* 0..WRITES_MAX */
    uint8_t look_bucket;            /* of the line that is looked up; unused in mshr's twin */
};

void writes_under_way_init(struct writes_under_way *, const struct writes_under_way_params *);
void writes_under_way_release(struct writes_under_way *);
void writes_under_way_reset(struct writes_under_way *);
void writes_under_way_outputs(const struct writes_under_way *, struct writes_under_way_out *);
void writes_under_way_step(struct writes_under_way *, const struct writes_under_way_in *);
bool writes_under_way_is_idle(const struct writes_under_way *);
uint64_t writes_under_way_hash(const struct writes_under_way *);

/* Bucket of a line: the XOR of its groups of bits. */
static inline unsigned writes_bucket(uint64_t line)
{
    unsigned bucket = 0;
    for (; line; line >>= WRITES_BUCKET_BITS)
        bucket ^= line % WRITES_BUCKETS;
    return bucket;
}

#endif
