/* Random traffic for the L1: few sets and few lines, so that hits, merges, conflicts and full sets
 * abound. The driver plays the MSHR: every load taken with a reservation is filled later, in any
 * order; a store or atomic taken, or a flush, cancels the fills before it; now and then a second
 * read of a line brings a fill that nobody waits for. Other cores
 * send loads and stores; sets of both parities are shared, or not, or change often, each for
 * itself. The lines change, so that a big cache's sets all have their turn. With line protection
 * loads are of few instructions, the MSHR is full at times, and samples are short. Another core
 * snoops lines that are there by a copy of the tags. */
#include <stdlib.h>
#include <string.h>

#include "drive_random.h"
#include "l1_cache.h"
#include "rng.h"
#include "util.h"

extern const char *const l1_cache_configs[];
void *l1_cache_drive_new(const struct l1_cache_params *, struct rng *);
void l1_cache_drive(void *, const struct l1_cache_out *, struct l1_cache_in *);
void l1_cache_drive_free(void *);

const char *const l1_cache_configs[] = {
    "",
    "SETS=1 WAYS=1 LATENCY=5 STORE_QUEUE=1",
    "SETS=1 WAYS=4 LATENCY=6 LINE_BITS=33 ID_BITS=10",
    "SETS=4 WAYS=1 LATENCY=7 WRITE_UPDATE=0",
    "SETS=2 WAYS=2 LATENCY=5 STORE_QUEUE=2 HASH_INDEX=1",
    "SETS=64 WAYS=6 LATENCY=27 HASH_INDEX=1 WRITE_UPDATE=0",
    "SETS=8 WAYS=16 LATENCY=64 STORE_QUEUE=64 LINE_BITS=17 ID_BITS=4",
    "SETS=32 WAYS=2 LATENCY=6 HASH_INDEX=2",
    "SETS=1024 WAYS=3 LATENCY=5 HASH_INDEX=1 LINE_BITS=33",
    "SETS=4 WAYS=2 LATENCY=6 SCHEME=1",
    "SETS=2 WAYS=3 LATENCY=5 SCHEME=3 DLP_SAMPLE=40 DLP_RESERVED=1 BYPASS_LINE=1",
    "SETS=2 WAYS=2 LATENCY=5 SCHEME=2 DLP_SAMPLE=20 DLP_MAX_INSNS=300 HASH_INDEX=1",
    "SETS=2 WAYS=4 LATENCY=6 SCHEME=3 DLP_SAMPLE=40 DLP_MAX_INSNS=1000 WRITE_UPDATE=0",
    "SETS=2 WAYS=2 LATENCY=5 SCHEME=1 BYPASS_LINE=1",
    "SETS=2 WAYS=4 LATENCY=6 SCHEME=3 DLP_SAMPLE=40 DLP_LIFE=1",
    "SETS=2 WAYS=2 LATENCY=5 SCHEME=2 DLP_SAMPLE=20 DLP_LIFE=1 DLP_RESERVED=1",
    "SETS=1 WAYS=3 LATENCY=5 SCHEME=3 DLP_SAMPLE=10 DLP_FALL=3 VTA_TAG_FIELD=32",
    "SETS=32 WAYS=1 LATENCY=27 SCHEME=3 DLP_SAMPLE=100 LINE_BITS=33",
    "SETS=4 WAYS=3 LATENCY=6 PROTECT=1",
    "SETS=2 WAYS=2 LATENCY=5 SCHEME=1 PROTECT=2",
    NULL,
};

enum { LINES = 48, FILLS = 256, WORDS = 16 };

struct weather {
    unsigned cycles;       /* until it changes */
    unsigned load;         /* percent: an access is offered */
    unsigned reads;        /* percent of the accesses that are loads */
    unsigned taken;        /* percent: the MSHR takes a miss */
    unsigned data_taken;   /* percent: the port takes data */
    unsigned fill;         /* percent: a waiting fill is sent */
    unsigned lines;        /* lines in use */
    unsigned remote;       /* percent of the loads and stores that come from other cores */
    unsigned foreign;      /* percent of the own loads and stores that are of foreign lines */
    unsigned reorganize;   /* percent: share_even, or share_odd, changes */
    unsigned flush;        /* per mille: a kernel boundary */
    unsigned remote_taken; /* percent: a remote hit is taken */
    unsigned insns;        /* load instructions in use */
    unsigned issue;        /* percent of issue slots that issue */
    unsigned full;         /* percent: the MSHR is full */
    unsigned snoop;        /* percent: another core wants a line */
};

struct driver {
    struct l1_cache_params params;
    struct rng *rng;
    struct weather weather;
    uint64_t lines[LINES];               /* the addresses used */
    uint64_t fills[FILLS];               /* lines to be filled */
    unsigned fill_count;                 /* how many */
    bool share[2];                       /* the inputs: even, odd */
    uint64_t access_mask[2];             /* what the input pointers point at */
    enum { NOBODYS, OWN, OF_HOME } data; /* whose data the L1 takes, */
    bool stay;                           /* which it has begun before this cycle */
    uint64_t own_data[WORDS];
    uint64_t home_data[WORDS];
    uint64_t reply_data[WORDS];
    uint64_t reply_line; /* of the reply that is offered */
    unsigned answering;  /* cycles since the MSHR looked at a read's, 0: it did not */
    struct set_map map;
    uint16_t *copy; /* [sets] valid ways, as shadow_tags has them */
};

