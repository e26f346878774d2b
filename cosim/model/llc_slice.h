/* Twin of rtl/llc_slice.v: slice of the last-level cache (docs/blocks/llc_slice.md).
 *
 * A way remembers the whole line address and, while the line is pending, its entry; so no
 * content-addressed search is needed. Masks hold one bit per way or entry. */
#ifndef MEMLOOM_LLC_SLICE_H
#define MEMLOOM_LLC_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "delay_line.h"
#include "llc_lines.h"
#include "llc_slice_ports.h"
#include "llc_walk.h"
#include "set_map.h"
#include "writeback_queue.h"

enum {
    LLC_WAITING = 32, /* requests in the delay line at most, or `queue` where that is more */
    LLC_PIPELINE = 7, /* cycles from the delay line to the reply */
    LLC_STAGES = 4,   /* seek, word, test, head */
    LLC_ACTIONS = 2   /* ordered accesses to the data RAM */
};
enum llc_kind { LLC_READ, LLC_FETCH, LLC_STORE, LLC_ATOMIC };
enum llc_event { /* bit numbers of llc_slice.events */
                 LLC_ACCESS,
                 LLC_HIT,
                 LLC_MISS,
                 LLC_MERGE,
                 LLC_WRITEBACK,
                 LLC_DRAM_READ,
                 LLC_STALL,
                 LLC_ATOMIC_DONE,
                 LLC_THROUGH
};

/* A request without its data. */
struct llc_request {
    uint64_t line;   /* line address */
    uint16_t src;    /* node that asked */
    uint32_t id;     /* goes back with the reply */
    uint8_t kind;    /* enum llc_kind */
    uint8_t op;      /* enum atomic_op */
    uint8_t sectors; /* wanted */
    bool whole;      /* it writes the whole line */
};

/* What a store or atomic brings. */
struct llc_bytes {
    uint64_t mask[2]; /* bytes written or operated on */
    uint64_t data[LLC_LINE_WORDS];
};

/* A stage of the pipeline in front of the decision. */
struct llc_stage {
    struct llc_request request;
    uint32_t set; /* it looks at */
    bool valid;   /* it holds something */
    bool walk;    /* a step of the flush, not a request */
};

/* An ordered access to the data RAM. */
struct llc_action {
    struct llc_request request; /* sectors: those of the answer */
    uint32_t place;             /* set * ways + way */
    uint8_t entry;              /* of a pending line */
    bool replies;               /* an answer: a hit, or a store */
    bool evicts;                /* the line there leaves */
    bool joins;                 /* a store to a pending line */
    bool reserves;              /* the entry is new */
};

struct llc_set {
    uint64_t order;   /* lru_order list */
    uint16_t present; /* ways with a line, or that will have one */
    uint16_t pending; /* those whose line comes from DRAM */
    uint16_t dirty;   /* ways with written bytes */
};

/* A read that waits for a pending line. */
struct llc_target {
    uint32_t id;     /* of the request */
    uint16_t src;    /* node that asked */
    uint8_t sectors; /* wanted */
    uint8_t kind;    /* LLC_READ or LLC_FETCH */
};

struct llc_entry {
    uint64_t line;       /* the pending line */
    uint64_t written[2]; /* bytes stores have written meanwhile */
    uint32_t set;        /* where it will be */
    uint8_t way;
    uint8_t targets; /* reads that wait */
};

struct llc_slice {
    struct llc_slice_params params; /* sizes */
    bool carry_data;                /* move line data */
    struct set_map map;             /* line to set */

    struct delay_control delay; /* requests wait for their latency */
    struct llc_bytes *bytes;    /* [queue] of stores and atomics, until they access the data RAM */
    uint8_t bytes_head;         /* place of the oldest */
    uint8_t bytes_count;        /* how many there are */

    struct llc_stage stages[LLC_STAGES]; /* the pipeline; the head is in place `head` */
    uint8_t head;                        /* before it stand the test, word and seek stages */
    bool second;                         /* the head was there in the step before */
    bool counted;                        /* the atomic there was counted, its line is on the way */
    bool victim_found;                   /* what the step before found, for what is no hit */
    bool free_found;                     /* an entry was free then */
    uint8_t victim;                      /* way that may leave */
    uint8_t free_entry;                  /* the lowest free entry */

    struct llc_set *sets;   /* [sets] as the head sees them */
    uint64_t *way_line;     /* [sets * ways] line address */
    uint8_t *way_entry;     /* [sets * ways] entry, while pending */
    struct llc_lines lines; /* data RAM, and atomics at it */

    struct llc_action actions[LLC_ACTIONS]; /* accesses to the data RAM */
    uint8_t action_head;                    /* place of the oldest */
    uint8_t action_count;                   /* how many there are */
    bool started;                           /* an access began in the step before */
    bool evicted;                           /* it read a line that leaves */

    uint64_t entry_free;        /* entries not in use */
    struct llc_entry *entries;  /* [entries] */
    struct llc_target *targets; /* [entries * targets] */
    uint64_t awaited;           /* entries whose read DRAM has and has not answered */
    bool unexpected;            /* a line came that was not among them */
    bool fill_waits;            /* a line from DRAM waits */
    uint8_t fill_id;            /* its entry */
    uint64_t fill_data[LLC_LINE_WORDS];
    bool draining;       /* reads of the line just filled are answered */
    uint8_t drain_entry; /* its entry */
    uint8_t drain_next;  /* next target to answer */

    bool answer_valid;         /* the line read last is an answer */
    struct llc_request answer; /* to this request */
    bool reply_full;           /* the reply register holds a reply */
    struct llc_request reply;  /* to this request */
    uint64_t reply_data[LLC_LINE_WORDS];

    struct writeback_queue dram; /* reads and write-backs for the memory controller */

    struct llc_walk walk; /* flush, and the organization: private, stores are written through */
    struct {
        uint64_t tag;      /* of its line */
        uint32_t set;      /* where it was sought */
        uint8_t cluster;   /* that asked */
        bool store;        /* it is one */
        bool second;       /* of the second program */
    } look;                /* the request looked up last */
    unsigned cluster_mask; /* bits of a cluster's number */
    unsigned program_mask; /* of the digit that tells a program */

    uint16_t events; /* enum llc_event, of the last step */
    bool stood;      /* no state: the head stalled, and nothing else changed but what it found */
    bool waits;      /* no state: nothing changes but the delay line's clock until a handshake */

    struct llc_request requests[LLC_SLICE_QUEUE_MAX]; /* in the delay line; last for its size */
};

void llc_slice_init(struct llc_slice *, const struct llc_slice_params *);
void llc_slice_release(struct llc_slice *);
void llc_slice_reset(struct llc_slice *);
void llc_slice_outputs(const struct llc_slice *, struct llc_slice_out *);
void llc_slice_step(struct llc_slice *, const struct llc_slice_in *);
bool llc_slice_is_idle(const struct llc_slice *);
/* Nothing is under way but requests in the delay line, and offers that wait for their ready. */
bool llc_slice_only_offers(const struct llc_slice *);
static inline bool llc_slice_sleeps(const struct llc_slice *llc, const struct llc_slice_in *in)
{
    (void)in;
    return llc->waits || llc_slice_is_idle(llc);
}
static inline uint64_t llc_slice_pause(const struct llc_slice *llc)
{
    return llc_slice_only_offers(llc) ? delay_control_pause(&llc->delay) : 0;
}
static inline void llc_slice_skip(struct llc_slice *llc, uint64_t steps)
{
    delay_control_skip(&llc->delay, steps);
}
uint64_t llc_slice_hash(const struct llc_slice *);

#endif
