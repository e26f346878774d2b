/* Random numbers for tests and workloads: xoshiro256** seeded by splitmix64 (Blackman and Vigna,
 * public domain algorithm). The same seed gives the same sequence on every machine. */
#ifndef MEMLOOM_RNG_H
#define MEMLOOM_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state[4]; /* never all zero */
};

static inline void rng_init(struct rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += UINT64_C(0x9e3779b97f4a7c15));
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        rng->state[i] = z ^ (z >> 31);
    }
}

static inline uint64_t rng_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rng_rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotl(s[3], 45);
    return result;
}

/* Uniform in 0..n-1, n >= 1 (multiply-shift: bias below n / 2^32). */
static inline uint32_t rng_below(struct rng *rng, uint32_t n)
{
    return (uint32_t)(((rng_next(rng) >> 32) * n) >> 32);
}

/* Uniform above 0 and below 1, a multiple of 2^-53 and a half. */
static inline double rng_real(struct rng *rng)
{
    return ((double)(rng_next(rng) >> 11) + 0.5) * 0x1p-53;
}

/* True in `percent` of 100 cases. */
static inline bool rng_percent(struct rng *rng, unsigned percent)
{
    return rng_below(rng, 100) < percent;
}

/* `bits` random bits in the words they need, the first in the lowest; zero above. */
static inline void rng_fill(struct rng *rng, uint64_t *words, unsigned bits)
{
    for (unsigned done = 0; done < bits; done += 64)
        words[done / 64] = rng_next(rng) >> (bits - done < 64 ? 64 - (bits - done) : 0);
}

#endif
