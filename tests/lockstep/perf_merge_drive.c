/* Mostly one node with a value, as the counters give it; sometimes none or several. */
#include <string.h>

#include "perf_merge.h"
#include "rng.h"
#include "util.h"

#include <stdlib.h>

extern const char *const perf_merge_configs[];
void *perf_merge_drive_new(const struct perf_merge_params *, struct rng *);
void perf_merge_drive(void *, const struct perf_merge_out *, struct perf_merge_in *);
void perf_merge_drive_free(void *);

const char *const perf_merge_configs[] = {
    "N=1", "N=321", "N=36", "N=2", NULL,
};

struct driver {
    unsigned n; /* nodes */
    struct rng *rng;
};

void *perf_merge_drive_new(const struct perf_merge_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){params->n, rng};
    return d;
}

void perf_merge_drive_free(void *driver)
{
    free(driver);
}

void perf_merge_drive(void *driver, const struct perf_merge_out *out, struct perf_merge_in *in)
{
    static const unsigned counts[] = {0, 1, 1, 1, 1, 1, 2, 5};
    struct driver *d = driver;
    (void)out;
    memset(in->node_value, 0, sizeof in->node_value);
    for (unsigned i = counts[rng_below(d->rng, 8)]; i > 0; i--)
        in->node_value[rng_below(d->rng, d->n)] = rng_next(d->rng) >> 32;
}
