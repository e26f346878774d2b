/* The whole chip: twins of all blocks wired as gen/emit/chip.c wires the RTL, plus what stands outside
 * the RTL, the SMs and the DRAM channels.
 *
 * A cycle has two parts. gpu_begin decides the chip's control inputs (flush, thread blocks to
 * cores). Then every wire has its value of this cycle: whoever compares with RTL looks now.
 * gpu_edge is the clock edge: first every active block steps, reading wires only, then every
 * stepped block drives its wires. A block is active when it is not idle or something valid is
 * offered to it; an idle step changes nothing (rule 4), so leaving it out does not either. gpu_tick
 * = begin, jump over cycles in which nothing is active, edge.
 *
 * A wide output is not copied: the reader's input points at the driver's output struct. Scalars are
 * copied when driven. */
#ifndef MEMLOOM_GPU_H
#define MEMLOOM_GPU_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "block.h"
#include "chip_params.h"
#include "clock_divider.h"
#include "dispatch.h"
#include "dram.h"
#include "dyneb.h"
#include "l1_arbiter.h"
#include "l1_cache.h"
#include "llc_slice.h"
#include "memory.h"
#include "mesh.h"
#include "mshr.h"
#include "noc_port.h"
#include "perf_counters.h"
#include "perf_merge.h"
#include "remote_in_queue.h"
#include "remote_out_queue.h"
#include "requester.h"
#include "reuse_distance.h"
#include "rng.h"
#include "sharing.h"
#include "sm.h"
#include "workload.h"

/* Classes of blocks; a class has one instance per core, per partition, per node (cores, then
 * partitions), per port or per chip; those of the shared L1 none without shared_l1. */
enum gpu_class {
    GPU_SM,
    GPU_REQUESTER,
    GPU_L1_ARBITER,
    GPU_L1_CACHE,
    GPU_MSHR,
    GPU_REMOTE_IN_QUEUE,
    GPU_REMOTE_OUT_QUEUE,
    GPU_DYNEB,
    GPU_NOC_PORT,
    GPU_MESH,
    GPU_LLC_SLICE,
    GPU_DRAM,
    GPU_PERF_COUNTERS,
    GPU_PERF_MERGE,
    GPU_CLASSES
};

/* Ports: one per node (cores, then partitions), then with shared_l1 the home ports of the cores
 * (not with remote_via = l2). */
enum { GPU_PORTS_MAX = 2 * CORES_MAX + PARTITIONS_MAX, GPU_MASK_WORDS = GPU_PORTS_MAX / 64 };
/* Counter numbers of perf_counters, as in docs/interfaces.md, "Statistics port". */
enum core_counter {
    CORE_ACCESSES,
    CORE_HITS,
    CORE_MISSES,
    CORE_MERGES,
    CORE_STORES,
    CORE_OTHER,
    CORE_STALLS,
    CORE_MSHR_STALLS,
    CORE_SENT_HOME, /* from here on with shared_l1 only */
    CORE_SENT_NEAR,
    CORE_REMOTE,
    CORE_REMOTE_HITS,
    CORE_REMOTE_MISSES,
    CORE_SAMPLES,
    CORE_SHARES,
    CORE_BYPASSES, /* from here on with l1_protect only */
    CORE_VTA_HITS,
    CORE_PD_SAMPLES,
    CORE_ALIASES
};
enum partition_counter {
    PARTITION_ACCESSES,
    PARTITION_HITS,
    PARTITION_MISSES,
    PARTITION_MERGES,
    PARTITION_WRITEBACKS,
    PARTITION_DRAM_READS,
    PARTITION_STALLS,
    PARTITION_ATOMICS
};

enum { REQUEST_MESH, REPLY_MESH, WORK_CROSSBAR, MESHES }; /* the last with remote_via = crossbar */
enum { GPU_STAT_NONE = (1 << PERF_NODE_BITS) - 1 };       /* selects no node */

