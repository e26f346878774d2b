/* A two-dimensional mesh: a place at every router, XY routing (docs/blocks/route_xy.md). Router
 * ports: 0 local, 1 east (x+1), 2 west, 3 north (y-1), 4 south. Addresses are {y, x}. With `torus`
 * rows and columns are closed to rings, for the deadlock check alone: there are no such wires. */
#include <stdio.h>
#include <stdlib.h>

#include "network.h"
#include "util.h"

enum { LOCAL, EAST, WEST, NORTH, SOUTH, PORTS };
enum { COORDINATE_MAX = 32 }; /* columns or rows that 5 bits can name */

static const char *const port_names[PORTS] = {"local", "east", "west", "north", "south"};

/* The smallest nearly square mesh that holds all nodes, or the given number of columns. */
static void size(struct network *mesh, const struct config *config, unsigned nodes,
                 char **complaints)
{
    mesh->ports = PORTS;
    mesh->torus = config->routing;
    mesh->columns = config->mesh_width;
    if (!mesh->columns)
        while (mesh->columns * mesh->columns < nodes)
            mesh->columns++;
    mesh->rows = (nodes + mesh->columns - 1) / mesh->columns;
    mesh->places = mesh->routers = mesh->columns * mesh->rows;
    if (mesh->rows > COORDINATE_MAX)
        add_complaint(complaints, "mesh_width = %u: %u nodes need %u rows, at most %d are possible",
                      config->mesh_width, nodes, mesh->rows, COORDINATE_MAX);
}

static unsigned place(const struct network *mesh, unsigned address)
{
    return node_y(address) * mesh->columns + node_x(address);
}

static uint16_t address(const struct network *mesh, unsigned at)
{
    return (uint16_t)(at / mesh->columns << NODE_BITS / 2 | at % mesh->columns);
}

static struct network_end entry(const struct network *mesh, unsigned at)
{
    (void)mesh;
    return (struct network_end){END_ROUTER, at, LOCAL};
}

static struct network_end behind(const struct network *mesh, unsigned router, unsigned port)
{
    static const struct {
        int x, y;
        unsigned arrives;
    } step[PORTS] = {[EAST] = {1, 0, WEST},
                     [WEST] = {-1, 0, EAST},
                     [NORTH] = {0, -1, SOUTH},
                     [SOUTH] = {0, 1, NORTH}};
    if (port == LOCAL)
        return (struct network_end){END_PLACE, router, 0};
    unsigned x = router % mesh->columns + (unsigned)step[port].x;
    unsigned y = router / mesh->columns + (unsigned)step[port].y;
    if (mesh->torus) {
        x = (x + mesh->columns) % mesh->columns;
        y = (y + mesh->rows) % mesh->rows;
    }
    if (x >= mesh->columns || y >= mesh->rows)
        return (struct network_end){.kind = END_NOBODY};
    return (struct network_end){END_ROUTER, y * mesh->columns + x, step[port].arrives};
}

/* One coordinate of the next hop: -1, 0 or 1. On a ring the shorter way, upwards when both are
 * equal. */
static int step_to(unsigned at, unsigned to, unsigned count, bool ring)
{
    if (at == to)
        return 0;
    unsigned up = (to + count - at) % count;
    return (ring ? 2 * up <= count : to > at) ? 1 : -1;
}

static unsigned route(const struct network *mesh, unsigned at, unsigned to)
{
    int x = step_to(at % mesh->columns, to % mesh->columns, mesh->columns, mesh->torus);
    int y = step_to(at / mesh->columns, to / mesh->columns, mesh->rows, mesh->torus);
    if (x)
        return x > 0 ? EAST : WEST;
    if (y)
        return y > 0 ? SOUTH : NORTH;
    return LOCAL;
}

static unsigned hops(const struct network *mesh, unsigned from, unsigned to)
{
    int columns = (int)(from % mesh->columns) - (int)(to % mesh->columns);
    int rows = (int)(from / mesh->columns) - (int)(to / mesh->columns);
    return (unsigned)abs(columns) + (unsigned)abs(rows);
}

static unsigned routers(const struct network *mesh, unsigned from, unsigned to)
{
    return 1 + hops(mesh, from, to);
}

static void router(const struct network *mesh, unsigned number, struct network_router *values)
{
    *values = (struct network_router){.inputs = PORTS,
                                      .outputs = PORTS,
                                      .here_x = number % mesh->columns,
                                      .here_y = number / mesh->columns};
}

static void port_name(const struct network *mesh, unsigned port, char *text, size_t room)
{
    (void)mesh;
    snprintf(text, room, "%s", port_names[port]);
}

static void link_name(const struct network *mesh, unsigned number, unsigned port, char *text,
                      size_t room)
{
    snprintf(text, room, "%s_%u_%u", port_names[port], number % mesh->columns,
             number / mesh->columns);
}

static void text(const struct network *mesh, char *to, size_t room)
{
    snprintf(to, room, "%u x %u mesh", mesh->columns, mesh->rows);
}

static void description(const struct network *mesh, char *to, size_t room)
{
    snprintf(to, room,
             "Mesh of %u x %u routers (x to the east, y to the south), one network "
             "cycle per link.\nA node injects at inject_<x>_<y> and gets its flits "
             "at eject_<x>_<y>.",
             mesh->columns, mesh->rows);
}

const struct topology mesh_topology = {.kind = "mesh",
                                       .by_line = "mesh_by_line",
                                       .size = size,
                                       .place = place,
                                       .address = address,
                                       .entry = entry,
                                       .behind = behind,
                                       .route = route,
                                       .routers = routers,
                                       .hops = hops,
                                       .router = router,
                                       .port_name = port_name,
                                       .link_name = link_name,
                                       .text = text,
                                       .description = description};
