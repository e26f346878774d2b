/* Twin of rtl/l1_arbiter.v: collects the sources of L1 accesses, today the core's own requests
 * only, into one stream
 * (docs/blocks/l1_arbiter.md). */
#ifndef MEMLOOM_L1_ARBITER_H
#define MEMLOOM_L1_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

#include "l1_arbiter_ports.h"

enum { L1_ARBITER_QUEUE = 2 }; /* accesses that wait */

struct l1_arbiter_access {
    uint8_t kind;      /* load, load_bypass, store, atomic, fetch */
    uint8_t op;        /* atomic operation */
    uint16_t id;       /* comes back with the response */
    uint64_t line;     /* line address */
    uint64_t mask[2];  /* bytes read or written */
    uint64_t data[16]; /* store data or atomic operands */
};

struct l1_arbiter {
    bool carry_data;      /* copy line data (default); false leaves it alone */
    unsigned first;       /* place of the oldest access */
    unsigned count;       /* accesses that wait */
    struct l1_arbiter_access queue[L1_ARBITER_QUEUE]; /* ring */
};

void l1_arbiter_init(struct l1_arbiter *, const struct l1_arbiter_params *);
void l1_arbiter_release(struct l1_arbiter *);
void l1_arbiter_reset(struct l1_arbiter *);
void l1_arbiter_outputs(const struct l1_arbiter *, struct l1_arbiter_out *);
void l1_arbiter_step(struct l1_arbiter *, const struct l1_arbiter_in *);
bool l1_arbiter_is_idle(const struct l1_arbiter *);
uint64_t l1_arbiter_hash(const struct l1_arbiter *);

#endif
