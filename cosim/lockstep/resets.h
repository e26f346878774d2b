/* When reset is 1 in a run of block lockstep: in cycle 0, and in pulses of random length in
 * mid-flight. The gaps between them are spread evenly over the octaves from one cycle to the whole
 * run: resets while the last one has hardly ended, and stretches long enough for a block to reach
 * its deepest states. The first pulse begins before the middle of the run (or a few cycles later).
 */
#ifndef MEMLOOM_RESETS_H
#define MEMLOOM_RESETS_H

#include <stdint.h>

#include "rng.h"

struct resets {
    struct rng rng;
    uint64_t cycles; /* length of the run */
    uint64_t begin;  /* first cycle of the next pulse */
    uint64_t end;    /* first cycle after the last pulse */
};

/* What rst does in a cycle. */
enum reset_phase { RESET_OFF, RESET_BEGINS, RESET_HOLDS };

void resets_init(struct resets *, uint64_t seed, uint64_t cycles);
/* Called once per cycle, in order from 0. */
enum reset_phase resets_phase(struct resets *, uint64_t cycle);

#endif
