/* The DRAM channel against the plain one of dram_plain.h, command by command: random timings, of
 * which each is in turn the one that binds, random geometry, clocks, queues and traffic. Compared
 * are every command with its clock and bank, ready, every reply with its cycle, and the counters at
 * the end. At the end every timing rule must have been seen to hold back commands alone. */
#include <inttypes.h>
#include <stddef.h>

#include "check.h"
#include "dram_plain.h"
#include "rng.h"

enum { CYCLES = 8000, DRAIN = 500000, TRIALS = 3, SEEN = 20 };

struct bench {
    struct config config;
    struct memory memory;
    struct dram dram;
    struct plain_dram plain;
    struct dram_in in;
    struct dram_out out;
    struct rng rng;
    unsigned commands;  /* of the step under way, as far as they agree */
    bool agrees;        /* so far */
    unsigned percent;   /* of cycles with an offer */
    unsigned writes;    /* percent of the requests */
    unsigned taken;     /* percent of cycles in which a reply is taken */
    unsigned partition; /* whose channel it is */
    uint64_t now, rows; /* cycle; rows in use */
};

static uint64_t held[DRAM_RULES], starved, capped, full, drains, buffered,
    followed; /* of all runs */

static void observe(void *context, enum dram_command kind, unsigned bank, uint64_t clock)
{
    struct bench *b = context;
    const struct plain_command *expected = &b->plain.log[b->commands];
    bool was = b->agrees;
    b->agrees = was && b->commands++ < b->plain.logged && expected->kind == kind &&
                expected->bank == bank && expected->clock == (int64_t)clock;
    if (was && !b->agrees)
        printf("clock %" PRIu64 ": command %d of bank %u, expected clock %" PRId64
               ": command %d of bank %u\n",
               clock, kind, bank, expected->clock, expected->kind, expected->bank);
}

static unsigned between(struct rng *rng, unsigned low, unsigned high)
{
    return low + rng_below(rng, high - low + 1);
}

/* All timings short, so that the one that a run makes long is the one that binds. */
static void draw_timings(struct config *c, struct rng *rng)
{
    c->t_cl = between(rng, 1, 16);
    c->t_wl = between(rng, 1, 6);
    c->t_rcd = between(rng, 1, 8);
    c->t_rcdw = between(rng, 1, 8);
    c->t_rp = between(rng, 1, 8);
    c->t_ras = between(rng, 1, 12);
    c->t_rc = c->t_ras + between(rng, 0, 9);
    c->t_rrd = between(rng, 1, 4);
    c->t_faw = c->t_rrd + between(rng, 0, 12);
    c->t_ccd = between(rng, 1, 3);
    c->t_ccdl = c->t_ccd + between(rng, 0, 3);
    c->t_cdlr = between(rng, 1, 6);
    c->t_wr = between(rng, 1, 8);
    c->t_rtp = between(rng, 1, 6);
    c->t_refi = between(rng, 300, 900);
    c->t_rfc = rng_percent(rng, 70) ? between(rng, 1, 60) : 0;
}

static void draw_shape(struct config *c, struct rng *rng)
{
    static const unsigned partitions[] = {1, 2, 8, 3, 64};
    c->core_mhz = rng_percent(rng, 50) ? 1400 : between(rng, 300, 1500);
    c->dram_mhz = rng_percent(rng, 50) ? 924 : between(rng, 200, 2500);
    c->dram_bus_bytes = 4u << rng_below(rng, 3);
    c->dram_groups = 1u << rng_below(rng, 4);
    c->dram_banks = c->dram_groups << rng_below(rng, 3);
    c->dram_banks = c->dram_banks < 4 ? 4 : c->dram_banks;
    c->dram_row_bytes = 512u << rng_below(rng, 3);
    c->dram_hash = rng_below(rng, 4);
    c->dram_queue = rng_percent(rng, 30) ? between(rng, 1, 4) : between(rng, 8, 128);
    c->dram_read_bursts = rng_percent(rng, 30) ? between(rng, 1, 20) : 0;
    c->dram_latency = rng_percent(rng, 30) ? between(rng, 1, 150) : 0;
    c->dram_write_queue = rng_percent(rng, 30) ? between(rng, 1, 4) : between(rng, 8, 64);
    c->dram_write_high = between(rng, 1, c->dram_write_queue);
    c->dram_write_low = rng_below(rng, c->dram_write_high);
    if (rng_percent(rng, 30))
        c->dram_write_queue = 0;
    c->dram_age_cap = rng_percent(rng, 50) ? between(rng, 16, 100) : 1000;
    c->dram_row_cap = rng_percent(rng, 30) ? between(rng, 1, 8) : 0;
    c->partitions = partitions[rng_below(rng, 5)];
    c->chunk_bits = rng_below(rng, 4);
}

