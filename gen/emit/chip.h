/* The structure of a chip: which blocks there are and how they are wired. */
#ifndef MEMLOOM_CHIP_H
#define MEMLOOM_CHIP_H

#include "config.h"
#include "netlist.h"

/* Builds the checked netlist of the whole chip; the top is gpu_mem. `rtl_dir` as in
 * leaf_load. design_release frees it. */
void chip_elaborate(struct design *, const struct config *, const char *rtl_dir);

/* A network of the configured topology. Its ports are the interfaces inject_<x>_<y> (towards the
 * network) and eject_<x>_<y> for every node {y, x} that is a core or a partition. */
struct module *network_build(struct design *, const struct config *, struct module *router);
struct module *mesh_build(struct design *, const struct config *, struct module *router);
struct module *fly_build(struct design *, const struct config *, struct module *router,
                         const char *name);

/* Column and row of a node address {y, x}. */
static inline unsigned node_x(unsigned node)
{
    return node & 31;
}
static inline unsigned node_y(unsigned node)
{
    return node >> 5;
}

#endif
