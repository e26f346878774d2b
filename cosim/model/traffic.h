/* Synthetic traffic on one network with ideal endpoints (docs/traffic.md states the conventions
 * exactly). Sources are infinite queues, evaluated lazily: a node only knows the next packet it
 * creates; packets that wait are those with a creation time in the past. A cycle looks only at
 * places that have something to send, or on their wires: the others wait in a calendar for the next
 * packet that they create. Sinks take every flit and give its credit back in the next cycle. */
#ifndef MEMLOOM_TRAFFIC_H
#define MEMLOOM_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "mesh.h"
#include "rng.h"
#include "traffic_meter.h"

/* One packet under way from a node on one VC. */
struct traffic_packet {
    uint64_t created; /* cycle */
    unsigned dest;    /* place */
    unsigned sent;    /* flits injected so far */
};

struct traffic_node {
    struct rng rng;             /* of its packets */
    struct traffic_packet next; /* the next one to be taken from the source queue */
    struct traffic_packet packet[ROUTER_VCS_MAX]; /* under way, per VC */
    uint8_t under_way;                            /* VCs with a packet */
    uint8_t credit[ROUTER_VCS_MAX];               /* free slots where it injects */
    uint8_t credited;                             /* VCs with a free slot */
    uint8_t vc_mask;                              /* VCs with priority to send */
    uint8_t start_mask;                           /* VCs with priority to start a packet */
    unsigned expected[ROUTER_VCS_MAX];            /* sink: number of the next flit per VC */
    bool sends, receives;                         /* there is a way in, a way out */
    uint16_t address;                             /* node address of its place */
    uint64_t flit[FLIT_WORDS];                    /* register: flit on the inject wires */
    struct mesh_inject wires;                     /* registers: inject wires and credits */
};

enum { TRAFFIC_CALENDAR = 64 }; /* cycles */

struct traffic {
    struct traffic_params params;
    struct mesh mesh;
    struct traffic_node *node;     /* per place */
    uint16_t *senders, *receivers; /* places that create packets, to which packets may go */
    unsigned sender_count, receiver_count;
    uint16_t *fixed; /* by place: the only place to which it sends, or TRAFFIC_NOBODY */
    unsigned hot;    /* place of the hot receiver */
    uint64_t now;    /* network cycle */
    struct traffic_meter meter;
    /* sets of places */
    uint64_t busy[MESH_MASK_WORDS];    /* with a packet under way or waiting */
    uint64_t feeding[MESH_MASK_WORDS]; /* with something on their wires into the network */
    /* those not busy that create a packet in a cycle, modulo TRAFFIC_CALENDAR, from now to the next
     * multiple of it */
    uint64_t calendar[TRAFFIC_CALENDAR][MESH_MASK_WORDS];
};

void traffic_init(struct traffic *, const struct network *, const struct traffic_params *);
void traffic_release(struct traffic *);
void traffic_cycle(struct traffic *);
/* Warm-up, measurement, drain. */
void traffic_run(struct traffic *, struct traffic_result *);

/* The packet that `from` creates next is one to `to`, in this cycle. */
void traffic_queue(struct traffic *, unsigned from, unsigned to);
/* Sends one packet from `from` to `to` through the network, which must be empty; its latency. For
 * zero-load measurements: initialise with rate 0. */
unsigned traffic_ping(struct traffic *, unsigned from, unsigned to);

/* The zero-load law: latency of a packet over `routers` routers (docs/blocks/router.md), and so
 * many behind them that are bypassed (docs/blocks/mc_router.md). */
unsigned traffic_law(const struct network *, unsigned routers, unsigned bypassed, unsigned flits);

#endif
