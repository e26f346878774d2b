/* Allocation as another kind of router does it, for `memloom traffic allocation=serial` alone: a
 * head that comes to the front is routed in one cycle, gets an output VC in the next, and asks for
 * the switch in the third, also behind a packet that has just left. Output VCs are matched with
 * input VCs by iSLIP, with a pointer per output VC and per input VC. memloom's routers do it in one
 * cycle, with the VC on offer (docs/blocks/router.md). */
#ifndef MEMLOOM_ROUTER_SERIAL_H
#define MEMLOOM_ROUTER_SERIAL_H

#include "router.h"

struct router_grant {
    uint16_t k;       /* input VC */
    uint16_t output;  /* of its head */
    uint16_t channel; /* the output VC that it gets */
};

struct router_serial {
    uint64_t routing[ROUTER_SET_WORDS]; /* heads that came to the front at the last edge */
    uint16_t offered[ROUTER_OUTPUTS_MAX]
                    [ROUTER_VCS_MAX]; /* per output VC: the input VC with priority, by number */
    uint16_t
        accepted[ROUTER_CHANNELS_MAX]; /* per input VC: the output VC with priority, by number */
    uint16_t granted[ROUTER_CHANNELS_MAX]; /* in a step: output VCs that an input VC may take */
    struct router_grant grant[ROUTER_CHANNELS_MAX];
    unsigned grants;
};

/* The heads that get an output VC at the end of this step, on the state before it, in `grant`; none
 * is routing any more. */
void router_serial_allocate(struct router *);

#endif
