/* Random puts and gets, at rates that change every now and then. */
#include <stdlib.h>

#include "drive_random.h"
#include "ram_fifo.h"
#include "rng.h"
#include "util.h"

extern const char *const ram_fifo_configs[];
void *ram_fifo_drive_new(const struct ram_fifo_params *, struct rng *);
void ram_fifo_drive(void *, const struct ram_fifo_out *, struct ram_fifo_in *);
void ram_fifo_drive_free(void *);

const char *const ram_fifo_configs[] = {
    "WIDTH=8 DEPTH=1",    "WIDTH=70 DEPTH=3",    "WIDTH=1201 DEPTH=2",
    "WIDTH=33 DEPTH=100", "WIDTH=1152 DEPTH=32", NULL,
};

struct driver {
    struct ram_fifo_params params;
    struct rng *rng;
    struct queue_spell spell;
    uint64_t word[(RAM_FIFO_WIDTH_MAX + 63) / 64]; /* the word that is put */
};

void *ram_fifo_drive_new(const struct ram_fifo_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void ram_fifo_drive_free(void *driver)
{
    free(driver);
}

void ram_fifo_drive(void *driver, const struct ram_fifo_out *out, struct ram_fifo_in *in)
{
    struct driver *d = driver;
    (void)out;
    step_queue_spell(&d->spell, d->rng, d->params.depth);
    in->put_valid = rng_percent(d->rng, d->spell.put);
    rng_fill(d->rng, d->word, d->params.width);
    in->put_data = d->word;
    in->get_ready = rng_percent(d->rng, d->spell.get);
}
