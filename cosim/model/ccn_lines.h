/* Twin of rtl/ccn_lines.v: a node on a ring of lines (docs/blocks/ccn_lines.md). The twins of
 * ccn_router and ccn_bridge embed it and look at what has arrived. */
#ifndef MEMLOOM_CCN_LINES_H
#define MEMLOOM_CCN_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_lines_ports.h"
#include "delay_line.h"

enum {
    CCN_LINE_WORDS = 16,
    CCN_BEAT_WORDS = 4,
    CCN_BEATS = CCN_LINE_WORDS / CCN_BEAT_WORDS,
    CCN_LINK_MAX = CCN_LINES_HOP_MAX + 2 /* words in a link */
};

struct ccn_line {
    uint64_t head;                 /* what it is sent with */
    uint64_t data[CCN_LINE_WORDS]; /* 128 B */
};

struct ccn_lines_beat {
    uint64_t head;
    uint64_t data[CCN_BEAT_WORDS];
};

struct ccn_lines {
    struct ccn_lines_params params;
    bool carry_data;                                /* copy lines */
    unsigned part;                                  /* beat that is next */
    bool whole;                                     /* all of `arrived` is there */
    struct ccn_line arrived;                        /* what the ring brings */
    struct ccn_line queue[CCN_LINES_RESPONSES_MAX]; /* ring buffer */
    unsigned first, count, sent;                    /* its head, lines, beats that left */
    unsigned kept;                                  /* places for new lines */
    struct delay_control link;                      /* to the next node, with hop */
    struct ccn_lines_beat beats[CCN_LINK_MAX];      /* in it */
};

void ccn_lines_init(struct ccn_lines *, const struct ccn_lines_params *);
void ccn_lines_release(struct ccn_lines *);
void ccn_lines_reset(struct ccn_lines *);
void ccn_lines_outputs(const struct ccn_lines *, struct ccn_lines_out *);
void ccn_lines_step(struct ccn_lines *, const struct ccn_lines_in *);
bool ccn_lines_is_idle(const struct ccn_lines *);
uint64_t ccn_lines_hash(const struct ccn_lines *);

static inline bool ccn_lines_room(const struct ccn_lines *l)
{
    return l->count + l->kept < l->params.responses;
}

/* For a new line. */
static inline bool ccn_lines_keep_ready(const struct ccn_lines *l)
{
    return l->count + l->kept + l->params.spare < l->params.responses;
}

/* With the beat that comes a line is here. */
static inline bool ccn_lines_last(const struct ccn_lines *l)
{
    return l->part == CCN_BEATS - 1;
}

/* What is offered to the next node, if anything is; without carry_data `data` stays as it is. */
bool ccn_lines_offer(const struct ccn_lines *, uint64_t *head, uint64_t *data);

#endif
