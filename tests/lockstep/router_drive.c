/* Random traffic for the router: legal (credits obeyed, heads after tails, ports that exist) but
 * adversarial. The weather changes every few hundred cycles: load, packet length, a favourite
 * output, how fast downstream gives credits back, how often noc_en comes; so buffers run full and
 * dry and single VCs stream back to back. */
#include <stdlib.h>
#include <string.h>

#include "drive.h"
#include "drive_random.h"
#include "route_digit.h"
#include "route_xy.h"
#include "router.h"
#include "router_drive.h"
#include "util.h"

extern const char *const router_configs[];

const char *const router_configs[] = {
    "",
    "STAGES=3",
    "STAGES=2",
    "VCS=1 DEPTH=8",
    "VCS=1 DEPTH=1",
    "VCS=1 DEPTH=2 STAGES=2",
    "VCS=2 DEPTH=1 CLASSES=2 STAGES=3 FLIT_BITS=32 DEST_LSB=20",
    "INPUTS=3 OUTPUTS=4 VCS=3 DEPTH=3 FLIT_BITS=70 DEST_LSB=58",
    "INPUTS=3 OUTPUTS=4 VCS=8 DEPTH=5 CLASSES=4 STAGES=2 FLIT_BITS=64 DEST_LSB=0 COORD_BITS=2",
    "INPUTS=1 OUTPUTS=1 VCS=2 DEPTH=2 FLIT_BITS=16 DEST_LSB=1",
    "INPUTS=16 OUTPUTS=16 VCS=2 DEPTH=4 FLIT_BITS=40 DEST_LSB=30 STAGES=3",
    "CLASSES=2",
    "CLASSES=4",
    "INPUTS=3 OUTPUTS=4 VCS=7 DEPTH=2 CLASSES=7 STAGES=3 FLIT_BITS=64 DEST_LSB=0 COORD_BITS=2",
    "INPUTS=6 OUTPUTS=6 CLASSES=2 ROUTE=1 DIGIT_LSB=3",
    "INPUTS=3 OUTPUTS=4 VCS=6 DEPTH=2 SPEEDUP=2 CLASSES=3 STAGES=2 FLIT_BITS=64 DEST_LSB=0 "
    "COORD_BITS=2",
    "INPUTS=16 OUTPUTS=16 VCS=4 DEPTH=2 STAGES=3 FLIT_BITS=40 DEST_LSB=30 ROUTE=1 DIGIT_LSB=4",
    "INPUTS=10 OUTPUTS=8 VCS=1 DEPTH=8 FLIT_BITS=40 DEST_LSB=30 ROUTE=1 DIGIT_LSB=3",
    "INPUTS=6 OUTPUTS=6 VCS=6 DEPTH=3 SPEEDUP=2 CLASSES=2 ESCAPE=1 ROUTE=1 DIGIT_LSB=3",
    "INPUTS=28 OUTPUTS=8 VCS=4 DEPTH=4 CLASSES=4 FLIT_BITS=16 DEST_LSB=3 ROUTE=1",
    "INPUTS=66 OUTPUTS=4 VCS=1 DEPTH=4 FLIT_BITS=16 DEST_LSB=3 ROUTE=1",
    "INPUTS=4 OUTPUTS=66 VCS=1 DEPTH=2 STAGES=3 FLIT_BITS=16 DEST_LSB=3 ROUTE=1",
    "INPUTS=8 OUTPUTS=1 VCS=2 DEPTH=4 CLASSES=2 FLIT_BITS=40 DEST_LSB=30 ROUTE=1",
    "INPUTS=1 OUTPUTS=8 VCS=1 DEPTH=8 STAGES=2 FLIT_BITS=40 DEST_LSB=30 ROUTE=1",
    "SPEEDUP=2",
    "VCS=2 DEPTH=8 SPEEDUP=2 STAGES=3",
    "INPUTS=10 OUTPUTS=8 VCS=2 DEPTH=8 SPEEDUP=2 CLASSES=2 FLIT_BITS=40 DEST_LSB=30 ROUTE=1",
    "INPUTS=4 OUTPUTS=4 STAGES=2 FLIT_BITS=64 DEST_LSB=50 ROUTE=1 DIGIT_LSB=8",
    "INPUTS=3 OUTPUTS=2 VCS=8 DEPTH=1 SPEEDUP=2 CLASSES=8 FLIT_BITS=64 DEST_LSB=0 COORD_BITS=2",
    "INPUTS=1 OUTPUTS=1 VCS=2 DEPTH=2 SPEEDUP=2 FLIT_BITS=16 DEST_LSB=1",
    "INPUTS=40 OUTPUTS=4 VCS=4 DEPTH=2 SPEEDUP=2 CLASSES=2 FLIT_BITS=16 DEST_LSB=3 ROUTE=1",
    "CLASSES=2 ESCAPE=1",
    "CLASSES=2 ESCAPE=1 STAGES=2",
    "INPUTS=3 OUTPUTS=4 VCS=2 DEPTH=1 CLASSES=2 ESCAPE=1 STAGES=3 FLIT_BITS=512 DEST_LSB=54",
    "INPUTS=4 OUTPUTS=1 VCS=3 DEPTH=2 CLASSES=2 ESCAPE=1 FLIT_BITS=40 DEST_LSB=29 STAGES=2",
    "INPUTS=20 OUTPUTS=4 VCS=4 DEPTH=2 CLASSES=2 ESCAPE=1 FLIT_BITS=16 DEST_LSB=3 ROUTE=1",
    NULL,
};

