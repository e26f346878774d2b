/* Lines of any sectors, which stay until the last of these goes in, at rates of puts and gets that
 * change every now and then. */
#include <stdlib.h>

#include "drive_random.h"
#include "line_queue.h"
#include "rng.h"
#include "util.h"

extern const char *const line_queue_configs[];
void *line_queue_drive_new(const struct line_queue_params *, struct rng *);
void line_queue_drive(void *, const struct line_queue_out *, struct line_queue_in *);
void line_queue_drive_free(void *);

const char *const line_queue_configs[] = {
    "", "DEPTH=1", "DEPTH=2", "DEPTH=3", "DEPTH=5", "DEPTH=64", NULL,
};

struct driver {
    struct line_queue_params params;
    struct rng *rng;
    struct queue_spell spell;
    bool whole;                      /* lines of all sectors */
    bool stays;                      /* sectors of the line have not gone in */
    uint64_t line[LINE_QUEUE_WORDS]; /* that was put last */
};

void *line_queue_drive_new(const struct line_queue_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void line_queue_drive_free(void *driver)
{
    free(driver);
}

void line_queue_drive(void *driver, const struct line_queue_out *out, struct line_queue_in *in)
{
    struct driver *d = driver;
    step_queue_spell(&d->spell, d->rng, 4 * d->params.depth);
    if (rng_percent(d->rng, 2))
        d->whole = rng_percent(d->rng, 40);
    in->put_valid = rng_percent(d->rng, d->spell.put);
    in->put_sectors = d->whole ? 15 : 1 + rng_below(d->rng, 15);
    if (!d->stays)
        rng_fill(d->rng, d->line, 64 * LINE_QUEUE_WORDS);
    in->line_data = d->line;
    d->stays = !out->line_done;
    in->get_ready = rng_percent(d->rng, d->spell.get);
}
