/* Twin of rtl/remote_out_queue.v. */
#include "remote_out_queue.h"

#include <stddef.h>
#include <string.h>

#include "hash.h"
#include "message.h"
#include "ring.h"

void remote_out_queue_init(struct remote_out_queue *out_queue,
                           const struct remote_out_queue_params *params)
{
    *out_queue = (struct remote_out_queue){.carry_data = true, .depth = params->depth};
}

void remote_out_queue_release(struct remote_out_queue *out_queue)
{
    (void)out_queue; /* nothing is allocated */
}

void remote_out_queue_reset(struct remote_out_queue *out_queue)
{
    out_queue->turn = REMOTE_HITS;
    for (unsigned source = 0; source < REMOTE_SOURCES; source++)
        out_queue->from[source].first = out_queue->from[source].count = 0;
}

/* The place `offset` after the oldest one of a source, offset <= depth. */
static unsigned place(const struct remote_out_queue *out_queue, enum remote_source source,
                      unsigned offset)
{
    return ring_wrap(out_queue->from[source].first + offset, out_queue->depth);
}

static bool has_room(const struct remote_out_queue *out_queue, enum remote_source source)
{
    return out_queue->from[source].count < out_queue->depth;
}

static enum remote_source other(enum remote_source source)
{
    return source == REMOTE_HITS ? REMOTE_ANSWERS : REMOTE_HITS;
}

/* Whose head is on offer, when there is one. */
static enum remote_source chosen(const struct remote_out_queue *out_queue)
{
    return out_queue->from[out_queue->turn].count ? out_queue->turn : other(out_queue->turn);
}

void remote_out_queue_outputs(const struct remote_out_queue *out_queue,
                              struct remote_out_queue_out *out)
{
    const struct remote_answers *from = &out_queue->from[chosen(out_queue)];
    out->hit_ready = has_room(out_queue, REMOTE_HITS);
    out->answer_ready = has_room(out_queue, REMOTE_ANSWERS);
    out->send_valid = from->count > 0;
    if (!out->send_valid)
        return;
    const struct remote_answer *answer = &from->queue[from->first];
    out->send_dest = answer->node;
    out->send_kind = answer->kind;
    out->send_line = answer->line;
    out->send_id = answer->id;
    out->send_data_sectors = answer->sectors;
    if (out_queue->carry_data)
        memcpy(out->send_data, answer->data, sizeof answer->data);
}

/* Stores an answer, header and data, behind the others of its source. */
static void put(struct remote_out_queue *out_queue, enum remote_source source,
                const struct remote_answer *header, const uint64_t *data)
{
    struct remote_answers *from = &out_queue->from[source];
    struct remote_answer *answer = &from->queue[place(out_queue, source, from->count++)];
    memcpy(answer, header, offsetof(struct remote_answer, data));
    if (out_queue->carry_data)
        memcpy(answer->data, data, sizeof answer->data);
}

static void put_hit(struct remote_out_queue *out_queue, const struct remote_out_queue_in *in)
{
    struct remote_answer header;
    header.kind = MESSAGE_READ;
    header.line = in->hit_line;
    header.node = (uint16_t)in->hit_node;
    header.id = (uint16_t)in->hit_id;
    header.sectors = (uint8_t)in->hit_sectors;
    put(out_queue, REMOTE_HITS, &header, in->hit_data);
}

static void put_answer(struct remote_out_queue *out_queue, const struct remote_out_queue_in *in)
{
    struct remote_answer header;
    header.kind = (uint8_t)in->answer_kind;
    header.line = in->answer_line;
    header.node = (uint16_t)in->answer_node;
    header.id = (uint16_t)in->answer_id;
    header.sectors = (uint8_t)in->answer_sectors;
    put(out_queue, REMOTE_ANSWERS, &header, in->answer_data);
}

void remote_out_queue_step(struct remote_out_queue *out_queue, const struct remote_out_queue_in *in)
{
    bool hit = in->hit_valid && has_room(out_queue, REMOTE_HITS);
    bool answer = in->answer_valid && has_room(out_queue, REMOTE_ANSWERS);
    enum remote_source offered = chosen(out_queue);
    struct remote_answers *from = &out_queue->from[offered];
    if (from->count) /* what is on offer keeps the turn until it is taken */
        out_queue->turn = in->send_ready ? other(offered) : offered;
    if (from->count && in->send_ready) {
        from->first = place(out_queue, offered, 1);
        from->count--;
    }
    if (hit)
        put_hit(out_queue, in);
    if (answer)
        put_answer(out_queue, in);
}

bool remote_out_queue_is_idle(const struct remote_out_queue *out_queue)
{
    return !out_queue->from[REMOTE_HITS].count && !out_queue->from[REMOTE_ANSWERS].count;
}

static uint64_t hash_answer(uint64_t hash, const struct remote_answer *answer, bool carry_data)
{
    hash = hash_word(hash, (uint64_t)answer->node << 32 | (uint64_t)answer->id << 16 |
                               (unsigned)(answer->sectors << 8 | answer->kind));
    hash = hash_word(hash, answer->line);
    return carry_data ? hash_words(hash, answer->data, 16) : hash;
}

uint64_t remote_out_queue_hash(const struct remote_out_queue *out_queue)
{
    uint64_t hash = out_queue->turn;
    for (unsigned source = 0; source < REMOTE_SOURCES; source++) {
        const struct remote_answers *from = &out_queue->from[source];
        hash = hash_word(hash, (uint64_t)from->first << 32 | from->count);
        for (unsigned i = 0; i < from->count; i++)
            hash =
                hash_answer(hash, &from->queue[place(out_queue, source, i)], out_queue->carry_data);
    }
    return hash;
}