struct source_vc {
    unsigned left;    /* flits of the packet that are still to come; 0: none under way */
    unsigned credits; /* free slots in the router */
    uint64_t dest;    /* {y, x} of the packet under way */
};

struct weather {
    unsigned cycles;    /* until it changes */
    unsigned load;      /* percent: an input sends */
    unsigned drain;     /* percent: a downstream VC gives a slot back */
    unsigned enable;    /* percent: noc_en */
    unsigned flits_max; /* packet length 1..this */
    unsigned favourite; /* percent: the packet goes to the favourite output */
    unsigned output;    /* the favourite */
    unsigned vcs;       /* mask of VCs that start packets */
    unsigned late;      /* percent: the packet is of class 1 (ESCAPE) */
};

struct driver {
    struct router_params params;
    struct rng *rng;
    uint64_t here_x, here_y;
    struct weather weather;
    struct source_vc source[ROUTER_INPUTS_MAX][ROUTER_VCS_MAX];
    unsigned downstream[ROUTER_OUTPUTS_MAX][ROUTER_VCS_MAX]; /* flits held behind each output VC */
    uint64_t flit[ROUTER_INPUTS_MAX][FLIT_WORDS];
    uint64_t valid[ROUTER_IN_WORDS], tail[ROUTER_IN_WORDS];
    struct router_in wires; /* as the neighbours' registers drive them */
    bool stands;            /* they do not change before the next edge with noc_en */
    bool rests;             /* router_drive_rest */
};

void *router_drive_new(const struct router_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->here_x = rng_below(rng, 1u << params->coord_bits);
    d->here_y = rng_below(rng, 1u << params->coord_bits);
    for (unsigned i = 0; i < params->inputs; i++)
        for (unsigned v = 0; v < params->vcs; v++)
            d->source[i][v].credits = params->depth;
    return d;
}

void router_drive_free(void *driver)
{
    free(driver);
}

static void change_weather(struct driver *d)
{
    static const unsigned percents[] = {5, 30, 70, 100, 100}, lengths[] = {1, 1, 2, 5, 9};
    struct weather *w = &d->weather;
    unsigned ports = d->params.route ? ROUTER_OUTPUTS_MAX : MESH_PORTS;
    unsigned outputs = d->params.outputs < ports ? d->params.outputs : ports;
    w->cycles = 20 + rng_below(d->rng, 300);
    w->load = one_of(d->rng, percents, 5);
    w->drain = one_of(d->rng, percents, 5);
    w->enable = one_of(d->rng, percents + 2, 3);
    w->flits_max = one_of(d->rng, lengths, 5);
    w->favourite = one_of(d->rng, percents, 4);
    w->output = rng_below(d->rng, outputs);
    w->late = rng_percent(d->rng, 40) ? 50 : 100 * rng_below(d->rng, 2);
    w->vcs = rng_percent(d->rng, 50) ? ~0u : 1u << rng_below(d->rng, d->params.vcs);
}

static unsigned port_of(const struct driver *d, uint64_t dest)
{
    unsigned bits = d->params.coord_bits, mask = (1u << bits) - 1;
    if (d->params.outputs == 1)
        return 0;
    if (d->params.route)
        return route_digit((unsigned)dest, d->params.digit_lsb, log2_ceil(d->params.outputs));
    return route_xy((unsigned)d->here_x, (unsigned)d->here_y, (unsigned)dest & mask,
                    (unsigned)dest >> bits);
}

/* A destination whose port exists; when luck fails one whose port is 0, which always exists. */
static uint64_t pick_dest(struct driver *d)
{
    bool favourite = rng_percent(d->rng, d->weather.favourite);
    for (unsigned tries = 0; tries < 40; tries++) {
        uint64_t dest = rng_below(d->rng, 1u << 2 * d->params.coord_bits);
        if (rng_percent(d->rng, 50)) /* the same column, as half of the ports need */
            dest = (dest >> d->params.coord_bits << d->params.coord_bits) | d->here_x;
        unsigned port = port_of(d, dest);
        if (port < d->params.outputs && (!favourite || port == d->weather.output))
            return dest;
    }
    return d->params.route ? 0 : d->here_y << d->params.coord_bits | d->here_x;
}

