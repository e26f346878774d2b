/* Dependencies of the channels of a chip: along the paths of its networks, and from messages that
 * arrive to messages that must leave first. */
#include "deadlock.h"
#include "fly.h"
#include "util.h"

#include <stdlib.h>

enum { LOCAL, EAST, WEST, NORTH, SOUTH, MESH_PORT_COUNT };

void routing_init(struct routing *routing, struct channel_graph *graph)
{
    unsigned places = routing->places, routers = routing->routers, ports = routing->ports;
    routing->inject = xcalloc(routing->classes * places, sizeof *routing->inject);
    routing->eject = xcalloc(routing->classes * places, sizeof *routing->eject);
    routing->links = xcalloc((size_t)routing->classes * routers * ports, sizeof *routing->links);
    for (unsigned i = 0; i < routing->classes * places; i++) {
        unsigned address = config_address(routing->config, i % places);
        routing->inject[i] =
            channel_graph_add(graph, "%s network, injection at (%u,%u), class %u", routing->name,
                              address & 31, address >> 5, i / places);
        routing->eject[i] =
            channel_graph_add(graph, "%s network, ejection at (%u,%u), class %u", routing->name,
                              address & 31, address >> 5, i / places);
    }
    for (unsigned i = 0; i < routing->classes * routers * ports; i++) {
        unsigned at = i / ports % routers;
        unsigned other = routing->behind(routing->config, at, i % ports);
        if (other < routers)
            routing->links[i] = channel_graph_add(
                graph, "%s network, router (%u,%u) to (%u,%u), class %u", routing->name,
                at % routing->columns, at / routing->columns, other % routing->columns,
                other / routing->columns, i / ports / routers);
    }
}

void routing_release(struct routing *routing)
{
    free(routing->inject);
    free(routing->eject);
    free(routing->links);
}

static void add_path(const struct routing *routing, struct channel_graph *graph, unsigned class,
                     unsigned from, unsigned to)
{
    unsigned held = routing->inject[class * routing->places + from];
    unsigned at = routing->entry(routing->config, from);
    for (unsigned hops = 0; at < routing->routers; hops++) {
        unsigned port = routing->port(routing->config, at, to);
        unsigned link = (class * routing->routers + at) * routing->ports + port;
        at = routing->behind(routing->config, at, port);
        if (at == ROUTING_NOBODY || hops > routing->routers)
            bug("%s: the route from %u to %u does not arrive", routing->name, from, to);
        unsigned next = at < routing->routers ? routing->links[link]
                                              : routing->eject[class * routing->places + to];
        channel_graph_depend(graph, held, next);
        held = next;
    }
    if (at != routing->routers + to)
        bug("%s: the route from %u to %u goes astray", routing->name, from, to);
}

