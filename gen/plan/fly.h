/* The lines of a k-ary n-fly (butterfly). Line l runs from place l through all stages to place l.
 * At stage s a router joins the k lines whose numbers, n digits to the base k, differ in digit s
 * only (0: the most significant one); port p is the line on which that digit is p; the other
 * digits, in order, are the router's index. A packet that changes to port d_s at every stage s thus
 * ends on the line with the digits d_0 d_1 ..., whatever line it came in on.
 *
 *   2-ary 3-fly, line 101, stage 1: router 11 (3), port 0; the other line of this router is 111 */
#ifndef MEMLOOM_FLY_H
#define MEMLOOM_FLY_H

#include "network.h"

/* What digit `stage` of a line counts. */
static inline unsigned fly_weight(const struct network *fly, unsigned stage)
{
    unsigned weight = fly->rows;
    while (stage--)
        weight /= fly->radix;
    return weight;
}

/* The port of its router at a stage that a line is on; what leaves a router for a place, too. */
static inline unsigned fly_port(const struct network *fly, unsigned stage, unsigned line)
{
    return line / fly_weight(fly, stage) % fly->radix;
}

/* That router's index in its stage. */
static inline unsigned fly_router(const struct network *fly, unsigned stage, unsigned line)
{
    unsigned weight = fly_weight(fly, stage);
    return line / weight / fly->radix * weight + line % weight;
}

/* The line at a port of a router. */
static inline unsigned fly_line(const struct network *fly, unsigned stage, unsigned index,
                                unsigned port)
{
    unsigned weight = fly_weight(fly, stage);
    return (index / weight * fly->radix + port) * weight + index % weight;
}

#endif
