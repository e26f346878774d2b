/* Twin of rtl/remote_out_queue.v: answers to other cores that wait at the home for injection
 * (docs/blocks/remote_out_queue.md). */
#ifndef MEMLOOM_REMOTE_OUT_QUEUE_H
#define MEMLOOM_REMOTE_OUT_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "remote_out_queue_ports.h"

enum remote_source { REMOTE_HITS, REMOTE_ANSWERS, REMOTE_SOURCES };

struct remote_answer {
    uint64_t line;     /* line address */
    uint16_t node;     /* of the requester, {y, x} */
    uint16_t id;       /* the requester's */
    uint8_t kind;      /* message kind: 0 read, 2 store */
    uint8_t sectors;   /* that travel */
    uint64_t data[16]; /* the line */
};

struct remote_answers {
    unsigned first;                                         /* place of the oldest */
    unsigned count;                                         /* how many wait */
    struct remote_answer queue[REMOTE_OUT_QUEUE_DEPTH_MAX]; /* ring of `depth` places */
};

struct remote_out_queue {
    bool carry_data;         /* copy line data (default); false leaves it alone */
    unsigned depth;          /* places per source */
    enum remote_source turn; /* who goes first when both wait */
    struct remote_answers from[REMOTE_SOURCES]; /* per source */
};

void remote_out_queue_init(struct remote_out_queue *, const struct remote_out_queue_params *);
void remote_out_queue_release(struct remote_out_queue *);
void remote_out_queue_reset(struct remote_out_queue *);
void remote_out_queue_outputs(const struct remote_out_queue *, struct remote_out_queue_out *);
void remote_out_queue_step(struct remote_out_queue *, const struct remote_out_queue_in *);
bool remote_out_queue_is_idle(const struct remote_out_queue *);
uint64_t remote_out_queue_hash(const struct remote_out_queue *);

#endif
