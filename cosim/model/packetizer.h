/* Twin of rtl/packetizer.v: messages to packets of flits (docs/blocks/packetizer.md).
 *
 * The head flit of a message is built when the message is taken; masks hold one bit per slot or
 * channel. The twin of noc_port embeds it and reads its inject register. */
#ifndef MEMLOOM_PACKETIZER_H
#define MEMLOOM_PACKETIZER_H

#include <stdbool.h>
#include <stdint.h>

#include "head_flit.h"
#include "packetizer_ports.h"

enum {
    PACKETIZER_CLASSES = 3, /* message classes there are; CLASSES of them have own channels */
    PACKETIZER_ALL_SLOTS = PACKETIZER_SOURCES_MAX * PACKETIZER_SLOTS_MAX
};

/* A message that leaves. */
struct packet_slot {
    uint64_t left;                    /* its pieces (head_flit.h) that have not left */
    uint64_t head[PACKET_HEAD_WORDS]; /* head flit, without the sender's node */
    uint64_t data[PACKET_LINE_WORDS]; /* the line */
};

/* Scalars first: a port that has little to do touches them only. */
struct packetizer {
    struct packetizer_params params; /* sizes */
    bool carry_data;                 /* move line data */
    unsigned words;                  /* of a flit; constant */
    unsigned slots_of_all;           /* constant */

    uint32_t busy;      /* slots with a message; source s: from s * slots, TURNS: from 0 */
    uint32_t loaded;    /* of these the ones with data */
    uint8_t ready;      /* sources with a slot that is free */
    bool holds;         /* LINE_SOURCE: a line came whose message has not */
    bool takes_line;    /* LINE_SOURCE: there is room for one more */
    uint8_t turn;       /* TURNS: the source whose turn it is, one-hot; else all */
    uint32_t started;   /* slots whose head has left */
    uint32_t waiting;   /* BY_LINE: slots that wait for others to send their packets first */
    uint32_t slot_mask; /* rr_arbiter mask of slots */
    uint32_t source_slots[PACKETIZER_SOURCES_MAX]; /* slots of a source; constant */
    uint8_t class_vcs[PACKETIZER_CLASSES];         /* channels a message may use; constant */
    uint8_t owned;                                 /* channels with an unfinished packet of ours */
    uint8_t has_credit;                            /* channels whose credits are not 0 */
    uint8_t mixed;   /* ESCAPE: channels, unless empty, with a packet of class 0 */
    uint8_t vc_mask; /* rr_arbiter mask of channels */
    uint8_t credits[PACKETIZER_VCS_MAX]; /* flits the router has room for, per channel */

    bool closed; /* nothing leaves at this edge: at the last one a message may have gone straight */
    bool inject_valid;                      /* the inject register holds a flit */
    bool inject_tail;                       /* it is the last of its packet */
    uint8_t inject_vc;                      /* its channel */
    uint8_t slot_vcs[PACKETIZER_ALL_SLOTS]; /* channels that a slot's message may use: its class's;
                                               the chosen one once the head has left; BY_LINE:
                                               always the one of its line */
    uint64_t inject_flit[PACKET_FLIT_WORDS];

    uint32_t slot_after[PACKETIZER_ALL_SLOTS]; /* BY_LINE: slots that a waiting one waits for */
    struct packet_slot slots[PACKETIZER_ALL_SLOTS];
    uint64_t held[PACKET_LINE_WORDS]; /* the line */
};

void packetizer_init(struct packetizer *, const struct packetizer_params *);
void packetizer_release(struct packetizer *);
void packetizer_reset(struct packetizer *);
void packetizer_outputs(const struct packetizer *, struct packetizer_out *);
void packetizer_step(struct packetizer *, const struct packetizer_in *);
bool packetizer_is_idle(const struct packetizer *);
uint64_t packetizer_hash(const struct packetizer *);

/* No message and no flit is under way: without input a step changes nothing. */
static inline bool packetizer_rests(const struct packetizer *p)
{
    return !(p->busy | p->inject_valid | p->closed);
}

/* Of these offers those that a step looks at: what is taken, and with TURNS all. */
static inline uint64_t packetizer_looks_at(const struct packetizer *p, uint64_t offers)
{
    return p->params.turns ? offers : offers & p->ready;
}

#endif
