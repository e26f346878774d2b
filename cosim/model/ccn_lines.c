/* Twin of rtl/ccn_lines.v. */
#include "ccn_lines.h"

#include <string.h>

#include "hash.h"

void ccn_lines_init(struct ccn_lines *l, const struct ccn_lines_params *params)
{
    *l = (struct ccn_lines){.params = *params, .carry_data = true};
    if (params->hop)
        delay_control_init(&l->link, params->hop + 1 + params->prompt, params->hop);
}

void ccn_lines_release(struct ccn_lines *l)
{
    (void)l;
}

void ccn_lines_reset(struct ccn_lines *l)
{
    bool carry_data = l->carry_data;
    struct ccn_lines_params params = l->params;
    ccn_lines_init(l, &params);
    l->carry_data = carry_data;
}

/* Of the queue's head the beat that leaves next. */
static const uint64_t *next_data(const struct ccn_lines *l)
{
    return l->queue[l->first].data + (size_t)l->sent * CCN_BEAT_WORDS;
}

bool ccn_lines_offer(const struct ccn_lines *l, uint64_t *head, uint64_t *data)
{
    bool far = l->params.hop;
    const struct ccn_lines_beat *beat = &l->beats[delay_head_slot(&l->link)];
    if (far ? !delay_get_valid(&l->link) : !l->count)
        return false;
    *head = far ? beat->head : l->queue[l->first].head;
    if (l->carry_data)
        memcpy(data, far ? beat->data : next_data(l), sizeof beat->data);
    return true;
}

void ccn_lines_outputs(const struct ccn_lines *l, struct ccn_lines_out *out)
{
    out->in_ready = !l->whole;
    out->beat_last = ccn_lines_last(l);
    out->line_valid = l->whole;
    out->line_room = ccn_lines_room(l);
    out->keep_ready = ccn_lines_keep_ready(l);
    out->line_head = l->arrived.head;
    out->out_valid = ccn_lines_offer(l, &out->out_head, out->out_data);
    if (l->carry_data)
        memcpy(out->line_data, l->arrived.data, sizeof l->arrived.data);
}

/* The beat goes into the link, if there is room. */
static bool put_beat(struct ccn_lines *l, bool out_ready)
{
    bool put = l->count && delay_put_ready(&l->link);
    if (put) {
        struct ccn_lines_beat *beat = &l->beats[delay_put_slot(&l->link)];
        beat->head = l->queue[l->first].head;
        if (l->carry_data)
            memcpy(beat->data, next_data(l), sizeof beat->data);
    }
    delay_control_step(&l->link, put, out_ready && delay_get_valid(&l->link));
    return put;
}

/* A beat of the queue's head leaves; with the last one its place is free. */
static void send(struct ccn_lines *l, bool out_ready)
{
    bool put = l->params.hop ? put_beat(l, out_ready) : l->count && out_ready;
    if (!put || ++l->sent < CCN_BEATS)
        return;
    l->sent = 0;
    l->first = ring_wrap(l->first + 1, l->params.responses);
    l->count--;
}

static void put(struct ccn_lines *l, uint64_t head, const uint64_t *data)
{
    struct ccn_line *line = &l->queue[ring_wrap(l->first + l->count, l->params.responses)];
    line->head = head;
    if (l->carry_data)
        memcpy(line->data, data, sizeof line->data);
    l->count++;
}

static void take_beat(struct ccn_lines *l, const struct ccn_lines_in *in)
{
    if (!l->part)
        l->arrived.head = in->in_head;
    if (l->carry_data)
        memcpy(l->arrived.data + (size_t)l->part * CCN_BEAT_WORDS, in->in_data,
               CCN_BEAT_WORDS * sizeof(uint64_t));
    l->part = (l->part + 1) % CCN_BEATS;
    l->whole = !l->part;
}

void ccn_lines_step(struct ccn_lines *l, const struct ccn_lines_in *in)
{
    l->kept += in->keep_valid && ccn_lines_keep_ready(l);
    bool pass = in->line_pass && ccn_lines_room(l) && !in->new_valid;
    send(l, in->out_ready);
    if (!l->whole && in->in_valid)
        take_beat(l, in);
    if (in->new_valid)
        put(l, in->new_head, in->new_data);
    else if (pass)
        put(l, in->line_as, l->arrived.data);
    l->kept -= in->new_valid || in->gone_valid;
    l->whole &= !in->line_take && !pass;
}

bool ccn_lines_is_idle(const struct ccn_lines *l)
{
    return !l->whole && !l->count && !l->link.level;
}

uint64_t ccn_lines_hash(const struct ccn_lines *l)
{
    unsigned words = l->carry_data ? CCN_LINE_WORDS : 0, beat = words / CCN_BEATS;
    uint64_t hash =
        hash_word(delay_control_hash(&l->link, 0),
                  l->part << 24 | l->sent << 16 | l->count << 8 | l->kept << 1 | l->whole);
    if (l->part || l->whole)
        hash = hash_words(hash_word(hash, l->arrived.head), l->arrived.data,
                          (l->whole ? CCN_BEATS : l->part) * beat);
    for (unsigned i = 0; i < l->count; i++) {
        const struct ccn_line *line = &l->queue[ring_wrap(l->first + i, l->params.responses)];
        hash = hash_words(hash_word(hash, line->head), line->data, words);
    }
    for (unsigned i = 0; i < l->link.level; i++) {
        const struct ccn_lines_beat *far = &l->beats[ring_wrap(l->link.head + i, l->link.depth)];
        hash = hash_words(hash_word(hash, far->head), far->data, beat);
    }
    return hash;
}
