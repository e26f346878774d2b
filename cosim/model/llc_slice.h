/* Twin of rtl/llc_slice.v: slice of the last-level cache (docs/blocks/llc_slice.md).
 *
 * A way remembers the whole line address and, while the line is pending, its entry; so no
 * content-addressed search is needed. Masks hold one bit per way or entry. */
#ifndef MEMLOOM_LLC_SLICE_H
#define MEMLOOM_LLC_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "delay_line.h"
#include "llc_slice_ports.h"
#include "set_map.h"
#include "writeback_queue.h"

enum { LLC_DELAY_DEPTH = 32, LLC_LINE_WORDS = 16 };
enum llc_kind { LLC_READ, LLC_FETCH, LLC_STORE, LLC_ATOMIC };
enum llc_event { /* bit numbers of llc_slice.events */
                 LLC_ACCESS,
                 LLC_HIT,
                 LLC_MISS,
                 LLC_MERGE,
                 LLC_WRITEBACK,
                 LLC_DRAM_READ,
                 LLC_STALL,
                 LLC_ATOMIC_DONE
};

/* A request in the delay line, without its data. */
struct llc_request {
    uint64_t line;    /* line address */
    uint64_t mask[2]; /* bytes written or operated on */
    uint16_t src;     /* node that asked */
    uint32_t id;      /* goes back with the reply */
    uint8_t kind;     /* enum llc_kind */
    uint8_t op;       /* enum atomic_op */
    uint8_t sectors;  /* wanted */
};

struct llc_set {
    uint64_t order;   /* lru_order list */
    uint16_t valid;   /* ways with a complete line */
    uint16_t pending; /* ways whose line comes from DRAM */
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
    struct llc_request requests[LLC_DELAY_DEPTH];
    uint64_t (*request_data)[LLC_LINE_WORDS]; /* [queue] */

    struct llc_set *sets;              /* [sets] */
    uint64_t *way_line;                /* [sets * ways] line address */
    uint8_t *way_entry;                /* [sets * ways] entry, while pending */
    uint64_t (*lines)[LLC_LINE_WORDS]; /* [sets * ways] data RAM */
    uint64_t ram_data[LLC_LINE_WORDS]; /* RAM output register */

    uint64_t entry_free;        /* entries not in use */
    struct llc_entry *entries;  /* [entries] */
    struct llc_target *targets; /* [entries * targets] */
    bool draining;              /* reads of the line just filled are answered */
    uint8_t drain_entry;        /* its entry */
    uint8_t drain_next;         /* next target to answer */

    uint8_t atomic_left;   /* sectors of the atomic under way that are not computed */
    bool atomic_waits;     /* the atomic at the head was counted, its line is on the way */
    uint32_t atomic_place; /* set * ways + way of its line */

    bool reply_full;       /* the reply register holds a reply */
    uint8_t reply_sectors; /* sectors that travel */
    uint8_t reply_kind;
    uint16_t reply_dest; /* node that asked */
    uint32_t reply_id;
    uint64_t reply_line;

    struct writeback_queue dram; /* reads and write-backs for the memory controller */

    bool walking;      /* a flush is under way */
    bool walked;       /* all its sets were visited */
    uint32_t walk_set; /* set it has come to */

    uint8_t events; /* enum llc_event, of the last step */
};

void llc_slice_init(struct llc_slice *, const struct llc_slice_params *);
void llc_slice_release(struct llc_slice *);
void llc_slice_reset(struct llc_slice *);
void llc_slice_outputs(const struct llc_slice *, struct llc_slice_out *);
void llc_slice_step(struct llc_slice *, const struct llc_slice_in *);
bool llc_slice_is_idle(const struct llc_slice *);
/* Requests are under way, and nothing else is. */
static inline uint64_t llc_slice_pause(const struct llc_slice *llc)
{
    bool rests = !llc->draining && !llc->reply_full && !llc->atomic_left && !llc->walking &&
                 !llc->events && writeback_empty(&llc->dram);
    return rests ? delay_control_pause(&llc->delay) : 0;
}
static inline void llc_slice_skip(struct llc_slice *llc, uint64_t steps)
{
    delay_control_skip(&llc->delay, steps);
}
uint64_t llc_slice_hash(const struct llc_slice *);

#endif
