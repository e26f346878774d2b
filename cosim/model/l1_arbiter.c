/* Twin of rtl/l1_arbiter.v. */
#include "l1_arbiter.h"

#include <string.h>

#include "hash.h"
#include "message.h"
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
    arbiter->own_goes = false;
    arbiter->first_data = 0;
    arbiter->data_count = 0;
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
                                 .mask = remote_in_queue_mask(&arbiter->remote)};
    }
    const struct l1_arbiter_request *request = &arbiter->local[arbiter->first];
    return (struct l1_offer){.foreign = request->foreign,
                             .kind = request->kind,
                             .op = request->op,
                             .insn = request->insn,
                             .check = request->check,
                             .id = request->id,
                             .line = request->line,
                             .mask = request->mask};
}

void l1_arbiter_outputs(const struct l1_arbiter *arbiter, struct l1_arbiter_out *out)
{
    out->local_ready = l1_arbiter_has_room(arbiter);
    out->recv_ready = arbiter->remote.done;
    L1_ARBITER_DRIVE(arbiter, out);
    if (!arbiter->own_goes || !arbiter->carry_data)
        return;
    if (arbiter->local_data)
        memcpy(out->own_data, arbiter->data[arbiter->first_data], sizeof out->own_data);
    else
        memset(out->own_data, 0, sizeof out->own_data);
}

/* Stores and atomics. */
static bool has_data(unsigned kind)
{
    return kind == L1_STORE || kind == L1_ATOMIC;
}

static void take_data(struct l1_arbiter *arbiter, const uint64_t *data)
{
    unsigned free = (arbiter->first_data + arbiter->data_count++) % L1_ARBITER_LINES;
    if (arbiter->carry_data)
        memcpy(arbiter->data[free], data, sizeof arbiter->data[free]);
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
    if (arbiter->local_data && has_data(request->kind))
        take_data(arbiter, in->local_data);
}

/* The L1 has all data of the own store or atomic that left. */
static void end_data(struct l1_arbiter *arbiter)
{
    arbiter->own_goes = false;
    if (!arbiter->local_data)
        return;
    arbiter->first_data = (arbiter->first_data + 1) % L1_ARBITER_LINES;
    arbiter->data_count--;
}

/* The own request that is offered leaves; the remote head becomes older. */
static void give_local(struct l1_arbiter *arbiter)
{
    arbiter->own_goes |= has_data(arbiter->local[arbiter->first].kind);
    arbiter->first = place(arbiter, 1);
    arbiter->count--;
    arbiter->age += arbiter->remote.count && arbiter->age_limit;
}

void l1_arbiter_step(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    bool put = in->local_valid && l1_arbiter_has_room(arbiter);
    bool give_remote = in->access_ready && remote_turn(arbiter);
    if (arbiter->own_goes && in->own_ready)
        end_data(arbiter);
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
                                                      .remote_ready = give_remote,
                                                      .data_done = in->own_ready});
}

bool l1_arbiter_is_idle(const struct l1_arbiter *arbiter)
{
    return !arbiter->count && !arbiter->own_goes && remote_in_queue_is_idle(&arbiter->remote);
}

uint64_t l1_arbiter_hash(const struct l1_arbiter *arbiter)
{
    uint64_t hash =
        hash_word(hash_word(arbiter->age, arbiter->first),
                  arbiter->count << 2 | (unsigned)(arbiter->own_goes << 1 | arbiter->fresh));
    for (unsigned i = 0; i < arbiter->count; i++) {
        const struct l1_arbiter_request *request = &arbiter->local[place(arbiter, i)];
        uint64_t small = (uint64_t)request->kind << 40 | (uint64_t)request->op << 32 |
                         (uint64_t)request->foreign << 16 | request->id;
        hash = hash_word(hash_word(hash, small), (uint64_t)request->insn << 8 | request->check);
        hash = hash_words(hash_word(hash, request->line), request->mask, 2);
    }
    hash = hash_word(hash_word(hash, arbiter->first_data), arbiter->data_count);
    for (unsigned i = 0; arbiter->carry_data && i < arbiter->data_count; i++)
        hash = hash_words(hash, arbiter->data[(arbiter->first_data + i) % L1_ARBITER_LINES], 16);
    return hash_word(hash, remote_in_queue_hash(&arbiter->remote));
}
