/* What the files of gen/plan make a plan with; its readers need plan.h only. */
#ifndef MEMLOOM_PARTS_H
#define MEMLOOM_PARTS_H

#include "plan.h"

/* Columns of the plan's tables: when a chip has something (conditions.c), and which nodes have it.
 */
bool always(const struct config *);
bool with_shared_l1(const struct config *);
bool without_shared_l1(const struct config *);
bool with_dyneb(const struct config *);
bool with_dyneb_trial(const struct config *);
bool with_hub(const struct config *);
bool with_protection(const struct config *);
bool turns_at_l2(const struct config *);
bool with_crossbar(const struct config *);
bool with_llc_mode(const struct config *);
bool without_llc_mode(const struct config *);
bool with_programs(const struct config *);
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
bool without_axi(const struct config *);
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

/* Rows of a node (rows.c). `inject` and `eject` are those of a noc_port. An end is
 * "block.interface", or "block.port" of a wire; "block.interface:field" is the port at the other
 * end of that interface's link. Of several ends the first one counts whose block the node has; a
 * row of which an end has no block, or whose input the chip lacks, is none. */
struct instance_row {
    const struct block *block;
    const char *name;
    bool (*exists)(const struct config *);
    bool outside;
    int inject, eject;
};
#define BLOCK(name, exists)                                                                        \
    {                                                                                              \
        &name##_block, #name, exists, false, NO_NETWORK, NO_NETWORK                                \
    }
#define OUTSIDE(name, exists)                                                                      \
    {                                                                                              \
        &name##_block, #name, exists, true, NO_NETWORK, NO_NETWORK                                 \
    }
#define NOC_PORT(name, exists, inject, eject)                                                      \
    {                                                                                              \
        &noc_port_block, name, exists, false, inject, eject                                        \
    }
enum { ROW_ENDS = 3 };
struct link_row {
    const char *name, *from[ROW_ENDS], *to[ROW_ENDS];
};
struct wire_row {
    const char *from, *to;
};
/* Between a block of the hub and one of all nodes of a kind, of which there is one. */
struct span_row {
    enum span_form form;
    const char *hub_port;
    enum node_kind kind;
    const char *block, *port;
};
void add_instances(struct plan *, struct plan_node *, const struct instance_row *, unsigned count);
void add_links(struct plan_node *, const struct link_row *, unsigned count);
void add_wires(const struct plan *, struct plan_node *, const struct wire_row *, unsigned count);
void add_spans(struct plan *, unsigned hub, const struct span_row *, unsigned count);
#define ROWS_OF(rows)                   rows, sizeof rows / sizeof *rows
#define ADD_INSTANCES(plan, node, rows) add_instances(plan, node, ROWS_OF(rows))
#define ADD_LINKS(node, rows)           add_links(node, ROWS_OF(rows))
#define ADD_WIRES(plan, node, rows)     add_wires(plan, node, ROWS_OF(rows))
struct plan_end end_named(const struct plan_node *, const char *text); /* which the node has */

unsigned add_instance(struct plan *, struct plan_node *, const struct instance_row *);
unsigned add_block(struct plan *, struct plan_node *, const struct block *, const char *name);
struct plan_link *new_link(struct plan_node *);
void add_link(struct plan_node *, const char *name, struct plan_end from, struct plan_end to);
/* Of the first elements on both sides, unless the caller names others in what is returned. */
struct plan_wire *add_wire(struct plan_node *, unsigned from, const char *output, unsigned to,
                           const char *input);
/* Of the whole signal, unless the caller names an element in what is returned. */
struct plan_feed *add_feed(struct plan_node *, unsigned to, const char *input, const char *signal);
struct plan_span *new_span(struct plan *);
/* Between a block of the hub and the networks, by the name of their modules' port. */
void add_network_span(struct plan *, enum span_form, unsigned hub, const char *hub_port,
                      const char *port);
/* A ring of a block of all nodes of the kind. */
void add_ring(struct plan *, struct plan_ring);
/* The rings of the cooperative caching network, when all nodes are there (ccn.c). */
void add_ccn_rings(struct plan *);
/* Joins the blocks of a node with its noc_ports, as the messages say (joints.c). */
void add_messages(struct plan *, struct plan_node *, enum node_kind);
void add_counters(struct plan *, struct plan_node *, enum node_kind);
/* Feeds every input that has the name of a signal and no other source. */
void add_signals(struct plan *, struct plan_node *, enum node_kind);

#endif
