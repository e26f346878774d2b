/* Traffic of a RAM. */
#include <stdlib.h>

#include "ram_1r1w.h"
#include "drive_ram.h"
#include "util.h"

extern const char *const ram_1r1w_configs[];
void *ram_1r1w_drive_new(const struct ram_1r1w_params *, struct rng *);
void ram_1r1w_drive(void *, const struct ram_1r1w_out *, struct ram_1r1w_in *);
void ram_1r1w_drive_free(void *);
bool ram_1r1w_drive_is_defined(const void *);

const char *const ram_1r1w_configs[] = {
    "WIDTH=64 DEPTH=128",
    "WIDTH=1024 DEPTH=8 MASK_BITS=128",
    "WIDTH=25 DEPTH=6",
    "WIDTH=96 DEPTH=4 MASK_BITS=4 ONE_PORT=1",
    "WIDTH=200 DEPTH=3 MASK_BITS=8",
    "WIDTH=1 DEPTH=1",
    NULL,
};

void *ram_1r1w_drive_new(const struct ram_1r1w_params *params, struct rng *rng)
{
    struct ram_traffic *traffic = xcalloc(1, sizeof *traffic);
    traffic->rng = rng;
    traffic->width = params->width;
    traffic->mask_bits = params->mask_bits;
    traffic->depth = params->depth;
    return traffic;
}

void ram_1r1w_drive_free(void *traffic)
{
    free(traffic);
}

bool ram_1r1w_drive_is_defined(const void *traffic)
{
    return ram_traffic_is_defined(traffic);
}

void ram_1r1w_drive(void *driver, const struct ram_1r1w_out *out, struct ram_1r1w_in *in)
{
    struct ram_traffic *traffic = driver;
    (void)out;
    ram_traffic_next(traffic);
    in->write_valid = traffic->writes;
    in->write_addr = traffic->write_addr;
    in->write_mask = traffic->mask;
    in->write_data = traffic->word;
    in->read_valid = traffic->reads;
    in->read_addr = traffic->read_addr;
}
