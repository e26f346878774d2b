/* A two-dimensional mesh of routers. Router ports: 0 local, 1 east (x+1), 2 west, 3 north (y-1), 4
 * south. A link is the wires of one direction between two routers, named after the port that it
 * leaves. */
#include "chip.h"
#include "network.h"
#include "util.h"

#include <stdlib.h>

enum { LOCAL, EAST, WEST, NORTH, SOUTH, PORTS };

static const char *const direction_names[PORTS] = {"local", "east", "west", "north", "south"};
static const unsigned opposite[PORTS] = {LOCAL, WEST, EAST, SOUTH, NORTH};
static const struct link nobody;

struct mesh {
    struct network network;
    struct instance *(*routers)[32]; /* [y][x] */
    struct link (*out)[32][PORTS];   /* [y][x][port]: what leaves the router there */
    struct link (*in)[32];           /* [y][x]: what the node injects */
    bool (*occupied)[32];            /* [y][x]: a core or a partition is there */
};

static bool neighbour(const struct config *config, unsigned port, unsigned *x, unsigned *y)
{
    switch (port) {
    case EAST:
        return ++*x < config->width;
    case WEST:
        return (*x)-- > 0;
    case NORTH:
        return (*y)-- > 0;
    case SOUTH:
        return ++*y < config->height;
    default:
        return false;
    }
}

/* Connects one port of a router; called for the ports in order, the first is at the low end. */
static void wire_port(const struct mesh *mesh, unsigned x, unsigned y, unsigned port)
{
    unsigned from_x = x, from_y = y;
    struct instance *router = mesh->routers[y][x];
    const struct link *in = &nobody;
    if (port == LOCAL)
        in = &mesh->in[y][x];
    else if (neighbour(mesh->network.config, port, &from_x, &from_y))
        in = &mesh->out[from_y][from_x][opposite[port]];
    char *from = xasprintf("from_%s_%u_%u", direction_names[port], x, y);
    char *to = xasprintf("to_%s_%u_%u", direction_names[port], x, y);
    network_input(&mesh->network, router, in, from);
    network_output(&mesh->network, router, &mesh->out[y][x][port], to);
    free(from);
    free(to);
}

/* Ports of the module for the node at this router, and the wires that leave it. */
static void make_links(const struct mesh *mesh, unsigned x, unsigned y)
{
    const struct network *network = &mesh->network;
    const struct instance *router = mesh->routers[y][x];
    if (mesh->occupied[y][x]) {
        mesh->in[y][x] = network_link(network, router, NET_INPUT, "inject", x, y);
        mesh->out[y][x][LOCAL] = network_link(network, router, NET_OUTPUT, "eject", x, y);
    }
    for (unsigned port = EAST; port < PORTS; port++) {
        unsigned to_x = x, to_y = y;
        if (neighbour(network->config, port, &to_x, &to_y))
            mesh->out[y][x][port] =
                network_link(network, router, NET_WIRE, direction_names[port], x, y);
    }
}

static void make_router(const struct mesh *mesh, unsigned x, unsigned y)
{
    struct instance *router = network_router(&mesh->network, x, y);
    if (mesh->network.config->remote_via == REMOTE_VIA_CROSSBAR) {
        instance_set(router, "ROUTE", 0); /* the same leaf serves the crossbar with another one */
        instance_set(router, "DIGIT_LSB", 0);
    }
    connect(router, "here_x", tie(NODE_BITS / 2, x));
    connect(router, "here_y", tie(NODE_BITS / 2, y));
    mesh->routers[y][x] = router;
}

static void mark_occupied(const struct mesh *mesh)
{
    const struct config *c = mesh->network.config;
    for (unsigned i = 0; i < c->cores; i++)
        mesh->occupied[node_y(c->core_node[i])][node_x(c->core_node[i])] = true;
    for (unsigned i = 0; i < c->partitions; i++)
        mesh->occupied[node_y(c->partition_node[i])][node_x(c->partition_node[i])] = true;
}

struct module *mesh_build(struct design *design, const struct config *config, struct module *leaf)
{
    struct mesh mesh = {.network = {.config = config, .router = leaf, .ports = PORTS},
                        .routers = xcalloc(config->height, sizeof *mesh.routers),
                        .out = xcalloc(config->height, sizeof *mesh.out),
                        .in = xcalloc(config->height, sizeof *mesh.in),
                        .occupied = xcalloc(config->height, sizeof *mesh.occupied)};
    char *comment =
        xasprintf("Mesh of %u x %u routers (x to the east, y to the south), one network "
                  "cycle per link.\nA node injects at inject_<x>_<y> and gets its flits "
                  "at eject_<x>_<y>.",
                  config->width, config->height);
    network_begin(&mesh.network, design, "mesh", comment);
    free(comment);
    mark_occupied(&mesh);
    unsigned places = config->width * config->height;
    for (unsigned i = 0; i < places; i++)
        make_router(&mesh, i % config->width, i / config->width);
    for (unsigned i = 0; i < places; i++)
        make_links(&mesh, i % config->width, i / config->width);
    for (unsigned i = 0; i < places * PORTS; i++)
        wire_port(&mesh, i / PORTS % config->width, i / PORTS / config->width, i % PORTS);
    network_end(&mesh.network);
    free(mesh.routers);
    free(mesh.out);
    free(mesh.in);
    free(mesh.occupied);
    return mesh.network.module;
}
