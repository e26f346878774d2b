/* Twin of rtl/mc_router.v: a router that can be bypassed (docs/blocks/mc_router.md). What it does
 * is said in the port structs of its body, so that a network of routers can drive it as one of
 * them. */
#ifndef MEMLOOM_MC_ROUTER_H
#define MEMLOOM_MC_ROUTER_H

#include <stdbool.h>
#include <stdint.h>

#include "mc_router_ports.h"
#include "router.h"

/* A flit in the register of the way past. */
struct mc_flit {
    uint64_t flit[FLIT_WORDS];
    uint8_t vc;
};

struct mc_router {
    struct mc_router_params params; /* sizes */
    struct router body;             /* the router that it is while awake */
    bool isolate; /* the output bypassed: the body is clamped, the way past is open */
    bool gate;    /* the body has no power */
    uint8_t left; /* edges before the last one of a wake-up */
    bool passes;  /* some register of the way past holds something */
    uint64_t pass_valid[ROUTER_IN_WORDS], pass_tail[ROUTER_IN_WORDS]; /* sets of ports */
    uint8_t credit[ROUTER_INPUTS_MAX]; /* per port: VCs with a credit in the register upstream */
    struct mc_flit flit[ROUTER_INPUTS_MAX]; /* per port of pass_valid */
};

/* What the body is: the same sizes, routed by a digit of the destination. */
struct router_params mc_router_body(const struct mc_router_params *);
void mc_router_init(struct mc_router *, const struct mc_router_params *);
void mc_router_release(struct mc_router *);
void mc_router_reset(struct mc_router *);
void mc_router_outputs(const struct mc_router *, struct mc_router_out *);
void mc_router_step(struct mc_router *, const struct mc_router_in *);
bool mc_router_is_idle(const struct mc_router *);
uint64_t mc_router_hash(const struct mc_router *);

/* The same in the body's structs: an edge with noc_en, and what is on the wires then. */
void mc_router_move(struct mc_router *, const struct router_in *, bool bypass);
void mc_router_wires(const struct mc_router *, struct router_out *);
/* The other way round: the ports of a router in a network. */
void mc_router_show_in(const struct router_in *, bool bypass, struct mc_router_in *);
void mc_router_show_out(const struct mc_router *, const struct router_out *,
                        struct mc_router_out *);

/* The next edge changes something though nothing arrives. */
static inline bool mc_router_moves(const struct mc_router *m, bool bypass)
{
    return m->passes || bypass != m->isolate || m->gate != bypass;
}

/* Flits in the registers of the way past. */
unsigned mc_router_passing(const struct mc_router *);

#endif
