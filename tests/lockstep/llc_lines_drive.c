/* A slice that orders accesses as soon as there is room, or a little later: runs of atomics,
 * stores, reads and lines that leave on few lines, mostly on one; fills and reads of lines without
 * an atomic under way. The lines in use are filled before anything else, since a reset clears no
 * RAM. */
#include <stdlib.h>

#include "drive_random.h"
#include "llc_lines.h"
#include "util.h"

extern const char *const llc_lines_configs[];
void *llc_lines_drive_new(const struct llc_lines_params *, struct rng *);
void llc_lines_drive(void *, const struct llc_lines_out *, struct llc_lines_in *);
void llc_lines_drive_free(void *);

const char *const llc_lines_configs[] = {
    "LINES=8", "LINES=1", "LINES=3", "", "LINES=16 PROTECT=1", "LINES=6 PROTECT=2", NULL,
};

enum { PLACES = 5, WORDS = LLC_LINE_WORDS, BEHIND = 6 };

struct driver {
    struct rng *rng;
    unsigned cycles;                /* until the rates change */
    unsigned load, atomics, stores; /* percent */
    unsigned place[PLACES], places; /* lines in use, and how many */
    unsigned filled;                /* of them, from the begin on */
    unsigned favourite;             /* the one of most accesses */
    unsigned busy_for[PLACES];      /* steps: an atomic may be under way there */
    bool executing;                 /* its data stay */
    unsigned op, at;
    uint64_t mask[2], data[WORDS], fill_mask[2], fill_data[WORDS];
};

void *llc_lines_drive_new(const struct llc_lines_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->rng = rng;
    d->places = params->lines < PLACES ? params->lines : PLACES;
    unsigned first = rng_below(rng, params->lines);
    for (unsigned i = 0; i < d->places; i++)
        d->place[i] = (first + i) % params->lines;
    return d;
}

void llc_lines_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    d->cycles = 20 + rng_below(d->rng, 200);
    d->load = some_rate(d->rng);
    d->atomics = some_rate(d->rng);
    d->stores = some_rate(d->rng);
    d->favourite = rng_below(d->rng, d->places);
}

static unsigned some_place(struct driver *d)
{
    return rng_percent(d->rng, 60) ? d->favourite : rng_below(d->rng, d->places);
}

/* Whole words of a few sectors, mostly; scattered bytes; all of the line; nothing. */
static void some_mask(struct driver *d, uint64_t mask[2])
{
    unsigned how = rng_below(d->rng, 10);
    for (unsigned i = 0; i < 2; i++)
        mask[i] = how == 0   ? ~UINT64_C(0)
                  : how == 1 ? 0
                  : how < 4  ? rng_next(d->rng)
                             : (rng_next(d->rng) & UINT64_C(0x1111111111111111)) * 15;
    if (how > 1)
        clear_sectors(d->rng, mask, 60);
}

static void access_line(struct driver *d, const struct llc_lines_out *out, struct llc_lines_in *in)
{
    bool atomic = rng_percent(d->rng, d->atomics), stores = rng_percent(d->rng, d->stores);
    d->at = some_place(d);
    in->access_executes = atomic;
    in->access_stores = !atomic && stores;
    in->access_reads = atomic || !stores || rng_percent(d->rng, 20);
    in->access_valid =
        (in->access_stores ? out->write_room : out->read_room) && rng_percent(d->rng, d->load);
    in->read_valid = in->fill_valid = false;
    d->op = rng_below(d->rng, 8);
    some_mask(d, d->mask);
    rng_fill(d->rng, d->data, 64 * WORDS);
    d->executing = in->access_valid && atomic;
    if (d->executing)
        d->busy_for[d->at] = BEHIND;
}

static void fill_line(struct driver *d, struct llc_lines_in *in, unsigned at, bool whole)
{
    in->fill_valid = true;
    in->fill_place = d->place[at];
    some_mask(d, d->fill_mask);
    if (whole)
        d->fill_mask[0] = d->fill_mask[1] = ~UINT64_C(0);
    rng_fill(d->rng, d->fill_data, 64 * WORDS);
}

void llc_lines_drive(void *driver, const struct llc_lines_out *out, struct llc_lines_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_rates(d);
    in->access_valid = in->read_valid = in->fill_valid = false;
    in->access_reads = in->access_stores = in->access_executes = false;
    for (unsigned i = 0; i < d->places; i++)
        d->busy_for[i] -= d->busy_for[i] && !(d->executing && i == d->at);
    unsigned at = some_place(d);
    if (d->filled < d->places)
        fill_line(d, in, d->filled++, true);
    else if (!d->executing && rng_percent(d->rng, 80))
        access_line(d, out, in);
    else if (!d->executing && !d->busy_for[at] && rng_percent(d->rng, 50))
        in->read_valid = out->read_room;
    else if (!d->executing && !d->busy_for[at] && out->fill_room)
        fill_line(d, in, at, false);
    else if (out->atomic_done)
        d->executing = false;
    in->op = d->op;
    in->place = d->place[d->at];
    in->place_read = in->access_valid ? in->place : d->place[at];
    in->mask = d->mask;
    in->data = d->data;
    in->fill_mask = d->fill_mask;
    in->fill_data = d->fill_data;
}
