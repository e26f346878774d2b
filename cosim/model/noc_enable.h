/* Twin of rtl/noc_enable.v: the network's enable of one router (docs/blocks/noc_enable.md). */
#ifndef MEMLOOM_NOC_ENABLE_H
#define MEMLOOM_NOC_ENABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "noc_enable_ports.h"

struct noc_enable {
    bool enabled; /* en of the current cycle */
};

void noc_enable_init(struct noc_enable *, const struct noc_enable_params *);
void noc_enable_release(struct noc_enable *);
void noc_enable_reset(struct noc_enable *);
void noc_enable_outputs(const struct noc_enable *, struct noc_enable_out *);
void noc_enable_step(struct noc_enable *, const struct noc_enable_in *);
bool noc_enable_is_idle(const struct noc_enable *); /* never: its input has no valid */
uint64_t noc_enable_hash(const struct noc_enable *);

#endif
