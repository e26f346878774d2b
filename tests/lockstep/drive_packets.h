/* What the drivers of noc_port and its halves draw alike: the weather (rates, packet sizes, clock
 * ratio, classes, for each source, sink and part of the channels its own), which changes every few
 * hundred cycles, so that slots, credits, buffers and message places run full and dry, also those
 * of one class beside those of the others; in a jam nothing is taken until all are full of whole
 * lines, and behind it everything is taken at once, or all but the messages of one sink, which has
 * some channels for itself; in a trickle messages come one by one to a slow network; the node's
 * messages; the router's credits and flits. Wires of the network domain change only after edges
 * with noc_en. */
#ifndef MEMLOOM_DRIVE_PACKETS_H
#define MEMLOOM_DRIVE_PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "drive_random.h"
#include "head_flit.h"
#include "rng.h"

enum { PARTS = 3, STALL = 0, ENDS_MAX = 4, CHANNELS_MAX = 8 };

/* How often which class is drawn. */
struct mix {
    unsigned favourite; /* class */
    unsigned percent;   /* it is drawn at least so often; otherwise any class */
};

struct weather {
    unsigned cycles;           /* until it changes */
    bool together;             /* sources offer, and sinks take, at the same edges */
    unsigned send[ENDS_MAX];   /* percent: a source offers a message */
    struct mix sent[ENDS_MAX]; /* their classes */
    unsigned data;             /* percent: a message carries data */
    unsigned whole;            /* percent of these: all of its line */
    bool jam;                  /* no sink takes, and each gets as many messages as the others */
    unsigned credit[PARTS];    /* percent: the router gives a slot back */
    bool trickle;              /* that is of a channel's last flit: the others leave at once */
    unsigned begin;            /* percent: the router begins a packet */
    unsigned eject;            /* percent: it sends the next flit of one */
    bool in_turn;              /* it ends a packet before it begins another, at full rate */
    bool presses;              /* on whatever channel it may, else on any, if it may */
    struct mix ejected[PARTS]; /* classes of its heads */
    unsigned taken[ENDS_MAX];  /* percent: a sink takes a message */
    unsigned lines;            /* percent: a line of LINE_SOURCE is offered */
    unsigned enable;           /* percent: noc_en; 50 means strictly every other cycle */
};

/* What a driver plays. Sizes first; a half without sources or sinks has 0 of them. */
struct packets {
    struct rng *rng;
    unsigned line_bits, msg_id_bits, vcs, depth;
    unsigned flit_words;
    unsigned sources, sinks;
    unsigned own_classes; /* classes with channels of their own */
    unsigned classes;     /* of messages */
    unsigned line_source; /* whose data come by themselves, from 1 on; 0: nobody's */

    struct weather weather;
    bool noc_en;                       /* of the last cycle */
    unsigned held[CHANNELS_MAX];       /* flits in the router's buffers */
    unsigned credits[CHANNELS_MAX];    /* flits the receiver has room for */
    unsigned flits_left[CHANNELS_MAX]; /* flits to come of the packet under way */
    unsigned heads;                    /* of the jam */
    unsigned lines_ahead;              /* lines that were taken before their messages */
    bool line_offered;                 /* one more is, and stays */
    uint64_t line[PACKET_LINE_WORDS];

    /* The network's wires now. */
    uint64_t router_credit;
    bool eject_valid, eject_tail;
    uint64_t eject_vc, eject_flit[PACKET_FLIT_WORDS];
};

/* A message that a source offers. */
struct sent_message {
    uint64_t class, dest, kind, op, line, id, sectors, data_sectors;
    uint64_t mask[2], data[PACKET_LINE_WORDS];
};

/* To be called once when sizes and rng are set. */
static inline void packets_start(struct packets *p)
{
    for (unsigned vc = 0; vc < p->vcs; vc++)
        p->credits[vc] = p->depth;
}

