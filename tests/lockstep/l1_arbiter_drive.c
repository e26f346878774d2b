/* Random accesses and stalls, at rates that change, so that the queue fills, drains and runs at
 * full rate. */
#include <stdlib.h>

#include "drive_random.h"
#include "l1_arbiter.h"
#include "rng.h"
#include "util.h"

extern const char *const l1_arbiter_configs[];
void *l1_arbiter_drive_new(const struct l1_arbiter_params *, struct rng *);
void l1_arbiter_drive(void *, const struct l1_arbiter_out *, struct l1_arbiter_in *);
void l1_arbiter_drive_free(void *);

const char *const l1_arbiter_configs[] = {
    "LINE_BITS=25 ID_BITS=8",
    "LINE_BITS=17 ID_BITS=4",
    "LINE_BITS=33 ID_BITS=10",
    NULL,
};

struct driver {
    struct l1_arbiter_params params;
    struct rng *rng;
    unsigned cycles;   /* until the rates change */
    unsigned put, get; /* percent */
    uint64_t mask[2];  /* of the access that is offered */
    uint64_t data[16]; /* likewise */
};

void *l1_arbiter_drive_new(const struct l1_arbiter_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void l1_arbiter_drive_free(void *driver)
{
    free(driver);
}

void l1_arbiter_drive(void *driver, const struct l1_arbiter_out *out, struct l1_arbiter_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--) {
        d->cycles = rng_below(d->rng, 30);
        d->put = some_queue_rate(d->rng);
        d->get = some_queue_rate(d->rng);
    }
    in->local_valid = rng_percent(d->rng, d->put);
    in->local_kind = rng_below(d->rng, 5);
    in->local_op = rng_below(d->rng, 8);
    in->local_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->local_id = rng_next(d->rng) >> (64 - d->params.id_bits);
    rng_fill(d->rng, d->mask, 128);
    rng_fill(d->rng, d->data, 1024);
    in->local_mask = d->mask;
    in->local_data = d->data;
    in->access_ready = rng_percent(d->rng, d->get);
}
