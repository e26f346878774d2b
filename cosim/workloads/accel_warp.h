/* A warp of a trace of Accel-Sim: its instructions, as its thread block is read. docs/accel_sim.md.
 */
#ifndef MEMLOOM_ACCEL_WARP_H
#define MEMLOOM_ACCEL_WARP_H

#include "accel_kernel.h"
#include "accel_opcode.h"

enum {
    ACCEL_DISTANCE_MAX = UINT16_MAX,
    ACCEL_OPCODES = 512,     /* places of the table of spellings */
    ACCEL_OPCODE_TEXT = 48,  /* longer ones are looked up each time */
    ACCEL_UNKNOWN_NAMES = 8, /* of opcodes that are kept */
};

#define ACCEL_ADDRESSES (UINT64_C(1) << 63) /* virtual addresses of a trace are below */

/* An instruction. */
struct accel_step {
    struct accel_opcode opcode;
    uint32_t pc, mask;
    uint8_t destination, source[ACCEL_SOURCES];
    uint8_t sources;
    uint16_t use_distance; /* instructions that may issue before its result is needed */
    uint8_t barrier;       /* its number */
    uint8_t warps;         /* that meet at it, 0: the block's */
    uint64_t groups;       /* of copies that DEPBAR lets be under way */
    size_t addresses;      /* where those of its active lanes begin */
};

/* How an opcode is written, and what it is. */
struct accel_spelling {
    char text[ACCEL_OPCODE_TEXT];
    struct accel_opcode opcode;
};

/* The warp read last, and what all warps have in common. All zero: none yet. */
struct accel_warp {
    struct accel_step *step;
    size_t steps, step_room;
    uint64_t *address; /* of their active lanes */
    size_t addresses, address_room;
    struct accel_spelling spelling[ACCEL_OPCODES];
    unsigned spelling_generation; /* binary version that they are of */
    uint64_t unknown;             /* instructions of opcodes without an entry, of all warps */
    char unknown_name[ACCEL_UNKNOWN_NAMES][ACCEL_OPCODE_TEXT]; /* the first of these opcodes */
    unsigned unknown_names;
};

static inline bool accel_is_memory(enum accel_class class)
{
    return class >= ACCEL_LOAD && class <= ACCEL_SHARED_STORE;
}

static inline bool accel_is_shared(enum accel_class class)
{
    return class == ACCEL_SHARED_LOAD || class == ACCEL_SHARED_STORE;
}

/* Bytes that a lane accesses; atomics take whole words. */
unsigned accel_step_bytes(const struct accel_step *);
/* Reads warp `number` of the kernel's current block; dies where its instructions make no sense. */
void accel_warp_read(struct accel_warp *, struct accel_kernel *, unsigned number);
void accel_warp_release(struct accel_warp *);

#endif
