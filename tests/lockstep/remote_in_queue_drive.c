/* Random reads and stores of other cores, each on offer until it is taken, and an L1 that serves
 * them, and takes the data of the latter, at rates that change, so that the queue fills, drains and
 * runs at full rate. A store stops what is behind it: hardly any come in some spells, and find the
 * queue full of reads. All bits of a message id are random: the queue must look at those of the
 * request and of the instruction only.
 */
#include <stdlib.h>

#include "drive_random.h"
#include "remote_in_queue.h"
#include "rng.h"
#include "util.h"

extern const char *const remote_in_queue_configs[];
void *remote_in_queue_drive_new(const struct remote_in_queue_params *, struct rng *);
void remote_in_queue_drive(void *, const struct remote_in_queue_out *, struct remote_in_queue_in *);
void remote_in_queue_drive_free(void *);

const char *const remote_in_queue_configs[] = {
    "", "DEPTH=2 LINE_BITS=17 ID_BITS=4", "DEPTH=5 LINE_BITS=33 ID_BITS=10", "DEPTH=64", NULL,
};

struct driver {
    struct remote_in_queue_params params;
    struct rng *rng;
    unsigned cycles;         /* until the rates change */
    unsigned put, get, data; /* percent */
    unsigned stores;         /* percent of the messages */
    uint64_t mask[2];        /* of the message that is offered */
    bool offered;            /* and was not taken */
};

void *remote_in_queue_drive_new(const struct remote_in_queue_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void remote_in_queue_drive_free(void *driver)
{
    free(driver);
}

static void drive_message(struct driver *d, struct remote_in_queue_in *in)
{
    in->recv_valid = rng_percent(d->rng, d->put);
    in->recv_kind = rng_percent(d->rng, d->stores) ? 2 : 0;
    in->recv_src = rng_below(d->rng, 1024);
    in->recv_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->recv_id = rng_next(d->rng) >> (64 - d->params.msg_id_bits);
    in->recv_sectors = rng_below(d->rng, 16);
    rng_fill(d->rng, d->mask, 128);
    in->recv_mask = d->mask;
}

void remote_in_queue_drive(void *driver, const struct remote_in_queue_out *out,
                           struct remote_in_queue_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--) {
        d->cycles = rng_below(d->rng, 8 * d->params.depth);
        d->put = some_queue_rate(d->rng);
        d->get = some_queue_rate(d->rng);
        d->data = some_queue_rate(d->rng);
        d->stores = some_queue_rate(d->rng);
    }
    if (!d->offered)
        drive_message(d, in);
    d->offered = in->recv_valid && !out->recv_ready;
    in->remote_ready = rng_percent(d->rng, d->get);
    in->data_done = rng_percent(d->rng, d->data);
}
