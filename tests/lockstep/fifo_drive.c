/* Traffic of a queue of words. */
#include <stdlib.h>

#include "drive_queue.h"
#include "fifo.h"
#include "util.h"

extern const char *const fifo_configs[];
void *fifo_drive_new(const struct fifo_params *, struct rng *);
void fifo_drive(void *, const struct fifo_out *, struct fifo_in *);
void fifo_drive_free(void *);

const char *const fifo_configs[] = {
    "WIDTH=1 DEPTH=8",
    "WIDTH=70 DEPTH=3",
    "WIDTH=1201 DEPTH=2",
    "WIDTH=65 DEPTH=100",
    "WIDTH=8 DEPTH=1 MOVED=0",
    "WIDTH=64 DEPTH=2",
    "WIDTH=70 DEPTH=6 HEAD=1",
    "WIDTH=64 DEPTH=5 MOVED=0",
    "WIDTH=5 DEPTH=11 MOVED=11",
    "WIDTH=1201 DEPTH=2 HEAD=1",
    "WIDTH=8 DEPTH=1",
    "WIDTH=70 DEPTH=1 HEAD=1",
    NULL,
};

_Static_assert(FIFO_WIDTH_MAX <= QUEUE_TRAFFIC_WIDTH_MAX, "the widest word has room");

void *fifo_drive_new(const struct fifo_params *params, struct rng *rng)
{
    struct queue_traffic *traffic = xcalloc(1, sizeof *traffic);
    *traffic = (struct queue_traffic){.rng = rng, .width = params->width, .depth = params->depth};
    return traffic;
}

void fifo_drive_free(void *traffic)
{
    free(traffic);
}

void fifo_drive(void *driver, const struct fifo_out *out, struct fifo_in *in)
{
    struct queue_traffic *traffic = driver;
    (void)out;
    queue_traffic_next(traffic);
    in->put_valid = traffic->puts;
    in->put_data = traffic->word;
    in->get_ready = traffic->gets;
}
