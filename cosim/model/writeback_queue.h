/* Twin of rtl/writeback_queue.v: line reads and write-backs from an LLC slice to its memory
 * controller (docs/blocks/writeback_queue.md). The twin of the slice embeds it and calls the parts
 * of a step by themselves: writeback_room and writeback_empty before any of them, then
 * writeback_advance, then writeback_line, writeback_evict and writeback_fetch. */
#ifndef MEMLOOM_WRITEBACK_QUEUE_H
#define MEMLOOM_WRITEBACK_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "writeback_queue_ports.h"

enum { WRITEBACK_REQUESTS = 4, WRITEBACK_LINES = 2 };

/* A request for the memory controller. */
struct writeback_request {
    uint64_t line; /* line address */
    bool write;    /* write back, or read */
    uint8_t id;    /* reads: comes back with the line */
};

struct writeback_queue {
    struct writeback_queue_params params; /* sizes */
    bool carry_data;                      /* move line data */
    bool fetching;                        /* a read waits behind its write-back */
    uint8_t fetch_id;                     /* its id */
    uint8_t head;                         /* place of the oldest request */
    uint8_t count;                        /* requests in the queue */
    uint8_t writes;                       /* write-backs among them */
    uint8_t line_head;                    /* place of the oldest line */
    uint8_t line_count;                   /* write-backs whose line has come */
    uint64_t fetch_line;                  /* address of the read that waits */
    struct writeback_request requests[WRITEBACK_REQUESTS];
    uint64_t lines[WRITEBACK_LINES][16]; /* of the oldest write-backs */
    uint64_t masks[WRITEBACK_LINES][2];  /* their bytes that are written */
};

static inline bool writeback_room(const struct writeback_queue *q)
{
    return !q->fetching & (q->count < WRITEBACK_REQUESTS) & (q->writes < WRITEBACK_LINES);
}

static inline bool writeback_empty(const struct writeback_queue *q)
{
    return !(q->fetching | q->count);
}

/* A request is offered: a read, or a write-back whose line has come. */
static inline bool writeback_offers(const struct writeback_queue *q)
{
    return q->count && (q->line_count || !q->requests[q->head].write);
}

/* A read that waits moves into the queue, and the oldest request out when `dram_ready`. */
void writeback_advance(struct writeback_queue *, bool dram_ready);

/* The line of the oldest write-back without one, and its bytes that are written. No data: none are
 * carried; no mask: all bytes. */
void writeback_line(struct writeback_queue *, const uint64_t *ram_data, const uint64_t *ram_mask);

/* Announces a write-back. */
void writeback_evict(struct writeback_queue *, uint64_t line);

/* Announces a read, `behind` a write-back of the same step. */
void writeback_fetch(struct writeback_queue *, uint64_t line, unsigned id, bool behind);

void writeback_queue_init(struct writeback_queue *, const struct writeback_queue_params *);
void writeback_queue_release(struct writeback_queue *);
void writeback_queue_reset(struct writeback_queue *);
void writeback_queue_outputs(const struct writeback_queue *, struct writeback_queue_out *);
void writeback_queue_step(struct writeback_queue *, const struct writeback_queue_in *);
bool writeback_queue_is_idle(const struct writeback_queue *);
uint64_t writeback_queue_hash(const struct writeback_queue *);

#endif
