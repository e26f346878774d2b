/* Channel dependency graphs: the proof that packets cannot wait for each other in a circle
 * (docs/deadlock.md). A channel is what a packet holds while it waits; an edge leads from it to the
 * channel that it waits for. No cycle, no deadlock. */
#ifndef MEMLOOM_DEADLOCK_H
#define MEMLOOM_DEADLOCK_H

#include "config.h"

struct channel_graph;

struct channel_graph *channel_graph_new(void);
void channel_graph_free(struct channel_graph *);
/* Adds a channel; the name is a printf format, used in the report. Returns its number, from 0. */
unsigned channel_graph_add(struct channel_graph *, const char *name, ...)
    __attribute__((format(printf, 2, 3)));
/* A packet that holds `from` may have to wait for `to`. Repetitions do no harm. */
void channel_graph_depend(struct channel_graph *, unsigned from, unsigned to);
/* NULL when there is no cycle; else its channels in order, one indented line each (freed by
 * caller). */
char *channel_graph_cycle(const struct channel_graph *);

/* A network of routers for channel_graph_network. */
struct routing {
    const char *name; /* for the channels' names */
    unsigned nodes;   /* routers, numbered from 0 */
    unsigned ports;   /* of a router, at most 8 */
    unsigned columns; /* a router's coordinates in names are number % columns, number / columns */
    /* The port by which a packet for `to` leaves router `at`, which is not `to`, and who is there.
     */
    unsigned (*port)(const struct config *, unsigned at, unsigned to);
    unsigned (*neighbour)(const struct config *, unsigned at, unsigned port);
    const struct config *config; /* passed to both */
    unsigned *inject, *eject;    /* [nodes] channels; filled by channel_graph_network */
};

/* Adds the channels of a network, and the dependencies on the paths between every source and every
 * destination (numbers of routers). */
void channel_graph_network(struct channel_graph *, const struct routing *, const unsigned *sources,
                           unsigned source_count, const unsigned *destinations,
                           unsigned destination_count);

/* Dies naming the cycle when the chip of this configuration can deadlock. */
void deadlock_check(const struct config *);

#endif
