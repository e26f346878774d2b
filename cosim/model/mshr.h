/* Twin of rtl/mshr.v: miss status holding registers of one core (docs/blocks/mshr.md).
 *
 * The lines of entries are in pending_lines, the destination of what is sent in owner_node. A reply
 * is looked at when it is offered, answered, and then taken. Data do not pass here.
 */
#ifndef MEMLOOM_MSHR_H
#define MEMLOOM_MSHR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "mshr_ports.h"
#include "owner_node.h"
#include "pending_lines.h"

enum { MSHR_QUEUE = 2 };

/* Who is to be answered, and how. */
struct mshr_access_id {
    uint16_t id;     /* request */
    uint16_t node;   /* remote: node {y, x} of the requester, else 0 */
    uint8_t sectors; /* remote: sectors it wants, else 0 */
    bool remote;     /* another core asked */
};

struct mshr_miss {
    uint64_t line;              /* line address */
    uint64_t mask[2];           /* bytes read or written */
    struct mshr_access_id from; /* who is to be answered */
    uint8_t kind;               /* load, load_bypass, store, atomic, fetch */
    uint8_t op;                 /* atomic operation */
    bool install;               /* a load of the current kernel */
    bool again;                 /* a load whose line may be in the L1 before its read ends */
};

struct mshr_request {
    struct mshr_miss miss; /* where line, mask and op come from */
    uint32_t id;           /* read: entry, else {remote, node, the request's of 10 bits}, own
                              stores and atomics with node 1 */
    uint8_t kind;          /* message kind: 0 read, 1 fetch, 2 store, 3 atomic */
    uint8_t sectors;       /* wanted in the reply */
    uint8_t data_sectors;  /* that travel along */
};

struct mshr_entry {
    uint16_t count;                                  /* targets, 1..TARGETS */
    struct mshr_access_id targets[MSHR_TARGETS_MAX]; /* in order of arrival */
};

struct mshr {
    struct mshr_params params;          /* sizes */
    bool reply_valid;                   /* reply: it was looked at, and not taken */
    bool reply_reads;                   /* reply: of a read, that of entry `reply_id` */
    bool reply_over;                    /* reply: all answers were given */
    bool fresh;                         /* reply: it was looked at in the last step */
    bool waits;                         /* no state: nothing changes until a handshake, flush */
    bool event_stall;                   /* the head had to wait in the last step */
    uint8_t queue_head;                 /* place of the oldest miss, 0 or 1 */
    uint8_t queue_level;                /* misses in the queue */
    uint32_t reply_id;                  /* reply: entry or message id */
    uint16_t next;                      /* reply: target that is answered now */
    uint64_t stale;                     /* of the busy entries: those that only answer */
    uint64_t head_entries;              /* those of the head's line, if head_known */
    bool head_known;                    /* no state: spares a waiting head the search */
    struct pending_lines reads;         /* lines of the entries in use */
    struct mshr_miss queue[MSHR_QUEUE]; /* input queue */
    struct mshr_request request;        /* request register: what is sent */
    struct owner_node owner;            /* whether, and where */
    uint64_t reply_line;                /* reply: line address */
    struct mshr_entry entries[MSHR_ENTRIES_MAX]; /* reads under way */
};

void mshr_init(struct mshr *, const struct mshr_params *);
void mshr_release(struct mshr *);
void mshr_reset(struct mshr *);
void mshr_outputs(const struct mshr *, struct mshr_out *);
void mshr_step(struct mshr *, const struct mshr_in *);
bool mshr_is_idle(const struct mshr *);
/* A reply is answered before it is taken. */
static inline bool mshr_sees_offers(const struct mshr_params *params, const char *interface)
{
    (void)params;
    return !strcmp(interface, "reply");
}
/* Only a handshake, or a wire that changes, makes the next step do something. */
static inline bool mshr_sleeps(const struct mshr *mshr, const struct mshr_in *in)
{
    return !(in->reply_valid && !mshr->reply_valid) && (mshr_is_idle(mshr) || mshr->waits);
}
uint64_t mshr_hash(const struct mshr *);

#endif
