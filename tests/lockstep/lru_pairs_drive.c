/* Touches and victims on an order that is mostly the result of the last touch, sometimes any bits;
 * few and many candidates. */
#include <stdlib.h>
#include <string.h>

#include "lru_pairs.h"
#include "rng.h"
#include "util.h"

extern const char *const lru_pairs_configs[];
void *lru_pairs_drive_new(const struct lru_pairs_params *, struct rng *);
void lru_pairs_drive(void *, const struct lru_pairs_out *, struct lru_pairs_in *);
void lru_pairs_drive_free(void *);

const char *const lru_pairs_configs[] = {
    "WAYS=1", "WAYS=2", "WAYS=3", "WAYS=4", "WAYS=6", "WAYS=8", "WAYS=16", NULL,
};

struct driver {
    unsigned ways;
    uint64_t order[2], touch_order[2]; /* what the inputs point to */
    struct rng *rng;
};

void *lru_pairs_drive_new(const struct lru_pairs_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->ways = params->ways;
    d->rng = rng;
    return d;
}

void lru_pairs_drive_free(void *driver)
{
    free(driver);
}

/* Bits that need not be the order of anything. */
static void any_order(struct driver *d, uint64_t *order)
{
    unsigned pairs = d->ways > 1 ? d->ways * (d->ways - 1) / 2 : 1;
    order[0] = rng_next(d->rng) >> (pairs < 64 ? 64 - pairs : 0);
    order[1] = pairs > 64 ? rng_next(d->rng) >> (128 - pairs) : 0;
}

void lru_pairs_drive(void *driver, const struct lru_pairs_out *out, struct lru_pairs_in *in)
{
    struct driver *d = driver;
    unsigned all = (1u << d->ways) - 1;
    memcpy(d->touch_order, out->next_order, sizeof d->touch_order);
    if (rng_percent(d->rng, 5))
        any_order(d, d->touch_order);
    memcpy(d->order, d->touch_order, sizeof d->order);
    if (rng_percent(d->rng, 10))
        any_order(d, d->order);
    in->order = d->order;
    in->touch_order = d->touch_order;
    in->touched = rng_percent(d->rng, 90) ? UINT64_C(1) << rng_below(d->rng, d->ways)
                                          : rng_next(d->rng) & all;
    in->candidates = rng_next(d->rng) & (rng_percent(d->rng, 50) ? rng_next(d->rng) : ~0u) & all;
}
