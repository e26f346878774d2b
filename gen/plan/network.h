/* A network of routers that connects places, said once: the netlist, the model, the deadlock check,
 * the hop tables, the drawing and the data sheet all read it here.
 *
 * Places are where nodes can be, numbered from 0; a node has an address, which packets are routed
 * by. Routers are numbered row by row: router r is called (r % columns, r / columns). What a
 * topology is (mesh.c, fly.c) stands in its operations; a network has the sizes. */
#ifndef MEMLOOM_NETWORK_H
#define MEMLOOM_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"

enum { NODES_MAX = 1024 };      /* places of a network */
enum { ROUTERS_MAX = 9 * 256 }; /* of a network: a 2-ary 9-fly */
enum { DEST_LSB = 195 };        /* of the destination in a head flit (docs/interfaces.md) */

enum node_kind { NODE_CORE, NODE_MEMORY, NODE_KINDS }; /* cores, memory partitions */

/* What a wire of a router leads to. */
enum end_kind { END_NOBODY, END_ROUTER, END_PLACE };
struct network_end {
    enum end_kind kind;
    unsigned at;   /* router or place */
    unsigned port; /* of that router */
};

/* What sets one router apart from the others of its network. */
struct network_router {
    unsigned here_x, here_y; /* constant inputs */
    unsigned route;          /* route function: 0 route_xy, 1 route_digit */
    unsigned digit_lsb;      /* route_digit: position of its digit in the destination */
};

struct topology;

struct network {
    const char *name;    /* of its instance: "request_mesh" */
    const char *module;  /* of its Verilog: "mesh" */
    const char *purpose; /* in messages: "request" */
    const struct topology *topology;
    unsigned columns, rows; /* of routers; of a butterfly stages, and routers of each */
    unsigned ports;         /* of a router, as many inputs as outputs */
    unsigned places;
    unsigned radix, digit_bits;           /* butterfly: ports, and bits of a digit of an address */
    unsigned vcs, depth;                  /* per port, flits each */
    unsigned classes;                     /* message classes with virtual channels of their own */
    bool by_line;                         /* a packet keeps to the channel of its line */
    unsigned stages;                      /* router pipeline */
    bool torus;                           /* mesh: rows and columns are closed to rings */
    bool bubble;                          /* rings: who enters one leaves a free entry in it */
    unsigned nodes[NODE_KINDS];           /* how many of each are on it */
    uint16_t node[NODE_KINDS][CORES_MAX]; /* their addresses */
};

struct topology {
    const char *kind;    /* "mesh" */
    const char *by_line; /* name of a module whose packets keep to the channel of their line */
    /* Sets columns, rows, ports, places for so many nodes; complains when that is impossible. */
    void (*size)(struct network *, const struct config *, unsigned nodes, char **complaints);
    unsigned (*place)(const struct network *, unsigned address);
    uint16_t (*address)(const struct network *, unsigned place);
    struct network_end (*entry)(const struct network *, unsigned place); /* where it injects */
    struct network_end (*behind)(const struct network *, unsigned router, unsigned port);
    unsigned (*route)(const struct network *, unsigned router, unsigned place); /* output port */
    unsigned (*routers)(const struct network *, unsigned from, unsigned to);    /* on the way */
    /* Links between two nodes as Min(H,L2) of pact20 section 3.3 compares them. */
    unsigned (*hops)(const struct network *, unsigned from, unsigned to);
    void (*router)(const struct network *, unsigned router, struct network_router *);
    void (*port_name)(const struct network *, unsigned port, char *text, size_t size);
    /* Name of the wires that leave a router's port: "east_1_2", "to_stage_1_5". */
    void (*link_name)(const struct network *, unsigned router, unsigned port, char *text,
                      size_t size);
    void (*text)(const struct network *, char *text, size_t size);        /* "6 x 6 mesh" */
    void (*description)(const struct network *, char *text, size_t size); /* of its module */
};

extern const struct topology mesh_topology, fly_topology;

/* Sizes from the configuration, for so many nodes; classes: split as told. */
void network_init(struct network *, const struct topology *, const struct config *,
                  unsigned classes, unsigned nodes, char **complaints);
/* Where the nodes are: memory partitions as mc_placement says, cores on what is left. */
void network_place_nodes(struct network *, const struct config *, char **complaints);

static inline unsigned network_routers(const struct network *network)
{
    return network->columns * network->rows;
}
static inline unsigned network_place(const struct network *network, unsigned address)
{
    return network->topology->place(network, address);
}
static inline uint16_t network_address(const struct network *network, unsigned place)
{
    return network->topology->address(network, place);
}
/* The place of a node. */
unsigned network_node_place(const struct network *, enum node_kind, unsigned node);
/* Who is at a place; false: nobody. */
bool network_node_at(const struct network *, unsigned place, enum node_kind *, unsigned *node);
/* Name of a router's instance in the module of its network: "router_1_2". */
void network_router_name(const struct network *, unsigned router, char *text, size_t size);
/* Between two node addresses, 0 from a node to itself. */
unsigned network_hops(const struct network *, unsigned from, unsigned to);
/* Router and port from which a place's flits come. */
struct network_end network_exit(const struct network *, unsigned place);

/* Column and row of a node address {y, x}. */
static inline unsigned node_x(unsigned address)
{
    return address & ((1u << NODE_BITS / 2) - 1);
}
static inline unsigned node_y(unsigned address)
{
    return address >> NODE_BITS / 2;
}

#endif
