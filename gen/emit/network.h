/* What the topologies have in common: routers with named links between them. A topology (mesh.c,
 * fly.c) makes the routers, then the links, and connects each port of each router in order. */
#ifndef MEMLOOM_NETWORK_H
#define MEMLOOM_NETWORK_H

#include "config.h"
#include "netlist.h"

enum { LINK_VALID, LINK_VC, LINK_TAIL, LINK_FLIT, LINK_CREDIT, LINK_FIELDS };

/* The wires of one direction between two routers, or between a router and a node. */
struct link {
    struct net *nets[LINK_FIELDS]; /* all NULL: nobody is at the other end; credit runs back */
};

struct network {
    struct module *module;       /* being built */
    const struct config *config; /* sizes of the routers */
    struct module *router;       /* the leaf */
    unsigned ports;              /* of a router, each way */
};

/* Starts the module: name, comment, clock inputs; network_end connects them to all routers. */
void network_begin(struct network *, struct design *, const char *name, const char *comment);
void network_end(struct network *);

/* The router named router_<x>_<y>, with all parameters but those of its route function. */
struct instance *network_router(const struct network *, unsigned x, unsigned y);

/* Nets <name>_<x>_<y>_<field>, wires or ports of the module: NET_INPUT for flits that come in. */
struct link network_link(const struct network *, const struct instance *router,
                         enum net_kind forward, const char *name, unsigned x, unsigned y);

/* Connects the next port of a router. A side without link is closed: no flit comes in, what goes
 * out ends in nets unused_<side>, a name such as "from_east_2_3". */
void network_input(const struct network *, struct instance *router, const struct link *,
                   const char *side);
void network_output(const struct network *, struct instance *router, const struct link *,
                    const char *side);

#endif
