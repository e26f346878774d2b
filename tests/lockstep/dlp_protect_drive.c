/* Sets in which most ways are taken and many lives are about to end, so that `none` and every
 * replaceable way come up often, and so does a reserved one whose life is over. */
#include <stdlib.h>

#include "dlp_protect.h"
#include "rng.h"
#include "util.h"

extern const char *const dlp_protect_configs[];
void *dlp_protect_drive_new(const struct dlp_protect_params *, struct rng *);
void dlp_protect_drive(void *, const struct dlp_protect_out *, struct dlp_protect_in *);
void dlp_protect_drive_free(void *);

const char *const dlp_protect_configs[] = {
    "",
    "LIFE=1",
    "RESERVED=1",
    "WAYS=1 PL_BITS=1",
    "WAYS=1",
    "WAYS=3 LIFE=1 RESERVED=1",
    "WAYS=2 PL_BITS=8",
    "WAYS=6",
    "WAYS=8 PL_BITS=2",
    "WAYS=16 PL_BITS=8",
    NULL,
};

struct driver {
    struct dlp_protect_params params;
    struct rng *rng;
};

void *dlp_protect_drive_new(const struct dlp_protect_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void dlp_protect_drive_free(void *driver)
{
    free(driver);
}

/* Each way in `percent` of 100 cases. */
static uint64_t some_ways(struct driver *d, unsigned percent)
{
    uint64_t ways = 0;
    for (unsigned way = 0; way < d->params.ways; way++)
        ways |= (uint64_t)rng_percent(d->rng, percent) << way;
    return ways;
}

void dlp_protect_drive(void *driver, const struct dlp_protect_out *out, struct dlp_protect_in *in)
{
    struct driver *d = driver;
    unsigned longest = (1u << d->params.pl_bits) - 1;
    bool short_lives = rng_percent(d->rng, 30);
    (void)out;
    in->valid = some_ways(d, 90);
    in->reserved = rng_percent(d->rng, 10) ? some_ways(d, 50) : ~in->valid & some_ways(d, 60);
    in->query = rng_percent(d->rng, 80);
    in->renew = rng_percent(d->rng, 60);
    in->way = rng_percent(d->rng, 90) ? UINT64_C(1) << rng_below(d->rng, d->params.ways) : 0;
    in->distance = rng_below(d->rng, longest + 1);
    for (unsigned way = 0; way < d->params.ways; way++)
        in->lives[way] = short_lives ? rng_below(d->rng, 2) : rng_below(d->rng, longest + 1);
}
