/* Random lines, and runs of consecutive tags with any set, so that every core bit code comes. */
#include <stdlib.h>

#include "home_map.h"
#include "rng.h"
#include "util.h"

extern const char *const home_map_configs[];
void *home_map_drive_new(const struct home_map_params *, struct rng *);
void home_map_drive(void *, const struct home_map_out *, struct home_map_in *);
void home_map_drive_free(void *);

const char *const home_map_configs[] = {
    "",
    "CORES=1",
    "CORES=1 FOLD=1 TAG_LSB=0",
    "CORES=2 TAG_LSB=0 LINE_BITS=33",
    "CORES=3 TAG_LSB=1 LINE_BITS=17",
    "CORES=84 TAG_LSB=6 LINE_BITS=33",
    "CORES=256 TAG_LSB=10 LINE_BITS=17",
    "CORES=28 FOLD=1",
    "CORES=32 FOLD=1 TAG_LSB=0 LINE_BITS=17",
    "CORES=255 FOLD=1 TAG_LSB=0 LINE_BITS=33",
    "CORES=1 FOLD=2",
    "CORES=3 FOLD=2 TAG_LSB=0 LINE_BITS=17",
    "CORES=28 FOLD=2",
    "CORES=64 FOLD=2 TAG_LSB=6",
    "CORES=129 FOLD=2 TAG_LSB=3 LINE_BITS=33",
    NULL,
};

struct driver {
    struct home_map_params params;
    struct rng *rng;
    uint64_t line; /* the last line */
};

void *home_map_drive_new(const struct home_map_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void home_map_drive_free(void *driver)
{
    free(driver);
}

void home_map_drive(void *driver, const struct home_map_out *out, struct home_map_in *in)
{
    struct driver *d = driver;
    (void)out;
    bool next_tag = rng_percent(d->rng, 50);
    d->line = next_tag ? d->line + (UINT64_C(1) << d->params.tag_lsb) : rng_next(d->rng);
    d->line &= ~UINT64_C(0) >> (64 - d->params.line_bits);
    in->line = d->line;
}
