/* One network of the plan, of any topology: routers, the wires between them, and the ports of the
 * nodes.
 *
 * A network cycle (one edge with noc_en) has two phases: mesh_step moves every router over the
 * edge, mesh_outputs then drives the wires. In between, outputs still show the old cycle, so
 * whoever shares the cycle may read them in any order. Only routers that get something on a
 * wire, or hold flits and are not stuck, are visited.
 *
 * Routers are numbered y * width + x, in a butterfly x is the stage. A place is where a node can
 * be: in a mesh the local port of the router of that number; in a butterfly place t injects into
 * the first stage and ejects from the last one, at different routers and ports.
 *
 * A network may be divided into parts, which are stepped at the same time, and then driven at the
 * same time, by different threads: mesh_divide. What goes from one part to another is listed, and
 * taken in at the beginning of the next step.
 *
 * In a network whose MC-routers can be bypassed the routers of that stage stand inside of
 * mc_routers; what is asked of them is one level for all.
 *
 * Per network cycle what is attached at a place
 *   reads   mesh_eject(mesh, place) and mesh_inject_credit(mesh, place); only places in mesh_local
 * have anything there, for all others these wires are 0;
 *   writes  mesh_feed(mesh, place, ...): its inject wires and its credits, before mesh_step, when
 * they are not all 0. Two ports may share a place, one that injects and one that ejects: what they
 * write adds up. */
#ifndef MEMLOOM_MESH_H
#define MEMLOOM_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mc_router.h"
#include "network.h"
#include "router.h"
#include "util.h"

enum { MESH_MASK_WORDS = ROUTERS_MAX / 64 }; /* of a set of routers or places */
static inline void mesh_mask_add(uint64_t *mask, unsigned member)
{
    mask[member / 64] |= UINT64_C(1) << member % 64;
}

enum { MESH_PORTS_MAX = ROUTER_OUTPUTS_MAX };

/* Inputs of a router on which a flit arrives, on which it is a tail; outputs that get credits. */
struct mesh_arrivals {
    uint64_t valid[ROUTER_IN_WORDS], tail[ROUTER_IN_WORDS];
    uint64_t credited[ROUTER_OUT_WORDS];
};

/* The wires from a place into the network in one network cycle. */
struct mesh_inject {
    bool valid;           /* a flit */
    bool tail;            /* last of its packet */
    unsigned vc;          /* its virtual channel */
    uint64_t credit;      /* VCs of which a slot became free at the node */
    const uint64_t *flit; /* FLIT_WORDS words; must stay until the next mesh_step */
};

/* The wires from the network to a place in one network cycle. */
struct mesh_eject {
    bool valid;           /* a flit */
    bool tail;            /* last of its packet */
    unsigned vc;          /* its virtual channel */
    const uint64_t *flit; /* FLIT_WORDS words; the same address in every cycle */
};

/* Where wires that leave a port of a router end. */
struct mesh_link {
    uint16_t node; /* router; without one the place that is there */
    uint8_t port;  /* the router's port */
    bool exists;   /* a router is there: false at a place and at the edge of a mesh */
};

/* The ports of routers at which a place is attached. */
struct mesh_place {
    uint16_t first, last;          /* routers that it injects into and ejects from */
    uint8_t first_port, last_port; /* their ports */
};

/* A flit or a credit on its way to a router of another part. */
struct mesh_crossing {
    uint16_t router;
    uint8_t port; /* its input, of a credit its output */
    bool is_flit;
    bool tail;   /* of a flit */
    uint16_t vc; /* of a flit its virtual channel, else those with a credit */
};
/* From one part to another. */
struct mesh_border {
    unsigned count;
    struct mesh_crossing crossings[]; /* [count] in no order */
};

/* Routers that one thread steps and drives, as masks over all routers. Only that thread writes
 * here. */
struct mesh_part {
    unsigned number;
    uint64_t active[MESH_MASK_WORDS]; /* to visit at the next edge */
    uint64_t drive[MESH_MASK_WORDS];  /* whose wires the last step may have changed */
    uint64_t
        local[MESH_MASK_WORDS];  /* places, of any part, with something from it on their wires */
    struct mesh_border **border; /* [part_count] by the part behind it */
    char apart[CACHE_LINE];      /* no cache line is written by two */
};

enum mesh_way { MESH_BY_LOAD, MESH_BY_ROUTER, MESH_IN_PLANES };

