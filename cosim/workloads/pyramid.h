/* Blocks of Rodinia's hotspot and pathfinder: several time steps of a stencil in one kernel. A
 * block of `side` threads per axis loads its part of the grid and computes `steps` steps in shared
 * memory; in each it loses a thread at both ends, for whose neighbours it does not know. Blocks
 * overlap so that the rests cover the grid. */
#ifndef MEMLOOM_PYRAMID_H
#define MEMLOOM_PYRAMID_H

#include <stdint.h>

/* A block along one axis. */
struct span {
    int64_t first;    /* coordinate of thread 0; may lie outside of the grid */
    int64_t min, max; /* threads inside of the grid; min > max: none */
    int64_t side;     /* threads */
};

/* Blocks that cover `size` points with `border` points lost at each end. */
static inline uint64_t span_blocks(uint64_t size, int64_t side, int64_t border)
{
    uint64_t rest = (uint64_t)(side - 2 * border);
    return (size + rest - 1) / rest;
}

/* Block number `block` of a kernel with so many steps. The last kernel may have fewer than
 * `border`: then its blocks lie further apart and the first begins as far outside as ever. */
static inline struct span span_of(uint64_t block, uint64_t size, int64_t side,
                                  const int64_t steps_border[2])
{
    struct span span = {.side = side};
    span.first = (side - 2 * steps_border[0]) * (int64_t)block - steps_border[1];
    span.min = span.first < 0 ? -span.first : 0;
    span.max =
        (int64_t)size - 1 - span.first < side - 1 ? (int64_t)size - 1 - span.first : side - 1;
    return span;
}

/* Threads that compute in a step, counted from 0. */
static inline int64_t span_low(const struct span *span, int64_t step)
{
    return span->min > step + 1 ? span->min : step + 1;
}

static inline int64_t span_high(const struct span *span, int64_t step)
{
    int64_t high = span->side - step - 2;
    return span->max < high ? span->max : high;
}

/* The neighbours of a thread, at the grid's border itself. */
static inline int64_t span_before(const struct span *span, int64_t thread)
{
    return thread - 1 < span->min ? span->min : thread - 1;
}

static inline int64_t span_after(const struct span *span, int64_t thread)
{
    return thread + 1 > span->max ? span->max : thread + 1;
}

#endif
