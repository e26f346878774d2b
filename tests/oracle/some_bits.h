/* Words of random bits, for the oracles of those who choose by trying both. */
#ifndef MEMLOOM_SOME_BITS_H
#define MEMLOOM_SOME_BITS_H

#include "rng.h"

/* The lowest `count` of a word, of which `share` in 16 are 1. */
static inline uint64_t some_bits(struct rng *rng, unsigned count, unsigned share)
{
    uint64_t bits = 0;
    for (unsigned i = 1; i < 16; i *= 2)
        bits = share & i ? bits | rng_next(rng) : bits & rng_next(rng);
    return count < 64 ? bits & ((UINT64_C(1) << count) - 1) : bits;
}

#endif
