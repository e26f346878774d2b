/* Random requests for the LLC slice: the driver plays the network (few lines in few sets, so that
 * merges, conflicts and evictions abound; all kinds of masks; runs of atomics on few words of a
 * line) and the memory controller, which answers reads in any order after any time, and sometimes
 * what nobody has asked. The lines change, so that a big cache's sets all have their turn. The
 * weather changes every few hundred cycles, so that delay line, entries, targets, DRAM queue and
 * reply register fill up and run dry; now and then it is a crowd: new lines of many sets, or of few
 * that fill all ways, one after the other, so that all entries are pending, with all their targets;
 * behind some of these the lines of a quarter of the entries come, and a crowd takes what is free
 * between those that still wait.
 */
#include <stdlib.h>

#include "drive_random.h"
#include "llc_slice.h"
#include "rng.h"
#include "util.h"

extern const char *const llc_slice_configs[];
void *llc_slice_drive_new(const struct llc_slice_params *, struct rng *);
void llc_slice_drive(void *, const struct llc_slice_out *, struct llc_slice_in *);
void llc_slice_drive_free(void *);

const char *const llc_slice_configs[] = {
    "",
    "SETS=1 WAYS=1 LATENCY=8 QUEUE=1 ENTRIES=1 TARGETS=1",
    "SETS=2 WAYS=2 LATENCY=8 QUEUE=2 ENTRIES=3 TARGETS=2",
    "SETS=1 WAYS=16 LATENCY=9 QUEUE=4 ENTRIES=5 TARGETS=16 LINE_BITS=33",
    "SETS=48 WAYS=16 LATENCY=14 ENTRIES=8 CLUSTERS=8 CLUSTER_LSB=4 "
    "PROGRAM_LSB=0 PROGRAM_BITS=4 PROGRAM_FROM=5",
    "SETS=16 WAYS=1 LATENCY=20 QUEUE=8 ENTRIES=37 TARGETS=5 LINE_BITS=17 INDEX_SHIFT=6",
    "SETS=8 WAYS=3 LATENCY=10 ENTRIES=6 TARGETS=3 INDEX_SHIFT=3 CHUNK_BITS=2 HASH_INDEX=1 "
    "CLUSTERS=4 CLUSTER_LSB=4",
    "SETS=3 WAYS=2 LATENCY=10 ENTRIES=1 TARGETS=4 INDEX_SHIFT=2 HASH_INDEX=1",
    "SETS=6 WAYS=1 LATENCY=9 ENTRIES=3 TARGETS=1 LINE_BITS=17 INDEX_SHIFT=3 CLUSTERS=2 "
    "CLUSTER_LSB=9 PROGRAM_LSB=9",
    "SETS=4 WAYS=4 LATENCY=255 QUEUE=64 ENTRIES=12 TARGETS=4 HASH_INDEX=1",
    "SETS=4 WAYS=2 LATENCY=12 QUEUE=4 ENTRIES=4 TARGETS=3 MSG_ID_BITS=21",
    "SETS=2 WAYS=2 LATENCY=8 ENTRIES=4 PROTECT=1",
    "SETS=8 WAYS=3 LATENCY=9 ENTRIES=6 CLUSTERS=2 PROTECT=2",
    NULL,
};

enum { LINES = 48, WORDS = LLC_LINE_WORDS };
enum { FEW_SETS = 4, MANY_SETS = 16 }; /* that LINES share */

struct weather {
    unsigned cycles;  /* until it changes */
    unsigned load;    /* percent: a request is offered */
    unsigned stores;  /* percent of the requests */
    unsigned atomics; /* percent of the others */
    unsigned runs;    /* percent: the line of the request before, atomics on few of its words */
    unsigned taken;   /* percent: a reply is taken */
    unsigned dram;    /* percent: a DRAM request is taken */
    unsigned answer;  /* percent: a new DRAM reply is offered */
    unsigned lines;   /* lines in use */
    uint64_t held;    /* entries, by their number modulo 64, whose lines do not come */
    bool crowd;       /* it is one: stragglers may follow */
};

