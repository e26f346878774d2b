/* A two-dimensional mesh of routers. Router ports: 0 local, 1 east (x+1), 2 west, 3 north (y-1), 4
 * south. A link is the wires of one direction between two routers, named after the port that it
 * leaves. */
#include "chip.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { LOCAL, EAST, WEST, NORTH, SOUTH, PORTS };
enum { VALID, VC, TAIL, FLIT, CREDIT, FIELDS }; /* CREDIT runs against the others */

static const char *const field_names[FIELDS] = {"valid", "vc", "tail", "flit", "credit"};
static const char *const field_comments[FIELDS] = {"a flit", "its virtual channel",
                                                   "last flit of its packet", "the flit",
                                                   "per VC: a slot became free"};
static const char *const direction_names[PORTS] = {"local", "east", "west", "north", "south"};
static const unsigned opposite[PORTS] = {LOCAL, WEST, EAST, SOUTH, NORTH};

struct link {
    struct net *nets[FIELDS];
};

struct mesh {
    struct module *module;
    const struct config *config;
    struct instance *(*routers)[32]; /* [y][x] */
    struct link (*out)[32][PORTS];   /* [y][x][port]: what leaves the router there */
    struct link (*in)[32];           /* [y][x]: what the node injects */
    bool (*occupied)[32];            /* [y][x]: a core or a partition is there */
};

static unsigned field_width(const struct instance *router, unsigned field)
{
    char *name = xasprintf("%s_%s", field == CREDIT ? "out" : "in", field_names[field]);
    int index = instance_find_port(router, name);
    free(name);
    if (index < 0)
        bug("router has no field %s", field_names[field]);
    return instance_port(router, (unsigned)index).width / PORTS;
}

static struct link make_link(const struct mesh *mesh, const struct instance *router,
                             enum net_kind forward, const char *name, unsigned x, unsigned y)
{
    struct link link;
    enum net_kind back = forward == NET_WIRE    ? NET_WIRE
                         : forward == NET_INPUT ? NET_OUTPUT
                                                : NET_INPUT;
    for (unsigned f = 0; f < FIELDS; f++)
        link.nets[f] =
            netlist_net(mesh->module, f == CREDIT ? back : forward, field_width(router, f),
                        field_comments[f], "%s_%u_%u_%s", name, x, y, field_names[f]);
    return link;
}

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

/* A side of the router where nothing is: no flit comes in, what goes out ends in unused nets. */
static void close_port(const struct mesh *mesh, unsigned x, unsigned y, unsigned port, bool output)
{
    struct instance *router = mesh->routers[y][x];
    for (unsigned f = 0; f < FIELDS; f++) {
        char *name = xasprintf("%s_%s", output ? "out" : "in", field_names[f]);
        unsigned width = field_width(router, f);
        if ((f == CREDIT) == output) {
            connect(router, name, tie(width, 0));
        } else {
            struct net *net = netlist_net(mesh->module, NET_WIRE, width, "no router is there",
                                          "unused_%s_%s_%u_%u_%s", output ? "to" : "from",
                                          direction_names[port], x, y, field_names[f]);
            net->unused = true;
            connect(router, name, whole(net));
        }
        free(name);
    }
}

static void connect_link(struct instance *router, bool output, const struct link *link)
{
    for (unsigned f = 0; f < FIELDS; f++) {
        char *name = xasprintf("%s_%s", output ? "out" : "in", field_names[f]);
        connect(router, name, whole(link->nets[f]));
        free(name);
    }
}

/* Connects one port of a router; called for the ports in order, the first is at the low end. */
static void wire_port(const struct mesh *mesh, unsigned x, unsigned y, unsigned port)
{
    unsigned to_x = x, to_y = y;
    struct instance *router = mesh->routers[y][x];
    const struct link *in = NULL;
    if (port == LOCAL && mesh->occupied[y][x])
        in = &mesh->in[y][x];
    else if (neighbour(mesh->config, port, &to_x, &to_y))
        in = &mesh->out[to_y][to_x][opposite[port]];
    if (!in) {
        close_port(mesh, x, y, port, false);
        close_port(mesh, x, y, port, true);
        return;
    }
    connect_link(router, false, in);
    connect_link(router, true, &mesh->out[y][x][port]);
}

