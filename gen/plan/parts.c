/* Parts of a plan: instances, links and wires of a node, and the joints of its noc_ports. */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "util.h"

bool always(const struct config *config)
{
    (void)config;
    return true;
}

bool with_shared_l1(const struct config *config)
{
    return config->shared_l1;
}

bool with_protection(const struct config *config)
{
    return config->l1_protect;
}

bool turns_at_l2(const struct config *config)
{
    return config->shared_l1 && config->remote_via == REMOTE_VIA_L2;
}

bool with_crossbar(const struct config *config)
{
    return config->remote_via == REMOTE_VIA_CROSSBAR;
}

bool with_llc_mode(const struct config *config)
{
    return config->llc_mode != LLC_SHARED;
}

bool without_llc_mode(const struct config *config)
{
    return !with_llc_mode(config);
}

bool with_profiler(const struct config *config)
{
    return config->llc_mode == LLC_ADAPTIVE && config->llc_chooser == LLC_RULES;
}

bool with_trial(const struct config *config)
{
    return config->llc_mode == LLC_ADAPTIVE && config->llc_chooser == LLC_TRIAL;
}

bool with_two_profilers(const struct config *config)
{
    return with_profiler(config) && config->programs > 1;
}

bool with_two_trials(const struct config *config)
{
    return with_trial(config) && config->programs > 1;
}

bool with_ccn(const struct config *config)
{
    return config->ccn == CCN_BASIC || config->ccn == CCN_THROTTLED;
}

bool with_bridges(const struct config *config)
{
    return with_ccn(config) && config->ccn_bridges;
}

bool with_throttle(const struct config *config)
{
    return config->ccn == CCN_THROTTLED;
}

bool without_throttle(const struct config *config)
{
    return config->ccn == CCN_BASIC;
}

/* Somebody asks cores by their number. */
bool with_core_numbers(const struct config *config)
{
    return config->shared_l1 || with_ccn(config);
}

bool with_ram_protection(const struct config *config)
{
    return config->ram_protect;
}

bool with_axi(const struct config *config)
{
    return config->mem_port == MEM_PORT_AXI4;
}

static unsigned append(struct plan *plan, struct plan_node *node, struct plan_instance instance)
{
    if (node->instance_count == NODE_INSTANCES_MAX)
        bug("%s has too many instances", node->name);
    plan_parameters(plan, &instance);
    node->instances[node->instance_count] = instance;
    return node->instance_count++;
}

unsigned add_instance(struct plan *plan, struct plan_node *node, const struct block *block,
                      const char *name)
{
    return append(plan, node,
                  (struct plan_instance){
                      .block = block, .name = name, .inject = NO_NETWORK, .eject = NO_NETWORK});
}

unsigned add_outside(struct plan *plan, struct plan_node *node, const struct block *block)
{
    return append(plan, node,
                  (struct plan_instance){.block = block,
                                         .name = block->name,
                                         .outside = true,
                                         .inject = NO_NETWORK,
                                         .eject = NO_NETWORK});
}

unsigned add_port(struct plan *plan, struct plan_node *node, const char *name, int inject,
                  int eject)
{
    return append(plan, node,
                  (struct plan_instance){
                      .block = &noc_port_block, .name = name, .inject = inject, .eject = eject});
}

static struct plan_link *new_link(struct plan_node *node)
{
    if (node->link_count == NODE_LINKS_MAX)
        bug("%s has too many links", node->name);
    return &node->links[node->link_count++];
}

void add_link(struct plan_node *node, const char *name, unsigned from, const char *output,
              unsigned to, const char *input)
{
    struct plan_link *link = new_link(node);
    *link =
        (struct plan_link){.from = {from, output, 0}, .to = {to, input, 0}, .message = NO_MESSAGE};
    snprintf(link->name, sizeof link->name, "%s", name);
}

struct plan_wire *add_wire(struct plan_node *node, unsigned from, const char *output, unsigned to,
                           const char *input)
{
    if (node->wire_count == NODE_WIRES_MAX)
        bug("%s has too many wires", node->name);
    struct plan_wire *wire = &node->wires[node->wire_count++];
    *wire = (struct plan_wire){.from = from, .output = output, .to = to, .input = input};
    return wire;
}

bool plan_spans_programs(enum span_form form)
{
    return form == SPAN_TO_PROGRAM || form == SPAN_OF_PROGRAM;
}

bool plan_span_leaves_hub(enum span_form form)
{
    return form == SPAN_TO_ALL || form == SPAN_TO_PROGRAM || form == SPAN_TO_NETWORKS;
}

static struct plan_span *new_span(struct plan *plan)
{
    if (plan->span_count == SPANS_MAX)
        bug("the hub has too many wires");
    return &plan->spans[plan->span_count++];
}