/* A rate, or a stall until the weather changes. */
static inline unsigned rate_or_stall(struct packets *p)
{
    return rng_percent(p->rng, 25) ? STALL : some_rate(p->rng);
}

static inline struct mix some_mix(struct packets *p)
{
    static const unsigned percents[] = {0, 50, 90, 100};
    return (struct mix){rng_below(p->rng, p->classes), one_of(p->rng, percents, 4)};
}

static inline uint64_t class_of(struct packets *p, struct mix mix)
{
    if (p->weather.jam)
        return p->heads++ % p->classes;
    return rng_percent(p->rng, mix.percent) ? mix.favourite : rng_below(p->rng, p->classes);
}

/* Everything at once, but the messages of one sink. They fill some channels; on the others heads
 * wait a cycle, and data that come behind a gap find their buffer empty. */
static inline void flood_beside_a_stalled_sink(struct packets *p)
{
    struct weather *w = &p->weather;
    unsigned stalled = rng_below(p->rng, p->sinks), open = rng_below(p->rng, PARTS);
    bool slow = rng_percent(p->rng, 50);
    for (unsigned sink = 0; sink < p->sinks; sink++)
        w->taken[sink] = sink == stalled ? STALL : slow ? 15 : 100;
    w->begin = w->eject = 70;
    for (unsigned part = 0; part < PARTS; part++)
        w->ejected[part] = (struct mix){part == open ? (stalled + 1) % p->sinks : stalled, 100};
}

static inline void jam_or_flood(struct packets *p, bool jam)
{
    struct weather *w = &p->weather;
    w->jam = jam;
    w->presses = true;
    w->whole = jam ? 100 : 30;
    w->data = w->begin = w->eject = w->lines = w->enable = 100;
    for (unsigned part = 0; part < PARTS; part++)
        w->credit[part] = jam ? STALL : 100;
    for (unsigned sink = 0; sink < p->sinks; sink++)
        w->taken[sink] = jam ? STALL : 100;
    if (!jam && p->sinks > 1 && rng_percent(p->rng, 50))
        flood_beside_a_stalled_sink(p);
}

/* Once the slots have run empty messages come one by one, hardly any with data, and the router
 * keeps a channel's last flit for a while: each finds the slots empty, and what is in the channels
 * decides which it may take. */
static inline void trickle(struct packets *p)
{
    struct weather *w = &p->weather;
    w->cycles += 300;
    w->trickle = true;
    w->enable = rng_percent(p->rng, 50) ? 50 : 100;
    w->data = 5;
    for (unsigned source = 0; source < p->sources; source++)
        w->send[source] = 5;
    for (unsigned part = 0; part < PARTS; part++)
        w->credit[part] = rng_percent(p->rng, 50) ? 5 : 30;
}

static inline void change_weather(struct packets *p)
{
    static const unsigned enables[] = {10, 50, 50, 80, 100};
    struct weather *w = &p->weather;
    bool was_jam = w->jam;
    *w = (struct weather){
        .cycles = 20 + rng_below(p->rng, 300),
        .together = rng_percent(p->rng, 30),
        .data = some_rate(p->rng),
        .whole = 50,
        .begin = some_rate(p->rng),
        .eject = some_rate(p->rng),
        .lines = some_rate(p->rng),
        .enable = one_of(p->rng, enables, 5),
    };
    if (rng_percent(p->rng, 50)) {
        w->in_turn = true;
        w->eject = 100;
    }
    for (unsigned source = 0; source < p->sources; source++) {
        w->send[source] = some_rate(p->rng);
        w->sent[source] = some_mix(p);
    }
    for (unsigned part = 0; part < PARTS; part++) {
        w->credit[part] = rate_or_stall(p);
        w->ejected[part] = some_mix(p);
    }
    for (unsigned sink = 0; sink < p->sinks; sink++)
        w->taken[sink] = rate_or_stall(p);
    if (was_jam || rng_percent(p->rng, 20))
        jam_or_flood(p, !was_jam);
    else if (p->sources && rng_percent(p->rng, 20))
        trickle(p);
}

