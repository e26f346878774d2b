/* The plan of the chip: which blocks there are, with which parameters, wired how, over which
 * networks, in which message class, counted where. Plain data, made from the configuration by
 * plan_chip, checked once, never written again; the netlist, the model, lockstep and the deadlock
 * check read it, none of them knows the structure by itself.
 *
 * A chip has kinds of nodes, cores and memory partitions, all of one kind alike: an instance, link
 * or wire of a plan_node stands for as many as there are nodes of the kind. Networks join the nodes
 * at their noc_ports. Blocks that a chip has once, and that nodes are wired to, stand in a hub: a
 * node of which there is one, or none; spans join it with the others. What stands outside of the
 * RTL (SM, DRAM channel) is an instance too, `outside`: its links are the ports of the chip. No
 * pointers into itself: a plan may be copied. */
#ifndef MEMLOOM_PLAN_H
#define MEMLOOM_PLAN_H

#include "block.h"
#include "config.h"
#include "network.h"

enum { HOP_BITS = 6 }; /* of a distance */

/* Networks of a plan; the last with remote_via = crossbar. */
enum { NETWORK_REQUEST, NETWORK_REPLY, NETWORK_CROSSBAR, NETWORKS_MAX };
enum { NO_NETWORK = -1, NO_MESSAGE = -1 };

struct plan_instance {
    const struct block *block;
    const char *name;                      /* in its node: "home_port" */
    bool outside;                          /* not part of the RTL */
    uint32_t chosen;                       /* which of the values the plan set */
    unsigned values[BLOCK_PARAMETERS_MAX]; /* of block->parameters */
    int inject, eject;                     /* noc_port: networks that it is on, else NO_NETWORK */
};

/* One side of a link: interface `name` of an instance, the ports <name>_<field>. */
struct plan_end {
    unsigned instance;     /* number in its node */
    const char *interface; /* "access" */
    unsigned element;      /* of a noc_port: source or sink */
};

/* How addresses and ids of a message pass a noc_port. With remote_via = l2 messages between cores
 * are addressed to the slice of their line, and the upper bits of the message id name the other
 * end: on the way to the slice who shall get it, behind the slice who sent it. */
enum plan_way {
    WAY_PLAIN,  /* dest, src and id are as the blocks have them */
    WAY_TO_L2,  /* sent to the slice, the destination in the id */
    WAY_BY_L2,  /* arrived from the slice, the source in the id */
    WAY_ONWARDS /* at the slice: from sink to source of one noc_port */
};

/* An interface of one block joined with one of another: every field that both have. A noc_port has
 * more fields than a block may need: its inputs are then 0 (class: that of the message), its
 * outputs unused; wider ones are joined at their low end. A receiver without ready always takes. */
struct plan_link {
    char name[24];            /* wires are called <name>_<field> */
    struct plan_end from, to; /* who offers, who takes */
    enum plan_way way;
    unsigned class; /* to a noc_port, unless the block says it: class of the messages */
    int message;    /* what passes a noc_port here, number in plan->messages; or NO_MESSAGE */
};

/* One output port that another block reads as it is. */
struct plan_wire {
    unsigned from;
    const char *output;
    unsigned element; /* of an output with {N} elements */
    unsigned to;
    const char *input;
    unsigned input_element;
};

/* An input port of an instance that shows a signal of its node, or an element of it. */
struct plan_feed {
    unsigned instance;
    const char *input;
    unsigned signal; /* number in plan_signals */
    bool one;        /* the element alone, of a signal with several */
    unsigned element;
};

enum { NODE_INSTANCES_MAX = 16, NODE_LINKS_MAX = 32, NODE_WIRES_MAX = 80, NODE_FEEDS_MAX = 48 };

struct plan_node {
    const char *name;   /* of a node: "core" for core_3 */
    const char *module; /* of its Verilog */
    const char *comment;
    unsigned count; /* nodes of this kind */
    struct plan_instance instances[NODE_INSTANCES_MAX];
    struct plan_link links[NODE_LINKS_MAX];
    struct plan_wire wires[NODE_WIRES_MAX];
    struct plan_feed feeds[NODE_FEEDS_MAX];
    unsigned instance_count, link_count, wire_count, feed_count;
};

/* A wire between the hub and all nodes of a kind, or one of them, or the networks whose MC-routers
 * can be bypassed: long, so a register stands at its end. */
