/* Places of a ring of any size, as the queues of the twins are kept. */
#ifndef MEMLOOM_RING_H
#define MEMLOOM_RING_H

/* The place that `at` is, at most one round on: at < 2 * size. */
static inline unsigned ring_wrap(unsigned at, unsigned size)
{
    return at >= size ? at - size : at;
}

#endif
