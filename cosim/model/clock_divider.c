/* Twin of rtl/clock_divider.v. */
#include "clock_divider.h"

#include "hash.h"

void clock_divider_init(struct clock_divider *divider, const struct clock_divider_params *params)
{
    divider->numerator = params->numerator;
    divider->denominator = params->denominator;
    clock_divider_reset(divider);
}

void clock_divider_release(struct clock_divider *divider)
{
    (void)divider;
}

void clock_divider_reset(struct clock_divider *divider)
{
    divider->saved = 0;
    divider->enabled = false;
}

void clock_divider_outputs(const struct clock_divider *divider, struct clock_divider_out *out)
{
    out->en = divider->enabled;
}

static void clock_divider_tick(struct clock_divider *divider)
{
    divider->saved += divider->numerator;
    divider->enabled = divider->saved >= divider->denominator;
    if (divider->enabled)
        divider->saved -= divider->denominator;
}

void clock_divider_step(struct clock_divider *divider, const struct clock_divider_in *in)
{
    (void)in;
    clock_divider_tick(divider);
}

bool clock_divider_is_idle(const struct clock_divider *divider)
{
    (void)divider;
    return false;
}

uint64_t clock_divider_hash(const struct clock_divider *divider)
{
    return hash_word(divider->saved, divider->enabled);
}

/* The sum saved + cycles x numerator, without what was paid for: after all but the last step,
 * which also decides `enabled`. */
void clock_divider_skip(struct clock_divider *divider, uint64_t cycles)
{
    if (cycles == 0)
        return;
    uint64_t gained = (cycles - 1) % divider->denominator * divider->numerator;
    divider->saved = (unsigned)((divider->saved + gained) % divider->denominator);
    clock_divider_tick(divider);
}

uint64_t clock_divider_next(const struct clock_divider *divider)
{
    unsigned missing = divider->denominator - divider->saved;
    return (missing + divider->numerator - 1) / divider->numerator;
}
