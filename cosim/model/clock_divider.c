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

static void clock_divider_tick(struct clock_divider *divider)
{
    divider->enabled = divider->ahead;
    divider->saved += divider->numerator;
    divider->ahead = divider->saved >= divider->denominator;
    if (divider->ahead)
        divider->saved -= divider->denominator;
}

void clock_divider_reset(struct clock_divider *divider)
{
    divider->saved = 0;
    divider->ahead = false;
    clock_divider_tick(divider);
}

void clock_divider_outputs(const struct clock_divider *divider, struct clock_divider_out *out)
{
    out->next_en = divider->ahead;
    out->en = divider->enabled;
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
    return hash_word(divider->saved, (unsigned)(divider->ahead << 1 | divider->enabled));
}

/* The sum saved + cycles x numerator, without what was paid for: after all but the last two steps,
 * which also decide `enabled`. */
void clock_divider_skip(struct clock_divider *divider, uint64_t cycles)
{
    if (cycles > 2) {
        uint64_t gained = (cycles - 2) % divider->denominator * divider->numerator;
        divider->saved = (unsigned)((divider->saved + gained) % divider->denominator);
        cycles = 2;
    }
    while (cycles--)
        clock_divider_tick(divider);
}

uint64_t clock_divider_next(const struct clock_divider *divider)
{
    if (divider->ahead)
        return 1;
    unsigned missing = divider->denominator - divider->saved;
    return 1 + (missing + divider->numerator - 1) / divider->numerator;
}
