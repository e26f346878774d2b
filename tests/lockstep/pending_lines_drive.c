/* Random claims, look-ups and releases of few lines, so that several entries hold one line; spells
 * in which the list runs full or empty. Outputs are compared from the moment when every entry has
 * held a line, while one does: free entries are not read. */
#include <stdlib.h>

#include "drive_random.h"
#include "pending_lines.h"
#include "util.h"

extern const char *const pending_lines_configs[];
void *pending_lines_drive_new(const struct pending_lines_params *, struct rng *);
void pending_lines_drive(void *, const struct pending_lines_out *, struct pending_lines_in *);
bool pending_lines_drive_is_defined(const void *);
void pending_lines_drive_free(void *);

const char *const pending_lines_configs[] = {
    "",           "ENTRIES=1 LINE_BITS=17", "ENTRIES=20 LINE_BITS=33",
    "ENTRIES=64", "ENTRIES=8 LINE_BITS=1",  "ENTRIES=2 LINE_BITS=2",
    NULL,
};

struct driver {
    struct pending_lines_params params;
    struct rng *rng;
    unsigned age;            /* cycles since the reset, up to one more than there are entries */
    uint64_t busy;           /* entries with a line */
    bool reads;              /* an entry holds a line, and is read */
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

bool pending_lines_drive_is_defined(const void *driver)
{
    const struct driver *d = driver;
    return d->age > d->params.entries && d->reads;
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

/* After a reset the entries are claimed one by one, as the lowest free one goes first. */
void pending_lines_drive(void *driver, const struct pending_lines_out *out,
                         struct pending_lines_in *in)
{
    struct driver *d = driver;
    bool filling = d->age < d->params.entries, filled = d->age > d->params.entries;
    if (!d->cycles--)
        change_rates(d);
    uint64_t all = ~UINT64_C(0) >> (64 - d->params.entries), free = all & ~d->busy;
    (void)out; /* what is free is known here */
    in->look_line = d->line[rng_below(d->rng, 4)];
    in->claim_line = d->line[rng_below(d->rng, 4)];
    in->claim_valid = free && (filling || rng_percent(d->rng, d->claim));
    d->reads = d->busy;
    do
        in->answer_entry = rng_below(d->rng, d->params.entries);
    while (d->reads && !(d->busy >> in->answer_entry & 1));
    in->answer_last = filled && d->reads && rng_percent(d->rng, d->release);
    if (in->claim_valid)
        d->busy |= free & -free;
    if (in->answer_last)
        d->busy &= ~(UINT64_C(1) << in->answer_entry);
    d->age += !filled;
}
