/* Dependencies of the channels of a chip: along the paths of its networks, and from messages that
 * arrive to messages that must leave first. */
#include "deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* Collapsing a ring's links is right only where each router has one way on. */
static void check_bubble(const struct network *network)
{
    for (unsigned router = 0; router < network_routers(network); router++) {
        unsigned ways = 0;
        for (unsigned port = 0; port < network->ports; port++)
            ways += network->topology->behind(network, router, port).kind == END_ROUTER;
        if (ways > 1)
            bug("%s: the bubble rule is for rings, router %u has %u ways on", network->name, router,
                ways);
    }
}

/* The links of one class of a network. */
static void add_links(struct routing *routing, struct channel_graph *graph, unsigned class)
{
    const struct network *n = routing->network;
    unsigned routers = network_routers(n), ring = 0, column, row, next_column, next_row;
    if (n->bubble)
        ring = channel_graph_add(graph, "%s network, the ring, class %u", n->purpose, class);
    for (unsigned i = 0; i < routers * n->ports; i++) {
        unsigned at = i / n->ports;
        struct network_end next = n->topology->behind(n, at, i % n->ports);
        unsigned *link = &routing->links[class * routers * n->ports + i];
        if (next.kind != END_ROUTER)
            continue;
        network_router_at(n, at, &column, &row);
        network_router_at(n, next.at, &next_column, &next_row);
        *link = n->bubble
                    ? ring
                    : channel_graph_add(graph, "%s network, router (%u,%u) to (%u,%u), class %u",
                                        n->purpose, column, row, next_column, next_row, class);
    }
}

void routing_init(struct routing *routing, const struct network *n, struct channel_graph *graph)
{
    unsigned ends = n->classes * n->places;
    *routing = (struct routing){.network = n,
                                .inject = xcalloc(ends, sizeof *routing->inject),
                                .eject = xcalloc(ends, sizeof *routing->eject),
                                .links = xcalloc((size_t)n->classes * network_routers(n) * n->ports,
                                                 sizeof *routing->links)};
    if (n->bubble)
        check_bubble(n);
    for (unsigned i = 0; i < ends; i++) {
        unsigned address = network_address(n, i % n->places), class = i / n->places;
        routing->inject[i] = channel_graph_add(graph, "%s network, injection at (%u,%u), class %u",
                                               n->purpose, node_x(address), node_y(address), class);
        routing->eject[i] = channel_graph_add(graph, "%s network, ejection at (%u,%u), class %u",
                                              n->purpose, node_x(address), node_y(address), class);
    }
    for (unsigned class = 0; class < n->classes; class ++)
        add_links(routing, graph, class);
}

void routing_release(struct routing *routing)
{
    free(routing->inject);
    free(routing->eject);
    free(routing->links);
}

/* The first class in whose channels a packet may stand; the last one is its own, for which alone it
 * waits. Another it takes only where no packet of that one's own class is. */
static unsigned first_class(const struct network *n, unsigned class)
{
    return n->escape ? 0 : class;
}

/* The way of a packet that stands in the channels of class `held` and waits for those of `class`.
 */
static void add_path(const struct routing *routing, struct channel_graph *graph, unsigned held,
                     unsigned class, unsigned from, unsigned to)
{
    const struct network *n = routing->network;
    unsigned routers = network_routers(n), here = routing->inject[held * n->places + from];
    const unsigned *own = routing->links + class * routers * n->ports;
    const unsigned *stands = routing->links + held * routers * n->ports;
    struct network_end at = n->topology->entry(n, from);
    for (unsigned hops = 0; at.kind == END_ROUTER; hops++) {
        unsigned port = n->topology->route(n, at.at, to), link = at.at * n->ports + port;
        at = n->topology->behind(n, at.at, port);
        if (at.kind == END_NOBODY || hops > routers)
            bug("%s: the route from %u to %u does not arrive", n->name, from, to);
        bool passes = at.kind == END_ROUTER;
        unsigned next = passes ? own[link] : routing->eject[class * n->places + to];
        if (next != here) /* a ring with the bubble rule does not wait for itself */
            channel_graph_depend(graph, here, next);
        here = passes ? stands[link] : next;
    }
    if (at.at != to)
        bug("%s: the route from %u to %u goes astray", n->name, from, to);
}

void routing_flow(const struct routing *routing, struct channel_graph *graph, unsigned class,
                  const unsigned *sources, unsigned source_count, const unsigned *destinations,
                  unsigned destination_count)
{
    for (unsigned i = 0; i < source_count; i++)
        for (unsigned k = 0; k < destination_count; k++)
            for (unsigned held = first_class(routing->network, class);
                 held <= class && sources[i] != destinations[k]; held++)
                add_path(routing, graph, held, class, sources[i], destinations[k]);
}

