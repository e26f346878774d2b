/* Twin of rtl/l1_arbiter.v: collects the core's own requests and those of other cores into one
 * stream of L1 accesses, local first (docs/blocks/l1_arbiter.md). Without other cores' requests it
 * is a queue of two. */
#ifndef MEMLOOM_L1_ARBITER_H
#define MEMLOOM_L1_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

#include "l1_arbiter_ports.h"

enum { L1_ARBITER_QUEUE = 2 }; /* accesses of one source that wait */

struct l1_arbiter_access {
    uint8_t kind;      /* load, load_bypass, store, atomic, fetch */
    uint8_t op;        /* local: atomic operation, else 0 */
    uint8_t sectors;   /* remote: sectors wanted, else 0 */
    uint8_t insn;      /* instruction id (with line protection) */
    uint8_t check;     /* local: the rest of the hash, else 0 */
    bool foreign;      /* local: load: line of another home; store: update the L1 only */
    uint16_t id;       /* comes back with the response */
    uint16_t node;     /* remote: node of the requester, else 0 */
    uint64_t line;     /* line address */
    uint64_t mask[2];  /* bytes read or written */
    uint64_t data[16]; /* store data or atomic operands */
};

struct l1_arbiter_queue {
    unsigned first;                                      /* place of the oldest access */
    unsigned count;                                      /* accesses that wait */
    struct l1_arbiter_access accesses[L1_ARBITER_QUEUE]; /* ring */
};

struct l1_arbiter {
    bool carry_data;                /* copy line data (default); false leaves it alone */
    unsigned age_limit;             /* local accesses that may pass a remote one; 0: any number */
    unsigned age;                   /* how many have passed the remote head, 0..age_limit */
    struct l1_arbiter_queue local;  /* of the own core */
    struct l1_arbiter_queue remote; /* of other cores */
};

void l1_arbiter_init(struct l1_arbiter *, const struct l1_arbiter_params *);
void l1_arbiter_release(struct l1_arbiter *);
void l1_arbiter_reset(struct l1_arbiter *);
void l1_arbiter_outputs(const struct l1_arbiter *, struct l1_arbiter_out *);
void l1_arbiter_step(struct l1_arbiter *, const struct l1_arbiter_in *);
bool l1_arbiter_is_idle(const struct l1_arbiter *);
/* A queue acts at handshakes only. */
static inline bool l1_arbiter_sleeps(const struct l1_arbiter *queue, const struct l1_arbiter_in *in)
{
    (void)queue;
    (void)in;
    return true;
}
uint64_t l1_arbiter_hash(const struct l1_arbiter *);

#endif