struct driver {
    struct llc_slice_params params;
    struct rng *rng;
    struct weather weather;
    uint64_t lines[LINES];                /* the addresses used */
    uint64_t line;                        /* of the last request */
    unsigned owed[LLC_SLICE_ENTRIES_MAX]; /* entries whose read was asked and not answered */
    unsigned owed_count;
    unsigned offered;         /* entry of the line that is offered */
    bool offering;            /* it stays offered until taken */
    bool to_private;          /* the last turn was to a private slice */
    bool may_be_private;      /* it may be one: no atomics */
    bool flushed;             /* in the cycle before */
    uint64_t request_mask[2]; /* what the input pointers point at */
    uint64_t request_data[WORDS];
    uint64_t reply_data[WORDS];
};

/* Addresses that share so many sets: as many values of the low bits, several of the high ones. */
static void draw_lines(struct driver *d, unsigned sets)
{
    const struct llc_slice_params *params = &d->params;
    /* three times a power of two: lines that differ above the bits of the latter are in three sets
     */
    unsigned set_bits = log2_ceil(params->sets % 3 ? params->sets : params->sets / 3);
    unsigned low_bits = params->chunk_bits + params->index_shift + set_bits;
    uint64_t all = (UINT64_C(1) << params->line_bits) - 1;
    uint64_t low = (UINT64_C(1) << low_bits) - 1, first = rng_next(d->rng);
    for (unsigned i = 0; i < LINES; i++)
        d->lines[i] =
            (rng_next(d->rng) << low_bits | ((first + rng_below(d->rng, sets)) & low)) & all;
}

void *llc_slice_drive_new(const struct llc_slice_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    draw_lines(d, FEW_SETS);
    d->line = d->lines[0];
    return d;
}

void llc_slice_drive_free(void *driver)
{
    free(driver);
}

/* Misses and hardly an answer from DRAM. */
static void crowd(struct driver *d)
{
    static const unsigned sets[] = {1, FEW_SETS, MANY_SETS, MANY_SETS}, runs[] = {0, 30, 60};
    draw_lines(d, one_of(d->rng, sets, 4));
    d->weather = (struct weather){
        .cycles = 2 * d->params.latency + 8 * d->params.entries + rng_below(d->rng, 100),
        .load = 100,
        .stores = 30 * rng_below(d->rng, 2),
        .runs = one_of(d->rng, runs, 3),
        .taken = 100,
        .dram = 100,
        .answer = rng_below(d->rng, 4),
        .lines = LINES,
        .crowd = true,
    };
}

/* No requests, and the lines of a quarter of the entries: behind it a crowd. */
static void leave_stragglers(struct driver *d)
{
    d->weather = (struct weather){
        .cycles = d->params.latency + 4 * d->params.entries,
        .taken = 100,
        .dram = 100,
        .answer = 100,
        .lines = LINES,
        .held = rng_next(d->rng) | rng_next(d->rng),
    };
}

static void change_weather(struct driver *d)
{
    static const unsigned percents[] = {3, 20, 60, 100}, atomics[] = {0, 15, 30, 80, 100};
    const unsigned lines[] = {2 * d->params.ways, LINES};
    if (d->weather.crowd && rng_percent(d->rng, 30)) {
        leave_stragglers(d);
        return;
    }
    if (d->weather.held || rng_percent(d->rng, 30)) {
        crowd(d);
        return;
    }
    if (rng_percent(d->rng, 30))
        draw_lines(d, FEW_SETS);
    d->weather = (struct weather){
        .cycles = 20 + rng_below(d->rng, 4 * d->params.latency + 100),
        .load = one_of(d->rng, percents, 4),
        .stores = one_of(d->rng, percents, 4),
        .atomics = one_of(d->rng, atomics, 5),
        .runs = one_of(d->rng, atomics, 5),
        .taken = one_of(d->rng, percents, 4),
        .dram = one_of(d->rng, percents, 4),
        .answer = one_of(d->rng, percents, 4),
        .lines = 1 + rng_below(d->rng, one_of(d->rng, lines, 2)),
    };
}

/* Full lines, all but one byte, whole sectors, whole words and scattered bytes. */
static void some_mask(struct driver *d)
{
    enum { FULL, NEARLY_FULL, SECTORS, WHOLE_WORDS, BYTES, SHAPES } shape;
    shape = rng_below(d->rng, SHAPES);
    for (unsigned i = 0; i < 2; i++)
        d->request_mask[i] = shape <= SECTORS ? ~UINT64_C(0) : rng_next(d->rng);
    if (shape == NEARLY_FULL)
        d->request_mask[rng_below(d->rng, 2)] ^= UINT64_C(1) << rng_below(d->rng, 64);
    if (shape == WHOLE_WORDS)
        for (unsigned i = 0; i < 2; i++)
            d->request_mask[i] = (d->request_mask[i] & UINT64_C(0x1111111111111111)) * 15;
    if (shape >= SECTORS)
        clear_sectors(d->rng, d->request_mask, 50);
}

