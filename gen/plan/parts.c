/* Parts of a plan: instances, links and wires of a node, wires and rings between nodes, the ports
 * of their blocks. */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "util.h"

unsigned add_instance(struct plan *plan, struct plan_node *node, const struct instance_row *row)
{
    struct plan_instance instance = {.block = row->block,
                                     .name = row->name,
                                     .outside = row->outside,
                                     .inject = row->inject,
                                     .eject = row->eject};
    if (node->instance_count == NODE_INSTANCES_MAX)
        bug("%s has too many instances", node->name);
    plan_parameters(plan, &instance);
    node->instances[node->instance_count] = instance;
    return node->instance_count++;
}

unsigned add_block(struct plan *plan, struct plan_node *node, const struct block *block,
                   const char *name)
{
    return add_instance(plan, node,
                        &(struct instance_row){block, name, always, false, NO_NETWORK, NO_NETWORK});
}

struct plan_link *new_link(struct plan_node *node)
{
    if (node->link_count == NODE_LINKS_MAX)
        bug("%s has too many links", node->name);
    return &node->links[node->link_count++];
}

void add_link(struct plan_node *node, const char *name, struct plan_end from, struct plan_end to)
{
    struct plan_link *link = new_link(node);
    *link = (struct plan_link){.from = from, .to = to, .message = NO_MESSAGE};
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

const struct plan_wire *plan_wire_at(const struct plan_node *node, const struct plan_end *end,
                                     const char *port)
{
    const struct plan_wire *found = NULL;
    for (unsigned i = 0; i < node->wire_count; i++) {
        const struct plan_wire *wire = &node->wires[i];
        bool reads = wire->from == end->instance && wire->element == end->element &&
                     !strcmp(wire->output, port);
        bool brings = wire->to == end->instance && wire->input_element == end->element &&
                      !strcmp(wire->input, port);
        if ((reads || brings) && (!found || node->instances[wire->to].outside))
            found = wire;
    }
    return found;
}

bool plan_spans_programs(enum span_form form)
{
    return form == SPAN_TO_PROGRAM || form == SPAN_OF_PROGRAM;
}

bool plan_span_leaves_hub(enum span_form form)
{
    return form == SPAN_TO_ALL || form == SPAN_TO_PROGRAM || form == SPAN_TO_NETWORKS;
}

struct plan_span *new_span(struct plan *plan)
{
    if (plan->span_count == SPANS_MAX)
        bug("the hub has too many wires");
    return &plan->spans[plan->span_count++];
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
