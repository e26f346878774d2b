/* Random traffic for the MSHR: the driver plays the L1 (any mix of misses over few lines, with wide
 * message ids some of other cores), the queue of remote answers, and the memory system, which
 * answers every request once, in any order, after any time, and with wide ids also stores that the
 * requester sent past the MSHR. Weather: rates change every few hundred
 * cycles, so that entries, targets, queue and request register fill up and run dry; in spells of
 * loads that are hardly answered all entries are taken, in some all their targets, too. */
#include <stdlib.h>

#include "drive_random.h"
#include "mshr.h"
#include "rng.h"
#include "util.h"

extern const char *const mshr_configs[];
void *mshr_drive_new(const struct mshr_params *, struct rng *);
void mshr_drive(void *, const struct mshr_out *, struct mshr_in *);
void mshr_drive_free(void *);

const char *const mshr_configs[] = {
    "MSG_ID_BITS=21",
    "ENTRIES=1 TARGETS=1",
    "ENTRIES=1 TARGETS=3 PARTITIONS=1",
    "ENTRIES=3 TARGETS=1 ID_BITS=10 LINE_BITS=33",
    "ENTRIES=4 TARGETS=2 PARTITIONS=6 ID_BITS=4",
    "ENTRIES=20 TARGETS=5 CHUNK_BITS=5 PARTITIONS=7 LINE_BITS=17",
    "MSG_ID_BITS=21 ENTRIES=3 TARGETS=4 LINE_BITS=33 ID_BITS=4",
    "",
    "MSG_ID_BITS=21 ENTRIES=1 TARGETS=1 ID_BITS=10",
    "ENTRIES=64 TARGETS=64 PARTITIONS=64 PARTITION_HASH=1 CHUNK_BITS=0 ID_BITS=10",
    "ENTRIES=4 TARGETS=2 DIVERT=1",
    "ENTRIES=3 TARGETS=1 DIVERT=1 BYPASS_LINE=1",
    "MSG_ID_BITS=21 ENTRIES=2 TARGETS=2 DIVERT=1",
    NULL,
};

enum { LINES = 2 * MSHR_ENTRIES_MAX + 16, REPLIES = 256 };
enum { WIDE_ID_BITS = 21, INSN_SHIFT = 10, INSNS = 128 }; /* of a message id */

struct reply {
    unsigned kind; /* message kind */
    unsigned id;   /* message id */
    uint64_t line; /* line address */
};

struct weather {
    unsigned cycles; /* until it changes */
    unsigned load;   /* percent: a miss is offered */
    unsigned reads;  /* percent of the misses that are loads */
    unsigned remote; /* percent of the loads and stores that are remote */
    unsigned taken;  /* percent: a request is taken */
    unsigned away;   /* percent: a remote answer is taken */
    unsigned answer; /* percent: a new reply is offered */
    unsigned near;   /* percent: a store past the MSHR is to be answered */
    unsigned lines;  /* lines in use */
    bool tiny;       /* accesses of one byte */
    bool walks;      /* loads fill the targets of line after line */
};

struct driver {
    struct mshr_params params;
    struct rng *rng;
    struct weather weather;
    uint64_t nodes[MSHR_PARTITIONS_MAX]; /* constant for a run */
    bool own_slices;
    uint64_t lines[LINES];         /* the addresses used */
    struct reply replies[REPLIES]; /* owed to the MSHR */
    unsigned reply_count;          /* how many */
    unsigned walked;               /* loads taken of the lines that are walked through */
    unsigned offered;              /* index of the reply that is offered */
    bool offering;                 /* it stays offered until taken */
    uint64_t miss_mask[2];         /* what the input pointers point at */
};

void *mshr_drive_new(const struct mshr_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    for (unsigned i = 0; i < LINES; i++)
        d->lines[i] = rng_next(rng) & ((UINT64_C(1) << params->line_bits) - 1);
    for (unsigned i = 0; i < params->partitions; i++)
        d->nodes[i] = rng_below(rng, 1024);
    return d;
}

void mshr_drive_free(void *driver)
{
    free(driver);
}

/* One line fills its targets, about as many as entries all of them. */
static unsigned some_lines(struct driver *d)
{
    unsigned entries = (unsigned)d->params.entries;
    if (rng_percent(d->rng, 30))
        return 1;
    return 1 + rng_below(d->rng, rng_percent(d->rng, 50) ? entries + 1 : 2 * entries + 16);
}

