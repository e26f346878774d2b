/* Twin of rtl/rr_lanes.v on port structs: a search from the first requester on in every lane. */
#include "rr_lanes.h"

#include <string.h>

static bool has(const uint64_t *lanes, unsigned lane)
{
    return lanes[lane / 64] >> lane % 64 & 1;
}

/* First requester of the lane, among those with priority only or all; `n` when there is none. */
static unsigned first(const struct rr_lanes_in *in, unsigned lane, bool with_priority, unsigned n)
{
    unsigned at = 0;
    while (at < n && !(has(in->request[at], lane) && (!with_priority || has(in->mask[at], lane))))
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
        out->grant[granted][lane / 64] |= UINT64_C(1) << lane % 64;
        for (unsigned above = granted + 1; above < params->n; above++)
            out->next_mask[above][lane / 64] |= UINT64_C(1) << lane % 64;
    }
}
