/* The whole chip: the twins of all blocks as its plan wires them, plus what stands outside the RTL,
 * the SMs and the DRAM channels.
 *
 * A cycle has two parts. gpu_begin decides the chip's control inputs (flush, thread blocks to
 * cores). Then every wire has its value of this cycle: whoever compares with RTL looks now.
 * gpu_edge is the clock edge: first every active block steps, reading wires only, then every
 * stepped block drives its wires. A block is active when it does not sleep or something offered to
 * it is taken; an idle step changes nothing (rule 4), so leaving it out does not either. gpu_tick =
 * begin, jump over cycles in which nothing is active, edge. */
#ifndef MEMLOOM_GPU_H
#define MEMLOOM_GPU_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ccn_bridge.h"
#include "ccn_port.h"
#include "clock_divider.h"
#include "dispatch.h"
#include "axi_dram.h"
#include "dram.h"
#include "locality.h"
#include "memory.h"
#include "mesh.h"
#include "mshr_ports.h"
#include "noc_enable.h"
#include "perf_counters.h"
#include "plan.h"
#include "reuse_distance.h"
#include "rng.h"
#include "sharing.h"
#include "sm.h"
#include "workload.h"

enum { GPU_MASK_WORDS = CORES_MAX / 64 };                       /* members of a class */
enum { GPU_CLASSES_MAX = NODE_KINDS * NODE_INSTANCES_MAX + 2 }; /* and networks, perf_merge */
enum { GPU_STAT_NONE = 1023 };                                  /* selects no node */
enum { GPU_THREADS_MAX = 64 };

struct gpu_options {
    bool no_data;          /* lines are not carried: same cycles, no results */
    bool no_skip;          /* every block steps in every cycle, no jumps */
    uint64_t shuffle_seed; /* not 0: blocks step and drive in random order */
    uint64_t policy_seed;  /* not 0: the modes change at random cycles drawn from it */
    bool ideal_links;      /* cores reach each other's L1s without the network (with shared_l1) */
    bool sharing;          /* count copies of lines in L1s, and clusters that ask for a line */
    bool reuse;            /* measure reuse distances of L1 accesses */
    bool timeline;         /* record the phases of each core's L1 */
    unsigned threads; /* that step the chip together, 0: one; more: not with no_skip, shuffle_seed,
                         sharing, reuse, timeline */
    unsigned shared_from;  /* tests: threads share an edge after one of so many steps; 0:
                              of  so many that it pays */
    bool by_table;         /* tests: no class carries by a function of its own (wiring.h) */
    uint64_t repeat_reply; /* not 0: every DRAM channel sends its so manieth reply twice */
    uint64_t axi_error;    /* not 0: every AXI4 channel answers its so manieth read with SLVERR, and
                              write with DECERR */
    unsigned shared_views; /* mask of programs whose llc_choice is 0 */
    unsigned idle;         /* mask of programs that do not run: their cores have nothing to do */
    bool open;             /* no workload, SMs or DRAM: the caller drives the chip's inputs, see
                              gpu_drive_port */
    FILE *report;          /* mismatches of loaded bytes are described here, NULL: nowhere */
};

/* From this cycle on a core's sets are organized like this. */
struct gpu_organization {
    uint64_t cycle;
    uint16_t core;
    bool share_even, share_odd; /* odd only: a sample */
};

/* The organization of L1s and slices that the chip is told to use, if it has the choice. */
struct gpu_mode {
    unsigned policy;     /* 0 private, 1 shared, 2 dynamic */
    bool chunk;          /* answers carry only the sectors asked for */
    bool nearest;        /* ask the L2 slice when it is nearer than the home */
    unsigned llc_choice; /* mask of programs: not shared slices, but what the chip was made for */
};

/* A leaf block of the RTL in the model. */
struct gpu_instance {
    char path[48];             /* below gpu_mem: "core_3.l1_cache" */
    const struct block *block; /* its ports */
    const void *params;        /* struct x_params */
    const void *state;         /* struct x */
    const void *in, *out; /* struct x_in and x_out of the current cycle (between begin and edge) */
};

/* What an output of the chip that is a row of plan_results comes from: the ports of a block, by
 * node. */
struct gpu_wires {
    const char **port; /* [count] the lowest byte of each */
    unsigned count;
};

enum gpu_phase { GPU_KERNELS, GPU_WRITE_BACK, GPU_DONE };

/* Messages of a network, from the noc_port that takes them to the one that hands them over: how
 * many, and the sums of the cycles in which that was. */
struct gpu_messages {
    uint64_t sent, received, sent_at, received_at;
};

/* Pulses of an error output of the chip. */
struct gpu_errors {
    uint64_t count;
    uint64_t first_at; /* cycle of the first one */
    unsigned first_in; /* its partition */
};
enum gpu_axi_error { AXI_SLVERR, AXI_DECERR, AXI_UNKNOWN, AXI_LAST, AXI_TIMEOUT, AXI_ERRORS };

