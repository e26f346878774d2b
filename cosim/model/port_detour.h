/* For what the model puts in the network's place (ideal_links.c, ideal_ccn.c): messages that a
 * block offers to its noc_port are kept from it, or not. Between begin and edge. */
#ifndef MEMLOOM_PORT_DETOUR_H
#define MEMLOOM_PORT_DETOUR_H

#include <stddef.h>

struct gpu_class;

/* What the block offers to a noc_port in this cycle is not for the network. `valid` is the place in
 * its outputs of the valid that offers it. */
void port_detour_take(const struct gpu_class *sender, unsigned member, size_t valid);
/* It is, though it may have been kept back before, and the block hears the port's answer. */
void port_detour_return(struct gpu_class *sender, unsigned member, size_t valid);

#endif
