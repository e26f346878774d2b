/* Twin of rtl/router.v: virtual-channel wormhole router (docs/blocks/router.md).
 *
 * Sets of VCs and ports are bit masks, so that requests are found without looking at single VCs.
 * Input VC number k is input << lane | vc. A flit is copied once, on arrival; later stages pass its
 * place in the buffer on: a freed place is written again two steps after its flit left at the
 * earliest, when the output register has moved on. */
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

/* Round-robin masks of one input: VCs with priority. */
struct router_input {
    uint16_t sa_mask; /* in switch allocation */
};

struct router_output {
    uint64_t target;    /* input VCs that are active and send to this output */
    uint64_t wanted;    /* input VCs, not active, whose front flit is a head routed here */
    uint16_t free;      /* VCs without owner */
    uint16_t credited;  /* VCs with a free slot downstream */
    uint16_t offer;     /* VCs on offer to heads, one per class: free, with a credit */
    uint8_t credit[ROUTER_VCS_MAX]; /* free slots downstream, 0..depth */
    uint8_t owner[ROUTER_VCS_MAX];  /* input VC that holds it, unless free */
};

/* A flit on its way through the switch, or in the output register. */
struct router_transit {
    uint16_t place;  /* index in the buffer */
    uint8_t channel; /* output VC */
};

struct router {
    struct router_params params;              /* sizes; inputs << lane is at most 64 */
    /* The step is specialised for these sizes. */
    bool has_private_shape, has_shared_shape, has_by_line_shape;
    unsigned lane;                            /* log2 of the bits per input in sets of input VCs */
    uint64_t lanes;                           /* lowest bit of every input */
    unsigned port_bits;                       /* of an output's number */
    unsigned dest_word, dest_shift;           /* where the destination starts in a flit */
    uint8_t class_mask[ROUTER_VCS_MAX];       /* VCs of the class of each VC */
    /* sets of input VCs */
    uint64_t nonempty; /* hold flits */
    uint64_t active;   /* the packet at the front has an output VC */
    uint64_t credited; /* active, and that VC has a credit */
    uint64_t ending;   /* nonempty, the front flit is a tail */
    uint64_t fresh;    /* STAGES = 4: the newest flit came at the last edge */
    uint64_t unripe;   /* the front flit is a head in a stage before switch allocation */
    uint64_t credit;   /* register: a credit for upstream is on the wire */
    /* sets of outputs */
    unsigned switching, switching_tail; /* a flit traverses next; it is a tail */
    unsigned valid, valid_tail;         /* register: a flit is on the wire; it is a tail */
    struct router_transit switched[ROUTER_OUTPUTS_MAX]; /* per output of `switching` */
    struct router_transit sent[ROUTER_OUTPUTS_MAX];     /* per output of `valid` */
    struct islip sa;                                    /* round-robin masks of the matching */
    struct router_input input[ROUTER_INPUTS_MAX];       /* per input */
    struct router_output output[ROUTER_OUTPUTS_MAX];    /* per output */
    struct router_vc vc[64];                            /* per input VC */
    struct router_flit *buffer;                         /* [input VC][ring place] */
};

void router_init(struct router *, const struct router_params *);
void router_release(struct router *);
void router_reset(struct router *);
void router_outputs(const struct router *, struct router_out *);
void router_step(struct router *, const struct router_in *);
bool router_is_idle(const struct router *);
/* Something is between stages: the next step changes the router, or what the one after it may do,
 * though nothing arrives. */
static inline bool router_moves(const struct router *r)
{
    return r->valid | r->switching | r->credit | r->fresh | r->unripe;
}
uint64_t router_hash(const struct router *);

/* Flits held: buffered, in the switch and in the output registers. */
unsigned router_flits(const struct router *);

#endif
