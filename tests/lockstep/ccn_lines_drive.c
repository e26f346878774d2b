/* A node between neighbours that send and take at rates that change; what has arrived is taken out,
 * passes on under another head, or is left for a while; new lines come at any time. */
#include "ccn_lines.h"
#include "drive_random.h"
#include "util.h"

#include <stdlib.h>

extern const char *const ccn_lines_configs[];
void *ccn_lines_drive_new(const struct ccn_lines_params *, struct rng *);
void ccn_lines_drive(void *, const struct ccn_lines_out *, struct ccn_lines_in *);
void ccn_lines_drive_free(void *);

const char *const ccn_lines_configs[] = {
    "",
    "HEAD_BITS=4 RESPONSES=2",
    "HEAD_BITS=64 RESPONSES=3 HOP=2",
    "HOP=5 RESPONSES=16",
    "SPARE=0 RESPONSES=2 HOP=3",
    NULL,
};

struct driver {
    struct ccn_lines_params params;
    struct rng *rng;
    unsigned cycles;          /* until the rates change */
    unsigned in, out, fresh;  /* percent: a beat comes, is taken; a new line is offered */
    unsigned take, pass;      /* percent: of what has arrived */
    struct ccn_lines_in held; /* offers that were not taken */
    uint64_t beat[CCN_BEAT_WORDS], line[CCN_LINE_WORDS]; /* what the input pointers point at */
};

void *ccn_lines_drive_new(const struct ccn_lines_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void ccn_lines_drive_free(void *driver)
{
    free(driver);
}

static uint64_t some_head(struct driver *d)
{
    return rng_next(d->rng) >> (64 - d->params.head_bits);
}

void ccn_lines_drive(void *driver, const struct ccn_lines_out *out, struct ccn_lines_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--) {
        d->cycles = 20 + rng_below(d->rng, 400);
        d->in = some_rate(d->rng);
        d->out = some_queue_rate(d->rng);
        d->fresh = some_rate(d->rng);
        d->take = some_rate(d->rng);
        d->pass = some_queue_rate(d->rng);
    }
    if (!d->held.in_valid && rng_percent(d->rng, d->in)) {
        d->held.in_valid = true;
        rng_fill(d->rng, d->beat, 256);
        d->held.in_head = some_head(d); /* the first beat's counts */
    }
    if (!d->held.new_valid && rng_percent(d->rng, d->fresh)) {
        d->held.new_valid = true;
        d->held.new_head = some_head(d);
        rng_fill(d->rng, d->line, 1024);
    }
    *in = d->held;
    in->in_data = d->beat;
    in->new_data = d->line;
    in->line_take = out->line_valid && rng_percent(d->rng, d->take);
    in->line_pass = out->line_valid && !in->line_take && rng_percent(d->rng, d->pass);
    in->line_as = some_head(d);
    in->out_ready = rng_percent(d->rng, d->out);
    d->held.in_valid &= !out->in_ready;
    d->held.new_valid &= !out->new_ready;
}
