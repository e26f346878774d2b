/* Hands thread blocks to the cores, in ascending block order (so the functional execution does not
 * depend on timing). Policy round_robin: a cycle gives at most one block to each core with room, in
 * turn; policy block: a core is filled with consecutive blocks before the next gets one. */
#ifndef MEMLOOM_DISPATCH_H
#define MEMLOOM_DISPATCH_H

#include "config.h"
#include "sm.h"

struct dispatch {
    struct workload *workload; /* source of the blocks */
    struct kernel kernel;      /* running */
    uint64_t left;             /* its blocks not yet given out */
    uint64_t kernels;          /* started */
    unsigned cores;            /* of the chip */
    unsigned warp_slots;       /* of a core */
    unsigned registers;        /* of a core */
    unsigned shared_bytes;     /* shared memory of a core */
    unsigned next_core;        /* whose turn it is */
    bool fill;                 /* policy block */
};

void dispatch_init(struct dispatch *, const struct config *, struct workload *);
/* Fetches the next kernel; false after the last. Dies when its blocks do not fit a core. */
bool dispatch_next_kernel(struct dispatch *);
/* Call every cycle before the cores' steps. Returns whether a block was given out. */
bool dispatch_step(struct dispatch *, struct sm *sm, uint64_t now);

#endif
