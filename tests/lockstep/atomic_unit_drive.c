/* Random atomics for the atomic unit: operands that are equal, extreme or next to extremes, in
 * whole and in half words, are frequent; all kinds of masks; one after the other and with pauses.
 */
#include <stdlib.h>

#include "atomic_unit.h"
#include "drive_random.h"
#include "rng.h"
#include "util.h"

extern const char *const atomic_unit_configs[];
void *atomic_unit_drive_new(const struct atomic_unit_params *, struct rng *);
void atomic_unit_drive(void *, const struct atomic_unit_out *, struct atomic_unit_in *);
void atomic_unit_drive_free(void *);

const char *const atomic_unit_configs[] = {"", NULL};

enum { WORDS = 16 };

struct driver {
    struct rng *rng;
    unsigned op;
    unsigned load; /* percent: an atomic begins when it can */
    uint64_t mask[2];
    uint64_t line[WORDS];
    uint64_t operands[WORDS];
};

void *atomic_unit_drive_new(const struct atomic_unit_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    (void)params;
    d->rng = rng;
    return d;
}

void atomic_unit_drive_free(void *driver)
{
    free(driver);
}

static uint64_t some_half(struct rng *rng)
{
    static const uint64_t corners[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff};
    return rng_percent(rng, 60) ? corners[rng_below(rng, 6)] : rng_next(rng) >> 48;
}

static uint64_t some_words(struct rng *rng)
{
    uint64_t words = 0;
    for (unsigned i = 0; i < 4; i++)
        words = words << 16 | some_half(rng);
    return words;
}

/* Whole words, scattered bytes, nothing, a single byte; of some sectors. */
static void some_mask(struct driver *d)
{
    bool bytes = rng_percent(d->rng, 30);
    if (rng_percent(d->rng, 10)) {
        unsigned byte = rng_below(d->rng, 128);
        d->mask[byte / 64] = UINT64_C(1) << byte % 64;
        d->mask[1 - byte / 64] = 0;
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        d->mask[i] =
            bytes ? rng_next(d->rng) : (rng_next(d->rng) & UINT64_C(0x1111111111111111)) * 15;
    clear_sectors(d->rng, d->mask, 40);
}

/* The operands of two words that hold `words`: any, the same, or such that differ in one bit, which
 * all bits above it leave to decide a comparison. */
static uint64_t some_operands(struct rng *rng, uint64_t words)
{
    if (rng_percent(rng, 10))
        return words;
    if (rng_percent(rng, 30))
        return words ^ UINT64_C(1) << rng_below(rng, 32) ^ UINT64_C(1) << (32 + rng_below(rng, 32));
    return some_words(rng);
}

static void next_atomic(struct driver *d)
{
    static const unsigned percents[] = {5, 50, 100};
    if (!rng_below(d->rng, 50))
        d->load = one_of(d->rng, percents, 3);
    d->op = rng_below(d->rng, 8);
    for (unsigned i = 0; i < WORDS; i++) {
        d->line[i] = some_words(d->rng);
        d->operands[i] = some_operands(d->rng, d->line[i]);
    }
}

/* Line, operands and operation stay while it is busy. */
void atomic_unit_drive(void *driver, const struct atomic_unit_out *out, struct atomic_unit_in *in)
{
    struct driver *d = driver;
    *in = (struct atomic_unit_in){.start_mask = d->mask, .line = d->line, .operands = d->operands};
    if (!out->busy) {
        next_atomic(d);
        some_mask(d);
        in->start_valid = rng_percent(d->rng, d->load);
    }
    in->op = d->op;
}
