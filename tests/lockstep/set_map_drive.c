/* Random addresses for the map of lines to sets; `of_tag` and `of_set` often belong to one line. */
#include <stdlib.h>

#include "rng.h"
#include "set_map.h"
#include "util.h"

extern const char *const set_map_configs[];
void *set_map_drive_new(const struct set_map_params *, struct rng *);
void set_map_drive(void *, const struct set_map_out *, struct set_map_in *);
void set_map_drive_free(void *);

const char *const set_map_configs[] = {
    "",
    "SETS=1",
    "SETS=1 INDEX_SHIFT=3 HASH_INDEX=1",
    "HASH_INDEX=1 INDEX_SHIFT=3",
    "SETS=2 HASH_INDEX=1 CHUNK_BITS=0 INDEX_SHIFT=1",
    "SETS=4096 INDEX_SHIFT=6 CHUNK_BITS=5 LINE_BITS=17 HASH_INDEX=1",
    "SETS=4096 INDEX_SHIFT=6 CHUNK_BITS=5 LINE_BITS=17",
    "SETS=32 CHUNK_BITS=0 HASH_INDEX=2",
    "SETS=64 LINE_BITS=33 CHUNK_BITS=0 HASH_INDEX=2",
    "SETS=1024 INDEX_SHIFT=3 HASH_INDEX=2",
    "SETS=48",
    "SETS=48 INDEX_SHIFT=3 HASH_INDEX=1",
    "SETS=3 LINE_BITS=33",
    "SETS=3072 INDEX_SHIFT=6 CHUNK_BITS=5 LINE_BITS=17 HASH_INDEX=1",
    "SETS=64 LINE_BITS=33 INDEX_SHIFT=2 CHUNK_BITS=0 HASH_INDEX=1",
    NULL,
};

struct driver {
    struct set_map_params params;
    struct rng *rng;
};

void *set_map_drive_new(const struct set_map_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    *d = (struct driver){*params, rng};
    return d;
}

void set_map_drive_free(void *driver)
{
    free(driver);
}

void set_map_drive(void *driver, const struct set_map_out *out, struct set_map_in *in)
{
    struct driver *d = driver;
    struct set_map map = set_map_make(&d->params);
    (void)out;
    in->line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->of_set = rng_below(d->rng, d->params.sets);
    in->of_tag = rng_percent(d->rng, 50)
                     ? set_map_tag(&map, in->line)
                     : rng_next(d->rng) >> (64 - d->params.line_bits + map.set_bits);
}
