/* Touches and victims on a list that is mostly the result of the last touch, sometimes the
 * initial one. */
#include <stdlib.h>
#include <string.h>

#include "lru_order.h"
#include "rng.h"
#include "util.h"

extern const char *const lru_order_configs[];
void *lru_order_drive_new(const struct lru_order_params *, struct rng *);
void lru_order_drive(void *, const struct lru_order_out *, struct lru_order_in *);
void lru_order_drive_free(void *);

const char *const lru_order_configs[] = {
    "WAYS=1", "WAYS=2", "WAYS=3", "WAYS=4", "WAYS=6", "WAYS=8", "WAYS=16", NULL,
};

struct driver {
    unsigned ways;
    bool started; /* the outputs of a previous cycle exist */
    struct rng *rng;
};

void *lru_order_drive_new(const struct lru_order_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->ways = params->ways;
    d->rng = rng;
    return d;
}

void lru_order_drive_free(void *driver)
{
    free(driver);
}

void lru_order_drive(void *driver, const struct lru_order_out *out, struct lru_order_in *in)
{
    struct driver *d = driver;
    if (d->started && !rng_percent(d->rng, 1))
        memcpy(in->order, out->next_order, d->ways * sizeof in->order[0]);
    else
        for (unsigned i = 0; i < d->ways; i++)
            in->order[i] = d->ways - 1 - i;
    d->started = true;
    in->way = rng_below(d->rng, d->ways);
    in->candidates = rng_next(d->rng) & rng_next(d->rng) & ((1u << d->ways) - 1);
}
