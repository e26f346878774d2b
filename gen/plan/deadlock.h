/* The proof that the packets of a chip cannot wait for each other in a circle (docs/deadlock.md):
 * the networks of its plan as channel dependency graphs, joined by its messages as the plan's links
 * really send them. */
#ifndef MEMLOOM_DEADLOCK_H
#define MEMLOOM_DEADLOCK_H

#include "channel_graph.h"
#include "plan.h"

#include <stdbool.h>

/* The channels of a network in a graph. In a ring with the bubble rule (network.bubble) whoever
 * enters leaves a free entry behind, so the ring as a whole never waits for itself: its links are
 * one channel. */
struct routing {
    const struct network *network;
    unsigned *inject, *eject; /* [class * places + place] */
    unsigned *links;          /* [(class * routers + router) * ports + port] */
};

/* Adds the channels of a network to the graph. */
void routing_init(struct routing *, const struct network *, struct channel_graph *);
void routing_release(struct routing *);
/* Adds the dependencies along the paths of a class from every source to every other destination
 * (numbers of places). */
void routing_flow(const struct routing *, struct channel_graph *, unsigned class,
                  const unsigned *sources, unsigned source_count, const unsigned *destinations,
                  unsigned destination_count);

/* A cycle of channels as channel_graph_cycle tells it, or NULL. Classes above those of a network
 * share the channels of the last one. */
char *deadlock_cycle(const struct plan *);

/* Dies naming the cycle when the chip of this plan can deadlock; with `allow` it warns and goes on.
 * Dies on a torus in any case: there are no wrap links. */
void deadlock_check(const struct plan *, bool allow);

#endif
