/* Synthetic traffic on the rings of the cooperative caching network, without the chip around them:
 * twins of ccn_buffer and ccn_router, wired as the plan wires them, with ideal endpoints
 * (docs/traffic.md, "Rings"). Sources are infinite queues as in traffic.h, sinks take everything.
 *
 * What a packet is depends on what the rings carry:
 *   RING_REQUESTS   a request, one flit. Where it goes is its core: the router is shown its
 *                   destination's number as `here` while it may enter, so that it leaves there
 *                   (`back`), as one that is home after its round. No L1 holds a line.
 *   RING_RESPONSES  a line, four beats. The ring of requests is cut; each node's ReqQ takes its
 *                   packets, as requests of their destinations that hit here.
 *   RING_BOTH       a request that hits at its destination, and the line that comes back. */
#ifndef MEMLOOM_RING_TRAFFIC_H
#define MEMLOOM_RING_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_buffer.h"
#include "ccn_router.h"
#include "rng.h"
#include "traffic_meter.h"

enum ring_carries { RING_REQUESTS, RING_RESPONSES, RING_BOTH };

struct ring_params {
    enum ring_carries carries;
    unsigned nodes;     /* 2..256 */
    bool equal;         /* responses run as requests do, else against them */
    unsigned hop;       /* cycles of a hop */
    unsigned buffer;    /* places of ccn_buffer */
    unsigned requests;  /* of ReqQ */
    unsigned responses; /* of RespQ */
    bool bubble;        /* bubble rule */
};

/* A packet between its source queue and its sink. */
struct ring_packet {
    uint64_t created; /* cycle */
    uint32_t next;    /* behind it, of the same pair or free; 0: none */
};

/* Packets of a pair of nodes, which stay in order; or those that are free. */
struct ring_list {
    uint32_t first, last; /* 0: none */
};

struct ring_node {
    struct ccn_buffer buffer;
    struct ccn_buffer_in buffer_in;
    struct ccn_buffer_out buffer_out;
    struct ccn_router router;
    struct ccn_router_in in;
    struct ccn_router_out out;
    unsigned held;     /* packets in ccn_buffer */
    unsigned entering; /* RING_REQUESTS: destination of the one that may enter ReqQ */
    bool reading;      /* a line was snooped: its data come in this cycle */
    struct rng rng;    /* of its packets */
    uint64_t next_at;  /* cycle in which the packet at the head of its source queue is created */
    unsigned next_to;  /* its destination */
};

struct ring_traffic {
    struct ring_params params;
    struct traffic_params asked;
    struct ring_node *node;
    struct ring_packet *packets; /* number 0 stands for none */
    struct ring_list free;
    struct ring_list *under_way; /* [nodes * nodes] by sender and destination */
    uint64_t now;                /* cycle */
    struct traffic_meter meter;
};

/* Flits of a packet. */
unsigned ring_packet_flits(enum ring_carries);

void ring_traffic_init(struct ring_traffic *, const struct ring_params *,
                       const struct traffic_params *);
void ring_traffic_release(struct ring_traffic *);
void ring_traffic_cycle(struct ring_traffic *);
/* Warm-up, measurement, drain. */
void ring_traffic_run(struct ring_traffic *, struct traffic_result *);

/* How often a pattern sends from one node to another, relative to its other pairs; 0 never. */
double ring_share(const struct ring_params *, enum traffic_pattern, unsigned from, unsigned to);

/* What no node can pass on average, by the load of the busiest channel: flits per node and cycle,
 * with RING_BOTH requests. */
double ring_capacity(const struct ring_params *, enum traffic_pattern);

/* Sends one packet through the rings, which must be empty; its latency. Initialise with rate 0. */
unsigned ring_traffic_ping(struct ring_traffic *, unsigned from, unsigned to);
/* The zero-load law: what it must be. */
unsigned ring_law(const struct ring_params *, unsigned from, unsigned to);

#endif
