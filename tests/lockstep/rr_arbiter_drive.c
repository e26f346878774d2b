/* Random requests, few or many; the mask is the one of the last grant, or any other thermometer,
 * or none. */
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "rr_arbiter.h"
#include "util.h"

extern const char *const rr_arbiter_configs[];
void *rr_arbiter_drive_new(const struct rr_arbiter_params *, struct rng *);
void rr_arbiter_drive(void *, const struct rr_arbiter_out *, struct rr_arbiter_in *);
void rr_arbiter_drive_free(void *);

const char *const rr_arbiter_configs[] = {
    "N=1",
    "N=2",
    "N=5",
    "N=8",
    "N=28",
    "N=63",
    "N=64",
    "N=65",
    "N=128",
    "N=1 PAIRED=0",
    "N=20 PAIRED=0",
    NULL,
};

struct driver {
    unsigned n; /* requesters */
    struct rng *rng;
    uint64_t request[2], mask[2];
};

void *rr_arbiter_drive_new(const struct rr_arbiter_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->n = params->n;
    d->rng = rng;
    return d;
}

void rr_arbiter_drive_free(void *driver)
{
    free(driver);
}

void rr_arbiter_drive(void *driver, const struct rr_arbiter_out *out, struct rr_arbiter_in *in)
{
    struct driver *d = driver;
    rng_fill(d->rng, d->request, d->n);
    for (unsigned thin = rng_below(d->rng, 6); thin > 0; thin--)
        for (unsigned word = 0; word < 2; word++)
            d->request[word] &= rng_next(d->rng);
    if (rng_percent(d->rng, 50)) {
        memcpy(d->mask, out->next_mask, sizeof d->mask);
    } else {
        unsigned from = rng_below(d->rng, d->n + 1);
        for (unsigned i = 0; i < d->n; i++)
            if (i >= from)
                d->mask[i / 64] |= UINT64_C(1) << (i & 63);
            else
                d->mask[i / 64] &= ~(UINT64_C(1) << (i & 63));
    }
    in->request = d->request;
    in->mask = d->mask;
}
