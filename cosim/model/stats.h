/* What a run is measured by, gathered from the chip model when it has ended. stats.def is the list.
 */
#ifndef MEMLOOM_STATS_H
#define MEMLOOM_STATS_H

#include <stdint.h>
#include <stdio.h>

#include "gpu.h"

struct stats {
#define COUNT(field, key, unit, meaning) uint64_t field;
#define RATIO(field, key, unit, meaning) double field;
#include "stats.def"
    struct {
        uint64_t decisions, chosen, similar; /* as the llc_ ones of all */
    } choices[PROGRAMS_MAX];
    uint64_t l2_dram_reads; /* lines that slices asked for; those that came are dram_reads */
    uint64_t load_latency_bins[SM_LATENCY_BINS]; /* loads; bin b: 2^b <= latency < 2^(b+1) */
};

/* The chip's counters must be up to date (gpu_collect). */
void stats_gather(struct stats *, const struct gpu *);
/* Of a program: from the start to the end of its last kernel, or until now; warp instructions in
 * these. */
uint64_t stats_cycles(const struct gpu *, unsigned program);
uint64_t stats_instructions(const struct gpu *, unsigned program);
double stats_ipc(const struct gpu *, unsigned program);
/* What is printed of them (stats_print.c). */
void stats_print(const struct stats *, const struct gpu *, FILE *);
/* One flat JSON object: the keys of stats.def, load.latency_bins, kernel_cycles, and per network
 * the flits of every link. */
void stats_json(const struct stats *, const struct gpu *, FILE *);
/* docs/statistics.md: the table of keys. */
void stats_markdown(FILE *);

#endif
