/* Twin of rtl/ccn_port.v: between MSHR, cooperative caching network and L2
 * (docs/blocks/ccn_port.md). */
#ifndef MEMLOOM_CCN_PORT_H
#define MEMLOOM_CCN_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_port_ports.h"
#include "request_ways.h"

enum { CCN_PORT_LINE_WORDS = 16 };

/* A message of the MSHR. */
struct ccn_message {
    uint64_t line;        /* line address */
    uint64_t mask[2];     /* bytes written or operated on */
    uint32_t id;          /* read: entry; else the request's id */
    uint16_t dest;        /* node of the partition that owns the line */
    uint8_t kind;         /* enum message_kind */
    uint8_t op;           /* atomic operation */
    uint8_t sectors;      /* wanted in the reply */
    uint8_t data_sectors; /* that travel along */
};

/* A read that is in the network. */
struct ccn_read {
    uint64_t line; /* line address */
    uint16_t dest; /* node of the partition that owns it */
};

struct ccn_port {
    struct ccn_port_params params; /* sizes */
    bool carry_data;               /* copy line data (default); false leaves it alone */
    struct request_ways ways;      /* where the core wrote */
    uint64_t parity_bits;          /* line bits whose XOR tells odd sets */

    bool held;                  /* a message is held */
    bool took;                  /* it came in the last step */
    bool held_skip;             /* the core was throttled then */
    bool held_written;          /* the core may have written there */
    bool held_remote;           /* it is of another core */
    bool held_out;              /* a read of a shared set, for another core, or once more: for L2 */
    uint64_t held_same;         /* entries that had its line in the network */
    struct ccn_message waiting; /* it */

    bool sent_waits;      /* what the requester sent past the MSHR is not noted yet: */
    bool sent_writes;     /* it is a store */
    uint16_t sent_region; /* of its line */

    uint64_t away;                               /* entries in the network */
    struct ccn_read reads[CCN_PORT_ENTRIES_MAX]; /* of these */

    bool asks;           /* a read is offered to L2 */
    bool back_turn;      /* the next one is taken from the ring, not from the buffer */
    unsigned asked;      /* its entry */
    bool answers;        /* a reply is offered to the MSHR */
    bool fill_turn;      /* the next one is taken from the ring, not from L2 */
    uint8_t answer_kind; /* the reply */
    uint32_t answer_id;
    uint64_t answer_line;
    uint64_t answer_data[CCN_PORT_LINE_WORDS];

    bool was_written; /* in the last step a read went past other L1s: the core wrote there */
    bool was_skipped; /* or, whether it did or not, as it was throttled */
    bool was_asked;   /* an own read went to L2, whatever the reason */
    bool was_odd;     /* with it: of an odd set */
};

void ccn_port_init(struct ccn_port *, const struct ccn_port_params *);
void ccn_port_release(struct ccn_port *);
void ccn_port_reset(struct ccn_port *);
void ccn_port_outputs(const struct ccn_port *, struct ccn_port_out *);
void ccn_port_step(struct ccn_port *, const struct ccn_port_in *);
bool ccn_port_is_idle(const struct ccn_port *);
/* The rings' offers change whose turn it is before they are taken. */
static inline bool ccn_port_sees_offers(const struct ccn_port_params *params, const char *interface)
{
    (void)params;
    (void)interface;
    return true;
}
static inline bool ccn_port_sleeps(const struct ccn_port *port, const struct ccn_port_in *in)
{
    return ccn_port_is_idle(port) && !in->fill_valid && !in->back_valid;
}
uint64_t ccn_port_hash(const struct ccn_port *);

#endif
