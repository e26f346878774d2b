/* The SIMT machine that kernels are written for: functional memory, and per-warp lane vectors whose
 * loads, stores and atomics act on it at once and leave a record each in the running block's
 * streams (instruction.h).
 *
 *     simt_warp(simt, 3, active);                    // the warp and its active lanes
 *     simt_load(simt, &load_a, address, value);      // one static instruction, lane vectors
 *     simt_alu(simt, 2);                             // arithmetic, computed in plain C beside it
 *
 * Kernels with barriers run phase by phase: every warp up to the barrier, then simt_barrier, and so
 * on. */
#ifndef MEMLOOM_SIMT_H
#define MEMLOOM_SIMT_H

#include "workload.h"

#define ALL_LANES UINT32_MAX

/* Functional memory: one range of bytes that starts at IMAGE_BASE. */
enum { IMAGE_BASE = 0x10000, IMAGE_ALIGNMENT = 256, IMAGE_ARRAYS_MAX = 64 };

struct image {
    uint8_t *bytes;                   /* of IMAGE_BASE and up */
    uint64_t used;                    /* bytes handed out */
    uint64_t room;                    /* bytes allocated */
    uint64_t array[IMAGE_ARRAYS_MAX]; /* addresses of what was handed out first */
    unsigned arrays;                  /* of these */
};

/* Address of `size` new zero bytes, aligned as cudaMalloc does. Moves the bytes: pointers from
 * image_at end here. */
uint64_t image_allocate(struct image *, uint64_t size);
/* The array that an address lies in; IMAGE_ARRAYS_MAX: none that is known. */
unsigned image_array(const struct image *, uint64_t address);
void *image_at(const struct image *, uint64_t address, uint64_t size);

/* A static memory instruction of a kernel. */
struct access {
    uint32_t pc;           /* unique in its workload */
    uint8_t kind;          /* enum instruction_kind, a memory kind */
    uint8_t size;          /* bytes per lane */
    uint8_t op;            /* enum atomic_op */
    bool may_differ;       /* racy load: the order of blocks changes what it reads */
    bool returns;          /* atomic whose old value the warp waits for */
    uint16_t use_distance; /* loads and these: as in struct instruction */
};

struct simt_cache;

struct simt {
    struct image *image;        /* functional */
    struct simt_cache *cache;   /* the software cache (simt_cache.h), NULL: none */
    struct thread_block *block; /* being executed */
    unsigned warp;              /* current */
    uint32_t active;            /* its active lanes; kernels narrow it in divergent code */
    size_t stream_room;         /* bytes that a new stream begins with */
};

void simt_begin(struct simt *, struct image *, struct thread_block *, unsigned warps);
void simt_warp(struct simt *, unsigned warp, uint32_t active);
/* All warps execute a barrier. Then no lane is active until simt_warp chooses a warp. */
void simt_barrier(struct simt *);
/* The current warp arrives at one of BARRIERS barriers, at which `warps` of the block meet (0: all
 * that have not exited), and waits there unless it goes on. */
void simt_named_barrier(struct simt *, unsigned number, unsigned warps, bool goes_on);
/* A memory fence of the current warp: whatever follows waits for the answers to its requests. */
void simt_fence(struct simt *);
/* All warps end. */
void simt_end(struct simt *);
/* The current warp does. */
void simt_exit(struct simt *);
/* `count` instructions without memory access, of the current warp. Nothing happens without active
 * lanes, here and below. */
void simt_alu(struct simt *, uint32_t count);
/* Such instructions of a class (enum arithmetic); the value of each is needed after
 * `use_distance` further ones. simt_alu's are single-precision, one needing the other. */
void simt_arithmetic(struct simt *, uint8_t class, uint16_t use_distance, uint32_t count);
/* The same with a mask of its own, which may be empty: the instructions issue and do nothing. */
void simt_issue(struct simt *, uint8_t class, uint16_t use_distance, uint32_t mask, uint32_t count);
/* Lane vectors: address[lane]; values of `size` bytes per lane at value + lane * size. */
void simt_load(struct simt *, const struct access *, const uint64_t address[LANES], void *value);
void simt_store(struct simt *, const struct access *, const uint64_t address[LANES],
                const void *value);
/* 4-byte atomic; the result, if any, is waited for and not handed over. */
void simt_atomic(struct simt *, const struct access *, const uint64_t address[LANES],
                 const uint32_t operand[LANES]);
/* Atomic exchange of 4, 8 or 16 bytes per lane, word by word; not for the software cache. */
void simt_exchange(struct simt *, const struct access *, const uint64_t address[LANES],
                   const void *value);

/* An access of shared memory by the active lanes, at least one: offset[lane] within that of the
 * block. It takes its time in the core; the values are the kernel's own arrays. Returns the
 * record's place in the warp's stream. */
size_t simt_shared(struct simt *, const struct access *, const uint64_t offset[LANES]);

/* The same past the software cache, for simt_cache.c. What may be waited for returns the record's
 * place in the warp's stream. */
size_t simt_plain_load(struct simt *, const struct access *, const uint64_t address[LANES],
                       void *value);
void simt_plain_store(struct simt *, const struct access *, const uint64_t address[LANES],
                      const void *value);
size_t simt_plain_atomic(struct simt *, const struct access *, const uint64_t address[LANES],
                         const uint32_t operand[LANES]);
void simt_plain_issue(struct simt *, uint8_t class, uint16_t use_distance, uint32_t mask,
                      uint32_t count);

/* What an atomic leaves in a word; the plain definition of the codes in instruction.h. */
uint32_t atomic_result(unsigned op, uint32_t old, uint32_t operand);
/* address[lane] = base + step * lane for all lanes. */
void lane_addresses(uint64_t address[LANES], uint64_t base, uint64_t step);
/* The lowest `count` lanes (all from 32 on, none below 1). */
uint32_t low_lanes(int64_t count);

#endif
