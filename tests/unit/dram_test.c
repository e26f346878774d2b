/* The GDDR5 channel against what any correct model of this part must show: bandwidth bounds of
 * access patterns, unloaded latencies, every timing rule seen by an observer of the command stream,
 * the starvation bound, the order of data, sleeping against stepping. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "address_map.h"
#include "check.h"
#include "dram.h"
#include "hash.h"
#include "rng.h"

enum { GROUP_BITS = 2, BANK_BITS = 4, COLUMN_BITS = 4 }; /* of the default geometry */

struct bench {
    struct config config;
    struct memory memory;
    struct dram dram;
    struct dram_in in;
    struct dram_out out;
    uint64_t now;
    unsigned partition; /* whose channel it is */
};

/* One partition, command clock = core clock, one burst per line, no refresh; tests change what they
 * study before bench_start. */
static void bench_config(struct bench *bench)
{
    memset(bench, 0, sizeof(*bench));
    config_init(&bench->config);
    bench->config.partitions = 1;
    bench->config.chunk_bits = 1;
    bench->config.dram_mhz = bench->config.core_mhz;
    bench->config.dram_bus_bytes = 16;
    bench->config.t_rfc = 0;
}

static void bench_start(struct bench *bench)
{
    memory_init(&bench->memory);
    dram_init(&bench->dram, &bench->config, &bench->memory);
    dram_outputs(&bench->dram, &bench->out);
    bench->in.dram_reply_ready = true;
}

static void bench_step(struct bench *bench)
{
    dram_step(&bench->dram, &bench->in, bench->now++);
    dram_outputs(&bench->dram, &bench->out);
}

static uint64_t line_at(uint64_t row, uint64_t bank, uint64_t column)
{
    uint64_t inner = bank >> GROUP_BITS, group = bank & 3;
    return ((row << (BANK_BITS - GROUP_BITS) | inner) << COLUMN_BITS | column) << GROUP_BITS |
           group;
}

/* Access patterns: the n-th line. */
static uint64_t four_group_hits(uint64_t n)
{
    return line_at(0, n % 4, n / 4 % 16);
}
static uint64_t one_bank_hits(uint64_t n)
{
    return line_at(0, 0, n % 16);
}
static uint64_t one_bank_conflicts(uint64_t n)
{
    return line_at(n, 0, 0);
}
static uint64_t four_bank_conflicts(uint64_t n)
{
    return line_at(n / 4, n % 4, 0);
}
static uint64_t sixteen_bank_conflicts(uint64_t n)
{
    return line_at(n / 16, n % 16, 0);
}
static uint64_t sequential(uint64_t n)
{
    return n;
}
static uint64_t anywhere(uint64_t n)
{
    return hash_word(3, n) % (1u << 20);
}

/* Share of command clocks with data on the bus when the queue never runs dry. */
static double bandwidth(struct bench *bench, uint64_t (*pattern)(uint64_t), bool write)
{
    static const uint64_t data[LINE_WORDS];
    enum { WARM = 2000, MEASURED = 72000 };
    uint64_t accepted = 0, before = 0;
    bench->in.dram_valid = true;
    bench->in.dram_write = write;
    bench->in.dram_data = data;
    for (unsigned i = 0; i < WARM + MEASURED; i++) {
        if (i == WARM)
            before = bench->dram.stats.data_clocks;
        bench->in.dram_line = pattern(accepted);
        accepted += bench->out.dram_ready;
        bench_step(bench);
    }
    return (double)(bench->dram.stats.data_clocks - before) / MEASURED;
}

static void expect_share(const char *what, double share, double low, double high)
{
    printf("%-44s %6.2f%%  (%.1f..%.1f%%)\n", what, 100 * share, 100 * low, 100 * high);
    CHECK(share >= low && share <= high);
}

static double measure(uint64_t (*pattern)(uint64_t), bool write, unsigned bus, bool refreshes)
{
    struct bench bench;
    bench_config(&bench);
    bench.config.dram_bus_bytes = bus;
    if (refreshes)
        bench.config.t_rfc = 65;
    bench_start(&bench);
    double share = bandwidth(&bench, pattern, write);
    memory_release(&bench.memory);
    return share;
}

