/* An MSHR that sends messages of every kind of few lines, whose reads have a free entry each; a
 * network that gives reads back in any order, by its buffer, by its ring, or with a line; an L2
 * that answers. Each at rates that change. Two reads of one line are under way at times, as after a
 * kernel boundary. Beside it a requester, whose messages homes answer, or L2; sets of each parity
 * are shared or not. Now and then a kernel only reads private sets, so that many entries are in the
 * network at a time. */
#include <stdlib.h>

#include "ccn_port.h"
#include "drive_random.h"
#include "message.h"
#include "util.h"

extern const char *const ccn_port_configs[];
void *ccn_port_drive_new(const struct ccn_port_params *, struct rng *);
void ccn_port_drive(void *, const struct ccn_port_out *, struct ccn_port_in *);
void ccn_port_drive_free(void *);

const char *const ccn_port_configs[] = {
    "REGIONS=16",
    "ENTRIES=1 LINE_BITS=17 REGIONS=4 ID_BITS=4",
    "ENTRIES=64 LINE_BITS=33 REGIONS=1024 ID_BITS=10",
    "ENTRIES=5 MSG_ID_BITS=21 REGIONS=4",
    "MSG_ID_BITS=21 ID_BITS=18 REGIONS=32 SETS=64 HASH_INDEX=2",
    "ENTRIES=8 LINE_BITS=17 MSG_ID_BITS=21 SETS=2 HASH_INDEX=1",
    NULL,
};

enum { LINES = 12, OTHERS_MAX = 8, KERNELS_THAT_READ = 30 /* percent */ };

/* Where the read of an entry is. */
enum place { FREE, ASKED, IN_NETWORK, ON_ITS_WAY, AT_L2, ANSWERED };

struct weather {
    unsigned cycles;             /* until it changes */
    unsigned request, reads;     /* percent: a message; of these a read */
    unsigned send, miss, answer; /* percent: taken */
    unsigned give, reply;        /* percent: something comes back */
    unsigned flush, skip;        /* per mille; percent */
    unsigned away, taken, home;  /* percent: the requester sends; that is taken; a home answers */
    unsigned remote, turn;       /* percent: a message is of another core; organization changes */
    unsigned again;              /* percent: the L1 may hold its line before it ends */
};

struct driver {
    struct ccn_port_params params;
    struct rng *rng;
    struct weather weather;
    uint64_t lines[LINES];
    struct {
        enum place place;
        uint64_t line;
    } entries[CCN_PORT_ENTRIES_MAX];
    unsigned others;         /* messages at L2 that are no reads */
    unsigned homes;          /* messages of the requester at homes */
    bool to_home, rests;     /* so is its offer; it sent one at the last edge */
    struct ccn_port_in held; /* offers that were not taken */
    unsigned asking;         /* entry of the read that the block took last */
    uint64_t mask[2], data[2][CCN_PORT_LINE_WORDS];
};

