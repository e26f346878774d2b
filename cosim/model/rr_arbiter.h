/* Twin of rtl/rr_arbiter.v, a function: round-robin choice for up to 64 requesters (bit i is
 * requester i). The host keeps
 * the mask and loads the next one when it uses the grant. */
#ifndef MEMLOOM_RR_ARBITER_H
#define MEMLOOM_RR_ARBITER_H

#include <stdint.h>

#include "rr_arbiter_ports.h"

/* The lowest request with priority, else the lowest request; one-hot, 0 when nobody asks. A mask
 * of zero gives no priority. */
static inline uint64_t rr_arbiter_grant(uint64_t request, uint64_t mask)
{
    uint64_t preferred = request & mask;
    uint64_t from = preferred ? preferred : request;
    return from & (~from + 1);
}

/* The mask that gives priority to those of `n` (1..64) requesters above the granted one; 0 for a
 * grant of 0. */
static inline uint64_t rr_arbiter_next_mask(uint64_t grant, unsigned n)
{
    return ~(grant | (grant - 1)) & (~UINT64_C(0) >> (64 - n));
}

/* The same for any number of requesters (1..128), on the port structs of the module. */
void rr_arbiter_outputs_f(const struct rr_arbiter_params *, const struct rr_arbiter_in *,
                          struct rr_arbiter_out *);

#endif
