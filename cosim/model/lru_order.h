/* Twin of rtl/lru_order.v, a function: least-recently-used replacement on an order list. The
 * list is packed, 4 bits per
 * element whatever the number of ways: element 0 (lowest bits) is the most recently used way.
 * Elements from `ways`
 * on are zero. */
#ifndef MEMLOOM_LRU_ORDER_H
#define MEMLOOM_LRU_ORDER_H

#include <stdint.h>

#include "lru_order_ports.h"

/* Order of an empty set: way ways-1 most recent ... way 0 least recent, so that way 0 is the
 * first victim. ways 1..16. */
static inline uint64_t lru_order_initial(unsigned ways)
{
    return UINT64_C(0x0123456789abcdef) >> (4 * (16 - ways));
}

/* The order after a touch of `way`, which must be in the list: it moves to the front, those
 * before it move back by one. */
static inline uint64_t lru_order_touch(uint64_t order, unsigned way)
{
    const uint64_t ones = UINT64_C(0x1111111111111111);
    uint64_t difference = order ^ (way * ones);
    /* The lowest bit set here is bit 4i+3 of the lowest zero digit i; higher ones may be false. */
    uint64_t zeros = (difference - ones) & ~difference & (ones << 3);
    uint64_t before = (zeros & (~zeros + 1)) - 1; /* the digits before it and its low three bits */
    uint64_t moved = before >> 3;                 /* the digits before it */
    return (order & ~(before << 1 | 1)) | (order & moved) << 4 | way;
}

/* The least recently used of the candidates (bit i is way i); 0 when there is none. */
static inline unsigned lru_order_victim(uint64_t order, uint64_t candidates, unsigned ways)
{
    for (unsigned shift = 4 * ways; shift > 0; shift -= 4) {
        unsigned way = (order >> (shift - 4)) & 15;
        if (candidates >> way & 1)
            return way;
    }
    return 0;
}

/* All three on the port structs of the module. */
void lru_order_outputs_f(const struct lru_order_params *, const struct lru_order_in *,
                         struct lru_order_out *);

#endif
