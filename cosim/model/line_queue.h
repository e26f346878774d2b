/* Twin of rtl/line_queue.v: a queue of lines that are kept as sectors in a RAM
 * (docs/blocks/line_queue.md).
 *
 * struct line_control is the control part. l1_cache embeds it and keeps the lines in an array of
 * its own, indexed by the slot functions below. Sectors do not move on here: each line has the time
 * at which its last one can be at the output, and `now` counts only steps in which some sector is
 * on its way, so an idle step is the identity. */
#ifndef MEMLOOM_LINE_QUEUE_H
#define MEMLOOM_LINE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "line_queue_ports.h"
#include "ring.h"

enum {
    LINE_QUEUE_WORDS = 16,
    LINE_QUEUE_PIPELINE = 3 /* cycles from the put to its first sector in the output register */
};

struct line_control {
    uint8_t depth;                           /* places for lines */
    uint8_t head;                            /* slot of the oldest line */
    uint8_t level;                           /* lines in the queue */
    uint8_t left;                            /* sectors of the newest line that have not come */
    uint8_t count[LINE_QUEUE_DEPTH_MAX];     /* per slot: sectors of the line */
    uint64_t now;                            /* steps in which a sector was on its way */
    uint64_t whole_at;                       /* from when on the oldest line is at the output */
    uint64_t settled_at;                     /* when the last sector could be there */
    uint64_t ready_at[LINE_QUEUE_DEPTH_MAX]; /* per slot: that of the line, were it the oldest */
};

static inline void line_control_init(struct line_control *c, unsigned depth)
{
    *c = (struct line_control){.depth = (uint8_t)depth};
}

/* The last sector of the newest line comes at this edge, or none does. */
static inline bool line_done(const struct line_control *c)
{
    return !(c->left & (c->left - 1));
}

static inline bool line_put_ready(const struct line_control *c)
{
    return (c->level < c->depth) & line_done(c);
}

static inline bool line_get_valid(const struct line_control *c)
{
    return (c->level != 0) & (c->now >= c->whole_at);
}

/* Where the host keeps the oldest line, and where the next one goes. */
static inline unsigned line_head_slot(const struct line_control *c)
{
    return c->head;
}

static inline unsigned line_put_slot(const struct line_control *c)
{
    return ring_wrap((unsigned)c->head + c->level, c->depth);
}

/* No sector is on its way: without a put or a get a step changes nothing. */
static inline bool line_control_rests(const struct line_control *c)
{
    return (c->now >= c->settled_at) & (!c->level | (c->now >= c->whole_at));
}

/* One clock edge. `put`: a line of these sectors enters (the ready was seen), 0: none; `get`: the
 * oldest one leaves. */
static inline void line_control_step(struct line_control *c, unsigned put, bool get)
{
    unsigned slot = line_put_slot(c);
    c->left = (uint8_t)(put ? put : c->left & (c->left - 1u));
    if (get) {
        c->head = (uint8_t)ring_wrap(c->head + 1u, c->depth);
        c->level--;
        uint64_t next = c->now + 1 + c->count[c->head];
        c->whole_at = next > c->ready_at[c->head] ? next : c->ready_at[c->head];
    }
    if (put) {
        c->count[slot] = (uint8_t)__builtin_popcount(put);
        c->settled_at = c->ready_at[slot] = c->now + c->count[slot] + LINE_QUEUE_PIPELINE;
        if (!c->level)
            c->whole_at = c->settled_at;
        c->level++;
    }
    c->now += !line_control_rests(c);
}

uint64_t line_control_hash(const struct line_control *, uint64_t seed);

/* The block itself, for its lockstep. */
struct line_queue {
    struct line_control control; /* who is where, and when it is whole */
    uint64_t *lines; /* [depth * LINE_QUEUE_WORDS] sectors that a line does not have: 0 */
};

void line_queue_init(struct line_queue *, const struct line_queue_params *);
void line_queue_release(struct line_queue *);
void line_queue_reset(struct line_queue *);
void line_queue_outputs(const struct line_queue *, struct line_queue_out *);
void line_queue_step(struct line_queue *, const struct line_queue_in *);
bool line_queue_is_idle(const struct line_queue *);
uint64_t line_queue_hash(const struct line_queue *);

/* What an edge does to `lines`, those of the slots: the sector of the newest line that comes is
 * taken from `data`, and a line that is put is empty. Before line_control_step. */
void line_queue_move(const struct line_control *, uint64_t *lines, const uint64_t *data, bool put);

#endif
