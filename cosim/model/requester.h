/* Twin of rtl/requester.v: sends each request of the own core to the own L1, to the line's home
 * core or straight to L2, and has l1_arbiter in it (docs/blocks/requester.md). */
#ifndef MEMLOOM_REQUESTER_H
#define MEMLOOM_REQUESTER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "home_map.h"
#include "l1_arbiter.h"
#include "request_ways.h"
#include "requester_ports.h"

/* A request and the organization of the cycle in which it came, or waited last. */
struct requester_request {
    uint8_t kind;         /* load, load_bypass, store, atomic, fetch */
    uint8_t op;           /* atomic operation */
    bool shared;          /* its set is */
    uint8_t organization; /* {l1_nearest, share_odd, share_even} */
    bool chunk;           /* answers carry only the sectors asked for */
    bool foreign;         /* its home is another core */
    bool near;            /* its slice is nearer than that core, and may be asked */
    uint16_t dest;        /* node of the one or the other */
    uint16_t region;      /* of its line */
    bool written;         /* the home's copy may be old: request_ways, when it came */
    uint16_t id;          /* comes back with the answer */
    uint32_t pc;          /* program counter (with line protection) */
    uint64_t line;        /* line address */
    uint64_t mask[2];     /* bytes read or written */
};

struct requester {
    bool carry_data;      /* copy line data (default); false leaves it alone */
    uint8_t chunk_bits;   /* log2 of the lines in one interleaving chunk */
    bool partition_hash;  /* polynomials choose the partition of a chunk */
    uint16_t partitions;  /* memory partitions */
    struct home_map home; /* of a line */
    uint64_t parity_bits; /* line bits whose XOR tells odd sets */

    bool event_home;                  /* in the last step a message to a home left */
    bool event_near;                  /* likewise one to L2 */
    bool held;                        /* a request is in the register */
    uint8_t organization;             /* of the request that left last */
    struct request_ways ways;         /* of the requests that left */
    struct requester_request request; /* the register */
    bool data_wait;                   /* a store or atomic has not left this block; its data: */
    uint64_t data[16];
    struct l1_arbiter arbiter; /* in front of the own L1; without own data */
};

void requester_init(struct requester *, const struct requester_params *);
void requester_release(struct requester *);
void requester_reset(struct requester *);
void requester_outputs(const struct requester *, struct requester_out *);
void requester_step(struct requester *, const struct requester_in *);
bool requester_is_idle(const struct requester *);
/* The foreign request in the register waits until all before it are answered. */
bool requester_waits(const struct requester *);
/* What is in the register goes past the own L1. */
bool requester_goes_away(const struct requester *);
/* It need not wait. */
static inline bool requester_may_go(const struct requester *requester)
{
    return requester->held && !(requester->request.foreign && requester_waits(requester));
}
/* It goes on at this edge, to the own L1. */
static inline bool requester_goes_on(const struct requester *requester)
{
    return requester_may_go(requester) && !requester_goes_away(requester) &&
           l1_arbiter_has_room(&requester->arbiter);
}
/* A message of another core enters its queue before it is taken. */
static inline bool requester_sees_offers(const struct requester_params *params,
                                         const char *interface)
{
    (void)params;
    return !strcmp(interface, "recv");
}
/* Else acts at handshakes, at answers, to empty its register, and to end its pulses. */
static inline bool requester_sleeps(const struct requester *requester,
                                    const struct requester_in *in)
{
    bool acts = remote_in_queue_acts(&requester->arbiter.remote, in->recv_valid);
    return !acts && !requester->event_home && !requester->event_near && !requester->ways.answered &&
           !requester->arbiter.fresh && !requester_goes_on(requester);
}
uint64_t requester_hash(const struct requester *);

#endif
