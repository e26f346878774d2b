#include "deadlock.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCAL, EAST, WEST, NORTH, SOUTH, PORTS, PORTS_MAX = 8 };

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
    channel->waits_for =
        xrealloc(channel->waits_for, (channel->count + 1) * sizeof *channel->waits_for);
    channel->waits_for[channel->count++] = to;
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

static void add_path(struct channel_graph *graph, const struct routing *routing,
                     const unsigned *links, unsigned from, unsigned to)
{
    unsigned held = routing->inject[from];
    unsigned hops = 0;
    for (unsigned at = from; at != to; hops++) {
        unsigned port = routing->port(routing->config, at, to);
        unsigned link = links[at * PORTS_MAX + port];
        if (hops > routing->nodes)
            bug("%s: the route from %u to %u does not arrive", routing->name, from, to);
        channel_graph_depend(graph, held, link);
        held = link;
        at = routing->neighbour(routing->config, at, port);
    }
    channel_graph_depend(graph, held, routing->eject[to]);
}

void channel_graph_network(struct channel_graph *graph, const struct routing *routing,
                           const unsigned *sources, unsigned source_count,
                           const unsigned *destinations, unsigned destination_count)
{
    unsigned *links = xcalloc((size_t)routing->nodes * PORTS_MAX, sizeof *links);
    for (unsigned node = 0; node < routing->nodes; node++) {
        unsigned x = node % routing->columns, y = node / routing->columns;
        routing->inject[node] = channel_graph_add(
            graph, "%s network, injection at (%u,%u), class 0", routing->name, x, y);
        routing->eject[node] = channel_graph_add(graph, "%s network, ejection at (%u,%u), class 0",
                                                 routing->name, x, y);
        for (unsigned port = 1; port < routing->ports; port++) {
            unsigned other = routing->neighbour(routing->config, node, port);
            if (other < routing->nodes)
                links[node * PORTS_MAX + port] = channel_graph_add(
                    graph, "%s network, router (%u,%u) to (%u,%u), class 0", routing->name, x, y,
                    other % routing->columns, other / routing->columns);
        }
    }
    for (unsigned i = 0; i < source_count; i++)
        for (unsigned k = 0; k < destination_count; k++)
            add_path(graph, routing, links, sources[i], destinations[k]);
    free(links);
}

/* One coordinate of the next hop: -1, 0 or 1. On a ring the shorter way, upwards when both are
 * equal. */
static int step(unsigned at, unsigned to, unsigned size, bool ring)
{
    if (at == to)
        return 0;
    unsigned up = (to + size - at) % size;
    return (ring ? 2 * up <= size : to > at) ? 1 : -1;
}

/* The route function of rtl/route_xy.v, and the same on a torus. */
static unsigned port_xy(const struct config *config, unsigned at, unsigned to)
{
    unsigned width = config->width;
    int x = step(at % width, to % width, width, config->routing);
    int y = step(at / width, to / width, config->height, config->routing);
    if (x)
        return x > 0 ? EAST : WEST;
    return y > 0 ? SOUTH : NORTH;
}

/* Whether the port is on the rim of the mesh, where only a torus has links. */
static bool is_on_rim(const struct config *config, unsigned at, unsigned port)
{
    switch (port) {
    case EAST:
        return at % config->width + 1 == config->width;
    case WEST:
        return at % config->width == 0;
    case NORTH:
        return at < config->width;
    default:
        return at / config->width + 1 == config->height;
    }
}

/* The router behind a port; past the last one when there is none. */
static unsigned neighbour_xy(const struct config *config, unsigned at, unsigned port)
{
    unsigned width = config->width, height = config->height;
    if (!config->routing && is_on_rim(config, at, port))
        return width * height;
    unsigned x = at % width + (port == EAST ? 1 : port == WEST ? width - 1 : 0);
    unsigned y = at / width + (port == SOUTH ? 1 : port == NORTH ? height - 1 : 0);
    return y % height * width + x % width;
}

static unsigned place(const struct config *config, unsigned node)
{
    return (node >> 5) * config->width + (node & 31);
}

void deadlock_check(const struct config *config)
{
    struct channel_graph *graph = channel_graph_new();
    unsigned nodes = config->width * config->height, cores[CORES_MAX], partitions[PARTITIONS_MAX];
    struct routing networks[2] = {{.name = "request"}, {.name = "reply"}};
    for (unsigned i = 0; i < config->cores; i++)
        cores[i] = place(config, config->core_node[i]);
    for (unsigned i = 0; i < config->partitions; i++)
        partitions[i] = place(config, config->partition_node[i]);
    for (unsigned i = 0; i < 2; i++)
        networks[i] = (struct routing){.name = networks[i].name,
                                       .nodes = nodes,
                                       .ports = PORTS,
                                       .columns = config->width,
                                       .port = port_xy,
                                       .neighbour = neighbour_xy,
                                       .config = config,
                                       .inject = xcalloc(nodes, sizeof(unsigned)),
                                       .eject = xcalloc(nodes, sizeof(unsigned))};
    channel_graph_network(graph, &networks[0], cores, config->cores, partitions,
                          config->partitions);
    channel_graph_network(graph, &networks[1], partitions, config->partitions, cores,
                          config->cores);
    for (unsigned i = 0; i < config->partitions;
         i++) /* a request waits until its reply can leave */
        channel_graph_depend(graph, networks[0].eject[partitions[i]],
                             networks[1].inject[partitions[i]]);
    char *cycle = channel_graph_cycle(graph);
    if (cycle)
        die("routing = %s: packets can wait for each other for ever, this cycle of channels "
            "shows how:\n%s",
            config->routing ? "torus_xy" : "xy", cycle);
    if (config->routing)
        die("routing = torus_xy: this torus is too small for a cycle, but the routers have no wrap "
            "links; use xy");
    for (unsigned i = 0; i < 2; i++) {
        free(networks[i].inject);
        free(networks[i].eject);
    }
    channel_graph_free(graph);
}
