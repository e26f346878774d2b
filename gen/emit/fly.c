/* A butterfly: n stages of k^(n-1) routers with k ports each way, all links from one stage to the
 * next, on the lines of fly.h. */
#include "fly.h"
#include "chip.h"
#include "network.h"
#include "util.h"

#include <stdlib.h>

struct fly {
    struct network network;
    unsigned stages, per_stage; /* routers: columns and rows of config */
    struct instance **routers;  /* [stage * per_stage + index] */
    struct link *lines;         /* [stage * places + line]: what comes into the stage on the line */
};

static void make_router(const struct fly *fly, unsigned stage, unsigned index)
{
    const struct config *config = fly->network.config;
    struct instance *router = network_router(&fly->network, stage, index);
    instance_set(router, "ROUTE", 1);
    instance_set(router, "DIGIT_LSB", (fly->stages - 1 - stage) * config->digit_bits);
    connect(router, "here_x", tie(NODE_BITS / 2, 0));
    connect(router, "here_y", tie(NODE_BITS / 2, 0));
    fly->routers[stage * fly->per_stage + index] = router;
}

/* The links between stages, in front of every stage but the first. */
static void make_lines(const struct fly *fly)
{
    unsigned places = fly->network.config->places;
    for (unsigned stage = 1; stage < fly->stages; stage++)
        for (unsigned line = 0; line < places; line++)
            fly->lines[stage * places + line] =
                network_link(&fly->network, fly->routers[0], NET_WIRE, "to_stage", stage, line);
}

/* The module's ports for the node at an address: the ends of its line. */
static void make_ends(const struct fly *fly, unsigned address)
{
    const struct config *config = fly->network.config;
    struct link *line = &fly->lines[config_place(config, address)];
    unsigned x = node_x(address), y = node_y(address);
    line[0] = network_link(&fly->network, fly->routers[0], NET_INPUT, "inject", x, y);
    line[fly->stages * config->places] =
        network_link(&fly->network, fly->routers[0], NET_OUTPUT, "eject", x, y);
}

static void wire_router(const struct fly *fly, unsigned stage, unsigned index)
{
    struct instance *router = fly->routers[stage * fly->per_stage + index];
    unsigned places = fly->network.config->places;
    for (unsigned port = 0; port < fly->network.ports; port++) {
        unsigned line = fly_line(fly->network.config, stage, index, port);
        const struct link *in = &fly->lines[stage * places + line];
        char *place = xasprintf("place_%u", line);
        network_input(&fly->network, router, in, place);
        network_output(&fly->network, router, in + places, place);
        free(place);
    }
}

static void begin(struct fly *fly, struct design *design, const char *name)
{
    const struct config *config = fly->network.config;
    char *comment = xasprintf(
        "%u-ary %u-fly: %u stages of %u routers, one network cycle per link. Router port p of "
        "stage s is\nthe line whose digit s, counted from the top, is p. A node injects at "
        "inject_<x>_<y> and gets its\nflits at eject_<x>_<y>; {y, x} is its address.",
        config->fly_radix, fly->stages, fly->stages, fly->per_stage);
    network_begin(&fly->network, design, name, comment);
    free(comment);
}

struct module *fly_build(struct design *design, const struct config *config, struct module *leaf,
                         const char *name)
{
    struct fly fly = {.network = {.config = config, .router = leaf, .ports = config->fly_radix},
                      .stages = config->width,
                      .per_stage = config->height,
                      .routers =
                          xcalloc((size_t)config->width * config->height, sizeof *fly.routers),
                      .lines = xcalloc((config->width + 1) * config->places, sizeof *fly.lines)};
    unsigned routers = fly.stages * fly.per_stage;
    begin(&fly, design, name);
    for (unsigned i = 0; i < routers; i++)
        make_router(&fly, i / fly.per_stage, i % fly.per_stage);
    make_lines(&fly);
    for (unsigned i = 0; i < config->cores; i++)
        make_ends(&fly, config->core_node[i]);
    for (unsigned i = 0; i < config->partitions; i++)
        make_ends(&fly, config->partition_node[i]);
    for (unsigned i = 0; i < routers; i++)
        wire_router(&fly, i / fly.per_stage, i % fly.per_stage);
    network_end(&fly.network);
    free(fly.routers);
    free(fly.lines);
    return fly.network.module;
}
