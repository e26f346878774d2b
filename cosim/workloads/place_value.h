/* The bytes that every write of a trace of Accel-Sim leaves at an address, whoever writes
 * (accel_memory.h): none is zero, and those of one word of 8 bytes say little of another's. Part of
 * the trace format (docs/trace.md), which leaves them out. */
#ifndef MEMLOOM_PLACE_VALUE_H
#define MEMLOOM_PLACE_VALUE_H

#include "hash.h"

#include <string.h>

static inline uint64_t place_word(uint64_t place)
{
    return hash_word(0, place >> 3) | UINT64_C(0x0101010101010101);
}

/* Those of `size` bytes from a place on. */
static inline void place_value(uint64_t place, uint64_t size, void *bytes)
{
    uint8_t *to = bytes;
    if (size == 4 && !(place & 3)) { /* a lane's, as a rule */
        uint32_t half = (uint32_t)(place_word(place) >> 8 * (place & 4));
        memcpy(to, &half, 4);
        return;
    }
    for (; !(place & 7) && size >= 8; size -= 8, place += 8, to += 8) {
        uint64_t word = place_word(place);
        memcpy(to, &word, 8);
    }
    for (; size; size--, place++, to++)
        *to = (uint8_t)(place_word(place) >> 8 * (place & 7));
}

#endif
