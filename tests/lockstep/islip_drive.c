/* Random requests, few or many; masks of the last match where a host uses it, any bits elsewhere.
 */
#include <stdlib.h>

#include "islip.h"
#include "rng.h"
#include "util.h"

extern const char *const islip_configs[];
void *islip_drive_new(const struct islip_params *, struct rng *);
void islip_drive(void *, const struct islip_out *, struct islip_in *);
void islip_drive_free(void *);

const char *const islip_configs[] = {
    "INPUTS=1 OUTPUTS=1",  "INPUTS=5 OUTPUTS=5",   "INPUTS=2 OUTPUTS=7",
    "INPUTS=16 OUTPUTS=3", "INPUTS=16 OUTPUTS=16", NULL,
};

struct driver {
    struct islip_params params;
    struct rng *rng;
};

void *islip_drive_new(const struct islip_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void islip_drive_free(void *driver)
{
    free(driver);
}

/* The ports of `used` keep what they store, the others have any mask. */
static uint64_t some_mask(struct driver *d, uint64_t next, uint64_t used, unsigned ports)
{
    uint64_t all = (UINT64_C(1) << ports) - 1;
    return (next & used) | (rng_next(d->rng) & ~used & all);
}

void islip_drive(void *driver, const struct islip_out *out, struct islip_in *in)
{
    struct driver *d = driver;
    unsigned inputs = d->params.inputs, outputs = d->params.outputs;
    uint64_t used = rng_next(d->rng);
    unsigned thin = rng_below(d->rng, 5);
    for (unsigned o = 0; o < outputs; o++) {
        in->request[o] = rng_next(d->rng) >> (64 - inputs);
        for (unsigned i = 0; i < thin; i++)
            in->request[o] &= rng_next(d->rng);
        in->accept_mask[o] = some_mask(d, out->next_accept[o], used, inputs);
    }
    for (unsigned i = 0; i < inputs; i++)
        in->grant_mask[i] = some_mask(d, out->next_grant[i], used >> 32, outputs);
}
