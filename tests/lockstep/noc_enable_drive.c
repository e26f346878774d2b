/* Enables at random. */
#include "noc_enable.h"
#include "rng.h"

extern const char *const noc_enable_configs[];
void *noc_enable_drive_new(const struct noc_enable_params *, struct rng *);
void noc_enable_drive(void *, const struct noc_enable_out *, struct noc_enable_in *);
void noc_enable_drive_free(void *);

const char *const noc_enable_configs[] = {"", NULL};

void *noc_enable_drive_new(const struct noc_enable_params *params, struct rng *rng)
{
    (void)params;
    return rng;
}

void noc_enable_drive_free(void *driver)
{
    (void)driver;
}

void noc_enable_drive(void *driver, const struct noc_enable_out *out, struct noc_enable_in *in)
{
    (void)out;
    in->next_en = rng_below(driver, 2);
}
