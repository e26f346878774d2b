/* Traffic of a RAM; a third of the writes with inverted bits. */
#include <stdlib.h>

#include "ram_ecc.h"
#include "drive_ram.h"
#include "util.h"

extern const char *const ram_ecc_configs[];
void *ram_ecc_drive_new(const struct ram_ecc_params *, struct rng *);
void ram_ecc_drive(void *, const struct ram_ecc_out *, struct ram_ecc_in *);
void ram_ecc_drive_free(void *);
bool ram_ecc_drive_is_defined(const void *);

const char *const ram_ecc_configs[] = {
    "WIDTH=64 DEPTH=128",
    "WIDTH=1024 DEPTH=8 MASK_BITS=128",
    "PROTECT=1 WIDTH=1024 DEPTH=8 MASK_BITS=128",
    "WIDTH=1 DEPTH=1",
    "WIDTH=72 DEPTH=4 MASK_BITS=3 ONE_PORT=1",
    "WIDTH=130 DEPTH=6", /* three code words, the last one shorter */
    "PROTECT=0 WIDTH=100 DEPTH=9 MASK_BITS=4",
    "WIDTH=200 DEPTH=3 MASK_BITS=8",
    "PROTECT=1 WIDTH=270 DEPTH=5 MASK_BITS=3",
    NULL,
};

struct driver {
    struct ram_traffic traffic;
    unsigned flip_bits; /* of write_flip */
};

void *ram_ecc_drive_new(const struct ram_ecc_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    struct ram_traffic *traffic = &d->traffic;
    d->flip_bits = ram_ecc_flip_bits(params);
    traffic->rng = rng;
    traffic->width = params->width;
    traffic->mask_bits = params->mask_bits;
    traffic->depth = params->depth;
    return d;
}

void ram_ecc_drive_free(void *driver)
{
    free(driver);
}

bool ram_ecc_drive_is_defined(const void *driver)
{
    const struct driver *d = driver;
    return ram_traffic_is_defined(&d->traffic);
}

void ram_ecc_drive(void *driver, const struct ram_ecc_out *out, struct ram_ecc_in *in)
{
    struct driver *d = driver;
    struct ram_traffic *traffic = &d->traffic;
    (void)out;
    ram_traffic_next(traffic);
    in->write_valid = traffic->writes;
    in->write_addr = traffic->write_addr;
    in->write_mask = traffic->mask;
    in->write_data = traffic->word;
    in->write_flip =
        rng_percent(traffic->rng, 33) ? rng_next(traffic->rng) >> (64 - d->flip_bits) : 0;
    in->read_valid = traffic->reads;
    in->read_addr = traffic->read_addr;
}
