/* Random requests, messages of other cores, on offer until they are taken, and stalls. The
 * organization changes every few hundred cycles, or in every one; lines of the own core are
 * frequent, and so are equal distances. Answers come at rates of their own, in any order, often to
 * all that is in flight, so that waits for all of them end and kernel boundaries, which are
 * frequent then, find the core quiet. The L1 takes a sector of a store per cycle. */
#include <stdlib.h>

#include "byte_mask.h"
#include "drive_random.h"
#include "home_map.h"
#include "message.h"
#include "requester.h"
#include "util.h"

extern const char *const requester_configs[];
void *requester_drive_new(const struct requester_params *, struct rng *);
void requester_drive(void *, const struct requester_out *, struct requester_in *);
void requester_drive_free(void *);

const char *const requester_configs[] = {
    "",
    "CORES=1 PARTITIONS=1",
    "CORES=3 PARTITIONS=3 SETS=1 AGE_LIMIT=3 LOCAL_WAIT=1",
    "CORES=32 PARTITIONS=6 LINE_BITS=17 SETS=2 HASH_INDEX=1 DEPTH=3 AGE_LIMIT=0",
    "CORES=84 FOLD=1 SETS=64 HASH_INDEX=1 LINE_BITS=33 ID_BITS=10 PARTITIONS=64 CHUNK_BITS=5 "
    "DEPTH=16 AGE_LIMIT=1",
    "CORES=3 PARTITIONS=2 SETS=32 HASH_INDEX=2 REGIONS=4",
    "CORES=256 SETS=1024 LINE_BITS=17 ID_BITS=4 REGIONS=1024 LOCAL_WAIT=1 PARTITION_HASH=1",
    "CORES=28 FOLD=2 LINE_BITS=17 SETS=256",
    NULL,
};

enum { OWN_LINES = 8, FEW_LINES = 12, HOPS = 4 }; /* lines drawn from; frequent distances */

struct weather {
    unsigned cycles;       /* until it changes */
    unsigned put, recv;    /* percent: a request, a message is offered */
    unsigned access, send; /* percent: the queues are served */
    unsigned others;       /* percent: requests that are neither load nor store */
    unsigned own;          /* percent: requests for lines of the own core */
    unsigned answer;       /* percent: each way that answers take */
    bool few;              /* of the lines are asked for, so that regions and lines come again */
    bool share_even, share_odd, l1_chunk, l1_nearest;
};

struct driver {
    struct requester_params params;
    struct rng *rng;
    struct weather weather;
    struct requester_in lasting; /* node and place of everybody; the message on offer */
    uint64_t own[OWN_LINES];     /* lines of the own core */
    uint64_t few[FEW_LINES];     /* any lines */
    uint64_t last_line;          /* of the request before this one */
    unsigned in_flight;          /* requests not answered */
    unsigned served;             /* those that the L1 or the network took */
    uint64_t mask[2][2];         /* what the input pointers point at: request, message */
    uint64_t data[16];           /* of the request */
    bool offered;                /* the message, and it was not taken */
    unsigned sectors;            /* of the access taken last that the L1 has not taken yet */
};

static uint64_t some_line(struct driver *d)
{
    return rng_next(d->rng) >> (64 - d->params.line_bits);
}

/* The own core is the home of some line; others of its lines are found by trying. */
static void place_core(struct driver *d)
{
    struct home_map_params params = {.line_bits = d->params.line_bits,
                                     .tag_lsb = port_clog2(d->params.sets),
                                     .cores = d->params.cores,
                                     .fold = d->params.fold};
    struct home_map map = home_map_make(&params);
    d->lasting.here_core = home_map_home(&map, some_line(d));
    for (unsigned i = 0; i < OWN_LINES; i++)
        do
            d->own[i] = some_line(d);
        while (home_map_home(&map, d->own[i]) != d->lasting.here_core);
}

/* Of half of the chips all distances are `level` but for one bit, so that each bit of each decides
 * who is nearer. Of the others mostly few, so that they are often equal; often those that one bit
 * makes. */
static uint64_t some_hops(struct rng *rng, bool alike, uint64_t level)
{
    if (alike)
        return rng_percent(rng, 50) ? level : level ^ UINT64_C(1) << rng_below(rng, 6);
    if (rng_percent(rng, 40))
        return UINT64_C(1) << rng_below(rng, 6);
    return rng_below(rng, rng_percent(rng, 80) ? HOPS : 64);
}

/* Where everybody is, and the lines that come again. */
static void place_all(struct driver *d)
{
    bool alike = rng_percent(d->rng, 50);
    uint64_t level = rng_below(d->rng, 64);
    place_core(d);
    for (unsigned i = 0; i < FEW_LINES; i++)
        d->last_line = d->few[i] = some_line(d);
    for (unsigned i = 0; i < d->params.cores; i++) {
        d->lasting.core_nodes[i] = rng_below(d->rng, 1024);
        d->lasting.core_hops[i] = some_hops(d->rng, alike, level);
    }
    for (unsigned i = 0; i < d->params.partitions; i++) {
        d->lasting.partition_nodes[i] = rng_below(d->rng, 1024);
        d->lasting.partition_hops[i] = some_hops(d->rng, alike, level);
    }
}

