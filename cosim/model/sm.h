/* The SM front end: resident warps, their schedulers, the coalescer and the load/store queue of one
 * core. Model only, no RTL; its ports are declared in gen/plan/agents/sm.v.
 *
 * Per cycle: answers are taken, the schedulers let warps issue, the coalescer makes one line
 * request of its oldest memory instruction and puts it into the LSU queue, the queue's head gets an
 * id and is offered to the L1. Outputs are state. docs/front.md has the rules. */
#ifndef MEMLOOM_SM_H
#define MEMLOOM_SM_H

#include "config.h"
#include "sm_ports.h"
#include "workload.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SM_WARPS_MAX = 64, SM_BLOCKS_MAX = 32, SM_LOADS_MAX = 16, SM_LATENCY_BINS = 32 };
enum { SM_SCHEDULERS_MAX = 4, SM_LSU_MAX = 16, SM_WHEEL = 64 };
enum { SM_RESULTS = RESULT_DISTANCE_MAX + 1 };
enum { SM_NONE = 0xffff };

/* Why a core issued nothing in a cycle. */
enum sm_stall {
    SM_STALL_LOAD,    /* warps wait for loaded values */
    SM_STALL_RESULT,  /* warps wait for a result of arithmetic, or its unit is taken */
    SM_STALL_BARRIER, /* warps wait at a barrier or an exit */
    SM_STALL_LSU, /* a memory instruction waits for the coalescer: queue full, L1 busy or no id */
    SM_STALL_HAZARD, /* the same because the queue's head conflicts with a request in flight */
    SM_STALL_EMPTY,  /* no warp resident */
    SM_STALLS
};

/* Who answered a request. */
enum sm_source {
    SM_FROM_L1,   /* the own L1 */
    SM_FROM_L2,   /* L2, for the own L1 or past it */
    SM_FROM_HOME, /* another core's L1, hit or miss */
    SM_SOURCES
};

struct sm_stats {
    uint64_t warp_instructions;       /* issued */
    uint64_t thread_instructions;     /* issued, times active lanes */
    uint64_t issue_cycles;            /* cycles in which at least one instruction was issued */
    uint64_t stall_cycles[SM_STALLS]; /* cycles without issue, per cause */
    uint64_t mismatches;              /* load requests that brought a wrong byte */
    uint64_t requests[5];             /* line requests accepted by the L1, per kind */
    uint64_t memory_instructions;     /* issued warp loads, stores and atomics */
    uint64_t loads[SM_SOURCES];       /* load requests answered */
    uint64_t load_cycles[SM_SOURCES]; /* sum of their latencies, acceptance to answer */
    uint64_t checked_bytes;           /* load bytes compared with the functional execution */
    uint64_t load_sectors[SECTORS];   /* accepted load requests that touch 1, 2, 3, 4 sectors */
    uint64_t load_latency[SM_LATENCY_BINS]; /* bin b: 2^b <= latency < 2^(b+1) */
    uint64_t blocks;                        /* retired */
    uint64_t hazards;                       /* requests that waited for a conflicting one */
    uint64_t shared_accesses;               /* issued warp loads and stores of shared memory */
    uint64_t bank_cycles;                   /* that its banks took for them */
};

/* What an answer or an issue looks at is in the first cache line. */
struct sm_warp {
    const struct instruction *next; /* next record to issue */
    const struct instruction *end;  /* behind those that were made so far */
    uint64_t issued;                /* warp instructions so far */
    uint64_t limit;                 /* issue stops here: smallest needed_at of the pending loads */
    uint32_t left;                  /* instructions of an ALU record still to issue */
    uint16_t
        outstanding; /* requests not answered, +1 while the coalescer holds an instruction of it */
    uint8_t block;   /* block slot */
    uint8_t number;  /* in its block */
    /* loads, and atomics with a result, whose values have not come back */
    uint16_t loads;                   /* mask of those in use */
    uint8_t missing[SM_LOADS_MAX];    /* answers to come, a lane has at most one; +1 while the
                                         coalescer    still works on it; 0: not in use */
    uint64_t needed_at[SM_LOADS_MAX]; /* warp instruction count at which the warp must wait */
    uint64_t ready_at[SM_RESULTS]; /* [n % SM_RESULTS] cycle of the results that number n needs */
};
/* One answer to a load came. */
static inline void sm_load_answered(struct sm_warp *warp, unsigned load)
{
    bool last = !--warp->missing[load];
    warp->loads = (uint16_t)(warp->loads & ~((unsigned)last << load));
}

