/* Twin of rtl/owner_node.v. */
#include "owner_node.h"

#include "address_map.h"
#include "hash.h"

void owner_node_init(struct owner_node *owner, const struct owner_node_params *params)
{
    *owner = (struct owner_node){.params = *params};
}

void owner_node_release(struct owner_node *owner)
{
    (void)owner;
}

void owner_node_reset(struct owner_node *owner)
{
    owner->valid = false;
}

void owner_node_outputs(const struct owner_node *owner, struct owner_node_out *out)
{
    out->node_valid = owner->valid;
    if (owner->valid)
        out->node_dest = owner->dest;
}

void owner_node_take(struct owner_node *owner, uint64_t line, const uint64_t *nodes)
{
    const struct owner_node_params *p = &owner->params;
    owner->valid = true;
    owner->dest =
        (uint16_t)nodes[address_map_partition(line, p->chunk_bits, p->partitions, p->hash)];
}

void owner_node_step(struct owner_node *owner, const struct owner_node_in *in)
{
    owner->valid &= !in->node_ready;
    if (!owner->valid && in->line_valid)
        owner_node_take(owner, in->line_is_high ? in->line_high : in->line_low,
                        in->own_slices ? in->own_nodes : in->partition_nodes);
}

uint64_t owner_node_hash(const struct owner_node *owner)
{
    return hash_word(owner->valid, owner->valid ? owner->dest : 0);
}
