/* Twin of rtl/l1_cache.v: the level-1 data cache of one core (docs/blocks/l1_cache.md).
 *
 * Sets are masks of ways, ways keep whole line addresses. The data RAM's output register is not
 * copied for a hit of the own core: `hit_slot` names the line, which stays as it is from the lookup
 * to the outputs that follow it. That of another core may wait, so its line is copied.
 *
 * The stages of the RTL between delay line and decision are no place of their own here: an access
 * is in the delay line until it is decided about, in the cycle in which the RTL does. Fills wait
 * their two cycles, with the way that was reserved for them when they arrived.
 *
 * Lines marked foreign are removed from all sets of a parity in the step after the first that has
 * it shared; the RTL only masks them until it writes the set's word. Nobody can tell the
 * difference. */
#ifndef MEMLOOM_L1_CACHE_H
#define MEMLOOM_L1_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "delay_line.h"
#include "l1_cache_ports.h"
#include "line_queue.h"
#include "message.h"
#include "l1_protect.h"
#include "l1_snoop.h"
#include "set_map.h"

enum { L1_LINE_WORDS = 16 };

enum { L1_FILL_STAGES = 2 }; /* cycles from a fill's arrival to the one in which it is written */

#define L1_NO_SLOT UINT32_MAX

struct l1_access {
    uint64_t line;    /* line address */
    uint64_t mask[2]; /* bytes read or written */
    uint16_t id;      /* comes back with the answer */
    uint16_t set;     /* of the line */
    uint16_t node;    /* remote: {y, x} of the requester */
    uint8_t sectors;  /* remote: sectors it wants */
    uint8_t kind;     /* enum l1_kind */
    uint8_t op;       /* atomic operation */
    uint8_t insn;     /* instruction id */
    uint8_t check;    /* check bits of that */
    bool remote;      /* of another core */
    bool foreign;     /* load: mark the line */
};

struct l1_set {
    uint64_t order;    /* lru_order list of the ways */
    uint16_t valid;    /* ways that hold a line */
    uint16_t reserved; /* ways that wait for a fill; disjoint from valid */
    uint16_t foreign;  /* of either: ways of lines with another home; part of their union */
};

/* A fill between its arrival and the cycle in which it is written. */
struct l1_fill {
    bool valid;    /* there is one */
    uint32_t slot; /* reserved for its line when it arrived, or L1_NO_SLOT */
};

/* What the last step wrote to the tags: of a set lines or reservations changed. */
struct l1_tags {
    bool valid;     /* there is such a write */
    uint16_t set;   /* where */
    uint16_t lines; /* ways that hold a line behind it */
    uint16_t ways;  /* way that was reserved, if any */
    uint64_t tag;   /* for this, else 0 */
};

/* Lines last: what most steps look at stands together. */
struct l1_cache {
    struct l1_cache_params params; /* sizes and policies */
    bool carry_data;               /* copy line data */
    bool hit_valid;                /* hit register: a load hit is answered */
    bool miss_valid;               /* miss register: occupied */
    bool miss_install;             /* miss register: a load with a reservation */
    bool miss_again;               /* miss register: a load whose line may come before it leaves */
    bool remote_hit_valid;         /* hit register of other cores: occupied */
    uint8_t shared;                /* no state: parities that were shared in the last step */
    uint8_t has_foreign;           /* by parity (1 even, 2 odd): a set may have foreign ways */
    bool waits; /* no state: nothing changes until a handshake, fill, flush or other share */
    bool written_early;    /* no state: the store at the head has written its line, and waits */
    bool head_waited;      /* the head was looked up while the miss register was full, and waits */
    bool data_taken;       /* the data in front were taken; their access is still here */
    bool data_lent;        /* their access has left; they were not taken yet */
    uint16_t events;       /* L1_EVENT_* of the last step */
    uint64_t store_misses; /* no state: stores whose line was neither here nor on its way */
    struct l1_protect *protect; /* line protection, NULL without */
    struct set_map map;         /* line address to set */
    uint16_t hit_id;            /* hit register: id of the load */
    uint16_t old;               /* accesses at the head of the delay line older than a flush */
    uint32_t hit_slot;          /* hit register: line that is answered */
    struct l1_fill fills[L1_FILL_STAGES];    /* fills under way, the oldest first */
    struct l1_tags tags;                     /* the last write */
    struct l1_snoop snoop;                   /* of another core */
    struct l1_access *accesses;              /* [latency] the delay line's requests */
    uint64_t *queued_data;                   /* [store_queue * L1_LINE_WORDS] and their data */
    struct l1_set *sets;                     /* [sets] */
    uint64_t *lines;                         /* [sets * ways] line address in each way, by slot */
    uint64_t *data;                          /* [sets * ways * L1_LINE_WORDS] contents, by slot */
    struct l1_access miss;                   /* miss register */
    struct l1_access remote_hit;             /* the hit of another core */
    struct delay_control delay;              /* positions and deadlines of the delay line */
    struct line_control stores;              /* those of the data of stores and atomics in it */
    uint64_t snoop_data[L1_LINE_WORDS];      /* the line that was read for a snoop */
    uint64_t remote_hit_data[L1_LINE_WORDS]; /* and for the hit of another core */
};

void l1_cache_init(struct l1_cache *, const struct l1_cache_params *);
void l1_cache_release(struct l1_cache *);
void l1_cache_reset(struct l1_cache *);
void l1_cache_outputs(const struct l1_cache *, struct l1_cache_out *);
void l1_cache_step(struct l1_cache *, const struct l1_cache_in *);
bool l1_cache_is_idle(const struct l1_cache *);
/* For observers: slot of a line that is valid, -1 without one. */
int l1_cache_slot_of(const struct l1_cache *, uint64_t line);
/* The MSHR looks at a reply that brings a line. */
static inline bool l1_cache_fill_arrives(const struct l1_cache_in *in)
{
    return in->reply_valid && in->reply_kind == MESSAGE_READ && !in->mshr_answers;
}
/* Only a handshake, or a wire that changes, makes the next step do something. */
static inline bool l1_cache_sleeps(const struct l1_cache *cache, const struct l1_cache_in *in)
{
    return !l1_cache_fill_arrives(in) && (l1_cache_is_idle(cache) || cache->waits);
}
/* Nothing is under way but accesses in the delay line, and offers that wait for their ready. */
static inline bool l1_cache_only_offers(const struct l1_cache *cache)
{
    bool moves = cache->hit_valid | cache->fills[0].valid | cache->fills[1].valid |
                 cache->tags.valid | !l1_snoop_is_idle(&cache->snoop);
    return !(moves | (cache->events != 0)) && l1_protect_rests(cache->protect);
}
/* Foreign lines of a set that became shared die in the next step. */
static inline uint64_t l1_cache_pause(const struct l1_cache *cache)
{
    bool rests = l1_cache_only_offers(cache) && line_control_rests(&cache->stores) &&
                 !(cache->has_foreign & cache->shared);
    return rests ? delay_control_pause(&cache->delay) : 0;
}
static inline void l1_cache_skip(struct l1_cache *cache, uint64_t steps)
{
    delay_control_skip(&cache->delay, steps);
}
uint64_t l1_cache_hash(const struct l1_cache *);

#endif
