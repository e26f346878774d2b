/* Random hits and answers, and a network that takes them, each at rates that change, so that either
 * source comes alone, both wait, and the turn is taken from every state. Offers stay or are
 * withdrawn. */
#include <stdlib.h>

#include "drive_random.h"
#include "remote_out_queue.h"
#include "rng.h"
#include "util.h"

extern const char *const remote_out_queue_configs[];
void *remote_out_queue_drive_new(const struct remote_out_queue_params *, struct rng *);
void remote_out_queue_drive(void *, const struct remote_out_queue_out *,
                            struct remote_out_queue_in *);
void remote_out_queue_drive_free(void *);

const char *const remote_out_queue_configs[] = {
    "",
    "LINE_BITS=17 ID_BITS=4",
    "LINE_BITS=33 ID_BITS=10",
    NULL,
};

struct driver {
    struct remote_out_queue_params params;
    struct rng *rng;
    unsigned cycles;          /* until the rates change */
    unsigned hits, answers;   /* percent: one is offered */
    unsigned send;            /* percent: a message is taken */
    uint64_t hit_data[16];    /* of the hit that is offered */
    uint64_t answer_data[16]; /* of the answer */
};

void *remote_out_queue_drive_new(const struct remote_out_queue_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void remote_out_queue_drive_free(void *driver)
{
    free(driver);
}

static void change_weather(struct driver *d)
{
    d->cycles = rng_below(d->rng, 60);
    d->hits = some_rate(d->rng);
    d->answers = some_rate(d->rng);
    d->send = some_queue_rate(d->rng);
}

void remote_out_queue_drive(void *driver, const struct remote_out_queue_out *out,
                            struct remote_out_queue_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        change_weather(d);
    in->hit_valid = rng_percent(d->rng, d->hits);
    in->hit_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->hit_node = rng_below(d->rng, 1024);
    in->hit_id = rng_below(d->rng, 1u << d->params.id_bits);
    in->hit_sectors = rng_below(d->rng, 16);
    rng_fill(d->rng, d->hit_data, 1024);
    in->hit_data = d->hit_data;

    in->answer_valid = rng_percent(d->rng, d->answers);
    in->answer_kind = rng_below(d->rng, 8); /* goes as it came: read and store in a chip */
    in->answer_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->answer_node = rng_below(d->rng, 1024);
    in->answer_id = rng_below(d->rng, 1u << d->params.id_bits);
    in->answer_sectors = in->answer_kind == 2 ? 0 : rng_below(d->rng, 16);
    rng_fill(d->rng, d->answer_data, 1024);
    in->answer_data = d->answer_data;

    in->send_ready = rng_percent(d->rng, d->send);
}
