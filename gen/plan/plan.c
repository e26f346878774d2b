/* The plan as a whole: networks, nodes, what the chip has once. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "util.h"

/* The two networks between cores and slices are alike; one between cores alone is a butterfly. */
static void make_networks(struct plan *plan, char **complaints)
{
    const struct config *c = &plan->config;
    bool crossbar = c->remote_via == REMOTE_VIA_CROSSBAR, butterfly = c->topology;
    unsigned classes = config_message_classes(c), nodes = c->cores + c->partitions;
    struct network *request = &plan->network[NETWORK_REQUEST];
    *request = (struct network){.name = "request_mesh",
                                .module = butterfly ? "butterfly" : "mesh",
                                .purpose = "request",
                                .nodes = {[NODE_CORE] = c->cores, [NODE_MEMORY] = c->partitions}};
    network_init(request, butterfly ? &fly_topology : &mesh_topology, c, crossbar ? 1 : classes,
                 nodes, complaints);
    if (!*complaints)
        network_place_nodes(request, c, complaints);
    plan->network[NETWORK_REPLY] = *request;
    plan->network[NETWORK_REPLY].name = "reply_mesh";
    plan->network[NETWORK_REPLY].purpose = "reply";
    plan->networks = NETWORK_CROSSBAR;
    if (!crossbar || *complaints)
        return;
    struct network *between_cores = &plan->network[plan->networks++];
    *between_cores = (struct network){.name = "work_crossbar",
                                      .module = "work_crossbar",
                                      .purpose = "crossbar",
                                      .nodes = {[NODE_CORE] = c->cores}};
    network_init(between_cores, &fly_topology, c, classes, c->cores, complaints);
    if (!*complaints)
        network_place_nodes(between_cores, c, complaints);
}

char *plan_try(struct plan *plan, const struct config *config)
{
    char *complaints = NULL;
    *plan = (struct plan){.config = *config};
    make_networks(plan, &complaints);
    if (complaints)
        return complaints;
    plan->messages = plan_messages(config, &plan->message_count);
    plan_core(plan);
    plan_memory(plan);
    plan->clock_divider = (struct plan_instance){.block = &clock_divider_block, .name = "clock_divider"};
    plan->perf_merge = (struct plan_instance){.block = &perf_merge_block, .name = "perf_merge"};
    plan_parameters(plan, &plan->clock_divider);
    plan_parameters(plan, &plan->perf_merge);
    plan_check(plan);
    return NULL;
}

void plan_chip(struct plan *plan, const struct config *config)
{
    char *complaints = plan_try(plan, config);
    if (complaints)
        die("%s", complaints);
}

const struct network *plan_remote_network(const struct plan *plan)
{
    return &plan->network[plan->networks > NETWORK_CROSSBAR ? NETWORK_CROSSBAR : NETWORK_REQUEST];
}

unsigned plan_nodes(const struct plan *plan)
{
    return plan->config.cores + plan->config.partitions;
}

unsigned plan_index(const struct plan *plan, enum node_kind kind, unsigned node)
{
    return kind == NODE_CORE ? node : plan->config.cores + node;
}

unsigned plan_index_bits(const struct plan *plan)
{
    return log2_ceil(plan_nodes(plan));
}

bool plan_has(const struct plan_node *node, const char *name)
{
    for (unsigned i = 0; i < node->instance_count; i++)
        if (!strcmp(node->instances[i].name, name))
            return true;
    return false;
}

unsigned plan_find(const struct plan_node *node, const char *name)
{
    for (unsigned i = 0; i < node->instance_count; i++)
        if (!strcmp(node->instances[i].name, name))
            return i;
    bug("a %s has no %s", node->name, name);
}

bool is_noc_port(const struct plan_instance *instance)
{
    return instance->block == &noc_port_block;
}
