/* The channel dependency graph of networks whose verdict is known: rings and lines of a few
 * routers, with routes and links by hand, some of them mistaken. Whole chips: deadlock_test. */
#include "check.h"
#include "deadlock.h"
#include "ending.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A ring of `columns` routers with a place each, all packets upwards: port 1 leads to the next one,
 * port 0 to the place. */
static unsigned place_of(const struct network *network, unsigned address)
{
    (void)network;
    return address;
}

static uint16_t address_of(const struct network *network, unsigned place)
{
    (void)network;
    return (uint16_t)place;
}

static struct network_end entry(const struct network *network, unsigned place)
{
    (void)network;
    return (struct network_end){END_ROUTER, place, 0};
}

static unsigned ring_route(const struct network *network, unsigned at, unsigned to)
{
    (void)network;
    return at != to;
}

static struct network_end ring_behind(const struct network *ring, unsigned at, unsigned port)
{
    if (!port)
        return (struct network_end){END_PLACE, at, 0};
    return (struct network_end){END_ROUTER, (at + 1) % ring->columns, 1};
}

/* The same routers as a line: port 1 up, port 2 down. */
static unsigned line_route(const struct network *network, unsigned at, unsigned to)
{
    (void)network;
    return to > at ? 1 : to < at ? 2 : 0;
}

static struct network_end line_behind(const struct network *line, unsigned at, unsigned port)
{
    if (!port)
        return (struct network_end){END_PLACE, at, 0};
    if (port == 1 ? at + 1 == line->columns : at == 0)
        return (struct network_end){.kind = END_NOBODY};
    return (struct network_end){END_ROUTER, port == 1 ? at + 1 : at - 1, 0};
}

static const struct topology ring = {.place = place_of,
                                     .address = address_of,
                                     .entry = entry,
                                     .route = ring_route,
                                     .behind = ring_behind};
static const struct topology line = {.place = place_of,
                                     .address = address_of,
                                     .entry = entry,
                                     .route = line_route,
                                     .behind = line_behind};

static struct network network_of(const struct topology *topology, unsigned size, bool bubble)
{
    return (struct network){.name = "test",
                            .purpose = "test",
                            .topology = topology,
                            .columns = size,
                            .rows = 1,
                            .routers = size,
                            .ports = topology == &line ? 3 : 2,
                            .places = size,
                            .classes = 1,
                            .bubble = bubble};
}

static char *verdict(const struct topology *topology, unsigned size, bool bubble)
{
    unsigned all[16];
    for (unsigned i = 0; i < size; i++)
        all[i] = i;
    struct network network = network_of(topology, size, bubble);
    struct channel_graph *graph = channel_graph_new();
    struct routing routing;
    routing_init(&routing, &network, graph);
    routing_flow(&routing, graph, 0, all, size, all, size);
    char *cycle = channel_graph_cycle(graph);
    routing_release(&routing);
    channel_graph_free(graph);
    return cycle;
}

static void a_ring_without_date_line_is_refused_and_every_link_of_it_named(void)
{
    char *cycle = verdict(&ring, 5, false);
    CHECK(cycle != NULL);
    for (unsigned i = 0; cycle && i < 5; i++) {
        char *link = xasprintf("test network, router (%u,0) to (%u,0), class 0", i, (i + 1) % 5);
        CHECK(strstr(cycle, link) != NULL);
        free(link);
    }
    free(cycle);
}

static void a_line_is_accepted(void)
{
    for (unsigned size = 1; size <= 16; size++) {
        char *cycle = verdict(&line, size, false);
        CHECK(cycle == NULL);
        free(cycle);
    }
}

/* Channels of a network of five routers: two per place and one per link; of a ring with the bubble
 * rule one for all its links. */
static void channels_are_the_links_and_what_is_at_the_places(void)
{
    static const struct {
        const struct topology *topology;
        bool bubble;
        unsigned links;
    } of[] = {{&ring, false, 5}, {&line, false, 2 * 4}, {&ring, true, 1}};
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        struct network network = network_of(of[i].topology, 5, of[i].bubble);
        struct channel_graph *graph = channel_graph_new();
        struct routing routing;
        routing_init(&routing, &network, graph);
        CHECK_EQUAL(channel_graph_add(graph, "the next one"), 2 * 5 + of[i].links);
        routing_release(&routing);
        channel_graph_free(graph);
    }
}

/* Nobody fills the ring's last free entry, so whatever is in it moves on. */
static void a_ring_with_the_bubble_rule_is_accepted(void)
{
    for (unsigned size = 2; size <= 16; size++) {
        char *cycle = verdict(&ring, size, true);
        CHECK(cycle == NULL);
        free(cycle);
    }
}

/* It is one channel: what arrives at place 2 and waits to leave at place 1 waits for itself; at
 * place 0, which sends nothing, it would not. */
static void a_ring_with_the_bubble_rule_is_one_channel(void)
{
    static const unsigned all[] = {0, 1, 2};
    struct network network = network_of(&ring, 3, true);
    for (unsigned leaves = 0; leaves < 2; leaves++) {
        struct channel_graph *graph = channel_graph_new();
        struct routing routing;
        routing_init(&routing, &network, graph);
        routing_flow(&routing, graph, 0, all + 1, 2, all, 3);
        channel_graph_depend(graph, routing.eject[2], routing.inject[leaves]);
        char *cycle = channel_graph_cycle(graph);
        CHECK((cycle != NULL) == leaves);
        CHECK(!cycle || (strstr(cycle, "test network, the ring, class 0") &&
                         strstr(cycle, "injection at (1,0), class 0") &&
                         strstr(cycle, "ejection at (2,0), class 0")));
        free(cycle);
        routing_release(&routing);
        channel_graph_free(graph);
    }
}

