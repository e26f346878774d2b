/* Random traffic for the network interface: the driver plays the node (messages of all sizes, a
 * receiver that dawdles) and the router, with credits in both directions. Wires of the network
 * domain change only after edges with noc_en. The weather (rates, packet sizes, clock ratio)
 * changes every few hundred cycles, so that slots, credits, buffers and message places run full and
 * dry. */
#include <stdlib.h>

#include "drive_random.h"
#include "noc_port.h"
#include "rng.h"
#include "util.h"

extern const char *const noc_port_configs[];
void *noc_port_drive_new(const struct noc_port_params *, struct rng *);
void noc_port_drive(void *, const struct noc_port_out *, struct noc_port_in *);
void noc_port_drive_free(void *);

const char *const noc_port_configs[] = {
    "",
    "VCS=1 DEPTH=1 SLOTS=1",
    "VCS=1 DEPTH=2 SLOTS=8 LINE_BITS=33",
    "VCS=2 DEPTH=3 SLOTS=3 LINE_BITS=17",
    "VCS=3 DEPTH=5 SLOTS=1",
    "VCS=8 DEPTH=1 SLOTS=5",
    "VCS=8 DEPTH=16 SLOTS=8",
    NULL,
};

struct weather {
    unsigned cycles; /* until it changes */
    unsigned send;   /* percent: a message is offered */
    unsigned data;   /* percent: a message carries data */
    unsigned credit; /* percent: the router gives a slot back */
    unsigned eject;  /* percent: the router sends a flit */
    unsigned taken;  /* percent: a received message is taken */
    unsigned enable; /* percent: noc_en; 50 means strictly every other cycle */
};

struct driver {
    struct noc_port_params params;
    struct rng *rng;
    struct weather weather;
    uint64_t here;                         /* constant for a run */
    bool noc_en;                           /* of the last cycle */
    unsigned held[NOC_PORT_VCS_MAX];       /* flits in the router's buffers */
    unsigned credits[NOC_PORT_VCS_MAX];    /* flits the port has room for */
    unsigned flits_left[NOC_PORT_VCS_MAX]; /* flits to come of the packet under way */
    struct noc_port_in wires;              /* the network's wires now */
    uint64_t eject_flit[PORT_FLIT_WORDS];  /* what the input pointers point at */
    uint64_t send_mask[2];
    uint64_t send_data[16];
};

void *noc_port_drive_new(const struct noc_port_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->here = rng_below(rng, 1024);
    for (unsigned vc = 0; vc < params->vcs; vc++)
        d->credits[vc] = params->depth;
    return d;
}

void noc_port_drive_free(void *driver)
{
    free(driver);
}

static void change_weather(struct driver *d)
{
    static const unsigned enables[] = {10, 50, 50, 80, 100};
    d->weather = (struct weather){
        .cycles = 20 + rng_below(d->rng, 300),
        .send = some_rate(d->rng),
        .data = some_rate(d->rng),
        .credit = some_rate(d->rng),
        .eject = some_rate(d->rng),
        .taken = some_rate(d->rng),
        .enable = one_of(d->rng, enables, 5),
    };
}

static unsigned some_sectors(struct driver *d)
{
    return !rng_percent(d->rng, d->weather.data) ? 0
           : rng_percent(d->rng, 50)             ? 15
                                                 : rng_below(d->rng, 16);
}

static uint64_t some_line(struct driver *d)
{
    return rng_next(d->rng) >> (64 - d->params.line_bits);
}

static void drive_send(struct driver *d, struct noc_port_in *in)
{
    in->send_valid = rng_percent(d->rng, d->weather.send);
    in->send_dest = rng_below(d->rng, 1024);
    in->send_kind = rng_below(d->rng, 8);
    in->send_op = rng_below(d->rng, 8);
    in->send_line = some_line(d);
    in->send_id = rng_below(d->rng, 1024);
    in->send_sectors = rng_below(d->rng, 16);
    in->send_data_sectors = some_sectors(d);
    rng_fill(d->rng, d->send_mask, 128);
    rng_fill(d->rng, d->send_data, 1024);
    in->send_mask = d->send_mask;
    in->send_data = d->send_data;
}

/* The next flit of a packet on `vc`: a new head (its line field fits the port's lines), or data. */
static void eject_flit(struct driver *d, unsigned vc)
{
    rng_fill(d->rng, d->eject_flit, 64 * PORT_FLIT_WORDS);
    if (!d->flits_left[vc]) {
        unsigned sectors = some_sectors(d);
        uint64_t low = d->eject_flit[0] & ((UINT64_C(1) << 31) - 1) & ~(UINT64_C(15) << 7);
        d->eject_flit[0] = some_line(d) << 31 | low | (uint64_t)sectors << 7;
        d->flits_left[vc] = 1 + (unsigned)__builtin_popcount(sectors);
    }
    d->wires.eject_valid = true;
    d->wires.eject_vc = vc;
    d->wires.eject_tail = !--d->flits_left[vc];
    d->credits[vc]--;
}

/* A network edge passed: the router took what was on the port's wires and puts new values on its
 * own. */
static void network_edge(struct driver *d)
{
    d->wires.router_credit = 0;
    d->wires.eject_valid = false;
    for (unsigned vc = 0; vc < d->params.vcs; vc++)
        if (d->held[vc] && rng_percent(d->rng, d->weather.credit)) {
            d->wires.router_credit |= UINT64_C(1) << vc;
            d->held[vc]--;
        }
    unsigned vc = rng_below(d->rng, d->params.vcs);
    if (d->credits[vc] && rng_percent(d->rng, d->weather.eject))
        eject_flit(d, vc);
}

void noc_port_drive(void *driver, const struct noc_port_out *out, struct noc_port_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    if (d->noc_en)
        network_edge(d);
    d->noc_en = d->weather.enable == 50 ? !d->noc_en : rng_percent(d->rng, d->weather.enable);
    *in = d->wires;
    in->eject_flit = d->eject_flit;
    in->noc_en = d->noc_en;
    in->here = d->here;
    in->recv_ready = rng_percent(d->rng, d->weather.taken);
    drive_send(d, in);
    if (d->noc_en) {
        if (out->inject_valid)
            d->held[out->inject_vc]++;
        for (uint64_t rest = out->port_credit; rest; rest &= rest - 1)
            d->credits[__builtin_ctzll(rest)]++;
    }
}
