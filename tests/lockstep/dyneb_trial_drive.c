/* Cores around dyneb_trial, busier in one organization or in the other, equally or not at all, for
 * spells; rounds without disturbance in which as much is counted as decides, but for one or two;
 * kernels, modes and slices that turn at any time. */
#include <stdlib.h>

#include "drive_random.h"
#include "dyneb_trial.h"
#include "rng.h"
#include "util.h"

extern const char *const dyneb_trial_configs[];
void *dyneb_trial_drive_new(const struct dyneb_trial_params *, struct rng *);
void dyneb_trial_drive(void *, const struct dyneb_trial_out *, struct dyneb_trial_in *);
void dyneb_trial_drive_free(void *);

const char *const dyneb_trial_configs[] = {
    "WARM=20 FILL=30 WINDOW=40 EPOCH=100 TWICE=2 KEEP=101 MISS=27",
    "CORES=4 WARM=3 FILL=3 WINDOW=1 EPOCH=1 TWICE=0 KEEP=127 MISS=127",
    "CORES=1 WARM=3 FILL=9 WINDOW=70 EPOCH=50 TWICE=1 KEEP=64 MISS=0",
    "CORES=9 WARM=10 FILL=5 WINDOW=300 EPOCH=70 TWICE=7 KEEP=0 MISS=5",
    "CORES=64 WARM=5 FILL=20 WINDOW=300 EPOCH=90 TWICE=3",
    "CORES=80 WARM=4 FILL=9 WINDOW=40 EPOCH=30 TWICE=1 KEEP=93 MISS=55",
    "CORES=256 WARM=3 FILL=5 WINDOW=25 EPOCH=20 TWICE=2 KEEP=120",
    "CORES=17 WARM=30 FILL=3 WINDOW=30 EPOCH=2 TWICE=5 KEEP=100",
    "CORES=3 WARM=4 FILL=4 WINDOW=9 EPOCH=33 TWICE=6 KEEP=85 MISS=64",
    "",
    NULL,
};

enum { ACHIEVED, MISSES, KINDS };
enum { CORE_WORDS = (DYNEB_TRIAL_CORES_MAX + 63) / 64 };

struct driver {
    struct dyneb_trial_params params;
    struct rng *rng;
    unsigned cycles;  /* until the rates change */
    unsigned done[2]; /* percent: a core achieves something, in each organization */
    unsigned miss;    /* percent: of them, misses */
    unsigned kernel;  /* per mille */
    unsigned mode;    /* the same: another one */
    bool is_exact;    /* the rates are these */
    struct exact exact[KINDS];
    uint64_t one[CORE_WORDS], two[CORE_WORDS], miss_of[CORE_WORDS]; /* what cores show */
    uint64_t l1_mode;
    bool stays_private;
};

void *dyneb_trial_drive_new(const struct dyneb_trial_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->l1_mode = 2;
    return d;
}

void dyneb_trial_drive_free(void *driver)
{
    free(driver);
}

/* Some rounds, undisturbed but for a kernel now and then. Shared L1s achieve what they must to be
 * kept, and as many loads miss as must for a trial. */
static void decide_narrowly(struct driver *d)
{
    const struct dyneb_trial_params *p = &d->params;
    unsigned alone = rng_below(d->rng, 3 * p->window * p->cores + 1);
    alone = rng_percent(d->rng, 20) ? 0 : alone;
    unsigned missed = about(d->rng, alone * p->miss / 128);
    d->is_exact = true;
    d->exact[ACHIEVED] = (struct exact){{alone, about(d->rng, alone * p->keep / 128)}, 0};
    missed = rng_percent(d->rng, 40) ? p->window * p->cores : missed;
    d->exact[MISSES] = (struct exact){{missed, missed}, 0};
    d->cycles = (p->epoch + p->warm + p->fill + 2 * p->window + 40) * (1 + rng_below(d->rng, 6));
    d->kernel = rng_percent(d->rng, 30) ? 1 + 100 / p->window : 0;
    d->mode = 0;
    d->l1_mode = 2 + rng_below(d->rng, 2);
    d->stays_private = false;
}

