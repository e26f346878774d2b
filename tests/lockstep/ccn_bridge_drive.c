/* A bridge whose cluster and whose fellow bridges are played here: what leaves with the name of a
 * slot or copy comes back as a request or as a line, once, after any time; requests of its cores
 * and lines for them pass at any time. Each slot of the other bridges asks, goes round and
 * collects; what the bridge itself asks comes back with a line found or not. All take at rates that
 * change. */
#include "ccn_bridge.h"
#include "drive_random.h"
#include "util.h"

#include <stdlib.h>

extern const char *const ccn_bridge_configs[];
void *ccn_bridge_drive_new(const struct ccn_bridge_params *, struct rng *);
void ccn_bridge_drive(void *, const struct ccn_bridge_out *, struct ccn_bridge_in *);
void ccn_bridge_drive_free(void *);

const char *const ccn_bridge_configs[] = {
    "",
    "LINE_BITS=17 NUMBER_BITS=1 BRIDGE_BITS=1 DEPTH=2 RESPONSES=2 WAIT_LIMIT=1 SLOTS=1 COPIES=1",
    "HOP=5 LINE_BITS=33 NUMBER_BITS=6 BRIDGE_BITS=7 DEPTH=64 RESPONSES=16 SLOTS=32 COPIES=32",
    "HOP=2 DEPTH=3 RESPONSES=3 WAIT_LIMIT=9 SLOTS=2 COPIES=3",
    "HOP=3 SPARE=0 DEPTH=2 RESPONSES=2 WAIT_LIMIT=0 SLOTS=4 COPIES=2",
    "BRIDGE_BITS=1 NUMBER_BITS=4 DEPTH=4 WAIT_LIMIT=40 SLOTS=3 COPIES=16",
    NULL,
};

enum {
    HOMES = 4, /* other bridges that are played */
    ASKS = HOMES * CCN_BRIDGE_SLOTS_MAX,
    NAMES = 2 * 64 /* of slots, then of copies */
};

struct weather {
    unsigned cycles; /* until it changes */
    unsigned fresh, back, line,
        passing;                      /* percent: of a core; back as request, as line; for a core */
    unsigned ask, collect, own, give; /* percent: on the upper rings */
    unsigned taken, beats, up, up_beats; /* percent: one is taken */
    unsigned found, mine;                /* percent: of what collects; of lines for this cluster */
};

/* A slot of another bridge. */
enum asking { IDLE, ASKS_FIRST, ASKED, COLLECTS };

struct driver {
    struct ccn_bridge_params params;
    struct rng *rng;
    struct weather weather;
    unsigned here;
    bool away[NAMES]; /* slots and copies that left with a request */
    unsigned away_count;
    enum asking asking[ASKS];
    uint8_t core[ASKS]; /* who asks, and for what */
    uint64_t line[ASKS];
    struct ccn_ask own[CCN_BRIDGE_SLOTS_MAX]; /* of this bridge, on their way */
    unsigned own_count;
    struct ccn_bridge_in held;                           /* offers that were not taken */
    unsigned part, give_part;                            /* beat that is offered next */
    uint64_t beat[CCN_BEAT_WORDS], give[CCN_BEAT_WORDS]; /* what the input pointers point at */
};

void *ccn_bridge_drive_new(const struct ccn_bridge_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->here = rng_below(rng, 1u << params->bridge_bits);
    return d;
}

void ccn_bridge_drive_free(void *driver)
{
    free(driver);
}

/* A spell without collects, in which copies enter and their lines fill the store; in the next all of
 * these are claimed, and others ask. */
static void gather_or_claim(struct weather *now, bool gathered)
{
    now->ask = 100;
    now->up = 100;
    now->collect = gathered ? 100 : 0;
    now->found = gathered ? 0 : now->found;
    now->fresh = 5;
    now->back = 5;
    now->taken = 100;
    now->line = 100;
    now->passing = 5;
}

