/* Every word is written once, then reads and masked writes at random, half of them to the same
 * word (collisions). */
#include <stdlib.h>

#include "ram_1r1w.h"
#include "rng.h"
#include "util.h"

extern const char *const ram_1r1w_configs[];
void *ram_1r1w_drive_new(const struct ram_1r1w_params *, struct rng *);
void ram_1r1w_drive(void *, const struct ram_1r1w_out *, struct ram_1r1w_in *);
void ram_1r1w_drive_free(void *);
bool ram_1r1w_drive_is_defined(const void *);

const char *const ram_1r1w_configs[] = {
    "WIDTH=64 DEPTH=128",           "WIDTH=1024 DEPTH=8 MASK_BITS=128", "WIDTH=25 DEPTH=6",
    "WIDTH=200 DEPTH=3 MASK_BITS=8", "WIDTH=1 DEPTH=1",                  NULL,
};

struct driver {
    struct ram_1r1w_params params;
    struct rng *rng;
    unsigned written; /* words written and cycles since, up to depth + 2 */
    uint64_t word[(RAM_1R1W_WIDTH_MAX + 63) / 64];     /* what is written */
    uint64_t mask[(RAM_1R1W_MASK_BITS_MAX + 63) / 64]; /* which parts */
};

void *ram_1r1w_drive_new(const struct ram_1r1w_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void ram_1r1w_drive_free(void *driver)
{
    free(driver);
}

/* Contents and read data are undefined until all words were written and one was read. */
bool ram_1r1w_drive_is_defined(const void *driver)
{
    const struct driver *d = driver;
    return d->written > d->params.depth + 1;
}

void ram_1r1w_drive(void *driver, const struct ram_1r1w_out *out, struct ram_1r1w_in *in)
{
    struct driver *d = driver;
    bool filling = d->written < d->params.depth;
    (void)out;
    rng_fill(d->rng, d->word, d->params.width);
    rng_fill(d->rng, d->mask, d->params.mask_bits);
    for (unsigned i = 0; filling && i < sizeof d->mask / sizeof d->mask[0]; i++)
        d->mask[i] = ~UINT64_C(0);
    in->write_valid = filling || rng_percent(d->rng, 50);
    in->write_addr = filling ? d->written : rng_below(d->rng, d->params.depth);
    in->write_mask = d->mask;
    in->write_data = d->word;
    in->read_valid = !filling && (d->written == d->params.depth || rng_percent(d->rng, 70));
    in->read_addr = rng_percent(d->rng, 50) ? in->write_addr : rng_below(d->rng, d->params.depth);
    if (d->written < d->params.depth + 2)
        d->written++;
}
