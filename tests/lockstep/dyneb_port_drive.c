/* Events of a core in any combination that l1_cache can make, dense, sparse or none, for spells; a
 * hub and slices that change their mind at any time. */
#include <stdlib.h>

#include "drive_random.h"
#include "dyneb_port.h"
#include "rng.h"
#include "util.h"

extern const char *const dyneb_port_configs[];
void *dyneb_port_drive_new(const struct dyneb_port_params *, struct rng *);
void dyneb_port_drive(void *, const struct dyneb_port_out *, struct dyneb_port_in *);
void dyneb_port_drive_free(void *);

const char *const dyneb_port_configs[] = {"", "ASKS=1", NULL};

struct driver {
    struct rng *rng;
    unsigned cycles;                 /* until the rates change */
    unsigned access, remote, beside; /* percent: a lookup, one of another core, the other events */
    bool share, stays_private;
};

void *dyneb_port_drive_new(const struct dyneb_port_params *params, struct rng *rng)
{
    (void)params;
    struct driver *d = xcalloc(1, sizeof *d);
    d->rng = rng;
    return d;
}

void dyneb_port_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    static const unsigned rates[] = {0, 5, 50, 90, 100};
    d->cycles = 1 + rng_below(d->rng, 100);
    d->access = one_of(d->rng, rates, 5);
    d->remote = one_of(d->rng, rates, 5);
    d->beside = one_of(d->rng, rates, 5);
}

void dyneb_port_drive(void *driver, const struct dyneb_port_out *out, struct dyneb_port_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        choose_rates(d);
    bool share = d->share, stays = d->stays_private;
    d->share ^= rng_percent(d->rng, 10);
    d->stays_private ^= rng_percent(d->rng, 10);
    *in = (struct dyneb_port_in){.share = d->share,
                                 .stays_private = d->stays_private,
                                 .event_ask = rng_percent(d->rng, d->beside),
                                 .event_near = rng_percent(d->rng, d->beside),
                                 .home_valid = rng_percent(d->rng, d->beside)};
    /* levels have no valid that would tell the harness that the twin is not idle */
    in->event_near |= d->share != share || d->stays_private != stays;
    unsigned kind = rng_below(d->rng, 4);
    if (!rng_percent(d->rng, d->access))
        return;
    in->event_hit = kind == 0;
    in->event_miss = kind == 1;
    in->event_merge = kind == 2;
    in->event_store = kind == 3;
    in->event_remote = rng_percent(d->rng, d->remote);
}