/* Mask of the sources or sinks that do it now; together means as often as the first one. */
static inline uint64_t some_of(struct packets *p, const unsigned *percents, unsigned count)
{
    if (p->weather.together)
        return rng_percent(p->rng, percents[0]) ? (UINT64_C(1) << count) - 1 : 0;
    uint64_t mask = 0;
    for (unsigned i = 0; i < count; i++)
        mask |= (uint64_t)rng_percent(p->rng, percents[i]) << i;
    return mask;
}

static inline uint64_t sources_that_send(struct packets *p)
{
    return some_of(p, p->weather.send, p->sources);
}

static inline uint64_t sinks_that_take(struct packets *p)
{
    return some_of(p, p->weather.taken, p->sinks);
}

/* The part of the channels that `vc` belongs to: its class's, or a third of them when they are not
 * split by class. */
static inline unsigned part_of(const struct packets *p, unsigned vc)
{
    unsigned parts = p->own_classes > 1 ? p->own_classes : PARTS;
    return vc * parts / p->vcs;
}

static inline unsigned some_sectors(struct packets *p)
{
    if (!rng_percent(p->rng, p->weather.data))
        return 0;
    if (rng_percent(p->rng, p->weather.whole))
        return 15;
    return rng_percent(p->rng, 50) ? 1u << rng_below(p->rng, 4) : rng_below(p->rng, 16);
}

/* Often one that has a mask: a store or an atomic. */
static inline unsigned some_kind(struct packets *p)
{
    return rng_percent(p->rng, 50) ? 2 + rng_below(p->rng, 2) : rng_below(p->rng, 8);
}

/* The sectors that a reply is to have, often none or all of them: an atomic that asks for none is
 * an answer. */
static inline unsigned some_wanted(struct packets *p)
{
    return rng_percent(p->rng, 50) ? 15 * rng_below(p->rng, 2) : rng_below(p->rng, 16);
}

static inline uint64_t some_line(struct packets *p)
{
    return rng_next(p->rng) >> (64 - p->line_bits);
}

static inline bool message_has_line(const struct sent_message *m)
{
    return m->kind >> 1 & 1;
}

static inline void draw_message(struct packets *p, unsigned source, struct sent_message *m)
{
    m->class = class_of(p, p->weather.sent[source]);
    m->dest = rng_below(p->rng, 1024);
    m->kind = some_kind(p);
    m->op = rng_below(p->rng, 8);
    m->line = some_line(p);
    m->id = rng_next(p->rng) >> (64 - p->msg_id_bits);
    m->sectors = some_wanted(p);
    m->data_sectors = some_sectors(p);
    rng_fill(p->rng, m->mask, 128);
    rng_fill(p->rng, m->data, 1024);
}

/* Of LINE_SOURCE stores and atomics alone have data, and none comes before its line. */
static inline void suit_line(const struct packets *p, unsigned source, struct sent_message *m)
{
    if (source + 1 != p->line_source)
        return;
    m->kind &= p->lines_ahead || p->line_offered ? 3 : 1;
    if (!message_has_line(m))
        m->data_sectors = 0;
}

/* Whether a line is offered. */
static inline bool line_comes(struct packets *p)
{
    if (!p->line_offered && p->line_source && rng_percent(p->rng, p->weather.lines)) {
        p->line_offered = true;
        rng_fill(p->rng, p->line, 64 * PACKET_LINE_WORDS);
    }
    return p->line_offered;
}

/* A line, and a message that has one, may be taken at this edge. */
static inline void lines_taken(struct packets *p, bool line, bool message)
{
    p->line_offered &= !line;
    p->lines_ahead = p->lines_ahead + line - message;
}

