/* SASS mnemonics: what an instruction of a trace is to the memory system and to the core in front.
 * Source: the instruction set listings of NVIDIA's CUDA Binary Utilities, by SM generation. */
#ifndef MEMLOOM_ACCEL_OPCODE_H
#define MEMLOOM_ACCEL_OPCODE_H

#include <stdbool.h>

#include "instruction.h"

enum accel_class {
    ACCEL_SP,           /* arithmetic: single and half precision */
    ACCEL_INT,          /* integers, moves, predicates, branches, everything else that is quick */
    ACCEL_SFU,          /* special functions, conversions, double precision, matrices, texture */
    ACCEL_LOAD,         /* global load */
    ACCEL_STORE,        /* global store */
    ACCEL_ATOMIC,       /* global atomic, with or without a result */
    ACCEL_GENERIC_LOAD, /* the address says whether global, shared or local */
    ACCEL_GENERIC_STORE,
    ACCEL_LOCAL_LOAD,
    ACCEL_LOCAL_STORE,
    ACCEL_SHARED_LOAD, /* shared memory: never at the L1; its atomics, too */
    ACCEL_SHARED_STORE,
    ACCEL_FENCE,   /* waits for the warp's own requests */
    ACCEL_BARRIER, /* of warps of the block */
    ACCEL_EXIT,
    ACCEL_UNKNOWN /* counted, taken as integer arithmetic */
};

struct accel_opcode {
    enum accel_class class;
    bool bypass;           /* past the L1: .STRONG of the GPU or the system; .CG, .CV below Volta */
    bool goes_on;          /* barrier at which the warp only arrives (.ARV) */
    bool ends_copies;      /* a group of shared_copy (LDGDEPBAR) */
    bool waits_for_copies; /* for groups of them (DEPBAR) */
    bool shared_copy;      /* global load without a register (LDGSTS) */
    unsigned size;         /* bytes per lane: 1, 2, 4, 8, 16 */
    unsigned destination;  /* registers that the result takes */
};

/* Of "LDG.E.128.STRONG.GPU" in a kernel compiled for `generation` (70: Volta). */
struct accel_opcode accel_opcode(const char *text, unsigned generation);
/* Whether the generation (the binary version of a header) has a table. */
bool accel_generation_known(unsigned generation);

#endif
