/* Synthetic traffic on one network with ideal endpoints (docs/traffic.md states the conventions
 * exactly). Sources are infinite queues, evaluated lazily: a node only knows the next packet it
 * creates; packets that wait are those with a creation time in the past. Sinks take every flit and
 * give its credit back in the next cycle. */
#ifndef MEMLOOM_TRAFFIC_H
#define MEMLOOM_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "mesh.h"
#include "rng.h"

enum traffic_pattern { TRAFFIC_UNIFORM, TRAFFIC_TRANSPOSE, TRAFFIC_HOTSPOT, TRAFFIC_PERMUTATION };
enum { TRAFFIC_NOBODY = 0xffff, LATENCY_MAX = 1 << 16 };

/* Senders and receivers have numbers of their own from 0, in the order of their places; in a mesh
 * and a butterfly the number is the place. */
struct traffic_params {
    enum traffic_pattern pattern; /* where packets go */
    double rate;                  /* flits per node and network cycle that are created */
    unsigned packet;              /* flits of a packet */
    uint64_t warmup, cycles;      /* network cycles before, and of, the measurement */
    uint64_t drain;               /* cycles after it within which its packets must arrive */
    uint64_t seed;                /* of all random choices */
    double hot_share;             /* TRAFFIC_HOTSPOT: of the packets, to the hot receiver */
    bool hot_chosen;              /* it is number `hot`, else the one in the middle */
    unsigned hot;
    const uint16_t *permutation; /* its receiver by sender, or TRAFFIC_NOBODY: it is silent */
    const bool *sources;         /* by sender: it creates packets; NULL: all do */
    const bool *targets;         /* by receiver: packets may go there; NULL: to all */
    bool shuffled; /* butterfly: a perfect shuffle stands between senders and the first stage */
    bool single;   /* a source sends one packet at a time, the other convention (docs/traffic.md) */
    bool serial;   /* heads get an output VC before they ask for the switch, likewise */
    bool bypass;   /* MC-routers are bypassed: a core sends to the slices of its cluster only */
};

struct traffic_result {
    bool stable;            /* every measured packet arrived before the drain limit */
    double created;         /* flits per sender and cycle of the measurement; 0 unless stable */
    double accepted;        /* flits per sender and cycle ejected during the measurement */
    double mean;            /* latency from creation to tail ejection, network cycles */
    unsigned p50, p99, max; /* the same; LATENCY_MAX stands for that and more */
    uint64_t packets;       /* measured packets that arrived */
    uint64_t total_cycles;  /* simulated, all phases */
    uint64_t flit_hops;     /* flits sent by routers, all phases */
    uint64_t hash;          /* of the network at the end */
};

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

struct traffic {
    struct traffic_params params;
    struct mesh mesh;
    struct traffic_node *node;     /* per place */
    uint16_t *senders, *receivers; /* places that create packets, to which packets may go */
    unsigned sender_count, receiver_count;
    uint16_t *fixed;      /* by place: the only place to which it sends, or TRAFFIC_NOBODY */
    unsigned hot;         /* place of the hot receiver */
    uint64_t now;         /* network cycle */
    uint64_t from, until; /* cycles of the measurement */
    double gap_scale;     /* 1 / log(1 - probability of a packet per cycle); 0 for probability 1 */
    uint64_t created;     /* measured packets that left a source queue */
    uint64_t outstanding; /* of them, that did not arrive yet */
    uint64_t ejected;     /* flits ejected during the measurement */
    uint64_t latency_sum; /* of measured packets */
    uint64_t *latency_count; /* [LATENCY_MAX + 1]: measured packets per latency */
    uint64_t packets;        /* measured packets that arrived */
};

void traffic_init(struct traffic *, const struct network *, const struct traffic_params *);
void traffic_release(struct traffic *);
void traffic_cycle(struct traffic *);
/* Warm-up, measurement, drain. */
void traffic_run(struct traffic *, struct traffic_result *);

/* Sends one packet from `from` to `to` through the network, which must be empty; its latency. For
 * zero-load measurements: initialise with rate 0. */
unsigned traffic_ping(struct traffic *, unsigned from, unsigned to);

/* The zero-load law: latency of a packet over `routers` routers (docs/blocks/router.md), and so
 * many behind them that are bypassed (docs/blocks/mc_router.md). */
unsigned traffic_law(const struct network *, unsigned routers, unsigned bypassed, unsigned flits);

#endif
