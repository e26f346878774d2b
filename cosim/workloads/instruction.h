/* Warp instructions: what a kernel hands to the SM front end. A warp's stream is a sequence of
 * records of this struct, each followed by its payload; the same bytes travel in a trace
 * (docs/trace.md). Little endian, 8-byte aligned.
 *
 *   record   struct instruction (40 bytes)
 *   payload  if not INSTRUCTION_STRIDED: one u32 offset from `base` per active lane, ascending
 *            if INSTRUCTION_DATA: `size` bytes per active lane, ascending: operand of a store or
 *            atomic (always there), expected bytes of a load; once if all lanes load one address
 *            zeros up to a multiple of 8
 */
#ifndef MEMLOOM_INSTRUCTION_H
#define MEMLOOM_INSTRUCTION_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 32 };

/* The first five codes are the kinds of line requests in docs/interfaces.md. */
enum instruction_kind {
    INSTRUCTION_LOAD,
    INSTRUCTION_LOAD_BYPASS,
    INSTRUCTION_STORE,
    INSTRUCTION_ATOMIC,
    INSTRUCTION_FETCH,
    INSTRUCTION_ALU,         /* `count` instructions that touch no memory */
    INSTRUCTION_BARRIER,     /* waits for the block's warps, or as many as use_distance says */
    INSTRUCTION_EXIT,        /* last of every warp */
    INSTRUCTION_SHARED_LOAD, /* of the block's shared memory, whose bytes are not carried */
    INSTRUCTION_SHARED_STORE,
    INSTRUCTION_FENCE, /* waits for the warp's own requests */
    INSTRUCTION_KINDS
};

/* Operations of an atomic (docs/interfaces.md, messages). */
enum atomic_op {
    ATOMIC_ADD,
    ATOMIC_EXCHANGE,
    ATOMIC_UMIN,
    ATOMIC_UMAX,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_AND,
    ATOMIC_OR
};

/* Classes of arithmetic, in the op of an ALU record. */
enum arithmetic { ARITHMETIC_SP, ARITHMETIC_INT, ARITHMETIC_SFU, ARITHMETIC_CLASSES };

enum { RESULT_DISTANCE_MAX = 7 }; /* use distance of arithmetic */
enum { BARRIERS = 16 };           /* of a block, by number */

enum instruction_flags {
    INSTRUCTION_STRIDED = 1,    /* lane l accesses base + stride * l, no offsets follow */
    INSTRUCTION_DATA = 2,       /* bytes per active lane follow */
    INSTRUCTION_MAY_DIFFER = 4, /* racy load: its bytes are not checked */
    INSTRUCTION_RETURNS = 8,    /* atomic whose old value is waited for, as a load's is */
    INSTRUCTION_GOES_ON = 16    /* barrier at which the warp arrives and does not wait */
};

struct instruction {
    uint64_t base;         /* byte address the lanes' addresses count from; of shared memory
                              within that of the block */
    uint32_t pc;           /* of the static instruction */
    uint32_t mask;         /* active lanes */
    int32_t stride;        /* bytes from lane to lane when strided */
    uint32_t count;        /* warp instructions in this record: 1, for ALU 1 or more */
    uint32_t bytes;        /* record and payload, a multiple of 8 */
    uint16_t use_distance; /* whose value is needed: warp instructions that may issue after this one
                              before its value is needed; barriers: warps that meet, 0: all */
    uint8_t kind;          /* enum instruction_kind */
    uint8_t size;          /* bytes per lane: 1, 2, 4, 8 or 16; every address is a multiple of it */
    uint8_t op;            /* enum atomic_op, enum arithmetic; barriers: number */
    uint8_t flags;         /* enum instruction_flags */
    uint8_t zero[6];       /* reserved, zero */
};
static_assert(sizeof(struct instruction) == 40, "the record's layout is part of the trace format");

/* One of these kinds, bits of a set. */
static inline bool instruction_is_of(const struct instruction *record, unsigned kinds)
{
    return kinds >> record->kind & 1;
}

/* It makes line requests. */
static inline bool instruction_is_memory(const struct instruction *record)
{
    return record->kind <= INSTRUCTION_FETCH;
}

static inline bool instruction_is_shared(const struct instruction *record)
{
    return instruction_is_of(record,
                             1u << INSTRUCTION_SHARED_LOAD | 1u << INSTRUCTION_SHARED_STORE);
}

/* It has addresses and passes the load/store unit. */
static inline bool instruction_is_access(const struct instruction *record)
{
    return instruction_is_memory(record) || instruction_is_shared(record);
}

/* A load's value comes back into registers. */
static inline bool instruction_is_load(const struct instruction *record)
{
    return instruction_is_of(record, 1u << INSTRUCTION_LOAD | 1u << INSTRUCTION_LOAD_BYPASS |
                                         1u << INSTRUCTION_FETCH | 1u << INSTRUCTION_SHARED_LOAD);
}

/* The warp waits for its value, at the latest when that is used. */
static inline bool instruction_is_awaited(const struct instruction *record)
{
    return instruction_is_load(record) | ((record->flags & INSTRUCTION_RETURNS) != 0);
}

/* All lanes load one address: the data is there once. */
static inline bool instruction_is_broadcast(const struct instruction *record)
{
    return instruction_is_load(record) && (record->flags & INSTRUCTION_STRIDED) && !record->stride;
}

/* The active lanes' data lies in memory as in the payload: consecutive addresses, no gap. */
static inline bool instruction_is_contiguous(const struct instruction *record)
{
    uint32_t run = record->mask >> __builtin_ctz(record->mask);
    return (record->flags & INSTRUCTION_STRIDED) && record->stride == record->size &&
           !(run & (run + 1));
}

/* Address of a lane of a record with INSTRUCTION_STRIDED. */
static inline uint64_t instruction_strided_address(const struct instruction *record, unsigned lane)
{
    return record->base + (uint64_t)((int64_t)record->stride * lane);
}

/* Address of an active lane; `rank`: number of active lanes below it. */
static inline uint64_t instruction_address(const struct instruction *record, unsigned lane,
                                           unsigned rank)
{
    uint32_t offset;
    if (record->flags & INSTRUCTION_STRIDED)
        return instruction_strided_address(record, lane);
    memcpy(&offset, (const uint8_t *)(record + 1) + 4 * rank, sizeof offset);
    return record->base + offset;
}

static inline const struct instruction *instruction_next(const struct instruction *record)
{
    return (const struct instruction *)((const char *)record + record->bytes);
}

/* Bytes of record and payload that kind, mask, size and flags ask for. */
uint32_t instruction_bytes(const struct instruction *);
/* The active lanes' byte addresses in address[lane]; other entries mean nothing. */
void instruction_addresses(const struct instruction *, uint64_t address[LANES]);
/* The bytes of the active lanes, packed in ascending order (of a broadcast once); NULL without
 * INSTRUCTION_DATA. */
const uint8_t *instruction_data(const struct instruction *);
/* NULL, or what is wrong with a record read from outside, of which `room` bytes are there. */
const char *instruction_check(const struct instruction *, uint64_t room);
/* The same without what depends on the addresses: on the base and what follows the record. */
const char *instruction_check_head(const struct instruction *);
/* The rest of it, and that line requests lie below `end`. */
const char *instruction_check_addresses(const struct instruction *, uint64_t end);
/* Name of a kind ("load") and of an atomic operation ("add"). */
const char *instruction_kind_name(unsigned kind);
const char *atomic_op_name(unsigned op);

#endif
