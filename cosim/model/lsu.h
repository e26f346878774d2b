/* The load/store unit's half of the SM front end: instructions, coalescer, LSU queue, ids in
 * flight. Used by sm.c only; state in struct sm. */
#ifndef MEMLOOM_LSU_H
#define MEMLOOM_LSU_H

#include "sm.h"

void lsu_init(struct sm *, const struct config *);
void lsu_release(struct sm *);
/* It takes no further instruction. */
static inline bool lsu_is_full(const struct sm *sm)
{
    return sm->coalescer_used == sm->lsu_instructions;
}
/* Takes the warp's memory instruction; there must be room for it. `load` is its entry in the
 * warp's loads. */
void lsu_take(struct sm *, const struct instruction *, unsigned warp, unsigned load);
/* The answer to a request arrived; returns the warp it belongs to. */
unsigned lsu_answer(struct sm *, unsigned id, const uint64_t *data, enum sm_source, uint64_t now);
/* The offered request was taken by the L1. */
void lsu_accepted(struct sm *, uint64_t now);
/* Queue head to the L1 port, then coalescer to the queue, or a cycle of shared memory's banks. */
void lsu_advance(struct sm *, uint64_t now);
/* An access of shared memory is over: its place in the ring is free. */
void lsu_end_shared(struct sm *, struct sm_shared *);
/* lsu_advance would do something. */
bool lsu_can_advance(const struct sm *);
/* Of an SM, as records_in_use: a record between two places waits here or is in flight. */
bool lsu_looks_at(const void *sm, const void *from, const void *to);

/* The store data or atomic operands of a request, in their places in the line; zeros beside them.
 */
void lsu_store_data(const struct sm_request *, uint64_t data[LINE_WORDS]);

#endif
