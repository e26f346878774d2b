/* Twin of rtl/remote_in_queue.v: requests of other cores that wait at their home
 * (docs/blocks/remote_in_queue.md). The twin of l1_arbiter embeds it. */
#ifndef MEMLOOM_REMOTE_IN_QUEUE_H
#define MEMLOOM_REMOTE_IN_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "remote_in_queue_ports.h"

struct remote_request {
    uint64_t line;   /* line address */
    uint16_t node;   /* of the requester, {y, x} */
    uint16_t id;     /* the requester's */
    uint8_t kind;    /* 0 load, 2 store */
    uint8_t sectors; /* wanted */
    uint8_t insn;    /* instruction id (with line protection) */
};

struct remote_in_queue {
    uint16_t id_mask; /* bits of a message id that are the request's */
    unsigned depth;   /* places */
    unsigned first;   /* place of the oldest request */
    unsigned count;   /* requests that wait */
    struct remote_request queue[REMOTE_IN_QUEUE_DEPTH_MAX]; /* ring of `depth` places */
    bool waits;       /* the message on recv is a store, and in the queue */
    bool goes;        /* likewise, and has left: the L1 takes its data */
    bool done;        /* it is needed no longer */
    uint64_t mask[2]; /* of the store that came last */
};

void remote_in_queue_init(struct remote_in_queue *, const struct remote_in_queue_params *);
void remote_in_queue_release(struct remote_in_queue *);
void remote_in_queue_reset(struct remote_in_queue *);
void remote_in_queue_outputs(const struct remote_in_queue *, struct remote_in_queue_out *);
void remote_in_queue_step(struct remote_in_queue *, const struct remote_in_queue_in *);
bool remote_in_queue_is_idle(const struct remote_in_queue *);
/* A message on offer would enter the queue. */
static inline bool remote_in_queue_lets_in(const struct remote_in_queue *queue)
{
    return queue->count < queue->depth && !queue->waits && !queue->goes && !queue->done;
}
/* It does, or the L1 takes the data of one that has left. */
static inline bool remote_in_queue_acts(const struct remote_in_queue *queue, bool recv_valid)
{
    return queue->goes || (recv_valid && remote_in_queue_lets_in(queue));
}
/* A message enters before it is taken. */
static inline bool remote_in_queue_sees_offers(const struct remote_in_queue_params *params,
                                               const char *interface)
{
    (void)params;
    (void)interface;
    return true;
}
static inline bool remote_in_queue_sleeps(const struct remote_in_queue *queue,
                                          const struct remote_in_queue_in *in)
{
    return !remote_in_queue_acts(queue, in->recv_valid);
}
uint64_t remote_in_queue_hash(const struct remote_in_queue *);

/* The oldest of the requests that wait, of which there must be one. */
static inline const struct remote_request *remote_in_queue_head(const struct remote_in_queue *queue)
{
    return &queue->queue[queue->first];
}

/* Its bytes: those of a store; nothing is kept of a load's. */
extern const uint64_t remote_in_queue_nothing[16];
static inline const uint64_t *remote_in_queue_mask(const struct remote_in_queue *queue)
{
    return remote_in_queue_head(queue)->kind ? queue->mask : remote_in_queue_nothing;
}

#endif