/* One of four words, two of one sector and two of another; now and then the sectors of both. */
static void few_words(struct driver *d)
{
    static const unsigned words[] = {0, 7, 16, 18};
    unsigned word = one_of(d->rng, words, 4);
    bool both = rng_percent(d->rng, 10);
    d->request_mask[0] = both ? 15 : 0;
    d->request_mask[1] = both ? 15 : 0;
    d->request_mask[word / 16] |= UINT64_C(15) << word % 16 * 4;
}

static void drive_request(struct driver *d, struct llc_slice_in *in)
{
    const struct weather *w = &d->weather;
    bool run = rng_percent(d->rng, w->runs);
    in->request_valid = rng_percent(d->rng, w->load);
    in->request_kind = rng_percent(d->rng, w->stores) ? LLC_STORE
                       : !d->may_be_private && rng_percent(d->rng, w->atomics)
                           ? LLC_ATOMIC
                           : rng_below(d->rng, 2);
    in->request_op = rng_below(d->rng, 8);
    in->request_src = rng_below(d->rng, 1024);
    in->request_line = run ? d->line : d->lines[rng_below(d->rng, w->lines)];
    d->line = in->request_line;
    in->request_id = rng_next(d->rng) >> (64 - d->params.msg_id_bits);
    in->request_sectors = rng_below(d->rng, 16);
    if (run && in->request_kind == LLC_ATOMIC)
        few_words(d);
    else
        some_mask(d);
    rng_fill(d->rng, d->request_data, 64 * WORDS);
    in->request_mask = d->request_mask;
    in->request_data = d->request_data;
}

/* A line that was asked for, or any: mostly nobody waits for it, the entry may not exist. None of
 * an entry that is held. */
static void offer_line(struct driver *d)
{
    bool any = !rng_below(d->rng, 10);
    if (any)
        d->offered = rng_below(d->rng, 1u << llc_slice_entry_bits(&d->params));
    else if (d->owed_count)
        d->offered = d->owed[rng_below(d->rng, d->owed_count)];
    d->offering = (any || d->owed_count) && !(d->weather.held >> d->offered % 64 & 1);
    rng_fill(d->rng, d->reply_data, 64 * WORDS);
}

static void settle(struct driver *d, unsigned entry)
{
    for (unsigned i = 0; i < d->owed_count; i++)
        if (d->owed[i] == entry) {
            d->owed[i] = d->owed[--d->owed_count];
            return;
        }
}

static void drive_dram(struct driver *d, const struct llc_slice_out *out, struct llc_slice_in *in)
{
    if (!d->offering && rng_percent(d->rng, d->weather.answer))
        offer_line(d);
    in->dram_reply_valid = d->offering;
    in->dram_reply_id = d->offering ? d->offered : 0;
    in->dram_reply_data = d->reply_data;
    if (d->offering && out->dram_reply_ready) {
        d->offering = false;
        settle(d, d->offered);
    }
    in->dram_ready = rng_percent(d->rng, d->weather.dram);
    in->writing = rng_percent(d->rng, 100 - d->weather.dram);
    if (out->dram_valid && in->dram_ready && !out->dram_write)
        d->owed[d->owed_count++] = (unsigned)out->dram_id;
}

/* Flushes, half of them turns, which may come while another one is under way. */
static void drive_flush(struct driver *d, const struct llc_slice_out *out, struct llc_slice_in *in)
{
    if (!out->busy && !d->flushed)
        d->may_be_private = d->to_private;
    in->flush = rng_below(d->rng, out->busy ? 3000 : 1000) == 0;
    in->flush_turns = rng_percent(d->rng, 50);
    in->flush_private = rng_percent(d->rng, 60);
    d->flushed = in->flush;
    if (!in->flush || !in->flush_turns)
        return;
    d->to_private = in->flush_private;
    d->may_be_private |= d->to_private;
}

void llc_slice_drive(void *driver, const struct llc_slice_out *out, struct llc_slice_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    *in = (struct llc_slice_in){.reply_ready = rng_percent(d->rng, d->weather.taken)};
    drive_flush(d, out, in);
    drive_request(d, in);
    drive_dram(d, out, in);
}
