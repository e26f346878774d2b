/* Random lines, and lines with one bit set. */
#include <stdlib.h>

#include "rng.h"
#include "set_parity.h"
#include "util.h"

extern const char *const set_parity_configs[];
void *set_parity_drive_new(const struct set_parity_params *, struct rng *);
void set_parity_drive(void *, const struct set_parity_out *, struct set_parity_in *);
void set_parity_drive_free(void *);

const char *const set_parity_configs[] = {
    "",
    "SETS=1",
    "SETS=1 HASH_INDEX=1",
    "SETS=2 HASH_INDEX=1",
    "SETS=32 HASH_INDEX=1",
    "SETS=32 HASH_INDEX=2",
    "SETS=64 HASH_INDEX=2 LINE_BITS=33",
    "SETS=1024 HASH_INDEX=1 LINE_BITS=17",
    "SETS=64 HASH_INDEX=1 LINE_BITS=33",
    NULL,
};

struct driver {
    struct set_parity_params params;
    struct rng *rng;
};

void *set_parity_drive_new(const struct set_parity_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void set_parity_drive_free(void *driver)
{
    free(driver);
}

void set_parity_drive(void *driver, const struct set_parity_out *out, struct set_parity_in *in)
{
    struct driver *d = driver;
    (void)out;
    in->line = rng_percent(d->rng, 20) ? UINT64_C(1) << rng_below(d->rng, d->params.line_bits)
                                       : rng_next(d->rng) >> (64 - d->params.line_bits);
}
