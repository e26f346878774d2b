/* Twin of rtl/vta.v: tags of lines that the L1 replaced [icpp18 section 4.1.2]
 * (docs/blocks/vta.md). Workload: a search per load that misses in the L1; most sets are full after
 * a while. */
#ifndef MEMLOOM_VTA_H
#define MEMLOOM_VTA_H

#include <stdbool.h>
#include <stdint.h>

#include "vta_ports.h"

struct vta_entry {
    uint64_t tag; /* of the replaced line */
    uint8_t insn; /* instruction that used it last */
};

struct vta_set {
    uint64_t order; /* lru_order list of the ways */
    uint16_t valid; /* ways that hold an entry */
};

struct vta {
    struct vta_params params;  /* sizes */
    bool credit_valid;         /* credit register: the last search hit */
    uint8_t credit_insn;       /* credit register: the victim's instruction */
    struct vta_set *sets;      /* [sets] */
    struct vta_entry *entries; /* [sets * ways] way w of set s at s * ways + w */
};

void vta_init(struct vta *, const struct vta_params *);
void vta_release(struct vta *);
void vta_reset(struct vta *);
void vta_outputs(const struct vta *, struct vta_out *);
void vta_step(struct vta *, const struct vta_in *);
bool vta_is_idle(const struct vta *);
uint64_t vta_hash(const struct vta *);

#endif
