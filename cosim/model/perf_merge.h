/* Twin of rtl/perf_merge.v: registered OR of the counter values of all nodes
 * (docs/blocks/perf_merge.md). */
#ifndef MEMLOOM_PERF_MERGE_H
#define MEMLOOM_PERF_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "perf_merge_ports.h"

struct perf_merge {
    unsigned n;     /* nodes */
    uint32_t value; /* OR of the values of the last cycle */
};

void perf_merge_init(struct perf_merge *, const struct perf_merge_params *);
void perf_merge_release(struct perf_merge *);
void perf_merge_reset(struct perf_merge *);
void perf_merge_outputs(const struct perf_merge *, struct perf_merge_out *);
void perf_merge_step(struct perf_merge *, const struct perf_merge_in *);
/* False: the block follows inputs that have no valid. With all of them and `value` 0 a step changes nothing. */
bool perf_merge_is_idle(const struct perf_merge *);
/* Nothing is shown. */
static inline bool perf_merge_sleeps(const struct perf_merge *merge,
                                     const struct perf_merge_in *in)
{
    (void)in;
    return !merge->value;
}
uint64_t perf_merge_hash(const struct perf_merge *);

#endif
