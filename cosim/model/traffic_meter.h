/* What a run of synthetic traffic is asked for and what it measures, on any network
 * (docs/traffic.md): Bernoulli sources as gaps between packets, the interval that counts,
 * latencies.
 */
#ifndef MEMLOOM_TRAFFIC_METER_H
#define MEMLOOM_TRAFFIC_METER_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

enum traffic_pattern {
    TRAFFIC_UNIFORM,
    TRAFFIC_TRANSPOSE,
    TRAFFIC_HOTSPOT,
    TRAFFIC_PERMUTATION,
    TRAFFIC_NEIGHBOUR
};
enum { TRAFFIC_NOBODY = 0xffff };

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
    uint64_t p50, p99, max; /* the same; percentiles of 2^17 and more to 1 / 2^16 of them */
    uint64_t packets;       /* measured packets that arrived */
    uint64_t total_cycles;  /* simulated, all phases */
    uint64_t flit_hops;     /* flits sent by routers, all phases */
    uint64_t hash;          /* of the network at the end */
};

struct traffic_meter {
    unsigned packet;         /* flits of a packet */
    uint64_t from, until;    /* cycles of the measurement */
    double gap_scale;        /* 1 / log(1 - probability of a packet per cycle); 0: probability 1 */
    bool silent;             /* no source creates anything */
    uint64_t created;        /* measured packets that left a source queue */
    uint64_t outstanding;    /* of them, that did not arrive yet */
    uint64_t ejected;        /* flits ejected during the measurement */
    uint64_t latency_sum;    /* of measured packets */
    uint64_t latency_max;    /* the longest of them */
    uint64_t *latency_count; /* [LATENCY_BINS]: measured packets per latency */
    uint64_t packets;        /* measured packets that arrived */
};

static const uint64_t TRAFFIC_NEVER = UINT64_MAX;

void traffic_meter_init(struct traffic_meter *, const struct traffic_params *);
void traffic_meter_release(struct traffic_meter *);
/* Cycle in which a source creates the packet after the one of cycle `last`; TRAFFIC_NEVER as
 * `last`: its first. */
uint64_t traffic_meter_next(const struct traffic_meter *, struct rng *, uint64_t last);
/* A packet of that cycle is among those that count. */
bool traffic_meter_counts(const struct traffic_meter *, uint64_t created);
/* A source whose next packet is of that cycle has yet to send some that count: this one, or later
 * ones that stand behind it in its queue. */
bool traffic_meter_waits(const struct traffic_meter *, uint64_t next);
/* One leaves its source queue; so many flits of some packet, and its tail, are taken at the edge
 * that ends cycle `now`. */
void traffic_meter_start(struct traffic_meter *, uint64_t created);
void traffic_meter_eject(struct traffic_meter *, uint64_t now, unsigned flits);
void traffic_meter_arrive(struct traffic_meter *, uint64_t created, uint64_t now);
/* The figures of a run with so many senders over so many cycles; `arrived`: every packet that
 * counts did. */
void traffic_meter_result(const struct traffic_meter *, unsigned senders, bool arrived,
                          struct traffic_result *);

#endif
