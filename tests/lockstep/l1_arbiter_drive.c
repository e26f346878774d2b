/* Random accesses of both sources, messages on offer until they are taken, and stalls, at rates
 * that change, so that each queue fills, drains and runs at full rate; spells of own accesses that
 * are long enough for remote ones to grow old.
 * The L1 takes no access while data of another have not all gone in, which takes any time. */
#include <stdlib.h>

#include "drive_random.h"
#include "l1_arbiter.h"
#include "rng.h"
#include "util.h"

extern const char *const l1_arbiter_configs[];
void *l1_arbiter_drive_new(const struct l1_arbiter_params *, struct rng *);
void l1_arbiter_drive(void *, const struct l1_arbiter_out *, struct l1_arbiter_in *);
void l1_arbiter_drive_free(void *);

const char *const l1_arbiter_configs[] = {
    "AGE_LIMIT=255 DEPTH=16",
    "LINE_BITS=25 ID_BITS=8 AGE_LIMIT=1",
    "LINE_BITS=33 ID_BITS=10 AGE_LIMIT=3 DEPTH=3 LOCAL_DATA=0 LOCAL_WAIT=1",
    "LINE_BITS=17 ID_BITS=4 AGE_LIMIT=0",
    "",
    NULL,
};

struct driver {
    struct l1_arbiter_params params;
    struct rng *rng;
    unsigned cycles;         /* until the rates change */
    bool ages;               /* no own stores or atomics, behind whose data there would be gaps */
    unsigned local, remote;  /* percent: requests, messages */
    unsigned get, data_goes; /* percent: accesses, data are taken */
    uint64_t mask[2][2];     /* of what is offered: request, message */
    uint64_t data[16];       /* of the request */
    bool offered;            /* the message, and it was not taken */
};

void *l1_arbiter_drive_new(const struct l1_arbiter_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void l1_arbiter_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    bool ages = d->ages = rng_percent(d->rng, 5);
    d->cycles = rng_below(d->rng, 30) + ages * (d->params.age_limit + 50);
    d->local = ages ? 100 : some_queue_rate(d->rng);
    d->remote = some_queue_rate(d->rng);
    d->get = ages ? 100 : some_queue_rate(d->rng);
    d->data_goes = ages ? 100 : some_queue_rate(d->rng);
}

static void drive_local(struct driver *d, struct l1_arbiter_in *in)
{
    in->local_valid = rng_percent(d->rng, d->local);
    in->local_kind = rng_below(d->rng, 5);
    if (d->ages)
        in->local_kind &= ~UINT64_C(2);
    in->local_op = rng_below(d->rng, 8);
    in->local_foreign = rng_percent(d->rng, 50);
    in->local_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->local_id = rng_next(d->rng) >> (64 - d->params.id_bits);
    in->local_pc = rng_next(d->rng) >> 32;
    rng_fill(d->rng, d->mask[0], 128);
    rng_fill(d->rng, d->data, 1024);
    in->local_mask = d->mask[0];
    in->local_data = d->data;
}

static void drive_messages(struct driver *d, struct l1_arbiter_in *in)
{
    in->recv_valid = rng_percent(d->rng, d->remote);
    in->recv_kind = rng_percent(d->rng, 70) ? 0 : 2;
    in->recv_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->recv_src = rng_next(d->rng) >> (64 - d->params.node_bits);
    in->recv_id = rng_next(d->rng) >> (64 - d->params.msg_id_bits);
    in->recv_sectors = rng_below(d->rng, 16);
    rng_fill(d->rng, d->mask[1], 128);
    in->recv_mask = d->mask[1];
}

void l1_arbiter_drive(void *driver, const struct l1_arbiter_out *out, struct l1_arbiter_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_rates(d);
    drive_local(d, in);
    if (!d->offered)
        drive_messages(d, in);
    d->offered = in->recv_valid && !out->recv_ready;
    in->own_ready = rng_percent(d->rng, d->data_goes);
    in->access_ready = in->own_ready && rng_percent(d->rng, d->get);
}
