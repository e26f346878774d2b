/* Blocks of kernels whose warps are so long that their records do not fit in memory (hundreds of
 * megabytes each at the papers' sizes). A class that has run_slice cuts a warp into slices of some
 * 100 kB of records; a core's block has the running slice of each warp, and the next one is
 * executed when the last record of it issues. So warps of a block, and blocks, are executed
 * functionally in an order that depends on time, and the class must not mind:
 *   - between barriers no warp reads what another warp of the grid writes;
 *   - what a slice behind a barrier reads of other warps, they must have written two barriers
 *     before it: the barrier's own slice is over when this warp has arrived, not when all have;
 *   - the blocks of a kernel take no memory for the image.
 * A slice is SLICE_IS_LAST when the warp's exit follows, which it leaves out; SLICE_MEETS when it
 * ends with a barrier; it may be without records. What lasts from slice to slice is in the block's
 * `state`. */
#ifndef MEMLOOM_SLICES_H
#define MEMLOOM_SLICES_H

#include "workload_class.h"

/* All slices of the block that simt has begun, whose warps go on from barrier to barrier one after
 * the other; without the exits. */
void slices_run_all(struct workload *, struct simt *);
/* A new block with each warp's first slice. */
void slices_begin(struct workload *, struct thread_block *);
/* The warp's next slice takes the place of its last one; the rest as workload_more_records. */
void slices_go_on(struct workload *, struct thread_block *, unsigned warp, records_in_use *in_use,
                  const void *context);
void slices_free_earlier(struct stream *);

#endif