static void bandwidth_meets_the_bounds(void)
{
    puts("share of peak bandwidth, one 128 B burst per line:");
    expect_share("row hits over 4 bank groups", measure(four_group_hits, 0, 16, 0), .999, 1);
    expect_share("row hits of one bank", measure(one_bank_hits, 0, 16, 0), .666, .667);
    expect_share("conflicts of one bank", measure(one_bank_conflicts, 0, 16, 0), .0495, .0505);
    expect_share("conflicts of four banks", measure(four_bank_conflicts, 0, 16, 0), .198, .202);
    expect_share("conflicts of sixteen banks", measure(sixteen_bank_conflicts, 0, 16, 0), .305,
                 .311);
    expect_share("random", measure(anywhere, 0, 16, 0), .317 * .97, .317 * 1.03);
    expect_share("sequential, with refresh", measure(sequential, 0, 16, 1), .95, 1);
    expect_share("writes: row hits over 4 groups", measure(four_group_hits, 1, 16, 0), .999, 1);
    expect_share("writes: conflicts of one bank", measure(one_bank_conflicts, 1, 16, 0), .0495,
                 .0505); /* RCDW + WL + 2 + WR + RP = 40 = RC */
    puts("the default bus, two 64 B bursts per line:");
    expect_share("row hits over 4 bank groups", measure(four_group_hits, 0, 8, 0), .999, 1);
    expect_share("conflicts of one bank", measure(one_bank_conflicts, 0, 8, 0), .099, .101);
    expect_share("conflicts of sixteen banks", measure(sixteen_bank_conflicts, 0, 8, 0), .61, .622);
    expect_share("random", measure(anywhere, 0, 8, 0), .634 * .97, .634 * 1.03);
    expect_share("sequential, with refresh", measure(sequential, 0, 8, 1), .95, 1);
    double without = measure(four_group_hits, 0, 16, 0);
    double with = measure(four_group_hits, 0, 16, 1);
    expect_share("bandwidth lost to refresh", 1 - with / without, .018,
                 .03); /* 65 of 3,600 and up */
}

/* A backlog of conflicts in one bank older than the age cap, then random reads: the cap holds back
 * that bank, not the channel. */
static void old_requests_hold_back_their_own_bank_only(unsigned queue)
{
    struct bench bench;
    bench_config(&bench);
    bench.config.dram_queue = queue;
    bench_start(&bench);
    bench.in.dram_valid = true;
    for (unsigned sent = 0; sent < 200;) {
        bench.in.dram_line = one_bank_conflicts(sent);
        sent += bench.out.dram_ready;
        bench_step(&bench);
    }
    expect_share("random, after 200 conflicts of one bank", bandwidth(&bench, anywhere, false),
                 .317 * .97, .317 * 1.03);
    memory_release(&bench.memory);
}

/* Clocks that reads wait on average among endless writes that hit open rows. */
static double wait_among_writes(unsigned percent)
{
    static uint64_t asked_at[1024];
    static const uint64_t data[LINE_WORDS];
    struct bench bench;
    struct rng rng;
    uint64_t reads = 0, answered = 0, waited = 0;
    rng_init(&rng, percent);
    bench_config(&bench);
    bench.config.dram_bus_bytes = 8;
    bench_start(&bench);
    bench.in = (struct dram_in){.dram_valid = true, .dram_reply_ready = true, .dram_data = data};
    for (uint64_t sent = 0; bench.now < 200000; bench_step(&bench)) {
        if (bench.out.dram_reply_valid) {
            waited += bench.now - asked_at[bench.out.dram_reply_id];
            answered++;
        }
        if (!bench.out.dram_ready)
            continue;
        bench.in.dram_write = !rng_percent(&rng, percent);
        bench.in.dram_line = bench.in.dram_write ? sent++ % 64 : 64 + anywhere(reads);
        bench.in.dram_id = reads % 1024;
        asked_at[reads % 1024] = bench.now;
        reads += !bench.in.dram_write;
    }
    memory_release(&bench.memory);
    return (double)waited / (double)answered;
}

static void reads_do_not_starve_behind_writes(void)
{
    for (unsigned percent = 2; percent <= 5; percent++) {
        double wait = wait_among_writes(percent);
        printf("%u%% reads among writes to open rows: %.0f clocks on average\n", percent, wait);
        CHECK(wait < 200);
    }
}

/* Column commands: lengths of the runs of writes between reads. */
struct runs {
    unsigned now, shortest, longest, ended;
};

