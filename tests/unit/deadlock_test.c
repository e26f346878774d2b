/* The channel dependency check against networks whose verdict is known. */
#include "check.h"
#include "deadlock.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

/* A ring of `cores` routers, all packets upwards: port 1 leads to the next one. */
static unsigned ring_port(const struct config *config, unsigned at, unsigned to)
{
    (void)config, (void)at, (void)to;
    return 1;
}

static unsigned ring_neighbour(const struct config *config, unsigned at, unsigned port)
{
    (void)port;
    return (at + 1) % config->cores;
}

/* The same routers as a line: port 1 up, port 2 down. */
static unsigned line_port(const struct config *config, unsigned at, unsigned to)
{
    (void)config;
    return to > at ? 1 : 2;
}

static unsigned line_neighbour(const struct config *config, unsigned at, unsigned port)
{
    if (port == 1)
        return at + 1; /* of the last router: past the last one */
    return at ? at - 1 : config->cores;
}

static char *verdict(unsigned size, bool ring)
{
    struct config config = {.cores = size};
    unsigned all[16], inject[16], eject[16];
    for (unsigned i = 0; i < size; i++)
        all[i] = i;
    struct routing routing = {.name = "test",
                              .nodes = size,
                              .ports = ring ? 2 : 3,
                              .columns = size,
                              .port = ring ? ring_port : line_port,
                              .neighbour = ring ? ring_neighbour : line_neighbour,
                              .config = &config,
                              .inject = inject,
                              .eject = eject};
    struct channel_graph *graph = channel_graph_new();
    channel_graph_network(graph, &routing, all, size, all, size);
    char *cycle = channel_graph_cycle(graph);
    channel_graph_free(graph);
    return cycle;
}

static void a_ring_without_date_line_is_refused_and_every_link_of_it_named(void)
{
    char *cycle = verdict(5, true);
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
        char *cycle = verdict(size, false);
        CHECK(cycle == NULL);
        free(cycle);
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

int main(void)
{
    a_ring_without_date_line_is_refused_and_every_link_of_it_named();
    a_line_is_accepted();
    a_cycle_through_message_classes_is_found();
    a_channel_that_waits_for_itself_is_a_cycle();
    return check_report();
}
