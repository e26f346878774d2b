/* Writes of single bytes into a line of 16 words, selected by a mask of 128 bits (ram_1r1w with
 * MASK_BITS = 128). */
#ifndef MEMLOOM_BYTE_MASK_H
#define MEMLOOM_BYTE_MASK_H

#include <stdint.h>

/* The low eight bits of `bits`, each spread over a byte: bit i is picked in byte i, then a byte
 * that is not zero becomes 255. */
static inline uint64_t byte_mask(uint64_t bits)
{
    const uint64_t each = UINT64_C(0x8040201008040201), top = UINT64_C(0x8080808080808080);
    uint64_t picked = ((bits & 255) * UINT64_C(0x0101010101010101)) & each;
    uint64_t set = (((picked & ~top) + ~top) | picked) & top;
    return (set >> 7) * 255;
}

static inline void merge_bytes(uint64_t *line, const uint64_t *bytes, const uint64_t *mask)
{
    for (unsigned word = 0; word < 16; word++) {
        uint64_t select = byte_mask(mask[word / 8] >> (word % 8 * 8));
        line[word] = (line[word] & ~select) | (bytes[word] & select);
    }
}

#endif
