/* Twin of rtl/delay_line.v: the block itself around struct delay_control
 * (docs/blocks/delay_line.md). */
#include "delay_line.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

enum { META_SIZE = DELAY_LINE_META_WORDS * sizeof(uint64_t) };
enum { DATA_SIZE = DELAY_LINE_DATA_WORDS * sizeof(uint64_t) };

uint64_t delay_control_hash(const struct delay_control *d, uint64_t seed)
{
    uint64_t hash = hash_word(seed, (uint64_t)d->level << 32 | d->due);
    for (unsigned i = d->due; i < d->level; i++)
        hash = hash_word(hash, d->due_at[ring_wrap(d->head + i, d->depth)] - d->now);
    return hash;
}

void delay_line_init(struct delay_line *line, const struct delay_line_params *params)
{
    *line = (struct delay_line){.params = *params, .carry_data = true};
    line->has_data = xcalloc(params->depth, sizeof *line->has_data);
    line->meta = xcalloc(params->depth, META_SIZE);
    line->data = xcalloc(params->queue, DATA_SIZE);
    delay_control_init(&line->control, params->depth, params->delay);
}

void delay_line_release(struct delay_line *line)
{
    free(line->has_data);
    free(line->meta);
    free(line->data);
}

void delay_line_reset(struct delay_line *line)
{
    delay_control_reset(&line->control);
    line->data_head = line->data_level = 0;
}

static const uint64_t *meta_at(const struct delay_line *line, unsigned slot)
{
    return line->meta + (size_t)slot * DELAY_LINE_META_WORDS;
}

/* Of the request of that number among those with data; behind the last one, of the next. */
static uint64_t *data_of(const struct delay_line *line, unsigned number)
{
    return line->data +
           (size_t)ring_wrap(line->data_head + number, line->params.queue) * DELAY_LINE_DATA_WORDS;
}

/* Both queues have room. */
static bool has_room(const struct delay_line *line)
{
    return delay_put_ready(&line->control) && line->data_level < line->params.queue;
}

void delay_line_outputs(const struct delay_line *line, struct delay_line_out *out)
{
    const struct delay_control *d = &line->control;
    out->put_ready = has_room(line);
    out->level = d->level;
    out->get_valid = delay_get_valid(d);
    if (!out->get_valid)
        return;
    memcpy(out->get_meta, meta_at(line, delay_head_slot(d)), META_SIZE);
    if (!line->carry_data)
        return;
    if (line->has_data[delay_head_slot(d)])
        memcpy(out->get_data, data_of(line, 0), DATA_SIZE);
    else
        memset(out->get_data, 0, DATA_SIZE);
}

void delay_line_step(struct delay_line *line, const struct delay_line_in *in)
{
    struct delay_control *d = &line->control;
    bool put = in->put_valid && has_room(line);
    bool get = in->get_ready && delay_get_valid(d);
    bool get_data = get && line->has_data[delay_head_slot(d)];
    bool put_data = put && in->put_has_data;
    if (put) {
        unsigned slot = delay_put_slot(d);
        line->has_data[slot] = in->put_has_data;
        memcpy(line->meta + (size_t)slot * DELAY_LINE_META_WORDS, in->put_meta,
               bits_words(line->params.meta_bits) * sizeof(uint64_t));
    }
    if (put_data && line->carry_data)
        memcpy(data_of(line, line->data_level), in->put_data,
               bits_words(line->params.data_bits) * sizeof(uint64_t));
    line->data_head = ring_wrap(line->data_head + get_data, line->params.queue);
    line->data_level = line->data_level + put_data - get_data;
    delay_control_step(d, put, get);
}

bool delay_line_is_idle(const struct delay_line *line)
{
    return !line->control.level;
}

uint64_t delay_line_hash(const struct delay_line *line)
{
    const struct delay_control *d = &line->control;
    uint64_t hash = delay_control_hash(d, line->data_level);
    for (unsigned i = 0; i < d->level; i++)
        hash = hash_words(hash, meta_at(line, ring_wrap(d->head + i, d->depth)),
                          DELAY_LINE_META_WORDS);
    for (unsigned i = 0; i < line->data_level && line->carry_data; i++)
        hash = hash_words(hash, data_of(line, i), DELAY_LINE_DATA_WORDS);
    return hash;
}
