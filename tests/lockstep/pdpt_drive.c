/* Queries, hits and instructions at rates that last for some cycles: more victim hits than hits,
 * far fewer, none; few instructions, so that their counters saturate, or all 128; one whose hits
 * are at their limit, with victims as many as decide; cores that issue so much beside few accesses
 * that this ends a sample. Credits of the victim tags follow their load by a cycle, as vta gives
 * them. */
#include <stdlib.h>

#include "drive_random.h"
#include "pdpt.h"
#include "rng.h"
#include "util.h"

extern const char *const pdpt_configs[];
void *pdpt_drive_new(const struct pdpt_params *, struct rng *);
void pdpt_drive(void *, const struct pdpt_out *, struct pdpt_in *);
void pdpt_drive_free(void *);

const char *const pdpt_configs[] = {
    "",
    "GLOBAL=1",
    "SAMPLE=1 MAX_INSNS=1 GLOBAL=1",
    "SAMPLE=1 MAX_INSNS=2 ASSOCIATIVITY=1 FALL=15",
    "SAMPLE=1500 MAX_INSNS=4093 ASSOCIATIVITY=1",
    "SAMPLE=60 MAX_INSNS=300 ASSOCIATIVITY=3 FALL=2",
    "SAMPLE=1500 MAX_INSNS=9000 ASSOCIATIVITY=3 FALL=2",
    "SAMPLE=300 MAX_INSNS=500 ASSOCIATIVITY=16",
    "SAMPLE=65535 MAX_INSNS=900 ASSOCIATIVITY=2 FALL=3 GLOBAL=1",
    "SAMPLE=7 MAX_INSNS=1000 ASSOCIATIVITY=1 GLOBAL=1 FALL=3",
    "SAMPLE=30 MAX_INSNS=1000 ASSOCIATIVITY=4",
    "SAMPLE=1500 MAX_INSNS=1048575 ASSOCIATIVITY=1",
    NULL,
};

struct driver {
    struct pdpt_params params;
    struct rng *rng;
    unsigned cycles;             /* until the rates change */
    unsigned query, load, issue; /* percent: of cycles, of queries, of issue slots */
    unsigned tda, vta;           /* percent of loads that hit, of the others that were victims */
    unsigned insns;              /* instructions there are */
    unsigned check;              /* percent of loads with the same check bits */
    unsigned next;               /* percent of cycles that announce an access */
    unsigned next_insn;          /* announced: that of the next access */
    bool twice;                  /* there are twice as many hits as victims */
    int lead;                    /* hits less twice the victims, while it is so */
    bool exact;                  /* hits of a sample are counted out: these are still to come */
    unsigned tda_due, vta_due;   /* of instruction 0 */
    bool others;                 /* then victims of instruction 1 */
    unsigned walk;               /* cycles of the walk that are left */
    bool victim;                 /* the load before found its line in the victim tags */
    unsigned victim_insn;        /* of which instruction it is, when they are counted out */
};

