/* Twin of rtl/router_queues.v: book-keeping of the router's input VCs
 * (docs/blocks/router_queues.md). The router's twin has queues of its own, as rings; these are
 * shift registers like the RTL's, because the first slots are looked at when they are free, too. */
#ifndef MEMLOOM_ROUTER_QUEUES_H
#define MEMLOOM_ROUTER_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

#include "router_queues_ports.h"

/* One VC. */
struct router_queue {
    uint8_t count;                          /* flits queued */
    bool fresh;                             /* ROUTE_LATE: the newest one has no route yet */
    uint8_t read_turn;                      /* place of the front flit, 0..depth-1 */
    uint8_t write_turn;                     /* place of the next one to come */
    bool tail[ROUTER_QUEUES_DEPTH_MAX];     /* per slot, 0 in front: last of its packet */
    uint8_t route[ROUTER_QUEUES_DEPTH_MAX]; /* per slot: output port; in front that of the packet */
};

struct router_queues {
    struct router_queues_params params; /* sizes */
    struct router_queue queue[ROUTER_QUEUES_VCS_MAX][ROUTER_QUEUES_INPUTS_MAX];
};

void router_queues_init(struct router_queues *, const struct router_queues_params *);
void router_queues_release(struct router_queues *);
void router_queues_reset(struct router_queues *);
void router_queues_outputs_in(const struct router_queues *, const struct router_queues_in *,
                              struct router_queues_out *);
void router_queues_step(struct router_queues *, const struct router_queues_in *);
bool router_queues_is_idle(const struct router_queues *);
uint64_t router_queues_hash(const struct router_queues *);

#endif
