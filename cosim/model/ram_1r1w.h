/* Twin of rtl/ram_1r1w.v: storage with one write and one registered read port, old data on a
 * collision
 * (docs/blocks/ram_1r1w.md). */
#ifndef MEMLOOM_RAM_1R1W_H
#define MEMLOOM_RAM_1R1W_H

#include <stdbool.h>
#include <stdint.h>

#include "ram_1r1w_ports.h"

struct ram_1r1w {
    struct ram_1r1w_params params; /* width, depth, mask bits */
    unsigned words;                /* 64-bit words of one word of the storage */
    unsigned part;                 /* bits that share one mask bit */
    uint64_t *storage;             /* depth x words; zero (RTL: undefined) before a write */
    uint64_t *read_data;           /* words: what the last read returned */
};

void ram_1r1w_init(struct ram_1r1w *, const struct ram_1r1w_params *);
void ram_1r1w_release(struct ram_1r1w *);
void ram_1r1w_outputs(const struct ram_1r1w *, struct ram_1r1w_out *);
void ram_1r1w_step(struct ram_1r1w *, const struct ram_1r1w_in *);
bool ram_1r1w_is_idle(const struct ram_1r1w *);
uint64_t ram_1r1w_hash(const struct ram_1r1w *);

#endif
