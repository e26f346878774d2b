/* Slices around llc_trial, busier in one organization or in the other, equally or not at all, for
 * spells, for either program; rounds without disturbance in which as much is counted as decides,
 * but for one or two; the organization follows what is wanted after any time, stalls come by
 * themselves, too; kernels and the end of adaptation at any time; the other program's trial runs
 * and waits for spells, and does not care whether this one does. */
#include <stdlib.h>

#include "drive_random.h"
#include "llc_trial.h"
#include "rng.h"
#include "util.h"

extern const char *const llc_trial_configs[];
void *llc_trial_drive_new(const struct llc_trial_params *, struct rng *);
void llc_trial_drive(void *, const struct llc_trial_out *, struct llc_trial_in *);
void llc_trial_drive_free(void *);

const char *const llc_trial_configs[] = {
    "WARM=20 WINDOW=40 EPOCH=300",
    "SLICES=4 WARM=2 WINDOW=1 EPOCH=1 TIE=0",
    "SLICES=1 WARM=3 WINDOW=70 EPOCH=200 TIE=3 MEMORY=50",
    "SLICES=9 WARM=10 WINDOW=300 EPOCH=700 TIE=22 MEMORY=1500",
    "SLICES=64 WARM=5 WINDOW=300 EPOCH=700 MEMORY=5000",
    "SLICES=17 WARM=30 WINDOW=30 EPOCH=60 TIE=1",
    "SLICES=2 WARM=4 WINDOW=9 EPOCH=150 TIE=2 MEMORY=8",
    "SLICES=4 WARM=3 WINDOW=8 EPOCH=90 TIE=2 PROGRAM=1",
    "SLICES=64 WARM=5 WINDOW=4000 EPOCH=9000 MEMORY=70000",
    NULL,
};

enum { ACCESSES, READS, STORES, KINDS };

struct driver {
    struct llc_trial_params params;
    struct rng *rng;
    unsigned cycles;        /* until the rates change */
    unsigned shared, alone; /* percent: an access of a slice in each organization */
    unsigned reads, stores; /* percent: of these */
    unsigned kernel, stall; /* per mille: a kernel; a stall that nobody asked for */
    unsigned settle;        /* percent: a change ends */
    unsigned adapts;        /* cycles until the end of adaptation, on average */
    unsigned turn;          /* percent: the other one's trial goes on, or ends */
    bool is_exact;          /* the rates are these */
    struct exact exact[KINDS];
    bool other_runs, other_waits;
    bool is_private, is_stalled; /* as llc_reconfig says */
    bool adaptive;
};

void *llc_trial_drive_new(const struct llc_trial_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->adaptive = true;
    d->other_runs = rng_percent(rng, 20);
    d->other_waits = !d->other_runs && rng_percent(rng, 30);
    return d;
}

void llc_trial_drive_free(void *driver)
{
    free(driver);
}

/* Some rounds, undisturbed but for a kernel now and then. Private slices are as busy as they must
 * be to be kept, memory as busy as bounds them. */
static void decide_narrowly(struct driver *d)
{
    unsigned window = d->params.window, shared = rng_below(d->rng, window * d->params.slices);
    shared = rng_percent(d->rng, 20) ? 0 : shared;
    unsigned least = shared - (shared >> d->params.tie);
    unsigned lines = about(d->rng, d->params.memory), reads = rng_below(d->rng, lines + 1);
    bool bounds = shared && d->params.memory && rng_percent(d->rng, 70);
    d->is_exact = true;
    d->exact[ACCESSES] = (struct exact){{shared, about(d->rng, least)}, 0};
    d->exact[READS] = (struct exact){{bounds ? reads : 0, reads}, 0};
    d->exact[STORES] = (struct exact){{bounds ? lines - reads : 0, reads}, 0};
    d->cycles = d->params.epoch + 2 * (d->params.warm + window) + 40;
    d->kernel = rng_percent(d->rng, 50) ? 1 + 300 / window : 0;
    d->stall = d->turn = 0;
    d->settle = 100;
    d->adaptive = true;
    d->other_runs = false;
}

static void choose_rates(struct driver *d)
{
    static const unsigned rates[] = {0, 5, 50, 90, 100}, some[] = {0, 40, 60, 100},
                          rare[] = {0, 0, 1, 20};
    d->cycles = 1 + rng_below(d->rng, 6 * (d->params.warm + d->params.window) + 40);
    d->shared = one_of(d->rng, rates, 5);
    d->alone = rng_percent(d->rng, 40) ? d->shared : one_of(d->rng, rates, 5);
    d->reads = one_of(d->rng, some, 4);
    d->stores = one_of(d->rng, some, 4);
    d->kernel = one_of(d->rng, rare, 4);
    d->stall = one_of(d->rng, rare, 4);
    d->settle = one_of(d->rng, rates, 5);
    d->adapts = rng_percent(d->rng, 50) ? 5000 : 300;
    d->turn = one_of(d->rng, rare, 4);
    d->is_exact = false;
    if (rng_percent(d->rng, 50))
        decide_narrowly(d);
}

/* Waits, runs, waits again or holds. */
static void drive_other(struct driver *d)
{
    if (!rng_percent(d->rng, d->turn))
        return;
    d->other_runs = !d->other_runs && rng_percent(d->rng, 60);
    d->other_waits = !d->other_runs && rng_percent(d->rng, 50);
}

/* The organization follows, some time later; the last cycle of a stall is that before the new one.
 */
static void follow(struct driver *d, bool wants)
{
    if (d->is_stalled && rng_percent(d->rng, d->settle)) {
        d->is_stalled = false;
        d->is_private = wants;
    } else if (!d->is_stalled) {
        d->is_stalled = (wants != d->is_private && rng_percent(d->rng, d->settle)) ||
                        rng_below(d->rng, 1000) < d->stall;
    }
}

/* As many slices as are due in this cycle, any of them. */
static uint64_t some_slices(struct driver *d, unsigned kind)
{
    unsigned count = exact_due(&d->exact[kind], d->is_private, d->params.window);
    return some_elements(d->rng, count, d->params.slices);
}

/* Accesses, reads and stores each of the exact number. */
static void access_exactly(struct driver *d, struct llc_trial_in *in)
{
    in->slice_access = some_slices(d, ACCESSES);
    in->slice_read = some_slices(d, READS);
    in->slice_store = some_slices(d, STORES);
}

void llc_trial_drive(void *driver, const struct llc_trial_out *out, struct llc_trial_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_rates(d);
    follow(d, out->wants_private);
    drive_other(d);
    if (!d->is_exact && rng_below(d->rng, d->adaptive ? d->adapts : 20) == 0)
        d->adaptive = !d->adaptive;
    *in = (struct llc_trial_in){.adaptive = d->adaptive,
                                .kernel = rng_below(d->rng, 1000) < d->kernel,
                                .stall = d->is_stalled,
                                .is_private = d->is_private,
                                .other_runs = d->other_runs,
                                .other_waits = d->other_waits};
    if (d->is_exact) {
        access_exactly(d, in);
        return;
    }
    unsigned rate = d->is_private ? d->alone : d->shared;
    for (unsigned i = 0; i < d->params.slices; i++) {
        bool looks = rng_percent(d->rng, rate);
        in->slice_access |= (uint64_t)looks << i;
        in->slice_read |= (uint64_t)(looks && rng_percent(d->rng, d->reads)) << i;
        in->slice_store |= (uint64_t)(looks && rng_percent(d->rng, d->stores)) << i;
    }
}
