/* Random program counters, and such with one bit set. */
#include <stdlib.h>

#include "pc_hash.h"
#include "rng.h"
#include "util.h"

extern const char *const pc_hash_configs[];
void *pc_hash_drive_new(const struct pc_hash_params *, struct rng *);
void pc_hash_drive(void *, const struct pc_hash_out *, struct pc_hash_in *);
void pc_hash_drive_free(void *);

const char *const pc_hash_configs[] = {
    "", "PC_BITS=10", "PC_BITS=11", "PC_BITS=17", "PC_BITS=24", "PC_BITS=25", NULL,
};

struct driver {
    struct pc_hash_params params;
    struct rng *rng;
};

void *pc_hash_drive_new(const struct pc_hash_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void pc_hash_drive_free(void *driver)
{
    free(driver);
}

void pc_hash_drive(void *driver, const struct pc_hash_out *out, struct pc_hash_in *in)
{
    struct driver *d = driver;
    (void)out;
    in->pc = rng_percent(d->rng, 20) ? UINT64_C(1) << rng_below(d->rng, d->params.pc_bits)
                                     : rng_next(d->rng) >> (64 - d->params.pc_bits);
}
