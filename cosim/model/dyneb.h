/* Twin of rtl/dyneb.v: chooses the organization of one core's L1 at run time
 * [pact20 section 4] (docs/blocks/dyneb.md).
 *
 * The decision is computed at once, with the plain formula; only the cycles that the RTL's serial
 * arithmetic takes are counted. l1_mode has no valid: the host steps the twin when it changes. */
#ifndef MEMLOOM_DYNEB_H
#define MEMLOOM_DYNEB_H

#include <stdbool.h>
#include <stdint.h>

#include "dyneb_ports.h"

/* From WARM on odd sets are shared. */
enum dyneb_phase {
    DYNEB_STATIC,
    DYNEB_EXECUTE,
    DYNEB_SETTLE,
    DYNEB_CHECK,
    DYNEB_WARM,
    DYNEB_SAMPLE,
    DYNEB_EVALUATE
};

/* The counters of a sample. Index 0: even sets, private; 1: odd sets, shared. The metric decides
 * which of the others count; the rest stay 0. */
struct dyneb_counts {
    uint32_t accesses[2];     /* loads looked up: own; METRIC 0, COUNT_REMOTE, odd sets: all */
    uint32_t misses[2];       /* those of them that missed; ASKS, even sets: L2 was asked meanwhile */
    uint32_t home_replies;    /* of homes, to odd sets */
    uint32_t l2_requests[2];  /* METRIC 0: loads and stores that L2 has to answer */
    uint32_t remote_accesses; /* METRIC 1: loads of other cores in odd sets */
    uint32_t remote_misses;   /* METRIC 1: those of them that missed */
};

/* What happened in a cycle: it counts in the next one. */
struct dyneb_events {
    bool load, store;       /* an access was looked up */
    bool miss, remote, odd; /* with it: a load that missed; of another core; in an odd set */
    bool own_miss;          /* an own load missed; ASKS: L2 was asked for one */
    bool even_miss;         /* of an even set */
    bool near;              /* an own request was sent to L2 because it is nearer */
    bool home_reply;        /* a home replied, for an odd set */
};

struct dyneb {
    struct dyneb_params params; /* sizes */
    uint64_t parity_bits;       /* mask of line bits whose parity is that of the set */
    enum dyneb_phase phase;     /* what it does */
    bool shared;                /* STATIC, EXECUTE: the organization; else false */
    bool decided;               /* first cycle of EXECUTE */
    bool chosen;                /* for reports: the last decision was shared */
    struct dyneb_events seen;   /* dynamic: the events of the last cycle, not yet counted */
    uint32_t even_left;         /* WARM, SAMPLE: own requests to even sets still to come */
    uint32_t left;              /* the same of odd sets; SETTLE, CHECK: own loads, EXECUTE: own
                                   accesses still to come */
    uint32_t misses;            /* SETTLE, CHECK: own loads that missed in this phase; EXECUTE,
                                   private: in this window */
    unsigned steps_left;        /* EVALUATE: cycles left */
    struct dyneb_counts counts; /* of this sample, or of the last one, for reports */
};

void dyneb_init(struct dyneb *, const struct dyneb_params *);
void dyneb_release(struct dyneb *);
void dyneb_reset(struct dyneb *);
void dyneb_outputs(const struct dyneb *, struct dyneb_out *);
void dyneb_step(struct dyneb *, const struct dyneb_in *);
bool dyneb_is_idle(const struct dyneb *); /* as long as l1_mode stays what it was */
uint64_t dyneb_hash(const struct dyneb *);

/* Cycles that EVALUATE lasts. */
unsigned dyneb_evaluation(const struct dyneb_params *);

#endif
