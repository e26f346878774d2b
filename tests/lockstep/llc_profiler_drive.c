/* Random accesses for llc_profiler: spells with rates of their own for watched sets, lines,
 * clusters and slices, so that both rules come out both ways and counters come near their limits; a
 * few lines per set more than there are ways, one set more often than others, so that accesses to
 * it follow one another; kernels, a cache that is not shared for a while, and an end of adaptation
 * at any time. */
#include <stdlib.h>

#include "drive_random.h"
#include "llc_profiler.h"
#include "rng.h"
#include "util.h"

extern const char *const llc_profiler_configs[];
void *llc_profiler_drive_new(const struct llc_profiler_params *, struct rng *);
void llc_profiler_drive(void *, const struct llc_profiler_out *, struct llc_profiler_in *);
void llc_profiler_drive_free(void *);

const char *const llc_profiler_configs[] = {
    "SLICES=6 CLUSTERS=2 SETS=16 WAYS=3 SAMPLES=8 TAG_BITS=6 SHARERS=1 COUNT_BITS=6 PROFILE=75 "
    "EPOCH=160 SIMILAR=5 LLC_BANDWIDTH=3 PRIVATE_BANDWIDTH=3 MEM_BANDWIDTH=9",
    "PROFILE=400 EPOCH=1200",
    "SLICES=1 CLUSTERS=1 SETS=1 WAYS=1 SAMPLES=1 TAG_BITS=1 PROFILE=20 EPOCH=150",
    "SLICES=2 CLUSTERS=2 SETS=1 WAYS=1 SAMPLES=1 TAG_BITS=3 PROFILE=40 EPOCH=130 SIMILAR=0",
    "SLICES=2 CLUSTERS=2 SETS=2 WAYS=2 SAMPLES=1 TAG_BITS=3 SHARERS=1 PROFILE=200 EPOCH=300 "
    "SIMILAR=0",
    "SLICES=4 CLUSTERS=1 SETS=3 WAYS=2 SAMPLES=2 TAG_BITS=4 PROFILE=60 EPOCH=200 SIMILAR=0",
    "SLICES=4 CLUSTERS=2 SETS=4 WAYS=4 SAMPLES=2 TAG_BITS=5 COUNT_BITS=6 PROFILE=80 EPOCH=110 "
    "SIMILAR=15 LLC_BANDWIDTH=5 PRIVATE_BANDWIDTH=6 MEM_BANDWIDTH=7",
    "SLICES=64 CLUSTERS=16 SETS=4096 SAMPLES=16 TAG_BITS=33 SHARERS=1 COUNT_BITS=8 PROFILE=300 "
    "EPOCH=700 "
    "SIMILAR=0 LLC_BANDWIDTH=1023 PRIVATE_BANDWIDTH=1023 MEM_BANDWIDTH=65535",
    "SLICES=4 CLUSTERS=4 SETS=5 WAYS=6 SAMPLES=3 COUNT_BITS=8 PROFILE=700 EPOCH=1000 SIMILAR=0 "
    "LLC_BANDWIDTH=1 PRIVATE_BANDWIDTH=1 "
    "MEM_BANDWIDTH=0",
    "SLICES=2 CLUSTERS=2 SETS=2 WAYS=3 SAMPLES=16 PROFILE=1 EPOCH=1 SIMILAR=100",
    "SLICES=8 CLUSTERS=2 SETS=8 WAYS=5 SAMPLES=4 PROFILE=100 EPOCH=100 SIMILAR=5 MEM_BANDWIDTH=40",
    "SLICES=2 CLUSTERS=2 SETS=1 WAYS=3 SAMPLES=1 TAG_BITS=2 SHARERS=1 PROFILE=20 EPOCH=100 "
    "SIMILAR=10 LLC_BANDWIDTH=3 PRIVATE_BANDWIDTH=7 MEM_BANDWIDTH=4",
    "SLICES=6 CLUSTERS=3 SETS=48 WAYS=16 SAMPLES=8 TAG_BITS=20 SHARERS=1 PROFILE=300 EPOCH=600 "
    "SIMILAR=10",
    NULL,
};

