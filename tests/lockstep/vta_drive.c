/* Loads that miss in an L1 of which only the tags are there: a line is in its set or asked for, so
 * no line is in it and in the victim tags. Lines come from a small pool per set, one set more often
 * than others, so that sets are full, hits are found in every way and follow one another. */
#include <stdlib.h>
#include <string.h>

#include "drive_random.h"
#include "rng.h"
#include "util.h"
#include "vta.h"

extern const char *const vta_configs[];
void *vta_drive_new(const struct vta_params *, struct rng *);
void vta_drive(void *, const struct vta_out *, struct vta_in *);
void vta_drive_free(void *);

const char *const vta_configs[] = {
    "TAG_FIELD=32",
    "SETS=1",
    "WAYS=1 SETS=2",
    "SETS=1 WAYS=1",
    "SETS=4 WAYS=6 TAG_BITS=7 TAG_FIELD=7",
    "SETS=2 WAYS=16 TAG_BITS=33 TAG_FIELD=33",
    "SETS=1024 WAYS=2 TAG_BITS=15",
    "SETS=4 WAYS=3 TAG_BITS=7 TAG_FIELD=33",
    NULL,
};

enum { POOL_MAX = 64 };

struct driver {
    struct vta_params params;
    struct rng *rng;
    unsigned pool;               /* lines per set that are asked for */
    uint64_t tags[POOL_MAX];     /* theirs, the same in all sets */
    uint64_t *resident;          /* [sets] mask of the pool's lines that are in the L1 */
    unsigned cycles;             /* until the rates change */
    unsigned search, allocate;   /* percent */
    unsigned evict, crowded_set; /* percent */
    unsigned set;                /* that is crowded */
    unsigned loss;               /* percent: the L1 loses a line of a set, as by a store */
    unsigned flush;              /* of 10000 */
    unsigned next_set;           /* that of the next search */
    bool announced;              /* it is */
};

void *vta_drive_new(const struct vta_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->pool = 3 * params->ways + 2;
    d->resident = xcalloc(params->sets, sizeof *d->resident);
    uint64_t first = rng_next(rng) >> (64 - params->tag_bits);
    for (unsigned i = 0; i < d->pool; i++) /* neighbours, and far ones that share the low bits */
        d->tags[i] = (first ^ (i / 2) ^ (uint64_t)(i & 1) << (params->tag_bits - 1)) &
                     ((UINT64_C(1) << params->tag_bits) - 1);
    return d;
}

void vta_drive_free(void *driver)
{
    struct driver *d = driver;
    free(d->resident);
    free(d);
}

static void choose_rates(struct driver *d)
{
    static const unsigned mostly[] = {0, 50, 80, 100};
    static const unsigned losses[] = {0, 0, 5, 30};
    static const unsigned flushes[] = {0, 0, 0, 130};
    d->cycles = 20 + rng_below(d->rng, 200);
    d->search = some_rate(d->rng);
    d->allocate = one_of(d->rng, mostly, 4);
    d->evict = one_of(d->rng, mostly, 4);
    d->crowded_set = one_of(d->rng, mostly, 4);
    d->set = rng_below(d->rng, d->params.sets);
    d->loss = one_of(d->rng, losses, 4);
    d->flush = one_of(d->rng, flushes, 4);
}

/* One of the lines in the mask, at random; it is not empty. */
static unsigned some_line(struct driver *d, uint64_t lines)
{
    for (unsigned skip = rng_below(d->rng, (unsigned)__builtin_popcountll(lines)); skip; skip--)
        lines &= lines - 1;
    return (unsigned)__builtin_ctzll(lines);
}

/* A line of the crowded set leaves the L1 without an eviction: the next one finds room. */
static void lose_line(struct driver *d)
{
    uint64_t *resident = &d->resident[d->set];
    if (*resident)
        *resident &= ~(UINT64_C(1) << some_line(d, *resident));
}

/* The set of the next search; now and then it stays, and another one is shown for nothing. */
static void announce(struct driver *d, struct vta_in *in)
{
    in->search_set = d->next_set;
    in->next = !rng_percent(d->rng, 10);
    in->next_set =
        rng_percent(d->rng, d->crowded_set) ? d->set : rng_below(d->rng, d->params.sets);
    if (!in->next)
        return;
    d->next_set = (unsigned)in->next_set;
    d->announced = true;
}

/* A load of a line that is not in the L1. It enters, if it can, in place of another. */
static void drive_search(struct driver *d, struct vta_in *in)
{
    uint64_t *resident = &d->resident[in->search_set], all = (UINT64_C(2) << (d->pool - 1)) - 1;
    unsigned line = some_line(d, all & ~*resident), room = d->pool / 3;
    bool full = (unsigned)__builtin_popcountll(*resident) >= room;
    in->search_valid = true;
    in->search_tag = d->tags[line];
    in->search_evicts = *resident && (full || rng_percent(d->rng, d->evict));
    in->search_allocates = (!full || in->search_evicts) && rng_percent(d->rng, d->allocate);
    in->search_evicted_insn = rng_below(d->rng, 128);
    in->search_evicted_tag = rng_next(d->rng) >> (64 - d->params.tag_bits);
    if (in->search_evicts) {
        unsigned victim = some_line(d, *resident);
        in->search_evicted_tag = d->tags[victim];
        if (in->search_allocates)
            *resident &= ~(UINT64_C(1) << victim);
    }
    if (in->search_allocates)
        *resident |= UINT64_C(1) << line;
}

void vta_drive(void *driver, const struct vta_out *out, struct vta_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        choose_rates(d);
    memset(in, 0, sizeof *in);
    bool may_search = d->announced;
    announce(d, in);
    if (rng_percent(d->rng, d->loss))
        lose_line(d);
    in->flush = rng_below(d->rng, 10000) < d->flush;
    if (may_search && rng_percent(d->rng, d->search))
        drive_search(d, in);
    if (in->flush)
        memset(d->resident, 0, d->params.sets * sizeof *d->resident);
}
