/* Random misses, a ring and an L2 that take them, each at rates that change and often for a while
 * not at all, so that the buffer fills and the way to L2 is blocked. */
#include <stdlib.h>

#include "ccn_buffer.h"
#include "drive_random.h"
#include "util.h"

extern const char *const ccn_buffer_configs[];
void *ccn_buffer_drive_new(const struct ccn_buffer_params *, struct rng *);
void ccn_buffer_drive(void *, const struct ccn_buffer_out *, struct ccn_buffer_in *);
void ccn_buffer_drive_free(void *);

const char *const ccn_buffer_configs[] = {
    "", "DEPTH=1 LINE_BITS=17", "DEPTH=3 LINE_BITS=33", "DEPTH=64", "DEPTH=2", NULL,
};

struct driver {
    struct ccn_buffer_params params;
    struct rng *rng;
    unsigned cycles;             /* until the rates change */
    unsigned miss, send, direct; /* percent */
};

void *ccn_buffer_drive_new(const struct ccn_buffer_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void ccn_buffer_drive_free(void *driver)
{
    free(driver);
}

static void change_weather(struct driver *d)
{
    static const unsigned taken[] = {0, 5, 50, 100};
    d->cycles = rng_below(d->rng, 20 + 4 * d->params.depth);
    d->miss = some_rate(d->rng);
    d->send = one_of(d->rng, taken, 4);
    d->direct = one_of(d->rng, taken, 4);
}

void ccn_buffer_drive(void *driver, const struct ccn_buffer_out *out, struct ccn_buffer_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        change_weather(d);
    in->miss_valid = rng_percent(d->rng, d->miss);
    in->miss_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->send_ready = rng_percent(d->rng, d->send);
    in->direct_ready = rng_percent(d->rng, d->direct);
}
