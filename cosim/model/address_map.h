/* Twin of rtl/address_map.v, a function: the memory partition that owns a line. */
#ifndef MEMLOOM_ADDRESS_MAP_H
#define MEMLOOM_ADDRESS_MAP_H

#include <stdint.h>

#include "address_map_ports.h"

/* 2^chunk_bits consecutive lines make a chunk. A power of two of partitions (1..64) takes the
 * chunk's low bits; any other
 * number is served by Fibonacci hashing: multiply by 65536 / golden ratio, scale. */
static inline unsigned address_map_partition(uint64_t line, unsigned chunk_bits,
                                             unsigned partitions)
{
    uint64_t chunk = line >> chunk_bits;
    if (!(partitions & (partitions - 1)))
        return (unsigned)(chunk & (partitions - 1));
    uint64_t folded = (chunk ^ chunk >> 16 ^ chunk >> 32) & 0xffff;
    return (unsigned)((folded * 40503 & 0xffff) * partitions >> 16);
}

/* The same, and the node of the partition, on the port structs of the module. */
void address_map_outputs_f(const struct address_map_params *, const struct address_map_in *,
                           struct address_map_out *);

#endif