struct sm_barrier {
    uint64_t arrived; /* warp slots that have come since it opened last */
    uint64_t waiting; /* of those: they did not go on */
    unsigned warps;   /* that meet, as the last one said; 0: all that have not exited */
};

struct sm_block {
    struct thread_block *block; /* NULL: slot is free */
    uint64_t warps;             /* warp slots that belong to it and have not exited */
    struct sm_barrier barrier[BARRIERS];
};

/* One of the warp schedulers. */
struct sm_scheduler {
    uint64_t warps;                /* slots dealt to it */
    uint64_t active;               /* it picks among these: all, or the active set of two_level */
    unsigned last;                 /* slot that issued last */
    unsigned pending_count;        /* two_level: its other warps */
    uint8_t pending[SM_WARPS_MAX]; /* [pending_count] the longest waiting first */
};

/* A coalesced line request. */
struct sm_request {
    uint64_t line;                    /* line address */
    uint64_t mask[2];                 /* bytes */
    const struct instruction *record; /* that made it */
    uint32_t lanes;                   /* it serves */
    uint8_t warp;                     /* slot */
    uint8_t load : 4;                 /* index in the warp's loads (awaited ones) */
    bool is_load : 1, awaited : 1;    /* what the record says: an answer finds it here, where it is
                                         looked at anyway */
    uint16_t next;                    /* in flight: next id with the same line hash, SM_NONE ends */
};

/* What is remembered per id until the answer. */
struct sm_pending {
    struct sm_request request; /* as offered */
    uint64_t accepted_at;      /* cycle */
};

/* A memory instruction in the load/store unit. */
struct sm_coalescer {
    const struct instruction *record;
    uint64_t address[LANES]; /* byte address of each active lane */
    uint32_t lanes;          /* not yet part of a request */
    bool dense;              /* coalesce_dense applies; `address` is not filled */
    uint8_t warp, load;      /* as in sm_request */
    uint8_t bank_cycles;     /* of shared memory: still to come; 0: an access of global memory */
};

/* An access of shared memory behind its banks. */
struct sm_shared {
    bool valid, is_load;
    uint8_t warp, load; /* as in sm_request */
};

/* What most steps look at stands together, in a few cache lines. */
struct sm {
    /* accounting */
    uint64_t accounted;  /* cycles before this one are in the counters */
    enum sm_stall stall; /* cause while asleep */
    bool awake;          /* the next step changes something even without input */

    /* load/store unit: what moves */
    bool head_waits;     /* the head conflicts or no id is free: look again after an answer */
    bool head_hazard;    /* it is a conflict */
    bool offered;        /* a request is at the L1 port */
    uint16_t offered_id; /* its id */
    unsigned coalescer_head, coalescer_used; /* oldest, how many */
    unsigned queue_head, queue_used;         /* oldest entry, entries */
    unsigned queue_size;                     /* power of two */
    unsigned queue_room;                     /* requests in the LSU queue at most */
    unsigned free_ids;                       /* on the stack */
    unsigned ids;                            /* power of two */
    unsigned lsu_instructions;               /* in the load/store unit at most */
    unsigned shared_under_way;               /* accesses of shared memory behind its banks */

