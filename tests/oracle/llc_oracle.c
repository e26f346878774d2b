/* The LLC slice against plain memory. Random requests to few lines, and runs of atomics on a word
 * or two of one, go in, a memory controller
 * answers reads in any order, and now and then sends a line that nobody has asked for, which must
 * be reported and change nothing; every reply must be what a memory of bytes would say that handled
 * the requests in the order of their replies, those to one line are answered in the order in which
 * they came, every request is answered once, and after a flush DRAM holds that memory. In other
 * runs the slice turns private and back at any time; while it is private one byte of eight belongs
 * to another cluster, which writes it in DRAM: what the slice writes must leave it alone, and
 * behind the next turn it must be seen.
 *
 * A few at a time: bursts of requests to no more lines than a set has ways, the next one when all
 * are answered, so that it is known whose line leaves. Which requests miss, in the order of their
 * look-ups, is then what sets kept as lists in order of use say: every request is a use, one that
 * finds its line pending, too. */
#include <string.h>

#include "atomic_unit.h"
#include "check.h"
#include "llc_slice.h"
#include "plain_cache.h"
#include "rng.h"

enum { LINES = 24, BYTES = 128, IDS = 1024, CYCLES = 30000, SETS_MAX = 128, BURST_MAX = 12 };

struct asked {
    bool open;        /* not answered yet */
    uint64_t number;  /* in the order in which they came */
    unsigned line;    /* index */
    unsigned src;     /* node */
    uint64_t mask[2]; /* bytes */
    uint8_t data[BYTES];
    unsigned kind, op, sectors;
};

struct bench {
    struct rng rng;
    struct llc_slice slice;
    uint64_t address[LINES];
    uint8_t memory[LINES][BYTES]; /* what the replies so far imply */
    uint8_t dram[LINES][BYTES];   /* behind the slice */
    struct asked asked[IDS];
    unsigned next_id, open;
    unsigned line; /* of the request before */
    bool runs;     /* most requests are to that line, most of them atomics */
    uint64_t asked_count;
    bool reading[LLC_SLICE_ENTRIES_MAX];       /* DRAM reads under way */
    uint64_t lines[LLC_SLICE_ENTRIES_MAX][16]; /* their data, as of the request */
    bool unasked;                              /* DRAM has sent a line that nobody waits for */
    uint64_t refused;                          /* such lines so far */
    uint64_t request_data[16];
    uint64_t replies[4];         /* answered requests by kind */
    bool turns;                  /* it turns private and back; else all bytes are its own */
    bool turning;                /* now: no request may be taken */
    bool private;                /* it is */
    bool to_private;             /* what it turns into */
    unsigned turned;             /* how often */
    bool few;                    /* at a time */
    unsigned left, first, width; /* of the burst: requests, its lines */
    struct plain_set sets[SETS_MAX];
    uint64_t looked_up;    /* requests */
    uint64_t hits, merges; /* of these */
};

static unsigned line_index(const struct bench *b, uint64_t address)
{
    for (unsigned i = 0; i < LINES; i++)
        if (b->address[i] == address)
            return i;
    CHECK_EQUAL(address, b->address[0]); /* an address that was never asked */
    return 0;
}

/* Bytes of all clusters but this one. */
static bool is_foreign(const struct bench *b, unsigned byte)
{
    return b->turns && byte % 8 == 7;
}

static bool in_mask(const uint64_t *mask, unsigned byte)
{
    return mask[byte / 64] >> (byte % 64) & 1;
}

/* Of the next request, which may go on with a run. */
static unsigned choose_line(struct bench *b, bool in_run)
{
    if (b->few)
        return (b->first + rng_below(&b->rng, b->width)) % LINES;
    return in_run ? b->line : rng_below(&b->rng, LINES);
}

static void begin_burst(struct bench *b)
{
    b->left = 1 + rng_below(&b->rng, BURST_MAX);
    b->first = rng_below(&b->rng, LINES);
    b->width = 1 + rng_below(&b->rng, b->slice.params.ways);
}

