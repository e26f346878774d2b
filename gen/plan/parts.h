/* What the files of gen/plan make a plan with; its readers need plan.h only. */
#ifndef MEMLOOM_PARTS_H
#define MEMLOOM_PARTS_H

#include "plan.h"

/* Columns of the plan's tables: when a chip has something, and which nodes have it. */
bool always(const struct config *);
bool with_shared_l1(const struct config *);
bool with_protection(const struct config *);
bool turns_at_l2(const struct config *);
bool with_crossbar(const struct config *);
bool with_llc_mode(const struct config *);
bool without_llc_mode(const struct config *);
bool with_profiler(const struct config *);
bool with_trial(const struct config *);
bool with_two_profilers(const struct config *); /* one for each program */
bool with_two_trials(const struct config *);
bool with_ccn(const struct config *);
bool with_bridges(const struct config *);
bool with_throttle(const struct config *);
bool without_throttle(const struct config *);
bool with_core_numbers(const struct config *);
bool with_axi(const struct config *);
bool with_ram_protection(const struct config *);
#define AT_CORES                                                                                   \
    {                                                                                              \
        [NODE_CORE] = true                                                                         \
    }
#define AT_MEMORY                                                                                  \
    {                                                                                              \
        [NODE_MEMORY] = true                                                                       \
    }
#define AT_BRIDGES                                                                                 \
    {                                                                                              \
        [NODE_BRIDGE] = true                                                                       \
    }
#define AT_NETWORKS                                                                                \
    {                                                                                              \
        [NODE_CORE] = true, [NODE_MEMORY] = true                                                   \
    }
#define AT_HUB                                                                                     \
    {                                                                                              \
        [NODE_HUB] = true                                                                          \
    }
#define AT_CORES_AND_HUB                                                                           \
    {                                                                                              \
        [NODE_CORE] = true, [NODE_HUB] = true                                                      \
    }
#define AT_ALL                                                                                     \
    {                                                                                              \
        [NODE_CORE] = true, [NODE_MEMORY] = true, [NODE_HUB] = true                                \
    }

/* What is sent, before networks and nodes are made of it (messages.c). */
void plan_messages(struct plan *);
/* The nodes are made by these (core.c, mem.c, hub.c, ccn.c), of the parts below (parts.c). The hub
 * comes last: it knows the others. */
void plan_core(struct plan *);
void plan_memory(struct plan *);
void plan_hub(struct plan *);
void plan_bridges(struct plan *);
void plan_set(struct plan_instance *, const char *parameter, unsigned value);
unsigned add_instance(struct plan *, struct plan_node *, const struct block *, const char *name);
unsigned add_outside(struct plan *, struct plan_node *, const struct block *);
unsigned add_port(struct plan *, struct plan_node *, const char *name, int inject, int eject);
void add_link(struct plan_node *, const char *name, unsigned from, const char *output, unsigned to,
              const char *input);
/* Of the first elements on both sides, unless the caller names others in what is returned. */
struct plan_wire *add_wire(struct plan_node *, unsigned from, const char *output, unsigned to,
                           const char *input);
/* Of the whole signal, unless the caller names an element in what is returned. */
struct plan_feed *add_feed(struct plan_node *, unsigned to, const char *input, const char *signal);
/* A wire between a block of the hub and one of all nodes of a kind. */
struct plan_span *add_span(struct plan *, enum span_form, unsigned hub, const char *hub_port,
                           enum node_kind, const char *there, const char *port);
/* Between a block of the hub and the networks, by the name of their modules' port. */
void add_network_span(struct plan *, enum span_form, unsigned hub, const char *hub_port,
                      const char *port);
/* A ring of a block of all nodes of the kind. */
void add_ring(struct plan *, struct plan_ring);
/* The cooperative caching network's part of a core, and, when all nodes are there, its rings
 * (ccn.c). */
void add_ccn(struct plan *, struct plan_node *core);
void add_ccn_rings(struct plan *);
void link_ccn(struct plan *, struct plan_node *core, unsigned sm);
void wire_ccn_sharing(struct plan_node *core, unsigned sm);
/* Joins the blocks of a node with its noc_ports, as the messages say. */
void add_messages(struct plan *, struct plan_node *, enum node_kind);
/* The element of the noc_port at which a sender puts its messages in, and the port. */
struct plan_end plan_source(const struct plan_node *, unsigned sender, const char *interface);
/* The element of the noc_port at which a receiver gets its messages, and the port. */
struct plan_end plan_sink(const struct plan_node *, unsigned receiver, const char *interface);
void add_counters(struct plan *, struct plan_node *, enum node_kind);
/* Feeds every input that has the name of a signal and no other source. */
void add_signals(struct plan *, struct plan_node *, enum node_kind);

#endif
