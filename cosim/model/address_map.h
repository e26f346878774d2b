/* Twin of rtl/address_map.v, a function: the memory partition that owns a line. */
#ifndef MEMLOOM_ADDRESS_MAP_H
#define MEMLOOM_ADDRESS_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "address_map_ports.h"

/* `value` as a polynomial over GF(2), modulo an irreducible one of that degree (0..6). */
static inline uint64_t polynomial_remainder(uint64_t value, unsigned degree)
{
    static const uint8_t irreducible[] = {1, 3, 7, 11, 19, 37, 67}; /* x^4 + x + 1 = 19 */
    while (value >> degree) {
        unsigned above = 63 - (unsigned)__builtin_clzll(value) - degree;
        value ^= (uint64_t)irreducible[degree] << above;
    }
    return value;
}

/* 2^chunk_bits consecutive lines make a chunk. Chunks go to partitions (1..64) in turn, or (hash; a
 * power of two of partitions) by the remainder of their number as a polynomial. */
static inline unsigned address_map_partition(uint64_t line, unsigned chunk_bits,
                                             unsigned partitions, bool hash)
{
    uint64_t chunk = line >> chunk_bits;
    if (hash)
        return (unsigned)polynomial_remainder(chunk, (unsigned)__builtin_ctz(partitions));
    return (unsigned)(chunk % partitions);
}

/* The same, and the node of the partition, on the port structs of the module. */
void address_map_outputs_f(const struct address_map_params *, const struct address_map_in *,
                           struct address_map_out *);

#endif
