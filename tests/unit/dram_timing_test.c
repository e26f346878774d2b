/* The timing of a DRAM channel: unloaded latencies, and every rule seen by an observer of the
 * command stream. */
#include "dram_bench.h"

#include <stdio.h>

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

int main(void)
{
    TEST(unloaded_latency_is_that_of_the_part());
    TEST(latency_is_added_to_reads_and_costs_no_bandwidth());
    TEST(every_timing_holds(as_it_is, 1));
    TEST(every_timing_holds(slow_columns, 2));
    TEST(every_timing_holds(slow_activates, 3));
    TEST(every_timing_holds(small_buffer, 4));
    TEST(every_timing_holds(one_queue, 5));
    return check_report();
}
