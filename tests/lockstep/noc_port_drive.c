/* Random traffic for the network interface: the driver plays the node (sources with messages of all
 * sizes and classes, receivers that dawdle or stall for long) and the router, with credits in both
 * directions. Wires of the network domain change only after edges with noc_en. The weather (rates,
 * packet sizes, clock ratio, classes, for each source, sink and part of the channels its own)
 * changes every few hundred cycles, so that slots, credits, buffers and message places run full and
 * dry, also those of one class beside those of the others. */
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
    "VCS=3 DEPTH=1 SLOTS=1 SOURCES=3 CLASSES=3 SINKS=3 MSG_ID_BITS=31",
    "SOURCES=2 CLASSES=2 SINKS=2 MSG_ID_BITS=21",
    "VCS=4 SOURCES=3 CLASSES=2 SINKS=3 MSG_ID_BITS=31",
    "VCS=1 DEPTH=1 SLOTS=1",
    "VCS=1 DEPTH=2 SLOTS=8 LINE_BITS=33",
    "VCS=2 DEPTH=3 SLOTS=3 LINE_BITS=17",
    "VCS=3 DEPTH=5 SLOTS=1",
    "VCS=8 DEPTH=1 SLOTS=5",
    "VCS=8 DEPTH=16 SLOTS=8",
    "SOURCES=2 MSG_ID_BITS=11",
    "VCS=1 DEPTH=1 SLOTS=1 SOURCES=2 SINKS=2 LINE_BITS=33 MSG_ID_BITS=21",
    "VCS=2 DEPTH=1 SLOTS=1 SOURCES=2 CLASSES=2 SINKS=2",
    "VCS=6 DEPTH=3 SLOTS=3 CLASSES=2 SINKS=2",
    "VCS=3 DEPTH=2 SOURCES=2 SLOTS=5 SINKS=2",
    "VCS=8 DEPTH=16 SOURCES=2 SLOTS=8 CLASSES=2 MSG_ID_BITS=21",
    "VCS=6 SOURCES=3 CLASSES=3 SINKS=3 MSG_ID_BITS=31",
    "VCS=2 DEPTH=2 SOURCES=3 SINKS=3 CLASSES=1 MSG_ID_BITS=31",
    "VCS=6 DEPTH=3 SOURCES=3 SLOTS=8 CLASSES=3 SINKS=2 LINE_BITS=33 MSG_ID_BITS=30",
    NULL,
};

enum { PARTS = 3, STALL = 0 };

/* How often which class is drawn. */
struct mix {
    unsigned favourite; /* class */
    unsigned percent;   /* it is drawn at least so often; otherwise any class */
};

struct weather {
    unsigned cycles;                       /* until it changes */
    bool together;                         /* sources offer, and sinks take, at the same edges */
    unsigned send[NOC_PORT_SOURCES_MAX];   /* percent: a source offers a message */
    struct mix sent[NOC_PORT_SOURCES_MAX]; /* their classes */
    unsigned data;                         /* percent: a message carries data */
    unsigned credit[PARTS];                /* percent: the router gives a slot back */
    unsigned eject;                        /* percent: the router sends a flit */
    struct mix ejected[PARTS];             /* classes of its heads */
    unsigned taken[NOC_PORT_SINKS_MAX];    /* percent: a sink takes a message */
    unsigned enable; /* percent: noc_en; 50 means strictly every other cycle */
};

struct driver {
    struct noc_port_params params;
    struct rng *rng;
    struct weather weather;
    unsigned classes;                      /* of messages */
    uint64_t here;                         /* constant for a run */
    bool noc_en;                           /* of the last cycle */
    unsigned held[NOC_PORT_VCS_MAX];       /* flits in the router's buffers */
    unsigned credits[NOC_PORT_VCS_MAX];    /* flits the port has room for */
    unsigned flits_left[NOC_PORT_VCS_MAX]; /* flits to come of the packet under way */
    struct noc_port_in wires;              /* the network's wires now */
    uint64_t eject_flit[PORT_FLIT_WORDS];  /* what the input pointers point at */
    uint64_t send_mask[NOC_PORT_SOURCES_MAX][2];
    uint64_t send_data[NOC_PORT_SOURCES_MAX][16];
};

void *noc_port_drive_new(const struct noc_port_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->classes = params->sinks > 2 ? 3 : 2;
    d->here = rng_below(rng, 1024);
    for (unsigned vc = 0; vc < params->vcs; vc++)
        d->credits[vc] = params->depth;
    return d;
}

void noc_port_drive_free(void *driver)
{
    free(driver);
}

/* A rate, or a stall until the weather changes. */
static unsigned rate_or_stall(struct driver *d)
{
    return rng_percent(d->rng, 25) ? STALL : some_rate(d->rng);
}

