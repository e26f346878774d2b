/* coalesce() is the definition; coalesce_dense() is the shortcut for the accesses that most kernels
 * make, compared with it in tests/unit/coalesce_test.c. */
#include "coalesce.h"

uint32_t coalesce(const uint64_t address[LANES], uint32_t lanes, unsigned size, unsigned shift,
                  bool serialise, uint64_t *line, uint64_t mask[2])
{
    uint64_t lowest = UINT64_MAX;
    uint32_t served = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint64_t at = address[__builtin_ctz(rest)];
        if (at >> shift > lowest)
            continue;
        if (at >> shift < lowest) { /* all before were in vain */
            lowest = at >> shift;
            served = 0;
            mask[0] = mask[1] = 0;
        }
        uint64_t bytes = ((UINT64_C(1) << size) - 1) << (at & 63); /* aligned: stays in its half */
        uint64_t *half = &mask[at >> 6 & 1];
        if (serialise && (*half & bytes))
            continue;
        *half |= bytes;
        served |= rest & -rest;
    }
    *line = lowest >> (LINE_SHIFT - shift);
    return served;
}

bool coalesce_is_dense(const struct instruction *record, uint32_t lanes)
{
    uint32_t run = lanes >> __builtin_ctz(lanes);
    return (record->flags & INSTRUCTION_STRIDED) && record->kind != INSTRUCTION_ATOMIC &&
           (record->stride == 0 || record->stride == record->size) && !(run & (run + 1));
}

/* The 64 bits of a line half that lie in the byte range from..to-1 of the line. */
static uint64_t half_mask(unsigned half, unsigned from, unsigned to)
{
    unsigned low = from > 64 * half ? from - 64 * half : 0;
    unsigned high = to > 64 * half ? to - 64 * half : 0;
    high = high > 64 ? 64 : high;
    return low < high ? (UINT64_MAX >> (64 - (high - low))) << low : 0;
}

uint32_t coalesce_dense(const struct instruction *record, uint32_t lanes, unsigned shift,
                        uint64_t *line, uint64_t mask[2])
{
    unsigned first = (unsigned)__builtin_ctz(lanes), size = record->size;
    uint64_t at = instruction_strided_address(record, first);
    unsigned from = at & ((1u << LINE_SHIFT) - 1), before = from & ((1u << shift) - 1);
    unsigned fits = ((1u << shift) - before) / size;
    unsigned count = (unsigned)__builtin_popcount(lanes);
    uint32_t served = lanes;
    unsigned to = from + size;
    if (record->stride) {
        count = count < fits ? count : fits;
        served = (UINT32_MAX >> (LANES - count)) << first;
        to = from + count * size;
    }
    mask[0] = half_mask(0, from, to);
    mask[1] = half_mask(1, from, to);
    *line = at >> LINE_SHIFT;
    return served;
}
