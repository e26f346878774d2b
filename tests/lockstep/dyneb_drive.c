/* Random events for dyneb: spells in which miss rates, stores, other cores and replies come at
 * rates of their own, so that all comparisons come out both ways; spells in which both groups do
 * about the same and miss about as much as the rules ask for, so that a product's lowest bit
 * decides; modes that change at any time, most often during a sample or its evaluation. Narrow
 * counters overflow many times in a sample. */
#include <stdlib.h>

#include "drive_random.h"
#include "dyneb.h"
#include "rng.h"
#include "util.h"

extern const char *const dyneb_configs[];
void *dyneb_drive_new(const struct dyneb_params *, struct rng *);
void dyneb_drive(void *, const struct dyneb_out *, struct dyneb_in *);
void dyneb_drive_free(void *);

const char *const dyneb_configs[] = {
    "CHECK=0 WARM=2 SAMPLE=15 EXECUTE=3 METRIC=1 SHARE_PERCENT=0 MISS_PERCENT=30 HOME_LATENCY=5 "
    "L2_LATENCY=47 "
    "COUNT_BITS=3",
    "CHECK=9 CHECK_PERCENT=10 SHARE_PERCENT=0 WARM=12 SAMPLE=20 EXECUTE=30",
    "CHECK=3 CHECK_PERCENT=10 SHARE_PERCENT=0 WARM=5 SAMPLE=20 EXECUTE=30 METRIC=1",
    "CHECK=0 WARM=0 SAMPLE=1 EXECUTE=1 MISS_PERCENT=0",
    "CHECK=0 WARM=30 SAMPLE=20 EXECUTE=30 MISS_PERCENT=5 COUNT_REMOTE=0",
    "CHECK=1 LINES=1 WATCH=1 WARM=1 SAMPLE=3 EXECUTE=1 MISS_PERCENT=50 HASH_INDEX=1 SETS=1024 "
    "LINE_BITS=33",
    "CHECK=0 WARM=1 SAMPLE=3 EXECUTE=1 HASH_INDEX=2 SETS=64",
    "CHECK=0 WARM=0 SAMPLE=90 EXECUTE=20 COUNT_BITS=6 METRIC=1 HOME_LATENCY=700 MISS_PERCENT=1 "
    "SHARE_PERCENT=0 COUNT_REMOTE=0",
    "CHECK=0 WARM=0 SAMPLE=50 EXECUTE=9 METRIC=1 MISS_PERCENT=0 L1_LATENCY=1 HOME_LATENCY=1 "
    "L2_LATENCY=1",
    "CHECK=0 WARM=3 SAMPLE=90 EXECUTE=9 METRIC=1 MISS_PERCENT=0 HOME_LATENCY=1023 L2_LATENCY=1023 "
    "LINE_BITS=17",
    "CHECK=300 SAMPLE=512 EXECUTE=700",
    "LINES=8 CHECK=20 CHECK_PERCENT=30 SHARE_PERCENT=70 WATCH=16 WARM=3 SAMPLE=9 EXECUTE=90",
    "CHECK=0 WARM=0 SAMPLE=90 EXECUTE=20 SHARE_PERCENT=0 COUNT_BITS=5",
    "ASKS=1 LINES=2 CHECK=3 CHECK_PERCENT=0 SHARE_PERCENT=67 WATCH=4 WARM=2 SAMPLE=9 EXECUTE=6 "
    "COUNT_BITS=3",
    "CHECK=20 CHECK_PERCENT=90 SHARE_PERCENT=40 WATCH=128 WARM=3 SAMPLE=9 EXECUTE=40",
    "LINES=3 CHECK=2 CHECK_PERCENT=0 SHARE_PERCENT=100 WATCH=2 WARM=3 SAMPLE=9 EXECUTE=4",
    "CHECK=5 CHECK_PERCENT=100 SHARE_PERCENT=0 WARM=3 SAMPLE=9 EXECUTE=4",
    "CHECK=0 SHARE_PERCENT=0 WARM=12 SAMPLE=20 EXECUTE=30",
    "CHECK=0 WARM=2 SAMPLE=40 EXECUTE=20 COUNT_BITS=2 MISS_PERCENT=0",
    "CHECK=0 WARM=0 SAMPLE=8 EXECUTE=2 COUNT_BITS=10 MISS_PERCENT=0",
    "CHECK=2 WARM=1 SAMPLE=2 EXECUTE=5 METRIC=1 MISS_PERCENT=100 SETS=1",
    "ASKS=1 CHECK=0 WARM=0 SAMPLE=90 EXECUTE=20 SHARE_PERCENT=0 COUNT_BITS=5",
    "ASKS=1 LINES=8 CHECK=20 CHECK_PERCENT=30 SHARE_PERCENT=70 WATCH=16 WARM=3 SAMPLE=9 EXECUTE=90",
    "ASKS=1 LINES=9 CHECK=5 CHECK_PERCENT=50 SHARE_PERCENT=0 WARM=3 SAMPLE=9 EXECUTE=40",
    "ASKS=1 CHECK=0 WARM=2 SAMPLE=40 EXECUTE=20 COUNT_BITS=2 MISS_PERCENT=0",
    "ASKS=1 CHECK=0 WARM=1 SAMPLE=20 EXECUTE=9 COUNT_BITS=3 METRIC=1 MISS_PERCENT=5",
    NULL,
};

