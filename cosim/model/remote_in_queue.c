/* Twin of rtl/remote_in_queue.v. */
#include "remote_in_queue.h"

#include <string.h>

#include "hash.h"
#include "message.h"
#include "ring.h"

const uint64_t remote_in_queue_nothing[16];

enum { INSN_MASK = 127 }; /* of an instruction id */

void remote_in_queue_init(struct remote_in_queue *queue,
                          const struct remote_in_queue_params *params)
{
    *queue = (struct remote_in_queue){
        .id_mask = (uint16_t)((1u << params->id_bits) - 1),
        .depth = params->depth,
    };
}

void remote_in_queue_release(struct remote_in_queue *queue)
{
    (void)queue; /* nothing is allocated */
}

void remote_in_queue_reset(struct remote_in_queue *queue)
{
    queue->first = queue->count = 0;
    queue->waits = queue->goes = queue->done = false;
}

/* The place `offset` after the oldest request's, offset <= depth. */
static unsigned place(const struct remote_in_queue *queue, unsigned offset)
{
    return ring_wrap(queue->first + offset, queue->depth);
}

void remote_in_queue_outputs(const struct remote_in_queue *queue, struct remote_in_queue_out *out)
{
    out->recv_ready = queue->done;
    out->remote_valid = queue->count > 0;
    if (!out->remote_valid)
        return;
    const struct remote_request *request = remote_in_queue_head(queue);
    out->remote_kind = request->kind;
    out->remote_line = request->line;
    out->remote_node = request->node;
    out->remote_id = request->id;
    out->remote_insn = request->insn;
    out->remote_sectors = request->sectors;
    memcpy(out->remote_mask, remote_in_queue_mask(queue), sizeof queue->mask);
}

static void enter(struct remote_in_queue *queue, const struct remote_in_queue_in *in)
{
    struct remote_request *request = &queue->queue[place(queue, queue->count)];
    request->kind = (uint8_t)in->recv_kind; /* read and store are load and store */
    request->line = in->recv_line;
    request->node = (uint16_t)in->recv_src;
    request->id = (uint16_t)(in->recv_id & queue->id_mask);
    request->insn = (uint8_t)(in->recv_id >> MESSAGE_INSN_SHIFT & INSN_MASK);
    request->sectors = (uint8_t)in->recv_sectors;
    queue->waits = in->recv_kind == MESSAGE_STORE;
    queue->done = !queue->waits;
    if (queue->waits)
        memcpy(queue->mask, in->recv_mask, sizeof queue->mask);
}

void remote_in_queue_step(struct remote_in_queue *queue, const struct remote_in_queue_in *in)
{
    bool put = in->recv_valid && remote_in_queue_lets_in(queue);
    bool get = in->remote_ready && queue->count > 0;
    bool leaves = get && remote_in_queue_head(queue)->kind == MESSAGE_STORE;
    queue->done = queue->goes && in->data_done;
    queue->goes = leaves || (queue->goes && !queue->done);
    queue->waits &= !leaves;
    if (put) /* then no store waits or goes */
        enter(queue, in);
    if (get)
        queue->first = place(queue, 1);
    queue->count += (unsigned)put - (unsigned)get;
}

bool remote_in_queue_is_idle(const struct remote_in_queue *queue)
{
    return queue->count == 0 && !queue->goes && !queue->done;
}

uint64_t remote_in_queue_hash(const struct remote_in_queue *queue)
{
    uint64_t hash =
        hash_word(hash_word(queue->first, queue->count), (unsigned)queue->goes << 1 | queue->done);
    for (unsigned i = 0; i < queue->count; i++) {
        const struct remote_request *request = &queue->queue[place(queue, i)];
        hash = hash_word(hash, (uint64_t)request->insn << 48 | (uint64_t)request->node << 32 |
                                   (uint64_t)request->id << 16 |
                                   (unsigned)(request->sectors << 8 | request->kind));
        hash = hash_word(hash, request->line);
    }
    return queue->waits ? hash_words(hash, queue->mask, 2) : hash;
}
