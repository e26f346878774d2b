/* Twin of rtl/pdpt.v: hits per load instruction, and protection distances computed from them
 * [icpp18 sections 4.1.3, 4.1.4, 4.2] (docs/blocks/pdpt.md).
 *
 * An output depends on an input of the same cycle, query_insn; that it was announced is no matter
 * here. Hosts that read many times call pdpt_distance. */
#ifndef MEMLOOM_PDPT_H
#define MEMLOOM_PDPT_H

#include <stdbool.h>
#include <stdint.h>

#include "pdpt_ports.h"

enum {
    PDPT_ENTRIES = 128,
    PDPT_TDA_MAX = 255,
    PDPT_VTA_MAX = 1023,
    PDPT_DISTANCE_MAX = 15,
    PDPT_WALK_WAITS = 2 /* cycles of a walk before its first entry is done */
};

struct pdpt_entry {
    uint16_t tda;     /* hits in the tag and data array in this sample, at most PDPT_TDA_MAX */
    uint16_t vta;     /* hits in the victim tag array, at most PDPT_VTA_MAX */
    uint8_t distance; /* protection distance, in queries of a set */
    uint8_t check;    /* check bits of the last load */
    bool checked;     /* there was one */
};

struct pdpt {
    struct pdpt_params params;               /* sizes and policy */
    bool walking;                            /* distances are computed, nothing counts */
    bool clearing;                           /* the walk is that after reset */
    bool sampled;                            /* first cycle after a sample */
    bool aliased;                            /* the last load's check bits were not its entry's */
    uint8_t walk_waits;                      /* cycles until the walk's first entry */
    uint8_t walk_insn;                       /* walking: entry of this cycle */
    uint32_t queries;                        /* of the sample */
    uint32_t insns;                          /* warp instructions issued in the sample */
    uint32_t tda_total;                      /* global hits of the sample */
    uint32_t vta_total;                      /* kept until the walk ends */
    struct pdpt_entry entries[PDPT_ENTRIES]; /* by instruction; GLOBAL: entry 0 has the distance */
};

void pdpt_init(struct pdpt *, const struct pdpt_params *);
void pdpt_release(struct pdpt *);
void pdpt_reset(struct pdpt *);
void pdpt_outputs_in(const struct pdpt *, const struct pdpt_in *, struct pdpt_out *);
void pdpt_step(struct pdpt *, const struct pdpt_in *);
bool pdpt_is_idle(const struct pdpt *);
uint64_t pdpt_hash(const struct pdpt *);

/* The protection distance of an instruction, now. */
static inline unsigned pdpt_distance(const struct pdpt *pdpt, unsigned insn)
{
    return pdpt->entries[pdpt->params.global ? 0 : insn].distance;
}

#endif