struct driver {
    struct llc_profiler_params params;
    struct rng *rng;
    unsigned cycles;               /* until the rates change */
    unsigned access, slice;        /* percent: an access of the watched slice, of a slice */
    unsigned busy_slice, hot;      /* a slice accessed more often; percent */
    unsigned other;                /* percent: of the other program */
    unsigned first;                /* percent of a slice's accesses: of the first cluster */
    unsigned lines;                /* per set */
    unsigned clusters, guests;     /* that access them; percent: not the one at home */
    unsigned home;                 /* the cluster that does */
    uint64_t base, apart;          /* of all tags; two lines are that much apart */
    unsigned crowded, crowded_set; /* percent of the accesses, and where */
    unsigned flickers;             /* percent: the cache is not shared for a cycle */
    unsigned private_cycles;       /* it is not so long */
    bool adaptive;
};

void *llc_profiler_drive_new(const struct llc_profiler_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->adaptive = true;
    return d;
}

void llc_profiler_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    static const unsigned mostly[] = {0, 50, 90, 100}, seldom[] = {0, 0, 0, 0, 50, 100};
    static const unsigned some[] = {1, 1, 20, 45, 60, 100};
    const struct llc_profiler_params *p = &d->params;
    d->cycles = 1 + rng_below(d->rng, 2 * p->profile + 40);
    d->access = rng_percent(d->rng, 10) ? 0 : some_queue_rate(d->rng);
    d->slice = one_of(d->rng, some, 6);
    d->hot = one_of(d->rng, some, 6);
    d->busy_slice = rng_below(d->rng, p->slices);
    d->other = one_of(d->rng, seldom, 6);
    d->first = one_of(d->rng, mostly, 4);
    d->flickers = rng_percent(d->rng, 10) ? 20 : 0;
    d->lines = 1 + rng_below(d->rng, 2 * p->ways);
    d->clusters = rng_percent(d->rng, 60) ? p->clusters : 1 + rng_below(d->rng, p->clusters);
    d->guests = some_rate(d->rng);
    d->home = rng_below(d->rng, d->clusters);
    d->base = rng_next(d->rng);
    d->apart = UINT64_C(1) << rng_below(d->rng, p->tag_bits);
    d->crowded = one_of(d->rng, mostly, 4);
    unsigned rows = p->samples < p->sets ? p->samples : p->sets;
    d->crowded_set = rng_below(d->rng, rows) * (p->sets / rows);
}

static void drive_access(struct driver *d, struct llc_profiler_in *in)
{
    uint64_t tags = ~UINT64_C(0) >> (64 - d->params.tag_bits);
    uint64_t line = rng_below(d->rng, d->lines);
    in->access_valid = rng_percent(d->rng, d->access);
    in->access_set =
        rng_percent(d->rng, d->crowded) ? d->crowded_set : rng_below(d->rng, d->params.sets);
    /* neighbours, and far ones that share the low bits */
    in->access_tag = ((line >> 1) ^ (line & 1 ? d->apart : 0) ^ d->base) & tags;
    in->access_cluster = rng_percent(d->rng, d->guests) ? rng_below(d->rng, d->clusters) : d->home;
    in->access_other = rng_percent(d->rng, d->other);
}

static void drive_slices(struct driver *d, struct llc_profiler_in *in)
{
    for (unsigned i = 0; i < d->params.slices; i++) {
        unsigned rate = i == d->busy_slice ? d->hot : d->slice;
        in->slice_access |= (uint64_t)rng_percent(d->rng, rate) << i;
        in->slice_first |= (uint64_t)rng_percent(d->rng, d->first) << i;
    }
}

void llc_profiler_drive(void *driver, const struct llc_profiler_out *out,
                        struct llc_profiler_in *in)
{
    struct driver *d = driver;
    unsigned epoch = d->params.epoch;
    if (!d->cycles--)
        choose_rates(d);
    *in = (struct llc_profiler_in){.kernel = rng_below(d->rng, 4 * epoch + 50) == 0};
    if (rng_below(d->rng, d->adaptive ? 10 * epoch + 500 : 20) == 0)
        d->adaptive = !d->adaptive;
    if (d->private_cycles)
        d->private_cycles--;
    else if (out->wants_private ? rng_percent(d->rng, 20) : rng_below(d->rng, 3 * epoch + 100) == 0)
        d->private_cycles = 1 + rng_below(d->rng, 60);
    in->adaptive = d->adaptive;
    in->shared = !d->private_cycles && !rng_percent(d->rng, d->flickers);
    drive_access(d, in);
    drive_slices(d, in);
}
