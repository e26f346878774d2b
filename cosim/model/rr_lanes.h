/* Twin of rtl/rr_lanes.v, a function: round-robin choices side by side (docs/blocks/rr_lanes.md).
 * On the ports the requester is the element and the lane the bit. No twin runs it, as a twin takes
 * its choices one by one with rr_arbiter.h or islip.h; so it is the plain rule, lane by lane. */
#ifndef MEMLOOM_RR_LANES_H
#define MEMLOOM_RR_LANES_H

#include "rr_lanes_ports.h"

void rr_lanes_outputs_f(const struct rr_lanes_params *, const struct rr_lanes_in *,
                        struct rr_lanes_out *);

#endif