static struct mix some_mix(struct driver *d)
{
    static const unsigned percents[] = {0, 50, 90, 100};
    return (struct mix){rng_below(d->rng, d->classes), one_of(d->rng, percents, 4)};
}

static uint64_t class_of(struct driver *d, struct mix mix)
{
    return rng_percent(d->rng, mix.percent) ? mix.favourite : rng_below(d->rng, d->classes);
}

static void change_weather(struct driver *d)
{
    static const unsigned enables[] = {10, 50, 50, 80, 100};
    struct weather *w = &d->weather;
    *w = (struct weather){
        .cycles = 20 + rng_below(d->rng, 300),
        .together = rng_percent(d->rng, 30),
        .data = some_rate(d->rng),
        .eject = some_rate(d->rng),
        .enable = one_of(d->rng, enables, 5),
    };
    for (unsigned source = 0; source < d->params.sources; source++) {
        w->send[source] = some_rate(d->rng);
        w->sent[source] = some_mix(d);
    }
    for (unsigned part = 0; part < PARTS; part++) {
        w->credit[part] = rate_or_stall(d);
        w->ejected[part] = some_mix(d);
    }
    for (unsigned sink = 0; sink < d->params.sinks; sink++)
        w->taken[sink] = rate_or_stall(d);
}

/* Mask of the sources or sinks that do it now; together means as often as the first one. */
static uint64_t some_of(struct driver *d, const unsigned *percents, unsigned count)
{
    if (d->weather.together)
        return rng_percent(d->rng, percents[0]) ? (UINT64_C(1) << count) - 1 : 0;
    uint64_t mask = 0;
    for (unsigned i = 0; i < count; i++)
        mask |= (uint64_t)rng_percent(d->rng, percents[i]) << i;
    return mask;
}

/* The part of the channels that `vc` belongs to: its class's, or a third of them when they are not
 * split by class. */
static unsigned part_of(const struct driver *d, unsigned vc)
{
    unsigned parts = d->params.classes > 1 ? d->params.classes : PARTS;
    return vc * parts / d->params.vcs;
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

static void drive_send(struct driver *d, unsigned source, struct noc_port_in *in)
{
    in->send_class[source] = class_of(d, d->weather.sent[source]);
    in->send_dest[source] = rng_below(d->rng, 1024);
    in->send_kind[source] = rng_below(d->rng, 8);
    in->send_op[source] = rng_below(d->rng, 8);
    in->send_line[source] = some_line(d);
    in->send_id[source] = rng_next(d->rng) >> (64 - d->params.msg_id_bits);
    in->send_sectors[source] = rng_below(d->rng, 16);
    in->send_data_sectors[source] = some_sectors(d);
    rng_fill(d->rng, d->send_mask[source], 128);
    rng_fill(d->rng, d->send_data[source], 1024);
    in->send_mask[source] = d->send_mask[source];
    in->send_data[source] = d->send_data[source];
}

/* Makes a random flit a head: its fields fit the port's, its class goes with the weather. */
static void shape_head(struct driver *d, unsigned vc, unsigned sectors)
{
    uint64_t low = d->eject_flit[0] & ((UINT64_C(1) << 31) - 1) & ~(UINT64_C(15) << 7);
    uint64_t id_high = (UINT64_C(1) << (d->params.msg_id_bits - 10)) - 1;
    uint64_t class = class_of(d, d->weather.ejected[part_of(d, vc)]);
    d->eject_flit[0] = some_line(d) << 31 | low | (uint64_t)sectors << 7;
    d->eject_flit[3] &= id_high << 14 | ((UINT64_C(1) << 13) - 1);
    d->eject_flit[3] |= (class & 1) << 13 | class >> 1 << 35;
}

/* The next flit of a packet on `vc`: a new head, or data. */
static void eject_flit(struct driver *d, unsigned vc)
{
    rng_fill(d->rng, d->eject_flit, 64 * PORT_FLIT_WORDS);
    if (!d->flits_left[vc]) {
        unsigned sectors = some_sectors(d);
        shape_head(d, vc, sectors);
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
        if (d->held[vc] && rng_percent(d->rng, d->weather.credit[part_of(d, vc)])) {
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
    in->recv_ready = some_of(d, d->weather.taken, d->params.sinks);
    in->send_valid = some_of(d, d->weather.send, d->params.sources);
    for (unsigned source = 0; source < d->params.sources; source++)
        drive_send(d, source, in);
    if (d->noc_en) {
        if (out->inject_valid)
            d->held[out->inject_vc]++;
        for (uint64_t rest = out->port_credit; rest; rest &= rest - 1)
            d->credits[__builtin_ctzll(rest)]++;
    }
}
