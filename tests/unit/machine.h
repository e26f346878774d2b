/* Runs of a workload on a chip, and two of them side by side, for tests of the whole chip. */
#ifndef MEMLOOM_MACHINE_H
#define MEMLOOM_MACHINE_H

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "every_workload.h"
#include "gpu.h"
#include "stats.h"

/* Keys of small chips: all queues at their smallest; mechanisms that change with time. */
#define SMALLEST                                                                                   \
    "cores=3 partitions=2 mshr_entries=1 mshr_targets=1 vcs=1 vc_depth=1 inject_slots=1 "          \
    "l1_store_queue=1 llc_queue=1 llc_mshr_entries=1 llc_mshr_targets=1 lsu_queue=1 "              \
    "lsu_ids=16 dram_queue=1 dram_write_queue=1 dram_write_high=1 dram_write_low=0 "
#define DYNEB                                                                                      \
    "shared_l1=on l1_policy=dyneb dyneb_check=12 dyneb_warm=10 dyneb_sample=20 dyneb_execute=100 "
#define SHARING_TRIAL                                                                              \
    "dyneb_chooser=trial dyneb_trial_warm=10 dyneb_trial_fill=15 dyneb_trial_window=20 "           \
    "dyneb_trial_epoch=40 "
#define CROSSBAR "remote_via=crossbar "
#define PROTECT  "cores=3 partitions=2 l1_sets=4 dlp_sample=50 issue_width=2 "
/* A slice per cluster and controller; short epochs, so that slices turn all the time, whatever the
 * profiles say (llc_similar = 100) or as they say. */
#define CLUSTERS                                                                                   \
    "cores=6 partitions=4 topology=hxbar clusters=2 memory_controllers=2 vcs=2 vc_depth=8 "
#define TURNING                                                                                    \
    "llc_mode=adaptive llc_similar=100 llc_epoch=700 llc_profile=100 llc_sets=16 llc_latency=20 "
/* Both organizations tried again and again, behind routers with two inputs of the switch per port.
 */
#define TRYING TURNING "llc_chooser=trial llc_warm=20 llc_window=60 noc_speedup=2 "
#define SMALLEST_RINGS                                                                             \
    "ccn_buffer=1 ccn_requests=2 ccn_responses=2 ccn_wait=1 ccn_filter=4 l1_sets=2 "
#define BRIDGES   "ccn=basic ccn_bridges=on "
#define THROTTLED "ccn=throttled ccn_sample=60 ccn_period=600 "

struct run {
    const char *workload;  /* name */
    const char *arguments; /* "name=value name=value" */
    const char *keys;      /* configuration, likewise */
    struct gpu_options options;
};

enum { HASH_CYCLES = 500, LIMIT = 5000000 };

struct machine {
    struct workload *workload;
    struct gpu *gpu;
};

static inline void start(struct machine *machine, const struct run *run)
{
    struct config config;
    config_init(&config);
    set_keys(&config, run->keys);
    config_check(&config);
    machine->workload = open_workload(run->workload, run->arguments);
    static struct plan plan;
    plan_chip(&plan, &config);
    machine->gpu = gpu_new(&plan, &machine->workload, &run->options);
}

static inline void finish(struct machine *machine)
{
    gpu_free(machine->gpu);
    workload_close(machine->workload);
}

/* Another way to run the same: with other options, which must change nothing. */
struct variant {
    const char *what; /* says so in the case's name */
    struct gpu_options options;
    bool same_data; /* its state is compared; else its time and statistics, but what was checked */
};
enum { VARIANTS_MAX = 3 };

/* Until `gpu` is where `leader` is: the same cycle, or the end. */
static inline void follow(struct gpu *gpu, const struct gpu *leader)
{
    bool to_the_end = leader->phase == GPU_DONE;
    while (gpu->phase != GPU_DONE && gpu->now < LIMIT && (gpu->now < leader->now || to_the_end))
        gpu_tick(gpu);
}

/* A jump may pass the leader: then the leader follows it. */
static inline void meet(struct gpu *leader, const struct machine *others, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        follow(others[i].gpu, leader);
    for (unsigned i = 0; i < count; i++)
        follow(leader, others[i].gpu);
}

static inline bool same_statistics(struct stats ours, struct stats theirs, bool same_data)
{
    if (!same_data) {
        ours.checked_bytes = theirs.checked_bytes = 0;
        ours.mismatches = theirs.mismatches = 0;
    }
    return memcmp(&ours, &theirs, sizeof(ours)) == 0;
}

static inline void statistics_of(struct machine *machine, struct stats *stats)
{
    gpu_collect(machine->gpu);
    stats_gather(stats, machine->gpu);
}

/* A run and variants of it side by side: equal state every HASH_CYCLES cycles and equal statistics
 * at the end. A jump may pass a multiple; then they are compared where they meet again. A case
 * each. */
static inline void same_cycles(const struct run *run, const struct variant *variants,
                               unsigned count)
{
    struct machine first, others[VARIANTS_MAX];
    struct stats of_first, of_other;
    unsigned compared = 0, different[VARIANTS_MAX] = {0};
    start(&first, run);
    for (unsigned i = 0; i < count; i++) {
        struct run variant = *run;
        variant.options = variants[i].options;
        start(&others[i], &variant);
    }
    for (uint64_t stop = HASH_CYCLES; first.gpu->phase != GPU_DONE && stop < LIMIT;
         stop += HASH_CYCLES) {
        while (first.gpu->now < stop && first.gpu->phase != GPU_DONE)
            gpu_tick(first.gpu);
        meet(first.gpu, others, count);
        compared++;
        uint64_t hash = gpu_hash(first.gpu);
        for (unsigned i = 0; i < count; i++) {
            different[i] += variants[i].same_data && gpu_hash(others[i].gpu) != hash;
            different[i] += first.gpu->now != others[i].gpu->now;
        }
    }
    statistics_of(&first, &of_first);
    for (unsigned i = 0; i < count; i++) {
        check_case("%s, %s on %s", variants[i].what, run->workload, run->keys);
        statistics_of(&others[i], &of_other);
        CHECK(first.gpu->phase == GPU_DONE && others[i].gpu->phase == GPU_DONE);
        CHECK(compared > 2);
        CHECK(different[i] == 0);
        CHECK(same_statistics(of_first, of_other, variants[i].same_data));
        finish(&others[i]);
    }
    finish(&first);
}

#endif
