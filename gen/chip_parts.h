/* What the files that elaborate the chip share: nodes are built from leaf blocks by these. Inside
 * of gen/chip.c, gen/core_node.c and gen/mem_node.c only. */
#ifndef MEMLOOM_CHIP_PARTS_H
#define MEMLOOM_CHIP_PARTS_H

#include "config.h"
#include "netlist.h"
#include "util.h"

enum { HOP_BITS = 6 };

struct chip {
    struct design *design;
    const struct config *config;
    const char *rtl_dir;
    unsigned index_bits;   /* bits of a node index of the statistics port */
    unsigned counter_bits; /* bits of a counter number */
};

/* An event pulse of a block, which this chip may lack (NULL); the position in a list is the
 * counter's number. */
struct event {
    struct instance *instance;
    const char *port;
};

/* Bits of a core's index. */
static inline unsigned core_bits(const struct config *config)
{
    return config->cores > 1 ? log2_ceil(config->cores) : 1;
}

/* An instance of a leaf block. */
struct instance *leaf_instance(const struct chip *, struct module *in, const char *leaf,
                               const char *as);
struct net *input(struct module *, unsigned width, const char *name, const char *comment);
struct net *output(struct module *, unsigned width, const char *name, const char *comment);
/* The inputs that every module of structure has. */
void clock_inputs(struct module *);
/* Wires that go to every instance with a port of their name. Called when all instances exist. */
void spread_shared(struct module *);
/* The counters of a node and their part of the statistics port; counters beyond `count` stay 0. */
void add_counters(const struct chip *, struct module *, const struct event *, unsigned count);
/* A network interface. Its links are the interfaces <prefix>inject and <prefix>eject of the module.
 */
struct instance *add_port(const struct chip *, struct module *, const char *name,
                          const char *prefix, unsigned sources, unsigned sinks);

/* The core with its L1; without and with the hardware for sharing L1s. */
struct module *core_node_build(const struct chip *);
/* The memory partition. */
struct module *mem_node_build(const struct chip *);

#endif
