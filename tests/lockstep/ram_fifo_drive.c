/* Traffic of a queue of words. */
#include <stdlib.h>

#include "drive_queue.h"
#include "ram_fifo.h"
#include "util.h"

extern const char *const ram_fifo_configs[];
void *ram_fifo_drive_new(const struct ram_fifo_params *, struct rng *);
void ram_fifo_drive(void *, const struct ram_fifo_out *, struct ram_fifo_in *);
void ram_fifo_drive_free(void *);

const char *const ram_fifo_configs[] = {
    "WIDTH=8 DEPTH=1",    "WIDTH=70 DEPTH=3",    "WIDTH=1201 DEPTH=2",
    "WIDTH=33 DEPTH=100", "WIDTH=1152 DEPTH=32", NULL,
};

_Static_assert(RAM_FIFO_WIDTH_MAX <= QUEUE_TRAFFIC_WIDTH_MAX, "the widest word has room");

void *ram_fifo_drive_new(const struct ram_fifo_params *params, struct rng *rng)
{
    struct queue_traffic *traffic = xcalloc(1, sizeof *traffic);
    *traffic = (struct queue_traffic){.rng = rng, .width = params->width, .depth = params->depth};
    return traffic;
}

void ram_fifo_drive_free(void *traffic)
{
    free(traffic);
}

void ram_fifo_drive(void *driver, const struct ram_fifo_out *out, struct ram_fifo_in *in)
{
    struct queue_traffic *traffic = driver;
    (void)out;
    queue_traffic_next(traffic);
    in->put_valid = traffic->puts;
    in->put_data = traffic->word;
    in->get_ready = traffic->gets;
}