static void count_runs(void *context, enum dram_command command, unsigned bank, uint64_t clock)
{
    struct runs *runs = context;
    (void)bank, (void)clock;
    if (command == DRAM_WRITE)
        runs->now++;
    if (command != DRAM_READ || !runs->now)
        return;
    runs->shortest = runs->now < runs->shortest ? runs->now : runs->shortest;
    runs->longest = runs->now > runs->longest ? runs->now : runs->longest;
    runs->now = 0;
    runs->ended++;
}

/* Three reads on one write, so that a read always waits: writes come in drains of high - low. */
static void writes_wait_for_the_high_mark(void)
{
    struct bench bench;
    struct runs runs = {.shortest = 1000};
    static const uint64_t data[LINE_WORDS];
    bench_config(&bench);
    bench.config.dram_write_high = 40;
    bench.config.dram_write_low = 15;
    bench_start(&bench);
    bench.dram.observer = count_runs;
    bench.dram.observer_context = &runs;
    bench.in = (struct dram_in){.dram_valid = true, .dram_reply_ready = true, .dram_data = data};
    for (uint64_t sent = 0; bench.now < 100000; bench_step(&bench)) {
        if (!bench.out.dram_ready)
            continue;
        bench.in.dram_write = sent >= 32 && sent % 4 == 0;
        bench.in.dram_line = bench.in.dram_write ? (1u << 19) + sent / 4 : sent;
        sent++;
    }
    printf("%u drains of %u to %u writes\n", runs.ended, runs.shortest, runs.longest);
    CHECK(runs.ended > 100);
    CHECK_EQUAL(runs.shortest, 25);
    CHECK_EQUAL(runs.longest, 25);
    memory_release(&bench.memory);
}

/* Writes wait behind reads of other lines; a read of one of their lines does not. */
static void the_write_buffer_answers_reads(void)
{
    struct bench bench;
    uint64_t data[LINE_WORDS] = {0};
    bench_config(&bench);
    bench.config.dram_queue = 128;
    bench_start(&bench);
    bench.in = (struct dram_in){.dram_valid = true, .dram_reply_ready = true, .dram_data = data};
    for (unsigned i = 0; i < 40; i++) { /* reads that keep the channel busy */
        bench.in.dram_line = one_bank_conflicts(i + 1);
        bench_step(&bench);
    }
    for (data[0] = 7; data[0] <= 8; data[0]++) { /* the second one is the newer one */
        bench.in.dram_write = true;
        bench.in.dram_line = line_at(0, 5, 3);
        bench_step(&bench);
    }
    bench.in.dram_write = false;
    bench.in.dram_id = 77;
    uint64_t asked_at = bench.now, row_hits = bench.dram.stats.row_hits;
    bench_step(&bench);
    bench.in.dram_valid = false;
    while (!bench.out.dram_reply_valid || bench.out.dram_reply_id != 77)
        bench_step(&bench);
    printf("a read of a buffered line took %" PRIu64 " clocks\n", bench.now - asked_at);
    CHECK_EQUAL(bench.now - asked_at, 2);
    CHECK_EQUAL(bench.out.dram_reply_data[0], 8);
    CHECK_EQUAL(bench.dram.stats.buffered, 1);
    CHECK_EQUAL(bench.dram.stats.row_hits, row_hits);
    memory_release(&bench.memory);
}

/* With private slices a channel gets lines of all partitions, two of which can have one place: a
 * read of the one is no read of the other, which waits to be written there. */
static void the_write_buffer_tells_lines_in_one_place_apart(void)
{
    struct bench bench;
    uint64_t data[LINE_WORDS] = {7};
    bench_config(&bench);
    bench.config.partitions = 2;
    bench.config.dram_queue = 128;
    bench_start(&bench);
    uint64_t own = line_at(0, 5, 3), other = own;
    struct dram_place place = dram_address_locate(&bench.dram.address, own), its;
    do {
        its = dram_address_locate(&bench.dram.address, ++other);
    } while (its.row != place.row || its.bank != place.bank || its.column != place.column);
    printf("lines %" PRIu64 " and %" PRIu64 " have one place\n", own, other);
    bench.in = (struct dram_in){.dram_valid = true, .dram_reply_ready = true, .dram_data = data};
    bench.in.dram_write = true;
    bench.in.dram_line = own;
    bench_step(&bench);
    bench.in.dram_write = false;
    bench.in.dram_line = other;
    bench_step(&bench);
    CHECK_EQUAL(bench.dram.stats.buffered, 0);
    bench.in.dram_line = own;
    bench_step(&bench);
    CHECK_EQUAL(bench.dram.stats.buffered, 1);
    memory_release(&bench.memory);
}

