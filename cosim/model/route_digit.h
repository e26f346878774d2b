/* Twin of rtl/route_digit.v, a function: the digit of the destination at this stage is the port. */
#ifndef MEMLOOM_ROUTE_DIGIT_H
#define MEMLOOM_ROUTE_DIGIT_H

#include "route_digit_ports.h"

static inline unsigned route_digit(unsigned dest, unsigned digit_lsb, unsigned digit_bits)
{
    return dest >> digit_lsb & ((1u << digit_bits) - 1);
}

/* The same on the port structs of the module. */
void route_digit_outputs_f(const struct route_digit_params *, const struct route_digit_in *,
                           struct route_digit_out *);

#endif
