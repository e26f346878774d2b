/* Twin of rtl/depacketizer.v: packets of flits to messages (docs/blocks/depacketizer.md).
 *
 * Masks hold one bit per channel or sink. The twin of noc_port embeds it and reads its registers.
 */
#ifndef MEMLOOM_DEPACKETIZER_H
#define MEMLOOM_DEPACKETIZER_H

#include <stdbool.h>
#include <stdint.h>

#include "depacketizer_ports.h"
#include "head_flit.h"
#include "mask.h"

enum { DEPACKETIZER_PLACES = 2 }; /* messages of a sink */

/* The flits of one virtual channel: a ring. */
struct packet_buffer {
    uint64_t (*flits)[PACKET_FLIT_WORDS]; /* [depth] */
    uint16_t tails;                       /* bit i: flits[i] is a tail */
    uint8_t head;                         /* place of the oldest flit */
    uint8_t count;                        /* flits stored */
};

/* What the router drives; it stands still between two edges of the network. */
struct packet_wires {
    bool valid, tail;
    uint8_t vc;
    const uint64_t *flit;
};

/* A message that came. */
struct packet_message {
    uint64_t head[PACKET_HEAD_WORDS]; /* head flit */
    uint64_t data[PACKET_LINE_WORDS]; /* the line; zero in sectors that did not travel */
};

/* Scalars first: a port that has little to do touches them only. Each sink has a ring of two
 * message places. The line of the oldest message is in registers, data flits of the one behind it
 * wait in the RAM; where they are matters for the time at which the message can be offered only. */
struct depacketizer {
    struct depacketizer_params params; /* sizes */
    bool carry_data;                   /* move line data */

    uint8_t words;       /* of a flit; constant */
    uint8_t sink_bits;   /* bits of the class that name the sink; constant */
    uint8_t one_line;    /* sinks with one line in registers: all or none; constant */
    uint8_t nonempty;    /* channels with flits */
    uint8_t take_mask;   /* rr_arbiter mask of the assembler */
    uint8_t port_credit; /* credit register: channels a flit was taken from */
    bool early;          /* the flit on the wires was taken before the network's edge */
    bool locked;         /* a packet is under way */
    uint8_t lock_vc;     /* its channel */
    uint8_t lock_sink;   /* the sink it goes to */
    uint16_t coming;     /* its pieces (head_flit.h) that have not come */
    uint8_t fill;        /* per sink: message place that is assembled */
    uint8_t oldest;      /* per sink: message place that is offered */
    uint8_t complete;    /* sinks with a complete message */
    uint8_t full;        /* sinks with two */
    uint8_t fetching;    /* sinks whose oldest message has data flits in the RAM */
    uint8_t lacking;     /* and those for which the last of them is on its way to the line */
    bool denied;         /* at the edge before the RAM was the buffers' while one was fetching */
    uint16_t kept[DEPACKETIZER_SINKS_MAX][DEPACKETIZER_PLACES]; /* a message's pieces in the RAM */

    uint64_t (*flits)[PACKET_FLIT_WORDS]; /* [vcs * depth] storage of the buffers */
    struct packet_buffer buffers[DEPACKETIZER_VCS_MAX];
    struct packet_message messages[DEPACKETIZER_SINKS_MAX][DEPACKETIZER_PLACES];
};

void depacketizer_init(struct depacketizer *, const struct depacketizer_params *);
void depacketizer_release(struct depacketizer *);
void depacketizer_reset(struct depacketizer *);
void depacketizer_outputs(const struct depacketizer *, struct depacketizer_out *);
void depacketizer_step(struct depacketizer *, const struct depacketizer_in *);
bool depacketizer_is_idle(const struct depacketizer *);
uint64_t depacketizer_hash(const struct depacketizer *);

/* No flit and no message is under way: without input a step changes nothing. */
static inline bool depacketizer_rests(const struct depacketizer *d)
{
    return !(d->port_credit | d->nonempty | d->complete | d->early | d->lacking);
}

/* Sinks that offer a message: the whole line of it is in registers. */
static inline unsigned depacketizer_offers(const struct depacketizer *d)
{
    return d->complete & (unsigned)~d->lacking;
}

/* Whether a flit is on the wires, not taken yet, that passes the buffers: nothing in them can be
 * taken before it. */
bool depacketizer_goes_straight(const struct depacketizer *, const struct packet_wires *);

/* One edge: a flit that is on the wires passes the buffers, at any edge; or, at one of the network,
 * the assembler takes one from a buffer and the flit is put into that of its channel. Returns
 * whether the read port of the RAM is the buffers': one of them has a flit behind its oldest one.
 */
bool depacketizer_receive(struct depacketizer *, bool noc_en, const struct packet_wires *);

/* Behind it at each edge: unless the RAM is the buffers', one sink's next data flit is fetched from
 * there. */
static inline void depacketizer_fetch(struct depacketizer *d, bool refills)
{
    d->lacking = d->fetching;
    d->denied = d->fetching && refills;
    if (!d->fetching || refills)
        return;
    unsigned sink = lowest(d->fetching);
    uint16_t *kept = &d->kept[sink][d->oldest >> sink & 1];
    *kept &= (uint16_t)(*kept - 1);
    if (!*kept)
        d->fetching &= (uint8_t) ~(1u << sink);
}

/* Behind that: the messages of these sinks, on offer before the edge, are taken. */
void depacketizer_hand_over(struct depacketizer *, unsigned sinks);

/* Where the messages on offer are shown, per sink: fields of the outputs of depacketizer, or of its
 * host. */
struct packet_view {
    uint64_t *kind, *op, *src, *line, *id, *sectors, *data_sectors;
    uint64_t (*mask)[2];
    uint64_t (*data)[PACKET_LINE_WORDS];
};

void depacketizer_show(const struct depacketizer *, const struct packet_view *);

#endif
