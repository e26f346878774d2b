/* The proof that the packets of a chip cannot wait for each other in a circle (docs/deadlock.md):
 * its networks as channel dependency graphs, and the rules by which messages wait for messages. */
#ifndef MEMLOOM_DEADLOCK_H
#define MEMLOOM_DEADLOCK_H

#include "channel_graph.h"
#include "config.h"

#include <stdbool.h>

/* A network of routers that connects places. What is behind a router's port is a number: a
 * router's, or the number of routers plus that of a place, where the packet leaves the network. */
struct routing {
    const char *name;                /* for the channels' names */
    const struct config *config;     /* passed to the functions; its addresses name the places */
    unsigned classes;                /* message classes with channels of their own */
    unsigned routers, ports, places; /* numbers of routers, of ports of each, of places */
    unsigned columns;                /* router r is called (r % columns, r / columns) */
    unsigned (*entry)(const struct config *, unsigned place);              /* its first router */
    unsigned (*port)(const struct config *, unsigned at, unsigned place);  /* the way to a place */
    unsigned (*behind)(const struct config *, unsigned at, unsigned port); /* ROUTING_NOBODY */
    /* channels, made by routing_init */
    unsigned *inject, *eject; /* [class * places + place] */
    unsigned *links;          /* [(class * routers + router) * ports + port] */
};
enum { ROUTING_NOBODY = 1 << 30 };

/* Adds the channels of a network to the graph; the fields above `channels` are set. */
void routing_init(struct routing *, struct channel_graph *);
void routing_release(struct routing *);
/* Adds the dependencies along the paths of a class from every source to every other destination
 * (numbers of places). */
void routing_flow(const struct routing *, struct channel_graph *, unsigned class,
                  const unsigned *sources, unsigned source_count, const unsigned *destinations,
                  unsigned destination_count);

enum node_kind { CORES, PARTITIONS };
enum network_kind { REQUEST, REPLY, CROSSBAR, NETWORKS }; /* the last with remote_via = crossbar */

/* Messages of one class: who sends them to whom, over which network. */
struct message_flow {
    enum network_kind network;
    unsigned class;
    enum node_kind from, to;
};

/* At every node of the kind a message that arrived waits until another one can be injected. */
struct message_wait {
    enum node_kind at;
    enum network_kind arrives;
    unsigned arrived_class;
    enum network_kind leaves;
    unsigned leaving_class;
};

struct message_rules {
    const struct message_flow *flows;
    const struct message_wait *waits;
    unsigned flow_count, wait_count;
};

/* What nodes of this configuration send and wait for. */
struct message_rules deadlock_rules(const struct config *);
/* A cycle of channels as channel_graph_cycle tells it, or NULL. Classes above those of a network
 * share the channels of the last one. */
char *deadlock_cycle(const struct config *, const struct message_rules *);

/* Dies naming the cycle when the chip of this configuration can deadlock; with `allow` it warns and
 * goes on. Dies on a torus in any case: there are no wrap links. */
void deadlock_check(const struct config *, bool allow);

#endif
