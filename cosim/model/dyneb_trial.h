/* Twin of rtl/dyneb_trial.v: the organization of all L1s, chosen by trying both
 * (docs/blocks/dyneb_trial.md).
 *
 * Workload: counts of bits per cycle while a window runs, a clock otherwise. */
#ifndef MEMLOOM_DYNEB_TRIAL_H
#define MEMLOOM_DYNEB_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "dyneb_trial_ports.h"

enum dyneb_trial_phase {
    ROUND_STATIC,  /* l1_mode says */
    ROUND_WARMING, /* until the organization runs as it will */
    ROUND_COUNTING,
    ROUND_CLOSING, /* the count is complete, and compared */
    ROUND_HOLDING  /* until the next round */
};

struct dyneb_trial_count {
    uint32_t achieved; /* own accesses looked up, answers of homes, requests to L2 in their place */
    uint32_t misses;   /* of own loads */
};

struct dyneb_trial {
    struct dyneb_trial_params params;
    enum dyneb_trial_phase phase;
    bool shared;     /* the organization */
    bool kept;       /* that of the decision before */
    bool trying;     /* the window is that of shared L1s */
    bool decides;    /* this round does, whatever it says: the first one of a kernel, or the second
                        in a row that says so */
    bool decided;    /* the step before did */
    bool stands;     /* STATIC: as l1_mode said at the step before */
    unsigned steps;  /* of the phase that are left; HOLDING: cycles of the epoch */
    unsigned epochs; /* HOLDING: behind this one */
    unsigned longer; /* so many there were after the last decision */
    struct dyneb_trial_count coming[3]; /* on their way to the count: next ones first */
    struct dyneb_trial_count total;     /* of this window */
    uint32_t first;                     /* what private L1s achieved */
};

void dyneb_trial_init(struct dyneb_trial *, const struct dyneb_trial_params *);
void dyneb_trial_release(struct dyneb_trial *);
void dyneb_trial_reset(struct dyneb_trial *);
void dyneb_trial_outputs(const struct dyneb_trial *, struct dyneb_trial_out *);
void dyneb_trial_step(struct dyneb_trial *, const struct dyneb_trial_in *);
bool dyneb_trial_is_idle(const struct dyneb_trial *); /* as long as l1_mode stays what it was */
uint64_t dyneb_trial_pause(const struct dyneb_trial *);
void dyneb_trial_skip(struct dyneb_trial *, uint64_t steps);
uint64_t dyneb_trial_hash(const struct dyneb_trial *);

#endif
