/* Random announcements for the write-back queue, alone and in pairs, whenever there is room, lines
 * that come at any time after them, and a memory controller that takes requests at changing rates.
 */
#include <stdlib.h>

#include "rng.h"
#include "util.h"
#include "writeback_queue.h"

extern const char *const writeback_queue_configs[];
void *writeback_queue_drive_new(const struct writeback_queue_params *, struct rng *);
void writeback_queue_drive(void *, const struct writeback_queue_out *, struct writeback_queue_in *);
void writeback_queue_drive_free(void *);

const char *const writeback_queue_configs[] = {"", "LINE_BITS=33 ID_BITS=6",
                                               "LINE_BITS=17 ID_BITS=1", NULL};

struct driver {
    struct writeback_queue_params params;
    struct rng *rng;
    unsigned cycles;                    /* until the rates change */
    unsigned evict, fetch, line, taken; /* percent */
    unsigned owed;                      /* write-backs whose line has not come */
    uint64_t ram_data[16], ram_mask[2];
};

void *writeback_queue_drive_new(const struct writeback_queue_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void writeback_queue_drive_free(void *driver)
{
    free(driver);
}

void writeback_queue_drive(void *driver, const struct writeback_queue_out *out,
                           struct writeback_queue_in *in)
{
    static const unsigned percents[] = {5, 40, 80, 100};
    struct driver *d = driver;
    if (!d->cycles--) {
        d->cycles = rng_below(d->rng, 200);
        d->evict = percents[rng_below(d->rng, 4)];
        d->fetch = percents[rng_below(d->rng, 4)];
        d->line = percents[rng_below(d->rng, 4)];
        d->taken = percents[rng_below(d->rng, 4)];
    }
    for (unsigned i = 0; i < 16; i++)
        d->ram_data[i] = rng_next(d->rng);
    in->ram_valid = d->owed && rng_percent(d->rng, d->line);
    in->ram_data = d->ram_data;
    for (unsigned i = 0; i < 2; i++)
        d->ram_mask[i] = rng_next(d->rng);
    in->ram_mask = d->ram_mask;
    in->evict_valid = out->room && rng_percent(d->rng, d->evict);
    in->evict_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    d->owed += in->evict_valid;
    d->owed -= in->ram_valid;
    in->fetch_valid = out->room && rng_percent(d->rng, d->fetch);
    in->fetch_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->fetch_id = rng_below(d->rng, 1u << d->params.id_bits);
    in->dram_ready = rng_percent(d->rng, d->taken);
}
