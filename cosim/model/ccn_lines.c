/* Twin of rtl/ccn_lines.v. */
#include "ccn_lines.h"

#include <string.h>

#include "hash.h"

void ccn_lines_init(struct ccn_lines *l, const struct ccn_lines_params *params)
{
    *l = (struct ccn_lines){.params = *params, .carry_data = true};
    delay_control_init(&l->link, params->hop + 1, 1, params->hop);
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

void ccn_lines_outputs(const struct ccn_lines *l, struct ccn_lines_out *out)
{
    out->in_ready = !l->whole;
    out->line_valid = l->whole;
    out->line_room = ccn_lines_room(l);
    out->new_ready = ccn_lines_new_ready(l);
    out->line_head = l->arrived.head;
    out->out_valid = delay_get_valid(&l->link);
    const struct ccn_lines_beat *beat = &l->beats[delay_head_slot(&l->link)];
    if (out->out_valid)
        out->out_head = beat->head;
    if (!l->carry_data)
        return;
    memcpy(out->line_data, l->arrived.data, sizeof l->arrived.data);
    if (out->out_valid)
        memcpy(out->out_data, beat->data, sizeof beat->data);
}

/* A beat of the queue's head goes into the link: whether it was the last. */
static bool send(struct ccn_lines *l, bool out_ready)
{
    bool put = l->taken && delay_put_ready(&l->link);
    if (put) {
        const struct ccn_line *line = &l->queue[l->first];
        struct ccn_lines_beat *beat = &l->beats[delay_put_slot(&l->link)];
        beat->head = line->head;
        if (l->carry_data)
            memcpy(beat->data, line->data + (size_t)l->sent * CCN_BEAT_WORDS, sizeof beat->data);
    }
    delay_control_step(&l->link, put, false, out_ready && delay_get_valid(&l->link), false);
    l->sent = (l->sent + put) % CCN_BEATS;
    return put && !l->sent;
}

static void put(struct ccn_lines *l, uint64_t head, const uint64_t *data)
{
    struct ccn_line *line = &l->queue[ring_wrap(l->first + l->taken, l->params.responses)];
    line->head = head;
    if (l->carry_data)
        memcpy(line->data, data, sizeof line->data);
    l->taken++;
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
    bool enter = in->new_valid && ccn_lines_new_ready(l);
    bool pass = l->whole && in->line_pass && ccn_lines_room(l) && !enter;
    bool was_whole = l->whole;
    unsigned before = l->taken;
    if (enter)
        put(l, in->new_head, in->new_data);
    else if (pass)
        put(l, in->line_as, l->arrived.data);
    unsigned added = l->taken - before;
    l->taken = before; /* what enters at this edge is not sent yet */
    if (send(l, in->out_ready)) {
        l->first = ring_wrap(l->first + 1, l->params.responses);
        l->taken--;
    }
    l->taken += added;
    if (was_whole)
        l->whole = !in->line_take && !pass;
    else if (in->in_valid)
        take_beat(l, in);
}

bool ccn_lines_is_idle(const struct ccn_lines *l)
{
    return !l->whole && !l->taken && !l->link.level;
}

uint64_t ccn_lines_hash(const struct ccn_lines *l)
{
    unsigned words = l->carry_data ? CCN_LINE_WORDS : 0, beat = words / CCN_BEATS;
    uint64_t hash = hash_word(delay_control_hash(&l->link, 0),
                              l->part << 24 | l->sent << 16 | l->taken << 8 | l->whole);
    if (l->part || l->whole)
        hash = hash_words(hash_word(hash, l->arrived.head), l->arrived.data,
                          (l->whole ? CCN_BEATS : l->part) * beat);
    for (unsigned i = 0; i < l->taken; i++) {
        const struct ccn_line *line = &l->queue[ring_wrap(l->first + i, l->params.responses)];
        hash = hash_words(hash_word(hash, line->head), line->data, words);
    }
    for (unsigned i = 0; i < l->link.level; i++) {
        const struct ccn_lines_beat *far = &l->beats[ring_wrap(l->link.head + i, l->link.depth)];
        hash = hash_words(hash_word(hash, far->head), far->data, beat);
    }
    return hash;
}
