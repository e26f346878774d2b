/* A slice that reads and writes few lines, also such as differ in one bit, each id once at a time,
 * for spells with few of its ids, and a target that takes what it likes when it likes, answers
 * reads in any order, with their beats mixed, and writes in theirs. In bad weather it also reports
 * errors, ends bursts at the wrong beat, answers what nobody asked, and forgets; now and then it is
 * silent for so long that this is reported, or for less. */
#include <stdlib.h>

#include "axi_port.h"
#include "drive_random.h"
#include "util.h"

extern const char *const axi_port_configs[];
void *axi_port_drive_new(const struct axi_port_params *, struct rng *);
void axi_port_drive(void *, const struct axi_port_out *, struct axi_port_in *);
void axi_port_drive_free(void *);

const char *const axi_port_configs[] = {
    "TIMEOUT=100",
    "LINE_BITS=17 ENTRY_BITS=1 DATA_BYTES=64 WRITES=1 TIMEOUT=2",
    "ENTRY_BITS=3 DATA_BYTES=64 WRITES=5 TIMEOUT=17",
    "LINE_BITS=33 ENTRY_BITS=6 DATA_BYTES=16 WRITES=16 TIMEOUT=1000",
    NULL,
};

enum { LINES = 6 };

/* Where the read of an id is. */
enum place { FREE, ASKED, ADDRESSED, FORGOTTEN, ANSWERED };

struct weather {
    unsigned cycles;                       /* until it changes */
    unsigned request, writes;              /* percent: a request; of these writes */
    unsigned aw, w, ar, reply;             /* percent: taken */
    unsigned beats, responses;             /* percent: given */
    unsigned ids, first_id;                /* in use */
    unsigned lines;                        /* in use */
    unsigned mixed;                        /* percent: beats of another read than the last one */
    unsigned bad, wrong, foreign, forgets; /* per mille: errors of each kind */
};

struct driver {
    struct axi_port_params params;
    struct rng *rng;
    struct weather weather;
    bool stray; /* a beat comes that nobody asked for: in the first cycle, in which rst may be 1 */
    uint64_t lines[LINES];
    enum place places[AXI_PORT_IDS_MAX];
    unsigned counts[AXI_PORT_IDS_MAX]; /* beats given */
    unsigned last_id;                  /* of the beat given last */
    unsigned addresses, bursts, owed;  /* writes: AWs taken, last beats taken, without B */
    struct axi_port_in held;           /* the slice's offer that was not taken */
    uint64_t data[16], mask[2], beat[8];
};

void *axi_port_drive_new(const struct axi_port_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    d->stray = rng_percent(rng, 30);
    return d;
}

void axi_port_drive_free(void *driver)
{
    free(driver);
}

static bool per_mille(struct driver *d, unsigned chance)
{
    return rng_below(d->rng, 1000) < chance;
}

static unsigned any_id(struct driver *d)
{
    return rng_below(d->rng, 1u << d->params.entry_bits);
}

static void fall_silent(struct driver *d)
{
    d->weather.cycles += rng_below(d->rng, 3 * d->params.timeout);
    d->weather.beats = d->weather.responses = d->weather.foreign = 0;
}

static void change_weather(struct driver *d)
{
    static const unsigned mixes[] = {0, 30, 60, 100}, errors[] = {0, 0, 20, 300},
                          losses[] = {0, 0, 0, 4}, lines[] = {1, 2, LINES};
    const unsigned ids[] = {1, 3, 1u << d->params.entry_bits};
    d->weather = (struct weather){.cycles = 20 + rng_below(d->rng, 300),
                                  .request = some_queue_rate(d->rng),
                                  .writes = one_of(d->rng, mixes, 4),
                                  .aw = some_queue_rate(d->rng),
                                  .w = some_queue_rate(d->rng),
                                  .ar = some_queue_rate(d->rng),
                                  .reply = some_queue_rate(d->rng),
                                  .beats = some_queue_rate(d->rng),
                                  .responses = some_queue_rate(d->rng),
                                  .ids = one_of(d->rng, ids, 3),
                                  .first_id = any_id(d),
                                  .lines = one_of(d->rng, lines, 3),
                                  .mixed = one_of(d->rng, mixes, 4),
                                  .bad = one_of(d->rng, errors, 4),
                                  .wrong = one_of(d->rng, errors, 4),
                                  .foreign = one_of(d->rng, errors, 4) / 4,
                                  .forgets = one_of(d->rng, losses, 4)};
    if (rng_percent(d->rng, 2))
        fall_silent(d);
    for (unsigned i = 0; i < LINES; i++)
        d->lines[i] = rng_next(d->rng) >> (64 - d->params.line_bits);
    if (rng_percent(d->rng, 50))
        d->lines[1] = d->lines[0] ^ UINT64_C(1) << rng_below(d->rng, d->params.line_bits);
}

/* An id in that place, this one or the next ones; as many as there are: none. */
static unsigned some_id(const struct driver *d, enum place place, unsigned first)
{
    unsigned ids = 1u << d->params.entry_bits;
    for (unsigned i = 0; i < ids; i++)
        if (d->places[(first + i) % ids] == place)
            return (first + i) % ids;
    return ids;
}