/* Ports of the module for the node at this router, and the wires that leave it. */
static void make_links(const struct mesh *mesh, unsigned x, unsigned y)
{
    const struct instance *router = mesh->routers[y][x];
    if (mesh->occupied[y][x]) {
        mesh->in[y][x] = make_link(mesh, router, NET_INPUT, "inject", x, y);
        mesh->out[y][x][LOCAL] = make_link(mesh, router, NET_OUTPUT, "eject", x, y);
    }
    for (unsigned port = EAST; port < PORTS; port++) {
        unsigned to_x = x, to_y = y;
        if (neighbour(mesh->config, port, &to_x, &to_y))
            mesh->out[y][x][port] = make_link(mesh, router, NET_WIRE, direction_names[port], x, y);
    }
}

static void make_router(const struct mesh *mesh, struct module *leaf, unsigned x, unsigned y)
{
    struct instance *router = netlist_instance(mesh->module, leaf, "router_%u_%u", x, y);
    instance_set(router, "INPUTS", PORTS);
    instance_set(router, "OUTPUTS", PORTS);
    instance_set(router, "VCS", mesh->config->vcs);
    instance_set(router, "DEPTH", mesh->config->vc_depth);
    instance_set(router, "CLASSES", 1);
    instance_set(router, "STAGES", mesh->config->router_stages);
    instance_set(router, "FLIT_BITS", 256);
    instance_set(router, "DEST_LSB", 195);
    instance_set(router, "COORD_BITS", 5);
    connect(router, "here_x", tie(5, x));
    connect(router, "here_y", tie(5, y));
    mesh->routers[y][x] = router;
}

static void mark_occupied(const struct mesh *mesh)
{
    const struct config *c = mesh->config;
    for (unsigned i = 0; i < c->cores; i++)
        mesh->occupied[node_y(c->core_node[i])][node_x(c->core_node[i])] = true;
    for (unsigned i = 0; i < c->partitions; i++)
        mesh->occupied[node_y(c->partition_node[i])][node_x(c->partition_node[i])] = true;
}

struct module *mesh_build(struct design *design, const struct config *config, struct module *leaf)
{
    struct mesh mesh = {.config = config,
                        .routers = xcalloc(config->height, sizeof *mesh.routers),
                        .out = xcalloc(config->height, sizeof *mesh.out),
                        .in = xcalloc(config->height, sizeof *mesh.in),
                        .occupied = xcalloc(config->height, sizeof *mesh.occupied)};
    char *comment =
        xasprintf("Mesh of %u x %u routers (x to the east, y to the south), one network "
                  "cycle per link.\nA node injects at inject_<x>_<y> and gets its flits "
                  "at eject_<x>_<y>.",
                  config->width, config->height);
    mesh.module = design_structure(design, "mesh", comment);
    free(comment);
    static const char *const common[][2] = {{"clk", "clock"},
                                            {"rst", "synchronous reset, active high"},
                                            {"noc_en", "network clock enable"}};
    struct net *nets[3];
    for (unsigned i = 0; i < 3; i++)
        nets[i] = netlist_net(mesh.module, NET_INPUT, 1, common[i][1], "%s", common[i][0]);
    mark_occupied(&mesh);
    unsigned places = config->width * config->height;
    for (unsigned i = 0; i < places; i++)
        make_router(&mesh, leaf, i % config->width, i / config->width);
    for (unsigned i = 0; i < places; i++)
        make_links(&mesh, i % config->width, i / config->width);
    for (unsigned i = 0; i < places * PORTS; i++)
        wire_port(&mesh, i / PORTS % config->width, i / PORTS / config->width, i % PORTS);
    for (unsigned i = 0; i < 3; i++)
        connect_everywhere(mesh.module, nets[i]);
    free(mesh.routers);
    free(mesh.out);
    free(mesh.in);
    free(mesh.occupied);
    return mesh.module;
}
