/* Instructions and ends of requests at rates that change: cores that find much, little or nothing
 * in other L1s, that issue nothing for a while, and as much as the limit, but for one or two. */
#include <stdlib.h>

#include "ccn_throttle.h"
#include "drive_random.h"
#include "util.h"

extern const char *const ccn_throttle_configs[];
void *ccn_throttle_drive_new(const struct ccn_throttle_params *, struct rng *);
void ccn_throttle_drive(void *, const struct ccn_throttle_out *, struct ccn_throttle_in *);
void ccn_throttle_drive_free(void *);

const char *const ccn_throttle_configs[] = {
    "SAMPLE=40 PERIOD=100 COUNT_BITS=4 MIN_PERCENT=50",
    "SAMPLE=200 PERIOD=2000",
    "SAMPLE=30 PERIOD=31 COUNT_BITS=3 MIN_PERCENT=30",
    "SAMPLE=30 PERIOD=33 COUNT_BITS=3 MIN_PERCENT=100",
    "SAMPLE=1 PERIOD=7 COUNT_BITS=24 MIN_PERCENT=50",
    "SAMPLE=60 PERIOD=150 COUNT_BITS=6 MIN_PERCENT=15",
    "SAMPLE=300 PERIOD=100",
    "SAMPLE=1 PERIOD=1",
    "SAMPLE=9 PERIOD=9",
    "SAMPLE=100 PERIOD=300 MIN_PERCENT=0",
    "",
    NULL,
};

struct driver {
    struct rng *rng;
    unsigned cycles;       /* until the rates change */
    unsigned issue;        /* percent: one of two instructions issues */
    unsigned answer, back; /* percent */
    int minimum;           /* percent of requests: the limit */
    unsigned epoch;        /* cycles of most epochs */
    bool begins;           /* hardly a request comes at first */
    bool narrow;           /* what is found is near the limit */
    int lead;              /* hundred for each that was found, less the limit for each */
};

void *ccn_throttle_drive_new(const struct ccn_throttle_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->minimum = (int)params->min_percent;
    d->rng = rng;
    d->epoch = params->period < 400 ? params->period : 400;
    d->begins = rng_percent(rng, 40);
    return d;
}

void ccn_throttle_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    static const unsigned rates[] = {0, 3, 50, 100}, answers[] = {0, 2, 5, 40, 100};
    d->cycles = 5 + rng_below(d->rng, 100);
    d->issue = one_of(d->rng, rates, 4);
    d->answer = one_of(d->rng, answers, 5);
    d->back = one_of(d->rng, rates, 4);
    bool quiet = d->begins || rng_percent(d->rng, 10); /* for a whole sample */
    d->begins = false;
    d->narrow = !quiet && rng_percent(d->rng, 40);
    if (quiet) {
        d->cycles = 100 + d->epoch;
        d->issue = 100;
        d->answer = 0;
        d->back = one_of(d->rng, rates, 2);
    }
    if (d->narrow) {
        d->cycles += 200;
        d->lead = (int)rng_below(d->rng, 300) - 200; /* halving loses some of what was found */
    }
}

/* A request ends, or two, in a way that brings what is found near the limit. */
static void end_narrowly(struct driver *d, struct ccn_throttle_in *in)
{
    bool ends = rng_percent(d->rng, 50), found = d->lead <= 0;
    bool both = ends && rng_percent(d->rng, 10);
    in->event_answer = (ends && found) || both;
    in->event_back = (ends && !found) || both;
    d->lead += 100 * in->event_answer - d->minimum * (in->event_answer + in->event_back);
}

void ccn_throttle_drive(void *driver, const struct ccn_throttle_out *out,
                        struct ccn_throttle_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        choose_rates(d);
    in->issued = rng_percent(d->rng, d->issue) + rng_percent(d->rng, d->issue);
    if (rng_percent(d->rng, 2))
        in->issued = 3;
    if (d->narrow) {
        end_narrowly(d, in);
        return;
    }
    in->event_answer = rng_percent(d->rng, d->answer);
    in->event_back = rng_percent(d->rng, d->back);
}
