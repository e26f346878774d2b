/* Twin of rtl/pc_hash.v, a function: instruction id and check bits of a program counter
 * (docs/blocks/pc_hash.md). */
#ifndef MEMLOOM_PC_HASH_H
#define MEMLOOM_PC_HASH_H

#include <stdint.h>

#include "pc_hash_ports.h"

/* Rotates 7 bits to the left by 0..6. */
static inline unsigned pc_hash_rotate(unsigned group, unsigned by)
{
    return (group << by | group >> (7 - by)) & 127;
}

/* The 7-bit instruction id: XOR of the 7-bit groups of the instruction's number. */
static inline unsigned pc_hash_insn(uint64_t pc)
{
    unsigned insn = 0;
    for (uint64_t rest = pc >> 3; rest; rest >>= 7)
        insn ^= rest & 127;
    return insn;
}

/* 7 more bits: XOR of the groups above the lowest, rotated by 0, 1, 2, ... */
static inline unsigned pc_hash_check(uint64_t pc)
{
    unsigned check = 0, by = 0;
    for (uint64_t rest = pc >> 10; rest; rest >>= 7)
        check ^= pc_hash_rotate(rest & 127, by++);
    return check;
}

/* The same on the port structs of the module. */
void pc_hash_outputs_f(const struct pc_hash_params *, const struct pc_hash_in *,
                       struct pc_hash_out *);

#endif
