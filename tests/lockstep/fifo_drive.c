/* Random puts and gets, at rates that change every now and then. */
#include <stdlib.h>

#include "drive_random.h"
#include "fifo.h"
#include "rng.h"
#include "util.h"

extern const char *const fifo_configs[];
void *fifo_drive_new(const struct fifo_params *, struct rng *);
void fifo_drive(void *, const struct fifo_out *, struct fifo_in *);
void fifo_drive_free(void *);

const char *const fifo_configs[] = {
    "WIDTH=1 DEPTH=8",
    "WIDTH=70 DEPTH=3",
    "WIDTH=1201 DEPTH=2",
    "WIDTH=65 DEPTH=100",
    "WIDTH=8 DEPTH=1 MOVED=0",
    "WIDTH=64 DEPTH=2",
    "WIDTH=70 DEPTH=6 HEAD=1",
    "WIDTH=64 DEPTH=5 MOVED=0",
    "WIDTH=5 DEPTH=11 MOVED=11",
    "WIDTH=1201 DEPTH=2 HEAD=1",
    "WIDTH=8 DEPTH=1",
    "WIDTH=70 DEPTH=1 HEAD=1",
    NULL,
};

struct driver {
    struct fifo_params params;
    struct rng *rng;
    struct queue_spell spell;
    uint64_t word[(FIFO_WIDTH_MAX + 63) / 64]; /* the word that is put */
};

void *fifo_drive_new(const struct fifo_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void fifo_drive_free(void *driver)
{
    free(driver);
}

void fifo_drive(void *driver, const struct fifo_out *out, struct fifo_in *in)
{
    struct driver *d = driver;
    (void)out;
    step_queue_spell(&d->spell, d->rng, d->params.depth);
    in->put_valid = rng_percent(d->rng, d->spell.put);
    rng_fill(d->rng, d->word, d->params.width);
    in->put_data = d->word;
    in->get_ready = rng_percent(d->rng, d->spell.get);
}
