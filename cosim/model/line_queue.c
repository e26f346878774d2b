/* Twin of rtl/line_queue.v: a queue of lines that are kept as sectors in a RAM
 * (docs/blocks/line_queue.md). */
#include "line_queue.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

enum { SECTORS = 4, SECTOR_WORDS = LINE_QUEUE_WORDS / SECTORS };

static uint64_t *line_in(uint64_t *lines, unsigned slot)
{
    return lines + (size_t)LINE_QUEUE_WORDS * slot;
}

void line_queue_move(const struct line_control *c, uint64_t *lines, const uint64_t *data, bool put)
{
    if (c->left) {
        unsigned newest = ring_wrap((unsigned)c->head + c->level - 1, c->depth);
        unsigned at = SECTOR_WORDS * (unsigned)__builtin_ctz(c->left);
        memcpy(line_in(lines, newest) + at, data + at, SECTOR_WORDS * sizeof *lines);
    }
    if (put)
        memset(line_in(lines, line_put_slot(c)), 0, LINE_QUEUE_WORDS * sizeof *lines);
}

/* Times count from now; one that is over is over. */
static uint64_t from_now(const struct line_control *c, uint64_t time)
{
    return time > c->now ? time - c->now : 0;
}

uint64_t line_control_hash(const struct line_control *c, uint64_t seed)
{
    uint64_t hash = hash_word(seed, (uint64_t)c->level << 32 | (uint64_t)c->left << 16 |
                                        from_now(c, c->settled_at));
    for (unsigned i = 0; i < c->level; i++) {
        unsigned slot = ring_wrap(c->head + i, c->depth);
        hash =
            hash_word(hash, from_now(c, i ? c->ready_at[slot] : c->whole_at) << 8 | c->count[slot]);
    }
    return hash;
}

void line_queue_init(struct line_queue *queue, const struct line_queue_params *params)
{
    line_control_init(&queue->control, params->depth);
    queue->lines = xcalloc(params->depth, LINE_QUEUE_WORDS * sizeof *queue->lines);
}

void line_queue_release(struct line_queue *queue)
{
    free(queue->lines);
}

void line_queue_reset(struct line_queue *queue)
{
    line_control_init(&queue->control, queue->control.depth);
}

void line_queue_outputs(const struct line_queue *queue, struct line_queue_out *out)
{
    out->put_ready = line_put_ready(&queue->control);
    out->line_done = line_done(&queue->control);
    out->get_valid = line_get_valid(&queue->control);
    if (out->get_valid)
        memcpy(out->get_data, line_in(queue->lines, line_head_slot(&queue->control)),
               LINE_QUEUE_WORDS * sizeof *queue->lines);
}

void line_queue_step(struct line_queue *queue, const struct line_queue_in *in)
{
    bool put = in->put_valid && line_put_ready(&queue->control);
    line_queue_move(&queue->control, queue->lines, in->line_data, put);
    line_control_step(&queue->control, put ? (unsigned)in->put_sectors : 0,
                      in->get_ready && line_get_valid(&queue->control));
}

bool line_queue_is_idle(const struct line_queue *queue)
{
    return !queue->control.level;
}

uint64_t line_queue_hash(const struct line_queue *queue)
{
    const struct line_control *c = &queue->control;
    uint64_t hash = line_control_hash(c, 1);
    for (unsigned i = 0; i < c->level; i++)
        hash = hash_words(hash, line_in(queue->lines, ring_wrap(c->head + i, c->depth)),
                          LINE_QUEUE_WORDS);
    return hash;
}
