/* Twin of rtl/l1_snoop.v: snoops inside an L1 (docs/blocks/l1_snoop.md).
 *
 * l1_cache calls l1_snoop_read at the begin of its step and l1_snoop_delays for a load that hits;
 * l1_snoop_step is both. The line itself is the host's to copy, when `data_valid`. */
#ifndef MEMLOOM_L1_SNOOP_H
#define MEMLOOM_L1_SNOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "l1_snoop_ports.h"

struct l1_snoop {
    bool valid;      /* it waits for the RAM */
    bool gone;       /* its line has left since its lookup in the copy of the tags */
    uint16_t set;    /* where the line was */
    uint16_t way;    /* in it */
    bool data_valid; /* its line was read in the last step */
    bool gone_valid; /* or would have been, but had left */
    bool stolen;     /* a load hit waited for that */
};

void l1_snoop_init(struct l1_snoop *, const struct l1_snoop_params *);
void l1_snoop_release(struct l1_snoop *);
void l1_snoop_reset(struct l1_snoop *);
void l1_snoop_outputs(const struct l1_snoop *, struct l1_snoop_out *);
void l1_snoop_step(struct l1_snoop *, const struct l1_snoop_in *);
uint64_t l1_snoop_hash(const struct l1_snoop *);

static inline bool l1_snoop_is_idle(const struct l1_snoop *snoop)
{
    return !(snoop->valid | snoop->data_valid | snoop->gone_valid);
}

/* The line of the snoop that waits is read (`data_valid`, `gone_valid`), or it waits on; then
 * another is taken. hit_valid is not looked at. */
void l1_snoop_read(struct l1_snoop *, const struct l1_snoop_in *);

/* Whether a load that hits, if one is looked up, has to wait, as a line is read for another core.
 */
static inline bool l1_snoop_delays(struct l1_snoop *snoop, bool hit)
{
    snoop->stolen = hit && (snoop->data_valid || snoop->gone_valid);
    return snoop->stolen;
}

#endif