/* A message on its way: the network and class that its sender's link really uses. */
struct trip {
    const struct routing *routing;
    unsigned class; /* of channels */
};

static bool is_sender(const struct plan *plan, const struct plan_node *node,
                      const struct plan_link *link, const char *sender)
{
    if (*sender == '~')
        return link->way == WAY_ONWARDS && !strcmp(plan->messages[link->message].name, sender + 1);
    const char *name = node->instances[link->from.instance].name, *dot = strchr(sender, '.');
    return strlen(name) == (size_t)(dot - sender) && !strncmp(name, sender, strlen(name)) &&
           !strcmp(link->from.interface, dot + 1);
}

static struct trip trip_of(const struct plan *plan, const struct routing *networks,
                           const struct message *message)
{
    const struct plan_node *node = &plan->node[message->from];
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        const struct plan_instance *port = &node->instances[link->to.instance];
        if (!is_noc_port(port) || !is_sender(plan, node, link, message->sender))
            continue;
        const struct plan_instance *sender = &node->instances[link->from.instance];
        bool chooses = block_port(sender->block, link->from.interface, "class");
        const struct routing *routing = &networks[port->inject];
        unsigned class = chooses ? message->class : link->class;
        unsigned last = routing->network->classes - 1;
        return (struct trip){routing, class < last ? class : last};
    }
    bug("message %s is not sent: no link of a %s", message->name, node->name);
}

struct node_set {
    unsigned place[CORES_MAX]; /* partitions are fewer */
    unsigned count;
};

/* Where the nodes of a kind are in a network. */
static struct node_set nodes_at(const struct network *network, enum node_kind kind)
{
    struct node_set set = {.count = network->nodes[kind]};
    for (unsigned i = 0; i < set.count; i++)
        set.place[i] = network_node_place(network, kind, i);
    return set;
}

static void add_flow(const struct plan *plan, const struct routing *networks,
                     const struct message *message, struct channel_graph *graph)
{
    struct trip trip = trip_of(plan, networks, message);
    struct node_set from = nodes_at(trip.routing->network, message->from);
    struct node_set to = nodes_at(trip.routing->network, message->to);
    routing_flow(trip.routing, graph, trip.class, from.place, from.count, to.place, to.count);
}

/* What arrived at place `at` waits for channel `next`. */
static void add_arrival(const struct trip *in, unsigned at, unsigned next,
                        struct channel_graph *graph)
{
    const struct network *n = in->routing->network;
    for (unsigned held = first_class(n, in->class); held <= in->class; held++)
        channel_graph_depend(graph, in->routing->eject[held * n->places + at], next);
}

/* At every node where `message` arrives it waits until `other`, which it sends, can be injected. */
static void add_wait(const struct plan *plan, const struct routing *networks,
                     const struct message *message, const struct message *other,
                     struct channel_graph *graph)
{
    struct trip in = trip_of(plan, networks, message), out = trip_of(plan, networks, other);
    const struct network *arrives = in.routing->network, *leaves = out.routing->network;
    for (unsigned i = 0; i < arrives->nodes[message->to]; i++) {
        unsigned leaving = out.class * leaves->places + network_node_place(leaves, message->to, i);
        add_arrival(&in, network_node_place(arrives, message->to, i), out.routing->inject[leaving],
                    graph);
    }
}

static bool waits_for(const char *waits, const char *name)
{
    char *word = xasprintf(" %s ", name);
    bool found = strstr(waits, word);
    free(word);
    return found;
}

/* The queue of each node on a ring; with the bubble rule they are one channel, which does not wait
 * for itself. */
struct ring_channels {
    unsigned queue[NODE_KINDS][CORES_MAX];
};

static void add_ring_channels(const struct plan *plan, const struct plan_ring *ring,
                              struct ring_channels *channels, struct channel_graph *graph)
{
    unsigned nodes = ring->step.nodes - (ring->via < NODE_KINDS);
    unsigned *queue = channels->queue[ring->kind];
    const char *name = plan->node[ring->kind].name;
    for (unsigned i = 0; i < plan->node[ring->kind].count; i++)
        queue[i] = !ring->bubble ? channel_graph_add(graph, "ring of %ss, queue of %s %u",
                                                     ring->name, name, i)
                   : i % nodes
                       ? queue[i - 1]
                       : channel_graph_add(graph, "ring of %ss from %s %u on", ring->name, name, i);
    for (unsigned i = 0; ring->via < NODE_KINDS && i < plan->node[ring->via].count; i++)
        channels->queue[ring->via][i] =
            ring->bubble ? queue[i * nodes]
                         : channel_graph_add(graph, "ring of %ss, queue of %s %u", ring->name,
                                             plan->node[ring->via].name, i);
}

