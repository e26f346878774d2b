/* What must hold of every plan, before anybody reads it. Widths, drivers and readers of every bit
 * are proved by netlist_check on the netlist made of it. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "plan.h"
#include "util.h"

/* The configuration may ask for more than a block can do. */
static void check_values(const struct plan_instance *instance)
{
    const struct block *block = instance->block;
    for (unsigned i = 0; i < block->parameter_count; i++) {
        const struct block_parameter *parameter = &block->parameters[i];
        unsigned value = instance->values[i];
        if (value < parameter->min || value > parameter->max)
            die("block %s supports %s = %u..%u, the configuration asks for %u", block->name,
                parameter->name, parameter->min, parameter->max, value);
        if (parameter->min != parameter->max && !(instance->chosen >> i & 1))
            bug("%s: no row of gen/plan/parameters.c chooses %s", block->name, parameter->name);
    }
}

static void check_end(const struct plan_node *node, const struct plan_link *link,
                      const struct plan_end *end, bool offers)
{
    const struct plan_instance *instance = &node->instances[end->instance];
    const struct block_port *valid = block_port(instance->block, end->interface, "valid");
    if (!valid || valid->is_output != offers)
        bug("%s: link %s: %s.%s %s nothing", node->name, link->name, instance->name, end->interface,
            offers ? "offers" : "takes");
    if (end->element &&
        (!is_noc_port(instance) || end->element >= plan_port_elements(instance, valid)))
        bug("%s: link %s: %s has no element %u", node->name, link->name, instance->name,
            end->element);
}

/* Fields that `end` has and `other` lacks: a noc_port has more than a block needs, what stands
 * outside of the RTL need not look at all, and a wire may join it with another block. */
static void check_fields(const struct plan_node *node, const struct plan_link *link,
                         const struct plan_end *end, const struct plan_end *other)
{
    const struct plan_instance *instance = &node->instances[end->instance];
    const struct plan_instance *partner = &node->instances[other->instance];
    for (unsigned i = 0; i < instance->block->port_count; i++) {
        const struct block_port *port = &instance->block->ports[i];
        const char *field = block_field(instance->block, end->interface, port->name);
        if (!field)
            continue;
        const struct block_port *there = block_port(partner->block, other->interface, field);
        if (there && there->is_output == port->is_output)
            bug("%s: link %s: both ends drive, or read, %s", node->name, link->name, port->name);
        if (!there && !is_noc_port(instance) && !partner->outside && !port->is_optional &&
            !plan_wire_at(node, end, port->name))
            bug("%s: link %s: only %s has %s", node->name, link->name, instance->name, port->name);
    }
}

static void check_links(const struct plan_node *node)
{
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        check_end(node, link, &link->from, true);
        check_end(node, link, &link->to, false);
        check_fields(node, link, &link->from, &link->to);
        check_fields(node, link, &link->to, &link->from);
    }
}

static void check_wires(const struct plan_node *node)
{
    for (unsigned i = 0; i < node->wire_count; i++) {
        const struct plan_wire *wire = &node->wires[i];
        const struct block_port *from =
            block_port_named(node->instances[wire->from].block, wire->output);
        const struct block_port *to =
            block_port_named(node->instances[wire->to].block, wire->input);
        if (!from || !to || to->is_output)
            bug("%s: there is no wire from %s.%s to %s.%s", node->name,
                node->instances[wire->from].name, wire->output, node->instances[wire->to].name,
                wire->input);
    }
}

/* Of a noc_port with several sinks, class c goes to sink c. */
static void check_sinks(const struct plan *plan, const struct plan_node *node)
{
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        const struct plan_instance *port = &node->instances[link->from.instance];
        if (link->message == NO_MESSAGE || !is_noc_port(port) || plan_parameter(port, "SINKS") == 1)
            continue;
        const struct message *message = &plan->messages[link->message];
        if (message->class != link->from.element)
            bug("%s: message %s of class %u arrives at sink %u", node->name, message->name,
                message->class, link->from.element);
    }
}

/* Bits that one node has of a span. */
static unsigned share_of_node(const struct plan_instance *hub, const struct block_port *port,
                              enum span_form form)
{
    unsigned bits = plan_port_width(hub, port);
    bool elements = form == SPAN_OF_EACH || plan_spans_programs(form);
    return elements ? bits / plan_port_elements(hub, port) : bits;
}

/* Networks have what the hub asks of them: both ports are one bit. */
static void check_network_span(const struct plan *plan, const struct plan_span *span)
{
    const struct plan_instance *hub = &plan->node[NODE_HUB].instances[span->hub];
    const struct block_port *at_hub = block_port_named(hub->block, span->hub_port);
    unsigned bypassable = 0;
    for (unsigned i = 0; i < plan->networks; i++)
        bypassable += plan->network[i].bypassable;
    if (!at_hub || at_hub->is_output != plan_span_leaves_hub(span->form) ||
        plan_port_width(hub, at_hub) != 1 || !bypassable)
        bug("hub: there is no wire between %s.%s and %s of networks", hub->name, span->hub_port,
            span->port);
}

