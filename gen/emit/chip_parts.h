/* What the files that elaborate the chip share: nodes are built from leaf blocks by these. Inside
 * of gen/emit/chip.c, core_node.c, mem_node.c and relay.c only. */
#ifndef MEMLOOM_CHIP_PARTS_H
#define MEMLOOM_CHIP_PARTS_H

#include "config.h"
#include "netlist.h"
#include "util.h"

enum { HOP_BITS = 6 };

struct chip {
    struct design *design;
    const struct config *config;
    const struct config *crossbar; /* config_crossbar; NULL: there is none */
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
/* The next `width` bits of an output that nobody needs. */
void leave_unused(struct module *, struct instance *, const char *port, unsigned width,
                  const char *name);
/* The inputs that every module of structure has. */
void clock_inputs(struct module *);
/* Wires that go to every instance with a port of their name. Called when all instances exist. */
void spread_shared(struct module *);
/* The counters of a node and their part of the statistics port; counters beyond `count` stay 0. */
void add_counters(const struct chip *, struct module *, const struct event *, unsigned count);
/* An interface of a network, with so many sources and as many sinks. Its links are the interfaces
 * <prefix>inject and <prefix>eject of the module, its address is the module's input `here`. */
struct instance *add_port(const struct chip *, struct module *, const struct config *network,
                          const char *name, const char *prefix, const char *here, unsigned ends);

/* The message id of a link between a block and one element of a port, whose ids may have upper bits
 * that the block does not know. */
void link_id(const struct chip *, struct module *, const char *link, struct instance *block,
             const char *block_port, struct instance *port, const char *port_port);

/* gen/emit/relay.c, with remote_via = l2. A link from a block's messages for other cores to one element
 * of a port; `exceptions` as for netlist_link, with id! and dest!. */
void relay_send(const struct chip *, struct module *, const char *link, struct interface from,
                struct interface port, const char *exceptions);
/* One element of the port's recv_id: the message id as blocks know it, and the node at the other
 * end of the message's way (returned). */
struct net *relay_recv(const struct chip *, struct module *, const char *link,
                       struct instance *port, struct net **id);
/* What comes in at the port's next element leaves at its next element, in this class. */
void relay_on(const struct chip *, struct module *, const char *link, struct instance *port,
              unsigned class);

/* Of the chip's main networks or of the crossbar: whatever carries messages between cores. */
static inline const struct config *remote_network(const struct chip *chip)
{
    return chip->crossbar ? chip->crossbar : chip->config;
}

/* The core with its L1; without and with the hardware for sharing L1s. */
struct module *core_node_build(const struct chip *);
/* The memory partition. */
struct module *mem_node_build(const struct chip *);

#endif