static void ask(struct bench *b, struct llc_slice_in *in, bool ready)
{
    struct asked *a = &b->asked[b->next_id];
    if (b->few && !b->left && !b->open)
        begin_burst(b);
    if (a->open || (b->few && !b->left) || !rng_percent(&b->rng, 60))
        return;
    unsigned shape = rng_below(&b->rng, 4);
    b->runs ^= rng_below(&b->rng, 30) == 0;
    bool in_run = b->runs && rng_percent(&b->rng, 90);
    bool counts = in_run && !b->private && rng_percent(&b->rng, 80);
    *a = (struct asked){.line = choose_line(b, in_run),
                        .src = rng_below(&b->rng, 1024),
                        .kind = counts ? LLC_ATOMIC : rng_below(&b->rng, b->private ? 3 : 4),
                        .op = rng_below(&b->rng, 8)};
    b->line = a->line;
    a->sectors = a->kind == LLC_STORE ? 0 : rng_below(&b->rng, 16);
    for (unsigned i = 0; i < 2; i++)
        a->mask[i] = shape ? ~UINT64_C(0) : rng_next(&b->rng);
    if (shape == 1)
        a->mask[rng_below(&b->rng, 2)] &= ~UINT64_C(0) << rng_below(&b->rng, 64);
    if (counts)
        for (unsigned i = 0; i < 2; i++)
            a->mask[i] = UINT64_C(15) << 4 * rng_below(&b->rng, 2) & -(uint64_t)(shape != i);
    for (unsigned byte = 0; byte < BYTES; byte++)
        if (is_foreign(b, byte))
            a->mask[byte / 64] &= ~(UINT64_C(1) << byte % 64);
    for (unsigned i = 0; i < 16; i++)
        b->request_data[i] = rng_next(&b->rng);
    memcpy(a->data, b->request_data, BYTES);
    in->request_valid = true;
    in->request_kind = a->kind;
    in->request_op = a->op;
    in->request_src = a->src;
    in->request_line = b->address[a->line];
    in->request_id = b->next_id;
    in->request_sectors = a->sectors;
    in->request_mask = a->mask;
    in->request_data = b->request_data;
    if (!ready)
        return;
    a->open = true;
    a->number = b->asked_count++;
    b->open++;
    b->left -= b->few;
    b->next_id = (b->next_id + 1) % IDS;
}

static void apply_store(struct bench *b, const struct asked *a)
{
    for (unsigned i = 0; i < BYTES; i++)
        if (in_mask(a->mask, i))
            b->memory[a->line][i] = a->data[i];
}

static void apply_atomic(struct bench *b, const struct asked *a)
{
    for (unsigned i = 0; i < BYTES; i += 4) {
        uint32_t old, operand;
        if (!in_mask(a->mask, i) || !in_mask(a->mask, i + 1) || !in_mask(a->mask, i + 2) ||
            !in_mask(a->mask, i + 3))
            continue;
        memcpy(&old, &b->memory[a->line][i], 4);
        memcpy(&operand, &a->data[i], 4);
        old = atomic_result((enum atomic_op)a->op, old, operand);
        memcpy(&b->memory[a->line][i], &old, 4);
    }
}

static bool is_oldest_of_its_line(const struct bench *b, const struct asked *a)
{
    for (const struct asked *other = b->asked; other < b->asked + IDS; other++)
        if (other->open && other->line == a->line && other->number < a->number)
            return false;
    return true;
}

static void answered(struct bench *b, const struct llc_slice_out *out)
{
    static const uint8_t zero[32];
    struct asked *a = &b->asked[out->reply_id];
    CHECK(a->open);
    CHECK_EQUAL(out->reply_kind, a->kind);
    CHECK_EQUAL(out->reply_dest, a->src);
    CHECK_EQUAL(out->reply_line, b->address[a->line]);
    CHECK_EQUAL(out->reply_data_sectors, a->sectors);
    CHECK(is_oldest_of_its_line(b, a));
    for (unsigned sector = 0; sector < 4; sector++) {
        bool travels = a->sectors >> sector & 1;
        const uint8_t *has = (const uint8_t *)&out->reply_data[4 * sector];
        const uint8_t *expected = travels ? &b->memory[a->line][32 * sector] : zero;
        bool same = true;
        for (unsigned byte = 0; byte < 32; byte++)
            same &= has[byte] == expected[byte] ||
                    (b->private && travels && is_foreign(b, 32 * sector + byte));
        CHECK(same);
    }
    if (a->kind == LLC_STORE)
        apply_store(b, a);
    if (a->kind == LLC_ATOMIC)
        apply_atomic(b, a);
    b->replies[a->kind]++;
    a->open = false;
    b->open--;
}

