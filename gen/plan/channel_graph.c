/* Channel dependency graphs and the search for a cycle. */
#include "channel_graph.h"
#include "util.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct channel {
    char *name;
    unsigned *waits_for; /* channels, without repetition */
    unsigned count;
};

struct channel_graph {
    struct channel *channels;
    unsigned count;
};

struct channel_graph *channel_graph_new(void)
{
    return xcalloc(1, sizeof(struct channel_graph));
}

void channel_graph_free(struct channel_graph *graph)
{
    for (unsigned i = 0; i < graph->count; i++) {
        free(graph->channels[i].name);
        free(graph->channels[i].waits_for);
    }
    free(graph->channels);
    free(graph);
}

unsigned channel_graph_add(struct channel_graph *graph, const char *name, ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(text, sizeof text, name, arguments);
    va_end(arguments);
    if (!(graph->count & (graph->count - 1)))
        graph->channels = xrealloc(graph->channels,
                                   (graph->count ? 2 * graph->count : 1) * sizeof *graph->channels);
    graph->channels[graph->count] = (struct channel){.name = xstrdup(text)};
    return graph->count++;
}

void channel_graph_depend(struct channel_graph *graph, unsigned from, unsigned to)
{
    struct channel *channel = &graph->channels[from];
    for (unsigned i = 0; i < channel->count; i++)
        if (channel->waits_for[i] == to)
            return;
    *NEW_IN(channel->waits_for, channel->count) = to;
}

/* Depth-first search with its stack in arrays. A channel is on the path from when it is entered
 * until all that it waits for is done; an edge to a channel on the path closes a cycle. */
struct search {
    unsigned *path; /* channels entered and not done, in order */
    unsigned depth;
    unsigned *next; /* per channel: which of its edges comes next */
    enum { NEW, ON_PATH, DONE } * state;
};

/* Follows all edges from `start`; returns the channel that closes a cycle, or `none`. */
static unsigned visit(const struct channel_graph *graph, struct search *search, unsigned start,
                      unsigned none)
{
    search->path[search->depth++] = start;
    search->state[start] = ON_PATH;
    while (search->depth) {
        unsigned at = search->path[search->depth - 1];
        const struct channel *channel = &graph->channels[at];
        if (search->next[at] == channel->count) {
            search->state[at] = DONE;
            search->depth--;
            continue;
        }
        unsigned to = channel->waits_for[search->next[at]++];
        if (search->state[to] == ON_PATH)
            return to;
        if (search->state[to] == NEW) {
            search->state[to] = ON_PATH;
            search->path[search->depth++] = to;
        }
    }
    return none;
}

/* The part of the path from the channel `closing` on. */
static char *name_cycle(const struct channel_graph *graph, const struct search *search,
                        unsigned closing)
{
    char *text = xstrdup("");
    unsigned first = search->depth - 1;
    while (search->path[first] != closing)
        first--;
    for (unsigned i = first; i < search->depth; i++) {
        char *longer =
            xasprintf("%s%s  %s", text, *text ? "\n" : "", graph->channels[search->path[i]].name);
        free(text);
        text = longer;
    }
    return text;
}

char *channel_graph_cycle(const struct channel_graph *graph)
{
    unsigned none = graph->count;
    struct search search = {.path = xcalloc(graph->count, sizeof *search.path),
                            .next = xcalloc(graph->count, sizeof *search.next),
                            .state = xcalloc(graph->count, sizeof *search.state)};
    char *cycle = NULL;
    for (unsigned start = 0; start < graph->count && !cycle; start++) {
        unsigned closing = none;
        if (search.state[start] == NEW)
            closing = visit(graph, &search, start, none);
        if (closing != none)
            cycle = name_cycle(graph, &search, closing);
    }
    free(search.path);
    free(search.next);
    free(search.state);
    return cycle;
}