/* The same column of one row after the other: one bank, or all if rows are hashed into banks. */
static void hashes_spread_rows_over_banks(void)
{
    static const double lowest[] = {.0495, .305, .305, .305}, most[] = {.0505, .311, .311, .311};
    static const char *const names[] = {"linear", "hash", "xor", "ipoly"};
    for (unsigned hash = BANK_LINEAR; hash <= BANK_IPOLY; hash++) {
        struct bench bench;
        bench_config(&bench);
        bench.config.dram_hash = hash;
        bench_start(&bench);
        expect_share(names[hash], bandwidth(&bench, one_bank_conflicts, false), lowest[hash],
                     most[hash]);
        memory_release(&bench.memory);
    }
}

/* The next line of a partition. */
static uint64_t next_line(const struct bench *bench, uint64_t line)
{
    const struct config *c = &bench->config;
    while (address_map_partition(line, c->chunk_bits, c->partitions, c->partition_hash) !=
           bench->partition)
        line++;
    return line;
}

/* Row hits and activates of a partition's own lines, taken one after the other. */
static void read_own_lines(struct bench *bench, uint64_t from, unsigned lines)
{
    bench_start(bench);
    uint64_t line = next_line(bench, from);
    for (unsigned n = 0; n < lines || !dram_is_idle(&bench->dram);) {
        bench->in.dram_valid = n < lines;
        bench->in.dram_line = line;
        if (bench->in.dram_valid && bench->out.dram_ready) {
            n++;
            line = next_line(bench, line + 1);
        }
        bench_step(bench);
    }
    memory_release(&bench->memory);
}

/* They fill a row in each bank group, whichever partition it is and however many lines make up a
 * chunk. */
static void every_partition_has_its_lines_without_holes(unsigned partitions)
{
    enum { LINES = 4 << COLUMN_BITS };
    for (unsigned chunk_bits = 0; chunk_bits < 5; chunk_bits++)
        for (unsigned partition = 0; partition < partitions; partition++) {
            struct bench bench;
            bench_config(&bench);
            bench.config.partitions = partitions;
            bench.config.chunk_bits = chunk_bits;
            bench.partition = partition;
            read_own_lines(&bench, 0, LINES);
            CHECK_EQUAL(bench.dram.stats.activates, 4);
            CHECK_EQUAL(bench.dram.stats.row_hits, LINES - 4);
        }
}

/* A stream anywhere in memory keeps its row hits. */
static void a_stream_hits_rows_in_any_number_of_partitions(void)
{
    static const unsigned partitions[] = {8, 12, 3, 20, 63};
    static const uint64_t from[] = {0, 65536 * 2 - 1000, 5 * 65536 * 2 + 777, UINT64_C(1) << 32};
    for (unsigned i = 0; i < 5; i++)
        for (unsigned k = 0; k < 4; k++) {
            struct bench bench;
            bench_config(&bench);
            bench.config.partitions = partitions[i];
            read_own_lines(&bench, from[k], 4096);
            double hits = (double)bench.dram.stats.row_hits / 4096;
            if (hits < .93)
                printf("%u partitions, from line %" PRIu64 ": row hits %.3f\n", partitions[i],
                       from[k], hits);
            CHECK(hits >= .93);
        }
}

/* No two lines of a partition share a place, and no place is left out. */
static void every_line_has_a_place_of_its_own(unsigned partitions, bool ipoly, enum bank_hash hash)
{
    enum { LINES = 3 * 65536 };
    static bool taken[LINES];
    static struct dram_address map;
    struct bench bench;
    uint64_t lines = 0, beyond = 0, twice = 0;
    bench_config(&bench);
    bench.config.partitions = partitions;
    bench.config.chunk_bits = 0;
    bench.config.dram_hash = hash;
    dram_address_init(&map, &bench.config);
    memset(taken, 0, sizeof taken);
    for (uint64_t line = 0; line < LINES; line++) {
        if (address_map_partition(line, 0, partitions, ipoly) != partitions / 2)
            continue;
        struct dram_place place = dram_address_locate(&map, line);
        uint64_t number =
            ((uint64_t)place.row << COLUMN_BITS | place.column) << BANK_BITS | place.bank;
        lines++;
        beyond += number >= LINES;
        if (number < LINES) {
            twice += taken[number];
            taken[number] = true;
        }
    }
    uint64_t row = 1u << (BANK_BITS + COLUMN_BITS), holes = 0;
    for (uint64_t number = 0; number < lines / row * row; number++)
        holes += !taken[number];
    CHECK(lines > LINES / partitions - 100);
    CHECK(beyond == 0 && twice == 0 && holes == 0);
}

