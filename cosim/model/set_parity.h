/* Twin of rtl/set_parity.v, a function: whether a line's L1 set is odd
 * (docs/blocks/set_parity.md). */
#ifndef MEMLOOM_SET_PARITY_H
#define MEMLOOM_SET_PARITY_H

#include <stdbool.h>
#include <stdint.h>

#include "set_map.h"
#include "set_parity_ports.h"

/* Mask of the line bits whose XOR is the low bit of the set number. */
static inline uint64_t set_parity_bits(const struct set_parity_params *p)
{
    unsigned group = port_clog2(p->sets);
    uint64_t bits = group != 0;
    if (p->hash_index == HASH_GROUPS && group)
        for (unsigned at = group; at < p->line_bits; at += group)
            bits |= UINT64_C(1) << at;
    if (p->hash_index == HASH_FERMI && group && group <= 6)
        bits |= 1 << 6;
    return bits;
}

static inline bool set_parity_odd(uint64_t bits, uint64_t line)
{
    return __builtin_parityll(line & bits);
}

/* The same on the port structs of the module. */
void set_parity_outputs_f(const struct set_parity_params *, const struct set_parity_in *,
                          struct set_parity_out *);

#endif
