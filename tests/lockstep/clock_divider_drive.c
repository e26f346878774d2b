/* The clock divider has no inputs; time is all it needs. */
#include "clock_divider.h"
#include "rng.h"

extern const char *const clock_divider_configs[];
void *clock_divider_drive_new(const struct clock_divider_params *, struct rng *);
void clock_divider_drive(void *, const struct clock_divider_out *, struct clock_divider_in *);
void clock_divider_drive_free(void *);

const char *const clock_divider_configs[] = {
    "NUMERATOR=1 DENOMINATOR=2",         "NUMERATOR=1 DENOMINATOR=1",
    "NUMERATOR=924 DENOMINATOR=1400",    "NUMERATOR=1 DENOMINATOR=65535",
    "NUMERATOR=65534 DENOMINATOR=65535", NULL,
};

void *clock_divider_drive_new(const struct clock_divider_params *params, struct rng *rng)
{
    (void)params;
    return rng;
}

void clock_divider_drive_free(void *driver)
{
    (void)driver;
}

void clock_divider_drive(void *driver, const struct clock_divider_out *out,
                         struct clock_divider_in *in)
{
    (void)driver;
    (void)out;
    in->none = 0;
}