static void change_weather(struct driver *d)
{
    bool gathered = !d->weather.collect;
    d->weather = (struct weather){.cycles = 20 + rng_below(d->rng, 400),
                                  .fresh = some_rate(d->rng),
                                  .back = some_rate(d->rng),
                                  .line = some_rate(d->rng),
                                  .passing = some_rate(d->rng),
                                  .ask = some_rate(d->rng),
                                  .collect = some_rate(d->rng),
                                  .own = some_rate(d->rng),
                                  .give = some_rate(d->rng),
                                  .taken = some_queue_rate(d->rng),
                                  .beats = some_queue_rate(d->rng),
                                  .up = some_queue_rate(d->rng),
                                  .up_beats = some_queue_rate(d->rng),
                                  .found = some_rate(d->rng),
                                  .mine = some_rate(d->rng)};
    if (gathered || rng_percent(d->rng, 25))
        gather_or_claim(&d->weather, gathered);
}

static uint64_t some_line(struct driver *d)
{
    return rng_next(d->rng) >> (64 - d->params.line_bits);
}

static unsigned some_core(struct driver *d)
{
    return rng_below(d->rng, 1u << d->params.number_bits);
}

static unsigned home_of(const struct driver *d, unsigned asking)
{
    unsigned home = asking / CCN_BRIDGE_SLOTS_MAX;
    return (d->here + 1 + home) % (1u << d->params.bridge_bits);
}

/* One of those that are away; the caller takes it. */
static unsigned some_name(struct driver *d)
{
    unsigned which = rng_below(d->rng, d->away_count), name = 0;
    for (;; name++)
        if (d->away[name] && !which--)
            break;
    d->away[name] = false;
    d->away_count--;
    unsigned kind = name < 64 ? CCN_OF_SLOT : CCN_OF_COPY;
    return kind << d->params.number_bits | name % 64;
}

static void drive_lower(struct driver *d, struct ccn_bridge_in *held)
{
    if (!held->request_in_valid && d->away_count && rng_percent(d->rng, d->weather.back)) {
        held->request_in_valid = true;
        held->request_in_core = some_name(d);
        held->request_in_line = some_line(d);
    } else if (!held->request_in_valid && rng_percent(d->rng, d->weather.fresh)) {
        held->request_in_valid = true;
        held->request_in_core = some_core(d);
        held->request_in_line = some_line(d);
    }
    if (held->response_in_valid)
        return;
    bool back = d->away_count && rng_percent(d->rng, d->weather.line);
    if (!d->part && !back && !rng_percent(d->rng, d->weather.passing))
        return;
    held->response_in_valid = true;
    rng_fill(d->rng, d->beat, 256);
    held->response_in_data = d->beat;
    if (!d->part) {
        held->response_in_core = back ? some_name(d) : some_core(d);
        held->response_in_line = some_line(d);
    }
    d->part = (d->part + 1) % CCN_BEATS;
}

/* A slot of another bridge asks, or collects behind that. */
static bool some_ask(struct driver *d, struct ccn_bridge_in *held)
{
    unsigned homes = (1u << d->params.bridge_bits) - 1 < HOMES ? 1 : HOMES;
    unsigned slots = 1u << d->params.number_bits, at;
    at = rng_below(d->rng, homes) * CCN_BRIDGE_SLOTS_MAX +
         rng_below(d->rng, slots < CCN_BRIDGE_SLOTS_MAX ? slots : CCN_BRIDGE_SLOTS_MAX);
    if (d->asking[at] == IDLE && rng_percent(d->rng, d->weather.ask)) {
        d->asking[at] = ASKS_FIRST;
        d->core[at] = (uint8_t)some_core(d);
        d->line[at] = some_line(d);
    } else if (d->asking[at] == ASKED && rng_percent(d->rng, d->weather.collect))
        d->asking[at] = COLLECTS;
    else
        return false;
    held->ask_in_collects = d->asking[at] == COLLECTS;
    held->ask_in_found = d->asking[at] == COLLECTS && rng_percent(d->rng, d->weather.found);
    held->ask_in_home = home_of(d, at);
    held->ask_in_slot = at % CCN_BRIDGE_SLOTS_MAX;
    held->ask_in_core = d->core[at];
    held->ask_in_line = d->line[at];
    return true;
}

