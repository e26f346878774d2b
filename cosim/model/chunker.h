/* Twin of rtl/chunker.v, a function: the 32 B sectors that an answer carries
 * (docs/blocks/chunker.md). */
#ifndef MEMLOOM_CHUNKER_H
#define MEMLOOM_CHUNKER_H

#include <stdbool.h>
#include <stdint.h>

#include "byte_mask.h"
#include "chunker_ports.h"

/* Sectors with a byte in the mask, as a mask of four; all four unless chunking. */
static inline unsigned chunker_sectors(bool chunk, const uint64_t mask[2])
{
    return chunk ? touched_sectors(mask) : 15;
}

/* The same on the port structs of the module. */
void chunker_outputs_f(const struct chunker_params *, const struct chunker_in *,
                       struct chunker_out *);

#endif
