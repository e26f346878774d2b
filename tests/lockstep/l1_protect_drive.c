/* Lookups as l1_cache makes them, from sets of lines that the driver keeps: few lines per set, so
 * that sets are full and victims come back, now and then for some samples, so that lines are
 * protected; fills in any order; loads that must wait and come again or not; stores, atomics and
 * deaths that empty ways; kernel boundaries. Which way a load takes depends on the answer of the
 * same cycle, so the driver asks a twin of its own. */
#include <stdlib.h>
#include <string.h>

#include "drive_random.h"
#include "l1_protect.h"
#include "rng.h"
#include "util.h"

extern const char *const l1_protect_configs[];
void *l1_protect_drive_new(const struct l1_protect_params *, struct rng *);
void l1_protect_drive(void *, const struct l1_protect_out *, struct l1_protect_in *);
void l1_protect_drive_free(void *);

const char *const l1_protect_configs[] = {
    "",
    "SCHEME=0 SETS=2",
    "SCHEME=1 SETS=2 WAYS=2",
    "SCHEME=2 SETS=2 SAMPLE=20 MAX_INSNS=200",
    "SCHEME=3 SETS=1 WAYS=1 SAMPLE=10 FALL=4",
    "SCHEME=3 SETS=2 SAMPLE=50 LIFE=1",
    "SCHEME=3 SETS=2 WAYS=3 SAMPLE=50 RESERVED=1",
    "SCHEME=2 SETS=2 WAYS=2 SAMPLE=20 LIFE=1 RESERVED=1",
    "SCHEME=3 SETS=2 WAYS=3 SAMPLE=50 MAX_INSNS=2000 TAG_FIELD=32",
    "SCHEME=3 SETS=4 WAYS=16 SAMPLE=300 TAG_BITS=33",
    "SCHEME=3 SETS=1024 WAYS=2 TAG_BITS=7 SAMPLE=60",
    "SCHEME=2 SETS=4 WAYS=6 SAMPLE=1 MAX_INSNS=1 FALL=15",
    NULL,
};

enum { WAYS_MAX = L1_PROTECT_WAYS_MAX };

struct set {
    unsigned lines, pending; /* ways */
    uint64_t tags[WAYS_MAX]; /* theirs */
};

struct driver {
    struct l1_protect_params params;
    struct rng *rng;
    struct l1_protect twin;        /* gives the answers of the cycle */
    struct set *sets;              /* [sets] */
    uint64_t first_tag;            /* of those in use */
    unsigned cycles;               /* until the rates change */
    unsigned query, load, advance; /* percent */
    unsigned fill, drop;           /* percent */
    unsigned issue, full;          /* percent */
    unsigned avoid;                /* so many more lines are tried to have one that is not there */
    bool mixed;                    /* some instructions want one that is there */
    unsigned flush;                /* one cycle of so many has a kernel boundary */
    unsigned tags, insns;          /* in use */
    unsigned busy_sets;            /* sets in use */
    unsigned mixed_insns, mixed_sets; /* which ones: numbers from 0 on are mixed with these */
    unsigned next_set, next_insn;     /* those of the next lookup */
    bool announced;                   /* they are */
};

void *l1_protect_drive_new(const struct l1_protect_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->sets = xcalloc(params->sets, sizeof *d->sets);
    l1_protect_init(&d->twin, params);
    d->first_tag = rng_next(rng) >> (64 - params->tag_bits);
    return d;
}

void l1_protect_drive_free(void *driver)
{
    struct driver *d = driver;
    l1_protect_release(&d->twin);
    free(d->sets);
    free(d);
}

/* More lines than there are ways, by few instructions, for some samples: victims come back more
 * often than lines are there, distances rise. */
static void thrash(struct driver *d)
{
    d->cycles += 6 * d->params.sample;
    d->flush = 10000;
    d->query = d->load = d->fill = 100;
    d->advance = 95;
    d->drop = 0;
    d->avoid = rng_below(d->rng, 4);
    d->mixed = rng_percent(d->rng, 50);
    d->tags = d->params.ways + 1 + rng_below(d->rng, d->params.ways);
    d->insns = 1 + rng_below(d->rng, 4);
}

enum { LONG_SAMPLE = 20000 }; /* instructions that a spell can issue */

/* The instructions of a sample are issued before its queries are there. */
static void compute(struct driver *d)
{
    d->cycles += d->params.max_insns / 2;
    d->query = 1;
    d->issue = 100;
}

static void choose_rates(struct driver *d)
{
    static const unsigned loads[] = {50, 90, 100}, few[] = {0, 1, 20}, insns[] = {1, 3, 128};
    d->cycles = 50 + rng_below(d->rng, 1000);
    d->query = some_rate(d->rng);
    d->load = one_of(d->rng, loads, 3);
    d->advance = some_rate(d->rng);
    d->fill = some_rate(d->rng);
    d->drop = one_of(d->rng, few, 3);
    d->issue = one_of(d->rng, few, 3);
    d->full = one_of(d->rng, few, 3);
    d->insns = one_of(d->rng, insns, 3);
    d->tags = 1 + rng_below(d->rng, 2 * d->params.ways + 2);
    d->busy_sets = rng_percent(d->rng, 70) ? 1 : d->params.sets;
    d->flush = 200;
    d->avoid = 0;
    d->mixed_insns = rng_below(d->rng, 128);
    d->mixed_sets = rng_below(d->rng, d->params.sets);
    if (rng_percent(d->rng, 40))
        thrash(d);
    else if (d->params.max_insns < LONG_SAMPLE && rng_percent(d->rng, 10))
        compute(d);
}

