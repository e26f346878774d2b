/* Twin of rtl/router.v: virtual-channel wormhole router (docs/blocks/router.md).
 *
 * Sets of VCs and ports are bit masks; a step visits only inputs that hold flits. A flit is copied
 * once, on arrival; later stages pass its place in the buffer on: a freed place is written again
 * two steps after its flit left at the earliest, when the output register has moved on. */
#ifndef MEMLOOM_ROUTER_H
#define MEMLOOM_ROUTER_H

#include <stdbool.h>
#include <stdint.h>

#include "islip.h"
#include "router_ports.h"

enum { FLIT_WORDS = (ROUTER_FLIT_BITS_MAX + 63) / 64 };

struct router_flit {
    uint64_t word[FLIT_WORDS]; /* little endian */
};

/* One input VC. */
struct router_vc {
    uint8_t count;                   /* flits queued */
    uint8_t head;                    /* ring place of the front flit */
    uint8_t target;                  /* output of the packet at the front, while active */
    uint8_t channel;                 /* its output VC */
    uint8_t entry[ROUTER_DEPTH_MAX]; /* ring: route of the flit, and ROUTER_TAIL */
};

struct router_input {
    uint8_t nonempty; /* VCs that hold flits */
    uint8_t active;   /* VCs whose front packet has an output VC */
    uint8_t fresh;    /* STAGES = 4: VC whose newest flit has no route yet */
    uint8_t credit;   /* register: VCs whose credit is on the wire */
    uint8_t sa_mask;  /* VCs with priority in switch allocation */
    uint8_t va_mask;  /* VCs with priority in VC allocation */
};

struct router_output {
    uint8_t free;                   /* VCs without owner */
    uint8_t credited;               /* VCs with a free slot downstream */
    uint8_t pick_mask;              /* VCs with priority when one is given away */
    uint8_t credit[ROUTER_VCS_MAX]; /* free slots downstream, 0..depth */
};

/* A flit on its way through the switch, or in the output register. */
struct router_transit {
    uint16_t place;  /* index in the buffer */
    uint8_t channel; /* output VC */
};

struct router {
    struct router_params params;        /* sizes */
    uint8_t class_mask[ROUTER_VCS_MAX]; /* VCs of the class of each VC */
    uint16_t busy;                      /* inputs that hold flits */
    uint16_t crediting;                 /* inputs with a credit on the wire */
    uint16_t fresh;                     /* inputs that got a flit at the last edge */
    uint16_t switching, switching_tail; /* outputs that traverse next; tails */
    uint16_t valid, valid_tail;         /* outputs with a flit on the wire; tails */
    struct router_transit switched[ROUTER_OUTPUTS_MAX];     /* per output of `switching` */
    struct router_transit sent[ROUTER_OUTPUTS_MAX];         /* per output of `valid` */
    struct islip sa, va;                                    /* round-robin masks of the matchings */
    struct router_input input[ROUTER_INPUTS_MAX];           /* per input */
    struct router_output output[ROUTER_OUTPUTS_MAX];        /* per output */
    struct router_vc vc[ROUTER_INPUTS_MAX][ROUTER_VCS_MAX]; /* per input VC */
    struct router_flit *buffer;                             /* [input][vc][ring place] */
};

void router_init(struct router *, const struct router_params *);
void router_release(struct router *);
void router_reset(struct router *);
void router_outputs(const struct router *, struct router_out *);
void router_step(struct router *, const struct router_in *);
bool router_is_idle(const struct router *);
uint64_t router_hash(const struct router *);

/* Flits held: buffered, in the switch and in the output registers. */
unsigned router_flits(const struct router *);

#endif