/* Command clocks from acceptance to the reply of a read to an otherwise idle channel. */
static unsigned unloaded(struct bench *bench, uint64_t line)
{
    bench->in.dram_valid = true;
    bench->in.dram_write = false;
    bench->in.dram_line = line;
    bench_step(bench);
    bench->in.dram_valid = false;
    unsigned clocks = 0;
    while (!bench->out.dram_reply_valid) {
        bench_step(bench);
        clocks++;
    }
    for (unsigned i = 0; i < 200; i++)
        bench_step(bench);
    return clocks;
}

static void unloaded_latency_is_that_of_the_part(void)
{
    struct bench bench;
    bench_config(&bench);
    bench_start(&bench);
    unsigned closed = unloaded(&bench, line_at(0, 0, 0)), hit = unloaded(&bench, line_at(0, 0, 1));
    unsigned conflict = unloaded(&bench, line_at(1, 0, 0));
    printf("unloaded read: hit %u, closed %u, conflict %u command clocks (15, 27, 39)\n", hit,
           closed, conflict);
    CHECK_EQUAL(hit, 15);
    CHECK_EQUAL(closed, 27);
    CHECK_EQUAL(conflict, 39);
    CHECK(bench.dram.stats.row_hits == 1 && bench.dram.stats.row_conflicts == 1);
    memory_release(&bench.memory);
}

static void latency_is_added_to_reads_and_costs_no_bandwidth(void)
{
    struct bench bench;
    bench_config(&bench);
    bench.config.dram_latency = 50;
    bench_start(&bench);
    CHECK_EQUAL(unloaded(&bench, line_at(0, 0, 0)), 27 + 50);
    CHECK_EQUAL(unloaded(&bench, line_at(0, 0, 1)), 15 + 50);
    CHECK(bandwidth(&bench, four_group_hits, false) > 0.99);
    memory_release(&bench.memory);
}

/* The share of the bus of an endless stream of lines with 8 bursts where 4 would do: the bus is as
 * busy, with half of the lines when they are read and as many when they are written. */
static void bursts_of_reads_are_counted_on_the_bus(bool write, double lines_per_burst)
{
    struct bench bench;
    bench_config(&bench);
    bench.config.dram_bus_bytes = 4;
    bench.config.dram_read_bursts = 8;
    bench_start(&bench);
    double share = bandwidth(&bench, four_group_hits, write);
    const struct dram_stats *stats = &bench.dram.stats;
    double lines = (double)(stats->reads + stats->writes);
    CHECK(share > 0.95);
    double ratio = lines / ((double)stats->data_clocks / 2);
    printf("%s: %.4f lines per burst\n", write ? "writes" : "reads", ratio);
    CHECK(ratio > 0.99 * lines_per_burst && ratio < 1.01 * lines_per_burst);
    memory_release(&bench.memory);
}

/* Reads and writes as they were sent: a letter each. */
struct letters {
    char text[16];
    unsigned count;
};

static void note_column(void *context, enum dram_command command, unsigned bank, uint64_t clock)
{
    struct letters *letters = context;
    (void)bank, (void)clock;
    if ((command == DRAM_READ || command == DRAM_WRITE) && letters->count < 15)
        letters->text[letters->count++] = command == DRAM_READ ? 'r' : 'w';
}

/* Three writes and three reads in turn, of one row; `queue`: places of the write buffer. */
static void expect_order(unsigned queue, const char *expected)
{
    struct bench bench;
    struct letters letters = {.count = 0};
    static const uint64_t data[LINE_WORDS];
    bench_config(&bench);
    bench.config.dram_write_queue = queue;
    bench_start(&bench);
    bench.dram.observer = note_column;
    bench.dram.observer_context = &letters;
    bench.in = (struct dram_in){.dram_valid = true, .dram_reply_ready = true, .dram_data = data};
    for (unsigned sent = 0; bench.now < 500; bench_step(&bench)) {
        bench.in.dram_write = sent % 2 == 0;
        bench.in.dram_line = line_at(0, 0, sent);
        bench.in.dram_valid = sent < 6;
        sent += bench.in.dram_valid && bench.out.dram_ready;
    }
    printf("write buffer of %u: %s\n", queue, letters.text);
    CHECK(strcmp(letters.text, expected) == 0);
    CHECK(dram_is_idle(&bench.dram));
    memory_release(&bench.memory);
}

