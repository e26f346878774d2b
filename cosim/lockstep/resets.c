/* See resets.h. */
#include "resets.h"

enum { LONGEST_PULSE = 16 }; /* cycles */

void resets_init(struct resets *r, uint64_t seed, uint64_t cycles)
{
    *r = (struct resets){.cycles = cycles};
    rng_init(&r->rng, seed);
}

/* 1 to `most`, in each octave as likely as in the others. */
static uint64_t some_octave(struct rng *rng, uint64_t most)
{
    unsigned octaves = most > 1 ? 64 - (unsigned)__builtin_clzll(most) : 1;
    uint64_t low = UINT64_C(1) << rng_below(rng, octaves);
    uint64_t value = low + rng_next(rng) % low;
    return value < most ? value : most;
}

static uint64_t pulse_length(struct rng *rng)
{
    return rng_percent(rng, 50) ? 1 : 1 + rng_below(rng, LONGEST_PULSE);
}

enum reset_phase resets_phase(struct resets *r, uint64_t cycle)
{
    if (cycle < r->begin)
        return cycle < r->end ? RESET_HOLDS : RESET_OFF;
    r->end = cycle + pulse_length(&r->rng);
    r->begin = r->end + some_octave(&r->rng, cycle ? r->cycles : r->cycles / 2);
    return RESET_BEGINS;
}
