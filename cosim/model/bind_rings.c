/* Rings: links whose members are not of one node. */
#include "bind.h"

static uint16_t *no_members(unsigned count)
{
    uint16_t *members = xcalloc(count, sizeof *members);
    for (unsigned i = 0; i < count; i++)
        members[i] = NO_MEMBER;
    return members;
}

/* The links of a ring from nodes of one kind to those of another, or of the same. */
static void bind_ring_kinds(struct gpu *gpu, const struct plan_ring *ring, enum node_kind from,
                            enum node_kind to)
{
    const struct plan_link link = {.from = {ring_instance(ring, from), ring->output, 0},
                                   .to = {ring_instance(ring, to), ring->input, 0}};
    struct joint joint = {.link = &link,
                          .from = bind_class(gpu, from, link.from.instance),
                          .to = bind_class(gpu, to, link.to.instance)};
    joint.there = no_members(joint.from->members);
    joint.back = no_members(joint.to->members);
    for (unsigned i = 0; i < joint.from->members; i++) {
        struct ring_place next = ring_next(ring, (struct ring_place){from, i});
        if (next.kind != to)
            continue;
        joint.there[i] = (uint16_t)next.node;
        joint.back[next.node] = (uint16_t)i;
    }
    bind_joint(gpu, &joint);
}

void bind_ring(struct gpu *gpu, const struct plan_ring *ring)
{
    bind_ring_kinds(gpu, ring, ring->kind, ring->kind);
    if (ring->via == NODE_KINDS)
        return;
    bind_ring_kinds(gpu, ring, ring->kind, ring->via);
    bind_ring_kinds(gpu, ring, ring->via, ring->kind);
}
