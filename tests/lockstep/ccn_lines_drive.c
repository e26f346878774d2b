/* A node between neighbours that send and take at rates that change; what has arrived is taken out,
 * passes on under another head, or is left for a while; places are kept for new lines, which come
 * then or later, or not at all. */
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
    "PROMPT=1 HOP=0",
    "PROMPT=1 HOP=0 RESPONSES=2",
    "PROMPT=1 HOP=4 RESPONSES=3 SPARE=0",
    "PROMPT=0 HOP=0 RESPONSES=4",
    NULL,
};

struct driver {
    struct ccn_lines_params params;
    struct rng *rng;
    unsigned cycles;      /* until the rates change */
    unsigned in, out;     /* percent: a beat comes, is taken */
    unsigned keep, fresh; /* percent: a place is asked for; a line for a kept one ends the wait */
    unsigned gone;        /* percent of these: it does not come */
    unsigned take, pass;  /* percent: of what has arrived */
    unsigned kept;        /* places */
    struct ccn_lines_in held;                            /* a beat that was not taken */
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

static void bring_new(struct driver *d, const struct ccn_lines_out *out, struct ccn_lines_in *in)
{
    in->keep_valid = rng_percent(d->rng, d->keep);
    d->kept += in->keep_valid && out->keep_ready;
    in->new_head = some_head(d);
    in->new_data = d->line;
    rng_fill(d->rng, d->line, 1024);
    if (!d->kept || !rng_percent(d->rng, d->fresh))
        return;
    in->gone_valid = rng_percent(d->rng, d->gone);
    in->new_valid = !in->gone_valid;
    d->kept--;
}

void ccn_lines_drive(void *driver, const struct ccn_lines_out *out, struct ccn_lines_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--) {
        d->cycles = 20 + rng_below(d->rng, 400);
        d->in = some_rate(d->rng);
        d->out = some_queue_rate(d->rng);
        d->keep = some_rate(d->rng);
        d->fresh = some_rate(d->rng);
        d->gone = rng_percent(d->rng, 50) ? 0 : some_rate(d->rng);
        d->take = some_rate(d->rng);
        d->pass = some_queue_rate(d->rng);
    }
    if (!d->held.in_valid && rng_percent(d->rng, d->in)) {
        d->held.in_valid = true;
        rng_fill(d->rng, d->beat, 256);
        d->held.in_head = some_head(d); /* the first beat's counts */
    }
    *in = d->held;
    in->in_data = d->beat;
    bool here = out->line_valid || (d->params.prompt && out->beat_last && in->in_valid);
    in->line_take = here && rng_percent(d->rng, d->take);
    in->line_pass = here && !in->line_take && rng_percent(d->rng, d->pass);
    in->line_as = some_head(d);
    in->out_ready = rng_percent(d->rng, d->out);
    bring_new(d, out, in);
    d->held.in_valid &= !out->in_ready;
}
