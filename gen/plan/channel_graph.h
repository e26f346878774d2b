/* Channel dependency graphs. A channel is what a packet holds while it waits; an edge leads from it
 * to a channel that it waits for. No cycle, no deadlock (docs/deadlock.md). */
#ifndef MEMLOOM_CHANNEL_GRAPH_H
#define MEMLOOM_CHANNEL_GRAPH_H

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

#endif
