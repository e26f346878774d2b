/* A workload: kernels that really compute. A thread block is executed functionally, in ascending
 * order, when it is handed out, and becomes one stream of warp instructions per warp; the chip
 * model then gives them time and moves the real bytes. A recorded trace opens through the same
 * functions.
 *
 * Life: workload_open (or workload_open_trace), workload_image once, then per kernel
 * workload_next_kernel and workload_next_block until it returns NULL, workload_check after
 * everything was written back, workload_close. Only resident blocks are in memory; of those of
 * long warps no more than slices (slices.h). */
#ifndef MEMLOOM_WORKLOAD_H
#define MEMLOOM_WORKLOAD_H

#include "instruction.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { BLOCK_WARPS_MAX = 64, KERNEL_NAME_MAX = 48, THREAD_REGISTERS_MAX = 255 };

struct workload;

struct kernel {
    char name[KERNEL_NAME_MAX]; /* for reports */
    uint64_t blocks;            /* grid: thread blocks */
    unsigned warps;             /* per block, 1..BLOCK_WARPS_MAX */
    unsigned registers;         /* per thread; 0: not known, no limit */
    unsigned shared_bytes;      /* of shared memory per block */
};

/* Records of one warp; of a warp in slices (slices.h) those of the last slice made. */
struct stream {
    uint8_t *bytes;         /* 8-byte aligned */
    size_t used;            /* bytes filled */
    size_t room;            /* bytes allocated */
    uint64_t slices;        /* made so far */
    struct stream *earlier; /* slices before this one, the last one first */
};

/* One thread block's instructions. */
struct thread_block {
    uint64_t index;                      /* in its grid */
    unsigned warps;                      /* streams in use */
    unsigned registers, shared_bytes;    /* as in its kernel */
    struct stream warp[BLOCK_WARPS_MAX]; /* each ends with an exit */
    void *state;                         /* of its class, while it is made in slices */
    struct thread_block *next_free;      /* in the workload's pool */
};

static inline const struct instruction *block_warp(const struct thread_block *block, unsigned warp)
{
    return (const struct instruction *)(const void *)block->warp[warp].bytes;
}

/* Behind the last record that was made so far. */
static inline const struct instruction *block_warp_end(const struct thread_block *block,
                                                       unsigned warp)
{
    return (const struct instruction *)(const void *)(block->warp[warp].bytes +
                                                      block->warp[warp].used);
}

void block_free(struct thread_block *);
/* Registers that a core gives a block: by four per thread, to whole warps. */
unsigned block_registers(unsigned warps, unsigned per_thread);

/* Opens a named workload; the parameters are "name=value". Dies on unknown names (with the
 * nearest), bad values, unreadable files. */
struct workload *workload_open(const char *name, int argc, char **argv, uint64_t seed);
/* The workload probe of these lines (numbers of lines above IMAGE_BASE) in their order, twice. */
struct workload *workload_open_probe(const uint64_t *lines, unsigned count);
/* A trace: recorded by memloom, or Accel-Sim's (accel_list.h), which takes parameters, too. */
struct workload *workload_open_trace(const char *path, int argc, char **argv);
void workload_close(struct workload *);

const char *workload_name(const struct workload *); /* "gemm"; of a trace the recorded name */
/* All addresses lie below this one; of Accel-Sim's traces those of what was handed out so far. */
uint64_t workload_address_end(const struct workload *);
/* Dies when that is beyond what the chip's address_bits reach, now or later. */
void workload_must_fit(struct workload *, unsigned address_bits);
/* Hands out the initial memory in pieces; what is in no piece reads as zero. Call before the first
 * kernel. */
void workload_image(struct workload *,
                    void (*put)(void *, uint64_t address, const void *bytes, size_t size),
                    void *context);
/* The next kernel, when all blocks of the last one were taken; false after the last. */
bool workload_next_kernel(struct workload *, struct kernel *);
/* Warps, registers and shared memory of the kernel's next block, where blocks differ: kernels of a
 * trace that run together are one here. */
void workload_next_shape(const struct workload *, struct kernel *);
/* The next thread block of the kernel or NULL; give it back with workload_free_block when all its
 * warps have exited: several threads may do so at the same time, while none takes one. */
struct thread_block *workload_next_block(struct workload *);
/* The same for a core: of warps too long to be in memory as a whole no more is made than their
 * beginning. At the end of a warp's records that is no exit workload_more_records makes those
 * behind and returns the first one. Records stay as they are while `in_use` says that some between
 * two places are looked at, and the last one made stays until the next call. Several threads may
 * call it at the same time, for different blocks. */
struct thread_block *workload_begin_block(struct workload *);
typedef bool records_in_use(const void *context, const void *from, const void *to);
const struct instruction *workload_more_records(struct workload *, struct thread_block *,
                                                unsigned warp, records_in_use *in_use,
                                                const void *context);
void workload_free_block(struct workload *, struct thread_block *);
/* Compares the results in the modelled memory with plain C. NULL when right, else the first wrong
 * element (text of the workload). A trace has no results to compare. Call after the last kernel and
 * after every dirty line was written back. */
const char *workload_check(struct workload *,
                           void (*get)(void *, uint64_t address, void *bytes, size_t size),
                           void *context);

/* The list of workloads and their parameters, for help texts. */
void workload_list(FILE *);

#endif
