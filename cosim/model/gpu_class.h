/* The chip model's view of its plan: instances that are alike form a class, links become lists of
 * what is copied, and rules about who has to act follow from the handshakes. Inside of the chip
 * model only; bind.c makes all of it from the plan, wires.c carries the values.
 *
 * A class has one member per node of its kind; a link joins members of the same node, so member i
 * drives member i, but on a ring the next one or the one before. A wide output is not copied: the
 * reader's input points at it. Scalars are copied when driven: those of an interface while its
 * valid is 1. */
#ifndef MEMLOOM_GPU_CLASS_H
#define MEMLOOM_GPU_CLASS_H

#include "gpu.h"
#include "util.h"
#include "wiring.h"

enum { PAUSE_MAX = 256 }; /* cycles; a power of two */

enum { EACH_MAX = 8 }; /* SPAN_OF_EACH */

/* A wire between the hub and the members of a class, or the networks: the plan's span, in the list
 * of who drives it.
 * One that has an element per program is one SPAN_TO_ALL or SPAN_OF_ANY for each.
 * Its reader acts when what it reads changes; by one bit per node (SPAN_OF_EACH), or from one node,
 * while it is 1, too: those are pulses and payloads. */
struct gpu_span {
    enum span_form form;
    struct gpu_class *reader; /* SPAN_TO_NETWORKS: NULL */
    struct gpu_bit from, to;  /* of a number: .byte, of a whole word; SPAN_OF_EACH has no `to` */
    bool number;              /* SPAN_OF_ONE: a payload */
    unsigned node;            /* SPAN_OF_ONE: which member drives it */
    unsigned each;            /* SPAN_OF_EACH: number of its set in workers */
    uint64_t *gathered;       /* and what the hub reads: [words of the nodes] */
    uint64_t *held;           /* the same, of a wide input, which points at it; else NULL */
    const uint64_t *joined;   /* [words of the nodes] members of its program; NULL: all */
    bool *driven;             /* SPAN_OF_ANY: [members] what each drove last */
    unsigned high;            /* how many of them 1 */
};

/* Input port of a class that shows a control input of the chip, or a constant. */
struct gpu_feed {
    const struct block_port *port;
    unsigned signal; /* number in plan_signals */
    bool one;        /* an element of it alone */
    unsigned element;
};

/* First what is looked at when others drive a member. */
struct gpu_class {
    char *in, *out, *state; /* arrays of the members' structs */
    uint32_t in_size, out_size, state_size;
    unsigned members, words; /* words: of a set of members */
    unsigned number;         /* in gpu->classes */

    /* the edge: reads its inputs, writes its state; then its outputs go to their readers */
    gpu_visit *step, *drive;
    void (*watch_step)(struct gpu *, unsigned member);  /* observers; NULL: none */
    void (*watch_drive)(struct gpu *, unsigned member); /* between outputs and wires */

    gpu_visit *carry; /* what is new among its outputs */
    struct gpu_end ends[ENDS_MAX];
    struct gpu_wiring wiring;
    struct gpu_offer *offers;
    struct gpu_answer *answers;
    struct gpu_tap *taps; /* by end */
    struct gpu_span *spans;
    struct gpu_feed *feeds;
    unsigned end_count, offer_count, answer_count, tap_count, span_count, feed_count;

    /* rings: to the neighbour, and from there */
    struct gpu_offer *ring_offers;
    struct gpu_answer *ring_answers;
    unsigned ring_offer_count, ring_answer_count;

    /* blocks that pause (x_pause), and counters, which step while they are read only */
    bool pauses;
    uint64_t *steps; /* [members] edges that the state knows of; NULL: of all */

    struct gpu_worker **worker; /* [members] whose share they are; of networks one worker's */
    const struct block_twin *twin;
    const struct plan_instance *plan; /* what it is */
    enum node_kind kind;              /* of the nodes it stands in */
    void *params;                     /* struct x_params, the same for all */

    /* network interfaces */
    struct mesh *inject, *eject;          /* networks; NULL: not one */
    uint16_t *inject_place, *eject_place; /* [members] */
};

