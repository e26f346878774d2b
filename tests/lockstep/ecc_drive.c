/* Random words; what comes back is the word with its check, up to three bits inverted, or anything.
 */
#include <stdlib.h>

#include "ecc.h"
#include "rng.h"
#include "util.h"

extern const char *const ecc_configs[];
void *ecc_drive_new(const struct ecc_params *, struct rng *);
void ecc_drive(void *, const struct ecc_out *, struct ecc_in *);
void ecc_drive_free(void *);

const char *const ecc_configs[] = {
    "",         "WIDTH=8",           "PROTECT=1 WIDTH=8", "WIDTH=26", "WIDTH=57",
    "WIDTH=11", "PROTECT=1 WIDTH=1", "WIDTH=1",           "WIDTH=4",  NULL,
};

struct driver {
    struct ecc_params params;
    struct rng *rng;
};

void *ecc_drive_new(const struct ecc_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void ecc_drive_free(void *driver)
{
    free(driver);
}

void ecc_drive(void *driver, const struct ecc_out *out, struct ecc_in *in)
{
    struct driver *d = driver;
    unsigned width = d->params.width, check_bits = ecc_check_bits(&d->params);
    (void)out;
    in->data = rng_next(d->rng) >> (64 - width);
    struct ecc_out coded;
    ecc_outputs_f(&d->params, in, &coded); /* its check, as the RTL's is compared with it */
    in->stored_data = in->data;
    in->stored_check = coded.check;
    for (unsigned flips = rng_below(d->rng, 4); flips > 0; flips--) {
        unsigned bit = rng_below(d->rng, width + check_bits);
        if (bit < width)
            in->stored_data ^= UINT64_C(1) << bit;
        else
            in->stored_check ^= UINT64_C(1) << (bit - width);
    }
    if (rng_percent(d->rng, 10))
        in->stored_check = rng_next(d->rng) >> (64 - check_bits);
}
