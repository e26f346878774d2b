/* Twin of rtl/perf_counters.v: event counters of one node with a read port
 * (docs/blocks/perf_counters.md). */
#ifndef MEMLOOM_PERF_COUNTERS_H
#define MEMLOOM_PERF_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "perf_counters_ports.h"

struct perf_counters {
    unsigned events;                           /* counters in use */
    uint32_t counters[PERF_COUNTERS_EVENTS_MAX]; /* counts, wrapping */
    uint32_t value;                            /* what was selected in the last cycle */
};

void perf_counters_init(struct perf_counters *, const struct perf_counters_params *);
void perf_counters_release(struct perf_counters *);
void perf_counters_reset(struct perf_counters *);
void perf_counters_outputs(const struct perf_counters *, struct perf_counters_out *);
void perf_counters_step(struct perf_counters *, const struct perf_counters_in *);
/* False: the block follows select inputs that have no valid. With another node selected and `value` 0 a
 * step without pulses changes nothing. */
bool perf_counters_is_idle(const struct perf_counters *);
/* A step counts; one shows a counter, too, or no longer does. */
static inline bool perf_counters_shows(const struct perf_counters *perf,
                                       const struct perf_counters_in *in)
{
    return in->select_node == in->here || perf->value;
}
/* As many steps with the same pulses, of a node that shows nothing. */
void perf_counters_count(struct perf_counters *, uint64_t pulses, uint64_t steps);
uint64_t perf_counters_hash(const struct perf_counters *);

#endif
