/* Random requests for the delay line: bursts and pauses, with and without data, a host that stalls.
 */
#include <stdlib.h>

#include "delay_line.h"
#include "drive_random.h"
#include "rng.h"
#include "util.h"

extern const char *const delay_line_configs[];
void *delay_line_drive_new(const struct delay_line_params *, struct rng *);
void delay_line_drive(void *, const struct delay_line_out *, struct delay_line_in *);
void delay_line_drive_free(void *);

const char *const delay_line_configs[] = {
    "META_BITS=40 DATA_BITS=64",
    "META_BITS=64 DATA_BITS=1024 DEPTH=32 QUEUE=8 DELAY=119",
    "META_BITS=1 DATA_BITS=1 DEPTH=1 QUEUE=1 DELAY=1",
    "META_BITS=20 DATA_BITS=16 DEPTH=12 QUEUE=12 DELAY=10",
    "META_BITS=20 DATA_BITS=16 DEPTH=128 QUEUE=64 DELAY=254",
    "META_BITS=200 DATA_BITS=70 DEPTH=5 QUEUE=3 DELAY=2",
    NULL,
};

struct driver {
    struct delay_line_params params;
    struct rng *rng;
    unsigned cycles;   /* until the rates change */
    unsigned put, get; /* percent */
    uint64_t meta[DELAY_LINE_META_WORDS];
    uint64_t data[DELAY_LINE_DATA_WORDS];
};

void *delay_line_drive_new(const struct delay_line_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void delay_line_drive_free(void *driver)
{
    free(driver);
}

void delay_line_drive(void *driver, const struct delay_line_out *out, struct delay_line_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--) {
        d->cycles = rng_below(d->rng, 4 * d->params.delay + 20);
        d->put = some_queue_rate(d->rng);
        d->get = some_queue_rate(d->rng);
    }
    rng_fill(d->rng, d->meta, d->params.meta_bits);
    rng_fill(d->rng, d->data, d->params.data_bits);
    *in = (struct delay_line_in){.put_valid = rng_percent(d->rng, d->put),
                                 .put_has_data = rng_percent(d->rng, 40),
                                 .put_meta = d->meta,
                                 .put_data = d->data,
                                 .get_ready = rng_percent(d->rng, d->get)};
}
