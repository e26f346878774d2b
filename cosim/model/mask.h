/* Masks: a bit per member, slot or channel. */
#ifndef MEMLOOM_MASK_H
#define MEMLOOM_MASK_H

#include <stdint.h>

/* The number of the lowest bit that is 1; there is one. */
static inline unsigned lowest(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

#endif
