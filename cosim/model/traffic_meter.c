/* See traffic_meter.h. */
#include "traffic_meter.h"

#include <math.h>
#include <stdlib.h>

#include "util.h"

/* Bins of latencies: each below 2^17 has its own; of those of e bits more, from 2^(16 + e) on, 2^e
 * in a row share one, so that the bins of each e are 2^16. No run lasts 2^40 cycles. */
enum { FINE_BITS = 16, LATENCY_BITS = 40 };
#define LATENCY_BINS ((LATENCY_BITS - FINE_BITS + 1) << FINE_BITS)

static unsigned bin_of(uint64_t latency)
{
    unsigned more = 0;
    while (latency >> more >> FINE_BITS > 1)
        more++;
    return (more << FINE_BITS) + (unsigned)(latency >> more);
}

/* The shortest latency of a bin. */
static uint64_t latency_of(unsigned bin)
{
    unsigned more = bin >> FINE_BITS > 1 ? (bin >> FINE_BITS) - 1 : 0;
    return (uint64_t)(bin - (more << FINE_BITS)) << more;
}

void traffic_meter_init(struct traffic_meter *meter, const struct traffic_params *params)
{
    double probability = params->rate / params->packet;
    *meter = (struct traffic_meter){.packet = params->packet,
                                    .from = params->warmup,
                                    .until = params->warmup + params->cycles,
                                    .gap_scale = probability < 1 ? 1 / log1p(-probability) : 0,
                                    .silent = params->rate <= 0};
    meter->latency_count = xcalloc(LATENCY_BINS, sizeof *meter->latency_count);
}

void traffic_meter_release(struct traffic_meter *meter)
{
    free(meter->latency_count);
}

/* Cycles from one packet of a Bernoulli source to its next: geometric, at least 1. */
static uint64_t gap(const struct traffic_meter *meter, struct rng *rng)
{
    static const double longest = 0x1p62; /* behind the end of every run */
    if (meter->gap_scale == 0)
        return 1;
    return 1 + (uint64_t)fmin(log(rng_real(rng)) * meter->gap_scale, longest);
}

uint64_t traffic_meter_next(const struct traffic_meter *meter, struct rng *rng, uint64_t last)
{
    return meter->silent ? TRAFFIC_NEVER : last + gap(meter, rng);
}

bool traffic_meter_counts(const struct traffic_meter *meter, uint64_t created)
{
    return created >= meter->from && created < meter->until;
}

bool traffic_meter_waits(const struct traffic_meter *meter, uint64_t next)
{
    return next < meter->until;
}

void traffic_meter_start(struct traffic_meter *meter, uint64_t created)
{
    bool counts = traffic_meter_counts(meter, created);
    meter->created += counts;
    meter->outstanding += counts;
}

void traffic_meter_eject(struct traffic_meter *meter, uint64_t now, unsigned flits)
{
    if (traffic_meter_counts(meter, now))
        meter->ejected += flits;
}

void traffic_meter_arrive(struct traffic_meter *meter, uint64_t created, uint64_t now)
{
    if (!traffic_meter_counts(meter, created))
        return;
    uint64_t latency = now + 1 - created;
    meter->latency_sum += latency;
    meter->latency_max = latency > meter->latency_max ? latency : meter->latency_max;
    meter->latency_count[bin_of(latency)]++;
    meter->packets++;
    meter->outstanding--;
}

/* Smallest latency that `share` of the measured packets do not exceed; 0 when there is none. */
static uint64_t percentile(const struct traffic_meter *meter, double share)
{
    uint64_t below = 0;
    for (unsigned bin = 0; bin < LATENCY_BINS; bin++) {
        below += meter->latency_count[bin];
        if (below && (double)below >= share * (double)meter->packets)
            return latency_of(bin);
    }
    return 0;
}

void traffic_meter_result(const struct traffic_meter *meter, unsigned senders, bool arrived,
                          struct traffic_result *result)
{
    double node_cycles = (double)(meter->until - meter->from) * senders;
    result->stable = arrived;
    result->created = arrived ? (double)(meter->created * meter->packet) / node_cycles : 0;
    result->accepted = (double)meter->ejected / node_cycles;
    result->packets = meter->packets;
    result->mean = meter->packets ? (double)meter->latency_sum / (double)meter->packets : 0;
    result->p50 = percentile(meter, 0.5);
    result->p99 = percentile(meter, 0.99);
    result->max = meter->latency_max;
}
