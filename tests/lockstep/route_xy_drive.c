/* Random places in the mesh; the destination is often in the router's row or column, or next to it.
 */
#include <stdlib.h>

#include "rng.h"
#include "route_xy.h"
#include "util.h"

extern const char *const route_xy_configs[];
void *route_xy_drive_new(const struct route_xy_params *, struct rng *);
void route_xy_drive(void *, const struct route_xy_out *, struct route_xy_in *);
void route_xy_drive_free(void *);

const char *const route_xy_configs[] = {
    "COORD_BITS=1", "COORD_BITS=3", "COORD_BITS=5", "COORD_BITS=6", NULL,
};

struct driver {
    unsigned side; /* columns and rows that have a coordinate */
    struct rng *rng;
};

void *route_xy_drive_new(const struct route_xy_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){1u << params->coord_bits, rng};
    return d;
}

void route_xy_drive_free(void *driver)
{
    free(driver);
}

/* A coordinate near or far from `here`; those beyond the border come out on the other side. */
static uint64_t some_coordinate(struct driver *d, uint64_t here)
{
    switch (rng_below(d->rng, 3)) {
    case 0:
        return here;
    case 1:
        return (here + d->side - 1 + 2 * rng_below(d->rng, 2)) & (d->side - 1);
    default:
        return rng_below(d->rng, d->side);
    }
}

void route_xy_drive(void *driver, const struct route_xy_out *out, struct route_xy_in *in)
{
    struct driver *d = driver;
    (void)out;
    in->here_x = rng_below(d->rng, d->side);
    in->here_y = rng_below(d->rng, d->side);
    in->dest_x = some_coordinate(d, in->here_x);
    in->dest_y = some_coordinate(d, in->here_y);
}
