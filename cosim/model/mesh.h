/* One mesh network: width x height routers with XY routing, their wires, and the local ports of the
 * nodes.
 *
 * A network cycle (one edge with noc_en) has two phases: mesh_step moves every router over the
 * edge, mesh_outputs then drives the wires. In between, outputs still show the old cycle, so
 * whoever shares the cycle may read them in any order. Only routers that hold flits or get
 * something on a wire are visited. Node n = y * width + x.
 *
 * Per network cycle a node's port (noc_port, port 0 of the router)
 *   reads   mesh_wires(mesh, n): bit 0 of out_valid and out_tail, out_vc[0], out_flit[0] (eject),
 * in_credit[0]; only nodes in mesh->local have anything there, for all others these wires are 0;
 *   writes  mesh_feed(mesh, n, ...): its inject wires and credits, before mesh_step, when they are
 * not all 0. */
#ifndef MEMLOOM_MESH_H
#define MEMLOOM_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "route_xy.h"
#include "router.h"

enum { MESH_MASK_WORDS = NODES_MAX / 64 };
enum { MESH_DEST_LSB = 195 }; /* of the destination {y, x} in a head flit */

/* The local-port wires from a node into its router in one network cycle. */
struct mesh_inject {
    bool valid;           /* a flit */
    bool tail;            /* last of its packet */
    unsigned vc;          /* its virtual channel */
    uint64_t credit;      /* VCs of which a slot became free at the node */
    const uint64_t *flit; /* FLIT_WORDS words; must stay until the next mesh_step */
};

/* The wires that leave one port: where they end. */
struct mesh_link {
    uint16_t node; /* neighbour */
    uint8_t port;  /* its port */
    bool exists;   /* false: edge of the mesh, or the local port */
};

struct mesh {
    unsigned width, height, nodes;        /* columns, rows, routers */
    unsigned words;                       /* 64-bit words of a node mask in use */
    uint64_t active[MESH_MASK_WORDS];     /* routers to visit at the next edge */
    uint64_t stepped[MESH_MASK_WORDS];    /* routers visited by the last mesh_step */
    uint64_t local[MESH_MASK_WORDS];      /* nodes with a flit or credit on their local wires */
    struct router *router;                /* per node */
    struct router_in *in;                 /* per node: wires of the next edge */
    struct router_out *out;               /* per node: wires of this cycle; 0 when idle */
    struct mesh_link (*link)[MESH_PORTS]; /* per node and port */
    uint64_t (*flits)[MESH_PORTS];        /* statistics: flits sent per node and output port */
    uint16_t *order;                      /* tests: all routers in this order instead of `active` */
};

/* Sizes from the configuration: width, height, vcs, vc_depth, router_stages. */
void mesh_init(struct mesh *, const struct config *);
void mesh_release(struct mesh *);
void mesh_feed(struct mesh *, unsigned node, const struct mesh_inject *);
void mesh_step(struct mesh *);
void mesh_outputs(struct mesh *);
bool mesh_is_idle(const struct mesh *); /* nothing under way and nothing on a wire */
uint64_t mesh_hash(const struct mesh *);
uint64_t mesh_flits(const struct mesh *); /* flits buffered, in switches and on wires */

/* For tests: from now on visit every router in every cycle, in `order` (a permutation of the nodes,
 * owned by the caller; may be rewritten between cycles); NULL: back to visiting active ones. */
void mesh_visit_all(struct mesh *, uint16_t *order);

/* Routers on the way from one node to another, both ends included. */
unsigned mesh_routers(const struct mesh *, unsigned from, unsigned to);

static inline const struct router_out *mesh_wires(const struct mesh *mesh, unsigned node)
{
    return &mesh->out[node];
}

#endif
