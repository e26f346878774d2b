/* One DRAM channel with what stands at its port, for its tests. */
#ifndef MEMLOOM_DRAM_BENCH_H
#define MEMLOOM_DRAM_BENCH_H

#include <string.h>

#include "check.h"
#include "dram.h"
#include "memory.h"
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
static inline void bench_config(struct bench *bench)
{
    memset(bench, 0, sizeof(*bench));
    config_init(&bench->config);
    bench->config.partitions = 1;
    bench->config.chunk_bits = 1;
    bench->config.dram_mhz = bench->config.core_mhz;
    bench->config.dram_bus_bytes = 16;
    bench->config.t_rfc = 0;
}

static inline void bench_start(struct bench *bench)
{
    memory_init(&bench->memory);
    dram_init(&bench->dram, &bench->config, &bench->memory);
    dram_outputs(&bench->dram, &bench->out);
    bench->in.dram_reply_ready = true;
}

static inline void bench_step(struct bench *bench)
{
    dram_step(&bench->dram, &bench->in, bench->now++);
    dram_outputs(&bench->dram, &bench->out);
}

static inline uint64_t line_at(uint64_t row, uint64_t bank, uint64_t column)
{
    uint64_t inner = bank >> GROUP_BITS, group = bank & 3;
    return ((row << (BANK_BITS - GROUP_BITS) | inner) << COLUMN_BITS | column) << GROUP_BITS |
           group;
}

/* The n-th line of an access pattern: hits in the open rows of four bank groups. */
static inline uint64_t four_group_hits(uint64_t n)
{
    return line_at(0, n % 4, n / 4 % 16);
}

/* Share of command clocks with data on the bus when the queue never runs dry. */
static inline double bandwidth(struct bench *bench, uint64_t (*pattern)(uint64_t), bool write)
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

/* Random requests in random bursts with locality; lines 0..2047. */
static inline void random_input(struct bench *bench, struct rng *rng, uint64_t *data)
{
    bench->in.dram_valid = rng_percent(rng, (bench->now >> 12 & 1) ? 80 : 5);
    bench->in.dram_write = rng_percent(rng, 40);
    bench->in.dram_line = rng_below(rng, rng_percent(rng, 50) ? 64 : 2048);
    bench->in.dram_reply_ready = rng_percent(rng, 90);
    bench->in.dram_data = data;
    for (unsigned i = 0; i < LINE_WORDS; i++)
        data[i] = rng_next(rng);
}

#endif
