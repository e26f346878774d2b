/* Twin of rtl/clock_divider.v: clock enable for a domain of NUMERATOR/DENOMINATOR the frequency
 * (docs/blocks/clock_divider.md).
 * Its state is time, so it has no idle step; clock_divider_skip jumps over cycles instead. */
#ifndef MEMLOOM_CLOCK_DIVIDER_H
#define MEMLOOM_CLOCK_DIVIDER_H

#include <stdbool.h>
#include <stdint.h>

#include "clock_divider_ports.h"

struct clock_divider {
    unsigned numerator;   /* gained per cycle */
    unsigned denominator; /* paid per enable */
    unsigned saved;       /* 0..denominator-1: not yet paid for */
    bool ahead;           /* en of the next cycle */
    bool enabled;         /* of the current one */
};

void clock_divider_init(struct clock_divider *, const struct clock_divider_params *);
void clock_divider_release(struct clock_divider *);
void clock_divider_reset(struct clock_divider *);
void clock_divider_outputs(const struct clock_divider *, struct clock_divider_out *);
void clock_divider_step(struct clock_divider *, const struct clock_divider_in *);
bool clock_divider_is_idle(const struct clock_divider *); /* never */
uint64_t clock_divider_hash(const struct clock_divider *);

/* The state after `cycles` steps. */
void clock_divider_skip(struct clock_divider *, uint64_t cycles);
/* Cycles until en is 1 again: the smallest n >= 1 such that it is 1 after n steps. */
uint64_t clock_divider_next(const struct clock_divider *);

#endif
