/* Twin of rtl/route_xy.v, a function: first along x, then along y, then the local port. */
#ifndef MEMLOOM_ROUTE_XY_H
#define MEMLOOM_ROUTE_XY_H

#include "route_xy_ports.h"

enum { PORT_LOCAL, PORT_EAST, PORT_WEST, PORT_NORTH, PORT_SOUTH, MESH_PORTS };

static inline unsigned route_xy(unsigned here_x, unsigned here_y, unsigned x, unsigned y)
{
    if (x != here_x)
        return x > here_x ? PORT_EAST : PORT_WEST;
    if (y != here_y)
        return y < here_y ? PORT_NORTH : PORT_SOUTH;
    return PORT_LOCAL;
}

/* The same on the port structs of the module. */
void route_xy_outputs_f(const struct route_xy_params *, const struct route_xy_in *,
                        struct route_xy_out *);

#endif