static void start(struct bench *b, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    rng_init(&b->rng, seed);
    config_init(&b->config);
}

static void build(struct bench *b)
{
    memory_init(&b->memory);
    b->partition = rng_below(&b->rng, b->config.partitions);
    dram_init(&b->dram, &b->config, &b->memory);
    b->dram.carry_data = false;
    b->dram.observer = observe;
    b->dram.observer_context = b;
    plain_init(&b->plain, &b->config);
    dram_outputs(&b->dram, &b->out);
    b->agrees = true;
}

/* Lines of the partition, in a few rows. */
static uint64_t draw_line(struct bench *b)
{
    const struct config *c = &b->config;
    uint64_t lines_of_row = c->dram_row_bytes / 128 * c->dram_banks;
    uint64_t local = rng_next(&b->rng) % (lines_of_row * b->rows);
    uint64_t chunk = UINT64_C(1) << c->chunk_bits, number = local / chunk * c->partitions;
    uint64_t line = (number + b->partition) * chunk + local % chunk;
    return line;
}

static void change_traffic(struct bench *b)
{
    static const unsigned percents[] = {5, 40, 100}, writes[] = {0, 30, 50, 100};
    static const uint64_t rows[] = {1, 3, 200};
    b->percent = percents[rng_below(&b->rng, 3)];
    b->writes = writes[rng_below(&b->rng, 4)];
    b->rows = rows[rng_below(&b->rng, 3)];
    b->taken = rng_percent(&b->rng, 20) ? 1 : 90;
}

static void cycle(struct bench *b, bool offers)
{
    static const uint64_t data[LINE_WORDS];
    b->in = (struct dram_in){.dram_valid = offers && rng_percent(&b->rng, b->percent),
                             .dram_write = rng_percent(&b->rng, b->writes),
                             .dram_line = draw_line(b),
                             .dram_id = rng_below(&b->rng, 1u << 16),
                             .dram_data = data,
                             .dram_reply_ready = rng_percent(&b->rng, b->taken)};
    bool taken = b->out.dram_reply_valid && b->in.dram_reply_ready;
    plain_step(&b->plain, &b->in, taken, b->now);
    b->commands = 0;
    dram_step(&b->dram, &b->in, b->now++);
    dram_outputs(&b->dram, &b->out);
    const struct plain_dram *p = &b->plain;
    bool valid = p->replies && p->reply[0].done <= p->clock;
    CHECK(b->agrees && b->commands == p->logged);
    CHECK_EQUAL(b->out.dram_ready, plain_ready(p));
    CHECK_EQUAL(b->out.dram_reply_valid, valid);
    CHECK(!valid || b->out.dram_reply_id == p->reply[0].id);
    b->agrees = b->agrees && valid == b->out.dram_reply_valid;
}

