/* Twin of rtl/l1_snoop.v. */
#include "l1_snoop.h"

#include "hash.h"

void l1_snoop_init(struct l1_snoop *snoop, const struct l1_snoop_params *params)
{
    (void)params;
    *snoop = (struct l1_snoop){.valid = false};
}

void l1_snoop_release(struct l1_snoop *snoop)
{
    (void)snoop;
}

void l1_snoop_reset(struct l1_snoop *snoop)
{
    snoop->valid = snoop->data_valid = snoop->gone_valid = snoop->stolen = false;
}

void l1_snoop_outputs(const struct l1_snoop *snoop, struct l1_snoop_out *out)
{
    out->snoop_ready = !snoop->valid;
    out->read_valid = snoop->valid;
    if (snoop->valid) {
        out->read_set = snoop->set;
        out->read_way = snoop->way;
    }
    out->data_valid = snoop->data_valid;
    out->gone_valid = snoop->gone_valid;
    out->event_snoop = snoop->stolen;
}

/* `gone` with what the last step wrote, which the lookup did not know, and each until the read. */
void l1_snoop_read(struct l1_snoop *snoop, const struct l1_snoop_in *in)
{
    bool reads = snoop->valid && in->read_ready;
    snoop->stolen = snoop->data_valid = snoop->gone_valid = false;
    if (!snoop->valid && in->snoop_valid)
        *snoop = (struct l1_snoop){
            .valid = true, .set = (uint16_t)in->snoop_set, .way = (uint16_t)in->snoop_way};
    if (!snoop->valid)
        return;
    bool left = in->tags_ways >> snoop->way & 1 || !(in->tags_lines >> snoop->way & 1);
    snoop->gone |= in->tags_valid && in->tags_set == snoop->set && left;
    snoop->data_valid = reads && !snoop->gone;
    snoop->gone_valid = reads && snoop->gone;
    snoop->gone |= in->flush;
    snoop->valid = !reads;
}

void l1_snoop_step(struct l1_snoop *snoop, const struct l1_snoop_in *in)
{
    l1_snoop_read(snoop, in);
    l1_snoop_delays(snoop, in->hit_valid);
}

uint64_t l1_snoop_hash(const struct l1_snoop *snoop)
{
    uint64_t hash = hash_word(0, (unsigned)(snoop->valid << 3 | snoop->data_valid << 2 |
                                            snoop->gone_valid << 1 | snoop->stolen));
    if (snoop->valid)
        hash =
            hash_word(hash, (uint64_t)snoop->set << 32 | (uint64_t)snoop->way << 1 | snoop->gone);
    return hash;
}
