/* Twin of rtl/islip.v, a function: one iteration of iSLIP between up to 16 inputs and 16 outputs.
 * The host owns the masks and moves them with islip_use when it uses a match.
 *
 * Sets of inputs are lane masks: bit i << lane stands for input i, so that the host can fold a set
 * of input VCs into one without moving bits. Priority masks have all bits above the last one used
 * set. */
#ifndef MEMLOOM_ISLIP_H
#define MEMLOOM_ISLIP_H

#include <stdint.h>

#include "islip_ports.h"

enum { ISLIP_PORTS_MAX = 16 };

struct islip {
    uint64_t grant[ISLIP_PORTS_MAX];  /* per output: inputs with priority, a lane mask */
    uint16_t accept[ISLIP_PORTS_MAX]; /* per input: outputs with priority */
};

/* Number of the round-robin choice; `request` is not 0. */
static inline unsigned islip_choose(uint64_t request, uint64_t mask)
{
    return (unsigned)__builtin_ctzll(request & mask ? request & mask : request);
}

/* Matches: `want[o]` is the lane mask of the inputs that ask for output o, for every o in the mask
 * `outputs` (never 0 there). Returns the matched inputs as a plain mask; accepted[i] is the output
 * of each. */
static inline unsigned islip_match(const struct islip *islip, unsigned lane, unsigned outputs,
                                   const uint64_t *want, uint8_t *accepted)
{
    unsigned granted[ISLIP_PORTS_MAX];
    unsigned inputs = 0;
    for (; outputs; outputs &= outputs - 1) {
        unsigned o = (unsigned)__builtin_ctz(outputs);
        unsigned i = islip_choose(want[o], islip->grant[o]) >> lane;
        granted[i] = (inputs >> i & 1 ? granted[i] : 0) | 1u << o;
        inputs |= 1u << i;
    }
    for (unsigned rest = inputs; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        accepted[i] = (uint8_t)islip_choose(granted[i], islip->accept[i]);
    }
    return inputs;
}

/* The match of input i and output o is used: both give it the lowest priority next time. */
static inline void islip_use(struct islip *islip, unsigned lane, unsigned i, unsigned o)
{
    islip->grant[o] = ~UINT64_C(1) << (i << lane);
    islip->accept[i] = (uint16_t)(~1u << o);
}

/* The same on the port structs of the module. */
void islip_outputs_f(const struct islip_params *, const struct islip_in *, struct islip_out *);

#endif