static void memory_controller(struct bench *b, const struct llc_slice_out *out,
                              struct llc_slice_in *in)
{
    unsigned entries = b->slice.params.entries, id = rng_below(&b->rng, entries);
    CHECK_EQUAL(out->error_dram_reply, b->unasked);
    b->unasked = !b->reading[id] && rng_percent(&b->rng, 5);
    if (b->unasked) {
        in->dram_reply_valid = true;
        in->dram_reply_id = id;
        in->dram_reply_data = b->request_data;
        b->unasked = out->dram_reply_ready;
        b->refused += b->unasked;
    }
    for (unsigned i = 0; i < entries && !b->reading[id]; i++)
        id = (id + 1) % entries;
    if (!in->dram_reply_valid && b->reading[id] && rng_percent(&b->rng, 30)) {
        in->dram_reply_valid = true;
        in->dram_reply_id = id;
        in->dram_reply_data = b->lines[id];
        b->reading[id] = !out->dram_reply_ready;
    }
    in->dram_ready = rng_percent(&b->rng, 40);
    if (!out->dram_valid || !in->dram_ready)
        return;
    unsigned line = line_index(b, out->dram_line);
    if (out->dram_write) {
        const uint8_t *data = (const uint8_t *)out->dram_data;
        for (unsigned byte = 0; byte < BYTES; byte++)
            if (in_mask(out->dram_mask, byte))
                b->dram[line][byte] = data[byte];
    } else {
        CHECK(!b->reading[out->dram_id]);
        b->reading[out->dram_id] = true;
        memcpy(b->lines[out->dram_id], b->dram[line], BYTES);
    }
}

/* Requests are looked up in the order in which they came, by which they have their ids. */
static void look_up(struct bench *b, const struct llc_slice_out *out)
{
    unsigned line = b->asked[b->looked_up++ % IDS].line;
    struct plain_set *set = &b->sets[set_map_set(&b->slice.map, b->address[line])];
    bool present = plain_access(set, L1_LOAD, line, b->slice.params.ways, true);
    CHECK_EQUAL(out->event_miss, !present);
    b->hits += out->event_hit;
    b->merges += out->event_merge;
}

static void cycle(struct bench *b, bool asking, bool flush)
{
    struct llc_slice_out out;
    struct llc_slice_in in = {.flush = flush,
                              .flush_turns = b->turning,
                              .flush_private = b->to_private,
                              .reply_ready = rng_percent(&b->rng, 70)};
    llc_slice_outputs(&b->slice, &out);
    CHECK(!b->turning || flush || !out.busy || !out.request_ready);
    if (asking)
        ask(b, &in, out.request_ready);
    if (b->few && out.event_access)
        look_up(b, &out);
    if (out.reply_valid && in.reply_ready)
        answered(b, &out);
    memory_controller(b, &out, &in);
    llc_slice_step(&b->slice, &in);
}

/* Another cluster writes its bytes. */
static void write_foreign(struct bench *b)
{
    b->dram[rng_below(&b->rng, LINES)][8 * rng_below(&b->rng, BYTES / 8) + 7] =
        (uint8_t)rng_next(&b->rng);
}

/* To a private slice, again to one, which invalidates it, or back. Nothing of before is lost, and
 * what others wrote is seen. Requests go on being offered and are not taken. */
static void turn(struct bench *b)
{
    bool was_private = b->private; /* until all answers of before are there */
    b->turning = true;
    b->to_private = rng_percent(&b->rng, 60);
    b->turned++;
    cycle(b, false, true);
    for (unsigned i = 0; i < CYCLES && b->slice.walk.walking; i++)
        cycle(b, b->slice.walk.turns, false);
    CHECK(!b->slice.walk.walking);
    b->turning = false;
    for (unsigned i = 0; i < CYCLES && b->open; i++)
        cycle(b, false, false);
    b->private = b->slice.walk.is_private;
    for (unsigned line = 0; line < LINES; line++)
        for (unsigned byte = 0; byte < BYTES; byte++)
            if (was_private && is_foreign(b, byte))
                b->memory[line][byte] = b->dram[line][byte];
    CHECK(!memcmp(b->dram, b->memory, sizeof b->dram));
}

