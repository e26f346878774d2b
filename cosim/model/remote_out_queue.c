/* Twin of rtl/remote_out_queue.v. */
#include "remote_out_queue.h"

#include <string.h>

#include "hash.h"
#include "message.h"

void remote_out_queue_init(struct remote_out_queue *out_queue,
                           const struct remote_out_queue_params *params)
{
    (void)params;
    *out_queue = (struct remote_out_queue){.carry_data = true};
}

void remote_out_queue_release(struct remote_out_queue *out_queue)
{
    (void)out_queue; /* nothing is allocated */
}

void remote_out_queue_reset(struct remote_out_queue *out_queue)
{
    out_queue->full = out_queue->answers_turn = false;
}

void remote_out_queue_outputs(const struct remote_out_queue *out_queue,
                              struct remote_out_queue_out *out)
{
    out->hit_ready = !out_queue->full && !out_queue->answers_turn;
    out->answer_ready = !out_queue->full && out_queue->answers_turn;
    out->send_valid = out_queue->full;
    if (!out->send_valid)
        return;
    out->send_dest = out_queue->node;
    out->send_kind = out_queue->kind;
    out->send_line = out_queue->line;
    out->send_id = out_queue->id;
    out->send_data_sectors = out_queue->sectors;
    if (out_queue->carry_data)
        memcpy(out->send_data, out_queue->data, sizeof out_queue->data);
}

static void put_data(struct remote_out_queue *out_queue, const uint64_t *data)
{
    out_queue->full = true;
    if (out_queue->carry_data)
        memcpy(out_queue->data, data, sizeof out_queue->data);
}

static void put_hit(struct remote_out_queue *out_queue, const struct remote_out_queue_in *in)
{
    out_queue->kind = MESSAGE_READ;
    out_queue->line = in->hit_line;
    out_queue->node = (uint16_t)in->hit_node;
    out_queue->id = (uint16_t)in->hit_id;
    out_queue->sectors = (uint8_t)in->hit_sectors;
    put_data(out_queue, in->hit_data);
    out_queue->answers_turn = in->answer_valid;
}

static void put_answer(struct remote_out_queue *out_queue, const struct remote_out_queue_in *in)
{
    out_queue->kind = (uint8_t)in->answer_kind;
    out_queue->line = in->answer_line;
    out_queue->node = (uint16_t)in->answer_node;
    out_queue->id = (uint16_t)in->answer_id;
    out_queue->sectors = (uint8_t)in->answer_sectors;
    put_data(out_queue, in->answer_data);
    out_queue->answers_turn = false;
}

void remote_out_queue_step(struct remote_out_queue *out_queue, const struct remote_out_queue_in *in)
{
    if (!out_queue->full && out_queue->answers_turn && in->answer_valid) {
        put_answer(out_queue, in);
    } else if (!out_queue->full && !out_queue->answers_turn && in->hit_valid) {
        put_hit(out_queue, in);
    } else {
        out_queue->answers_turn = remote_out_queue_next_turn(out_queue, in);
        out_queue->full = out_queue->full && !in->send_ready;
    }
}

bool remote_out_queue_is_idle(const struct remote_out_queue *out_queue)
{
    return !out_queue->full && !out_queue->answers_turn;
}

uint64_t remote_out_queue_hash(const struct remote_out_queue *out_queue)
{
    uint64_t hash = hash_word(out_queue->answers_turn, out_queue->full);
    if (!out_queue->full)
        return hash;
    hash = hash_word(hash, (uint64_t)out_queue->node << 32 | (uint64_t)out_queue->id << 16 |
                               (unsigned)(out_queue->sectors << 8 | out_queue->kind));
    hash = hash_word(hash, out_queue->line);
    return out_queue->carry_data ? hash_words(hash, out_queue->data, 16) : hash;
}