static void change_weather(struct driver *d)
{
    static const unsigned read_rates[] = {30, 70, 100}, remote_rates[] = {0, 20, 60, 100};
    d->weather = (struct weather){
        .cycles = 20 + rng_below(d->rng, 300),
        .load = some_rate(d->rng),
        .reads = one_of(d->rng, read_rates, 3),
        .remote = d->params.msg_id_bits < WIDE_ID_BITS ? 0 : one_of(d->rng, remote_rates, 4),
        .taken = some_rate(d->rng),
        .away = some_rate(d->rng),
        .answer = some_rate(d->rng),
        .near = d->params.msg_id_bits < WIDE_ID_BITS ? 0 : rng_below(d->rng, 10),
        .lines = some_lines(d),
        .tiny = rng_percent(d->rng, 20),
    };
    if (rng_percent(d->rng, 20)) {
        d->weather.load = d->weather.reads = d->weather.taken = 100;
        d->weather.answer = rng_below(d->rng, 5);
        d->weather.walks = rng_percent(d->rng, 50);
    } else if (rng_percent(d->rng, 20)) { /* loads join an entry as its reply is taken */
        d->weather.load = 10 + rng_below(d->rng, 60);
        d->weather.reads = d->weather.taken = d->weather.answer = 100;
        d->weather.lines = 1 + rng_below(d->rng, 3);
    }
}

static void drive_miss(struct driver *d, const struct mshr_out *out, struct mshr_in *in)
{
    in->miss_valid = rng_percent(d->rng, d->weather.load);
    in->miss_kind = rng_percent(d->rng, d->weather.reads) ? 0 : rng_below(d->rng, 5);
    in->miss_op = rng_below(d->rng, 8);
    in->miss_remote =
        (in->miss_kind == 0 || in->miss_kind == 2) && rng_percent(d->rng, d->weather.remote);
    in->miss_node = rng_below(d->rng, 1024);
    in->miss_sectors = rng_below(d->rng, 16);
    in->miss_line = d->lines[rng_below(d->rng, d->weather.lines)];
    in->miss_id = rng_below(d->rng, 1u << d->params.id_bits);
    in->miss_install = d->weather.walks || rng_percent(d->rng, 90);
    in->miss_again = rng_percent(d->rng, 30);
    if (d->weather.walks) {
        in->miss_line = d->lines[d->walked / d->params.targets % LINES];
        d->walked += in->miss_valid && out->miss_ready;
    }
    rng_fill(d->rng, d->miss_mask, 128);
    clear_sectors(d->rng, d->miss_mask, 40); /* often only some sectors are touched */
    if (d->weather.tiny)
        one_byte(d->rng, d->miss_mask);
    in->miss_mask = d->miss_mask;
}

static void drive_reply(struct driver *d, const struct mshr_out *out, struct mshr_in *in)
{
    if (!d->offering && rng_percent(d->rng, d->weather.near) && d->reply_count < REPLIES)
        d->replies[d->reply_count++] =
            (struct reply){2, rng_below(d->rng, 1u << d->params.id_bits), d->lines[0]};
    if (!d->offering && d->reply_count && rng_percent(d->rng, d->weather.answer)) {
        d->offering = true;
        d->offered = rng_below(d->rng, d->reply_count);
    }
    in->reply_valid = d->offering;
    in->reply_kind = d->offering ? d->replies[d->offered].kind : 0;
    in->reply_id = d->offering ? d->replies[d->offered].id : 0;
    in->reply_line = d->offering ? d->replies[d->offered].line : 0;
    if (d->offering && out->reply_ready) {
        d->offering = false;
        d->replies[d->offered] = d->replies[--d->reply_count];
    }
}

/* The request now offered will be answered. With wide ids some answers to own requests are those of
 * messages that requester sent past the MSHR: their ids have the instruction's. */
static void owe_reply(struct driver *d, const struct mshr_out *out)
{
    struct reply *reply = &d->replies[d->reply_count++];
    *reply =
        (struct reply){(unsigned)out->request_kind, (unsigned)out->request_id, out->request_line};
    bool names_own_request = reply->kind != 0 && !(reply->id >> (WIDE_ID_BITS - 1));
    if (d->params.msg_id_bits == WIDE_ID_BITS && names_own_request && rng_percent(d->rng, 50))
        reply->id |= (unsigned)rng_below(d->rng, INSNS) << INSN_SHIFT;
}

void mshr_drive(void *driver, const struct mshr_out *out, struct mshr_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    *in = (struct mshr_in){.flush = rng_below(d->rng, 200) == 0};
    for (unsigned i = 0; i < d->params.partitions; i++)
        in->partition_nodes[i] = in->own_nodes[d->params.partitions - 1 - i] = d->nodes[i];
    if (rng_below(d->rng, 50) == 0)
        d->own_slices = !d->own_slices;
    in->own_slices = d->own_slices;
    drive_miss(d, out, in);
    drive_reply(d, out, in);
    in->remote_ready = rng_percent(d->rng, d->weather.away);
    in->request_ready = d->reply_count < REPLIES && rng_percent(d->rng, d->weather.taken);
    if (out->request_valid && in->request_ready)
        owe_reply(d, out);
}
