/* Twin of rtl/atomic_unit.v: executes atomics on lines (docs/blocks/atomic_unit.md). The twin of
 * the slice takes its arithmetic and its times, and writes all sectors at once. */
#ifndef MEMLOOM_ATOMIC_UNIT_H
#define MEMLOOM_ATOMIC_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "atomic_unit_ports.h"
#include "byte_mask.h"

enum { ATOMIC_SECTOR_WORDS = 4 };

enum atomic_op {
    ATOMIC_ADD,
    ATOMIC_EXCHANGE,
    ATOMIC_UNSIGNED_MIN,
    ATOMIC_UNSIGNED_MAX,
    ATOMIC_SIGNED_MIN,
    ATOMIC_SIGNED_MAX,
    ATOMIC_AND,
    ATOMIC_OR
};

/* A selected sector on its way. */
struct atomic_result_sector {
    uint64_t mask[2];                      /* bytes of the line that are written */
    uint64_t results[ATOMIC_SECTOR_WORDS]; /* what is written there */
    bool there;                            /* there is one */
};

struct atomic_unit {
    bool carry_data;                      /* move line data */
    bool busy;                            /* sectors of an atomic are selected */
    uint8_t left;                         /* those that are not selected yet */
    uint64_t mask[2];                     /* bytes of its complete words */
    struct atomic_result_sector computed; /* selected in the step before */
    struct atomic_result_sector written;  /* and in the one before that */
};

/* What an operation makes of the 32-bit word in memory and that of the request. */
static inline uint32_t atomic_result(enum atomic_op op, uint32_t old, uint32_t operand)
{
    switch (op) {
    case ATOMIC_ADD:
        return old + operand;
    case ATOMIC_EXCHANGE:
        return operand;
    case ATOMIC_UNSIGNED_MIN:
        return operand < old ? operand : old;
    case ATOMIC_UNSIGNED_MAX:
        return operand > old ? operand : old;
    case ATOMIC_SIGNED_MIN:
        return (int32_t)operand < (int32_t)old ? operand : old;
    case ATOMIC_SIGNED_MAX:
        return (int32_t)operand > (int32_t)old ? operand : old;
    case ATOMIC_AND:
        return old & operand;
    case ATOMIC_OR:
        return old | operand;
    }
    return old;
}

/* The same of a sector. */
static inline void atomic_sector(enum atomic_op op, const uint64_t *old, const uint64_t *operands,
                                 uint64_t *results)
{
    for (unsigned i = 0; i < ATOMIC_SECTOR_WORDS; i++) {
        uint32_t low = atomic_result(op, (uint32_t)old[i], (uint32_t)operands[i]);
        uint32_t high = atomic_result(op, (uint32_t)(old[i] >> 32), (uint32_t)(operands[i] >> 32));
        results[i] = (uint64_t)high << 32 | low;
    }
}

/* Of a mask of bytes those of complete 32-bit words. */
static inline uint64_t atomic_whole_words(uint64_t mask)
{
    uint64_t pairs = mask & mask >> 1;
    return (pairs & pairs >> 2 & UINT64_C(0x1111111111111111)) * 15;
}

/* Steps behind the one that begins an atomic until the next may begin: one for each sector. */
static inline unsigned atomic_steps(const uint64_t mask[2])
{
    unsigned sectors = touched_sectors(mask);
    return sectors ? (unsigned)__builtin_popcount(sectors) : 1;
}

/* Steps in which its sectors are written: bit k is the k-th behind the one that begins it. */
static inline unsigned atomic_writes(const uint64_t mask[2])
{
    return ((1u << __builtin_popcount(touched_sectors(mask))) - 1) << 3;
}

void atomic_unit_init(struct atomic_unit *, const struct atomic_unit_params *);
void atomic_unit_release(struct atomic_unit *);
void atomic_unit_reset(struct atomic_unit *);
void atomic_unit_outputs(const struct atomic_unit *, struct atomic_unit_out *);
void atomic_unit_step(struct atomic_unit *, const struct atomic_unit_in *);
bool atomic_unit_is_idle(const struct atomic_unit *);
uint64_t atomic_unit_hash(const struct atomic_unit *);

#endif
