/* Twin of rtl/l1_arbiter.v: collects the core's own requests and those of other cores into one
 * stream of L1 accesses, local first (docs/blocks/l1_arbiter.md). Without other cores' requests it
 * is a queue of two. The twin of requester embeds it. */
#ifndef MEMLOOM_L1_ARBITER_H
#define MEMLOOM_L1_ARBITER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "l1_arbiter_ports.h"
#include "remote_in_queue.h"

/* Own requests that wait, and one more with LOCAL_WAIT; lines of their data. */
enum { L1_ARBITER_QUEUE = 2, L1_ARBITER_PLACES = L1_ARBITER_QUEUE + 1, L1_ARBITER_LINES = 2 };

struct l1_arbiter_request {
    uint8_t kind;     /* load, load_bypass, store, atomic, fetch */
    uint8_t op;       /* atomic operation */
    uint8_t insn;     /* instruction id (with line protection) */
    uint8_t check;    /* the rest of the hash */
    bool foreign;     /* load: line of another home */
    uint16_t id;      /* comes back with the response */
    uint64_t line;    /* line address */
    uint64_t mask[2]; /* bytes read or written */
};

struct l1_arbiter {
    bool carry_data;    /* copy line data (default); false leaves it alone */
    bool local_data;    /* of own requests, too; else they stand elsewhere and are 0 here */
    bool local_wait;    /* an own request that has just come is not offered yet */
    unsigned age_limit; /* local accesses that may pass a remote one; 0: any number */
    unsigned age;       /* how many have passed the remote head, 0..age_limit */
    unsigned first;     /* place of the oldest own request */
    unsigned count;     /* own requests that wait */
    bool fresh;         /* LOCAL_WAIT: the newest of them came in the last step */
    bool own_goes;      /* the L1 takes the data of an own store or atomic */
    struct l1_arbiter_request local[L1_ARBITER_PLACES]; /* ring */
    unsigned first_data;                 /* place of the oldest data, if local_data */
    unsigned data_count;                 /* places of data in use */
    uint64_t data[L1_ARBITER_LINES][16]; /* ring: of own stores and atomics */
    struct remote_in_queue remote;       /* messages of other cores */
};

/* The access that is offered. */
struct l1_offer {
    bool remote;          /* of another core */
    bool foreign;         /* as in the request; remote: 0 */
    uint8_t kind;         /* load, load_bypass, store, atomic, fetch */
    uint8_t op;           /* atomic operation; remote: 0 */
    uint8_t sectors;      /* remote: sectors wanted, else 0 */
    uint8_t insn;         /* instruction id (with line protection) */
    uint8_t check;        /* the rest of the hash; remote: 0 */
    uint16_t id;          /* comes back with the response */
    uint16_t node;        /* remote: node of the requester, else 0 */
    uint64_t line;        /* line address */
    const uint64_t *mask; /* bytes read or written */
};

void l1_arbiter_init(struct l1_arbiter *, const struct l1_arbiter_params *);
void l1_arbiter_release(struct l1_arbiter *);
void l1_arbiter_reset(struct l1_arbiter *);
void l1_arbiter_outputs(const struct l1_arbiter *, struct l1_arbiter_out *);
void l1_arbiter_step(struct l1_arbiter *, const struct l1_arbiter_in *);
bool l1_arbiter_is_idle(const struct l1_arbiter *);
/* A message of another core enters its queue before it is taken. */
static inline bool l1_arbiter_sees_offers(const struct l1_arbiter_params *params,
                                          const char *interface)
{
    (void)params;
    return !strcmp(interface, "recv");
}
/* Else queues act at handshakes only; a fresh own request is offered in the next cycle, and a
 * message whose data the L1 takes is done without one. */
static inline bool l1_arbiter_sleeps(const struct l1_arbiter *queue, const struct l1_arbiter_in *in)
{
    return !queue->fresh && !remote_in_queue_acts(&queue->remote, in->recv_valid);
}
uint64_t l1_arbiter_hash(const struct l1_arbiter *);

/* Another own request is taken. */
static inline bool l1_arbiter_has_room(const struct l1_arbiter *arbiter)
{
    return arbiter->count < L1_ARBITER_QUEUE + (unsigned)arbiter->local_wait &&
           arbiter->data_count < L1_ARBITER_LINES;
}

/* There is an own access to offer. */
static inline bool l1_arbiter_offers_own(const struct l1_arbiter *arbiter)
{
    return arbiter->count > (unsigned)arbiter->fresh;
}

/* There is an access to offer. */
static inline bool l1_arbiter_offers(const struct l1_arbiter *arbiter)
{
    return l1_arbiter_offers_own(arbiter) || arbiter->remote.count;
}

/* Which: l1_arbiter_offers must be true. */
struct l1_offer l1_arbiter_access(const struct l1_arbiter *);

/* Drives the outputs access_* and own_valid of a twin, the arbiter's own or that of the requester
 * around it: their structs differ, not these fields. */
#define L1_ARBITER_DRIVE(arbiter, out)                                                             \
    do {                                                                                           \
        (out)->own_valid = (arbiter)->own_goes;                                                    \
        (out)->access_valid = l1_arbiter_offers(arbiter);                                          \
        if (!(out)->access_valid)                                                                  \
            break;                                                                                 \
        struct l1_offer access = l1_arbiter_access(arbiter);                                       \
        (out)->access_remote = access.remote;                                                      \
        (out)->access_kind = access.kind;                                                          \
        (out)->access_op = access.op;                                                              \
        (out)->access_foreign = access.foreign;                                                    \
        (out)->access_node = access.node;                                                          \
        (out)->access_sectors = access.sectors;                                                    \
        (out)->access_line = access.line;                                                          \
        (out)->access_id = access.id;                                                              \
        (out)->access_insn = access.insn;                                                          \
        (out)->access_check = access.check;                                                        \
        memcpy((out)->access_mask, access.mask, sizeof(out)->access_mask);                         \
    } while (0)

#endif
