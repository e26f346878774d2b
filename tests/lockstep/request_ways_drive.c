/* Random requests that leave and are answered at rates of their own, so that everything is answered
 * now and then, most to a few regions; flushes with and without requests in flight. */
#include <stdlib.h>

#include "drive_random.h"
#include "request_ways.h"
#include "util.h"

extern const char *const request_ways_configs[];
void *request_ways_drive_new(const struct request_ways_params *, struct rng *);
void request_ways_drive(void *, const struct request_ways_out *, struct request_ways_in *);
void request_ways_drive_free(void *);

const char *const request_ways_configs[] = {"", "ID_BITS=4 REGIONS=4", "ID_BITS=10 REGIONS=1024",
                                            "ID_BITS=4 REGIONS=64", "ID_BITS=18", NULL};

struct driver {
    struct request_ways_params params;
    struct rng *rng;
    unsigned cycles;        /* until the rates change */
    unsigned leave, answer; /* percent */
    unsigned writes, moved; /* percent of the requests */
    unsigned region[2];     /* of every other request */
    unsigned in_flight;
};

void *request_ways_drive_new(const struct request_ways_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void request_ways_drive_free(void *driver)
{
    free(driver);
}

static void change_rates(struct driver *d)
{
    d->cycles = rng_below(d->rng, 100);
    d->leave = some_queue_rate(d->rng);
    d->answer = some_queue_rate(d->rng);
    d->writes = some_rate(d->rng);
    d->moved = rng_percent(d->rng, 50) ? 5 : 50;
    for (unsigned i = 0; i < 2; i++)
        d->region[i] = rng_below(d->rng, d->params.regions);
    if (rng_percent(d->rng, 3)) { /* until every id is in flight */
        d->cycles = 1u << d->params.id_bits;
        d->leave = 100;
        d->answer = 0;
    }
}

static bool answers(struct driver *d)
{
    bool is = d->in_flight && rng_percent(d->rng, d->answer);
    d->in_flight -= is;
    return is;
}

void request_ways_drive(void *driver, const struct request_ways_out *out,
                        struct request_ways_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        change_rates(d);
    in->answer_hit = answers(d);
    in->answer_response = answers(d);
    in->answer_remote = answers(d);
    in->leave_valid = d->in_flight < 1u << d->params.id_bits && rng_percent(d->rng, d->leave);
    in->leave_foreign = rng_percent(d->rng, 70);
    in->leave_away = rng_percent(d->rng, 50);
    in->leave_writes = rng_percent(d->rng, d->writes);
    in->leave_passes = rng_percent(d->rng, 10);
    in->leave_moved = rng_percent(d->rng, d->moved);
    in->leave_region = rng_percent(d->rng, 50) ? d->region[rng_below(d->rng, 2)]
                                                 : rng_below(d->rng, d->params.regions);
    in->flush = rng_percent(d->rng, 3);
    d->in_flight += in->leave_valid;
}
