/* Twin of rtl/regfile_1r1w.v: storage with one write port and one combinational read port
 * (docs/blocks/regfile_1r1w.md).
 * The only block whose output depends on an input of the same cycle, the read address. */
#ifndef MEMLOOM_REGFILE_1R1W_H
#define MEMLOOM_REGFILE_1R1W_H

#include <stdbool.h>
#include <stdint.h>

#include "regfile_1r1w_ports.h"

struct regfile_1r1w {
    unsigned depth;    /* words it holds */
    unsigned words;    /* 64-bit words of one word of the storage */
    uint64_t *storage; /* depth x words; zero before the first write, where the RTL is undefined */
};

void regfile_1r1w_init(struct regfile_1r1w *, const struct regfile_1r1w_params *);
void regfile_1r1w_release(struct regfile_1r1w *);
void regfile_1r1w_outputs_in(const struct regfile_1r1w *, const struct regfile_1r1w_in *,
                             struct regfile_1r1w_out *);
void regfile_1r1w_step(struct regfile_1r1w *, const struct regfile_1r1w_in *);
bool regfile_1r1w_is_idle(const struct regfile_1r1w *);
uint64_t regfile_1r1w_hash(const struct regfile_1r1w *);

#endif
