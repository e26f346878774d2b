/* Random requests, few or many; each lane's masks are those of its last grant or any bits. */
#include <stdlib.h>

#include "rng.h"
#include "rr_lanes.h"
#include "util.h"

extern const char *const rr_lanes_configs[];
void *rr_lanes_drive_new(const struct rr_lanes_params *, struct rng *);
void rr_lanes_drive(void *, const struct rr_lanes_out *, struct rr_lanes_in *);
void rr_lanes_drive_free(void *);

const char *const rr_lanes_configs[] = {
    "LANES=1 N=1",  "LANES=5 N=4", "LANES=5 N=5",   "LANES=16 N=1",
    "LANES=1 N=16", "LANES=7 N=3", "LANES=16 N=16", NULL,
};

struct driver {
    struct rr_lanes_params params;
    struct rng *rng;
};

void *rr_lanes_drive_new(const struct rr_lanes_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void rr_lanes_drive_free(void *driver)
{
    free(driver);
}

void rr_lanes_drive(void *driver, const struct rr_lanes_out *out, struct rr_lanes_in *in)
{
    struct driver *d = driver;
    uint64_t lanes = (UINT64_C(1) << d->params.lanes) - 1;
    uint64_t uses = rng_next(d->rng); /* lanes whose host uses the grant */
    unsigned thin = rng_below(d->rng, 5);
    for (unsigned n = 0; n < d->params.n; n++) {
        uint64_t request = rng_next(d->rng) & lanes;
        for (unsigned i = 0; i < thin; i++)
            request &= rng_next(d->rng);
        in->request[n] = request;
        in->mask[n] = (out->next_mask[n] & uses) | (rng_next(d->rng) & ~uses & lanes);
    }
}
