/* Twin of rtl/noc_enable.v. */
#include "noc_enable.h"

void noc_enable_init(struct noc_enable *flop, const struct noc_enable_params *params)
{
    (void)params;
    noc_enable_reset(flop);
}

void noc_enable_release(struct noc_enable *flop)
{
    (void)flop;
}

void noc_enable_reset(struct noc_enable *flop)
{
    flop->enabled = false;
}

void noc_enable_outputs(const struct noc_enable *flop, struct noc_enable_out *out)
{
    out->en = flop->enabled;
}

void noc_enable_step(struct noc_enable *flop, const struct noc_enable_in *in)
{
    flop->enabled = in->next_en;
}

bool noc_enable_is_idle(const struct noc_enable *flop)
{
    (void)flop;
    return false;
}

uint64_t noc_enable_hash(const struct noc_enable *flop)
{
    return flop->enabled;
}