static void reads_and_writes_of_one_queue_keep_their_order(void)
{
    expect_order(64, "rrrwww");
    expect_order(0, "wrwrwr");
}

/* Sees commands only; knows the rules as distances between pairs of commands. */
struct observer {
    const struct config *t;
    int64_t last[5][DRAM_BANKS_MAX]; /* clock of the last command of each kind per bank */
    int64_t activates[4];            /* the last four */
    unsigned commands, violations;
};

static void demand(struct observer *o, int64_t clock, int64_t earlier, unsigned distance)
{
    if (earlier >= 0 && clock < earlier + (int64_t)distance)
        o->violations++;
}

static void check_column(struct observer *o, bool write, unsigned bank, int64_t clock)
{
    const struct config *t = o->t;
    demand(o, clock, o->last[DRAM_ACTIVATE][bank], write ? t->t_rcdw : t->t_rcd);
    o->violations += o->last[DRAM_PRECHARGE][bank] > o->last[DRAM_ACTIVATE][bank];
    o->violations += o->last[DRAM_REFRESH][0] > o->last[DRAM_ACTIVATE][bank];
    for (unsigned other = 0; other < t->dram_banks; other++) {
        bool same_group = other % t->dram_groups == bank % t->dram_groups;
        unsigned ccd = same_group ? t->t_ccdl : t->t_ccd;
        demand(o, clock, o->last[write ? DRAM_WRITE : DRAM_READ][other], ccd);
        if (write) /* read data, two clocks of turn-around, write data */
            demand(o, clock + t->t_wl, o->last[DRAM_READ][other], t->t_cl + 4);
        else
            demand(o, clock, o->last[DRAM_WRITE][other], t->t_wl + 2 + t->t_cdlr);
    }
}

static void observe(void *context, enum dram_command command, unsigned bank, uint64_t at)
{
    struct observer *o = context;
    const struct config *t = o->t;
    int64_t clock = (int64_t)at;
    o->commands++;
    demand(o, clock, o->last[DRAM_REFRESH][0], t->t_rfc);
    if (command == DRAM_ACTIVATE) {
        for (unsigned other = 0; other < t->dram_banks; other++)
            demand(o, clock, o->last[DRAM_ACTIVATE][other], other == bank ? t->t_rc : t->t_rrd);
        demand(o, clock, o->last[DRAM_PRECHARGE][bank], t->t_rp);
        demand(o, clock, o->activates[0], t->t_faw);
        memmove(o->activates, o->activates + 1, sizeof(o->activates) - sizeof(*o->activates));
        o->activates[3] = clock;
    } else if (command == DRAM_PRECHARGE) {
        demand(o, clock, o->last[DRAM_ACTIVATE][bank], t->t_ras);
        demand(o, clock, o->last[DRAM_READ][bank], t->t_rtp);
        demand(o, clock, o->last[DRAM_WRITE][bank], t->t_wl + 2 + t->t_wr);
    } else if (command == DRAM_REFRESH) {
        for (unsigned i = 0; i < t->dram_banks; i++)
            demand(o, clock, o->last[DRAM_ACTIVATE][i], t->t_rc);
    } else {
        check_column(o, command == DRAM_WRITE, bank, clock);
    }
    o->last[command][bank] = clock;
}

/* Random requests in random bursts with locality; lines 0..2047. */
static void random_input(struct bench *bench, struct rng *rng, uint64_t *data)
{
    bench->in.dram_valid = rng_percent(rng, (bench->now >> 12 & 1) ? 80 : 5);
    bench->in.dram_write = rng_percent(rng, 40);
    bench->in.dram_line = rng_below(rng, rng_percent(rng, 50) ? 64 : 2048);
    bench->in.dram_reply_ready = rng_percent(rng, 90);
    bench->in.dram_data = data;
    for (unsigned i = 0; i < LINE_WORDS; i++)
        data[i] = rng_next(rng);
}

