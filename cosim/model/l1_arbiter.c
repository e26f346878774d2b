/* Twin of rtl/l1_arbiter.v. */
#include "l1_arbiter.h"

#include <string.h>

#include "hash.h"

void l1_arbiter_init(struct l1_arbiter *arbiter, const struct l1_arbiter_params *params)
{
    (void)params; /* widths only */
    memset(arbiter, 0, sizeof *arbiter);
    arbiter->carry_data = true;
}

void l1_arbiter_release(struct l1_arbiter *arbiter)
{
    (void)arbiter;
}

void l1_arbiter_reset(struct l1_arbiter *arbiter)
{
    arbiter->first = 0;
    arbiter->count = 0;
}

void l1_arbiter_outputs(const struct l1_arbiter *arbiter, struct l1_arbiter_out *out)
{
    out->local_ready = arbiter->count < L1_ARBITER_QUEUE;
    out->access_valid = arbiter->count > 0;
    if (!out->access_valid)
        return;
    const struct l1_arbiter_access *access = &arbiter->queue[arbiter->first];
    out->access_kind = access->kind;
    out->access_op = access->op;
    out->access_line = access->line;
    out->access_id = access->id;
    memcpy(out->access_mask, access->mask, sizeof access->mask);
    if (arbiter->carry_data)
        memcpy(out->access_data, access->data, sizeof access->data);
}

static void l1_arbiter_take(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    unsigned place = (arbiter->first + arbiter->count) % L1_ARBITER_QUEUE;
    struct l1_arbiter_access *access = &arbiter->queue[place];
    access->kind = (uint8_t)in->local_kind;
    access->op = (uint8_t)in->local_op;
    access->line = in->local_line;
    access->id = (uint16_t)in->local_id;
    memcpy(access->mask, in->local_mask, sizeof access->mask);
    if (arbiter->carry_data)
        memcpy(access->data, in->local_data, sizeof access->data);
}

void l1_arbiter_step(struct l1_arbiter *arbiter, const struct l1_arbiter_in *in)
{
    bool put = in->local_valid && arbiter->count < L1_ARBITER_QUEUE;
    bool get = in->access_ready && arbiter->count > 0;
    if (put)
        l1_arbiter_take(arbiter, in);
    if (get)
        arbiter->first = (arbiter->first + 1) % L1_ARBITER_QUEUE;
    arbiter->count += (unsigned)put - (unsigned)get;
}

bool l1_arbiter_is_idle(const struct l1_arbiter *arbiter)
{
    return arbiter->count == 0;
}

uint64_t l1_arbiter_hash(const struct l1_arbiter *arbiter)
{
    uint64_t hash = hash_word(arbiter->first, arbiter->count);
    for (unsigned i = 0; i < arbiter->count; i++) {
        const struct l1_arbiter_access *access =
            &arbiter->queue[(arbiter->first + i) % L1_ARBITER_QUEUE];
        uint64_t small = (uint64_t)access->kind << 32 | (uint64_t)access->op << 16 | access->id;
        hash = hash_word(hash_word(hash, small), access->line);
        hash = hash_words(hash, access->mask, 2);
        if (arbiter->carry_data)
            hash = hash_words(hash, access->data, 16);
    }
    return hash;
}
