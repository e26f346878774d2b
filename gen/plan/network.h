/* A network of routers that connects places, said once: the netlist, the model, the deadlock check,
 * the hop tables, the drawing and the data sheet all read it here.
 *
 * Places are where nodes can be, numbered from 0; a node has an address, which packets are routed
 * by. A router's name is its column and its row, in networks of stages its stage and its index
 * there. What a topology is (mesh.c, fly.c, crossbar.c) stands in its operations; a network has the
 * sizes.
 *
 * In a mesh or a butterfly every place can send and receive. A network of one way (crossbars) has
 * inputs for those that send on it and outputs for those that receive, as the messages say. */
#ifndef MEMLOOM_NETWORK_H
#define MEMLOOM_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"

enum { NODES_MAX = 1024 };      /* places of a network */
enum { ROUTERS_MAX = 9 * 256 }; /* of a network: a 2-ary 9-fly */

/* Cores and memory partitions, which networks join, and the hub of a chip that has one (plan.h). */
enum node_kind { NODE_CORE, NODE_MEMORY, NODE_HUB, NODE_BRIDGE, NODE_KINDS };

/* What a wire of a router leads to. */
enum end_kind { END_NOBODY, END_ROUTER, END_PLACE };
struct network_end {
    enum end_kind kind;
    unsigned at;   /* router or place */
    unsigned port; /* of that router */
};

/* What sets one router apart from the others of its network. */
struct network_router {
    unsigned inputs, outputs; /* ports */
    unsigned here_x, here_y;  /* constant inputs */
    unsigned route;           /* route function: 0 route_xy, 1 route_digit */
    unsigned digit_lsb;       /* route_digit: position of its digit in the destination */
    bool bypassable;          /* an mc_router */
};

/* Crossbars: the routers between two columns of links. Each has one link to every router of the
 * next stage. */
struct network_stage {
    unsigned routers, inputs, outputs; /* how many, ports of each */
    unsigned first;                    /* number of its router 0 */
    unsigned digit_lsb;                /* of the digit of an address that it routes by */
};

enum { NETWORK_STAGES_MAX = 3 };

struct topology;

struct network {
    const char *name;    /* of its instance: "request_mesh" */
    const char *module;  /* of its Verilog: "mesh" */
    const char *purpose; /* in messages: "request" */
    const struct topology *topology;
    unsigned columns, rows; /* of routers; in networks of stages these, and most routers of one */
    unsigned routers;       /* all of them */
    unsigned ports;         /* inputs or outputs that a router has at most */
    unsigned places;
    unsigned radix, digit_bits; /* butterfly: ports, and bits of a digit of an address */
    struct network_stage stage[NETWORK_STAGES_MAX]; /* crossbars: the columns */
    unsigned group[NODE_KINDS]; /* crossbars: nodes of a kind at one router of the rim */
    bool joint;                 /* crossbars: an address is the place */
    bool sends[NODE_KINDS];     /* who injects, and who gets, messages here */
    bool receives[NODE_KINDS];
    unsigned vcs, depth;                  /* per port, flits each */
    unsigned classes;                     /* message classes with virtual channels of their own */
    bool by_line;                         /* a packet keeps to the channel of its line */
    bool escape;                          /* of two classes, class 1 owns the last channel alone */
    unsigned stages;                      /* router pipeline */
    unsigned speedup;                     /* inputs of a router's switch per port */
    unsigned flit_bits;                   /* of a link */
    unsigned dest_lsb;                    /* of the destination in a head flit */
    bool torus;                           /* mesh: rows and columns are closed to rings */
    bool bubble;                          /* rings: who enters one leaves a free entry in it */
    bool bypassable;                      /* H-Xbar: its MC-routers are mc_routers */
    unsigned wake;                        /* network cycles that these need to wake up */
    unsigned nodes[NODE_KINDS];           /* how many of each are on it */
    uint16_t node[NODE_KINDS][CORES_MAX]; /* their addresses */
};

struct topology {
    const char *kind;    /* "mesh" */
    const char *by_line; /* name of a module whose packets keep to the channel of their line */
    bool one_way;        /* a place has an entry only if it sends, an exit only if it receives */
    /* Sets columns, rows, ports, places for so many nodes; complains when that is impossible. */
    void (*size)(struct network *, const struct config *, unsigned nodes, char **complaints);
    unsigned (*place)(const struct network *, unsigned address);
    uint16_t (*address)(const struct network *, unsigned place);
    struct network_end (*entry)(const struct network *, unsigned place); /* where it injects */
    /* Column and row of a router; NULL: they are numbered row by row. */
    void (*where)(const struct network *, unsigned router, unsigned *column, unsigned *row);
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

extern const struct topology mesh_topology, fly_topology, crossbar_topology;

/* The one that the configuration asks for. */
const struct topology *configured_topology(const struct config *);

/* Sizes from the configuration, for so many nodes; classes: split as told. */
void network_init(struct network *, const struct topology *, const struct config *,
                  unsigned classes, unsigned nodes, char **complaints);
/* Where the nodes are: memory partitions as mc_placement says, cores on what is left. */
void network_place_nodes(struct network *, const struct config *, char **complaints);

static inline unsigned network_routers(const struct network *network)
{
    return network->routers;
}
/* The routers that can be bypassed, which stand behind one another; 0: none. */
unsigned network_bypassable(const struct network *, unsigned *first);
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
/* Column and row by which a router is called. */
void network_router_at(const struct network *, unsigned router, unsigned *column, unsigned *row);
/* Name of a router's instance in the module of its network: "router_1_2". */
void network_router_name(const struct network *, unsigned router, char *text, size_t size);
/* That of its noc_enable. No router's name begins so: the registers of those have the network's
 * period (emit.c). */
void network_enable_name(const struct network *, unsigned router, char *text, size_t size);
/* Between two node addresses, 0 from a node to itself. */
unsigned network_hops(const struct network *, unsigned from, unsigned to);
/* Whether nodes of a kind have a way into, or out of, the network. */
bool network_has_way(const struct network *, enum node_kind, bool inject);
/* Router and port from which a place's flits come; nobody when it receives none. */
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
