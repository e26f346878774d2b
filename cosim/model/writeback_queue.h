/* Twin of rtl/writeback_queue.v: line reads and write-backs from an LLC slice to its memory
 * controller (docs/blocks/writeback_queue.md). The twin of the slice embeds it and calls the parts
 * of a step by themselves: first writeback_advance, then writeback_evict and writeback_fetch. */
#ifndef MEMLOOM_WRITEBACK_QUEUE_H
#define MEMLOOM_WRITEBACK_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "writeback_queue_ports.h"

enum { WRITEBACK_REQUESTS = 4, WRITEBACK_LINES = 2 };

/* A request for the memory controller. */
struct writeback_request {
    uint64_t line;     /* line address */
    bool write;        /* write back, or read */
    uint8_t id;        /* reads: comes back with the line */
    uint64_t data[16]; /* writes: the line */
};

struct writeback_queue {
    struct writeback_queue_params params; /* sizes */
    bool carry_data;                      /* move line data */
    bool evicting;                        /* ram_data is the line of `evict_line` now */
    bool fetching;                        /* a read waits for the queue */
    uint8_t fetch_id;                     /* its id */
    uint8_t head;                         /* place of the oldest request */
    uint8_t count;                        /* requests in the queue */
    uint8_t writes;                       /* write-backs among them */
    uint64_t evict_line;                  /* address of the line being written back */
    uint64_t fetch_line;                  /* address of the read that waits */
    struct writeback_request requests[WRITEBACK_REQUESTS];
};

static inline bool writeback_room(const struct writeback_queue *q)
{
    return !q->evicting && !q->fetching && q->count < WRITEBACK_REQUESTS &&
           q->writes < WRITEBACK_LINES;
}

static inline bool writeback_empty(const struct writeback_queue *q)
{
    return !q->evicting && !q->fetching && !q->count;
}

/* What was announced moves into the queue, and the oldest request out when `dram_ready`. NULL: no
 * data are carried. */
void writeback_advance(struct writeback_queue *, const uint64_t *ram_data, bool dram_ready);

/* Announces a write-back, whose line is the ram_data of the next step. */
static inline void writeback_evict(struct writeback_queue *q, uint64_t line)
{
    q->evicting = true;
    q->evict_line = line;
}

static inline void writeback_fetch(struct writeback_queue *q, uint64_t line, unsigned id)
{
    q->fetching = true;
    q->fetch_line = line;
    q->fetch_id = (uint8_t)id;
}

void writeback_queue_init(struct writeback_queue *, const struct writeback_queue_params *);
void writeback_queue_release(struct writeback_queue *);
void writeback_queue_reset(struct writeback_queue *);
void writeback_queue_outputs(const struct writeback_queue *, struct writeback_queue_out *);
void writeback_queue_step(struct writeback_queue *, const struct writeback_queue_in *);
bool writeback_queue_is_idle(const struct writeback_queue *);
uint64_t writeback_queue_hash(const struct writeback_queue *);

#endif