struct gpu_options {
    bool no_data;          /* lines are not carried: same cycles, no results */
    bool no_skip;          /* every block steps in every cycle, no jumps */
    uint64_t shuffle_seed; /* not 0: blocks step and drive in random order */
    uint64_t policy_seed;  /* not 0: l1_mode and l1_chunk change at random cycles drawn from it */
    bool ideal_links;      /* cores reach each other's L1s without the network (with shared_l1) */
    bool sharing;          /* count copies of lines in L1s */
    bool reuse;            /* measure reuse distances of L1 accesses */
    bool timeline;         /* record the phases of each core's L1 */
    FILE *report;          /* mismatches of loaded bytes are described here, NULL: nowhere */
};

/* From this cycle on a core's sets are organized like this. */
struct gpu_organization {
    uint64_t cycle;
    uint16_t core;
    bool share_even, share_odd; /* odd only: a sample */
};

struct gpu_core {
    struct sm_in sm_in;
    struct sm_out sm_out;
    struct l1_arbiter arbiter;
    struct l1_arbiter_in arbiter_in;
    struct l1_arbiter_out arbiter_out;
    struct l1_cache cache;
    struct l1_cache_in cache_in;
    struct l1_cache_out cache_out;
    struct mshr mshr;
    struct mshr_in mshr_in;
    struct mshr_out mshr_out;
    /* with shared_l1 */
    struct requester requester;
    struct requester_in requester_in;
    struct requester_out requester_out;
    struct remote_in_queue in_queue;
    struct remote_in_queue_in in_queue_in;
    struct remote_in_queue_out in_queue_out;
    struct remote_out_queue out_queue;
    struct remote_out_queue_in out_queue_in;
    struct remote_out_queue_out out_queue_out;
    struct dyneb dyneb;
    struct dyneb_in dyneb_in;
    struct dyneb_out dyneb_out;
};

struct gpu_partition {
    struct llc_slice slice;
    struct llc_slice_in slice_in;
    struct llc_slice_out slice_out;
    struct dram dram;
    struct dram_in dram_in;
    struct dram_out dram_out;
};

/* A network interface. */
struct gpu_port {
    struct noc_port port;
    struct noc_port_in in;
    struct noc_port_out out;
    struct mesh *inject, *eject; /* networks it sends to and receives from */
    unsigned place;              /* its place in both */
};

/* What cores and partitions have both. */
struct gpu_node {
    struct perf_counters counters;
    struct perf_counters_in counters_in;
    struct perf_counters_out counters_out;
    uint64_t totals[PERF_EVENTS_MAX]; /* the counters without wrap-around, up to gpu_collect */
};

/* The organization of the L1s that the chip is told to use. */
struct gpu_mode {
    unsigned policy; /* 0 private, 1 shared, 2 dynamic */
    bool chunk;      /* answers carry only the sectors asked for */
    bool nearest;    /* ask the L2 slice when it is nearer than the home */
};

/* A leaf block of the RTL in the model. */
struct gpu_instance {
    char path[48];             /* below gpu_mem: "core_3.l1_cache" */
    const struct block *block; /* its ports */
    const void *params;        /* struct x_params */
    const void *state;         /* struct x */
    const void *in, *out; /* struct x_in and x_out of the current cycle (between begin and edge) */
};

enum gpu_phase { GPU_KERNELS, GPU_WRITE_BACK, GPU_DONE };

struct gpu {
    struct config config;
    struct config crossbar; /* config_crossbar, with remote_via = crossbar */
    struct gpu_options options;
    struct chip_params params;
    struct workload *workload;
    struct memory memory; /* contents of all DRAM channels */
    uint64_t now;         /* cycle */

    /* control inputs and outputs of the chip in this cycle */
    bool flush, llc_flush;
    struct gpu_mode mode;
    uint64_t mode_until; /* cycle of the next random change */
    struct rng mode_rng;
    unsigned stat_node, stat_counter;
    uint32_t stat_value;