    /* scheduling */
    unsigned issued;            /* instructions of the last step; a core falls asleep with 0 */
    unsigned resident;          /* blocks */
    unsigned schedulers;        /* of warps */
    unsigned issue_width;       /* instructions of each per cycle */
    enum warp_order order;      /* in which a scheduler takes its warps */
    struct sm_warp *warp;       /* [warp_slots] */
    struct sm_pending *pending; /* [ids] */
    struct sm_request *queue;   /* ring of queue_size */
    uint16_t *free_id;          /* stack */
    /* masks over warp slots */
    uint64_t runnable;     /* next instruction may issue as far as the warp is concerned */
    uint64_t memory;       /* next instruction needs the coalescer */
    uint64_t draining;     /* at a barrier or exit, own requests outstanding */
    uint64_t at_barrier;   /* arrived, waiting for others */
    uint64_t needs_result; /* the next instruction's operands are on their way, see wheel */
    uint64_t unit[ARITHMETIC_CLASSES]; /* next instruction is of the class, which has an interval */
    uint64_t unit_free_at[ARITHMETIC_CLASSES]; /* cycle from which on it takes another one */
    unsigned latency[ARITHMETIC_CLASSES];      /* of results */
    unsigned interval[ARITHMETIC_CLASSES];     /* of units, 0: any number in a cycle */
    struct sm_scheduler scheduler[SM_SCHEDULERS_MAX];
    struct sm_stats stats;
    uint64_t wheel[SM_WHEEL];   /* [cycle % SM_WHEEL] warps whose results are there then */
    uint8_t age[SM_BLOCKS_MAX]; /* block slots, oldest first */

    /* configuration */
    struct workload *workload;        /* blocks go back to it */
    FILE *report;                     /* first mismatches are described here, NULL: nowhere */
    bool carry_data;                  /* move and check bytes; set after init, default true */
    bool barrier_drains;              /* barriers wait for the warp's own requests */
    bool segments;                    /* requests of bytes and half words cover parts of lines */
    bool holds_back;                  /* conflicting requests: the memory system does not order */
    unsigned core;                    /* own number, for reports */
    uint64_t first_line;              /* line of its program's address 0; set after init */
    unsigned warp_slots, block_slots; /* resident at most */
    unsigned active_max;              /* two_level: active warps of a scheduler */
    unsigned shared_banks;            /* of shared memory */
    unsigned shared_latency;          /* from its banks to the value */

    /* seldom */
    uint64_t free_warps;                        /* no warp */
    unsigned free_count;                        /* of these */
    unsigned free_registers, free_shared_bytes; /* of no resident block */
    uint16_t *bucket; /* holds_back: [ids] first id of each line hash, SM_NONE: empty */
    struct sm_block block[SM_BLOCKS_MAX];      /* resident blocks */
    struct sm_coalescer coalescer[SM_LSU_MAX]; /* ring; the oldest one makes requests */
    struct sm_shared shared[SM_WHEEL];         /* [cycle % SM_WHEEL] access that is over then */
};

void sm_init(struct sm *, const struct config *, unsigned core, struct workload *);
void sm_release(struct sm *);
/* Registers that a block of the kernel takes. */
unsigned sm_registers_of(const struct kernel *);
/* True when a block of the kernel fits now. */
bool sm_has_room(const struct sm *, const struct kernel *);
/* Makes the block resident; its warps may issue in the next step. Between steps only. */
void sm_start_block(struct sm *, struct thread_block *, uint64_t now);
void sm_outputs(const struct sm *, struct sm_out *);
void sm_step(struct sm *, const struct sm_in *, uint64_t now);
/* A step without valid input would change nothing. */
static inline bool sm_is_idle(const struct sm *sm)
{
    return !sm->awake;
}
/* No warp, no request: the kernel is over on this core. */
static inline bool sm_is_done(const struct sm *sm)
{
    return !sm->resident;
}
/* The step may be left out when this is false. */
static inline bool sm_must_step(const struct sm *sm, const struct sm_in *in)
{
    return sm->awake || in->hit_valid || in->response_valid || in->remote_valid ||
           (sm->offered && in->request_ready);
}
/* Brings the cycle counters up to `now` (cycles before it), for reading them while the core sleeps.
 */
void sm_account(struct sm *, uint64_t now);
/* Of the architectural state, for skip and shuffle tests. */
uint64_t sm_hash(const struct sm *);

#endif