static void put_bits(uint64_t *words, unsigned lsb, unsigned bits, uint64_t value)
{
    for (unsigned b = 0; b < bits; b++) {
        uint64_t bit = UINT64_C(1) << (lsb + b) % 64;
        words[(lsb + b) / 64] &= ~bit;
        words[(lsb + b) / 64] |= value >> b & 1 ? bit : 0;
    }
}

/* The next flit of VC v on input i; starts a packet when none is under way. */
static void send(struct driver *d, struct router_in *in, unsigned i, unsigned v)
{
    struct source_vc *source = &d->source[i][v];
    for (unsigned word = 0; word < FLIT_WORDS; word++)
        d->flit[i][word] = rng_next(d->rng);
    if (!source->left) {
        source->left = 1 + rng_below(d->rng, d->weather.flits_max);
        source->dest = pick_dest(d);
        put_bits(d->flit[i], d->params.dest_lsb, 2 * d->params.coord_bits, source->dest);
        bool late = rng_percent(d->rng, d->weather.late) || v == d->params.vcs - 1;
        if (d->params.escape)
            put_bits(d->flit[i], d->params.dest_lsb + 2 * d->params.coord_bits, 1, late);
    }
    source->left--;
    source->credits--;
    d->valid[i / 64] |= UINT64_C(1) << i % 64;
    d->tail[i / 64] |= (uint64_t)!source->left << i % 64;
    in->in_vc[i] = v;
    in->in_flit[i] = d->flit[i];
}

static void drive_input(struct driver *d, struct router_in *in, unsigned i)
{
    unsigned starts = d->rests ? 0 : d->weather.vcs;
    if (!rng_percent(d->rng, d->rests ? 100 : d->weather.load))
        return;
    unsigned start = rng_below(d->rng, d->params.vcs);
    for (unsigned n = 0; n < d->params.vcs; n++) {
        unsigned v = (start + n) % d->params.vcs;
        const struct source_vc *source = &d->source[i][v];
        if (source->credits && (source->left || starts >> v & 1)) {
            send(d, in, i, v);
            return;
        }
    }
}

/* What the router's outputs say in a cycle that ends with a network edge. */
static void take_outputs(struct driver *d, const struct router_out *out)
{
    for (unsigned i = 0; i < d->params.inputs; i++)
        for (unsigned v = 0; v < d->params.vcs; v++)
            d->source[i][v].credits += out->in_credit[i] >> v & 1;
    for (unsigned o = 0; o < d->params.outputs; o++)
        if (out->out_valid[o / 64] >> o % 64 & 1)
            d->downstream[o][out->out_vc[o]]++;
}

static void drain(struct driver *d, struct router_in *in, unsigned o)
{
    for (unsigned v = 0; v < d->params.vcs; v++) {
        if (d->downstream[o][v] && (d->rests || rng_percent(d->rng, d->weather.drain))) {
            d->downstream[o][v]--;
            in->out_credit[o] |= UINT64_C(1) << v;
        }
    }
}

/* At edges with noc_en the wires change. */
static void change_wires(struct driver *d, const struct router_out *out)
{
    struct router_in *in = &d->wires;
    *in = (struct router_in){
        .in_valid = d->valid, .in_tail = d->tail, .here_x = d->here_x, .here_y = d->here_y};
    memset(d->valid, 0, sizeof d->valid);
    memset(d->tail, 0, sizeof d->tail);
    /* Both neighbours are registered: what they see now changes their wires in the next cycle. */
    for (unsigned o = 0; o < d->params.outputs; o++)
        drain(d, in, o);
    for (unsigned i = 0; i < d->params.inputs; i++)
        drive_input(d, in, i);
    take_outputs(d, out);
}

void router_drive(void *driver, const struct router_out *out, struct router_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    if (!d->stands)
        change_wires(d, out);
    *in = d->wires;
    in->noc_en = rng_percent(d->rng, d->weather.enable);
    d->stands = !in->noc_en;
}

void router_drive_rest(void *driver, bool rests)
{
    struct driver *d = driver;
    d->rests = rests;
}

bool router_drive_is_drained(const void *driver)
{
    const struct driver *d = driver;
    for (unsigned i = 0; i < d->params.inputs; i++)
        for (unsigned v = 0; v < d->params.vcs; v++)
            if (d->source[i][v].left || d->source[i][v].credits != d->params.depth)
                return false;
    for (unsigned o = 0; o < d->params.outputs; o++) {
        for (unsigned v = 0; v < d->params.vcs; v++)
            if (d->downstream[o][v])
                return false;
        if (d->wires.out_credit[o])
            return false;
    }
    return true;
}
