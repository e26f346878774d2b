/* Twin of rtl/remote_out_queue.v: answers to other cores that wait at the home for injection
 * (docs/blocks/remote_out_queue.md). */
#ifndef MEMLOOM_REMOTE_OUT_QUEUE_H
#define MEMLOOM_REMOTE_OUT_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "remote_out_queue_ports.h"

struct remote_out_queue {
    bool carry_data;   /* copy line data (default); false leaves it alone */
    bool answers_turn; /* the place takes answers, else hits */
    bool full;         /* a message waits in it: */
    uint8_t kind;      /* 0 read, 2 store */
    uint8_t sectors;   /* that travel */
    uint16_t node;     /* of the requester, {y, x} */
    uint16_t id;       /* the requester's */
    uint64_t line;     /* line address */
    uint64_t data[16]; /* the line */
};

void remote_out_queue_init(struct remote_out_queue *, const struct remote_out_queue_params *);
void remote_out_queue_release(struct remote_out_queue *);
void remote_out_queue_reset(struct remote_out_queue *);
void remote_out_queue_outputs(const struct remote_out_queue *, struct remote_out_queue_out *);
void remote_out_queue_step(struct remote_out_queue *, const struct remote_out_queue_in *);
bool remote_out_queue_is_idle(const struct remote_out_queue *);
/* An answer that is not taken may take the turn. */
static inline bool remote_out_queue_sees_offers(void)
{
    return true;
}
/* Whose turn it is after a step in which nothing is put. */
static inline bool remote_out_queue_next_turn(const struct remote_out_queue *out_queue,
                                              const struct remote_out_queue_in *in)
{
    return in->answer_valid && (out_queue->answers_turn || !in->hit_valid);
}
static inline bool remote_out_queue_sleeps(const struct remote_out_queue *out_queue,
                                           const struct remote_out_queue_in *in)
{
    return remote_out_queue_next_turn(out_queue, in) == out_queue->answers_turn;
}
uint64_t remote_out_queue_hash(const struct remote_out_queue *);

#endif