static void choose_rates(struct driver *d)
{
    static const unsigned rates[] = {0, 5, 50, 90, 100}, rare[] = {0, 0, 1, 20};
    const struct dyneb_trial_params *p = &d->params;
    d->cycles = 1 + rng_below(d->rng, 3 * (p->warm + p->fill + 2 * p->window) + 40);
    d->done[0] = one_of(d->rng, rates, 5);
    d->done[1] = rng_percent(d->rng, 40) ? d->done[0] : one_of(d->rng, rates, 5);
    d->miss = one_of(d->rng, rates, 5);
    d->kernel = one_of(d->rng, rare, 4);
    d->mode = one_of(d->rng, rare, 4);
    d->is_exact = false;
    if (rng_percent(d->rng, 60))
        decide_narrowly(d);
}

/* Mostly it is up to the block. */
static void change_mode(struct driver *d)
{
    if (rng_below(d->rng, 1000) < d->mode)
        d->l1_mode = rng_percent(d->rng, 40) ? rng_below(d->rng, 2) : 2 + rng_below(d->rng, 2);
    else if (d->l1_mode < 2 && rng_percent(d->rng, 5))
        d->l1_mode = 2;
    if (rng_below(d->rng, 2000) < d->mode)
        d->stays_private = !d->stays_private;
    else if (rng_percent(d->rng, 5))
        d->stays_private = false;
}

/* Due in this cycle. */
static unsigned due(struct driver *d, unsigned kind, bool shared)
{
    return exact_due(&d->exact[kind], shared, d->params.window);
}

/* As many cores, any of them: 64 by 64, of which each has what the others cannot. */
static void some_cores(struct driver *d, unsigned count, uint64_t *cores)
{
    unsigned left = d->params.cores;
    for (unsigned word = 0; left; word++) {
        unsigned here = left < 64 ? left : 64, others = left - here;
        unsigned least = count > others ? count - others : 0, most = count < here ? count : here;
        unsigned some = least + rng_below(d->rng, most - least + 1);
        cores[word] = some_elements(d->rng, some, here);
        count -= some;
        left = others;
    }
}

static void achieve_exactly(struct driver *d, bool shared)
{
    unsigned count = due(d, ACHIEVED, shared), cores = d->params.cores;
    unsigned twos = count / 2 < cores ? rng_below(d->rng, count / 2 + 1) : cores;
    if (count - 2 * twos > cores)
        twos = (count - cores + 1) / 2;
    some_cores(d, twos, d->two);
    some_cores(d, count - 2 * twos, d->one);
    some_cores(d, due(d, MISSES, shared), d->miss_of);
}

/* Each by itself, as often as the rates say. */
static void achieve_some(struct driver *d, bool shared)
{
    for (unsigned word = 0; word < CORE_WORDS; word++)
        d->one[word] = d->two[word] = d->miss_of[word] = 0;
    for (unsigned i = 0; i < d->params.cores; i++) {
        bool does = rng_percent(d->rng, d->done[shared]);
        d->one[i / 64] |= (uint64_t)(does && rng_below(d->rng, 2)) << i % 64;
        d->two[i / 64] |= (uint64_t)(does && rng_below(d->rng, 2)) << i % 64;
        d->miss_of[i / 64] |= (uint64_t)(does && rng_percent(d->rng, d->miss)) << i % 64;
    }
}

void dyneb_trial_drive(void *driver, const struct dyneb_trial_out *out, struct dyneb_trial_in *in)
{
    struct driver *d = driver;
    uint64_t mode = d->l1_mode;
    bool stays = d->stays_private;
    if (!d->cycles--)
        choose_rates(d);
    change_mode(d);
    *in = (struct dyneb_trial_in){.l1_mode = d->l1_mode,
                                  .stays_private = d->stays_private,
                                  .core_one = d->one,
                                  .core_two = d->two,
                                  .core_miss = d->miss_of,
                                  .kernel = rng_below(d->rng, 1000) < d->kernel};
    /* levels have no valid that would tell the harness that the twin is not idle */
    in->kernel |= d->l1_mode != mode || d->stays_private != stays;
    if (d->is_exact)
        achieve_exactly(d, out->share);
    else
        achieve_some(d, out->share);
}
