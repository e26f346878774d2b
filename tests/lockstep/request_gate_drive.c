/* A core around request_gate: requests at any rate, a front that stalls, answers after any time
 * from any of the three sides, also to all that is under way at once; stalls, organizations and
 * kernel boundaries at any time, also in the cycle in which an atomic comes or leaves. */
#include <stdlib.h>

#include "drive_random.h"
#include "request_gate.h"
#include "rng.h"
#include "util.h"

extern const char *const request_gate_configs[];
void *request_gate_drive_new(const struct request_gate_params *, struct rng *);
void request_gate_drive(void *, const struct request_gate_out *, struct request_gate_in *);
void request_gate_drive_free(void *);

const char *const request_gate_configs[] = {"", "LINE_BITS=17 ID_BITS=4", "LINE_BITS=33 ID_BITS=10",
                                            NULL};

struct driver {
    struct request_gate_params params;
    struct rng *rng;
    unsigned cycles;               /* until the rates change */
    unsigned request, get, answer; /* percent */
    unsigned atomic;               /* percent of the requests */
    unsigned change;               /* percent: what the gate is told changes */
    unsigned kernel;               /* per mille */
    bool stall, shared, is_private;
    unsigned under_way; /* requests that passed and are not answered */
    uint64_t mask[2], data[16];
};

void *request_gate_drive_new(const struct request_gate_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void request_gate_drive_free(void *driver)
{
    free(driver);
}

static void choose_rates(struct driver *d)
{
    static const unsigned seldom[] = {0, 2, 10, 60};
    static const unsigned rarely[] = {0, 0, 10, 200};
    d->cycles = 20 + rng_below(d->rng, 100);
    d->request = some_queue_rate(d->rng);
    d->get = some_queue_rate(d->rng);
    d->answer = some_rate(d->rng);
    d->atomic = one_of(d->rng, seldom, 4);
    d->change = one_of(d->rng, seldom, 4);
    d->kernel = one_of(d->rng, rarely, 4);
    if (rng_percent(d->rng, 3)) { /* until every id is under way */
        d->cycles = (1u << d->params.id_bits) + 20;
        d->request = d->get = 100;
        d->answer = d->atomic = d->change = d->kernel = 0;
        d->stall = false;
        d->shared = true; /* kind 3 is drawn without d->atomic, too */
    }
}

/* Answers to requests that are under way, of as many sides as there are answers. */
static void drive_answers(struct driver *d, struct request_gate_in *in)
{
    bool *const sides[] = {&in->answer_hit, &in->answer_response, &in->answer_remote};
    for (unsigned i = 0; i < 3; i++) {
        *sides[i] = d->under_way && rng_percent(d->rng, d->answer);
        d->under_way -= *sides[i];
    }
}

static void drive_request(struct driver *d, struct request_gate_in *in)
{
    rng_fill(d->rng, d->mask, 128);
    rng_fill(d->rng, d->data, 1024);
    in->request_valid = rng_percent(d->rng, d->request);
    in->request_kind = rng_percent(d->rng, d->atomic) ? 3 : rng_below(d->rng, 5);
    in->request_op = rng_below(d->rng, 8);
    in->request_line = rng_next(d->rng) >> (64 - d->params.line_bits);
    in->request_id = rng_next(d->rng) >> (64 - d->params.id_bits);
    in->request_pc = rng_next(d->rng) >> 32;
    in->request_mask = d->mask;
    in->request_data = d->data;
}

void request_gate_drive(void *driver, const struct request_gate_out *out,
                        struct request_gate_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_rates(d);
    *in = (struct request_gate_in){.flush = rng_below(d->rng, 1000) < d->kernel};
    drive_answers(d, in);
    drive_request(d, in);
    if (rng_percent(d->rng, d->change))
        d->stall = !d->stall;
    if (rng_percent(d->rng, d->change))
        d->shared = !d->shared;
    if (rng_percent(d->rng, d->change))
        d->is_private = !d->is_private;
    in->stall = d->stall;
    in->shared = d->shared;
    in->is_private = d->is_private;
    bool room = d->under_way < 1u << d->params.id_bits; /* an id for each */
    in->passed_ready = room && rng_percent(d->rng, d->get);
    d->under_way += out->passed_valid && in->passed_ready;
}
