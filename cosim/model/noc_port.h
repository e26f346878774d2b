/* Twin of rtl/noc_port.v: messages to packets of flits and back (docs/blocks/noc_port.md).
 *
 * The head flit of a message is built when the message is taken; `mask` fields hold one bit per
 * slot or channel. */
#ifndef MEMLOOM_NOC_PORT_H
#define MEMLOOM_NOC_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "noc_port_ports.h"

enum {
    PORT_FLIT_WORDS = 4,
    PORT_MESSAGES = 2, /* places of a sink */
    PORT_CLASSES = 3,  /* message classes there are; CLASSES of them have channels of their own */
    PORT_SLOTS_MAX = NOC_PORT_SOURCES_MAX * NOC_PORT_SLOTS_MAX
};

/* A message that leaves. */
struct port_slot {
    uint64_t head[PORT_FLIT_WORDS]; /* head flit, without the sender's node */
    uint64_t data[16];              /* the line */
    uint8_t left;                   /* data sectors that have not left */
    uint8_t vcs; /* channels it may use: its class's; the chosen one once the head has left */
};

/* The flits of one virtual channel: a ring. */
struct port_buffer {
    uint64_t (*flits)[PORT_FLIT_WORDS]; /* [depth] */
    uint16_t tails;                     /* bit i: flits[i] is a tail */
    uint8_t head;                       /* place of the oldest flit */
    uint8_t count;                      /* flits stored */
};

/* A message that came. */
struct port_message {
    uint64_t head[PORT_FLIT_WORDS]; /* head flit */
    uint64_t data[16];              /* the line; zero in sectors that did not travel */
};

/* Scalars first: a port that has little to do touches them only. Each sink has a ring of two
 * message places. */
struct noc_port {
    struct noc_port_params params; /* sizes */
    bool carry_data;               /* move line data */

    uint32_t busy;      /* slots with a message; source s: from s * slots */
    uint32_t started;   /* slots whose head has left */
    uint32_t slot_mask; /* rr_arbiter mask of slots */
    uint32_t source_slots[NOC_PORT_SOURCES_MAX]; /* slots of a source; constant */
    uint8_t class_vcs[PORT_CLASSES];             /* channels a message may use; constant */
    uint8_t sink_bits;                 /* bits of the class that name the sink; constant */
    uint8_t owned;                     /* channels with an unfinished packet of ours */
    uint8_t has_credit;                /* channels whose credits are not 0 */
    uint8_t vc_mask;                   /* rr_arbiter mask of channels */
    uint8_t credits[NOC_PORT_VCS_MAX]; /* flits the router has room for, per channel */

    bool inject_valid; /* the inject register holds a flit */
    bool inject_tail;  /* it is the last of its packet */
    uint8_t inject_vc; /* its channel */
    uint64_t inject_flit[PORT_FLIT_WORDS];

    uint8_t nonempty;    /* channels with flits */
    uint8_t take_mask;   /* rr_arbiter mask of the assembler */
    uint8_t port_credit; /* credit register: channel a flit was taken from */
    bool locked;         /* a packet is under way */
    uint8_t lock_vc;     /* its channel */
    uint8_t lock_sink;   /* the sink it goes to */
    uint8_t coming;      /* its data sectors that have not come */
    uint8_t fill;        /* per sink: message place that is assembled */
    uint8_t oldest;      /* per sink: message place that is offered */
    uint8_t offered;     /* sinks with a complete message */
    uint8_t full;        /* sinks with two */

    uint64_t (*flits)[PORT_FLIT_WORDS]; /* [vcs * depth] storage of the buffers */
    struct port_buffer buffers[NOC_PORT_VCS_MAX];
    struct port_message messages[NOC_PORT_SINKS_MAX][PORT_MESSAGES];
    struct port_slot slots[PORT_SLOTS_MAX];
};

void noc_port_init(struct noc_port *, const struct noc_port_params *);
void noc_port_release(struct noc_port *);
void noc_port_reset(struct noc_port *);
void noc_port_outputs(const struct noc_port *, struct noc_port_out *);
void noc_port_step(struct noc_port *, const struct noc_port_in *);
bool noc_port_is_idle(const struct noc_port *);
uint64_t noc_port_hash(const struct noc_port *);

#endif
