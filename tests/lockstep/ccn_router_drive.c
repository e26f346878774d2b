/* A node among neighbours that send and take at rates that change, over few lines, of which its L1,
 * played here with its tags, holds some. The L1 reads what is snooped after any time and says
 * whether the line had left by then. Requests of other cores, of the core itself that are back, and
 * new ones; responses of four beats for this core and others. */
#include "ccn_router.h"
#include "drive_random.h"
#include "drive_tags.h"
#include "util.h"

extern const char *const ccn_router_configs[];
void *ccn_router_drive_new(const struct ccn_router_params *, struct rng *);
void ccn_router_drive(void *, const struct ccn_router_out *, struct ccn_router_in *);
void ccn_router_drive_free(void *);

const char *const ccn_router_configs[] = {
    "",
    "LINE_BITS=17 CORE_BITS=1 DEPTH=2 RESPONSES=2 SETS=1 WAYS=1 WAIT_LIMIT=1",
    "HOP=2 DEPTH=3 RESPONSES=3 WAIT_LIMIT=9",
    "HOP=5 LINE_BITS=33 CORE_BITS=8 SETS=64 WAYS=6 HASH_INDEX=2",
    "HOP=3 SPARE=0 DEPTH=2 RESPONSES=2 WAIT_LIMIT=0",
    "SPARE=0 DEPTH=4 RESPONSES=2 WAYS=16 WAIT_LIMIT=40",
    "DEPTH=64 RESPONSES=16 HASH_INDEX=1",
    NULL,
};

enum { LINES = 6 };

struct weather {
    unsigned cycles;                   /* until it changes */
    unsigned fresh, request, response; /* percent: one is offered */
    unsigned taken, beats, back, fill; /* percent: one is taken */
    unsigned snoop, data, gone;        /* percent: taken; answered; the line had left */
    unsigned write, flush;             /* percent, per mille: the L1's tags change */
    unsigned own;                      /* percent of the ring's traffic that is this core's */
};

struct driver {
    struct ccn_router_params params;
    struct played_tags tags;
    struct rng *rng;
    struct weather weather;
    unsigned here;
    unsigned shared;           /* parities of sets that are */
    uint64_t line[LINES];      /* those in use */
    bool reading;              /* a snoop is to be answered */
    struct ccn_router_in held; /* offers that were not taken */
    unsigned part;             /* beat of the response that is offered next */
    uint64_t beat[CCN_BEAT_WORDS], data[CCN_LINE_WORDS]; /* what the input pointers point at */
};

void *ccn_router_drive_new(const struct ccn_router_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    struct set_map_params map = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    d->params = *params;
    d->tags = played_tags_new(&map, params->ways);
    d->rng = rng;
    d->here = rng_below(rng, 1u << params->core_bits);
    return d;
}

void ccn_router_drive_free(void *driver)
{
    struct driver *d = driver;
    played_tags_free(&d->tags);
    free(d);
}

static void change_weather(struct driver *d)
{
    static const unsigned seldom[] = {0, 0, 10, 100}, flushes[] = {0, 0, 0, 20};
    d->weather = (struct weather){.cycles = 20 + rng_below(d->rng, 400),
                                  .fresh = some_rate(d->rng),
                                  .request = some_rate(d->rng),
                                  .response = some_rate(d->rng),
                                  .taken = some_queue_rate(d->rng),
                                  .beats = some_queue_rate(d->rng),
                                  .back = some_queue_rate(d->rng),
                                  .fill = some_queue_rate(d->rng),
                                  .snoop = some_rate(d->rng),
                                  .data = some_rate(d->rng),
                                  .gone = one_of(d->rng, seldom, 4),
                                  .write = some_rate(d->rng),
                                  .flush = one_of(d->rng, flushes, 4),
                                  .own = some_rate(d->rng)};
    for (unsigned i = 0; i < LINES; i++)
        d->line[i] = rng_next(d->rng) >> (64 - d->params.line_bits);
}

static uint64_t some_line(struct driver *d)
{
    return d->line[rng_below(d->rng, LINES)];
}

static unsigned some_core(struct driver *d)
{
    return rng_percent(d->rng, d->weather.own) ? d->here
                                               : rng_below(d->rng, 1u << d->params.core_bits);
}

static void drive_l1(struct driver *d, const struct ccn_router_out *out, struct ccn_router_in *in)
{
    in->tags_valid = rng_percent(d->rng, d->weather.write);
    if (in->tags_valid) {
        struct tag_write write = played_tags_write(&d->tags, d->rng, some_line(d));
        in->tags_set = write.set;
        in->tags_lines = write.lines;
        in->tags_ways = write.ways;
        in->tags_tag = write.tag;
        if (rng_percent(d->rng, 3)) /* levels, which do not tell the harness that they change */
            d->shared = rng_below(d->rng, 3) ? 0 : rng_below(d->rng, 4);
    }
    in->share_even = d->shared & 1;
    in->share_odd = d->shared >> 1;
    in->flush = rng_below(d->rng, 1000) < d->weather.flush;
    if (in->flush)
        played_tags_flush(&d->tags);
    bool answers = d->reading && rng_percent(d->rng, d->weather.data);
    in->gone_valid = answers && rng_percent(d->rng, d->weather.gone);
    in->data_valid = answers && !in->gone_valid;
    rng_fill(d->rng, d->data, 1024);
    in->data_line = d->data;
    in->snoop_ready = rng_percent(d->rng, d->weather.snoop);
    d->reading = (d->reading && !answers) || (out->snoop_valid && in->snoop_ready);
}

/* Offers stay until they are taken; a response keeps its header for four beats. */
static void drive_rings(struct driver *d, struct ccn_router_in *held)
{
    if (!held->request_in_valid && rng_percent(d->rng, d->weather.request)) {
        held->request_in_valid = true;
        held->request_in_core = some_core(d);
        held->request_in_line = some_line(d);
    }
    if (!held->response_in_valid && rng_percent(d->rng, d->weather.response)) {
        held->response_in_valid = true;
        rng_fill(d->rng, d->beat, 256);
        if (!d->part) {
            held->response_in_core = some_core(d);
            held->response_in_line = some_line(d);
        }
        d->part = (d->part + 1) % CCN_BEATS;
    }
    held->response_in_data = d->beat;
}

void ccn_router_drive(void *driver, const struct ccn_router_out *out, struct ccn_router_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    if (!d->held.new_valid && rng_percent(d->rng, d->weather.fresh)) {
        d->held.new_valid = true;
        d->held.new_line = some_line(d);
    }
    drive_rings(d, &d->held);
    *in = d->held;
    in->here = d->here;
    drive_l1(d, out, in);
    in->request_out_ready = rng_percent(d->rng, d->weather.taken);
    in->response_out_ready = rng_percent(d->rng, d->weather.beats);
    in->back_ready = rng_percent(d->rng, d->weather.back);
    in->fill_ready = rng_percent(d->rng, d->weather.fill);
    d->held.new_valid &= !out->new_ready;
    d->held.request_in_valid &= !out->request_in_ready;
    d->held.response_in_valid &= !out->response_in_ready;
}