/* A node that is in a network waits there with what a message becomes. */
static void add_ring_messages(const struct plan *plan, const struct routing *networks,
                              const struct plan_ring *ring, unsigned node, unsigned queue,
                              struct channel_graph *graph)
{
    for (unsigned k = 0; k < plan->message_count; k++) {
        if (!waits_for(ring->waits, plan->messages[k].name))
            continue;
        struct trip out = trip_of(plan, networks, &plan->messages[k]);
        const struct network *network = out.routing->network;
        unsigned place = network_node_place(network, ring->kind, node);
        channel_graph_depend(graph, queue,
                             out.routing->inject[out.class * network->places + place]);
    }
}

/* What is in a queue of a ring waits for the next one, or for what it becomes at this node. */
static void add_ring(const struct plan *plan, const struct routing *networks, unsigned number,
                     const struct ring_channels *rings, struct channel_graph *graph)
{
    const struct plan_ring *ring = &plan->rings[number];
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned i = 0; ring_has(ring, kind) && i < plan->node[kind].count; i++) {
            unsigned queue = rings[number].queue[kind][i];
            struct ring_place next = ring_next(ring, (struct ring_place){kind, i});
            if (!ring->bubble)
                channel_graph_depend(graph, queue, rings[number].queue[next.kind][next.node]);
            for (unsigned k = 0; k < plan->ring_count; k++)
                if (ring_has(&plan->rings[k], kind) && waits_for(ring->waits, plan->rings[k].name))
                    channel_graph_depend(graph, queue, rings[k].queue[kind][i]);
            if (kind == ring->kind)
                add_ring_messages(plan, networks, ring, i, queue, graph);
        }
}

/* Where a message arrives it waits for what is on a ring there. */
static void add_waits_for_ring(const struct plan *plan, const struct routing *networks,
                               const struct plan_ring *ring, const struct ring_channels *channels,
                               struct channel_graph *graph)
{
    for (unsigned m = 0; m < plan->message_count; m++) {
        const struct message *message = &plan->messages[m];
        if (!ring->holds || !waits_for(ring->holds, message->name) || !ring_has(ring, message->to))
            continue;
        struct trip in = trip_of(plan, networks, message);
        const struct network *network = in.routing->network;
        for (unsigned i = 0; i < network->nodes[message->to]; i++)
            add_arrival(&in, network_node_place(network, message->to, i),
                        channels->queue[message->to][i], graph);
    }
}

static void add_rings(const struct plan *plan, const struct routing *networks,
                      struct channel_graph *graph)
{
    struct ring_channels rings[RINGS_MAX];
    for (unsigned i = 0; i < plan->ring_count; i++)
        add_ring_channels(plan, &plan->rings[i], &rings[i], graph);
    for (unsigned i = 0; i < plan->ring_count; i++) {
        add_ring(plan, networks, i, rings, graph);
        add_waits_for_ring(plan, networks, &plan->rings[i], &rings[i], graph);
    }
}

char *deadlock_cycle(const struct plan *plan)
{
    struct channel_graph *graph = channel_graph_new();
    struct routing networks[NETWORKS_MAX];
    for (unsigned i = 0; i < plan->networks; i++)
        routing_init(&networks[i], &plan->network[i], graph);
    for (unsigned i = 0; i < plan->message_count; i++) {
        const struct message *message = &plan->messages[i];
        add_flow(plan, networks, message, graph);
        for (unsigned k = 0; k < plan->message_count; k++)
            if (waits_for(message->waits, plan->messages[k].name))
                add_wait(plan, networks, message, &plan->messages[k], graph);
    }
    add_rings(plan, networks, graph);
    char *cycle = channel_graph_cycle(graph);
    for (unsigned i = 0; i < plan->networks; i++)
        routing_release(&networks[i]);
    channel_graph_free(graph);
    return cycle;
}

void deadlock_check(const struct plan *plan, bool allow)
{
    static const char finding[] = "packets can wait for each other for ever, this cycle of "
                                  "channels shows how";
    const struct config *config = &plan->config;
    char key[32];
    if (config->routing)
        snprintf(key, sizeof key, "routing = torus_xy");
    else if (config->ccn && !config->ccn_bubble)
        snprintf(key, sizeof key, "ccn_bubble = off");
    else
        snprintf(key, sizeof key, "message_classes = %u", config->message_classes);
    char *cycle = deadlock_cycle(plan);
    if (cycle && (config->routing || !allow))
        die("%s: %s:\n%s", key, finding, cycle);
    if (cycle)
        warn("%s: %s:\n%s", key, finding, cycle);
    if (config->routing)
        die("routing = torus_xy: this torus is too small for a cycle, but the routers have no wrap "
            "links; use xy");
    free(cycle);
}
