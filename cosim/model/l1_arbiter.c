/* Twin of rtl/l1_arbiter.v. */
#include "l1_arbiter.h"

#include <string.h>

#include "hash.h"
#include "pc_hash.h"

void l1_arbiter_init(struct l1_arbiter *arbiter, const struct l1_arbiter_params *params)
{
    memset(arbiter, 0, sizeof *arbiter);
    arbiter->carry_data = true;
    arbiter->local_data = params->local_data;
    arbiter->local_wait = params->local_wait;
    arbiter->age_limit = params->age_limit;
    remote_in_queue_init(&arbiter->remote,
                         &(struct remote_in_queue_params){.line_bits = params->line_bits,
                                                          .id_bits = params->id_bits,
                                                          .depth = params->depth,
                                                          .node_bits = params->node_bits,
                                                          .msg_id_bits = params->msg_id_bits});
}

void l1_arbiter_release(struct l1_arbiter *arbiter)
{
    remote_in_queue_release(&arbiter->remote);
}

void l1_arbiter_reset(struct l1_arbiter *arbiter)
{
    arbiter->age = 0;
    arbiter->first = 0;
    arbiter->count = 0;
    arbiter->fresh = false;
    remote_in_queue_reset(&arbiter->remote);
}

/* The place `offset` behind that of the oldest own request. */
static unsigned place(const struct l1_arbiter *arbiter, unsigned offset)
{
    return (arbiter->first + offset) % L1_ARBITER_PLACES;
}

/* Local first, unless the remote head is old. */
static bool remote_turn(const struct l1_arbiter *arbiter)
{
    bool is_old = arbiter->age_limit && arbiter->age == arbiter->age_limit;
    return arbiter->remote.count && (!l1_arbiter_offers_own(arbiter) || is_old);
}

struct l1_offer l1_arbiter_access(const struct l1_arbiter *arbiter)
{
    if (remote_turn(arbiter)) {
        const struct remote_request *request = remote_in_queue_head(&arbiter->remote);
        return (struct l1_offer){.remote = true,
                                 .kind = request->kind,
                                 .sectors = request->sectors,
                                 .insn = request->insn,
                                 .id = request->id,
                                 .node = request->node,
                                 .line = request->line,
                                 .mask = remote_in_queue_mask(&arbiter->remote),
                                 .data = remote_in_queue_nothing};
    }
    const struct l1_arbiter_request *request = &arbiter->local[arbiter->first];
    return (struct l1_offer){.foreign = request->foreign,
                             .kind = request->kind,
                             .op = request->op,
                             .insn = request->insn,
                             .check = request->check,
                             .id = request->id,
                             .line = request->line,
                             .mask = request->mask,
                             .data = arbiter->local_data ? request->data : remote_in_queue_nothing};
}

void l1_arbiter_outputs(const struct l1_arbiter *arbiter, struct l1_arbiter_out *out)
{
    out->local_ready = l1_arbiter_has_room(arbiter);
    out->recv_ready = arbiter->remote.done;
    L1_ARBITER_DRIVE(arbiter, out, arbiter->carry_data);
}

static void take_local(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    struct l1_arbiter_request *request = &arbiter->local[place(arbiter, arbiter->count++)];
    request->kind = (uint8_t)in->local_kind;
    request->op = (uint8_t)in->local_op;
    request->foreign = in->local_foreign;
    request->insn = (uint8_t)pc_hash_insn(in->local_pc);
    request->check = (uint8_t)pc_hash_check(in->local_pc);
    request->id = (uint16_t)in->local_id;
    request->line = in->local_line;
    memcpy(request->mask, in->local_mask, sizeof request->mask);
    if (arbiter->carry_data && arbiter->local_data)
        memcpy(request->data, in->local_data, sizeof request->data);
}

/* The own request that is offered leaves; the remote head becomes older. */
static void give_local(struct l1_arbiter *arbiter)
{
    arbiter->first = place(arbiter, 1);
    arbiter->count--;
    arbiter->age += arbiter->remote.count && arbiter->age_limit;
}

void l1_arbiter_step(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    bool put = in->local_valid && l1_arbiter_has_room(arbiter);
    bool give_remote = in->access_ready && remote_turn(arbiter);
    if (give_remote)
        arbiter->age = 0;
    else if (in->access_ready && l1_arbiter_offers_own(arbiter))
        give_local(arbiter);
    if (put)
        take_local(arbiter, in);
    arbiter->fresh = put && arbiter->local_wait;
    if (!in->recv_valid && !give_remote)
        return;
    remote_in_queue_step(&arbiter->remote,
                         &(struct remote_in_queue_in){.recv_valid = in->recv_valid,
                                                      .recv_kind = in->recv_kind,
                                                      .recv_src = in->recv_src,
                                                      .recv_line = in->recv_line,
                                                      .recv_id = in->recv_id,
                                                      .recv_sectors = in->recv_sectors,
                                                      .recv_mask = in->recv_mask,
                                                      .remote_ready = give_remote});
}

bool l1_arbiter_is_idle(const struct l1_arbiter *arbiter)
{
    return !arbiter->count && remote_in_queue_is_idle(&arbiter->remote);
}

uint64_t l1_arbiter_hash(const struct l1_arbiter *arbiter)
{
    uint64_t hash =
        hash_word(hash_word(arbiter->age, arbiter->first), arbiter->count << 1 | arbiter->fresh);
    for (unsigned i = 0; i < arbiter->count; i++) {
        const struct l1_arbiter_request *request = &arbiter->local[place(arbiter, i)];
        uint64_t small = (uint64_t)request->kind << 40 | (uint64_t)request->op << 32 |
                         (uint64_t)request->foreign << 16 | request->id;
        hash = hash_word(hash_word(hash, small), (uint64_t)request->insn << 8 | request->check);
        hash = hash_words(hash_word(hash, request->line), request->mask, 2);
        if (arbiter->carry_data && arbiter->local_data)
            hash = hash_words(hash, request->data, 16);
    }
    return hash_word(hash, remote_in_queue_hash(&arbiter->remote));
}