/* Lines, most of them in two sets (linear index). */
static void draw_lines(struct driver *d)
{
    uint64_t all = (UINT64_C(1) << d->params.line_bits) - 1;
    uint64_t in_set = d->params.sets - 1, set = rng_next(d->rng);
    for (unsigned i = 0; i < LINES; i++)
        d->lines[i] = ((rng_next(d->rng) & ~in_set) | ((set + i % 2) & in_set)) & all;
    for (unsigned i = 0; i < LINES; i += 7)
        d->lines[i] = rng_next(d->rng) & all;
}

void *l1_cache_drive_new(const struct l1_cache_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    draw_lines(d);
    d->map = set_map_make(&(struct set_map_params){
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index});
    d->copy = xcalloc(params->sets, sizeof *d->copy);
    return d;
}

void l1_cache_drive_free(void *driver)
{
    struct driver *d = driver;
    free(d->copy);
    free(d);
}

static void change_weather(struct driver *d)
{
    static const unsigned read_rates[] = {30, 70, 100};
    static const unsigned remote_rates[] = {0, 0, 10, 50, 100};
    static const unsigned foreign_rates[] = {0, 20, 70};
    static const unsigned change_rates[] = {0, 0, 1, 30};
    static const unsigned share_rates[] = {0, 1, 3, 30};
    static const unsigned flush_rates[] = {0, 0, 5, 20};
    static const unsigned insn_counts[] = {1, 4, 128};
    const unsigned lines[] = {2 * d->params.ways, LINES};
    if (rng_percent(d->rng, 50))
        draw_lines(d);
    d->weather = (struct weather){
        .cycles = 20 + rng_below(d->rng, 300),
        .load = some_rate(d->rng),
        .reads = one_of(d->rng, read_rates, 3),
        .taken = some_rate(d->rng),
        .data_taken = some_rate(d->rng),
        .fill = some_rate(d->rng),
        .lines = 1 + rng_below(d->rng, one_of(d->rng, lines, 2)),
        .remote = one_of(d->rng, remote_rates, 5),
        .foreign = one_of(d->rng, foreign_rates, 3),
        .reorganize = one_of(d->rng, share_rates, 4),
        .flush = one_of(d->rng, flush_rates, 4),
        .remote_taken = some_rate(d->rng),
        .insns = one_of(d->rng, insn_counts, 3),
        .issue = one_of(d->rng, change_rates, 4),
        .full = one_of(d->rng, foreign_rates, 3),
        .snoop = one_of(d->rng, foreign_rates, 3),
    };
}

static uint64_t pick_line(struct driver *d)
{
    return d->lines[rng_below(d->rng, d->weather.lines)];
}

static void drive_access(struct driver *d, struct l1_cache_in *in)
{
    in->access_valid = rng_percent(d->rng, d->weather.load);
    in->access_kind = rng_percent(d->rng, d->weather.reads) ? L1_LOAD : rng_below(d->rng, 5);
    in->access_op = rng_below(d->rng, 8);
    in->access_line = pick_line(d);
    in->access_id = rng_below(d->rng, 1u << d->params.id_bits);
    rng_fill(d->rng, d->access_mask, 128);
    if (rng_percent(d->rng, 25)) /* whole line, or nothing: both are legal */
        d->access_mask[0] = d->access_mask[1] = rng_percent(d->rng, 80) ? ~UINT64_C(0) : 0;
    if (rng_percent(d->rng, 50)) /* some sectors; again it may be none */
        clear_sectors(d->rng, d->access_mask, 50);
    if (rng_percent(d->rng, 10))
        one_byte(d->rng, d->access_mask);
    in->access_mask = d->access_mask;
}

/* Whose access it is. Other cores send loads and stores of lines that have their home here. */
static void drive_origin(struct driver *d, struct l1_cache_in *in)
{
    in->access_node = rng_below(d->rng, 1024);
    in->access_sectors = rng_below(d->rng, 16);
    if (in->access_kind != L1_LOAD && in->access_kind != L1_STORE)
        return;
    in->access_remote = rng_percent(d->rng, d->weather.remote);
    in->access_foreign = !in->access_remote && rng_percent(d->rng, d->weather.foreign);
}

/* Data of a store or atomic follow its handshake, and stay until their last sector goes. */
static void drive_data(struct driver *d, const struct l1_cache_out *out, struct l1_cache_in *in)
{
    bool has_data = in->access_kind == L1_STORE || in->access_kind == L1_ATOMIC;
    if (d->data != OWN || !d->stay)
        rng_fill(d->rng, d->own_data, 64 * WORDS);
    if (d->data != OF_HOME || !d->stay)
        rng_fill(d->rng, d->home_data, 64 * WORDS);
    in->own_data = d->own_data;
    in->home_data = d->home_data;
    in->own_valid = d->data == OWN;
    in->home_valid = d->data == OF_HOME;
    d->stay = !out->own_ready;
    if (out->own_ready)
        d->data = NOBODYS;
    if (in->access_valid && out->access_ready && has_data)
        d->data = in->access_remote ? OF_HOME : OWN;
}

