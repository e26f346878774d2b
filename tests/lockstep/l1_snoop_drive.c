/* Snoops of few sets, and writes of the tags that mostly are of the set that is asked for and leave
 * its line there or not; a RAM whose output register is free mostly, seldom or always. */
#include <stdlib.h>

#include "drive_random.h"
#include "l1_snoop.h"
#include "util.h"

extern const char *const l1_snoop_configs[];
void *l1_snoop_drive_new(const struct l1_snoop_params *, struct rng *);
void l1_snoop_drive(void *, const struct l1_snoop_out *, struct l1_snoop_in *);
void l1_snoop_drive_free(void *);

const char *const l1_snoop_configs[] = {
    "", "SETS=1 WAYS=1", "SETS=1 WAYS=6", "SETS=2 WAYS=1", "SETS=1024 WAYS=16", NULL,
};

struct driver {
    struct l1_snoop_params params;
    struct rng *rng;
    unsigned cycles;                 /* until the rates change */
    unsigned snoop, tags, read, hit; /* percent */
    unsigned set;                    /* that most ask for */
};

void *l1_snoop_drive_new(const struct l1_snoop_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void l1_snoop_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    d->cycles = 20 + rng_below(d->rng, 200);
    d->snoop = some_rate(d->rng);
    d->tags = some_rate(d->rng);
    d->read = some_rate(d->rng);
    d->hit = some_rate(d->rng);
    d->set = rng_below(d->rng, d->params.sets);
}

static unsigned some_set(struct driver *d)
{
    return rng_percent(d->rng, 80) ? d->set : rng_below(d->rng, d->params.sets);
}

void l1_snoop_drive(void *driver, const struct l1_snoop_out *out, struct l1_snoop_in *in)
{
    struct driver *d = driver;
    unsigned ways = d->params.ways, all = (1u << ways) - 1;
    (void)out;
    if (!d->cycles--)
        choose_rates(d);
    in->flush = rng_percent(d->rng, 2);
    in->snoop_valid = rng_percent(d->rng, d->snoop);
    in->snoop_set = some_set(d);
    in->snoop_way = rng_below(d->rng, ways);
    in->tags_valid = rng_percent(d->rng, d->tags);
    in->tags_set = some_set(d);
    in->tags_lines = (rng_next(d->rng) | rng_next(d->rng) | rng_next(d->rng)) & all;
    in->tags_ways = rng_percent(d->rng, 30) ? UINT64_C(1) << rng_below(d->rng, ways) : 0;
    in->read_ready = rng_percent(d->rng, d->read);
    in->hit_valid = rng_percent(d->rng, d->hit);
}
