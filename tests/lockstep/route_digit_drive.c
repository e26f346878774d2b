/* Random destinations; often one digit is all ones or all zeros and its neighbours the opposite. */
#include <stdlib.h>

#include "rng.h"
#include "route_digit.h"
#include "util.h"

extern const char *const route_digit_configs[];
void *route_digit_drive_new(const struct route_digit_params *, struct rng *);
void route_digit_drive(void *, const struct route_digit_out *, struct route_digit_in *);
void route_digit_drive_free(void *);

const char *const route_digit_configs[] = {
    "",
    "DIGIT_LSB=3",
    "DIGIT_LSB=7",
    "DEST_BITS=6 DIGIT_LSB=4 DIGIT_BITS=2",
    "DEST_BITS=1 DIGIT_BITS=1",
    "DEST_BITS=10 DIGIT_LSB=9 DIGIT_BITS=1",
    "DEST_BITS=12 DIGIT_LSB=8 DIGIT_BITS=4",
    NULL,
};

struct driver {
    struct route_digit_params params;
    struct rng *rng;
};

void *route_digit_drive_new(const struct route_digit_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void route_digit_drive_free(void *driver)
{
    free(driver);
}

void route_digit_drive(void *driver, const struct route_digit_out *out, struct route_digit_in *in)
{
    struct driver *d = driver;
    uint64_t all = (UINT64_C(1) << d->params.dest_bits) - 1;
    uint64_t digit = ((UINT64_C(1) << d->params.digit_bits) - 1) << d->params.digit_lsb;
    (void)out;
    switch (rng_below(d->rng, 4)) {
    case 0:
        in->dest = digit;
        break;
    case 1:
        in->dest = all & ~digit;
        break;
    default:
        in->dest = rng_next(d->rng) & all;
    }
}
