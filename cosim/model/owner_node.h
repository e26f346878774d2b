/* Twin of rtl/owner_node.v: where the message in the request register of mshr goes
 * (docs/blocks/owner_node.md).
 *
 * mshr calls owner_node_take for the line that it sends; owner_node_step finds out by itself which.
 */
#ifndef MEMLOOM_OWNER_NODE_H
#define MEMLOOM_OWNER_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "owner_node_ports.h"

struct owner_node {
    struct owner_node_params params; /* sizes */
    bool valid;                      /* there is a message */
    uint16_t dest;                   /* node {y, x} that it goes to */
};

void owner_node_init(struct owner_node *, const struct owner_node_params *);
void owner_node_release(struct owner_node *);
void owner_node_reset(struct owner_node *);
void owner_node_outputs(const struct owner_node *, struct owner_node_out *);
void owner_node_step(struct owner_node *, const struct owner_node_in *);
uint64_t owner_node_hash(const struct owner_node *);

static inline bool owner_node_is_idle(const struct owner_node *owner)
{
    return !owner->valid;
}

/* The register gets a message for `line`; `nodes` of the partitions, or of the own slices. */
void owner_node_take(struct owner_node *, uint64_t line, const uint64_t *nodes);

#endif
