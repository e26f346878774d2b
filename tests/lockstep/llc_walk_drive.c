/* A pipeline of four stages that steps go through as fast as the weather lets them; at its end they
 * pass or the walk comes back, mostly the one or mostly the other. Flushes in any cycle, mostly when
 * none is under way, turns among them. */
#include <stdlib.h>

#include "drive_random.h"
#include "llc_walk.h"
#include "util.h"

extern const char *const llc_walk_configs[];
void *llc_walk_drive_new(const struct llc_walk_params *, struct rng *);
void llc_walk_drive(void *, const struct llc_walk_out *, struct llc_walk_in *);
void llc_walk_drive_free(void *);

const char *const llc_walk_configs[] = {
    "SETS=8", "SETS=1", "SETS=2", "SETS=3", "SETS=48", "", "SETS=4096", NULL,
};

enum { STAGES = 4 };

struct driver {
    struct llc_walk_params params;
    struct rng *rng;
    unsigned cycles;                     /* until the rates change */
    unsigned moves, rewinds, done, ends; /* percent */
    uint64_t step[STAGES];               /* sets in the pipeline, oldest first */
    unsigned steps;
};

void *llc_walk_drive_new(const struct llc_walk_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void llc_walk_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    d->cycles = 20 + rng_below(d->rng, 300);
    d->moves = some_rate(d->rng);
    d->rewinds = rng_percent(d->rng, 50) ? 0 : some_rate(d->rng);
    d->done = some_rate(d->rng);
    d->ends = some_rate(d->rng);
}

/* The step at the end of the pipeline passes, comes back, or stays. */
static void visit(struct driver *d, struct llc_walk_in *in)
{
    in->visit_set = d->steps ? d->step[0] : rng_below(d->rng, d->params.sets);
    if (!d->steps || !rng_percent(d->rng, d->ends))
        return;
    in->visit_rewinds = rng_percent(d->rng, d->rewinds);
    in->visit_passes = !in->visit_rewinds;
    d->steps = in->visit_rewinds ? 0 : d->steps - 1;
    for (unsigned i = 0; i < d->steps; i++)
        d->step[i] = d->step[i + 1];
}

void llc_walk_drive(void *driver, const struct llc_walk_out *out, struct llc_walk_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_rates(d);
    in->flush = out->busy ? rng_below(d->rng, 1000) < 3 : rng_percent(d->rng, 10);
    in->flush_turns = rng_percent(d->rng, 60);
    in->flush_private = rng_percent(d->rng, 50);
    in->quiet = rng_percent(d->rng, d->done);
    in->handed_over = rng_percent(d->rng, d->done);
    in->visit_passes = in->visit_rewinds = false;
    visit(d, in);
    in->step_ready = d->steps < STAGES && rng_percent(d->rng, d->moves);
    if (out->step_valid && in->step_ready && !in->visit_rewinds)
        d->step[d->steps++] = out->step_set;
    if (in->flush)
        d->steps = 0;
}
