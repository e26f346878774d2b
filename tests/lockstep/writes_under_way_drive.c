/* Random writes of a few lines, most in one or two buckets, that are acknowledged at rates of their
 * own, so that counters run full and empty; a write may leave while another one comes back. */
#include <stdlib.h>

#include "drive_random.h"
#include "util.h"
#include "writes_under_way.h"

extern const char *const writes_under_way_configs[];
void *writes_under_way_drive_new(const struct writes_under_way_params *, struct rng *);
void writes_under_way_drive(void *, const struct writes_under_way_out *,
                            struct writes_under_way_in *);
void writes_under_way_drive_free(void *);

const char *const writes_under_way_configs[] = {"", "LINE_BITS=33", "LINE_BITS=17", "LINE_BITS=1",
                                                NULL};

enum { LINES = 4 };

struct driver {
    struct writes_under_way_params params;
    struct rng *rng;
    unsigned cycles;           /* until lines and rates change */
    unsigned write, done;      /* percent */
    uint64_t line[LINES];      /* that are written and looked up */
    unsigned under_way[LINES]; /* writes not acknowledged */
    bool looks;                /* a line is looked up: */
    unsigned looked;           /* this one */
};

void *writes_under_way_drive_new(const struct writes_under_way_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void writes_under_way_drive_free(void *driver)
{
    free(driver);
}

static void change_rates(struct driver *d)
{
    d->cycles = 20 + rng_below(d->rng, 200);
    d->looks = false;
    d->write = some_queue_rate(d->rng);
    d->done = some_queue_rate(d->rng);
    for (unsigned i = 0; i < LINES; i++)
        if (!d->under_way[i])
            d->line[i] = rng_next(d->rng) >> (64 - d->params.line_bits);
}

/* Writes under way in the bucket of line i. */
static unsigned in_bucket(const struct driver *d, unsigned i)
{
    unsigned count = 0;
    for (unsigned k = 0; k < LINES; k++)
        if (writes_bucket(d->line[k]) == writes_bucket(d->line[i]))
            count += d->under_way[k];
    return count;
}

void writes_under_way_drive(void *driver, const struct writes_under_way_out *out,
                            struct writes_under_way_in *in)
{
    struct driver *d = driver;
    unsigned next = rng_below(d->rng, LINES), done = rng_below(d->rng, LINES);
    if (!d->cycles--)
        change_rates(d);
    (void)out; /* what is full is known here */
    in->look_counts =
        d->looks && in_bucket(d, d->looked) < WRITES_MAX && rng_percent(d->rng, d->write);
    in->look_line = d->line[next];
    in->look_next = rng_percent(d->rng, 70);
    in->done_line = d->line[done];
    in->done_valid = d->under_way[done] && rng_percent(d->rng, d->done);
    d->under_way[d->looked] += in->look_counts;
    d->under_way[done] -= in->done_valid;
    if (in->look_next) {
        d->looks = true;
        d->looked = next;
    }
}