void *requester_drive_new(const struct requester_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    place_all(d);
    return d;
}

void requester_drive_free(void *driver)
{
    free(driver);
}

static void change_weather(struct driver *d)
{
    static const unsigned shares[] = {0, 5, 50};
    d->weather = (struct weather){
        .cycles = rng_percent(d->rng, 20) ? 0 : rng_below(d->rng, 100),
        .put = some_queue_rate(d->rng),
        .recv = some_queue_rate(d->rng),
        .access = some_queue_rate(d->rng),
        .send = some_queue_rate(d->rng),
        .others = one_of(d->rng, shares, 3),
        .own = one_of(d->rng, shares, 3),
        .share_even = rng_percent(d->rng, 50),
        .share_odd = rng_percent(d->rng, 50),
        .answer = some_queue_rate(d->rng),
        .few = rng_percent(d->rng, 60),
        .l1_chunk = rng_percent(d->rng, 50),
        .l1_nearest = rng_percent(d->rng, 60),
    };
}

static void drive_request(struct driver *d, struct requester_in *in)
{
    bool other = rng_percent(d->rng, d->weather.others), own = rng_percent(d->rng, d->weather.own);
    in->request_valid =
        d->in_flight < 1u << d->params.id_bits && rng_percent(d->rng, d->weather.put);
    in->request_kind = other ? rng_below(d->rng, 5) : 2 * rng_below(d->rng, 2);
    in->request_op = rng_below(d->rng, 8);
    bool again = rng_percent(d->rng, 15); /* a write may be on its way */
    uint64_t other_of_region = rng_percent(d->rng, 50) ? some_line(d) & 31 : 0;
    in->request_line = again            ? d->last_line ^ other_of_region
                       : own            ? d->own[rng_below(d->rng, OWN_LINES)]
                       : d->weather.few ? d->few[rng_below(d->rng, FEW_LINES)]
                                        : some_line(d);
    d->last_line = in->request_line;
    in->request_id = rng_next(d->rng) >> (64 - d->params.id_bits);
    in->request_pc = rng_next(d->rng) >> 32;
    rng_fill(d->rng, d->mask[0], 128);
    clear_sectors(d->rng, d->mask[0], 50);
    if (rng_percent(d->rng, 10))
        one_byte(d->rng, d->mask[0]);
    rng_fill(d->rng, d->data, 1024);
    in->request_mask = d->mask[0];
    in->request_data = d->data;
}

static void drive_message(struct driver *d, struct requester_in *in)
{
    in->recv_valid = rng_percent(d->rng, d->weather.recv);
    in->recv_kind = rng_percent(d->rng, 70) ? 0 : 2;
    in->recv_src = rng_below(d->rng, 1024);
    in->recv_line = some_line(d);
    in->recv_id = rng_next(d->rng) >> (64 - d->params.msg_id_bits);
    in->recv_sectors = rng_below(d->rng, 16);
    rng_fill(d->rng, d->mask[1], 128);
    in->recv_mask = d->mask[1];
}

/* It takes an access no sooner than the last sector of the one before it. */
static void drive_l1(struct driver *d, const struct requester_out *out, struct requester_in *in)
{
    bool has_data = out->access_kind == L1_STORE || out->access_kind == L1_ATOMIC;
    in->own_ready = !(d->sectors & (d->sectors - 1));
    in->access_ready = in->own_ready && rng_percent(d->rng, d->weather.access);
    d->sectors &= d->sectors - 1;
    if (out->access_valid && in->access_ready && has_data)
        d->sectors = touched_sectors(out->access_mask);
}

/* One answer of each kind at most, to requests that have left the block. */
static void drive_answers(struct driver *d, const struct requester_out *out,
                          struct requester_in *in)
{
    bool *const answers[] = {&in->answer_hit, &in->answer_response, &in->answer_remote};
    for (unsigned i = 0; i < 3; i++) {
        *answers[i] = d->served && rng_percent(d->rng, d->weather.answer);
        d->served -= *answers[i];
        d->in_flight -= *answers[i];
    }
    d->in_flight += in->request_valid && out->request_ready;
    d->served += out->access_valid && in->access_ready && !out->access_remote;
    d->served += out->send_valid && in->send_ready;
}

void requester_drive(void *driver, const struct requester_out *out, struct requester_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    if (!d->in_flight && rng_percent(d->rng, 10)) /* as good as another chip */
        place_all(d);
    if (!d->offered)
        drive_message(d, &d->lasting);
    d->offered = d->lasting.recv_valid && !out->recv_ready;
    *in = d->lasting;
    in->share_even = d->weather.share_even;
    in->share_odd = d->weather.share_odd;
    in->flush = rng_percent(d->rng, d->in_flight ? 1 : 20);
    in->l1_chunk = d->weather.l1_chunk;
    in->l1_nearest = d->weather.l1_nearest;
    drive_request(d, in);
    drive_l1(d, out, in);
    in->send_ready = rng_percent(d->rng, d->weather.send);
    drive_answers(d, out, in);
}
