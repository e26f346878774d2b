/* Twin of rtl/ccn_bridge.v: the bridge of a cluster between its pair of rings and that of all
 * bridges (docs/blocks/ccn_bridge.md). */
#ifndef MEMLOOM_CCN_BRIDGE_H
#define MEMLOOM_CCN_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_bridge_ports.h"
#include "ccn_lines.h"

/* Upper two bits of a name on the rings of a cluster. */
enum ccn_name { CCN_OF_CORE = 0, CCN_OF_SLOT = 2, CCN_OF_COPY = 3 };

/* On the ring of requests of the cluster. */
struct ccn_lower {
    uint64_t line;
    uint8_t name; /* {enum ccn_name, number} */
    bool fresh;   /* put there by this bridge */
};

/* On the ring of requests of the bridges, and what is kept of it for a copy. */
struct ccn_ask {
    uint64_t line;
    uint8_t home, slot, core; /* bridge that asks, its slot, the core in its cluster */
    bool collects;            /* in its second round */
    bool found;               /* a line was claimed; without `collects`: has not left its home */
};

enum {
    CCN_BRIDGE_PLACES = CCN_BRIDGE_DEPTH_MAX + CCN_BRIDGE_SLOTS_MAX,
    CCN_BRIDGE_UP = CCN_BRIDGE_SLOTS_MAX + CCN_BRIDGE_COPIES_MAX
};

struct ccn_queue { /* where a queue's words are */
    uint8_t first, count;
};

struct ccn_bridge {
    struct ccn_bridge_params params;
    bool carry_data; /* copy lines */

    struct ccn_lower requests[CCN_BRIDGE_PLACES]; /* lower ring: queue of DEPTH + SLOTS */
    struct ccn_queue request_queue;
    unsigned places; /* in use, or kept for a slot's request */
    bool ring_went;  /* the ring had its turn while one waited to go home */
    unsigned waited; /* cycles that the oldest copy could not enter */

    uint32_t busy;                             /* slots */
    uint8_t slot_core[CCN_BRIDGE_SLOTS_MAX];   /* whose they are */
    struct ccn_ask ends[CCN_BRIDGE_SLOTS_MAX]; /* that nobody has: go home */
    struct ccn_queue end_queue;

    uint32_t out, unwanted, parked, stored, claimed; /* copies: docs/blocks/ccn_bridge.md */
    struct ccn_ask copies[CCN_BRIDGE_COPIES_MAX];
    uint64_t store[CCN_BRIDGE_COPIES_MAX][CCN_LINE_WORDS];
    uint8_t waits[CCN_BRIDGE_COPIES_MAX]; /* copies that wait to enter */
    struct ccn_queue wait_queue;
    uint8_t sends[CCN_BRIDGE_COPIES_MAX]; /* claimed ones, for the upper ring */
    struct ccn_queue send_queue;

    struct ccn_ask asks[CCN_BRIDGE_SLOTS_MAX + 1]; /* upper ring */
    struct ccn_queue ask_queue;
    struct ccn_ask up[CCN_BRIDGE_UP]; /* that enter it here */
    struct ccn_queue up_queue;
    bool rose; /* one more comes there at the next edge */
    struct ccn_ask rising;
    bool asked_went; /* the ring had its turn while one waited */

    struct ccn_lines lower, upper; /* rings of lines */
    struct delay_control request_link, ask_link;
    struct ccn_lower requests_far[CCN_LINK_MAX];
    struct ccn_ask asks_far[CCN_LINK_MAX];
};

void ccn_bridge_init(struct ccn_bridge *, const struct ccn_bridge_params *);
void ccn_bridge_release(struct ccn_bridge *);
void ccn_bridge_reset(struct ccn_bridge *);
void ccn_bridge_outputs(const struct ccn_bridge *, struct ccn_bridge_out *);
void ccn_bridge_step(struct ccn_bridge *, const struct ccn_bridge_in *);
bool ccn_bridge_is_idle(const struct ccn_bridge *);
uint64_t ccn_bridge_hash(const struct ccn_bridge *);

/* For observers: what the step with these inputs will do. */
enum ccn_bridge_event {
    CCN_BRIDGE_REFUSED,  /* a request of a core passes without a slot */
    CCN_BRIDGE_NEAR,     /* a line of the own cluster passes for the core of a slot */
    CCN_BRIDGE_ASKS,     /* the other clusters are asked */
    CCN_BRIDGE_NONE,     /* and none of them has the line */
    CCN_BRIDGE_SENDS,    /* a line for another cluster enters the upper ring */
    CCN_BRIDGE_FULL,     /* a request of another cluster finds no place for a copy */
    CCN_BRIDGE_LATE,     /* a copy could not enter the ring */
    CCN_BRIDGE_UNWANTED, /* a line that is not needed any more is dropped */
    CCN_BRIDGE_EVENTS
};
struct ccn_bridge_events {
    bool did[CCN_BRIDGE_EVENTS];
    unsigned near_core;         /* NEAR: that asked */
    const struct ccn_ask *sent; /* SENDS: who asked for it */
};
struct ccn_bridge_events ccn_bridge_events(const struct ccn_bridge *, const struct ccn_bridge_in *);

#endif
