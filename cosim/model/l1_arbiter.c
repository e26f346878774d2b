/* Twin of rtl/l1_arbiter.v. */
#include "l1_arbiter.h"

#include <string.h>

#include "hash.h"
#include "pc_hash.h"

void l1_arbiter_init(struct l1_arbiter *arbiter, const struct l1_arbiter_params *params)
{
    memset(arbiter, 0, sizeof *arbiter);
    arbiter->carry_data = true;
    arbiter->age_limit = params->age_limit;
}

void l1_arbiter_release(struct l1_arbiter *arbiter)
{
    (void)arbiter;
}

static void queue_clear(struct l1_arbiter_queue *queue)
{
    queue->first = 0;
    queue->count = 0;
}

void l1_arbiter_reset(struct l1_arbiter *arbiter)
{
    arbiter->age = 0;
    queue_clear(&arbiter->local);
    queue_clear(&arbiter->remote);
}

/* The access `offset` places behind the oldest one. */
static const struct l1_arbiter_access *queue_at(const struct l1_arbiter_queue *queue,
                                                unsigned offset)
{
    return &queue->accesses[(queue->first + offset) % L1_ARBITER_QUEUE];
}

/* The free place behind the youngest one, which becomes part of the queue. */
static struct l1_arbiter_access *queue_put(struct l1_arbiter_queue *queue)
{
    return &queue->accesses[(queue->first + queue->count++) % L1_ARBITER_QUEUE];
}

static void queue_drop(struct l1_arbiter_queue *queue)
{
    queue->first = (queue->first + 1) % L1_ARBITER_QUEUE;
    queue->count--;
}

static uint64_t queue_hash(const struct l1_arbiter_queue *queue, bool carry_data, uint64_t hash)
{
    hash = hash_word(hash_word(hash, queue->first), queue->count);
    for (unsigned i = 0; i < queue->count; i++) {
        const struct l1_arbiter_access *access = queue_at(queue, i);
        uint64_t small = (uint64_t)access->kind << 40 | (uint64_t)access->op << 32 |
                         (uint64_t)access->node << 16 | access->id;
        uint64_t marks = (uint64_t)access->insn << 16 | (uint64_t)access->check << 8 |
                         (uint64_t)access->sectors << 1 | access->foreign;
        hash = hash_word(hash_word(hash_word(hash, small), marks), access->line);
        hash = hash_words(hash, access->mask, 2);
        if (carry_data)
            hash = hash_words(hash, access->data, 16);
    }
    return hash;
}

/* Local first, unless the remote head is old. */
static bool remote_turn(const struct l1_arbiter *arbiter)
{
    bool is_old = arbiter->age_limit && arbiter->age == arbiter->age_limit;
    return arbiter->remote.count && (!arbiter->local.count || is_old);
}

void l1_arbiter_outputs(const struct l1_arbiter *arbiter, struct l1_arbiter_out *out)
{
    out->local_ready = arbiter->local.count < L1_ARBITER_QUEUE;
    out->remote_ready = arbiter->remote.count < L1_ARBITER_QUEUE;
    out->access_valid = arbiter->local.count || arbiter->remote.count;
    if (!out->access_valid)
        return;
    out->access_remote = remote_turn(arbiter);
    const struct l1_arbiter_access *access =
        queue_at(out->access_remote ? &arbiter->remote : &arbiter->local, 0);
    out->access_kind = access->kind;
    out->access_op = access->op;
    out->access_foreign = access->foreign;
    out->access_node = access->node;
    out->access_sectors = access->sectors;
    out->access_line = access->line;
    out->access_id = access->id;
    out->access_insn = access->insn;
    out->access_check = access->check;
    memcpy(out->access_mask, access->mask, sizeof access->mask);
    if (arbiter->carry_data)
        memcpy(out->access_data, access->data, sizeof access->data);
}

static void take_local(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    struct l1_arbiter_access *access = queue_put(&arbiter->local);
    access->kind = (uint8_t)in->local_kind;
    access->op = (uint8_t)in->local_op;
    access->foreign = in->local_foreign;
    access->insn = (uint8_t)pc_hash_insn(in->local_pc);
    access->check = (uint8_t)pc_hash_check(in->local_pc);
    access->id = (uint16_t)in->local_id;
    access->line = in->local_line;
    memcpy(access->mask, in->local_mask, sizeof access->mask);
    if (arbiter->carry_data)
        memcpy(access->data, in->local_data, sizeof access->data);
}

static void take_remote(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    struct l1_arbiter_access *access = queue_put(&arbiter->remote);
    access->kind = (uint8_t)in->remote_kind;
    access->sectors = (uint8_t)in->remote_sectors;
    access->insn = (uint8_t)in->remote_insn;
    access->id = (uint16_t)in->remote_id;
    access->node = (uint16_t)in->remote_node;
    access->line = in->remote_line;
    memcpy(access->mask, in->remote_mask, sizeof access->mask);
    if (arbiter->carry_data)
        memcpy(access->data, in->remote_data, sizeof access->data);
}

/* The access that is offered leaves; a local one makes the remote head older. */
static void give(struct l1_arbiter *arbiter)
{
    if (remote_turn(arbiter)) {
        queue_drop(&arbiter->remote);
        arbiter->age = 0;
    } else if (arbiter->local.count) {
        queue_drop(&arbiter->local);
        arbiter->age += arbiter->remote.count && arbiter->age_limit;
    }
}

void l1_arbiter_step(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    bool put_local = in->local_valid && arbiter->local.count < L1_ARBITER_QUEUE;
    bool put_remote = in->remote_valid && arbiter->remote.count < L1_ARBITER_QUEUE;
    if (in->access_ready)
        give(arbiter);
    if (put_local)
        take_local(arbiter, in);
    if (put_remote)
        take_remote(arbiter, in);
}

bool l1_arbiter_is_idle(const struct l1_arbiter *arbiter)
{
    return arbiter->local.count == 0 && arbiter->remote.count == 0;
}

uint64_t l1_arbiter_hash(const struct l1_arbiter *arbiter)
{
    uint64_t hash = queue_hash(&arbiter->local, arbiter->carry_data, arbiter->age);
    return queue_hash(&arbiter->remote, arbiter->carry_data, hash);
}