/* `change` makes other rules bind than those of the part do. */
static void every_timing_holds(void (*change)(struct config *), uint64_t seed)
{
    struct bench bench;
    struct rng rng;
    uint64_t data[LINE_WORDS];
    rng_init(&rng, seed);
    bench_config(&bench);
    bench.config.t_rfc = 120;
    bench.config.dram_bus_bytes = 8;
    change(&bench.config);
    bench_start(&bench);
    struct observer observer = {.t = &bench.config};
    memset(observer.last, -1, sizeof(observer.last));
    memset(observer.activates, -1, sizeof(observer.activates));
    bench.dram.observer = observe;
    bench.dram.observer_context = &observer;
    for (unsigned i = 0; i < 100000; i++) {
        random_input(&bench, &rng, data);
        bench_step(&bench);
    }
    printf("command stream: %u commands, %u violations\n", observer.commands, observer.violations);
    CHECK(observer.commands > 5000 && observer.violations == 0);
    memory_release(&bench.memory);
}

static void as_it_is(struct config *config)
{
    (void)config;
}
static void slow_columns(struct config *config)
{
    config->t_ccd *= 3;
    config->t_ccdl *= 3;
}
static void slow_activates(struct config *config)
{
    config->t_rc = 70; /* more than t_ras + t_rp, before a refresh, too */
    config->t_faw = 60;
}

static void small_buffer(struct config *config)
{
    config->t_rcdw = 20;
    config->dram_write_queue = 3;
    config->dram_write_high = 2;
    config->dram_write_low = 1;
    config->dram_row_cap = 2;
}

static void one_queue(struct config *config)
{
    config->dram_write_queue = 0;
    config->dram_bus_bytes = 8;
    config->dram_read_bursts = 3;
}

static void data_follow_the_order_of_arrival(unsigned write_queue)
{
    static uint64_t reference[2048]; /* first word of each line */
    static uint64_t expected[1024];  /* per read in flight */
    static bool used[1024];
    struct bench bench;
    struct rng rng;
    uint64_t data[LINE_WORDS];
    unsigned wrong = 0, answered = 0, id = 0;
    rng_init(&rng, 7);
    memset(reference, 0, sizeof reference);
    memset(used, 0, sizeof used);
    bench_config(&bench);
    bench.config.dram_write_queue = write_queue;
    bench_start(&bench);
    for (unsigned i = 0; i < 100000; i++) {
        random_input(&bench, &rng, data);
        while (used[id])
            id = (id + 1) % 1024;
        bench.in.dram_id = id;
        if (bench.out.dram_reply_valid && bench.in.dram_reply_ready) {
            wrong += bench.out.dram_reply_data[0] != expected[bench.out.dram_reply_id];
            wrong += !used[bench.out.dram_reply_id];
            used[bench.out.dram_reply_id] = false;
            answered++;
        }
        if (bench.in.dram_valid && bench.out.dram_ready) {
            if (bench.in.dram_write) {
                reference[bench.in.dram_line] = data[0];
            } else {
                expected[id] = reference[bench.in.dram_line];
                used[id] = true;
            }
        }
        bench_step(&bench);
    }
    CHECK(answered > 5000);
    CHECK(wrong == 0);
    memory_release(&bench.memory);
}

/* Clocks that a read waits whose bank's open row is hit by 31 older and endless younger ones; 0:
 * not served. */
static uint64_t wait_behind_row_hits(unsigned age_cap, unsigned row_cap)
{
    struct bench bench;
    bench_config(&bench);
    bench.config.dram_age_cap = age_cap;
    bench.config.dram_row_cap = row_cap;
    bench_start(&bench);
    bench.in.dram_valid = true;
    uint64_t sent = 0, victim_sent = 0, victim_done = 0;
    for (unsigned i = 0; i < 5000 && !victim_done; i++) {
        bool victim = i >= 1000 && !victim_sent;
        bench.in.dram_id = victim;
        bench.in.dram_line = victim ? line_at(1, 0, 0) : one_bank_hits(sent);
        sent += bench.out.dram_ready;
        if (victim && bench.out.dram_ready)
            victim_sent = i;
        if (bench.out.dram_reply_valid && bench.out.dram_reply_id == 1)
            victim_done = i;
        bench_step(&bench);
    }
    memory_release(&bench.memory);
    return victim_done ? victim_done - victim_sent : 0;
}

