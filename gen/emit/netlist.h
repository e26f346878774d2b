/* A typed netlist: what the generator builds for every module of structure before anything is
 * printed.
 *
 * A design holds modules. A leaf module comes from rtl/ and is known by its header; a structure
 * module has nets and instances. Every port of every instance is connected exactly once, to slices
 * of nets and constants; netlist_check proves that widths agree, that each bit of a net has one
 * driver and a reader, and that names are legal. Mistakes here are the generator's own, so they end
 * in bug(). */
#ifndef MEMLOOM_NETLIST_H
#define MEMLOOM_NETLIST_H

#include "verilog_header.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum net_kind { NET_WIRE, NET_INPUT, NET_OUTPUT };

struct net {
    char *name;         /* Verilog name, unique in its module */
    char *comment;      /* meaning, printed beside the declaration */
    unsigned width;     /* bits, at least 1 */
    unsigned index;     /* position in the module's nets */
    enum net_kind kind; /* inputs and outputs are the module's ports, in order of creation */
    bool unused;        /* an output that nobody needs ends here */
};

/* Part of a net, or a constant. */
struct slice {
    const struct net *net; /* NULL: a constant */
    unsigned low, width;   /* bits low .. low+width-1 of the net */
    uint64_t value;        /* the constant; bits above 64 are zero */
};

/* What a port is connected to, or what is reduced. */
struct slices {
    struct slice *part; /* element 0 is at the low end */
    unsigned count;
};

struct instance {
    char *name;
    struct module *of;
    uint64_t *values;           /* leaf: value of each parameter of its header */
    bool *chosen;               /* leaf: which of them instance_set was called for */
    struct slices *connections; /* of each port of instance_port */
};

/* net = OR, or AND, of all bits of the slices, or the slice itself: the operators that structure
 * needs.
 */
struct reduction {
    const struct net *net;
    char operator; /* '|', '&' or ' ' */
    struct slices slices;
};

/* A structure module is complete before it is instantiated. */
struct module {
    char *name;
    char *comment;              /* what it is, lines separated by newlines */
    struct module_header *leaf; /* header of a leaf; NULL: structure */
    char *text;                 /* leaf: its Verilog */
    bool shared;                /* leaf: its uses differ, so instances override the parameters */
    struct net **nets;
    struct instance **instances;
    struct reduction *reductions;
    unsigned net_count, instance_count, reduction_count;
};

struct design {
    struct module **modules; /* in the order of their first use */
    unsigned module_count;
    struct module *top;
};

/* A port of an instance as seen from outside; strings belong to the module. */
struct port {
    const char *name, *comment;
    bool output;
    unsigned width;
};

void design_init(struct design *);
void design_release(struct design *);
struct module *design_structure(struct design *, const char *name, const char *comment);
/* Takes over text and header. */
struct module *design_leaf(struct design *, struct module_header *, char *text);
struct module *design_find(const struct design *, const char *name); /* NULL: there is none */

/* Every leaf instance below the top with its path: "core_0.l1_cache". */
void design_for_each_leaf(const struct design *,
                          void (*visit)(void *context, const struct instance *, const char *path),
                          void *context);

/* The name is a printf format. */
struct net *netlist_net(struct module *, enum net_kind, unsigned width, const char *comment,
                        const char *name, ...) __attribute__((format(printf, 5, 6)));
struct net *netlist_find(const struct module *, const char *name); /* it must exist */
struct instance *netlist_instance(struct module *, struct module *of, const char *name, ...)
    __attribute__((format(printf, 3, 4)));
/* Dies when the value is outside the range that the leaf states. */
void instance_set(struct instance *, const char *parameter, uint64_t value);

unsigned instance_port_count(const struct instance *);
struct port instance_port(const struct instance *, unsigned index);
int instance_find_port(const struct instance *, const char *name); /* index, -1: none */

struct slice whole(const struct net *);
struct slice bits(const struct net *, unsigned low, unsigned width);
struct slice tie(unsigned width, uint64_t value);
/* Appends to what the port is connected to: the first call gives the low bits. */
void connect(struct instance *, const char *port, struct slice);
/* Connects the net to the port of its name of every instance that has one. */
void connect_everywhere(struct module *, const struct net *);
void netlist_or(struct module *, const struct net *, struct slice); /* appends, as connect */
void netlist_and(struct module *, const struct net *, struct slice);
/* An output of the module that is read inside of it, too, is the same as a wire: Icarus makes an
 * inout of one that is both. */
void netlist_show(struct module *, const struct net *, struct slice);

/* One interface of a block: the ports <interface>_<field>. A port belongs to the longest interface
 * whose _valid exists: dram_reply_valid to dram_reply, not to dram. */
struct interface {
    struct instance *instance;
    const char *name;
};

/* Makes wires <name>_<field> between two interfaces. `one_sided` lists fields, each between spaces,
 * that only one side has: outputs end in unused nets, inputs are tied to zero. */
void netlist_link(struct module *, const char *name, struct interface from, struct interface to,
                  const char *one_sided);
/* Nobody is at the other side: inputs get zero, outputs end in nets unused_<name>_<field>. */
void netlist_terminate(struct module *, const char *name, struct interface);
/* Makes the interface ports <name>_<field> of the module. */
void netlist_export(struct module *, const char *name, struct interface);

void netlist_check(const struct design *);
void netlist_print(const struct module *, FILE *);

#endif
