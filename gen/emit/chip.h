/* The plan of a chip as a netlist. */
#ifndef MEMLOOM_CHIP_H
#define MEMLOOM_CHIP_H

#include "netlist.h"
#include "plan.h"

/* What the readers of a plan share. */
struct elaboration {
    struct design *design;
    const struct plan *plan;
    struct config features; /* what leaves are resolved for: route functions of all networks */
    const char *rtl_dir;
};

/* Builds the checked netlist of the whole chip; the top is gpu_mem. `rtl_dir` as in
 * leaf_load. design_release frees it. */
void chip_elaborate(struct design *, const struct plan *, const char *rtl_dir);

/* The module of a kind of node (node.c), of a network (network.c). A network's ports are the
 * interfaces inject_<x>_<y> (towards it) and eject_<x>_<y> for every node {y, x} on it. */
struct module *node_build(const struct elaboration *, enum node_kind);
struct module *network_build(const struct elaboration *, const struct network *);

/* The interface of a network's module at which the node of that address injects, or gets its flits
 * (the caller frees it). */
char *end_name(bool inject, unsigned address);

/* An instance of the plan with its parameters; `as` is its name here. */
struct instance *chip_instance(const struct elaboration *, struct module *in,
                               const struct plan_instance *, const char *as);
/* How many letters of its name a port of a node puts in front of those of its wires: none of
 * noc_port, "home_" of home_port. */
int port_prefix(const struct plan_instance *port);
/* The inputs that every module of structure has. */
void clock_inputs(struct module *);
struct net *input(struct module *, unsigned width, const char *name, const char *comment);
struct net *output(struct module *, unsigned width, const char *name, const char *comment);

/* A link of the plan between two instances, one of which may stand outside (NULL): then its fields
 * are ports of the module (link.c). */
void link_build(const struct elaboration *, struct module *, const struct plan_node *,
                const struct plan_link *, struct instance *from, struct instance *to);

#endif
