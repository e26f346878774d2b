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
