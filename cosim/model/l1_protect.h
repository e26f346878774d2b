/* Twin of rtl/l1_protect.v: line protection inside an L1 [icpp18 section 4]
 * (docs/blocks/l1_protect.md).
 *
 * l1_cache calls, for the lookup of a cycle, l1_protect_replaceable, l1_protect_bypasses and one of
 * l1_protect_load and l1_protect_store, and l1_protect_edge at its end; the functions on port
 * structs are the same for the harness. Lives and instructions of empty ways mean nothing. */
#ifndef MEMLOOM_L1_PROTECT_H
#define MEMLOOM_L1_PROTECT_H

#include <stdbool.h>
#include <stdint.h>

#include "dlp_protect.h"
#include "l1_protect_ports.h"
#include "pdpt.h"
#include "vta.h"

enum l1_protect_scheme { PROTECT_OFF, PROTECT_STALL_BYPASS, PROTECT_GLOBAL, PROTECT_DLP };

enum { PROTECT_NO_WAY = L1_PROTECT_WAYS_MAX };

struct l1_protect_set {
    struct dlp_lives lives;            /* per way: protected life */
    uint8_t insn[L1_PROTECT_WAYS_MAX]; /* per way: instruction that used the line last */
};

/* A load that leaves the lookup and is a query. */
struct l1_protect_access {
    uint64_t tag;     /* its line, or its tag: different for different lines of a set */
    uint64_t old_tag; /* evicts: the same of the line that is replaced */
    unsigned set;     /* of the line */
    unsigned way;     /* of its line, else the one it takes, PROTECT_NO_WAY: bypassed */
    uint8_t insn;     /* instruction id */
    uint8_t check;    /* check bits of that */
    bool hit;         /* its line was there or on its way */
    bool evicts;      /* a line in `way` is replaced */
    bool remote;      /* of another core */
};

struct l1_protect {
    struct l1_protect_params params; /* scheme and sizes */
    struct l1_protect_set *sets;     /* [sets], NULL without lives */
    struct vta victims;              /* tags of replaced lines */
    struct pdpt predictions;         /* distances */
    struct vta_in search;            /* no state: what the victims are asked in this step */
    struct pdpt_in events;           /* no state: what the predictions are told in this step */
};

void l1_protect_init(struct l1_protect *, const struct l1_protect_params *);
void l1_protect_release(struct l1_protect *);
void l1_protect_reset(struct l1_protect *);
void l1_protect_outputs_in(const struct l1_protect *, const struct l1_protect_in *,
                           struct l1_protect_out *);
void l1_protect_step(struct l1_protect *, const struct l1_protect_in *);
bool l1_protect_is_idle(const struct l1_protect *);
uint64_t l1_protect_hash(const struct l1_protect *);

/* For l1_cache: on the heap, NULL without protection. */
struct l1_protect *l1_protect_new(const struct l1_protect_params *);
void l1_protect_free(struct l1_protect *);
static inline bool l1_protect_rests(const struct l1_protect *protect)
{
    return !protect || l1_protect_is_idle(protect);
}

static inline void l1_protect_events(const struct l1_protect *protect, bool *vta, bool *sample,
                                     bool *alias)
{
    *vta = protect && protect->victims.credit_valid;
    *sample = protect && protect->predictions.sampled;
    *alias = protect && protect->predictions.aliased;
}

/* The scheme has lives, victims and predictions. */
static inline bool l1_protect_has_lives(const struct l1_protect *protect)
{
    return protect && protect->params.scheme >= PROTECT_GLOBAL;
}

/* Those of the `lines` (bit i is way i) of the set that a query may replace. */
unsigned l1_protect_replaceable(const struct l1_protect *, unsigned set, unsigned lines);

/* A load that misses in the set is bypassed; has_way: there is an empty or replaceable way; full:
 * no MSHR entry, or no miss register until now. */
bool l1_protect_bypasses(const struct l1_protect *, unsigned set, bool has_way, bool full);

/* A query leaves in this step. */
void l1_protect_load(struct l1_protect *, const struct l1_protect_access *);
void l1_protect_store(struct l1_protect *, unsigned set);

/* The edge, after the queries of the cycle. */
void l1_protect_edge(struct l1_protect *, unsigned issued, bool flush);

#endif