struct driver {
    struct dyneb_params params;
    struct rng *rng;
    bool begun;             /* a mode was chosen */
    unsigned mode;          /* l1_mode */
    bool alone;             /* stays_private */
    unsigned cycles;        /* until the rates change */
    unsigned access, odd;   /* percent: an access happens, in an odd set */
    unsigned miss[2];       /* percent of loads that miss, by parity */
    unsigned store, remote; /* percent of accesses */
    unsigned ask;           /* percent: L2 is asked for a line of an own load */
    unsigned near, home;    /* percent: a request is sent straight to L2; a home replies */
    unsigned home_odd;      /* percent of the replies */
};

void *dyneb_drive_new(const struct dyneb_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void dyneb_drive_free(void *driver)
{
    free(driver);
}

/* Samples that are decided narrowly: both groups alike but for one thing at most, the private one
 * near the miss rate that a rule asks for. */
static void decide_narrowly(struct driver *d)
{
    const struct dyneb_params *p = &d->params;
    const unsigned rates[] = {p->share_percent, p->miss_percent, 8, 30, 50, 80, 100};
    static const unsigned beside[] = {0, 20, 90}, odd[] = {20, 50, 50, 70};
    unsigned rate = one_of(d->rng, rates, 7);
    d->cycles = 2 * d->cycles + 300;
    d->access = rng_percent(d->rng, 50) ? 100 : 70;
    d->odd = one_of(d->rng, odd, 4);
    d->home_odd = 50;
    d->miss[0] = rate;
    d->miss[1] = rng_percent(d->rng, 50) ? rate : rate * 9 / 10;
    d->store = rng_percent(d->rng, 50) ? 0 : 8;
    d->ask = d->access * rate / 100;
    d->remote = one_of(d->rng, beside, 3);
    d->near = rng_percent(d->rng, 70) ? 0 : 5;
    d->home = one_of(d->rng, beside, 3);
}

static void choose_rates(struct driver *d)
{
    static const unsigned misses[] = {0, 3, 10, 11, 40, 90, 100};
    static const unsigned seldom[] = {0, 0, 10, 60};
    static const unsigned often[] = {0, 10, 60, 90};
    static const unsigned halves[] = {20, 50, 50, 90};
    d->cycles = rng_below(d->rng, 4 * (d->params.sample + d->params.warm + d->params.check) + 60);
    d->access = some_rate(d->rng);
    d->odd = one_of(d->rng, halves, 4);
    d->miss[0] = one_of(d->rng, misses, 7);
    d->miss[1] = one_of(d->rng, misses, 7);
    d->store = one_of(d->rng, seldom, 4);
    d->remote = one_of(d->rng, often, 4);
    d->ask = one_of(d->rng, seldom, 4);
    d->near = one_of(d->rng, seldom, 4);
    d->home = one_of(d->rng, seldom, 4);
    d->home_odd = one_of(d->rng, halves, 4);
    if (rng_percent(d->rng, 50))
        decide_narrowly(d);
}

/* Long samples and executions must get to their end, so they see few changes of mode. */
static bool mode_changes(const struct driver *d, const struct dyneb_out *out)
{
    bool sampling = out->share_odd && !out->share_even;
    if (!d->begun)
        return true;
    unsigned requests =
        d->params.check + d->params.warm + d->params.sample + d->params.execute / 20;
    return rng_below(d->rng, 200 + 20 * requests * (d->mode & 2)) == 0 ||
           (sampling && rng_below(d->rng, 1000 + 10 * requests) == 0);
}

static uint64_t some_line(struct driver *d, unsigned odd_percent)
{
    uint64_t line;
    rng_fill(d->rng, &line, d->params.line_bits);
    return (line & ~UINT64_C(1)) | rng_percent(d->rng, odd_percent);
}

static void drive_access(struct driver *d, struct dyneb_in *in)
{
    if (!rng_percent(d->rng, d->access))
        return;
    bool store = rng_percent(d->rng, d->store);
    in->event_odd = rng_percent(d->rng, d->odd);
    in->event_remote = rng_percent(d->rng, d->remote);
    in->event_store = store;
    in->event_miss = !store && rng_percent(d->rng, d->miss[in->event_odd]);
    in->event_merge = !store && !in->event_miss && rng_percent(d->rng, 20);
    in->event_hit = !store && !in->event_miss && !in->event_merge;
}

void dyneb_drive(void *driver, const struct dyneb_out *out, struct dyneb_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_rates(d);
    *in = (struct dyneb_in){.event_near = rng_percent(d->rng, d->near),
                            .home_valid = rng_percent(d->rng, d->home),
                            .home_line = some_line(d, d->home_odd)};
    drive_access(d, in);
    in->event_ask = rng_percent(d->rng, d->ask);
    in->event_ask_odd = in->event_ask && rng_percent(d->rng, d->odd);
    if (mode_changes(d, out)) {
        d->mode = rng_percent(d->rng, 70) ? 2 + rng_below(d->rng, 2) : rng_below(d->rng, 2);
        d->begun = true;
        /* l1_mode has no valid that would tell the harness that the twin is not idle */
        in->event_odd = true;
    }
    in->l1_mode = d->mode;
    if (rng_below(d->rng, d->alone ? 40 : 4000 + d->params.execute) == 0) {
        d->alone = !d->alone;
        in->event_odd = true; /* as above */
    }
    in->stays_private = d->alone;
}