enum span_form {
    SPAN_TO_ALL,      /* an output of the hub goes to every node */
    SPAN_OF_ANY,      /* an input of the hub is the OR of all nodes' outputs */
    SPAN_OF_EACH,     /* it has an element per node, node 0 lowest */
    SPAN_OF_ONE,      /* it is the output of one of them */
    SPAN_TO_PROGRAM,  /* an element of an output of the hub goes to the cores of each program */
    SPAN_OF_PROGRAM,  /* it has an element per program, the OR of the outputs of its cores */
    SPAN_TO_NETWORKS, /* an output of the hub goes to every such network */
    SPAN_OF_NETWORKS  /* an input of the hub is the AND of all their outputs */
};
struct plan_span {
    enum span_form form;
    enum node_kind kind; /* of the nodes; NODE_KINDS: networks */
    unsigned node;       /* SPAN_OF_ONE: which one */
    unsigned hub, there; /* instances, in the hub and in the node */
    const char *hub_port, *port;
};
enum { SPANS_MAX = 32 };

/* From a place of a ring to the one `ahead` places on; `nodes` places that follow each other make
 * one ring. */
struct ring_step {
    unsigned nodes, ahead;
};
static inline unsigned ring_step(struct ring_step step, unsigned node)
{
    return node - node % step.nodes + (node % step.nodes + step.ahead) % step.nodes;
}

/* All nodes of a kind in a ring, or in several: what a block of one offers is taken by that block
 * of another a step away. The last place of each ring may be a node of another kind, `via`, whose
 * block has interfaces of the same names. With the bubble rule the blocks let in nothing that would
 * fill their ring. */
struct plan_ring {
    const char *name; /* of the messages: "request" */
    enum node_kind kind;
    unsigned instance;          /* in the node */
    const char *output, *input; /* interfaces of its block */
    struct ring_step step;
    enum node_kind via; /* NODE_KINDS: none */
    unsigned via_instance;
    bool bubble;
    const char *waits; /* rings and messages that a node must let in first, between blanks */
    const char *holds; /* messages that may wait at a node for what is on the ring; NULL: none */
};
enum { RINGS_MAX = 4 };
struct ring_place {
    enum node_kind kind;
    unsigned node;
};
struct ring_place ring_next(const struct plan_ring *, struct ring_place);
unsigned ring_instance(const struct plan_ring *, enum node_kind); /* of a node of either kind */
bool ring_has(const struct plan_ring *, enum node_kind);

/* Inputs of nodes that are no links: the chip's control inputs, and constants of each node. */
enum signal_kind { SIGNAL_ENABLE, SIGNAL_CONTROL, SIGNAL_CONSTANT };
/* Control inputs of the chip, in their order. */
enum plan_control {
    CONTROL_FLUSH,
    CONTROL_L1_MODE,
    CONTROL_L1_CHUNK,
    CONTROL_L1_NEAREST,
    CONTROL_LLC_FLUSH,
    CONTROL_LLC_CHOICE,
    CONTROL_STAT_NODE,
    CONTROL_STAT_COUNTER,
    CONTROLS
};
struct plan;
/* An element of an input of a node. */
struct plan_at {
    enum node_kind kind;
    unsigned node, element;
};
struct plan_signal {
    const char *name, *comment, *chip_comment; /* at a node, at the chip's port */
    enum signal_kind kind;
    bool at[NODE_KINDS]; /* which nodes have it */
    bool (*exists)(const struct config *);
    unsigned bits; /* of an element; 0: as plan_bits says */
    unsigned (*plan_bits)(const struct plan *);
    unsigned (*elements)(const struct plan *); /* NULL: one */
    bool by_program;                           /* a core has the element of its program alone */
    unsigned (*value)(const struct plan *, struct plan_at);
    enum plan_control control;
    bool (*has_more)(const struct config *); /* a chip whose port's comment goes on with `more` */
    const char *more;
};
extern const struct plan_signal plan_signals[];
extern const unsigned plan_signal_count;
bool plan_has_signal(const struct plan *, unsigned signal, enum node_kind);
unsigned plan_signal_elements(const struct plan *, unsigned signal);
unsigned plan_signal_bits(const struct plan *, unsigned signal); /* of an element */
/* Of a node's port. */
unsigned plan_signal_width(const struct plan *, unsigned signal, enum node_kind);
/* Whether a span has an element for each program. */
bool plan_spans_programs(enum span_form);
bool plan_span_leaves_hub(enum span_form); /* its driver is the hub */

