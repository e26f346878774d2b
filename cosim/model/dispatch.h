/* Hands thread blocks to the cores, in ascending block order (so the functional execution does not
 * depend on timing). Groups of cores take turns. Policy round_robin: a group is a core, a turn one
 * block; block: a turn fills the core; two_level: likewise one block, to the clusters in turn and
 * in each to its cores in turn; distributed: a group is a cluster, whose cores get one block each
 * until all are full. A cycle gives each group one turn. */
#ifndef MEMLOOM_DISPATCH_H
#define MEMLOOM_DISPATCH_H

#include "config.h"
#include "sm.h"

struct dispatch {
    struct workload *workload; /* source of the blocks */
    struct kernel kernel;      /* running */
    uint64_t left;             /* its blocks not yet given out */
    uint64_t kernels;          /* started */
    unsigned cores;            /* of the program */
    struct program_cores at;   /* where they are */
    unsigned warp_slots;       /* of a core */
    unsigned registers;        /* of a core */
    unsigned shared_bytes;     /* shared memory of a core */
    unsigned group;            /* cores that take a turn together */
    unsigned apart;            /* two_level: cores between those of one turn and the next; else 1 */
    unsigned next_turn;        /* 0 .. cores / group - 1 */
    bool fill;                 /* a turn lasts until its cores have no room */
    bool full;                 /* no core had room, and no warp has ended since */
};

/* For one of the chip's programs, to whose cores alone it gives blocks. */
void dispatch_init(struct dispatch *, const struct config *, unsigned program, struct workload *);
/* Fetches the next kernel; false after the last. Dies when its blocks do not fit a core. */
bool dispatch_next_kernel(struct dispatch *);
/* Call every cycle before the cores' steps. Returns whether a block was given out. */
bool dispatch_step(struct dispatch *, struct sm *sm, uint64_t now);
/* A warp of a core has ended: there may be room. */
static inline void dispatch_warp_ended(struct dispatch *dispatch)
{
    dispatch->full = false;
}

#endif
