/* Twin of rtl/ram_fifo.v: first-in first-out queue in a RAM with registered read
 * (docs/blocks/ram_fifo.md). */
#ifndef MEMLOOM_RAM_FIFO_H
#define MEMLOOM_RAM_FIFO_H

#include <stdbool.h>
#include <stdint.h>

#include "fifo.h"
#include "ram_fifo_ports.h"

struct ram_fifo {
    struct fifo queue; /* the words, that at the output included */
    bool front;        /* the oldest one is at the output */
};

void ram_fifo_init(struct ram_fifo *, const struct ram_fifo_params *);
void ram_fifo_release(struct ram_fifo *);
void ram_fifo_reset(struct ram_fifo *);
void ram_fifo_outputs(const struct ram_fifo *, struct ram_fifo_out *);
void ram_fifo_step(struct ram_fifo *, const struct ram_fifo_in *);
bool ram_fifo_is_idle(const struct ram_fifo *); /* nothing to get or to fetch */
uint64_t ram_fifo_hash(const struct ram_fifo *);

#endif
