/* Random claims, look-ups and releases of few lines, so that several entries hold one line; spells
 * in which the list runs full or empty. */
#include <stdlib.h>

#include "drive_random.h"
#include "pending_lines.h"
#include "util.h"

extern const char *const pending_lines_configs[];
void *pending_lines_drive_new(const struct pending_lines_params *, struct rng *);
void pending_lines_drive(void *, const struct pending_lines_out *, struct pending_lines_in *);
void pending_lines_drive_free(void *);

const char *const pending_lines_configs[] = {
    "",
    "ENTRIES=1 LINE_BITS=17",
    "ENTRIES=64",
    "ENTRIES=20 LINE_BITS=33",
    "ENTRIES=8 LINE_BITS=1",
    "ENTRIES=2 LINE_BITS=2",
    NULL,
};

struct driver {
    struct pending_lines_params params;
    struct rng *rng;
    uint64_t busy;           /* entries with a line */
    unsigned cycles;         /* until the rates change */
    unsigned claim, release; /* percent */
    uint64_t line[4];        /* those that are looked up and claimed */
};

void *pending_lines_drive_new(const struct pending_lines_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void pending_lines_drive_free(void *driver)
{
    free(driver);
}

static void change_rates(struct driver *d)
{
    d->cycles = rng_below(d->rng, 200);
    d->claim = some_queue_rate(d->rng);
    d->release = some_queue_rate(d->rng);
    for (unsigned i = 0; i < 4; i++)
        d->line[i] = rng_next(d->rng) >> (64 - d->params.line_bits);
    d->line[3] = d->line[2] ^ UINT64_C(1) << rng_below(d->rng, d->params.line_bits);
}

void pending_lines_drive(void *driver, const struct pending_lines_out *out,
                         struct pending_lines_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        change_rates(d);
    uint64_t all = ~UINT64_C(0) >> (64 - d->params.entries), free = all & ~d->busy;
    (void)out; /* what is free is known here */
    in->look_line = d->line[rng_below(d->rng, 4)];
    in->claim_line = d->line[rng_below(d->rng, 4)];
    in->claim_valid = free && rng_percent(d->rng, d->claim);
    in->answer_entry = rng_below(d->rng, d->params.entries);
    in->answer_last = d->busy >> in->answer_entry & 1 && rng_percent(d->rng, d->release);
    if (in->claim_valid)
        d->busy |= free & -free;
    if (in->answer_last)
        d->busy &= ~(UINT64_C(1) << in->answer_entry);
}