/* What has to wait until all workers have driven: it reaches blocks of others. */
struct gpu_late {
    gpu_visit *visit;
    struct gpu_class *class;
    unsigned member;
};

/* Classes that step together. */
struct gpu_side {
    struct gpu_class *class[GPU_CLASSES_MAX];
    unsigned count;
};

/* A thread of the model (workers.c): its share of the blocks, and what it alone writes at an edge.
 */
struct gpu_worker {
    struct gpu *gpu;
    unsigned number;
    /* members of its share, by class */
    uint64_t active[GPU_CLASSES_MAX][GPU_MASK_WORDS]; /* step at the next edge */
    uint64_t busy[GPU_CLASSES_MAX][GPU_MASK_WORDS];   /* noc_ports that are not idle: they step at
                                                         edges of the network's clock */
    /* noc_ports to which their networks show credits, and flits */
    uint64_t credited[GPU_CLASSES_MAX][GPU_MASK_WORDS], arriving[GPU_CLASSES_MAX][GPU_MASK_WORDS];
    uint64_t stepping[GPU_CLASSES_MAX][GPU_MASK_WORDS];  /* step at this edge */
    uint64_t (*alarms[GPU_CLASSES_MAX])[GPU_MASK_WORDS]; /* [PAUSE_MAX] by cycle: members that step
                                                            again then; NULL: they do not pause */
    struct gpu_class *acting[GPU_CLASSES_MAX]; /* [acting_count] classes of which members step */
    /* places of its ports, by network */
    uint64_t injects[NETWORKS_MAX][MESH_MASK_WORDS], ejects[NETWORKS_MAX][MESH_MASK_WORDS];
    struct gpu_messages messages[NETWORKS_MAX]; /* at its ports */
    uint64_t each[EACH_MAX][GPU_MASK_WORDS];    /* by span: of its members those that drive 1 */
    struct gpu_late *late; /* [late_count] in the order of one worker; NULL: there is only one */

    /* of this edge, for the others */
    unsigned acting_count, late_count;
    unsigned visits;       /* steps */
    uint64_t dram_wake_at; /* earliest wake_at of the channels driven; UINT64_MAX: of none */
    uint64_t last_alarm;   /* latest cycle in which a pause ends that was ever set */

    FILE *report; /* of its SMs; with one worker options.report */
    char *report_text;
    size_t report_size;
    char apart[CACHE_LINE]; /* no cache line is written by two */
};

/* From a member's struct to the next one's: each begins a cache line, so that a step touches as few
 * of them as can be. Flags, which are read as words, belong to no other member. */
