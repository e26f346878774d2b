/* How a mesh is computed: router by router, or as bit planes (mesh_planes.h) while its load is
 * high. Both hold the same state. */
#include "mesh_inside.h"

#include <string.h>

#include "mesh_planes.h"

/* Goes over to planes, if it can. */
static void enter_planes(struct mesh *mesh)
{
    if (mesh->part_count > 1 || mesh->order)
        return;
    if (!mesh->planes)
        mesh->planes = mesh_planes_new(mesh);
    if (!mesh->planes) {
        mesh->way = MESH_BY_ROUTER;
        return;
    }
    mesh_planes_load(mesh->planes, mesh);
    for (unsigned router = 0; router < mesh->routers; router++) {
        struct mesh_arrivals *arrivals = &mesh->arrivals[router];
        memset(arrivals, 0, sizeof *arrivals);
        memset(mesh->in[router].out_credit, 0, sizeof mesh->in[router].out_credit);
    }
    mesh->in_planes = true;
}

/* What is on a router's wires stands at its neighbours' inputs, as after carry. */
static void bring_wires(struct mesh *mesh, unsigned from)
{
    struct router_out *out = &mesh->out[from];
    struct mesh_part *part = mesh->part; /* the only one */
    router_outputs(&mesh->router[from], out);
    for (unsigned port = 0; port < mesh->ports; port++) {
        struct mesh_link link = mesh->link[from][port], source = mesh->source[from][port];
        if (link.exists && out->out_valid[0] >> port & 1)
            bring(mesh, part, link.node, link.port, out->out_tail[0] >> port & 1,
                  out->out_vc[port]);
        if (source.exists && out->in_credit[port])
            bring_credit(mesh, part, source.node, source.port, out->in_credit[port]);
    }
}

static void leave_planes(struct mesh *mesh)
{
    mesh_planes_show(mesh->planes, mesh);
    mesh->in_planes = false;
    for (unsigned router = 0; router < mesh->routers; router++) {
        struct mesh_inject fed;
        bring_wires(mesh, router);
        wake_router(mesh, router);
        if (mesh_planes_fed(mesh->planes, router, &fed))
            mesh_feed(mesh, router, &fed);
    }
}

/* By instructions a step of planes costs what a third to a half of its routers cost one by one, in
 * time, with fewer branches to guess and less memory to touch, what a third does; for each flit
 * that moves two to three of them step. Between the two ways there is room, for going over costs
 * more than ten steps. */
enum { LANES_PER_STEPPED = 3, LANES_PER_FLIT = 12 };

void mesh_look_at_load(struct mesh *mesh)
{
    uint64_t lanes = (mesh->routers + LANES - 1) / LANES * LANES;
    uint64_t all = mesh->steps * lanes, moves = mesh->moves;
    if (!mesh->in_planes && moves * LANES_PER_STEPPED > all)
        enter_planes(mesh);
    else if (mesh->in_planes && moves * LANES_PER_FLIT < all)
        leave_planes(mesh);
    mesh->steps = mesh->moves = 0;
}

void mesh_choose_way(struct mesh *mesh, enum mesh_way way)
{
    mesh->way = way;
    if (way == MESH_BY_ROUTER && mesh->in_planes)
        leave_planes(mesh);
    if (way == MESH_IN_PLANES && !mesh->in_planes)
        enter_planes(mesh);
}

void mesh_visit_all(struct mesh *mesh, uint16_t *order)
{
    mesh_choose_way(mesh, MESH_BY_ROUTER);
    mesh->order = order;
}
