/* The GDDR5 channel against what any correct model of this part must show: bandwidth bounds of
 * access patterns, the write buffer, the starvation bounds, the order of data, sleeping against
 * stepping. */
#include "dram_bench.h"

#include <inttypes.h>
#include <stdio.h>

#include "hash.h"

/* Access patterns: the n-th line. */
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

/* A write with a mask, as private slices send them, changes the bytes whose bit is set, and those
 * of a line that the write buffer holds, too. */
static void a_mask_says_which_bytes_are_written(void)
{
    struct bench bench;
    uint64_t data[LINE_WORDS], mask[2] = {0x0f, UINT64_C(1) << 63};
    bench_config(&bench);
    bench_start(&bench);
    bench.in = (struct dram_in){.dram_valid = true, .dram_reply_ready = true, .dram_data = data};
    bench.in.dram_write = true;
    memset(data, 0x11, sizeof data);
    bench_step(&bench);
    memset(data, 0x22, sizeof data);
    bench.in.dram_mask = mask;
    bench_step(&bench);
    bench.in.dram_write = false;
    bench_step(&bench);
    bench.in.dram_valid = false;
    while (!bench.out.dram_reply_valid)
        bench_step(&bench);
    for (unsigned i = 0; i < LINE_WORDS; i++)
        CHECK_EQUAL(bench.out.dram_reply_data[i], i == 0                ? 0x1111111122222222
                                                  : i == LINE_WORDS - 1 ? 0x2211111111111111
                                                                        : 0x1111111111111111);
    memory_release(&bench.memory);
}

/* What another channel writes at the edge that samples a read is read; a cycle later it is not. */
static void only_the_last_steps_read_is_sampled_again(void)
{
    struct bench bench;
    uint64_t words[LINE_WORDS] = {7};
    bench_config(&bench);
    bench_start(&bench);
    bench.in.dram_valid = true;
    bench_step(&bench);
    memory_write_line(&bench.memory, 0, words);
    dram_sample_again(&bench.dram);
    bench.in.dram_valid = false;
    bench_step(&bench);
    words[0] = 8;
    memory_write_line(&bench.memory, 0, words);
    dram_sample_again(&bench.dram);
    while (!bench.out.dram_reply_valid)
        bench_step(&bench);
    CHECK_EQUAL(bench.out.dram_reply_data[0], 7);
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

/* The cycle whose ending edge is the first at which the next deadline has passed: a command's, or a
 * reply's that is not shown yet. */
static bool wakes_when_it_must(const struct dram *dram)
{
    uint64_t at = dram->next_at;
    if (dram->reply_count && !dram->reply_shown) {
        uint64_t done_at = dram->slots[dram->replies[dram->reply_head]].done_at;
        at = done_at < at ? done_at : at;
    }
    if (at == UINT64_MAX)
        return dram->wake_at == UINT64_MAX;
    return dram_clock(dram, dram->wake_at) < at && at <= dram_clock(dram, dram->wake_at + 1);
}

/* Before its first request, and from the cycle on in which the last reply is taken. */
static void without_refresh_an_idle_channel_sleeps_for_ever(void)
{
    struct bench bench;
    bench_config(&bench);
    bench_start(&bench);
    CHECK_EQUAL(bench.dram.wake_at, UINT64_MAX);
    bench.in.dram_valid = true;
    bench_step(&bench);
    bench.in.dram_valid = false;
    while (!bench.out.dram_reply_valid && bench.now < 500)
        bench_step(&bench);
    bench_step(&bench);
    CHECK_EQUAL(bench.dram.stats.reads, 1);
    CHECK(dram_is_idle(&bench.dram));
    CHECK_EQUAL(bench.dram.wake_at, UINT64_MAX);
    memory_release(&bench.memory);
}

static void without_data_a_write_leaves_memory_as_it_is(void)
{
    static const uint64_t data[LINE_WORDS] = {1, 2, 3};
    for (unsigned carry = 0; carry < 2; carry++) {
        struct bench bench;
        bench_config(&bench);
        bench_start(&bench);
        bench.dram.carry_data = carry;
        bench.in = (struct dram_in){.dram_valid = true, .dram_write = true, .dram_data = data};
        bench_step(&bench);
        CHECK_EQUAL(bench.dram.stats.writes, 1);
        CHECK_EQUAL(memory_read_line(&bench.memory, 0)[0], carry);
        memory_release(&bench.memory);
    }
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
        different += !wakes_when_it_must(&awake.dram);
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
    TEST(a_mask_says_which_bytes_are_written());
    TEST(only_the_last_steps_read_is_sampled_again());
    TEST(hashes_spread_rows_over_banks());
    TEST(bursts_of_reads_are_counted_on_the_bus(false, 1.0 / 8));
    TEST(bursts_of_reads_are_counted_on_the_bus(true, 1.0 / 4));
    TEST(reads_and_writes_of_one_queue_keep_their_order());
    TEST(data_follow_the_order_of_arrival(64));
    TEST(data_follow_the_order_of_arrival(0));
    TEST(a_conflicting_request_is_not_starved());
    TEST(a_capped_row_lets_no_younger_request_pass_an_older_one());
    TEST(without_refresh_an_idle_channel_sleeps_for_ever());
    TEST(without_data_a_write_leaves_memory_as_it_is());
    TEST(sleeping_changes_nothing(64, 0));
    TEST(sleeping_changes_nothing(0, 75));
    return check_report();
}
