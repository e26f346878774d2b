/* What the files of a mesh share: mesh_life.c, mesh.c, mesh_way.c, mesh_state.c. */
#ifndef MEMLOOM_MESH_INSIDE_H
#define MEMLOOM_MESH_INSIDE_H

#include "mesh.h"

/* Inlined, so that a mesh's number of ports becomes a constant. */
#define FAST static inline __attribute__((always_inline))

/* A router that can be bypassed; NULL: another one. */
FAST struct mc_router *mc_at(const struct mesh *mesh, unsigned number)
{
    unsigned index = number - mesh->mc_first;
    return index < mesh->mc_count ? &mesh->mc[index] : NULL;
}

/* The router of that number, or the one inside of an mc_router. */
FAST struct router *router_at(const struct mesh *mesh, unsigned number)
{
    struct mc_router *mc = mc_at(mesh, number);
    return mc ? &mc->body : &mesh->router[number];
}

FAST struct mesh_part *part_of(const struct mesh *mesh, unsigned router)
{
    return &mesh->part[mesh->part_of[router]];
}

/* The router is visited at the next edge. */
FAST void wake_router(struct mesh *mesh, unsigned router)
{
    mesh_mask_add(part_of(mesh, router)->active, router);
}

/* A flit comes to an input of a router of the part. */
FAST void bring(struct mesh *mesh, struct mesh_part *part, unsigned router, unsigned port,
                bool tail, uint64_t vc)
{
    struct mesh_arrivals *arrivals = &mesh->arrivals[router];
    arrivals->valid[port / 64] |= UINT64_C(1) << port % 64;
    arrivals->tail[port / 64] |= (uint64_t)tail << port % 64;
    mesh->in[router].in_vc[port] = vc;
    mesh_mask_add(part->active, router);
}

/* VCs of an output get a credit. */
FAST void bring_credit(struct mesh *mesh, struct mesh_part *part, unsigned router, unsigned port,
                       uint64_t vcs)
{
    mesh->in[router].out_credit[port] |= vcs;
    mesh->arrivals[router].credited[port / 64] |= UINT64_C(1) << port % 64;
    mesh_mask_add(part->active, router);
}

/* The load is looked at in every so many steps: mesh_way.c. */
enum { LOOK_STEPS = 64 };
void mesh_look_at_load(struct mesh *);

#endif
