/* Twin of rtl/address_map.v on port structs. */
#include "address_map.h"

void address_map_outputs_f(const struct address_map_params *params, const struct address_map_in *in,
                           struct address_map_out *out)
{
    unsigned partition =
        address_map_partition(in->line, params->chunk_bits, params->partitions, params->hash);
    out->partition = partition;
    out->node = in->partition_nodes[partition];
}