/* An output of nodes that the chip shows as one port. */
enum result_form {
    RESULT_ANY,    /* OR of all nodes */
    RESULT_CHOSEN, /* by perf_merge: of the node whose turn it is */
    RESULT_EACH    /* a bit per node of the one kind that has it, node 0 lowest */
};
/* Their places in plan_results, the order of the chip's ports. */
enum plan_result_place {
    RESULT_LLC_BUSY,
    RESULT_ERROR_DRAM_REPLY,
    RESULT_ERROR_AXI_SLVERR,
    RESULT_ERROR_AXI_DECERR,
    RESULT_ERROR_AXI_UNKNOWN,
    RESULT_ERROR_AXI_LAST,
    RESULT_ERROR_AXI_TIMEOUT,
    RESULT_ERROR_L1_CORRECTED,
    RESULT_ERROR_L1_LOST,
    RESULT_ERROR_LLC_CORRECTED,
    RESULT_ERROR_LLC_LOST,
    RESULT_STAT_VALUE,
    RESULTS
};
struct plan_result {
    const char *name, *block, *output;
    const char *comment, *chip_comment; /* at a node, at the chip's port */
    unsigned bits;                      /* at a node */
    bool at[NODE_KINDS];
    enum result_form form;
    bool (*exists)(const struct config *);
};
extern const struct plan_result plan_results[];
bool plan_has_result(const struct plan *, unsigned result, enum node_kind);
unsigned plan_result_bits(const struct plan *, unsigned result); /* of the chip's port */

/* A kind of message: one trip over one network (messages.c). */
struct message {
    const char *name;
    enum node_kind from;
    const char *sender; /* "mshr.request", or "~NAME": sent on when message NAME arrives */
    enum node_kind to;
    const char *receiver; /* "mshr.reply", or "~": sent on */
    unsigned network, class;
    const char *waits; /* messages that its receiver must send first, between blanks */
};
enum { MESSAGES_MAX = 8 };

/* An event of a block that a node counts (counters.def); the number is the counter's. */
struct counter {
    enum node_kind kind;
    const char *name, *block, *event;
    bool (*exists)(const struct config *);
};
extern const struct counter plan_counters[];
extern const unsigned plan_counter_count;

struct plan {
    struct config config;
    struct network network[NETWORKS_MAX];
    unsigned networks; /* how many there are */
    struct plan_node node[NODE_KINDS];
    struct plan_span spans[SPANS_MAX];
    unsigned span_count;
    struct plan_ring rings[RINGS_MAX];
    unsigned ring_count;
    struct plan_instance clock_divider, perf_merge; /* the chip's own */
    struct message messages[MESSAGES_MAX];
    unsigned message_count;
    unsigned events; /* counters of a node */
};

/* Everything starts here. Dies when the configuration, which has passed config_check, makes no
 * chip. */
void plan_chip(struct plan *, const struct config *);
/* The same, but returns what is wrong (the caller frees it), NULL when the plan is good. */
char *plan_try(struct plan *, const struct config *);

/* The wire of a node that reads the output of this name of an end, or brings the input of it; of
 * several that read it one that leads outside. NULL: there is none. */
const struct plan_wire *plan_wire_at(const struct plan_node *, const struct plan_end *,
                                     const char *port);

/* What makes plan and netlist differ from each other is a mistake in the program: ends in bug(). */
void plan_check(const struct plan *);

/* Number of an instance or of a port; the instance must exist. */
unsigned plan_find(const struct plan_node *, const char *name);
bool plan_has(const struct plan_node *, const char *name);
const struct block_port *block_port(const struct block *, const char *interface,
                                    const char *field); /* NULL: there is none */
const struct block_port *block_port_named(const struct block *, const char *name);
/* Whether the chip's blocks have the port: those of a mechanism may be absent. */
bool plan_has_port(const struct plan *, const struct block_port *);
/* The interface that a port belongs to has this many letters: a port belongs to the longest one
 * whose _valid exists. 0: to none. */
size_t block_interface_length(const struct block *, const char *port);
/* The field that the port is of that interface, NULL when it belongs to another. */
const char *block_field(const struct block *, const char *interface, const char *port);
/* Whether a way through L2 wires this field by itself. */
bool plan_way_wires(enum plan_way, const char *field);
unsigned plan_parameter(const struct plan_instance *, const char *name);
bool is_noc_port(const struct plan_instance *);

/* Networks: which carry messages between cores, and a node's index among all nodes. */
const struct network *plan_remote_network(const struct plan *);
unsigned plan_nodes(const struct plan *);
unsigned plan_index(const struct plan *, enum node_kind, unsigned node);
unsigned plan_index_bits(const struct plan *);   /* of a node's index */
unsigned plan_counter_bits(const struct plan *); /* of a counter's number */
/* A router of a network as an instance. */
void plan_router(const struct network *, unsigned router, struct plan_instance *);
/* Fills the block's struct of parameters. */
void plan_params(const struct plan_instance *, void *params);
/* Bits of a port with the instance's parameters, and how many elements they are. */
unsigned plan_port_width(const struct plan_instance *, const struct block_port *);
unsigned plan_port_elements(const struct plan_instance *, const struct block_port *);
/* Number of a counter of a kind of node. */
unsigned plan_counter_number(unsigned counter);
/* Sets the parameters of an instance that its block's rows give (parameters.c). */
void plan_parameters(const struct plan *, struct plan_instance *);

#endif