/* The observer's view of a command says nothing after the first difference. */
static void run(struct bench *b)
{
    build(b);
    for (unsigned i = 0; i < CYCLES && b->agrees; i++) {
        if (i % 500 == 0)
            change_traffic(b);
        cycle(b, true);
    }
    b->taken = 100;
    for (unsigned i = 0; i < DRAIN && b->agrees && !dram_is_idle(&b->dram); i++)
        cycle(b, false);
    CHECK(!b->plain.queued[PLAIN_READS] && !b->plain.queued[PLAIN_WRITES] && !b->plain.replies);
    CHECK(!memcmp(&b->dram.stats, &b->plain.stats, sizeof b->dram.stats));
    for (unsigned rule = 0; rule < DRAM_RULES; rule++)
        held[rule] += b->plain.held[rule];
    starved += b->plain.starved;
    capped += b->plain.capped;
    full += b->plain.full;
    drains += b->plain.drains;
    buffered += b->plain.stats.buffered;
    followed += b->plain.followed;
    memory_release(&b->memory);
}

static void random_parameters(struct bench *b, uint64_t seed)
{
    start(b, seed);
    draw_shape(&b->config, &b->rng);
    draw_timings(&b->config, &b->rng);
}

/* One timing much longer than all others. */
static void stretch(struct config *c, size_t timing)
{
    *(unsigned *)((char *)c + timing) = 40;
    c->t_rc = c->t_rc < c->t_ras ? c->t_ras : c->t_rc;
    c->t_faw = c->t_faw < c->t_rrd ? c->t_rrd : c->t_faw;
    c->t_ccdl = c->t_ccdl < c->t_ccd ? c->t_ccd : c->t_ccdl;
}

static void every_rule_was_seen_at_work(void)
{
    for (unsigned rule = 0; rule < DRAM_RULES; rule++) {
        printf("%-8s held back %7" PRIu64 " commands alone\n", dram_rule_names[rule], held[rule]);
        CHECK(held[rule] >= SEEN);
    }
    printf("age      %7" PRIu64 " wanted rows closed, %" PRIu64 " more by the cap\n", starved,
           capped);
    printf("%" PRIu64 " reads held by the full FIFO, %" PRIu64 " drains, %" PRIu64
           " reads answered from the write buffer, %" PRIu64 " clocks held by a hit's order\n",
           full, drains, buffered, followed);
    CHECK(starved >= SEEN && capped >= SEEN && full >= SEEN && drains >= SEEN && buffered >= SEEN);
    CHECK(followed >= SEEN);
}

static const struct {
    const char *name;
    size_t at; /* in struct config */
} timings[] = {
    {"t_cl", offsetof(struct config, t_cl)},     {"t_wl", offsetof(struct config, t_wl)},
    {"t_rcd", offsetof(struct config, t_rcd)},   {"t_rcdw", offsetof(struct config, t_rcdw)},
    {"t_rp", offsetof(struct config, t_rp)},     {"t_ras", offsetof(struct config, t_ras)},
    {"t_rc", offsetof(struct config, t_rc)},     {"t_rrd", offsetof(struct config, t_rrd)},
    {"t_faw", offsetof(struct config, t_faw)},   {"t_ccd", offsetof(struct config, t_ccd)},
    {"t_ccdl", offsetof(struct config, t_ccdl)}, {"t_cdlr", offsetof(struct config, t_cdlr)},
    {"t_wr", offsetof(struct config, t_wr)},     {"t_rtp", offsetof(struct config, t_rtp)},
    {"t_rfc", offsetof(struct config, t_rfc)},
};
enum { TIMINGS = sizeof timings / sizeof *timings };

int main(void)
{
    static struct bench b;
    uint64_t seed = 1;
    for (; seed <= 12; seed++) {
        check_case("random parameters, seed %" PRIu64, seed);
        random_parameters(&b, seed);
        run(&b);
    }
    for (unsigned i = 0; i < TIMINGS * TRIALS; i++, seed++) {
        check_case("long %s, seed %" PRIu64, timings[i % TIMINGS].name, seed);
        random_parameters(&b, seed);
        stretch(&b.config, timings[i % TIMINGS].at);
        run(&b);
    }
    check_case("the preset's timings");
    start(&b, seed);
    run(&b);
    TEST(every_rule_was_seen_at_work());
    return check_report();
}
