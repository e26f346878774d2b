/* See traffic_meter.h. */
#include "traffic_meter.h"

#include <math.h>
#include <stdlib.h>

#include "util.h"

void traffic_meter_init(struct traffic_meter *meter, const struct traffic_params *params)
{
    double probability = params->rate / params->packet;
    *meter = (struct traffic_meter){.packet = params->packet,
                                    .from = params->warmup,
                                    .until = params->warmup + params->cycles,
                                    .gap_scale = probability < 1 ? 1 / log1p(-probability) : 0,
                                    .silent = params->rate <= 0};
    meter->latency_count = xcalloc(LATENCY_MAX + 1, sizeof *meter->latency_count);
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
    meter->latency_count[latency < LATENCY_MAX ? latency : LATENCY_MAX]++;
    meter->packets++;
    meter->outstanding--;
}

/* Smallest latency that `share` of the measured packets do not exceed. */
static unsigned percentile(const struct traffic_meter *meter, double share)
{
    uint64_t below = 0;
    for (unsigned latency = 0; latency < LATENCY_MAX; latency++) {
        below += meter->latency_count[latency];
        if (below && (double)below >= share * (double)meter->packets)
            return latency;
    }
    return LATENCY_MAX;
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
    result->max = percentile(meter, 1);
}
