/* Twin of rtl/delay_line.v: a fixed-latency pipeline made of queues (docs/blocks/delay_line.md).
 *
 * struct delay_control is the control part. Host twins (l1_cache, llc_slice) embed it and keep
 * their requests in arrays of their own, indexed by the slot functions below. Instead of shifting
 * tokens each request has a deadline, in `now` time; `now` counts only steps in which a token is
 * under way, so an idle step is the identity. */
#ifndef MEMLOOM_DELAY_LINE_H
#define MEMLOOM_DELAY_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "delay_line_ports.h"
#include "ring.h"

struct delay_control {
    uint8_t depth;                         /* places for requests */
    uint8_t delay;                         /* cycles from put to get */
    uint8_t head;                          /* slot of the oldest request */
    uint8_t level;                         /* requests in the line */
    uint8_t due;                           /* how many of the oldest are due */
    uint64_t now;                          /* steps in which a token was under way */
    uint64_t due_at[DELAY_LINE_DEPTH_MAX]; /* per slot: value of `now` at which the request becomes
                                              due */
};

static inline void delay_control_init(struct delay_control *d, unsigned depth, unsigned delay)
{
    *d = (struct delay_control){.depth = (uint8_t)depth, .delay = (uint8_t)delay};
}

static inline void delay_control_reset(struct delay_control *d)
{
    delay_control_init(d, d->depth, d->delay);
}

static inline bool delay_put_ready(const struct delay_control *d)
{
    return d->level < d->depth;
}

static inline bool delay_get_valid(const struct delay_control *d)
{
    return d->due;
}

/* Where the host keeps the oldest request, and where the next one goes. */
static inline unsigned delay_head_slot(const struct delay_control *d)
{
    return d->head;
}

static inline unsigned delay_put_slot(const struct delay_control *d)
{
    return ring_wrap(d->head + d->level, d->depth);
}

/* One clock edge. `put`: a request enters (the ready was seen); `get`: the head leaves. */
static inline void delay_control_step(struct delay_control *d, bool put, bool get)
{
    unsigned put_slot = delay_put_slot(d);
    bool under_way = put || d->due < d->level;
    if (put)
        d->due_at[put_slot] = d->now + d->delay;
    unsigned level = d->level + put, due = d->due;
    d->now += under_way;
    if (due < level && d->due_at[ring_wrap(d->head + due, d->depth)] == d->now)
        due++;
    if (get)
        d->head = (uint8_t)ring_wrap(d->head + 1u, d->depth);
    d->level = (uint8_t)(level - get);
    d->due = (uint8_t)(due - get);
}

static inline bool delay_control_is_idle(const struct delay_control *d)
{
    return d->level == d->due;
}

/* While no request is due: steps without put until one is, the last of them included; 0: none is
 * under way. */
static inline uint64_t delay_control_pause(const struct delay_control *d)
{
    return d->level && !d->due ? d->due_at[d->head] - d->now : 0;
}

/* So many steps without put and get at once. That the clock runs on when all are due shows nowhere.
 */
static inline void delay_control_skip(struct delay_control *d, uint64_t steps)
{
    if (delay_control_is_idle(d))
        return;
    d->now += steps;
    while (d->due < d->level && d->due_at[ring_wrap(d->head + d->due, d->depth)] <= d->now)
        d->due++;
}

uint64_t delay_control_hash(const struct delay_control *, uint64_t seed);

/* The block itself, for its lockstep. */
struct delay_line {
    struct delay_line_params params; /* sizes */
    bool carry_data;                 /* copy put_data to get_data */
    struct delay_control control;    /* who is where, and when it is due */
    unsigned data_head;              /* data slot of the oldest request with data */
    unsigned data_level;             /* requests with data in the line */
    bool *has_data;                  /* [depth] the request has data */
    uint64_t *meta;                  /* [depth * DELAY_LINE_META_WORDS] requests */
    uint64_t *data;                  /* [queue * DELAY_LINE_DATA_WORDS] their data */
};

enum {
    DELAY_LINE_META_WORDS = (DELAY_LINE_META_BITS_MAX + 63) / 64,
    DELAY_LINE_DATA_WORDS = (DELAY_LINE_DATA_BITS_MAX + 63) / 64
};

void delay_line_init(struct delay_line *, const struct delay_line_params *);
void delay_line_release(struct delay_line *);
void delay_line_reset(struct delay_line *);
void delay_line_outputs(const struct delay_line *, struct delay_line_out *);
void delay_line_step(struct delay_line *, const struct delay_line_in *);
bool delay_line_is_idle(const struct delay_line *);
uint64_t delay_line_hash(const struct delay_line *);

#endif