/* One of the workloads that run side by side, on cores of its own (config_program). Its addresses
 * stand at `base` of the chip's. */
struct gpu_program {
    struct workload *workload;
    struct dispatch dispatch;
    uint64_t base;
    bool ended;                 /* all kernels have */
    uint64_t ended_at;          /* cycle */
    uint64_t kernel_started_at; /* likewise */
    uint64_t kernels_done;      /* kernels that have ended */
    uint64_t *kernel_cycles;    /* [kernels_done] */
    uint64_t alone_cycles; /* cycles and IPC of a run with the others idle, when there was one */
    double alone_ipc;
};

struct crew;
struct gpu_class;
struct gpu_windows;
struct gpu_worker;
struct ideal_ccn;
/* A noc_port at a network: member of a class. */
struct gpu_port {
    struct gpu_class *class; /* NULL: nobody is there */
    uint16_t member;
};

/* What no counter of the cooperative caching network says of a core's loads and of the lines that
 * it sent; no hardware (observers.c). */
struct gpu_ccn {
    uint64_t sent_at[CCN_PORT_ENTRIES_MAX]; /* cycle in which an entry's load entered */
    uint64_t hits;                          /* of an ideal network, which has no counters */
    uint64_t hit_cycles;                    /* of loads from entry to line */
    uint64_t back_cycles;                   /* of loads that came back */
    uint64_t hops;                          /* of loads whose lines were sent */
};

/* What a bridge did; no hardware (observers.c). */
struct gpu_bridge {
    uint64_t events[CCN_BRIDGE_EVENTS]; /* by enum ccn_bridge_event */
    uint64_t hops;                      /* of lines, but those that their L1 knows of */
};

/* Reads that MSHRs sent for loads that missed, from the message until its line; no hardware, with
 * options.sharing (observers.c). */
struct gpu_reads {
    uint64_t sent_at[MSHR_ENTRIES_MAX]; /* cycle in which an entry's read left */
    uint64_t ring;                      /* entries whose line comes from another L1 */
    uint64_t lines[2], cycles[2];       /* that came and were waited for: from L2, from other L1s */
};

struct gpu {
    struct plan plan;
    struct config config; /* the plan's */
    struct gpu_options options;
    struct gpu_program programs[PROGRAMS_MAX];
    uint64_t cores_of[PROGRAMS_MAX][GPU_MASK_WORDS]; /* masks of their cores */
    struct memory memory;                            /* contents of all DRAM channels */
    uint64_t now;                                    /* cycle */
    bool networks_moved;                             /* at the last edge: it had noc_en */
    bool driving;                                    /* its edge is behind: outputs are carried */
    struct clock_divider_out clock_divider_out;      /* en: the networks' enable in this cycle */

    /* control inputs of the chip in this cycle, by enum plan_control */
    unsigned control[CONTROLS];
    struct gpu_wires results[RESULTS]; /* none of the one that perf_merge chooses */
    struct gpu_mode mode;
    uint64_t mode_until; /* cycle of the next random change */
    struct rng mode_rng;

    /* blocks: classes in the order of the plan, then perf_merge and the networks */
    struct gpu_class *classes;
    unsigned class_count;
    struct gpu_class *perf_merge, *networks;      /* two of them */
    struct gpu_class *sms, *slices, *channels;    /* looked at in most cycles */
    unsigned each_count;                          /* sets of SPAN_OF_EACH */
    struct gpu_class *axi_ports;                  /* with key mem_port */
    struct sm *sm;                                /* [cores] state of sms */
    struct dram *dram;                            /* [partitions] state of channels */
    struct axi_dram *axi;                         /* [partitions] likewise, with key mem_port; then
                                                     those of dram are behind them */
    struct gpu_repeat *repeats;                   /* [partitions] with options.repeat_reply */
    unsigned nodes;                               /* cores, then partitions */
    uint64_t (*totals)[PERF_COUNTERS_EVENTS_MAX]; /* [nodes] counters without wrap-around, up to
                                            gpu_collect */
    struct mesh mesh[NETWORKS_MAX];
    bool bypassed;                                     /* the hub knows that all MC-routers are */
    struct gpu_port injector[NETWORKS_MAX][NODES_MAX]; /* at each place of each network */
    struct gpu_port ejector[NETWORKS_MAX][NODES_MAX];
    struct clock_divider clock_divider;
    struct clock_divider_params clock_divider_params;
    struct clock_divider_in clock_divider_in;
    struct noc_enable noc_enable; /* every router's: all are the same */
    struct noc_enable_params noc_enable_params;
    struct noc_enable_in noc_enable_in;
    struct noc_enable_out noc_enable_out;
    uint64_t dram_wake_at; /* earliest wake_at of the channels */
    uint64_t last_alarm;   /* latest cycle in which a pause ends */

    /* threads: options.threads workers, number 0 the caller's */
    struct gpu_worker *workers;
    unsigned worker_count;
    struct crew *crew; /* NULL: one worker */
    void **arrays;     /* [array_count] memory of all members' structs */
    unsigned array_count;
    unsigned visits;             /* steps of the last edge */
    struct gpu_windows *windows; /* NULL: nodes go together, edge by edge */

