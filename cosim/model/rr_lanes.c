/* Twin of rtl/rr_lanes.v on port structs: a search from the first requester on in every lane. */
#include "rr_lanes.h"

#include <string.h>

/* First requester of the lane, among those with priority only or all; `n` when there is none. */
static unsigned first(const struct rr_lanes_in *in, unsigned lane, bool with_priority, unsigned n)
{
    unsigned at = 0;
    while (at < n &&
           !((with_priority ? in->request[at] & in->mask[at] : in->request[at]) >> lane & 1))
        at++;
    return at;
}

void rr_lanes_outputs_f(const struct rr_lanes_params *params, const struct rr_lanes_in *in,
                        struct rr_lanes_out *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned lane = 0; lane < params->lanes; lane++) {
        unsigned granted = first(in, lane, true, params->n);
        if (granted == params->n)
            granted = first(in, lane, false, params->n);
        if (granted == params->n)
            continue;
        out->grant[granted] |= UINT64_C(1) << lane;
        for (unsigned above = granted + 1; above < params->n; above++)
            out->next_mask[above] |= UINT64_C(1) << lane;
    }
}