static void check_span(const struct plan *plan, const struct plan_span *span)
{
    const struct plan_instance *hub = &plan->node[NODE_HUB].instances[span->hub];
    const struct plan_node *node = &plan->node[span->kind];
    const struct plan_instance *there = &node->instances[span->there];
    const struct block_port *at_hub = block_port_named(hub->block, span->hub_port);
    const struct block_port *at_node = block_port_named(there->block, span->port);
    bool from_hub = plan_span_leaves_hub(span->form);
    if (!at_hub || !at_node || at_hub->is_output != from_hub || at_node->is_output == from_hub)
        bug("hub: there is no wire between %s.%s and %s.%s", hub->name, span->hub_port, there->name,
            span->port);
    if (share_of_node(hub, at_hub, span->form) != plan_port_width(there, at_node))
        bug("hub: %s.%s and %s.%s are not equally wide", hub->name, span->hub_port, there->name,
            span->port);
    if (span->form == SPAN_OF_ANY && plan_port_width(hub, at_hub) != 1)
        bug("hub: %s.%s is no OR of single bits", hub->name, span->hub_port);
    if (span->form == SPAN_OF_EACH && plan_port_elements(hub, at_hub) != node->count)
        bug("hub: %s.%s has not an element for each %s", hub->name, span->hub_port, node->name);
    if (plan_spans_programs(span->form) &&
        (span->kind != NODE_CORE || plan_port_elements(hub, at_hub) != plan->config.programs))
        bug("hub: %s.%s has not an element for each program's cores", hub->name, span->hub_port);
    if (span->node >= node->count)
        bug("hub: %s.%s: there is no %s_%u", hub->name, span->hub_port, node->name, span->node);
}

/* Both ends are interfaces of the block, one of which offers what the other takes. */
static void check_ring_block(const struct plan *plan, const struct plan_ring *ring,
                             enum node_kind kind)
{
    const struct block *block = plan->node[kind].instances[ring_instance(ring, kind)].block;
    const struct block_port *from = block_port(block, ring->output, "valid");
    const struct block_port *to = block_port(block, ring->input, "valid");
    if (!from || !from->is_output || !to || to->is_output)
        bug("ring of %ss: %s does not lead from %s to %s", ring->name, block->name, ring->output,
            ring->input);
}

static void check_ring(const struct plan *plan, const struct plan_ring *ring)
{
    bool via = ring->via < NODE_KINDS;
    unsigned nodes = ring->step.nodes - via; /* of its own kind */
    check_ring_block(plan, ring, ring->kind);
    if (via)
        check_ring_block(plan, ring, ring->via);
    if (ring->step.nodes < 2 || plan->node[ring->kind].count % nodes)
        bug("rings of %ss: %u of %u %ss make no ring", ring->name, ring->step.nodes,
            plan->node[ring->kind].count, plan->node[ring->kind].name);
    if (via && plan->node[ring->via].count != plan->node[ring->kind].count / nodes)
        bug("rings of %ss: there are %u, and %u of %s at their ends", ring->name,
            plan->node[ring->kind].count / nodes, plan->node[ring->via].count,
            plan->node[ring->via].name);
}

/* Nobody sits on another's place. */
static void check_places(const struct network *network)
{
    bool taken[1 << NODE_BITS] = {false};
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned node = 0; node < network->nodes[kind]; node++) {
            unsigned place = network_node_place(network, (enum node_kind)kind, node);
            if (place >= network->places || taken[place])
                bug("%s network: place %u of %u has two nodes, or there is none", network->purpose,
                    place, network->places);
            taken[place] = true;
        }
}

void plan_check(const struct plan *plan)
{
    check_values(&plan->clock_divider);
    check_values(&plan->perf_merge);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++) {
        const struct plan_node *node = &plan->node[kind];
        for (unsigned i = 0; i < node->instance_count; i++)
            check_values(&node->instances[i]);
        check_links(node);
        check_wires(node);
        check_sinks(plan, node);
    }
    for (unsigned i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == NODE_KINDS)
            check_network_span(plan, &plan->spans[i]);
        else
            check_span(plan, &plan->spans[i]);
    for (unsigned i = 0; i < plan->ring_count; i++)
        check_ring(plan, &plan->rings[i]);
    for (unsigned i = 0; i < plan->networks; i++) {
        check_places(&plan->network[i]);
        for (unsigned number = 0; number < network_routers(&plan->network[i]); number++) {
            struct plan_instance router;
            plan_router(&plan->network[i], number, &router);
            check_values(&router);
        }
    }
}
