/* Twin of rtl/perf_counters.v. */
#include "perf_counters.h"

#include <string.h>

#include "hash.h"

void perf_counters_init(struct perf_counters *perf, const struct perf_counters_params *params)
{
    perf->events = params->events;
    perf_counters_reset(perf);
}

void perf_counters_release(struct perf_counters *perf)
{
    (void)perf;
}

void perf_counters_reset(struct perf_counters *perf)
{
    memset(perf->counters, 0, sizeof perf->counters);
    perf->value = 0;
}

void perf_counters_outputs(const struct perf_counters *perf, struct perf_counters_out *out)
{
    out->value = perf->value;
}

void perf_counters_step(struct perf_counters *perf, const struct perf_counters_in *in)
{
    bool selected = in->select_node == in->here && in->select_counter < perf->events;
    perf->value = selected ? perf->counters[in->select_counter] : 0;
    perf_counters_count(perf, in->event_pulse, 1);
}

void perf_counters_count(struct perf_counters *perf, uint64_t pulses, uint64_t steps)
{
    for (; pulses; pulses &= pulses - 1)
        perf->counters[__builtin_ctzll(pulses)] += (uint32_t)steps;
}

bool perf_counters_is_idle(const struct perf_counters *perf)
{
    (void)perf;
    return false;
}

uint64_t perf_counters_hash(const struct perf_counters *perf)
{
    uint64_t hash = perf->value;
    for (unsigned i = 0; i < perf->events; i++)
        hash = hash_word(hash, perf->counters[i]);
    return hash;
}
