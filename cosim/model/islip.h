/* Twin of rtl/islip.v, a function: one iteration of iSLIP between up to 16 inputs and 16 outputs.
 * The host owns the masks and moves them with islip_use when it uses a match. */
#ifndef MEMLOOM_ISLIP_H
#define MEMLOOM_ISLIP_H

#include <stdint.h>

#include "rr_arbiter.h"

enum { ISLIP_PORTS_MAX = 16 };

struct islip {
    uint16_t grant[ISLIP_PORTS_MAX];  /* per output: inputs with priority */
    uint16_t accept[ISLIP_PORTS_MAX]; /* per input: outputs with priority */
};

/* Matches: `want[o]` are the inputs that ask for output o, for every o in the mask `outputs` (never
 * zero there). Returns the matched inputs; accepted[i] is the output of each. */
static inline unsigned islip_match(const struct islip *islip, unsigned outputs,
                                   const uint16_t *want, uint8_t *accepted)
{
    uint16_t granted[ISLIP_PORTS_MAX];
    unsigned inputs = 0;
    for (; outputs; outputs &= outputs - 1) {
        unsigned o = (unsigned)__builtin_ctz(outputs);
        unsigned i = (unsigned)__builtin_ctzll(rr_arbiter_grant(want[o], islip->grant[o]));
        granted[i] = (uint16_t)((inputs >> i & 1 ? granted[i] : 0) | 1u << o);
        inputs |= 1u << i;
    }
    for (unsigned rest = inputs; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        uint64_t accept = rr_arbiter_grant(granted[i], islip->accept[i]);
        accepted[i] = (uint8_t)__builtin_ctzll(accept);
    }
    return inputs;
}

/* The match of input i and output o is used: both give it the lowest priority next time. */
static inline void islip_use(struct islip *islip, unsigned i, unsigned inputs, unsigned o,
                             unsigned outputs)
{
    islip->grant[o] = (uint16_t)rr_arbiter_next_mask(UINT64_C(1) << i, inputs);
    islip->accept[i] = (uint16_t)rr_arbiter_next_mask(UINT64_C(1) << o, outputs);
}

#endif