static unsigned find(const struct driver *d, const struct set *set, uint64_t tag)
{
    for (unsigned way = 0; way < d->params.ways; way++)
        if ((set->lines | set->pending) >> way & 1 && set->tags[way] == tag)
            return way;
    return WAYS_MAX;
}

/* One of the ways in the mask, at random; it is not empty. */
static unsigned some_way(struct driver *d, unsigned ways)
{
    for (unsigned skip = rng_below(d->rng, (unsigned)__builtin_popcount(ways)); skip; skip--)
        ways &= ways - 1;
    return (unsigned)__builtin_ctz(ways);
}

/* There are a power of two of them. */
static unsigned some_set(struct driver *d)
{
    return rng_below(d->rng, d->busy_sets) ^ d->mixed_sets;
}

/* What the next lookup is about; now and then that stays, and another one is shown for nothing, or
 * the instruction is a neighbour that is credited by nobody but itself. */
static void announce(struct driver *d, struct l1_protect_in *in)
{
    in->lookup_set = d->next_set;
    in->lookup_insn = d->next_insn;
    in->next = !rng_percent(d->rng, 10);
    in->next_set = some_set(d);
    in->next_insn = rng_below(d->rng, d->insns) ^ d->mixed_insns;
    if (rng_percent(d->rng, 5))
        in->next_insn ^= UINT64_C(1) << rng_below(d->rng, 7);
    if (!in->next)
        return;
    d->next_set = (unsigned)in->next_set;
    d->next_insn = (unsigned)in->next_insn;
    d->announced = true;
}

/* The line that is asked for; its way, or none. In some spells a line that is not there is
 * preferred, or by one instruction of four a line that is, so that their distances differ. */
static unsigned choose_line(struct driver *d, const struct set *set, struct l1_protect_in *in)
{
    bool there = d->mixed && !(in->lookup_insn & 3), found = !there;
    unsigned way = WAYS_MAX;
    for (unsigned times = 0; found != there && times <= d->avoid; times++) {
        in->lookup_tag =
            (d->first_tag + rng_below(d->rng, d->tags)) & ((UINT64_C(1) << d->params.tag_bits) - 1);
        way = find(d, set, in->lookup_tag);
        found = way != WAYS_MAX;
    }
    return way;
}

/* Something is asked for in the set. */
static const struct set *drive_lookup(struct driver *d, struct l1_protect_in *in)
{
    bool may_query = d->announced;
    announce(d, in);
    const struct set *set = &d->sets[in->lookup_set];
    in->lookup_query = may_query && rng_percent(d->rng, d->query);
    in->lookup_load = in->lookup_query && rng_percent(d->rng, d->load);
    in->lookup_advance = rng_percent(d->rng, d->advance);
    in->lookup_remote = rng_percent(d->rng, 20);
    in->lookup_waited = rng_percent(d->rng, d->full);
    in->lookup_check = in->lookup_insn ^ (rng_percent(d->rng, 5) ? 64 : 0);
    in->lookup_lines = set->lines;
    in->lookup_pending = set->pending;
    unsigned way = choose_line(d, set, in);
    in->lookup_hit = way != WAYS_MAX;
    in->lookup_way = UINT64_C(1) << (in->lookup_hit ? way : 0);
    return set;
}

/* A load that misses takes the lowest empty way, else one that may be replaced; without any it
 * waits, unless it is bypassed. */
static void choose_way(struct driver *d, const struct set *set, struct l1_protect_in *in)
{
    struct l1_protect_out out;
    unsigned empty = ((1u << d->params.ways) - 1) & ~(set->lines | set->pending);
    l1_protect_outputs_in(&d->twin, in, &out);
    if (empty)
        in->lookup_way = empty & -empty;
    else if (out.replaceable)
        in->lookup_way = UINT64_C(1) << some_way(d, (unsigned)out.replaceable);
    else if (!out.bypass)
        in->lookup_advance = false;
    unsigned way = (unsigned)__builtin_ctzll(in->lookup_way);
    in->lookup_old_tag = set->tags[way];
    if (!in->lookup_advance || out.bypass)
        return;
    struct set *taken = &d->sets[in->lookup_set];
    taken->tags[way] = in->lookup_tag;
    taken->lines &= ~(1u << way);
    taken->pending |= 1u << way;
}

/* Between lookups a line arrives, another one goes. */
static void change_lines(struct driver *d)
{
    struct set *set = &d->sets[some_set(d)];
    if (set->pending && rng_percent(d->rng, d->fill)) {
        unsigned way = 1u << some_way(d, set->pending);
        set->pending ^= way;
        set->lines |= way;
    }
    set = &d->sets[some_set(d)];
    if ((set->pending | set->lines) && rng_percent(d->rng, d->drop)) {
        unsigned way = 1u << some_way(d, set->pending | set->lines);
        set->pending &= ~way;
        set->lines &= ~way;
    }
}

void l1_protect_drive(void *driver, const struct l1_protect_out *out, struct l1_protect_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        choose_rates(d);
    memset(in, 0, sizeof *in);
    in->issued = rng_percent(d->rng, d->issue) + rng_percent(d->rng, d->issue);
    in->mshr_full = rng_percent(d->rng, d->full);
    const struct set *set = drive_lookup(d, in);
    in->flush = rng_below(d->rng, d->flush) == 0;
    if (in->lookup_load && !in->lookup_hit)
        choose_way(d, set, in);
    l1_protect_step(&d->twin, in);
    change_lines(d);
    if (in->flush)
        memset(d->sets, 0, d->params.sets * sizeof *d->sets);
}
