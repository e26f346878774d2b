/* Bytes and sectors of a line's mask, one by one. */
#ifndef MEMLOOM_LINE_BYTES_H
#define MEMLOOM_LINE_BYTES_H

#include <stdint.h>

enum { BYTES = 128 };

static inline void write_bytes(uint64_t *line, const uint64_t *data, const uint64_t *mask)
{
    for (unsigned byte = 0; byte < BYTES; byte++)
        if (mask[byte / 64] >> byte % 64 & 1)
            ((uint8_t *)line)[byte] = ((const uint8_t *)data)[byte];
}

static inline unsigned touched_sectors(const uint64_t *mask)
{
    unsigned sectors = 0;
    for (unsigned sector = 0; sector < 4; sector++)
        if (mask[sector / 2] >> sector % 2 * 32 & 0xffffffff)
            sectors |= 1u << sector;
    return sectors;
}

#endif