struct plan_span *add_span(struct plan *plan, enum span_form form, unsigned hub,
                           const char *hub_port, enum node_kind kind, const char *there,
                           const char *port)
{
    struct plan_span *span = new_span(plan);
    *span = (struct plan_span){.form = form,
                               .kind = kind,
                               .hub = hub,
                               .there = plan_find(&plan->node[kind], there),
                               .hub_port = hub_port,
                               .port = port};
    return span;
}

void add_network_span(struct plan *plan, enum span_form form, unsigned hub, const char *hub_port,
                      const char *port)
{
    *new_span(plan) = (struct plan_span){
        .form = form, .kind = NODE_KINDS, .hub = hub, .hub_port = hub_port, .port = port};
}

bool ring_has(const struct plan_ring *ring, enum node_kind kind)
{
    return ring->kind == kind || ring->via == kind;
}

unsigned ring_instance(const struct plan_ring *ring, enum node_kind kind)
{
    return ring->kind == kind ? ring->instance : ring->via_instance;
}

struct ring_place ring_next(const struct plan_ring *ring, struct ring_place at)
{
    if (ring->via == NODE_KINDS)
        return (struct ring_place){at.kind, ring_step(ring->step, at.node)};
    unsigned nodes = ring->step.nodes - 1; /* without the last place */
    bool last = at.kind == ring->via;
    unsigned number = last ? at.node : at.node / nodes;
    unsigned place = ring_step(ring->step, last ? nodes : at.node % nodes);
    return place == nodes ? (struct ring_place){ring->via, number}
                          : (struct ring_place){ring->kind, number * nodes + place};
}

void add_ring(struct plan *plan, struct plan_ring ring)
{
    if (plan->ring_count == RINGS_MAX)
        bug("the plan has too many rings");
    plan->rings[plan->ring_count++] = ring;
}

bool plan_has_port(const struct plan *plan, const struct block_port *port)
{
    char *needs = xstrdup(port->needs), *rest = needs;
    bool has = true;
    for (char *key; (key = strtok_r(rest, " ", &rest));)
        has &= config_has(&plan->config, config_find(key));
    free(needs);
    return has;
}

const struct block_port *block_port_named(const struct block *block, const char *name)
{
    for (unsigned i = 0; i < block->port_count; i++)
        if (!strcmp(block->ports[i].name, name))
            return &block->ports[i];
    return NULL;
}

size_t block_interface_length(const struct block *block, const char *port)
{
    size_t length = 0;
    for (const char *end = strchr(port, '_'); end; end = strchr(end + 1, '_')) {
        char *valid = xasprintf("%.*s_valid", (int)(end - port), port);
        if (block_port_named(block, valid))
            length = (size_t)(end - port);
        free(valid);
    }
    return length;
}

const char *block_field(const struct block *block, const char *interface, const char *port)
{
    size_t length = strlen(interface);
    bool belongs = !strncmp(port, interface, length) && port[length] == '_' &&
                   block_interface_length(block, port) == length;
    return belongs ? port + length + 1 : NULL;
}

const struct block_port *block_port(const struct block *block, const char *interface,
                                    const char *field)
{
    char *name = xasprintf("%s_%s", interface, field);
    const struct block_port *port = block_port_named(block, name);
    if (port && !block_field(block, interface, name))
        port = NULL;
    free(name);
    return port;
}

bool plan_way_wires(enum plan_way way, const char *field)
{
    bool id = !strcmp(field, "id"), dest = !strcmp(field, "dest"), src = !strcmp(field, "src");
    switch (way) {
    case WAY_TO_L2:
        return id || dest;
    case WAY_BY_L2:
        return id || src;
    case WAY_ONWARDS:
        return id || dest || src;
    default:
        return false;
    }
}

/* The part of "block.interface" in front of the dot names an instance of the node. */
static struct plan_end end_of(const struct plan_node *node, const char *text)
{
    const char *dot = strchr(text, '.');
    char *block = xasprintf("%.*s", (int)(dot - text), text);
    struct plan_end end = {plan_find(node, block), dot + 1, 0};
    free(block);
    return end;
}

static bool passes_on(const char *end)
{
    return *end == '~';
}

/* Messages that leave a noc_port, or that arrive there. */
static bool leaves(const struct message *message, enum node_kind kind,
                   const struct plan_instance *port)
{
    return message->from == kind && (int)message->network == port->inject;
}

static bool arrives(const struct message *message, enum node_kind kind,
                    const struct plan_instance *port)
{
    return message->to == kind && (int)message->network == port->eject;
}

enum { ENDS_MAX = 8 }; /* sources or sinks of a noc_port; more than it can have */

/* The messages of a noc_port: the first one of each source, the one of each sink. */
struct ends {
    const struct message *source[ENDS_MAX], *sink[ENDS_MAX];
    unsigned sources, sinks;
};