static void a_conflicting_request_is_not_starved(void)
{
    uint64_t waits = wait_behind_row_hits(200, 0);
    printf("request behind an endless stream of row hits: %" PRIu64 " clocks (cap 200)\n", waits);
    CHECK(waits >= 200 && waits < 200 + 60);
}

static void a_capped_row_lets_no_younger_request_pass_an_older_one(void)
{
    uint64_t waits = wait_behind_row_hits(1000, 8);
    printf("the same with a row cap of 8: %" PRIu64 " clocks\n", waits);
    CHECK(waits >= 31 * 3 && waits < 31 * 3 + 60);
}

/* The same requests to a channel stepped in every cycle and to one stepped only when it must be, at
 * the real clock ratio. */
static void sleeping_changes_nothing(unsigned write_queue, unsigned latency)
{
    static struct bench awake, asleep;
    struct rng rng;
    uint64_t data[LINE_WORDS], skipped = 0, different = 0;
    bench_config(&awake);
    awake.config.dram_mhz = 924;
    awake.config.t_rfc = 120;
    awake.config.dram_write_queue = write_queue;
    awake.config.dram_latency = latency;
    asleep = awake;
    bench_start(&awake);
    bench_start(&asleep);
    rng_init(&rng, 11);
    for (unsigned i = 0; i < 200000; i++) {
        random_input(&awake, &rng, data);
        asleep.in = awake.in;
        bool offered = asleep.in.dram_valid && asleep.out.dram_ready;
        bool taken = asleep.out.dram_reply_valid && asleep.in.dram_reply_ready;
        bench_step(&awake);
        if (offered || taken || asleep.dram.wake_at <= asleep.now) {
            bench_step(&asleep);
        } else {
            asleep.now++;
            skipped++;
        }
        different += dram_hash(&awake.dram) != dram_hash(&asleep.dram);
        different += awake.out.dram_reply_valid != asleep.out.dram_reply_valid;
    }
    printf("slept %" PRIu64 " of 200000 cycles\n", skipped);
    CHECK(skipped > 50000 && skipped < 200000);
    CHECK(different == 0);
    CHECK(memcmp(&awake.dram.stats, &asleep.dram.stats, sizeof(awake.dram.stats)) == 0);
    memory_release(&awake.memory);
    memory_release(&asleep.memory);
}

int main(void)
{
    TEST(bandwidth_meets_the_bounds());
    TEST(old_requests_hold_back_their_own_bank_only(64));
    TEST(old_requests_hold_back_their_own_bank_only(128));
    TEST(reads_do_not_starve_behind_writes());
    TEST(writes_wait_for_the_high_mark());
    TEST(the_write_buffer_answers_reads());
    TEST(the_write_buffer_tells_lines_in_one_place_apart());
    TEST(hashes_spread_rows_over_banks());
    TEST(every_partition_has_its_lines_without_holes(8));
    TEST(every_partition_has_its_lines_without_holes(12));
    TEST(every_partition_has_its_lines_without_holes(3));
    TEST(a_stream_hits_rows_in_any_number_of_partitions());
    for (unsigned hash = BANK_LINEAR; hash <= BANK_IPOLY; hash++)
        TEST(every_line_has_a_place_of_its_own(12, false, hash));
    TEST(every_line_has_a_place_of_its_own(4, false, BANK_IPOLY));
    TEST(every_line_has_a_place_of_its_own(8, true, BANK_HASH));
    TEST(unloaded_latency_is_that_of_the_part());
    TEST(latency_is_added_to_reads_and_costs_no_bandwidth());
    TEST(bursts_of_reads_are_counted_on_the_bus(false, 1.0 / 8));
    TEST(bursts_of_reads_are_counted_on_the_bus(true, 1.0 / 4));
    TEST(reads_and_writes_of_one_queue_keep_their_order());
    TEST(every_timing_holds(as_it_is, 1));
    TEST(every_timing_holds(slow_columns, 2));
    TEST(every_timing_holds(slow_activates, 3));
    TEST(every_timing_holds(small_buffer, 4));
    TEST(every_timing_holds(one_queue, 5));
    TEST(data_follow_the_order_of_arrival(64));
    TEST(data_follow_the_order_of_arrival(0));
    TEST(a_conflicting_request_is_not_starved());
    TEST(a_capped_row_lets_no_younger_request_pass_an_older_one());
    TEST(sleeping_changes_nothing(64, 0));
    TEST(sleeping_changes_nothing(0, 75));
    return check_report();
}
