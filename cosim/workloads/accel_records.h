/* The records of a warp of a trace of Accel-Sim: what it accesses, and the arithmetic between.
 * docs/accel_sim.md. */
#ifndef MEMLOOM_ACCEL_RECORDS_H
#define MEMLOOM_ACCEL_RECORDS_H

#include "accel_memory.h"
#include "accel_warp.h"

/* A thread block that is handed out. */
struct accel_block {
    const struct accel_kernel *kernel;
    struct accel_memory *memory;
    uint64_t index;        /* in its kernel */
    uint64_t warps_before; /* of kernels that run together, of those before its own */
    unsigned kernels_before;
};

/* Writes those of warp `number` of the block, as it was read, but for its exit. */
void accel_records_write(const struct accel_block *, const struct accel_warp *, struct simt *,
                         unsigned number);

#endif
