/* Random pulses; this node or another is selected, any counter number, also those that do not
 * exist. */
#include <stdlib.h>

#include "perf_counters.h"
#include "rng.h"
#include "util.h"

extern const char *const perf_counters_configs[];
void *perf_counters_drive_new(const struct perf_counters_params *, struct rng *);
void perf_counters_drive(void *, const struct perf_counters_out *, struct perf_counters_in *);
void perf_counters_drive_free(void *);

const char *const perf_counters_configs[] = {
    "EVENTS=8 NODE_BITS=9",   "EVENTS=1 NODE_BITS=1",   "EVENTS=5 NODE_BITS=4",
    "EVENTS=32 NODE_BITS=10", "EVENTS=64 NODE_BITS=10", NULL,
};

struct driver {
    struct perf_counters_params params;
    struct rng *rng;
    uint64_t here; /* number of this node */
};

void *perf_counters_drive_new(const struct perf_counters_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->here = rng_below(rng, 1u << params->node_bits);
    return d;
}

void perf_counters_drive_free(void *driver)
{
    free(driver);
}

void perf_counters_drive(void *driver, const struct perf_counters_out *out,
                         struct perf_counters_in *in)
{
    struct driver *d = driver;
    (void)out;
    in->event_pulse = rng_percent(d->rng, 50) ? rng_next(d->rng) >> (64 - d->params.events) : 0;
    in->here = d->here;
    in->select_node =
        rng_percent(d->rng, 60) ? d->here : rng_below(d->rng, 1u << d->params.node_bits);
    in->select_counter = rng_below(d->rng, 1u << perf_counters_counter_bits(&d->params));
}
