/* Twin of rtl/requester.v: sends each request of the own core to the own L1, to the line's home
 * core or straight to L2, and has l1_arbiter in it (docs/blocks/requester.md). */
#ifndef MEMLOOM_REQUESTER_H
#define MEMLOOM_REQUESTER_H

#include <stdbool.h>
#include <stdint.h>

#include "home_map.h"
#include "l1_arbiter.h"
#include "request_ways.h"
#include "requester_ports.h"

/* A request and the organization of the cycle in which it came. */
struct requester_request {
    uint8_t kind;         /* load, load_bypass, store, atomic, fetch */
    uint8_t op;           /* atomic operation */
    bool shared;          /* its set is */
    uint8_t organization; /* {l1_nearest, share_odd, share_even} */
    bool chunk;           /* answers carry only the sectors asked for */
    bool foreign;         /* its home is another core */
    uint16_t home;        /* that core */
    uint16_t region;      /* of its line */
    bool written;         /* the home's copy may be old: request_ways, when it came */
    uint16_t id;          /* comes back with the answer */
    uint32_t pc;          /* program counter (with line protection) */
    uint64_t line;        /* line address */
    uint64_t mask[2];     /* bytes read or written */
    uint64_t data[16];    /* store data or atomic operands */
};

struct requester_message {
    bool to_l2;           /* message class 1; 0: to a home */
    uint8_t kind;         /* to a home: 0 read, 2 store; to L2: 1 fetch, 2 store */
    uint8_t sectors;      /* wanted; store: 0 */
    uint8_t data_sectors; /* of store data; load: 0 */
    uint16_t dest;        /* node {y, x} */
    uint32_t id;          /* message id, from bit 0: id of the request 10, instruction id 7 */
    uint64_t line;        /* line address */
    uint64_t mask[2];     /* bytes read or written */
    uint64_t data[16];    /* store data; load: 0 */
};

struct requester {
    bool carry_data;      /* copy line data (default); false leaves it alone */
    uint8_t chunk_bits;   /* log2 of the lines in one interleaving chunk */
    bool partition_hash;  /* polynomials choose the partition of a chunk */
    uint8_t queue;        /* messages that may wait */
    uint16_t partitions;  /* memory partitions */
    struct home_map home; /* of a line */
    uint64_t parity_bits; /* line bits whose XOR tells odd sets */

    bool event_home;                  /* the last step queued a message to a home */
    bool event_near;                  /* likewise one to L2 */
    bool held;                        /* a request is in the register */
    uint8_t message_first;            /* place of the oldest message */
    uint8_t message_count;            /* how many wait */
    uint8_t organization;             /* of the request that left last */
    struct request_ways ways;         /* of the requests that left */
    struct requester_request request; /* the register */
    struct l1_arbiter arbiter;        /* in front of the own L1 */
    struct requester_message messages[REQUESTER_QUEUE_MAX]; /* ring of `queue` places */
};

void requester_init(struct requester *, const struct requester_params *);
void requester_release(struct requester *);
void requester_reset(struct requester *);
void requester_outputs(const struct requester *, struct requester_out *);
void requester_step(struct requester *, const struct requester_in *);
bool requester_is_idle(const struct requester *);
/* The foreign request in the register waits until all before it are answered. */
bool requester_waits(const struct requester *);
/* What is in the register goes on at this edge: either queue may be wanted, both must have room. */
static inline bool requester_goes_on(const struct requester *requester)
{
    return requester->held && requester->message_count < requester->queue &&
           l1_arbiter_has_room(&requester->arbiter) &&
           !(requester->request.foreign && requester_waits(requester));
}
/* Acts at handshakes, at answers, to empty its register, and to end its pulses. */
static inline bool requester_sleeps(const struct requester *requester,
                                    const struct requester_in *in)
{
    (void)in;
    return !requester->event_home && !requester->event_near && !requester->ways.answered &&
           !requester_goes_on(requester);
}
uint64_t requester_hash(const struct requester *);

#endif