void *pdpt_drive_new(const struct pdpt_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void pdpt_drive_free(void *driver)
{
    free(driver);
}

enum {
    LONG_SAMPLE = 20000, /* instructions or queries of which a sample is long */
    EXACT_SAMPLE =
        PDPT_TDA_MAX + PDPT_VTA_MAX + 10, /* queries until all hits are at their limits */
    WALK = PDPT_ENTRIES + PDPT_WALK_WAITS
};

/* One instruction, whose hits of both kinds come to their limits, or of which one kind prevails, or
 * neither. */
static void saturate(struct driver *d)
{
    static const unsigned hits[] = {10, 25, 34, 60, 90};
    d->cycles += 2 * d->params.sample;
    d->query = d->load = d->vta = 100;
    d->tda = one_of(d->rng, hits, 5);
    d->insns = 1;
}

/* One or a few instructions with about as many hits of one kind as of the other, or twice or four
 * times as many: every step of the comparison is met, also at equality; or of all of them twice as
 * many, but for one or two. */
static void balance(struct driver *d)
{
    static const unsigned hits[] = {15, 22, 35}, insns[] = {1, 2, 4};
    d->cycles += (2 + rng_below(d->rng, 10)) * d->params.sample;
    d->query = d->load = 100;
    d->tda = one_of(d->rng, hits, 3);
    d->vta = 60;
    d->twice = rng_percent(d->rng, 33);
    d->insns = one_of(d->rng, insns, 3);
}

/* Hits for the next sample of an exact spell, at their limit or beside it; victims as many as one
 * of the comparisons asks for, or none, and distances fall. */
static void count_out(struct driver *d)
{
    unsigned tda = about(d->rng, PDPT_TDA_MAX), kept = tda < PDPT_TDA_MAX ? tda : PDPT_TDA_MAX;
    d->others = rng_percent(d->rng, 67);
    d->tda_due = tda;
    d->vta_due = d->others ? about(d->rng, (kept << rng_below(d->rng, 4)) / 2) : 0;
}

/* Samples whose hits are counted out, from the next one on. */
static void begin_exact(struct driver *d)
{
    d->exact = true;
    d->cycles += (2 + rng_below(d->rng, 10)) * d->params.sample;
    d->query = d->load = 100;
    d->issue = 0;
    d->insns = 1;
}

/* The sample's instructions are issued before its queries are there. */
static void compute(struct driver *d)
{
    d->issue = rng_percent(d->rng, 50) ? 100 : 90;
    d->cycles += d->params.max_insns * 50 / d->issue;
    d->query = rng_below(d->rng, 2);
}

/* A spell that is there for something, or one as it comes. */
static void choose_spell(struct driver *d)
{
    bool may_count = d->params.sample > EXACT_SAMPLE && d->params.sample < LONG_SAMPLE;
    unsigned spell = rng_below(d->rng, may_count ? 5 : 4);
    if (spell == 0 && (d->params.max_insns < LONG_SAMPLE || d->params.sample >= LONG_SAMPLE))
        compute(d);
    else if (spell == 1 && d->params.sample > PDPT_VTA_MAX)
        saturate(d);
    else if ((spell == 1 || spell == 2) && d->params.sample < 2000)
        balance(d);
    else if (spell == 4)
        begin_exact(d);
}

static void choose_rates(struct driver *d)
{
    static const unsigned hits[] = {0, 5, 20, 50, 90, 100};
    static const unsigned counts[] = {1, 2, 10, 128};
    static const unsigned issues[] = {0, 0, 50, 100};
    static const unsigned announced[] = {90, 90, 100, 0};
    unsigned sample = d->params.sample < 300 ? d->params.sample : 300;
    d->cycles = 50 + rng_below(d->rng, 4 * sample + 100);
    d->query = some_rate(d->rng);
    d->load = some_rate(d->rng);
    d->issue = one_of(d->rng, issues, 4);
    d->tda = one_of(d->rng, hits, 6);
    d->vta = one_of(d->rng, hits, 6);
    d->insns = one_of(d->rng, counts, 4);
    d->check = rng_percent(d->rng, 50) ? 100 : 90;
    d->next = one_of(d->rng, announced, 4);
    d->twice = d->exact = false;
    choose_spell(d);
}

/* All that there are, or low ones more often: hits of neighbours then differ. */
static unsigned some_insn(struct driver *d)
{
    unsigned insn = rng_below(d->rng, d->insns);
    return rng_percent(d->rng, 60) ? insn : insn * rng_below(d->rng, 16) / 16;
}

/* What is due. */
static void drive_exact_load(struct driver *d, struct pdpt_in *in)
{
    in->tda_valid = d->tda_due > 0;
    in->tda_insn = 0;
    d->victim = !d->tda_due && (d->vta_due || d->others);
    d->victim_insn = !d->vta_due;
    if (d->tda_due)
        d->tda_due--;
    else if (d->vta_due)
        d->vta_due--;
}

static void drive_load(struct driver *d, struct pdpt_in *in)
{
    in->query_load = true;
    if (d->exact) {
        drive_exact_load(d, in);
        return;
    }
    in->tda_valid =
        d->twice ? d->lead <= (int)rng_below(d->rng, 3) - 1 : rng_percent(d->rng, d->tda);
    d->victim = !in->tda_valid && (d->twice || rng_percent(d->rng, d->vta));
    d->lead += d->twice ? in->tda_valid - 2 * d->victim : 0;
}

void pdpt_drive(void *driver, const struct pdpt_out *out, struct pdpt_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_rates(d);
    if (out->event_sample) {
        count_out(d);
        d->walk = WALK;
    }
    bool waits = d->exact && d->walk; /* nothing counts */
    d->walk -= d->walk > 0;
    *in = (struct pdpt_in){.query = !waits && rng_percent(d->rng, d->query),
                           .query_insn = d->next_insn,
                           .next = rng_percent(d->rng, d->next),
                           .next_insn =
                               rng_percent(d->rng, 90) ? some_insn(d) : rng_below(d->rng, 128),
                           .tda_insn = some_insn(d),
                           .vta_valid = d->victim,
                           .vta_insn = d->exact ? d->victim_insn : some_insn(d)};
    if (in->next)
        d->next_insn = (unsigned)in->next_insn;
    in->query_check = in->query_insn ^ (rng_percent(d->rng, d->check) ? 0 : rng_below(d->rng, 128));
    in->issued = rng_percent(d->rng, d->issue) + rng_percent(d->rng, d->issue);
    d->victim = false;
    if (in->query && rng_percent(d->rng, d->load))
        drive_load(d, in);
    if (!in->query)
        /* `issued` has no valid that would tell the harness that the twin is not idle */
        in->query_load = in->issued != 0 || rng_percent(d->rng, 20);
}
