/* Twin of rtl/ccn_router.v: one core's node on the two rings of the cooperative caching network
 * (docs/blocks/ccn_router.md). */
#ifndef MEMLOOM_CCN_ROUTER_H
#define MEMLOOM_CCN_ROUTER_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_lines.h"
#include "ccn_router_ports.h"
#include "delay_line.h"
#include "shadow_tags.h"

struct ccn_request {
    uint64_t line; /* line address */
    uint8_t core;  /* core that asks */
    bool fresh;    /* new, has not left its home */
    bool home;     /* back at its home */
};

struct ccn_events {
    bool entered;  /* a request of the core entered the ring */
    bool hit;      /* a line of this L1 was sent */
    bool gone;     /* one had left when it was to be read */
    bool held;     /* a hit had no room for its response */
    bool answered; /* a line was given to the MSHR */
    bool back;     /* a request went to L2 after its round */
    bool late;     /* one did that could not enter */
};

struct ccn_router {
    struct ccn_router_params params; /* sizes */
    bool carry_data;                 /* copy line data (default); false leaves it alone */
    struct shadow_tags tags;         /* those of the L1 */

    bool entry_valid;                                  /* a new request waits for ReqQ */
    uint64_t entry_line;                               /* its line */
    unsigned waited;                                   /* cycles that it could not enter */
    unsigned first;                                    /* place of ReqQ's head */
    unsigned waiting;                                  /* requests in it */
    struct ccn_request requests[CCN_ROUTER_DEPTH_MAX]; /* a ring of `depth` places */
    bool reading;                                      /* the head's line was snooped */
    bool passed;                                       /* it was gone */

    struct ccn_lines responses; /* RespQ; heads are {core, line} */

    struct delay_control request_link;             /* with hop > 1 */
    struct ccn_request requests_far[CCN_LINK_MAX]; /* in its slots */

    bool fill_there;          /* a line for this core is offered */
    struct ccn_line fill;     /* it; its head is the line address */
    struct ccn_events events; /* of the last step */
};

void ccn_router_init(struct ccn_router *, const struct ccn_router_params *);
void ccn_router_release(struct ccn_router *);
void ccn_router_reset(struct ccn_router *);
void ccn_router_outputs(const struct ccn_router *, struct ccn_router_out *);
void ccn_router_step(struct ccn_router *, const struct ccn_router_in *);
bool ccn_router_is_idle(const struct ccn_router *);
/* The new request has waited too long: it goes to L2, before one that is back. */
static inline bool ccn_router_is_late(const struct ccn_router *router)
{
    return router->params.wait_limit && router->waited == router->params.wait_limit;
}
uint64_t ccn_router_hash(const struct ccn_router *);

#endif
