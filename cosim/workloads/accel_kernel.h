/* A kernel's file: its header, then its thread blocks. docs/accel_sim.md. */
#ifndef MEMLOOM_ACCEL_KERNEL_H
#define MEMLOOM_ACCEL_KERNEL_H

#include "accel_line.h"

/* Generic addresses of shared and of local memory: so many from the window's base on. */
#define ACCEL_WINDOW_BYTES (UINT64_C(1) << 24)

/* What a header says that may be damaged, and what the user says instead. */
struct accel_overrides {
    bool has_registers, has_shared, has_binary;
    unsigned registers, shared, binary;
};

struct accel_kernel {
    struct accel_text *text;
    char name[48];
    uint32_t grid[3], block[3];       /* x, y, z */
    uint64_t blocks;                  /* product of the grid */
    unsigned threads, warps;          /* of a block */
    unsigned registers;               /* per thread */
    unsigned shared_bytes;            /* per block */
    unsigned binary;                  /* generation: 70 is Volta */
    uint64_t stream;                  /* CUDA stream */
    uint64_t shared_base, local_base; /* windows of generic addresses; both 0: not known */
    struct accel_grammar grammar;
};

/* Opens a file and reads its header. */
void accel_kernel_open(struct accel_kernel *, const char *path, const struct accel_overrides *);
void accel_kernel_close(struct accel_kernel *);
/* Reads up to the first line of block `index`, of its warp, to the block's end, to the file's end.
 * Each dies where something else comes. accel_kernel_warp returns the number of instructions. */
void accel_kernel_begin_block(struct accel_kernel *, uint64_t index);
uint32_t accel_kernel_warp(struct accel_kernel *, unsigned warp);
void accel_kernel_instruction(struct accel_kernel *, struct accel_line *);
void accel_kernel_end_block(struct accel_kernel *);
void accel_kernel_end(struct accel_kernel *);

#endif
