/* Twin of rtl/router.v: virtual-channel wormhole router (docs/blocks/router.md).
 *
 * Sets of VCs and ports are bit masks, so that requests are found without looking at single VCs, of
 * one word in a small router, of several in a crossbar. Input VC number k is input << lane | vc: of
 * an input of the switch, which is a port, or with SPEEDUP = 2 port i as its even VCs have it, port
 * i - INPUTS as its odd ones have it. A
 * flit is copied once, on arrival; later stages pass its place in the buffer on: a freed place is
 * written again two steps after its flit left at the earliest, when the output register has moved
 * on. */
#ifndef MEMLOOM_ROUTER_H
#define MEMLOOM_ROUTER_H

#include <stdbool.h>
#include <stdint.h>

#include "islip.h"
#include "router_ports.h"

enum { FLIT_WORDS = (ROUTER_FLIT_BITS_MAX + 63) / 64, FLIT_COMMON_WORDS = 4 };
enum { ROUTER_IN_WORDS = (ROUTER_INPUTS_MAX + 63) / 64 };
enum { ROUTER_OUT_WORDS = (ROUTER_OUTPUTS_MAX + 63) / 64 };
enum { ROUTER_CHANNELS_MAX = 512 };                   /* inputs << lane */
enum { ROUTER_SET_WORDS = ROUTER_CHANNELS_MAX / 64 }; /* of a set of input VCs */

struct router_flit {
    uint64_t word[FLIT_WORDS]; /* little endian */
};

enum { ROUTER_LATE = 0x100, ROUTER_TAIL = 0x80, ROUTER_ROUTE = 0x7f }; /* of router_vc.entry */

/* One input VC. No bytes here and below: what is stored as a byte may be anything in C, so the
 * compiler would read all pointers again. */
struct router_vc {
    uint16_t count;                   /* flits queued */
    uint16_t head;                    /* ring place of the front flit */
    uint16_t target;                  /* output of the packet at the front, while active */
    uint16_t channel;                 /* its output VC */
    uint16_t entry[ROUTER_DEPTH_MAX]; /* ring: route of the flit, ROUTER_TAIL, with ESCAPE
                                         ROUTER_LATE: its bit of the class */
};

/* Sets of input VCs, a word of each. */
struct router_sets {
    uint64_t nonempty; /* hold flits */
    uint64_t active;   /* the packet at the front has an output VC */
    uint64_t credited; /* active, and that VC has a credit */
    uint64_t ending;   /* nonempty, the front flit is a tail */
    uint64_t fresh;    /* STAGES = 4: the newest flit came at the last edge */
    uint64_t late;     /* ESCAPE: not active, the front flit is a head of class 1 */
    uint64_t unripe;   /* the front flit is a head in a stage before switch allocation */
    uint64_t credit;   /* register: a credit for upstream is on the wire */
};

/* Input VCs by their output, a word. */
struct router_asks {
    uint64_t target; /* active, they send to this output */
    uint64_t wanted; /* not active, the front flit is a head routed here */
};

struct router_output {
    uint16_t free;                   /* VCs without owner */
    uint16_t credited;               /* VCs with a free slot downstream */
    uint16_t mixed;                  /* ESCAPE: VCs, unless empty, with a packet of class 0 */
    uint16_t offer;                  /* VCs on offer to heads, one per class: free, with a credit */
    uint16_t lent;                   /* ESCAPE: the one that class 1 may borrow */
    uint16_t credit[ROUTER_VCS_MAX]; /* free slots downstream, 0..depth */
    uint16_t owner[ROUTER_VCS_MAX];  /* input VC that holds it, unless free */
};

/* A flit on its way through the switch, or in the output register. */
struct router_transit {
    uint16_t place;   /* index in the buffer */
    uint16_t channel; /* output VC */
};

struct router {
    struct router_params params;  /* sizes */
    bool is_small;                /* every set is one word */
    bool is_wide;                 /* flits have more than FLIT_COMMON_WORDS words */
    struct router_serial *serial; /* NULL but for router_allocate_serially */
    unsigned shape;               /* sizes that the step is specialised for */
    unsigned lane;  /* log2 of the bits per input of the switch in sets of input VCs */
    unsigned words; /* of a set of input VCs */
    unsigned in_words, out_words;       /* of a set of inputs, outputs */
    uint64_t lanes;                     /* a word of the lowest bits of all inputs */
    uint64_t odd[ROUTER_SET_WORDS];     /* of these, those of inputs of the switch of odd VCs */
    unsigned port_bits;                 /* of an output's number */
    unsigned dest_word, dest_shift;     /* where the destination starts in a flit */
    uint8_t class_mask[ROUTER_VCS_MAX]; /* VCs of the class of each VC */
    bool holds;                         /* some input VC holds flits */
    bool moves;                         /* something is between stages (router_moves) */
    struct router_sets set[ROUTER_SET_WORDS];
    /* sets of outputs */
    uint64_t switching[ROUTER_OUT_WORDS];      /* a flit traverses next */
    uint64_t switching_tail[ROUTER_OUT_WORDS]; /* it is a tail */
    uint64_t valid[ROUTER_OUT_WORDS];          /* register: a flit is on the wire */
    uint64_t valid_tail[ROUTER_OUT_WORDS];     /* it is a tail */
    /* all in one block of memory, so that a small router has few pages */
    void *memory;
    struct islip sa;                 /* round-robin masks of the matching */
    struct router_asks *asks;        /* per output `words` */
    struct router_flit *buffer;      /* [input VC][ring place] */
    struct router_output *output;    /* per output */
    struct router_transit *switched; /* per output of `switching` */
    struct router_transit *sent;     /* per output of `valid` */
    struct router_vc *vc;            /* per input VC */
    uint16_t *vc_mask;               /* per input: VCs with priority in switch allocation */
};

/* Whether a set of any number of words holds a member. */
static inline bool router_has(const uint64_t *set, unsigned member)
{
    return set[member / 64] >> member % 64 & 1;
}

/* The port of an input VC. */
static inline unsigned router_port_of(const struct router *r, unsigned k)
{
    unsigned i = k >> r->lane;
    return i < r->params.inputs ? i : i - r->params.inputs;
}

void router_init(struct router *, const struct router_params *);
void router_release(struct router *);
/* Model only, no RTL does so: the allocation of another kind of router, for comparisons
 * (router_serial.h). STAGES = 4, right after router_init. */
void router_allocate_serially(struct router *);
void router_reset(struct router *);
void router_outputs(const struct router *, struct router_out *);
void router_step(struct router *, const struct router_in *);
/* The same at an edge with noc_en, for who knows the set of outputs with a credit on the wire. */
void router_step_credited(struct router *, const struct router_in *, const uint64_t *credited);
bool router_is_idle(const struct router *);
/* Something is between stages: the next step changes the router, or what the one after it may do,
 * though nothing arrives. */
static inline bool router_moves(const struct router *r)
{
    return r->moves;
}
uint64_t router_hash(const struct router *);
/* Of a flit on a VC as if it were a head: its output, and ROUTER_LATE. */
unsigned router_heading(const struct router *, const struct router_in *, const uint64_t *flit,
                        unsigned vc);
/* A mesh's router as most are: 5 ports, 4 VCs x 4 flits, allocation as in the RTL; of any number of
 * stages and classes. */
bool router_is_plain(const struct router *);

/* Flits held: buffered, in the switch and in the output registers. */
unsigned router_flits(const struct router *);

#endif
