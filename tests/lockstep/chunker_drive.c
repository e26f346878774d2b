/* Random byte masks: single bytes, those with untouched sectors, full lines. */
#include <stdlib.h>

#include "chunker.h"
#include "drive_random.h"
#include "util.h"

extern const char *const chunker_configs[];
void *chunker_drive_new(const struct chunker_params *, struct rng *);
void chunker_drive(void *, const struct chunker_out *, struct chunker_in *);
void chunker_drive_free(void *);

const char *const chunker_configs[] = {"", NULL};

struct driver {
    struct rng *rng;
    uint64_t mask[2]; /* what the input points at */
};

void *chunker_drive_new(const struct chunker_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    (void)params;
    d->rng = rng;
    return d;
}

void chunker_drive_free(void *driver)
{
    free(driver);
}

void chunker_drive(void *driver, const struct chunker_out *out, struct chunker_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (rng_percent(d->rng, 50)) {
        unsigned byte = rng_below(d->rng, 128);
        d->mask[byte / 64] = UINT64_C(1) << byte % 64;
        d->mask[1 - byte / 64] = 0;
    } else {
        rng_fill(d->rng, d->mask, 128);
        clear_sectors(d->rng, d->mask, 50);
    }
    in->chunk = rng_percent(d->rng, 80);
    in->mask = d->mask;
}