    /* blocks */
    struct sm *sm;                   /* [cores] */
    struct gpu_core *core;           /* [cores] */
    struct gpu_partition *partition; /* [partitions] */
    struct gpu_node *node;           /* [cores + partitions] */
    struct gpu_port *port;           /* [ports] */
    unsigned nodes, ports;           /* how many of each */
    struct mesh mesh[MESHES];
    unsigned meshes; /* how many there are */
    /* port that injects into, ejects from each network at each place */
    uint16_t injector[MESHES][NODES_MAX], ejector[MESHES][NODES_MAX];
    struct clock_divider clock_divider;
    struct clock_divider_in clock_divider_in;
    struct clock_divider_out clock_divider_out; /* en: the network's enable in this cycle */
    struct perf_merge perf_merge;
    struct perf_merge_in perf_merge_in;
    struct perf_merge_out perf_merge_out;

    /* who steps */
    unsigned members[GPU_CLASSES];                  /* instances of each class */
    uint64_t active[GPU_CLASSES][GPU_MASK_WORDS];   /* step at the next edge */
    uint64_t stepping[GPU_CLASSES][GPU_MASK_WORDS]; /* step at this edge */
    uint64_t busy_ports[GPU_MASK_WORDS];            /* not idle: step at edges with noc_en */
    uint64_t dram_wake_at;                          /* earliest wake_at of the channels */
    struct rng shuffle;
    struct gpu_visit *visits;     /* [all instances] of a shuffled edge */
    uint16_t *mesh_order[MESHES]; /* [routers] when all are visited */

    /* run */
    enum gpu_phase phase;
    struct dispatch dispatch;
    bool write_back_started;
    uint64_t kernel_started_at;
    uint64_t kernels_done;          /* kernels that have ended */
    uint64_t *kernel_cycles;        /* [kernels_done] */
    uint64_t progress, progress_at; /* work done when last looked at, cycle of the last change */
    bool deadlocked;

    struct sharing sharing;          /* with options.sharing */
    struct reuse_distance reuse;     /* with options.reuse */
    struct gpu_organization *phases; /* in order of time, with options.timeline */
    unsigned phase_count;

    struct gpu_instance *instances;
    unsigned instance_count;
};

/* The configuration must be checked (config_check). Loads the workload's image; dies when it does
 * not fit the addresses. */
struct gpu *gpu_new(const struct config *, struct workload *, const struct gpu_options *);
void gpu_free(struct gpu *);

void gpu_begin(struct gpu *);
void gpu_edge(struct gpu *);
void gpu_tick(struct gpu *);
/* Ticks until the workload is done, `cycles` have passed (0: no limit) or nothing moves any more.
 */
void gpu_run(struct gpu *, uint64_t cycles);

/* The chip's inputs l1_mode, l1_chunk, l1_nearest from this cycle on; with shared_l1 only. */
void gpu_set_mode(struct gpu *, struct gpu_mode);
/* OR of the slices' busy outputs: the chip's output llc_busy in this cycle. */
bool gpu_llc_busy(const struct gpu *);
/* Inputs stat_node and stat_counter of the chip from this cycle on. */
void gpu_select(struct gpu *, unsigned node, unsigned counter);
/* Brings `in` of all instances up to date; call between gpu_begin and gpu_edge before reading them.
 */
void gpu_refresh(struct gpu *);
/* Of all architectural state; equal for runs that only differ in options other than no_data. */
uint64_t gpu_hash(const struct gpu *);
/* Brings statistics up to this cycle: counters' totals, sleeping cores. */
void gpu_collect(struct gpu *);
/* Collects, and sets deadlocked when nothing has moved for a long time. Call about every
 * GPU_WATCH_CYCLES; gpu_run does. */
enum { GPU_WATCH_CYCLES = 1 << 14 };
void gpu_watch(struct gpu *);
/* Every block that is not idle with the handshakes that wait, for deadlock reports. */
void gpu_print_stuck(const struct gpu *, FILE *);

#endif
