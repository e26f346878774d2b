/* Random flits for the router's queues: first every slot is written once, then spells of bursts
 * and pauses on both sides. One VC of an input at a time, none popped empty, none filled when full.
 */
#include <stdlib.h>
#include <string.h>

#include "drive_random.h"
#include "rng.h"
#include "router_queues.h"
#include "util.h"

extern const char *const router_queues_configs[];
void *router_queues_drive_new(const struct router_queues_params *, struct rng *);
void router_queues_drive(void *, const struct router_queues_out *, struct router_queues_in *);
void router_queues_drive_free(void *);
bool router_queues_drive_is_defined(const void *);

const char *const router_queues_configs[] = {
    "",
    "ROUTE_LATE=0",
    "INPUTS=1 VCS=1 DEPTH=1 PORT_BITS=1",
    "INPUTS=3 VCS=3 DEPTH=5 PORT_BITS=2",
    "INPUTS=5 VCS=1 DEPTH=2 PORT_BITS=3 ROUTE_LATE=0",
    "INPUTS=16 VCS=8 DEPTH=16 PORT_BITS=4",
    "INPUTS=80 VCS=1 DEPTH=8 PORT_BITS=6",
    "INPUTS=65 VCS=2 DEPTH=3 PORT_BITS=7 ROUTE_LATE=0",
    NULL,
};

enum { INPUT_WORDS = ROUTER_QUEUES_INPUTS_MAX / 64 };

struct driver {
    struct router_queues_params params;
    struct rng *rng;
    bool filling;             /* not all slots were written so far */
    bool fresh;               /* flits came at the last edge with en */
    unsigned cycles;          /* until the rates change */
    unsigned arrive, pop, en; /* percent */
    /* inputs, wide ones: per VC, of tails, per bit of a route */
    uint64_t arriving[ROUTER_QUEUES_VCS_MAX][INPUT_WORDS];
    uint64_t leaving[ROUTER_QUEUES_VCS_MAX][INPUT_WORDS];
    uint64_t body[ROUTER_QUEUES_VCS_MAX][INPUT_WORDS];
    uint64_t tails[INPUT_WORDS], routes[ROUTER_QUEUES_PORT_BITS_MAX][INPUT_WORDS];
    unsigned count[ROUTER_QUEUES_VCS_MAX][ROUTER_QUEUES_INPUTS_MAX]; /* flits queued */
};

void *router_queues_drive_new(const struct router_queues_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->filling = true;
    return d;
}

void router_queues_drive_free(void *driver)
{
    free(driver);
}

/* Tails and routes are undefined until they were written, those of free slots, too. */
bool router_queues_drive_is_defined(const void *driver)
{
    const struct driver *d = driver;
    return !d->filling;
}

static bool is_full(const struct driver *d)
{
    for (unsigned v = 0; v < d->params.vcs; v++)
        for (unsigned i = 0; i < d->params.inputs; i++)
            if (d->count[v][i] < d->params.depth)
                return false;
    return true;
}

static void new_rates(struct driver *d)
{
    d->cycles = rng_below(d->rng, 100);
    d->arrive = d->filling ? 100 : some_queue_rate(d->rng);
    d->pop = d->filling ? 0 : some_queue_rate(d->rng);
    d->en = some_queue_rate(d->rng);
}

/* Chooses a VC of the input whose flits are between the bounds, if the first one tried is none,
 * the next; `set` is the side's mask per VC. */
static bool choose_vc(struct driver *d, unsigned i, unsigned low, unsigned high,
                      uint64_t (*set)[INPUT_WORDS])
{
    unsigned v = rng_below(d->rng, d->params.vcs);
    for (unsigned tried = 0; tried < d->params.vcs; tried++, v++) {
        v = v == d->params.vcs ? 0 : v;
        if (d->count[v][i] >= low && d->count[v][i] <= high) {
            set[v][i / 64] |= UINT64_C(1) << i % 64;
            return true;
        }
    }
    return false;
}

static unsigned has(const uint64_t *set, unsigned i)
{
    return set[i / 64] >> i % 64 & 1;
}

/* The edge comes with en: what it does to the counts, and to the packets in front. */
static void count_flits(struct driver *d, const struct router_queues_out *out)
{
    for (unsigned v = 0; v < d->params.vcs; v++) {
        for (unsigned i = 0; i < d->params.inputs; i++)
            d->count[v][i] += has(d->arriving[v], i) - has(d->leaving[v], i);
        for (unsigned word = 0; word < INPUT_WORDS; word++)
            d->body[v][word] =
                (d->body[v][word] | d->leaving[v][word]) & ~(d->leaving[v][word] & out->front_tail[v][word]);
    }
}

static void some_inputs(struct driver *d, uint64_t *set)
{
    for (unsigned word = 0; word < INPUT_WORDS; word++)
        set[word] = rng_next(d->rng);
}

/* The wires show the driver's sets. */
static void point(struct driver *d, struct router_queues_in *in)
{
    for (unsigned v = 0; v < d->params.vcs; v++) {
        in->arrive[v] = d->arriving[v];
        in->pop[v] = d->leaving[v];
        in->body[v] = d->body[v];
    }
    in->arrive_tail = d->tails;
    for (unsigned b = 0; b < d->params.port_bits; b++)
        in->route[b] = d->routes[b];
}

void router_queues_drive(void *driver, const struct router_queues_out *out,
                         struct router_queues_in *in)
{
    struct driver *d = driver;
    unsigned inputs = d->params.inputs;
    bool arrives = false;
    if (d->filling && is_full(d) && !d->fresh) {
        d->filling = false;
        d->cycles = 0;
    }
    if (!d->cycles--)
        new_rates(d);
    memset(in, 0, sizeof *in);
    memset(d->arriving, 0, sizeof d->arriving);
    memset(d->leaving, 0, sizeof d->leaving);
    point(d, in);
    in->en = rng_percent(d->rng, d->en);
    for (unsigned i = 0; i < inputs; i++) { /* without en they stay */
        if (rng_percent(d->rng, d->arrive))
            arrives |= choose_vc(d, i, 0, d->params.depth - 1, d->arriving);
        if (rng_percent(d->rng, d->pop))
            choose_vc(d, i, 1, d->params.depth, d->leaving);
    }
    some_inputs(d, d->tails);
    for (unsigned b = 0; b < d->params.port_bits; b++)
        some_inputs(d, d->routes[b]);
    if (!in->en)
        return;
    d->fresh = arrives;
    count_flits(d, out);
}
