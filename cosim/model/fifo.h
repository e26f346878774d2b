/* Twin of rtl/fifo.v: first-in first-out queue, first word falls through, registered boundaries
 * (docs/blocks/fifo.md). */
#ifndef MEMLOOM_FIFO_H
#define MEMLOOM_FIFO_H

#include <stdbool.h>
#include <stdint.h>

#include "fifo_ports.h"

struct fifo {
    unsigned depth;    /* words it holds */
    unsigned words;    /* 64-bit words of one word of the queue */
    uint64_t *storage; /* depth x words; a place outside the queue keeps what was last there */
    unsigned first;    /* place of the oldest word */
    unsigned count;    /* words stored */
};

void fifo_init(struct fifo *, const struct fifo_params *);
void fifo_release(struct fifo *);
void fifo_reset(struct fifo *);
void fifo_outputs(const struct fifo *, struct fifo_out *);
void fifo_step(struct fifo *, const struct fifo_in *);
bool fifo_is_idle(const struct fifo *); /* nothing to get */
uint64_t fifo_hash(const struct fifo *);

#endif