/* A source for each sender, in the order of the messages. */
static void list_sources(const struct plan *plan, enum node_kind kind,
                         const struct plan_instance *port, struct ends *ends)
{
    for (unsigned m = 0; m < plan->message_count; m++) {
        const struct message *message = &plan->messages[m];
        bool known = !leaves(message, kind, port);
        for (unsigned i = 0; i < ends->sources; i++)
            known |= !strcmp(ends->source[i]->sender, message->sender);
        if (!known)
            ends->source[ends->sources++] = message;
    }
}

/* A sink for each receiver, in the order of the classes. */
static void list_sinks(const struct plan *plan, enum node_kind kind,
                       const struct plan_instance *port, struct ends *ends)
{
    for (unsigned class = 0; class < ENDS_MAX; class ++)
        for (unsigned m = 0; m < plan->message_count; m++) {
            const struct message *message = &plan->messages[m];
            bool known = !arrives(message, kind, port) || message->class != class;
            for (unsigned i = 0; i < ends->sinks; i++)
                known |= !passes_on(message->receiver) &&
                         !strcmp(ends->sink[i]->receiver, message->receiver);
            if (!known)
                ends->sink[ends->sinks++] = message;
        }
}

/* The source that sends on what arrives as this message. */
static unsigned onward_source(const struct ends *ends, const struct message *arriving)
{
    for (unsigned i = 0; i < ends->sources; i++)
        if (passes_on(ends->source[i]->sender) &&
            !strcmp(ends->source[i]->sender + 1, arriving->name))
            return i;
    bug("message %s is not sent on", arriving->name);
}

static bool between_cores_by_l2(const struct plan *plan, const struct message *message)
{
    if (plan->config.remote_via != REMOTE_VIA_L2)
        return false;
    return passes_on(message->sender) || passes_on(message->receiver);
}

static void join_source(const struct plan *plan, struct plan_node *node, unsigned port,
                        unsigned element, const struct message *message)
{
    struct plan_link *link = new_link(node);
    *link = (struct plan_link){.from = end_of(node, message->sender),
                               .to = {port, "send", element},
                               .way = between_cores_by_l2(plan, message) ? WAY_TO_L2 : WAY_PLAIN,
                               .class = message->class,
                               .message = (int)(message - plan->messages)};
    snprintf(link->name, sizeof link->name, "send_%s", message->name);
}

static void join_sink(const struct plan *plan, struct plan_node *node, unsigned port,
                      unsigned element, const struct ends *ends)
{
    const struct message *message = ends->sink[element];
    struct plan_link *link = new_link(node);
    *link = (struct plan_link){.from = {port, "recv", element},
                               .way = between_cores_by_l2(plan, message) ? WAY_BY_L2 : WAY_PLAIN,
                               .message = (int)(message - plan->messages)};
    snprintf(link->name, sizeof link->name, "recv_%s", message->name);
    if (passes_on(message->receiver)) {
        unsigned source = onward_source(ends, message);
        link->to = (struct plan_end){port, "send", source};
        link->way = WAY_ONWARDS;
        link->class = ends->source[source]->class;
    } else {
        link->to = end_of(node, message->receiver);
    }
}

static void join_port(struct plan *plan, struct plan_node *node, enum node_kind kind, unsigned port)
{
    struct plan_instance *instance = &node->instances[port];
    struct ends ends = {.sources = 0};
    list_sources(plan, kind, instance, &ends);
    list_sinks(plan, kind, instance, &ends);
    plan_set(instance, "SOURCES", ends.sources);
    plan_set(instance, "SINKS", ends.sinks);
    plan_set(instance, "CLASSES", plan->network[instance->inject].classes);
    plan_set(instance, "BY_LINE", plan->network[instance->inject].by_line);
    for (unsigned i = 0; i < ends.sources || i < ends.sinks; i++) {
        if (i < ends.sources && !passes_on(ends.source[i]->sender))
            join_source(plan, node, port, i, ends.source[i]);
        if (i < ends.sinks)
            join_sink(plan, node, port, i, &ends);
    }
}

void add_messages(struct plan *plan, struct plan_node *node, enum node_kind kind)
{
    for (unsigned i = 0; i < node->instance_count; i++)
        if (is_noc_port(&node->instances[i]))
            join_port(plan, node, kind, i);
}

struct plan_end plan_source(const struct plan_node *node, unsigned sender, const char *interface)
{
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        if (link->from.instance == sender && !strcmp(link->from.interface, interface))
            return link->to;
    }
    bug("%s.%s of a %s sends no messages", node->instances[sender].name, interface, node->name);
}

struct plan_end plan_sink(const struct plan_node *node, unsigned receiver, const char *interface)
{
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        if (link->to.instance == receiver && !strcmp(link->to.interface, interface))
            return link->from;
    }
    bug("%s.%s of a %s gets no messages", node->instances[receiver].name, interface, node->name);
}