/* Which instruction it is of. Now and then two have the same id. */
static void drive_instruction(struct driver *d, struct l1_cache_in *in)
{
    in->access_insn = rng_below(d->rng, d->weather.insns);
    in->access_check = in->access_insn ^ (rng_percent(d->rng, 5) ? 1 + rng_below(d->rng, 127) : 0);
    in->issued = rng_percent(d->rng, d->weather.issue) + rng_percent(d->rng, d->weather.issue);
    in->mshr_full = rng_percent(d->rng, d->weather.full);
}

/* A reply that the MSHR looks at: of a read, wanted or not, or another one. */
static void drive_new_reply(struct driver *d, struct l1_cache_in *in)
{
    in->reply_line = pick_line(d);
    in->reply_valid = rng_percent(d->rng, 2);
    in->reply_kind = rng_percent(d->rng, 50) ? MESSAGE_READ : rng_below(d->rng, 4);
    if (d->fill_count && rng_percent(d->rng, d->weather.fill)) {
        unsigned chosen = rng_below(d->rng, d->fill_count);
        in->reply_valid = true;
        in->reply_kind = MESSAGE_READ;
        in->reply_line = d->fills[chosen];
        d->fills[chosen] = d->fills[--d->fill_count];
    }
    if (in->reply_valid && in->reply_kind == MESSAGE_READ)
        d->answering = 1;
}

/* A read's is offered for two cycles more at least; in the first it is told whether its line may be
 * installed. */
static void drive_reply(struct driver *d, struct l1_cache_in *in)
{
    rng_fill(d->rng, d->reply_data, 64 * WORDS);
    in->reply_data = d->reply_data;
    in->reply_line = d->reply_line;
    in->reply_valid = in->mshr_answers = d->answering;
    in->reply_kind = MESSAGE_READ;
    in->mshr_installs = d->answering == 1 && (d->fill_count == FILLS || rng_percent(d->rng, 90));
    if (d->answering == 1 && !in->mshr_installs) /* another read brings it */
        d->fills[d->fill_count++] = d->reply_line;
    if (!d->answering)
        drive_new_reply(d, in);
    else if (++d->answering > 2 && rng_percent(d->rng, 80))
        d->answering = 0;
    d->reply_line = in->reply_line;
}

static void cancel_fills(struct driver *d, uint64_t line)
{
    for (unsigned i = d->fill_count; i-- > 0;)
        if (d->fills[i] == line)
            d->fills[i] = d->fills[--d->fill_count];
}

/* What the MSHR would remember about the miss it takes. Loads of a line that is already read merge.
 */
static void take_miss(struct driver *d, const struct l1_cache_out *out)
{
    if (out->miss_kind == L1_STORE || out->miss_kind == L1_ATOMIC)
        cancel_fills(d, out->miss_line);
    if (!out->miss_install)
        return;
    for (unsigned i = 0; i < d->fill_count; i++)
        if (d->fills[i] == out->miss_line)
            return;
    d->fills[d->fill_count++] = out->miss_line;
}

/* Any line that the copy has, which follows the L1 at the edge. */
static void drive_snoop(struct driver *d, const struct l1_cache_out *out, struct l1_cache_in *in)
{
    unsigned set = set_map_set(&d->map, pick_line(d)), ways = d->copy[set];
    for (unsigned skip = rng_below(d->rng, d->params.ways); skip && ways & (ways - 1); skip--)
        ways &= ways - 1;
    in->snoop_valid = ways && rng_percent(d->rng, d->weather.snoop);
    in->snoop_set = set;
    in->snoop_way = ways ? (unsigned)__builtin_ctz(ways) : 0;
    if (out->tags_valid)
        d->copy[out->tags_set] = (uint16_t)out->tags_lines;
    if (in->flush)
        memset(d->copy, 0, d->params.sets * sizeof *d->copy);
}

void l1_cache_drive(void *driver, const struct l1_cache_out *out, struct l1_cache_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    *in = (struct l1_cache_in){.flush = rng_below(d->rng, 1000) < d->weather.flush};
    for (unsigned parity = 0; parity < 2; parity++)
        d->share[parity] ^= rng_percent(d->rng, d->weather.reorganize);
    in->share_even = d->share[0];
    in->share_odd = d->share[1];
    in->remote_hit_ready = rng_percent(d->rng, d->weather.remote_taken);
    drive_access(d, in);
    drive_origin(d, in);
    drive_data(d, out, in);
    drive_instruction(d, in);
    drive_reply(d, in);
    drive_snoop(d, out, in);
    in->store_ready = rng_percent(d->rng, d->weather.data_taken);
    in->miss_ready = d->fill_count < FILLS && rng_percent(d->rng, d->weather.taken);
    if (in->flush)
        d->fill_count = 0;
    else if (out->miss_valid && in->miss_ready)
        take_miss(d, out);
}