/* Makes a random flit a head: its fields fit the port's, its class goes with the weather. */
static inline void shape_head(struct packets *p, unsigned vc, unsigned sectors)
{
    uint64_t *flit = p->eject_flit;
    unsigned high = p->flit_words == PACKET_NARROW_WORDS ? 1 : 3;
    uint64_t drawn = (UINT64_C(1) << HEAD_LINE_AT) - (UINT64_C(1) << HEAD_SRC_AT);
    uint64_t id_high = (UINT64_C(1) << (p->msg_id_bits - HEAD_ID_LOW_BITS)) - 1;
    uint64_t class = class_of(p, p->weather.ejected[part_of(p, vc)]);
    flit[0] = some_line(p) << HEAD_LINE_AT | (flit[0] & drawn) |
              (uint64_t)sectors << HEAD_DATA_SECTORS_AT | some_wanted(p) << HEAD_SECTORS_AT |
              some_kind(p);
    flit[high] &= id_high << HEAD_ID_HIGH_AT | ((UINT64_C(1) << HEAD_CLASS_AT) - 1);
    flit[high] |= (class & 1) << HEAD_CLASS_AT | class >> 1 << HEAD_CLASS_HIGH_AT;
}

/* The next flit of a packet on `vc`: a new head, or data. */
static inline void eject_flit(struct packets *p, unsigned vc)
{
    rng_fill(p->rng, p->eject_flit, 64 * PACKET_FLIT_WORDS);
    if (!p->flits_left[vc]) {
        unsigned sectors = some_sectors(p);
        shape_head(p, vc, sectors);
        p->flits_left[vc] =
            1 + (unsigned)__builtin_popcount(head_pieces(p->eject_flit, p->flit_words));
    }
    p->eject_valid = true;
    p->eject_vc = vc;
    p->eject_tail = !--p->flits_left[vc];
    p->credits[vc]--;
}

/* On which the router sends now, if it may: any, or that of the packet under way. */
static inline unsigned some_channel(struct packets *p)
{
    if (p->weather.in_turn && p->flits_left[p->eject_vc])
        return (unsigned)p->eject_vc;
    unsigned vc = rng_below(p->rng, p->vcs);
    for (unsigned others = p->vcs - 1; p->weather.presses && !p->credits[vc] && others; others--)
        vc = (vc + 1) % p->vcs;
    return vc;
}

static inline unsigned credit_rate(const struct packets *p, unsigned vc)
{
    return p->weather.trickle && p->held[vc] > 1 ? 100 : p->weather.credit[part_of(p, vc)];
}

/* A network edge passed: the router took what was on the port's wires and puts new values on its
 * own. */
static inline void network_edge(struct packets *p)
{
    p->router_credit = 0;
    p->eject_valid = false;
    for (unsigned vc = 0; vc < p->vcs; vc++)
        if (p->held[vc] && rng_percent(p->rng, credit_rate(p, vc))) {
            p->router_credit |= UINT64_C(1) << vc;
            p->held[vc]--;
        }
    unsigned vc = some_channel(p);
    if (p->credits[vc] &&
        rng_percent(p->rng, p->flits_left[vc] ? p->weather.eject : p->weather.begin))
        eject_flit(p, vc);
}

/* Begins a cycle: weather, the network's wires, noc_en. */
static inline void packets_cycle(struct packets *p)
{
    if (!p->weather.cycles--)
        change_weather(p);
    if (p->noc_en)
        network_edge(p);
    p->noc_en = p->weather.enable == 50 ? !p->noc_en : rng_percent(p->rng, p->weather.enable);
}

/* The router takes a flit at this edge. */
static inline void flit_injected(struct packets *p, bool valid, uint64_t vc)
{
    if (p->noc_en && valid)
        p->held[vc]++;
}

/* The router gets credits at this edge. */
static inline void credits_returned(struct packets *p, uint64_t channels)
{
    if (!p->noc_en)
        return;
    for (; channels; channels &= channels - 1)
        p->credits[__builtin_ctzll(channels)]++;
}

#endif
