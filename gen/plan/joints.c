/* Joints between the blocks of a node and its noc_ports, as the messages say that pass them: a
 * source for each sender, a sink for each class that arrives. */
#include "parts.h"

#include <stdio.h>
#include <string.h>

#include "util.h"

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

/* A sink for each receiver, in the order of the classes; what is sent on has one for each class. */
static void list_sinks(const struct plan *plan, enum node_kind kind,
                       const struct plan_instance *port, struct ends *ends)
{
    for (unsigned class = 0; class < ENDS_MAX; class ++)
        for (unsigned m = 0; m < plan->message_count; m++) {
            const struct message *message = &plan->messages[m];
            bool known = !arrives(message, kind, port) || message->class != class;
            for (unsigned i = 0; i < ends->sinks; i++)
                known |= !strcmp(ends->sink[i]->receiver, message->receiver) &&
                         (!passes_on(message->receiver) || ends->sink[i]->class == class);
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
    *link = (struct plan_link){.from = end_named(node, message->sender),
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
        link->to = end_named(node, message->receiver);
    }
}

/* Sources of one class, as a home's for its answers, share what others have alone: their messages
 * wait for each other in the network, too, and so may do it in front of it. One of another class
 * must not: it may be what they wait for. */
static bool sources_take_turns(const struct plan *plan, enum node_kind kind,
                               const struct plan_instance *port, const struct ends *ends)
{
    for (unsigned m = 0; m < plan->message_count; m++)
        if (leaves(&plan->messages[m], kind, port) &&
            plan->messages[m].class != ends->source[0]->class)
            return false;
    return ends->sources > 1;
}

/* Whether the network rests in at least one core cycle between two edges of it. */
static bool network_rests_between_edges(const struct config *config)
{
    return 2 * config->noc_mhz <= config->core_mhz;
}

/* Of the requests of a core stores alone have data. Where the network rests, the next one comes
 * before the next edge. */
static bool has_one_line(const struct plan *plan, enum node_kind kind, int network)
{
    return kind == NODE_CORE && network == NETWORK_REQUEST &&
           network_rests_between_edges(&plan->config);
}

/* The source whose data come from the L1 by a port of their own, past the MSHR; 0: none. */
static unsigned line_source(const struct ends *ends, enum node_kind kind)
{
    for (unsigned i = 0; i < ends->sources; i++)
        if (kind == NODE_CORE && !strcmp(ends->source[i]->name, "miss"))
            return i + 1;
    return 0;
}

/* Of each source, or of all that take turns. Where the network rests the next message comes before
 * the next edge, too, so that one slot keeps the network as busy as several. */
static unsigned slots_of_each(const struct plan *plan, bool turns)
{
    return turns && network_rests_between_edges(&plan->config) ? 1 : plan->config.inject_slots;
}

/* Of each sink. A message that waits behind another one leaves its data in the RAM of flits, which
 * is read in the cycles in which the network rests. Where it may not rest, messages have a line
 * each at ports to which many come with data: stores and atomics to slices, replies to cores. */
static unsigned lines_of_each(const struct plan *plan, enum node_kind kind, int network)
{
    bool many_with_data = kind == NODE_MEMORY || network == NETWORK_REPLY;
    return many_with_data && !network_rests_between_edges(&plan->config) ? 2 : 1;
}

static void join_port(struct plan *plan, struct plan_node *node, enum node_kind kind, unsigned port)
{
    struct plan_instance *instance = &node->instances[port];
    struct ends ends = {.sources = 0};
    list_sources(plan, kind, instance, &ends);
    list_sinks(plan, kind, instance, &ends);
    plan_set(instance, "SOURCES", ends.sources);
    plan_set(instance, "SINKS", ends.sinks);
    bool turns = sources_take_turns(plan, kind, instance, &ends);
    plan_set(instance, "ONE_LINE", has_one_line(plan, kind, instance->inject));
    plan_set(instance, "LINE_SOURCE", line_source(&ends, kind));
    plan_set(instance, "LINES", lines_of_each(plan, kind, instance->eject));
    plan_set(instance, "TURNS", turns);
    plan_set(instance, "SLOTS", slots_of_each(plan, turns));
    plan_set(instance, "CLASSES", plan->network[instance->inject].classes);
    plan_set(instance, "ESCAPE", plan->network[instance->inject].escape);
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
