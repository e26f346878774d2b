/* Twin of rtl/llc_profiler.v: organization of the last-level cache at run time [isca19
 * sections 4.3, 4.4] (docs/blocks/llc_profiler.md). Both rules are plain arithmetic here; the RTL's
 * serial one takes llc_profiler_evaluation() steps.
 *
 * Workload: while the cache is shared an access of the watched slice in a cycle at most, one of
 * six to be watched, and some slices' accesses; nothing else but a clock. */
#ifndef MEMLOOM_LLC_PROFILER_H
#define MEMLOOM_LLC_PROFILER_H

#include <stdbool.h>
#include <stdint.h>

#include "llc_profiler_ports.h"

enum {
    PROFILER_STAGES = 3, /* row, test, head */
    PROFILER_ROWS_MAX = LLC_PROFILER_SAMPLES_MAX,
    PROFILER_WAYS_MAX = LLC_PROFILER_WAYS_MAX
};

enum profiler_phase {
    PROFILER_OFF,        /* not adaptive */
    PROFILER_RETURNING,  /* until the cache is shared */
    PROFILER_PROFILING,  /* counts */
    PROFILER_EVALUATING, /* both rules */
    PROFILER_RUNNING     /* as it was decided */
};

/* A watched set. */
struct profiler_row {
    uint64_t order;                     /* lru_order list of the ways */
    uint16_t present;                   /* ways with a line */
    uint16_t owners[PROFILER_WAYS_MAX]; /* clusters whose hits are private ones */
    uint64_t tags[PROFILER_WAYS_MAX];   /* of the lines */
};

/* An access on its way to the watched sets. */
struct profiler_access {
    uint64_t tag;    /* of the line */
    uint8_t row;     /* watched set */
    uint8_t cluster; /* where it comes from */
    bool valid;      /* there is one */
    bool own;        /* of the program whose view is chosen: it counts */
};

/* What happened in the step before, and counts in this one. */
struct profiler_events {
    bool access;         /* to a watched set */
    bool hit;            /* it hit */
    bool private_hit;    /* it would have in a private slice, too */
    uint64_t slices;     /* mask of those with an access */
    uint64_t of_first;   /* mask of those with one of the first cluster */
    uint64_t were_first; /* the same of the step before: they count a step later */
};

struct profiler_counts {
    uint32_t accesses, hits;                    /* in watched sets */
    uint32_t private_hits;                      /* of these */
    uint32_t slices[LLC_PROFILER_SLICES_MAX];   /* accesses of each slice */
    uint32_t of_first[LLC_PROFILER_SLICES_MAX]; /* of the first cluster, by memory controller */
};

struct llc_profiler {
    struct llc_profiler_params params; /* sizes, limits, bandwidths */
    unsigned rows, stride;             /* watched sets, and how far they are apart */
    unsigned controllers;              /* memory controllers */

    enum profiler_phase phase;
    uint32_t left;       /* cycles of the epoch */
    unsigned steps_left; /* EVALUATING: until the decision */
    bool usable;         /* the cache was shared in the step before */
    bool wants_private;  /* what it asks for */
    bool decided;        /* the step before decided */
    bool similar;        /* the last decision was by rule 1 */
    bool full;           /* a counter came near its limit: nothing counts any more */

    struct profiler_access stages[PROFILER_STAGES]; /* the head is in place `head` */
    uint8_t head;
    struct profiler_events seen;
    struct profiler_counts counts; /* of this profile; stay until the next one */
    struct profiler_row sets[PROFILER_ROWS_MAX];
};

/* Cycles from the end of a profile to its decision. */
unsigned llc_profiler_evaluation(const struct llc_profiler_params *);

void llc_profiler_init(struct llc_profiler *, const struct llc_profiler_params *);
void llc_profiler_release(struct llc_profiler *);
void llc_profiler_reset(struct llc_profiler *);
void llc_profiler_outputs(const struct llc_profiler *, struct llc_profiler_out *);
void llc_profiler_step(struct llc_profiler *, const struct llc_profiler_in *);
bool llc_profiler_is_idle(const struct llc_profiler *);
/* While it runs, only the epoch passes. */
uint64_t llc_profiler_pause(const struct llc_profiler *);
void llc_profiler_skip(struct llc_profiler *, uint64_t steps);
uint64_t llc_profiler_hash(const struct llc_profiler *);

#endif
