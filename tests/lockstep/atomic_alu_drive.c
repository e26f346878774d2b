/* Random operands for the atomic ALU; equal words, extremes and neighbours of extremes are
 * frequent. */
#include <stdlib.h>

#include "atomic_alu.h"
#include "rng.h"
#include "util.h"

extern const char *const atomic_alu_configs[];
void *atomic_alu_drive_new(const struct atomic_alu_params *, struct rng *);
void atomic_alu_drive(void *, const struct atomic_alu_out *, struct atomic_alu_in *);
void atomic_alu_drive_free(void *);

const char *const atomic_alu_configs[] = {"", NULL};

struct driver {
    struct rng *rng;
};

void *atomic_alu_drive_new(const struct atomic_alu_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    (void)params;
    d->rng = rng;
    return d;
}

void atomic_alu_drive_free(void *driver)
{
    free(driver);
}

static uint32_t some_word(struct rng *rng)
{
    static const uint32_t corners[] = {0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
    return rng_percent(rng, 40) ? corners[rng_below(rng, 6)] : (uint32_t)rng_next(rng);
}

void atomic_alu_drive(void *driver, const struct atomic_alu_out *out, struct atomic_alu_in *in)
{
    struct driver *d = driver;
    (void)out;
    in->op = rng_below(d->rng, 8);
    in->old = some_word(d->rng);
    in->operand = rng_percent(d->rng, 10) ? in->old : some_word(d->rng);
}