static void drive_upper(struct driver *d, struct ccn_bridge_in *held)
{
    if (!held->ask_in_valid && d->own_count && rng_percent(d->rng, d->weather.own)) {
        unsigned which = rng_below(d->rng, d->own_count);
        struct ccn_ask ask = d->own[which];
        d->own[which] = d->own[--d->own_count];
        held->ask_in_valid = true;
        held->ask_in_collects = ask.collects;
        held->ask_in_found = ask.collects && rng_percent(d->rng, d->weather.found);
        held->ask_in_home = d->here;
        held->ask_in_slot = ask.slot;
        held->ask_in_core = ask.core;
        held->ask_in_line = ask.line;
    } else if (!held->ask_in_valid) {
        held->ask_in_valid = some_ask(d, held);
    }
    if (held->give_in_valid || !(d->give_part || rng_percent(d->rng, d->weather.give)))
        return;
    held->give_in_valid = true;
    rng_fill(d->rng, d->give, 256);
    held->give_in_data = d->give;
    if (!d->give_part) {
        held->give_in_home = rng_percent(d->rng, d->weather.mine)
                                 ? d->here
                                 : home_of(d, rng_below(d->rng, HOMES) * CCN_BRIDGE_SLOTS_MAX);
        held->give_in_core = some_core(d);
        held->give_in_line = some_line(d);
    }
    d->give_part = (d->give_part + 1) % CCN_BEATS;
}

/* What the bridge sends: names that are away from now on, asks that go round. */
static void note_sent(struct driver *d, const struct ccn_bridge_out *out,
                      const struct ccn_bridge_in *in)
{
    unsigned kind = (unsigned)(out->request_out_core >> d->params.number_bits);
    if (out->request_out_valid && in->request_out_ready && kind >= CCN_OF_SLOT) {
        unsigned number = (unsigned)out->request_out_core & ((1u << d->params.number_bits) - 1);
        d->away[(kind == CCN_OF_COPY ? 64 : 0) + number] = true;
        d->away_count++;
    }
    if (!out->ask_out_valid || !in->ask_out_ready)
        return;
    if (out->ask_out_home == d->here) {
        d->own[d->own_count++] = (struct ccn_ask){.collects = out->ask_out_collects,
                                                  .slot = (uint8_t)out->ask_out_slot,
                                                  .core = (uint8_t)out->ask_out_core,
                                                  .line = out->ask_out_line};
        return;
    }
    unsigned ahead = (unsigned)out->ask_out_home - d->here - 1;
    ahead &= (1u << d->params.bridge_bits) - 1;
    d->asking[ahead * CCN_BRIDGE_SLOTS_MAX + out->ask_out_slot] =
        out->ask_out_collects ? IDLE : ASKED;
}

void ccn_bridge_drive(void *driver, const struct ccn_bridge_out *out, struct ccn_bridge_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    drive_lower(d, &d->held);
    drive_upper(d, &d->held);
    *in = d->held;
    in->here = d->here;
    in->request_out_ready = rng_percent(d->rng, d->weather.taken);
    in->response_out_ready = rng_percent(d->rng, d->weather.beats);
    in->ask_out_ready = rng_percent(d->rng, d->weather.up);
    in->give_out_ready = rng_percent(d->rng, d->weather.up_beats);
    note_sent(d, out, in);
    d->held.request_in_valid &= !out->request_in_ready;
    d->held.response_in_valid &= !out->response_in_ready;
    d->held.ask_in_valid &= !out->ask_in_ready;
    d->held.give_in_valid &= !out->give_in_ready;
}