void routing_flow(const struct routing *routing, struct channel_graph *graph, unsigned class,
                  const unsigned *sources, unsigned source_count, const unsigned *destinations,
                  unsigned destination_count)
{
    for (unsigned i = 0; i < source_count; i++)
        for (unsigned k = 0; k < destination_count; k++)
            if (sources[i] != destinations[k])
                add_path(routing, graph, class, sources[i], destinations[k]);
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
    if (y)
        return y > 0 ? SOUTH : NORTH;
    return LOCAL;
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

static unsigned behind_xy(const struct config *config, unsigned at, unsigned port)
{
    unsigned width = config->width, height = config->height;
    if (port == LOCAL)
        return width * height + at;
    if (!config->routing && is_on_rim(config, at, port))
        return ROUTING_NOBODY;
    unsigned x = at % width + (port == EAST ? 1 : port == WEST ? width - 1 : 0);
    unsigned y = at / width + (port == SOUTH ? 1 : port == NORTH ? height - 1 : 0);
    return y % height * width + x % width;
}

static unsigned entry_xy(const struct config *config, unsigned place)
{
    (void)config;
    return place;
}

static unsigned entry_fly(const struct config *config, unsigned place)
{
    return fly_router(config, 0, place) * config->width;
}

/* The route function of rtl/route_digit.v. */
static unsigned port_fly(const struct config *config, unsigned at, unsigned to)
{
    return fly_port(config, at % config->width, to);
}

static unsigned behind_fly(const struct config *config, unsigned at, unsigned port)
{
    unsigned stage = at % config->width;
    unsigned line = fly_line(config, stage, at / config->width, port);
    if (stage + 1 == config->width)
        return config->width * config->height + line;
    return fly_router(config, stage + 1, line) * config->width + stage + 1;
}

static struct routing make_routing(const struct config *config, const char *name)
{
    struct routing routing = {.name = name,
                              .config = config,
                              .classes = config->classes,
                              .routers = config->width * config->height,
                              .ports = MESH_PORT_COUNT,
                              .places = config->places,
                              .columns = config->width,
                              .entry = entry_xy,
                              .port = port_xy,
                              .behind = behind_xy};
    if (config->topology == TOPOLOGY_BUTTERFLY) {
        routing.ports = config->fly_radix;
        routing.entry = entry_fly;
        routing.port = port_fly;
        routing.behind = behind_fly;
    }
    return routing;
}

/* Without shared L1s cores ask partitions. With them a core may be home of a line: on each network
 * class 0 waits for class 1 (docs/shared_l1.md). Through the L2 slices a request to a home (request
 * network class 0, then reply network class 2) and its answer (2, then 1) go twice. On a crossbar
 * of their own requests are class 0, answers class 1. */
struct message_rules deadlock_rules(const struct config *config)
{
    static const struct message_flow private_flows[] = {{REQUEST, 0, CORES, PARTITIONS},
                                                        {REPLY, 0, PARTITIONS, CORES}};
    static const struct message_wait private_waits[] = {{PARTITIONS, REQUEST, 0, REPLY, 0}};
    static const struct message_flow shared_flows[] = {{REQUEST, 0, CORES, CORES},
                                                       {REQUEST, 1, CORES, PARTITIONS},
                                                       {REPLY, 0, PARTITIONS, CORES},
                                                       {REPLY, 1, CORES, CORES}};
    static const struct message_wait shared_waits[] = {{CORES, REQUEST, 0, REQUEST, 1},
                                                       {CORES, REQUEST, 0, REPLY, 1},
                                                       {PARTITIONS, REQUEST, 1, REPLY, 0},
                                                       {CORES, REPLY, 0, REPLY, 1}};
    static const struct message_flow relayed_flows[] = {
        {REQUEST, 0, CORES, PARTITIONS}, {REQUEST, 1, CORES, PARTITIONS},
        {REQUEST, 2, CORES, PARTITIONS}, {REPLY, 0, PARTITIONS, CORES},
        {REPLY, 1, PARTITIONS, CORES},   {REPLY, 2, PARTITIONS, CORES}};
    static const struct message_wait relayed_waits[] = {
        {PARTITIONS, REQUEST, 0, REPLY, 2}, {PARTITIONS, REQUEST, 1, REPLY, 0},
        {PARTITIONS, REQUEST, 2, REPLY, 1}, {CORES, REPLY, 2, REQUEST, 1},
        {CORES, REPLY, 2, REQUEST, 2},      {CORES, REPLY, 0, REQUEST, 2}};
    static const struct message_flow crossbar_flows[] = {{CROSSBAR, 0, CORES, CORES},
                                                         {REQUEST, 0, CORES, PARTITIONS},
                                                         {REPLY, 0, PARTITIONS, CORES},
                                                         {CROSSBAR, 1, CORES, CORES}};
    static const struct message_wait crossbar_waits[] = {{CORES, CROSSBAR, 0, REQUEST, 0},
                                                         {CORES, CROSSBAR, 0, CROSSBAR, 1},
                                                         {PARTITIONS, REQUEST, 0, REPLY, 0},
                                                         {CORES, REPLY, 0, CROSSBAR, 1}};
    if (config->remote_via == REMOTE_VIA_L2)
        return (struct message_rules){relayed_flows, relayed_waits, 6, 6};
    if (config->remote_via == REMOTE_VIA_CROSSBAR)
        return (struct message_rules){crossbar_flows, crossbar_waits, 4, 4};
    if (config->shared_l1)
        return (struct message_rules){shared_flows, shared_waits, 4, 4};
    return (struct message_rules){private_flows, private_waits, 2, 1};
}

/* The channels of a message class. */
static unsigned class_of(const struct routing *network, unsigned class)
{
    return class < network->classes ? class : network->classes - 1;
}

struct node_set {
    unsigned place[CORES_MAX]; /* partitions are fewer */
    unsigned count;
};

/* Where the nodes of a kind are in a network. */
static struct node_set nodes_at(const struct routing *network, enum node_kind kind)
{
    const struct config *config = network->config;
    const uint16_t *nodes = kind == CORES ? config->core_node : config->partition_node;
    struct node_set set = {.count = kind == CORES ? config->cores : config->partitions};
    for (unsigned i = 0; i < set.count; i++)
        set.place[i] = config_place(config, nodes[i]);
    return set;
}

static void add_flow(const struct message_flow *flow, const struct routing *network,
                     struct channel_graph *graph)
{
    struct node_set from = nodes_at(network, flow->from), to = nodes_at(network, flow->to);
    routing_flow(network, graph, class_of(network, flow->class), from.place, from.count, to.place,
                 to.count);
}

static void add_wait(const struct message_wait *wait, const struct routing *networks,
                     struct channel_graph *graph)
{
    const struct routing *in = &networks[wait->arrives], *out = &networks[wait->leaves];
    struct node_set arrives = nodes_at(in, wait->at), leaves = nodes_at(out, wait->at);
    for (unsigned i = 0; i < arrives.count; i++) {
        unsigned arrived = class_of(in, wait->arrived_class) * in->places + arrives.place[i];
        unsigned leaving = class_of(out, wait->leaving_class) * out->places + leaves.place[i];
        channel_graph_depend(graph, in->eject[arrived], out->inject[leaving]);
    }
}

char *deadlock_cycle(const struct config *config, const struct message_rules *rules)
{
    struct channel_graph *graph = channel_graph_new();
    struct routing networks[NETWORKS] = {
        [REQUEST] = make_routing(config, "request"), [REPLY] = make_routing(config, "reply")};
    struct config crossbar;
    unsigned count = CROSSBAR;
    if (config->remote_via == REMOTE_VIA_CROSSBAR) {
        config_crossbar(config, &crossbar);
        networks[count++] = make_routing(&crossbar, "crossbar");
    }
    for (unsigned i = 0; i < count; i++)
        routing_init(&networks[i], graph);
    for (unsigned i = 0; i < rules->flow_count; i++)
        add_flow(&rules->flows[i], &networks[rules->flows[i].network], graph);
    for (unsigned i = 0; i < rules->wait_count; i++)
        add_wait(&rules->waits[i], networks, graph);
    char *cycle = channel_graph_cycle(graph);
    for (unsigned i = 0; i < count; i++)
        routing_release(&networks[i]);
    channel_graph_free(graph);
    return cycle;
}

void deadlock_check(const struct config *config, bool allow)
{
    static const char finding[] = "packets can wait for each other for ever, this cycle of "
                                  "channels shows how";
    char key[32];
    if (config->routing)
        snprintf(key, sizeof key, "routing = torus_xy");
    else
        snprintf(key, sizeof key, "message_classes = %u", config->message_classes);
    struct message_rules rules = deadlock_rules(config);
    char *cycle = deadlock_cycle(config, &rules);
    if (cycle && (config->routing || !allow))
        die("%s: %s:\n%s", key, finding, cycle);
    if (cycle)
        warn("%s: %s:\n%s", key, finding, cycle);
    if (config->routing)
        die("routing = torus_xy: this torus is too small for a cycle, but the routers have no wrap "
            "links; use xy");
    free(cycle);
}