static inline uint32_t gpu_stride(size_t size)
{
    return (uint32_t)((size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}
static inline void *gpu_state_of(const struct gpu_class *class, unsigned member)
{
    return class->state + member * class->state_size;
}
static inline void *gpu_in_of(const struct gpu_class *class, unsigned member)
{
    return class->in + member * class->in_size;
}
static inline void *gpu_out_of(const struct gpu_class *class, unsigned member)
{
    return class->out + member * class->out_size;
}
/* A member's flags when they were last carried. They stand before its outputs, which begin with the
 * flags, so that one cache line has both. An offer that stays and was taken since then sets a bit
 * beside its valid that no output has (gpu_answer): the flags differ, and what is offered now is
 * carried. */
static inline char *gpu_carried_of(const struct gpu_class *class, unsigned member)
{
    return (char *)gpu_out_of(class, member) - FLAG_WORDS * sizeof(uint64_t);
}
/* A member of the worker's share steps at the next edge. */
static inline void worker_wake(struct gpu_worker *worker, const struct gpu_class *class,
                               unsigned member)
{
    worker->active[class->number][member / 64] |= UINT64_C(1) << member % 64;
}
/* A member of any share, while no other worker runs, or of the own one. */
static inline void gpu_wake(const struct gpu_class *class, unsigned member)
{
    worker_wake(class->worker[member], class, member);
}

/* bind.c and its files */
void gpu_bind(struct gpu *);
void gpu_unbind(struct gpu *);
/* Writes one element of an input port that no block drives. */
void gpu_feed(struct gpu_class *, unsigned member, const struct block_port *, unsigned element,
              unsigned value);

/* wires.c: what most classes do. */
gpu_visit gpu_step_block, gpu_drive_block;
/* By the class's own table. */
gpu_visit gpu_carry;
/* For carry.h: what is not in the table, and the end of a way through L2. */
gpu_visit gpu_carry_others;
void gpu_copy_route(const struct gpu *, const struct gpu_route *, const char *out, char *in);
/* Of a worker's share the members that step at this edge. */
void gpu_step_members(struct gpu_worker *, struct gpu_class *);
void gpu_drive_members(struct gpu_worker *, struct gpu_class *);
/* Steps that a pausing block was spared take effect. */
void gpu_catch_up(const struct gpu *, struct gpu_class *, unsigned member);
/* Links and wires alone: nobody wakes itself. */
gpu_visit gpu_drive_wires;

/* workers.c: the threads. First memory for them, then their shares of all classes. */
void gpu_init_workers(struct gpu *);
void gpu_share_out(struct gpu *);
void gpu_release_workers(struct gpu *);
/* Zeroed memory for so many bytes of each member; gpu_release_workers frees it. */
void *gpu_member_array(struct gpu *, const struct gpu_class *, size_t size);
/* Whose share a node is. */
unsigned gpu_worker_of(const struct gpu *, enum node_kind, unsigned node);
/* Now, or when all workers have driven. */
void gpu_later(struct gpu_worker *, gpu_visit *, struct gpu_class *, unsigned member);
gpu_visit gpu_pass_report;              /* what an SM of the worker has reported */
bool gpu_is_active(const struct gpu *); /* something steps at the next edge, or may */
/* Of a worker's share: chooses what steps at this edge. */
void gpu_choose_steps(struct gpu_worker *);
/* The edge: of each share all that steps does so, then it is driven, then what had to wait. */
void gpu_move_workers(struct gpu *);
/* Behind an edge, or after drives: what had to wait happens. */
void gpu_join_workers(struct gpu *);

/* The edge of one worker's members of these classes; of ports those that are awake. */
void gpu_move_side(struct gpu_worker *, const struct gpu_side *);

/* windows.c: several edges of the cores, then of the partitions. */
void gpu_init_windows(struct gpu *);
void gpu_release_windows(struct gpu *);
/* Edges behind gpu_begin, of cycles before `end`; false: not now, gpu_edge is to be called. */
bool gpu_run_window(struct gpu *, uint64_t end);

/* outside.c: SMs and DRAM channels. */
void gpu_init_outside(struct gpu *);
void gpu_release_outside(struct gpu *);

/* gpu_ports.c: the side of the noc_ports towards the networks, and these. */
void gpu_init_networks(struct gpu *);
void gpu_release_networks(struct gpu *);
void gpu_divide_networks(struct gpu *);
void gpu_share_places(const struct gpu_class *); /* its members' workers know where they are */
void gpu_wake_ports(struct gpu_worker *);
/* Behind an edge with noc_en: the networks' wires to the worker's ports. */
void gpu_show_networks(struct gpu_worker *);
/* At an edge with noc_en ports act that are not idle or have something on their router's wires; at
 * others those that take a flit from there. */
void gpu_wake_class(struct gpu_worker *, const struct gpu_class *);
/* The port's inputs that the networks drive, at any time. */
void gpu_gather_port(struct gpu *, struct gpu_class *, unsigned member);
void gpu_shuffle_routers(struct gpu *);
/* Asks all MC-routers that can be bypassed for that, or for its end. */
void gpu_bypass_routers(struct gpu *, bool bypass);

/* gpu.c: DRAM channels whose time has come. */
void gpu_wake_drams(struct gpu *);
/* The network's enable in this cycle: the divider's, and that of each router, which follows it. */
void gpu_drive_enables(struct gpu *);

/* gpu_inspect.c */
void gpu_list_instances(struct gpu *);

/* observers.c: with options.reuse, .sharing, .timeline. */
void gpu_init_observers(struct gpu *);
void gpu_change_mode(struct gpu *); /* options.policy_seed */

#endif
