/* Cores, slices and MC-routers around llc_reconfig, each as slow as it likes: they fall asleep and
 * wake after any time, get busy and ready after any time, bypass late; wishes, kernels, atomics and
 * the host's flushes come at any time, in the cycle of each change of phase, too. */
#include <stdlib.h>

#include "drive_random.h"
#include "llc_reconfig.h"
#include "rng.h"
#include "util.h"

extern const char *const llc_reconfig_configs[];
void *llc_reconfig_drive_new(const struct llc_reconfig_params *, struct rng *);
void llc_reconfig_drive(void *, const struct llc_reconfig_out *, struct llc_reconfig_in *);
void llc_reconfig_drive_free(void *);

const char *const llc_reconfig_configs[] = {"", "VIEWS=2", "VIEWS=16", NULL};

struct driver {
    struct llc_reconfig_params params;
    struct rng *rng;
    unsigned cycles;         /* until the rates change */
    unsigned change, answer; /* percent: a wish changes; anybody does what it is asked to */
    unsigned atomic, kernel; /* per mille; the host's flushes come as often as kernels */
    uint64_t wants;
    uint64_t atomics;
    bool awake, busy, told, bypassed;
};

void *llc_reconfig_drive_new(const struct llc_reconfig_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void llc_reconfig_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    static const unsigned seldom[] = {0, 1, 5, 30};
    static const unsigned rarely[] = {0, 0, 5, 100};
    d->cycles = 20 + rng_below(d->rng, 400);
    d->change = one_of(d->rng, seldom, 4);
    d->answer = some_rate(d->rng);
    d->atomic = one_of(d->rng, rarely, 4);
    d->kernel = one_of(d->rng, rarely, 4);
}

/* Mostly one, at times any number of them. */
static uint64_t some_views(struct driver *d)
{
    uint64_t one = UINT64_C(1) << rng_below(d->rng, d->params.views);
    return rng_percent(d->rng, 80) ? one : rng_next(d->rng) & ((1u << d->params.views) - 1);
}

void llc_reconfig_drive(void *driver, const struct llc_reconfig_out *out,
                        struct llc_reconfig_in *in)
{
    struct driver *d = driver;
    unsigned all = (1u << d->params.views) - 1;
    if (!d->cycles--)
        choose_rates(d);
    if (rng_percent(d->rng, d->change))
        d->wants =
            rng_percent(d->rng, 50) ? (rng_percent(d->rng, 50) ? all : 0) : rng_next(d->rng) & all;
    d->told |= out->flush;
    if (d->told && rng_percent(d->rng, d->answer)) {
        d->told = false;
        d->busy = true;
    } else if (rng_percent(d->rng, d->answer)) {
        d->busy = false;
    }
    if (rng_percent(d->rng, d->answer))
        d->awake = !out->stall || rng_percent(d->rng, 10);
    if (rng_percent(d->rng, d->answer))
        d->bypassed = out->bypass;
    if (d->atomics && !out->stall && out->shared)
        d->atomics = 0;
    else if (rng_below(d->rng, 1000) < d->atomic)
        d->atomics |= some_views(d);
    *in =
        (struct llc_reconfig_in){.wants_private = d->wants,
                                 .kernel = rng_below(d->rng, 1000) < d->kernel ? some_views(d) : 0,
                                 .atomics = d->atomics,
                                 .write_back = rng_below(d->rng, 1000) < d->kernel,
                                 .awake = d->awake,
                                 .busy = d->busy,
                                 .bypassed = d->bypassed};
}
