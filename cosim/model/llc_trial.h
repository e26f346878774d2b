/* Twin of rtl/llc_trial.v: the organization of the last-level cache, chosen by trying both
 * (docs/blocks/llc_trial.md).
 *
 * Workload: a count of bits per cycle while a window runs, a clock otherwise. */
#ifndef MEMLOOM_LLC_TRIAL_H
#define MEMLOOM_LLC_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "llc_trial_ports.h"

enum trial_phase {
    TRIAL_OFF,      /* not adaptive */
    TRIAL_SETTLING, /* until the organization is what is wanted */
    TRIAL_WARMING,  /* until it runs as it will */
    TRIAL_COUNTING,
    TRIAL_CLOSING, /* the count is complete, and compared */
    TRIAL_HOLDING  /* until the epoch ends */
};

struct trial_count {
    uint32_t looks; /* requests that slices look up */
    uint32_t lines; /* that they ask for from DRAM, and stores that they look up */
};

struct llc_trial {
    struct llc_trial_params params;
    enum trial_phase phase;
    bool wants;     /* private slices */
    bool trying;    /* the window is that of the other organization */
    bool crossed;   /* in it a kernel began */
    bool repeated;  /* memory would have bound private slices in a window of this round */
    bool decided;   /* the step before did */
    bool had_last;  /* of two programs' the last one that began a round; with one program
                       nobody looks */
    unsigned steps; /* of the phase that are left */
    uint32_t left;  /* cycles of the epoch */
    struct trial_count coming[2]; /* on their way to the count: next ones first */
    struct trial_count total;     /* of this window */
    uint32_t first;               /* requests of the first window */
};

void llc_trial_init(struct llc_trial *, const struct llc_trial_params *);
void llc_trial_release(struct llc_trial *);
void llc_trial_reset(struct llc_trial *);
void llc_trial_outputs(const struct llc_trial *, struct llc_trial_out *);
void llc_trial_step(struct llc_trial *, const struct llc_trial_in *);
bool llc_trial_is_idle(const struct llc_trial *);
uint64_t llc_trial_pause(const struct llc_trial *);
void llc_trial_skip(struct llc_trial *, uint64_t steps);
uint64_t llc_trial_hash(const struct llc_trial *);

#endif
