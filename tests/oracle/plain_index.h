/* The L1 set of a line as the page has it (docs/blocks/set_map.md), with / and %. */
#ifndef MEMLOOM_PLAIN_INDEX_H
#define MEMLOOM_PLAIN_INDEX_H

#include <stdint.h>

#include "plan.h"

/* Whether address bit `bit` of the line is set. */
static inline unsigned plain_address_bit(uint64_t line, unsigned bit)
{
    return (unsigned)(line * LINE_BYTES >> bit) % 2;
}

/* GPGPU-Sim's for Fermi: address bits 7 to 11 XOR bits 13, 14, 15, 17, 19; bit 12 is the upper one
 * of 64 sets. */
static inline unsigned plain_fermi_set(const struct config *config, uint64_t line)
{
    static const unsigned with[] = {13, 14, 15, 17, 19};
    unsigned set = config->l1_sets == 64 ? plain_address_bit(line, 12) * 32 : 0;
    for (unsigned i = 0; i < 5; i++)
        set += (plain_address_bit(line, 7 + i) ^ plain_address_bit(line, with[i])) << i;
    return set;
}

static inline unsigned plain_set_of(const struct config *config, uint64_t line)
{
    uint64_t set = line % config->l1_sets;
    if (config->l1_index == INDEX_FERMI)
        return plain_fermi_set(config, line);
    while (config->l1_index == INDEX_HASH && (line /= config->l1_sets))
        set ^= line % config->l1_sets;
    return (unsigned)set;
}

#endif