    struct rng shuffle;
    struct gpu_place *order;            /* [all members] of a shuffled edge */
    uint16_t *mesh_order[NETWORKS_MAX]; /* [routers] when all are visited */

    /* run */
    enum gpu_phase phase;
    bool write_back_started;
    uint64_t progress, progress_at; /* work done when last looked at, cycle of the last change */
    bool deadlocked;
    struct gpu_errors dram_errors;            /* DRAM replies that nobody waited for */
    struct gpu_errors axi_errors[AXI_ERRORS]; /* with key mem_port */

    struct gpu_ccn *ccn;             /* [cores] with key ccn */
    struct gpu_bridge *bridges;      /* [bridges] with ccn_bridges */
    struct ideal_ccn *ideal_ccn;     /* with ccn = ideal, else NULL */
    struct sharing sharing;          /* with options.sharing */
    struct gpu_reads *reads;         /* [cores] likewise */
    struct locality locality;        /* likewise */
    struct reuse_distance reuse;     /* with options.reuse */
    struct gpu_organization *phases; /* in order of time, with options.timeline */
    unsigned phase_count;

    struct gpu_instance *instances; /* in the order of the plan */
    unsigned instance_count;
};

/* A workload for each of the chip's programs (none with options.open). Loads their images; dies
 * when one does not fit its part of the addresses. */
struct gpu *gpu_new(const struct plan *, struct workload *const *, const struct gpu_options *);
void gpu_free(struct gpu *);

void gpu_begin(struct gpu *);
void gpu_edge(struct gpu *);
void gpu_tick(struct gpu *);
/* A tick, or several at once of cycles before `end`. */
void gpu_advance(struct gpu *, uint64_t end);
/* Ticks until the workload is done, `cycles` have passed (0: no limit) or nothing moves any more.
 */
void gpu_run(struct gpu *, uint64_t cycles);
uint64_t gpu_kernels_begun(const struct gpu *); /* of all programs */
uint64_t gpu_blocks_left(const struct gpu *);   /* of those that run: not yet given to cores */
/* Compares the results of a program that has run to its end with plain C: NULL, or what is wrong.
 */
const char *gpu_check_results(struct gpu *, unsigned program);

/* The chip's inputs l1_mode, l1_chunk, l1_nearest, llc_choice from this cycle on; those that it
 * has.
 */
void gpu_set_mode(struct gpu *, struct gpu_mode);
/* A control input of the chip from this cycle on. */
void gpu_set_control(struct gpu *, enum plan_control, unsigned value);
/* With options.open, where gpu_begin and gpu_tick are not called: what the caller has written to
 * gpu_out of the agent at a node (sm_block, dram_block) is at the chip's ports in this cycle. */
void gpu_drive_port(struct gpu *, enum node_kind, unsigned node);
/* The chip's output of a row of plan_results in this cycle. */
uint64_t gpu_result(const struct gpu *, unsigned result);
/* Inputs stat_node and stat_counter of the chip from this cycle on. */
void gpu_select(struct gpu *, unsigned node, unsigned counter);
/* Messages of a network so far. */
struct gpu_messages gpu_messages_of(const struct gpu *, unsigned network);
/* The instance of that path, NULL: there is none. */
const struct gpu_instance *gpu_instance_at(const struct gpu *, const char *path);
/* Brings `in` of all instances up to date; call between gpu_begin and gpu_edge before reading them.
 * From the first call on the networks are computed router by router, so that `out` of their routers
 * is right in every cycle. */
void gpu_refresh(struct gpu *);
/* Of all architectural state, brought up to date; equal for runs that only differ in options other
 * than no_data. */
uint64_t gpu_hash(const struct gpu *);
/* Brings statistics up to this cycle: counters' totals, sleeping cores. */
void gpu_collect(struct gpu *);
/* Collects, and sets deadlocked when nothing has moved for a long time. Call about every
 * GPU_WATCH_CYCLES; gpu_run does. */
enum { GPU_WATCH_CYCLES = 1 << 14 };
void gpu_watch(struct gpu *);
/* Every block that is not idle with the handshakes that wait, for deadlock reports. */
void gpu_print_stuck(const struct gpu *, FILE *);

/* State, inputs and outputs of a block of a node, for observers: struct x, x_in, x_out. The node
 * has one block of that kind. */
struct gpu_class *gpu_class_of(const struct gpu *, enum node_kind, const struct block *);
void *gpu_state(const struct gpu *, enum node_kind, unsigned node, const struct block *);
void *gpu_in(const struct gpu *, enum node_kind, unsigned node, const struct block *);
void *gpu_out(const struct gpu *, enum node_kind, unsigned node, const struct block *);
/* The core with that address on a network. */
unsigned gpu_core_at(const struct gpu *, const struct network *, uint64_t address);

#endif
