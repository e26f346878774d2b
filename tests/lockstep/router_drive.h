/* The random traffic of the router's driver, for routers that do more than route. */
#ifndef MEMLOOM_ROUTER_DRIVE_H
#define MEMLOOM_ROUTER_DRIVE_H

#include "rng.h"
#include "router_ports.h"

void *router_drive_new(const struct router_params *, struct rng *);
void router_drive(void *, const struct router_out *, struct router_in *);
void router_drive_free(void *);

/* Packets under way are finished, no new ones begin, downstream gives back what it has. */
void router_drive_rest(void *, bool rests);
/* All credits are upstream or in the router, and nothing is on a wire. */
bool router_drive_is_drained(const void *);

#endif