/* An id for a read: of few those that are free, of all any that is. */
static unsigned free_id(struct driver *d)
{
    unsigned all = 1u << d->params.entry_bits;
    if (d->weather.ids >= all)
        return some_id(d, FREE, any_id(d));
    unsigned id = (d->weather.first_id + rng_below(d->rng, d->weather.ids)) % all;
    return d->places[id] == FREE ? id : all;
}

static void offer_request(struct driver *d)
{
    bool write = rng_percent(d->rng, d->weather.writes);
    unsigned id = free_id(d);
    if (d->held.dram_valid || !rng_percent(d->rng, d->weather.request) ||
        (!write && id == 1u << d->params.entry_bits))
        return;
    d->held.dram_valid = true;
    d->held.dram_write = write;
    d->held.dram_line = d->lines[rng_below(d->rng, d->weather.lines)];
    d->held.dram_id = write ? 0 : id;
    rng_fill(d->rng, d->data, 1024);
    rng_fill(d->rng, d->mask, 128);
    clear_sectors(d->rng, d->mask, 30);
    if (!write)
        d->places[id] = ASKED;
}

/* An id of which no beat is due: of a read whose address still waits, if there is one, or any. */
static unsigned foreign_id(struct driver *d)
{
    unsigned id = some_id(d, ASKED, any_id(d));
    return id < 1u << d->params.entry_bits && rng_percent(d->rng, 50) ? id : any_id(d);
}

/* The beat of a read that was addressed, or of none. */
static void give_beat(struct driver *d, struct axi_port_in *in)
{
    unsigned beats = 128 / d->params.data_bytes;
    bool mixed = rng_percent(d->rng, d->weather.mixed);
    unsigned id = some_id(d, ADDRESSED, mixed ? any_id(d) : d->last_id);
    bool foreign = d->stray || per_mille(d, d->weather.foreign);
    in->axi_r_valid = (d->stray || rng_percent(d->rng, d->weather.beats)) &&
                      (foreign || id < 1u << d->params.entry_bits);
    d->stray = false;
    if (!in->axi_r_valid)
        return;
    in->axi_r_id = foreign ? foreign_id(d) : id;
    in->axi_r_resp = per_mille(d, d->weather.bad) ? rng_below(d->rng, 4) : 0;
    rng_fill(d->rng, d->beat, 512);
    id = d->last_id = (unsigned)in->axi_r_id;
    in->axi_r_last = (d->counts[id] == beats - 1) ^ per_mille(d, d->weather.wrong);
    if (d->places[id] != ADDRESSED && d->places[id] != FORGOTTEN)
        return;
    d->counts[id]++;
    if (!in->axi_r_last && d->counts[id] < beats)
        return;
    d->counts[id] = 0;
    d->places[id] = ANSWERED;
}

static void give_response(struct driver *d, struct axi_port_in *in)
{
    bool foreign = per_mille(d, d->weather.foreign);
    in->axi_b_valid = rng_percent(d->rng, d->weather.responses) && (foreign || d->owed);
    if (!in->axi_b_valid)
        return;
    in->axi_b_id = foreign ? any_id(d) : 0;
    in->axi_b_resp = per_mille(d, d->weather.bad) ? rng_below(d->rng, 4) : 0;
    d->owed -= d->owed && !in->axi_b_id;
}

/* What is taken at the edge to come; answers follow in later cycles. */
static void follow(struct driver *d, const struct axi_port_out *out, const struct axi_port_in *in)
{
    if (in->dram_valid && out->dram_ready)
        d->held.dram_valid = false;
    if (out->axi_ar_valid && in->axi_ar_ready)
        d->places[out->axi_ar_id] = per_mille(d, d->weather.forgets) ? FORGOTTEN : ADDRESSED;
    if (out->dram_reply_valid && in->dram_reply_ready)
        d->places[out->dram_reply_id] = FREE;
    d->addresses += out->axi_aw_valid && in->axi_aw_ready;
    d->bursts += out->axi_w_valid && in->axi_w_ready && out->axi_w_last;
    if (!d->addresses || !d->bursts)
        return;
    d->addresses--;
    d->bursts--;
    d->owed += !per_mille(d, d->weather.forgets);
}

void axi_port_drive(void *driver, const struct axi_port_out *out, struct axi_port_in *in)
{
    struct driver *d = driver;
    if (!d->weather.cycles--)
        change_weather(d);
    offer_request(d);
    *in = d->held;
    in->dram_data = d->data;
    in->dram_mask = d->mask;
    in->dram_reply_ready = rng_percent(d->rng, d->weather.reply);
    in->axi_aw_ready = rng_percent(d->rng, d->weather.aw);
    in->axi_w_ready = rng_percent(d->rng, d->weather.w);
    in->axi_ar_ready = rng_percent(d->rng, d->weather.ar);
    in->axi_r_data = d->beat;
    give_beat(d, in);
    give_response(d, in);
    follow(d, out, in);
}
