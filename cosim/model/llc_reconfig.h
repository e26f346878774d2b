/* Twin of rtl/llc_reconfig.v: changes the organization of the last-level cache [isca19 section 4.1]
 * (docs/blocks/llc_reconfig.md). It sleeps but for a change. */
#ifndef MEMLOOM_LLC_RECONFIG_H
#define MEMLOOM_LLC_RECONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "llc_reconfig_ports.h"

enum reconfig_phase {
    RECONFIG_RUN,      /* cores run */
    RECONFIG_STALL,    /* until nothing is under way */
    RECONFIG_FLUSH,    /* the slices are told */
    RECONFIG_STARTED,  /* until they are busy */
    RECONFIG_FLUSHING, /* until none is */
    RECONFIG_SWITCHING /* until the MC-routers are as they shall be */
};

struct llc_reconfig {
    struct llc_reconfig_params params; /* number of views */
    enum reconfig_phase phase;
    uint16_t view;      /* mask of the private ones */
    uint16_t next_view; /* what is changed to */
    uint16_t forced;    /* mask of those whose kernel has atomics: all are shared */
    uint16_t atomics;   /* told in the cycle before: one waits */
    bool renews;        /* private slices are to be emptied */
    bool bypasses;      /* what is asked of the MC-routers */
    bool changed;       /* the step before ended a change */
    bool writes_back;   /* what it was told in the cycle before: the host's flush */
    bool awake, busy;   /* likewise: a core, a slice is */
};

void llc_reconfig_init(struct llc_reconfig *, const struct llc_reconfig_params *);
void llc_reconfig_release(struct llc_reconfig *);
void llc_reconfig_reset(struct llc_reconfig *);
void llc_reconfig_outputs(const struct llc_reconfig *, struct llc_reconfig_out *);
void llc_reconfig_step(struct llc_reconfig *, const struct llc_reconfig_in *);
bool llc_reconfig_is_idle(const struct llc_reconfig *);
bool llc_reconfig_sleeps(const struct llc_reconfig *, const struct llc_reconfig_in *);
uint64_t llc_reconfig_hash(const struct llc_reconfig *);

#endif
