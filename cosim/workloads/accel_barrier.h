/* Barriers of a block that was read from a trace of Accel-Sim. A line of BAR tells the last of its
 * immediate operands, which is the barrier's number, or how many threads meet; then not the number:
 * docs/accel_sim.md, "Barriers". */
#ifndef MEMLOOM_ACCEL_BARRIER_H
#define MEMLOOM_ACCEL_BARRIER_H

#include "workload.h"

enum { ACCEL_UNNUMBERED = 255 }; /* barrier whose number is not known */

/* Of a block whose warps' exits are still to come. Numbers the barriers without a number and makes
 * sure that the warps get past all of them, in whatever order they run. If that is not so all are
 * left out, as integer arithmetic. Returns how many were. */
uint64_t accel_barriers_settle(struct thread_block *);

#endif