void *ccn_port_drive_new(const struct ccn_port_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void ccn_port_drive_free(void *driver)
{
    free(driver);
}

static void change_weather(struct driver *d)
{
    static const unsigned mixes[] = {0, 50, 90, 100}, flushes[] = {0, 0, 5, 100};
    static const unsigned skips[] = {0, 0, 30, 100};
    d->weather = (struct weather){.cycles = 20 + rng_below(d->rng, 300),
                                  .request = some_rate(d->rng),
                                  .reads = one_of(d->rng, mixes, 4),
                                  .send = some_queue_rate(d->rng),
                                  .miss = some_queue_rate(d->rng),
                                  .answer = some_queue_rate(d->rng),
                                  .give = some_rate(d->rng),
                                  .reply = some_rate(d->rng),
                                  .flush = one_of(d->rng, flushes, 4),
                                  .skip = one_of(d->rng, skips, 4),
                                  .away = one_of(d->rng, skips, 4),
                                  .taken = some_queue_rate(d->rng),
                                  .home = some_rate(d->rng),
                                  .remote = one_of(d->rng, skips, 3),
                                  .turn = one_of(d->rng, skips, 3),
                                  .again = one_of(d->rng, skips, 3)};
    if (rng_percent(d->rng, KERNELS_THAT_READ)) {
        d->weather.request = d->weather.reads = d->weather.flush = 100;
        d->weather.send = d->weather.miss = d->weather.answer = d->weather.reply = d->weather.home =
            80;
        d->weather.give = 10;
        d->weather.skip = d->weather.away = d->weather.remote = d->weather.turn = d->weather.again =
            0;
        d->held.share_even = d->held.share_odd = false;
    }
    for (unsigned i = 0; i < LINES; i++)
        d->lines[i] = rng_next(d->rng) >> (64 - d->params.line_bits);
}

/* Any entry that is there, or ENTRIES. */
static unsigned some_entry(struct driver *d, enum place place)
{
    unsigned first = rng_below(d->rng, d->params.entries);
    for (unsigned i = 0; i < d->params.entries; i++) {
        unsigned entry = (first + i) % d->params.entries;
        if (d->entries[entry].place == place)
            return entry;
    }
    return d->params.entries;
}

/* Of a message that is no read of an entry: whatever the network carries. */
static uint64_t some_id(const struct driver *d)
{
    return rng_next(d->rng) >> (64 - d->params.msg_id_bits);
}

static void offer_request(struct driver *d, struct ccn_port_in *held)
{
    bool reads = rng_percent(d->rng, d->weather.reads);
    unsigned entry = some_entry(d, FREE);
    if (held->request_valid || !rng_percent(d->rng, d->weather.request) ||
        (reads ? entry == d->params.entries : d->others >= OTHERS_MAX))
        return;
    held->request_valid = true;
    held->request_dest = rng_below(d->rng, 1024);
    held->request_kind = reads ? MESSAGE_READ : 1 + rng_below(d->rng, 3);
    held->request_op = rng_below(d->rng, 8);
    held->request_line = d->lines[rng_below(d->rng, LINES)];
    held->request_id = reads ? entry : some_id(d);
    held->request_remote = rng_percent(d->rng, d->weather.remote);
    held->request_again = rng_percent(d->rng, d->weather.again);
    held->request_sectors = rng_below(d->rng, 16);
    held->request_data_sectors = rng_below(d->rng, 16);
    rng_fill(d->rng, d->mask, 128);
    if (!reads)
        return;
    d->entries[entry].line = held->request_line;
    d->entries[entry].place = ASKED;
}

/* A read that is in the network comes back, if nothing is offered there. */
static bool give(struct driver *d, bool offered, uint64_t *line)
{
    unsigned found = some_entry(d, IN_NETWORK);
    if (offered || found == d->params.entries || !rng_percent(d->rng, d->weather.give))
        return offered;
    d->entries[found].place = ON_ITS_WAY;
    *line = d->entries[found].line;
    return true;
}

static void offer_returns(struct driver *d, struct ccn_port_in *held)
{
    bool filled = held->fill_valid;
    held->direct_valid = give(d, held->direct_valid, &held->direct_line);
    held->back_valid = give(d, held->back_valid, &held->back_line);
    held->fill_valid = give(d, held->fill_valid, &held->fill_line);
    if (held->fill_valid && !filled)
        rng_fill(d->rng, d->data[0], 1024);
}

static void offer_reply(struct driver *d, struct ccn_port_in *held)
{
    unsigned entry = some_entry(d, AT_L2);
    bool none = entry == d->params.entries;
    bool other = d->others && (none || rng_percent(d->rng, 50));
    if (held->reply_valid || (none && !other) || !rng_percent(d->rng, d->weather.reply))
        return;
    held->reply_valid = true;
    held->reply_kind = other ? 1 + rng_below(d->rng, 3) : MESSAGE_READ;
    held->reply_id = other ? some_id(d) : entry;
    held->reply_line = d->lines[rng_below(d->rng, LINES)];
    rng_fill(d->rng, d->data[1], 1024);
    d->others -= other;
    if (!other)
        d->entries[entry].place = ANSWERED;
}

/* The requester never sends in two cycles that follow each other. */
static void offer_away(struct driver *d, struct ccn_port_in *held)
{
    if (held->sent_valid || d->rests || d->others >= OTHERS_MAX || d->homes >= OTHERS_MAX ||
        !rng_percent(d->rng, d->weather.away))
        return;
    held->sent_valid = true;
    d->to_home = rng_percent(d->rng, 50);
    held->sent_kind = rng_percent(d->rng, 50) ? MESSAGE_STORE
                      : d->to_home            ? MESSAGE_READ
                                              : MESSAGE_FETCH;
    held->sent_line = d->lines[rng_below(d->rng, LINES)];
}

static void send_away(struct driver *d, struct ccn_port_in *in)
{
    in->sent_ready = rng_percent(d->rng, d->weather.taken);
    in->home_valid = d->homes && rng_percent(d->rng, d->weather.home);
    d->homes -= in->home_valid;
    d->rests = in->sent_valid && in->sent_ready;
    d->homes += d->rests && d->to_home;
    d->others += d->rests && !d->to_home;
    d->held.sent_valid &= !d->rests;
}

/* What is taken at this edge. The MSHR uses an entry again when it has the answer. */
static void follow(struct driver *d, const struct ccn_port_out *out, const struct ccn_port_in *in)
{
    if (in->request_valid && out->request_ready && in->request_kind == MESSAGE_READ)
        d->asking = (unsigned)in->request_id;
    if (out->miss_valid && in->miss_ready)
        d->entries[d->asking].place = IN_NETWORK;
    bool sent = out->send_valid && in->send_ready;
    d->others += sent && out->send_kind != MESSAGE_READ;
    if (sent && out->send_kind == MESSAGE_READ)
        d->entries[out->send_id].place = AT_L2;
    if (out->answer_valid && in->answer_ready && out->answer_kind == MESSAGE_READ)
        d->entries[out->answer_id].place = FREE;
    d->held.request_valid &= !out->request_ready;
    d->held.direct_valid &= !out->direct_ready;
    d->held.back_valid &= !out->back_ready;
    d->held.fill_valid &= !out->fill_ready;
    d->held.reply_valid &= !out->reply_ready;
}

void ccn_port_drive(void *driver, const struct ccn_port_out *out, struct ccn_port_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    offer_request(d, &d->held);
    offer_returns(d, &d->held);
    offer_reply(d, &d->held);
    offer_away(d, &d->held);
    if (rng_percent(d->rng, d->weather.turn)) {
        d->held.share_even = rng_percent(d->rng, 50);
        d->held.share_odd = rng_percent(d->rng, 50);
    }
    d->held.request_mask = d->mask;
    d->held.fill_data = d->data[0];
    d->held.reply_data = d->data[1];
    *in = d->held;
    in->flush = rng_below(d->rng, 1000) < d->weather.flush;
    in->skip = rng_percent(d->rng, d->weather.skip);
    in->send_ready = rng_percent(d->rng, d->weather.send);
    in->miss_ready = rng_percent(d->rng, d->weather.miss);
    in->answer_ready = rng_percent(d->rng, d->weather.answer);
    send_away(d, in);
    follow(d, out, in);
}
