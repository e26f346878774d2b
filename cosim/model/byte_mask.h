/* Masks of the 128 bytes of a line, two words: writes of the bytes selected (ram_1r1w with
 * MASK_BITS = 128), the sectors touched. */
#ifndef MEMLOOM_BYTE_MASK_H
#define MEMLOOM_BYTE_MASK_H

#include <stdint.h>
#include <string.h>

/* The low eight bits of `bits`, each spread over a byte: bit i is picked in byte i, then a byte
 * that is not zero becomes 255. */
static inline uint64_t byte_mask(uint64_t bits)
{
    const uint64_t each = UINT64_C(0x8040201008040201), top = UINT64_C(0x8080808080808080);
    uint64_t picked = ((bits & 255) * UINT64_C(0x0101010101010101)) & each;
    uint64_t set = (((picked & ~top) + ~top) | picked) & top;
    return (set >> 7) * 255;
}

/* The 32 B sectors with a byte in the mask, as a mask of four. */
static inline unsigned touched_sectors(const uint64_t mask[2])
{
    const uint64_t low = UINT64_C(0xffffffff);
    return (unsigned)((mask[0] & low) != 0) | (unsigned)(mask[0] > low) << 1 |
           (unsigned)((mask[1] & low) != 0) << 2 | (unsigned)(mask[1] > low) << 3;
}

/* Often a whole line. */
static inline void merge_bytes(uint64_t *line, const uint64_t *bytes, const uint64_t *mask)
{
    if (!~(mask[0] & mask[1])) {
        memcpy(line, bytes, 16 * sizeof *line);
        return;
    }
    for (unsigned word = 0; word < 16; word++) {
        uint64_t select = byte_mask(mask[word / 8] >> (word % 8 * 8));
        line[word] = (line[word] & ~select) | (bytes[word] & select);
    }
}

#endif
