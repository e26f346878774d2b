/* Twin of rtl/islip.v on port structs: packs the masks as the router's twin keeps them, and lets
 * the functions it calls find the match and the next masks. Lane 2 spreads 16 inputs over all 64
 * bits of a lane mask. */
#include "islip.h"

#include <string.h>

enum { LANE = 2 };

static bool of_input(uint64_t lane_mask, unsigned i)
{
    return lane_mask >> (i << LANE) & 1;
}

/* Requests as lane masks; returns the outputs that are asked. */
static unsigned pack(const struct islip_params *params, const struct islip_in *in,
                     struct islip *islip, uint64_t *want)
{
    unsigned outputs = 0;
    for (unsigned o = 0; o < params->outputs; o++) {
        outputs |= (unsigned)(in->request[o] != 0) << o;
        for (unsigned i = 0; i < params->inputs; i++) {
            want[o] |= (in->request[o] >> i & 1) << (i << LANE);
            islip->grant[o] |= (in->grant_mask[i] >> o & 1) << (i << LANE);
            islip->accept[i] |= (uint16_t)((in->accept_mask[o] >> i & 1) << o);
        }
    }
    return outputs;
}

/* The masks that islip_use stores: of every output for the input it grants, of every matched input
 * for the output it accepts. */
static void unpack_next(const struct islip_params *params, const struct islip *next,
                        unsigned outputs, unsigned inputs, struct islip_out *out)
{
    for (unsigned i = 0; i < params->inputs; i++)
        for (unsigned o = 0; o < params->outputs; o++) {
            if (outputs >> o & 1)
                out->next_grant[i] |= (uint64_t)of_input(next->grant[o], i) << o;
            if (inputs >> i & 1)
                out->next_accept[o] |= (uint64_t)(next->accept[i] >> o & 1) << i;
        }
}

void islip_outputs_f(const struct islip_params *params, const struct islip_in *in,
                     struct islip_out *out)
{
    struct islip islip = {0}, next = {0};
    uint64_t want[ISLIP_PORTS_MAX] = {0};
    uint8_t accepted[ISLIP_PORTS_MAX] = {0};
    memset(out, 0, sizeof *out);
    unsigned outputs = pack(params, in, &islip, want);
    unsigned inputs = islip_match(&islip, LANE, outputs, want, accepted);
    for (unsigned o = 0; o < params->outputs; o++)
        if (outputs >> o & 1)
            islip_use(&next, LANE, islip_choose(want[o], islip.grant[o]) >> LANE, o);
    for (unsigned i = 0; i < params->inputs; i++)
        if (inputs >> i & 1) {
            out->match[accepted[i]] = UINT64_C(1) << i;
            islip_use(&next, LANE, i, accepted[i]);
        }
    unpack_next(params, &next, outputs, inputs, out);
}
