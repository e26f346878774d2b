/* Twin of rtl/atomic_unit.v: executes an atomic on a line (docs/blocks/atomic_unit.md). The twin of
 * the slice takes its arithmetic and the number of its steps, and writes all sectors at once. */
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

struct atomic_unit {
    bool carry_data;                        /* move line data */
    bool busy;                              /* an atomic is executed */
    uint8_t left;                           /* its sectors that are not selected yet */
    uint8_t computed;                       /* the sector that is computed, a mask of one or none */
    uint8_t written;                        /* the one that is written */
    uint64_t mask[2];                       /* bytes of its complete words */
    uint64_t results[ATOMIC_SECTOR_WORDS];  /* of the sector that is computed */
    uint64_t complete[ATOMIC_SECTOR_WORDS]; /* of the one that is written */
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

/* Steps from the one that begins an atomic to the one that ends it. */
static inline unsigned atomic_steps(const uint64_t mask[2])
{
    unsigned sectors = touched_sectors(mask);
    return sectors ? (unsigned)__builtin_popcount(sectors) + 2 : 1;
}

void atomic_unit_init(struct atomic_unit *, const struct atomic_unit_params *);
void atomic_unit_release(struct atomic_unit *);
void atomic_unit_reset(struct atomic_unit *);
void atomic_unit_outputs(const struct atomic_unit *, struct atomic_unit_out *);
void atomic_unit_step(struct atomic_unit *, const struct atomic_unit_in *);
bool atomic_unit_is_idle(const struct atomic_unit *);
uint64_t atomic_unit_hash(const struct atomic_unit *);

#endif
