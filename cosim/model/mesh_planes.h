/* A mesh of plain routers (5 ports, 4 VCs x 4 flits) as bit planes: what rtl/router.v says for one
 * router is computed for eight at once, each in a lane of 32 bits. mesh.c goes over to planes and
 * back at run time, as the load is; the routers' own twins say what is right, and mesh_test
 * compares.
 *
 * In a lane bit port << 2 | vc stands for an input VC, or for an output VC. Numbers up to 4 are
 * unary: plane n says "more than n". The flits themselves stay where they were put until they
 * leave; what moves is their number.
 *
 * A step has a part for all routers at once (mesh_planes_step.h), and one per flit that moves or
 * arrives, which finds routes and remembers which flit is where. */
#ifndef MEMLOOM_MESH_PLANES_H
#define MEMLOOM_MESH_PLANES_H

#include "mesh.h"
#include "route_xy.h"

enum { LANES = 8, PLANE_VCS = 4, PLANE_DEPTH = 4, PLANE_BITS = MESH_PORTS * PLANE_VCS };
enum { PLANE_ROUTERS_MAX = 256, PLANE_COLUMNS_MAX = 32 };
enum { PLANE_WIRES = PLANE_COLUMNS_MAX + PLANE_ROUTERS_MAX + PLANE_COLUMNS_MAX };
enum { PLANE_OF_INPUTS = 0x11111, PLANE_ALL = 0xfffff }; /* bit 0 of all ports; all VCs */
enum { PLANE_LOCAL = 0xf };                              /* VCs of the local port */
enum { QUEUE_BITS = 5 }; /* that of input VC k of router r is number r << QUEUE_BITS | k */

typedef uint32_t plane[LANES];

/* Eight routers. Sets of input VCs, unless it says otherwise. */
struct plane_group {
    plane occupied[PLANE_DEPTH]; /* hold more than so many flits */
    plane active;                /* the packet at the front has an output VC */
    plane target[MESH_PORTS];    /* active, by output */
    plane channel[2];            /* bits of the number of its output VC */
    plane wanted[MESH_PORTS];    /* not active, the front flit is a head, by output */
    plane ending;                /* the front flit is a tail; of empty ones anything */
    plane fresh;                 /* STAGES = 4: the newest flit came at the last edge */
    plane late;                  /* ESCAPE: the front flit, if it is a head, is of class 1 */
    plane unripe;                /* the front flit is a head in a stage before switch allocation */
    plane vc_mask;               /* with priority in switch allocation */
    plane free;                  /* output VCs without owner */
    plane credit[PLANE_DEPTH];   /* output VCs with more than so many free slots downstream */
    plane offer;                 /* output VCs on offer to heads */
    plane lent;                  /* ESCAPE: output VCs that class 1 may borrow */
    plane mixed;                 /* ESCAPE: output VCs, unless empty, with a packet of class 0 */
    plane grant[MESH_PORTS];     /* by output: inputs with priority, a bit each */
    plane accept[MESH_PORTS];    /* by output: inputs for which it has priority, a bit each */
    plane won;                   /* that sent a flit into the switch at the last edge */
};

/* Wires of all routers by lane, with room for the neighbours that those at the rim do not have. */
typedef uint32_t plane_wires[PLANE_WIRES];

/* A flit on its way from router to router. */
struct plane_transit {
    uint16_t flit;  /* its number */
    uint16_t place; /* that it had in the router's buffer */
};

/* A flit in a queue. */
struct plane_entry {
    uint16_t flit; /* its number */
    uint8_t route; /* output of its packet */
    bool tail;
    bool late; /* ESCAPE: a head of class 1 */
};
struct plane_queue {
    uint8_t head, end; /* flits that left and that came, modulo 256; of both modulo PLANE_DEPTH the
                          places of the oldest flit and behind the newest */
    bool midway;       /* the flit that comes next is no head */
    uint8_t route;     /* output of the packet that came last */
    struct plane_entry entry[PLANE_DEPTH];
};

/* A flit that reaches a router at the next step. */
struct plane_arrival {
    uint16_t queue; /* number of the queue it comes to */
    uint16_t flit;  /* its number */
    bool tail;
    bool is_fed; /* by the place, not a neighbour */
};

enum { PLANE_TURNS = 3 };
/* In turns: `now` on the wires, next in the switch, then what the step chooses. */
struct mesh_planes {
    unsigned routers, columns, groups;
    uint32_t upper;   /* VCs above another one of their class */
    bool escape;      /* VC 3 is class 1's, which borrows the others where class 0 is not */
    uint32_t stage_v; /* STAGES > 2: all, a head waits; else none */
    uint32_t stage_r; /* STAGES = 4: all, it waits longer */
    void (*step)(struct mesh_planes *);
    unsigned now, next, chosen;     /* turns */
    plane_wires sent[PLANE_TURNS];  /* per output the VC of the flit there */
    plane_wires tail[PLANE_TURNS];  /* the same when it is a tail */
    plane_wires freed[PLANE_TURNS]; /* credits for upstream, of `now` and, chosen, of the next */
    plane_wires fed;                /* local input VCs to which a place sends, for the next step */
    plane_wires fed_credit;         /* output VCs, likewise */
    struct plane_transit transit[PLANE_TURNS][PLANE_ROUTERS_MAX][MESH_PORTS];
    struct plane_queue queue[PLANE_ROUTERS_MAX << QUEUE_BITS];
    uint16_t behind[PLANE_ROUTERS_MAX][MESH_PORTS]; /* output: number of the first queue there */
    struct plane_arrival arrivals[PLANE_ROUTERS_MAX * MESH_PORTS]; /* at the next step */
    unsigned arrival_count;
    uint16_t left[PLANE_ROUTERS_MAX]; /* [left_count] flits on the wires to places */
    unsigned left_count;
    bool busy;                           /* a flit is held, or something is on a wire */
    unsigned moved;                      /* flits that the last step sent into switches */
    uint64_t (*flit)[FLIT_COMMON_WORDS]; /* by number */
    uint16_t *spare;                     /* [spare_count] numbers not in use */
    unsigned spare_count;
    struct plane_group group[PLANE_ROUTERS_MAX / LANES];
};

/* All routers over the edge, what concerns planes; by instructions that every processor has, or by
 * wider ones. */
void mesh_planes_step_plain(struct mesh_planes *);
void mesh_planes_step_avx2(struct mesh_planes *);

/* Planes for the mesh, not yet in use; NULL: it is not of the kind. */
struct mesh_planes *mesh_planes_new(const struct mesh *);
void mesh_planes_free(struct mesh_planes *);
/* Before a step: from the routers, their wires and what was fed. */
void mesh_planes_load(struct mesh_planes *, struct mesh *);
/* Writes the state of the routers, not their wires. */
void mesh_planes_show(const struct mesh_planes *, const struct mesh *);
/* What a place has fed since the last step; false: nothing. */
bool mesh_planes_fed(const struct mesh_planes *, unsigned place, struct mesh_inject *);
/* What mesh_feed, mesh_step_part and mesh_drive_part do. */
void mesh_planes_feed(struct mesh_planes *, unsigned place, const struct mesh_inject *);
void mesh_planes_step(struct mesh_planes *, const struct mesh *);
void mesh_planes_drive(struct mesh_planes *, struct mesh *);
/* Nothing changes until something is fed. */
bool mesh_planes_rest(const struct mesh_planes *);

#endif