/* Where a packet of the flow arrives, and no other, it waits for one that leaves where it did. */
static void a_flow_is_of_each_source_to_each_destination(void)
{
    static const unsigned all[] = {0, 1, 2};
    struct network network = network_of(&ring, 3, false);
    for (unsigned from = 0; from < 3; from++)
        for (unsigned to = 0; to < 3; to++) {
            struct channel_graph *graph = channel_graph_new();
            struct routing routing;
            routing_init(&routing, &network, graph);
            routing_flow(&routing, graph, 0, all, 2, all + 1, 2);
            channel_graph_depend(graph, routing.eject[to], routing.inject[from]);
            char *cycle = channel_graph_cycle(graph);
            CHECK((cycle != NULL) == (from < 2 && to > 0 && from != to));
            free(cycle);
            routing_release(&routing);
            channel_graph_free(graph);
        }
}

/* Requests and replies that share channels: the reply waits for what the request holds. */
static void a_cycle_through_message_classes_is_found(void)
{
    struct channel_graph *graph = channel_graph_new();
    unsigned link = channel_graph_add(graph, "shared link");
    unsigned eject = channel_graph_add(graph, "ejection");
    unsigned spare = channel_graph_add(graph, "spare");
    channel_graph_depend(graph, link, eject);
    channel_graph_depend(graph, link, spare);
    char *cycle = channel_graph_cycle(graph);
    CHECK(cycle == NULL);
    channel_graph_depend(graph, eject, link);
    cycle = channel_graph_cycle(graph);
    CHECK(cycle && !strcmp(cycle, "  shared link\n  ejection"));
    free(cycle);
    channel_graph_free(graph);
}

static void a_channel_that_waits_for_itself_is_a_cycle(void)
{
    struct channel_graph *graph = channel_graph_new();
    unsigned alone = channel_graph_add(graph, "alone");
    channel_graph_depend(graph, alone, alone);
    char *cycle = channel_graph_cycle(graph);
    CHECK(cycle && !strcmp(cycle, "  alone"));
    free(cycle);
    channel_graph_free(graph);
}

/* Round and round; into nothing behind router 1; out at the first router. */
static unsigned never_home(const struct network *network, unsigned at, unsigned to)
{
    (void)network, (void)at, (void)to;
    return 1;
}

static struct network_end ring_with_a_gap(const struct network *network, unsigned at, unsigned port)
{
    return port && at == 1 ? (struct network_end){.kind = END_NOBODY}
                           : ring_behind(network, at, port);
}

static unsigned out_at_once(const struct network *network, unsigned at, unsigned to)
{
    (void)network, (void)at, (void)to;
    return 0;
}

/* Router 0 has a second way on. */
static struct network_end forked_ring_behind(const struct network *network, unsigned at,
                                             unsigned port)
{
    return !port && !at ? (struct network_end){END_ROUTER, 2, 1} : ring_behind(network, at, port);
}

struct mistake {
    const struct topology *topology;
    bool bubble;
    enum ending end;
    const char *says;
};

static void route_everywhere(const void *of)
{
    const struct mistake *mistake = of;
    alarm(10); /* a route that goes on for ever */
    free(verdict(mistake->topology, 4, mistake->bubble));
}

static void mistakes_of_a_topology_end_the_program(void)
{
    struct topology endless = ring, gap = ring, astray = ring, forked = ring;
    endless.route = never_home;
    gap.behind = ring_with_a_gap;
    astray.route = out_at_once;
    forked.behind = forked_ring_behind;
    const struct mistake mistakes[] = {
        {&ring, true, ENDS_WELL, ""},
        {&line, true, ENDS_ABORTED, "the bubble rule is for rings, router 1 has 2 ways on"},
        {&forked, true, ENDS_ABORTED, "the bubble rule is for rings, router 0 has 2 ways on"},
        {&endless, false, ENDS_ABORTED, "test: the route from 0 to 1 does not arrive"},
        {&gap, false, ENDS_ABORTED, "test: the route from 0 to 2 does not arrive"},
        {&astray, false, ENDS_ABORTED, "test: the route from 0 to 1 goes astray"}};
    for (unsigned i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char said[1000];
        CHECK_EQUAL(ending_of(route_everywhere, &mistakes[i], said, sizeof said), mistakes[i].end);
        CHECK(*mistakes[i].says ? strstr(said, mistakes[i].says) != NULL : !*said);
    }
}

int main(void)
{
    TEST(a_ring_without_date_line_is_refused_and_every_link_of_it_named());
    TEST(a_line_is_accepted());
    TEST(channels_are_the_links_and_what_is_at_the_places());
    TEST(a_ring_with_the_bubble_rule_is_accepted());
    TEST(a_ring_with_the_bubble_rule_is_one_channel());
    TEST(a_flow_is_of_each_source_to_each_destination());
    TEST(a_cycle_through_message_classes_is_found());
    TEST(a_channel_that_waits_for_itself_is_a_cycle());
    TEST(mistakes_of_a_topology_end_the_program());
    return check_report();
}
