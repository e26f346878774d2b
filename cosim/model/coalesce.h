/* The coalescer's rule as a pure function: one request per distinct segment (a 128 B line, or part
 * of one), ascending. Lanes of an atomic that meet in one word go to different requests. */
#ifndef MEMLOOM_COALESCE_H
#define MEMLOOM_COALESCE_H

#include "instruction.h"

enum { LINE_SHIFT = 7 };

/* Of the given lanes those of the lowest segment, of 2^shift bytes: returned as lane mask, with the
 * line address and the bytes touched. With `serialise` no byte is taken twice. Addresses are
 * multiples of size. Without lanes it is 0, and neither line nor bytes are meant. */
uint32_t coalesce(const uint64_t address[LANES], uint32_t lanes, unsigned size, unsigned shift,
                  bool serialise, uint64_t *line, uint64_t mask[2]);
/* The same for a record with INSTRUCTION_STRIDED whose stride is 0 or its size, lanes without gap,
 * not serialised: no loop over lanes. */
bool coalesce_is_dense(const struct instruction *, uint32_t lanes);
uint32_t coalesce_dense(const struct instruction *, uint32_t lanes, unsigned shift, uint64_t *line,
                        uint64_t mask[2]);

#endif
