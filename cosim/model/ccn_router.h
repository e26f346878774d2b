/* Twin of rtl/ccn_router.v: one core's node on the two rings of the cooperative caching network
 * (docs/blocks/ccn_router.md). */
#ifndef MEMLOOM_CCN_ROUTER_H
#define MEMLOOM_CCN_ROUTER_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_router_ports.h"
#include "delay_line.h"
#include "shadow_tags.h"

enum {
    CCN_LINE_WORDS = 16,
    CCN_BEAT_WORDS = 4,
    CCN_BEATS = CCN_LINE_WORDS / CCN_BEAT_WORDS,
    CCN_LINK_MAX = CCN_ROUTER_HOP_MAX + 1 /* words in a link */
};

struct ccn_request {
    uint64_t line; /* line address */
    uint8_t core;  /* core that asks */
    bool fresh;    /* new, has not left its home */
    bool home;     /* back at its home */
};

struct ccn_response {
    uint64_t line;                 /* line address */
    uint8_t core;                  /* core that asked */
    uint64_t data[CCN_LINE_WORDS]; /* the line */
};

struct ccn_beat {
    uint64_t line;                 /* line address */
    uint8_t core;                  /* core that asked */
    uint64_t data[CCN_BEAT_WORDS]; /* a quarter of the line */
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

    unsigned part;             /* beat of the ring's response that is next */
    bool whole;                /* all are there, it has nowhere to go yet */
    struct ccn_response parts; /* what came of it */

    unsigned send_first; /* place of RespQ's head */
    unsigned send_count; /* responses in it */
    unsigned taken;      /* places in use, or kept for the line that is being read */
    unsigned sent;       /* beats of the head that left */
    struct ccn_response responses[CCN_ROUTER_RESPONSES_MAX]; /* ring of `responses` places */

    struct delay_control request_link;             /* with hop > 1 */
    struct delay_control response_link;            /* likewise */
    struct ccn_request requests_far[CCN_LINK_MAX]; /* in the slots of request_link */
    struct ccn_beat beats_far[CCN_LINK_MAX];       /* in those of response_link */

    bool fill_there;          /* a line for this core is offered */
    struct ccn_response fill; /* it */
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