struct mesh_planes;
struct mesh {
    const struct network *network; /* sizes, topology; must outlive the mesh */
    unsigned routers, nodes;       /* number of routers, of places */
    unsigned ports;                /* of a router */
    unsigned words;                /* 64-bit words in use of the masks */
    struct mesh_part *part;        /* part_count of them */
    unsigned part_count;
    uint8_t *part_of;                           /* per router */
    struct router *router;                      /* per router; of an mc_router not in use */
    struct router_in *in;                       /* per router: wires of the next edge */
    struct mesh_arrivals *arrivals;             /* per router: what `in` points to */
    struct router_out *out;                     /* per router: wires of this cycle; 0 when idle */
    struct mesh_link (*link)[MESH_PORTS_MAX];   /* per router and output: where its flits go */
    struct mesh_link (*source)[MESH_PORTS_MAX]; /* per router and input: where its credits go */
    struct mesh_place *place;                   /* per place */
    uint64_t (*flits)[MESH_PORTS_MAX];          /* statistics: flits sent per router and output */
    unsigned mc_first, mc_count;                /* routers that can be bypassed */
    bool bypass;                                /* what is asked of them */
    struct mc_router *mc;                       /* mc_count of them */
    struct mc_router_in *mc_in;                 /* their ports, as mesh_show has last seen them */
    struct mc_router_out *mc_out;
    uint16_t *order; /* tests: all routers in this order instead of the active ones */

    /* as bit planes, or router by router */
    struct mesh_planes *planes; /* NULL: never in use by now */
    bool in_planes;             /* the planes are right, the routers are not */
    enum mesh_way way;          /* which of both may be */
    unsigned steps, moves;      /* since the load was last looked at: steps, routers or, in planes,
                                   flits that moved */
};

/* Brings the state of the routers up to date, for who looks at it but through this header. */
void mesh_show_routers(const struct mesh *);
/* Which way is for tests; MESH_BY_LOAD is how a mesh begins. From the next step on. */
void mesh_choose_way(struct mesh *, enum mesh_way);

void mesh_init(struct mesh *, const struct network *);
void mesh_release(struct mesh *);
void mesh_feed(struct mesh *, unsigned place, const struct mesh_inject *);
void mesh_step(struct mesh *);
void mesh_outputs(struct mesh *);
/* From now on router r is in part part_of[r] of so many, at most 256. Before the first step. */
void mesh_divide(struct mesh *, unsigned parts, const uint8_t *part_of);
/* mesh_step and mesh_outputs of one part; at an edge all parts are stepped, then all driven. A
 * place is fed by the thread of the part where it injects or, credits, ejects. */
void mesh_step_part(struct mesh *, unsigned part);
void mesh_drive_part(struct mesh *, unsigned part);
/* Nothing changes, here or by what it sends to other parts, until something comes. */
bool mesh_part_rests(const struct mesh *, unsigned part);
bool mesh_rests(const struct mesh *);   /* nothing changes until something is fed */
bool mesh_is_idle(const struct mesh *); /* nothing under way and nothing on a wire */
uint64_t mesh_hash(const struct mesh *);
uint64_t mesh_flits(const struct mesh *); /* flits buffered, in switches and on wires */

/* Asks for the bypass of the MC-routers, or for its end; from the next step on. */
void mesh_bypass(struct mesh *, bool bypass);
bool mesh_bypassed(const struct mesh *); /* all of them are */
/* Brings mc_in and mc_out up to date; `noc_en` is what the routers see. */
void mesh_show(struct mesh *, bool noc_en);

/* For tests: from now on visit every router in every cycle, in `order` (a permutation of the
 * routers, owned by the caller; may be rewritten between cycles); NULL: back to visiting active
 * ones. */
void mesh_visit_all(struct mesh *, uint16_t *order);

/* The name of an output: local, east, ...; in a butterfly its number. False when it leads nowhere.
 */
bool mesh_port_name(const struct mesh *, unsigned router, unsigned port, char *text, size_t size);

/* A word of the set of places with a flit or credit on their wires. */
static inline uint64_t mesh_local(const struct mesh *mesh, unsigned word)
{
    uint64_t places = mesh->part->local[word];
    for (unsigned i = 1; i < mesh->part_count; i++)
        places |= mesh->part[i].local[word];
    return places;
}

/* Whether anything is on the wires from the network to a place. */
static inline bool mesh_shows(const struct mesh *mesh, unsigned place)
{
    return mesh_local(mesh, place / 64) >> place % 64 & 1;
}

static inline struct mesh_eject mesh_eject(const struct mesh *mesh, unsigned place)
{
    const struct mesh_place *at = &mesh->place[place];
    const struct router_out *out = &mesh->out[at->last];
    unsigned word = at->last_port / 64, bit = at->last_port % 64;
    return (struct mesh_eject){out->out_valid[word] >> bit & 1, out->out_tail[word] >> bit & 1,
                               (unsigned)out->out_vc[at->last_port], out->out_flit[at->last_port]};
}

/* VCs of which a slot became free where the place injects. */
static inline uint64_t mesh_inject_credit(const struct mesh *mesh, unsigned place)
{
    const struct mesh_place *at = &mesh->place[place];
    return mesh->out[at->first].in_credit[at->first_port];
}

#endif