/* Half of the lines share sets: low bits from 0 to 3, the others anywhere. */
static void run(const struct llc_slice_params *params, uint64_t seed, bool turns)
{
    static struct bench b;
    check_case("%u x %u, seed %u%s", params->sets, params->ways, (unsigned)seed,
               turns ? ", turns" : "");
    memset(&b, 0, sizeof b);
    b.turns = turns;
    rng_init(&b.rng, seed);
    llc_slice_init(&b.slice, params);
    for (unsigned i = 0; i < LINES; i++) {
        b.address[i] = (uint64_t)(i / 4) << 12 | (i % 4);
        for (unsigned byte = 0; byte < BYTES; byte++)
            b.dram[i][byte] = b.memory[i][byte] = (uint8_t)rng_next(&b.rng);
    }
    for (unsigned i = 0; i < CYCLES; i++) {
        if (b.private && rng_percent(&b.rng, 10))
            write_foreign(&b);
        if (turns && rng_below(&b.rng, 400) == 0)
            turn(&b);
        cycle(&b, true, rng_below(&b.rng, 2000) == 0);
    }
    for (unsigned i = 0; i < CYCLES && b.open; i++)
        cycle(&b, false, false);
    CHECK_EQUAL(b.open, 0);
    if (turns)
        turn(&b);
    CHECK(!turns || b.turned > 30);
    cycle(&b, false, true);
    for (unsigned i = 0; i < CYCLES && b.slice.walk.walking; i++)
        cycle(&b, false, false);
    CHECK(!b.slice.walk.walking);
    CHECK(!memcmp(b.dram, b.memory, sizeof b.dram));
    CHECK(b.refused > 100);
    for (unsigned kind = 0; kind < 4; kind++)
        CHECK(b.replies[kind] > 100);
    llc_slice_release(&b.slice);
}

/* Of four lines three are of one set, more than any has ways. */
static void few_at_a_time(const struct llc_slice_params *params, uint64_t seed)
{
    static struct bench b;
    check_case("few at a time, %u x %u, seed %u", params->sets, params->ways, (unsigned)seed);
    memset(&b, 0, sizeof b);
    b.few = true;
    rng_init(&b.rng, seed);
    llc_slice_init(&b.slice, params);
    uint64_t next = 0;
    for (unsigned i = 0; i < LINES; i++) {
        while (set_map_set(&b.slice.map, next) != (i % 4 == 3 && params->sets > 1))
            next++;
        b.address[i] = next++;
    }
    for (unsigned i = 0; i < CYCLES; i++)
        cycle(&b, true, rng_below(&b.rng, 2000) == 0);
    CHECK(b.hits > 100 && b.merges > 10 && b.looked_up - b.hits - b.merges > 100);
    llc_slice_release(&b.slice);
}

int main(void)
{
    static const struct llc_slice_params sizes[] = {
        /* line_bits sets ways latency queue entries targets shift chunk hash node id clusters lsb
         * program: lsb bits from protect */
        {25, 128, 8, 120, 8, 32, 4, 0, 1, 0, 10, 10, 1, 0, 0, 1, 1, 0},
        {25, 2, 2, 8, 2, 3, 2, 0, 1, 0, 10, 10, 1, 0, 0, 1, 1, 0},
        {25, 1, 1, 8, 1, 1, 1, 0, 1, 0, 10, 10, 1, 0, 0, 1, 1, 0},
        {17, 4, 3, 9, 4, 5, 16, 3, 2, 1, 10, 10, 2, 9, 0, 1, 1, 0},
        {33, 8, 1, 30, 64, 64, 3, 6, 0, 1, 10, 10, 1, 0, 0, 1, 1, 0},
        {25, 48, 16, 20, 8, 16, 4, 3, 1, 0, 10, 10, 8, 4, 0, 1, 1, 0},
        {25, 3, 2, 9, 4, 4, 4, 2, 1, 1, 10, 10, 1, 0, 0, 1, 1, 0},
        {25, 6, 1, 9, 4, 4, 4, 0, 1, 0, 10, 10, 1, 0, 0, 1, 1, 0},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            run(&sizes[i], seed, seed > 2);
            few_at_a_time(&sizes[i], seed);
        }
    return check_report();
}
