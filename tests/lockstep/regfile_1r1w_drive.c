/* Every word is written once, then writes and reads at random, half of them of the word that is
 * written. */
#include <stdlib.h>

#include "regfile_1r1w.h"
#include "rng.h"
#include "util.h"

extern const char *const regfile_1r1w_configs[];
void *regfile_1r1w_drive_new(const struct regfile_1r1w_params *, struct rng *);
void regfile_1r1w_drive(void *, const struct regfile_1r1w_out *, struct regfile_1r1w_in *);
void regfile_1r1w_drive_free(void *);
bool regfile_1r1w_drive_is_defined(const void *);

const char *const regfile_1r1w_configs[] = {
    "WIDTH=64 DEPTH=32", "WIDTH=1200 DEPTH=2", "WIDTH=29 DEPTH=6", "WIDTH=1 DEPTH=1", NULL,
};

struct driver {
    struct regfile_1r1w_params params;
    struct rng *rng;
    unsigned written;                                  /* words written, then depth + 1 */
    uint64_t word[(REGFILE_1R1W_WIDTH_MAX + 63) / 64]; /* what is written */
};

void *regfile_1r1w_drive_new(const struct regfile_1r1w_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void regfile_1r1w_drive_free(void *driver)
{
    free(driver);
}

/* Contents are undefined until all words were written. */
bool regfile_1r1w_drive_is_defined(const void *driver)
{
    const struct driver *d = driver;
    return d->written > d->params.depth;
}

void regfile_1r1w_drive(void *driver, const struct regfile_1r1w_out *out,
                        struct regfile_1r1w_in *in)
{
    struct driver *d = driver;
    unsigned depth = d->params.depth;
    bool filling = d->written < depth;
    (void)out;
    rng_fill(d->rng, d->word, d->params.width);
    in->write_valid = filling || rng_percent(d->rng, 50);
    in->write_addr = filling ? d->written : rng_below(d->rng, depth);
    in->write_data = d->word;
    if (d->written <= depth)
        d->written++;
    in->read_addr = rng_percent(d->rng, 50) ? in->write_addr : rng_below(d->rng, depth);
}
