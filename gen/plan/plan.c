/* The plan as a whole: networks, nodes, what the chip has once. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "util.h"

/* A network that a chip may have. */
struct network_row {
    const char *name, *purpose;
    const char *module;              /* NULL: that of its topology */
    const char *one_way;             /* name and module in a topology of one way */
    const struct topology *topology; /* NULL: the configured one */
    bool (*exists)(const struct config *);
    unsigned (*classes)(const struct config *);
    bool (*in_order)(const struct config *); /* what must stay in order when memory keeps it */
    bool at[NODE_KINDS];                     /* who is on it */
};

/* Messages between cores have classes of their own where they go. */
static unsigned main_classes(const struct config *config)
{
    return with_crossbar(config) ? 1 : config_message_classes(config);
}

static const struct network_row network_rows[NETWORKS_MAX] = {
    [NETWORK_REQUEST] = {"request_mesh", "request", NULL, "request_crossbar", NULL, always,
                         main_classes, always, AT_NETWORKS},
    [NETWORK_REPLY] = {"reply_mesh", "reply", NULL, "reply_crossbar", NULL, always, main_classes,
                       turns_at_l2, AT_NETWORKS},
    [NETWORK_CROSSBAR] = {"work_crossbar", "crossbar", "work_crossbar", NULL, &fly_topology,
                          with_crossbar, config_message_classes, always, AT_CORES}};

/* Whose messages it carries, and to whom. */
static void find_users(const struct plan *plan, struct network *network, unsigned number)
{
    for (unsigned i = 0; i < plan->message_count; i++)
        if (plan->messages[i].network == number) {
            network->sends[plan->messages[i].from] = true;
            network->receives[plan->messages[i].to] = true;
        }
}

static void make_network(struct plan *plan, unsigned number, char **complaints)
{
    const struct config *c = &plan->config;
    const struct network_row *row = &network_rows[number];
    struct network *network = &plan->network[plan->networks++];
    const struct topology *topology = row->topology ? row->topology : configured_topology(c);
    unsigned cores = row->at[NODE_CORE] ? c->cores : 0;
    unsigned partitions = row->at[NODE_MEMORY] ? c->partitions : 0;
    bool by_line = row->in_order(c) && c->request_order == ORDER_BY_MEMORY;
    const char *module = topology->one_way ? row->one_way
                         : by_line         ? topology->by_line
                                           : topology->kind;
    *network = (struct network){.name = topology->one_way ? row->one_way : row->name,
                                .module = row->module ? row->module : module,
                                .purpose = row->purpose,
                                .by_line = by_line,
                                .nodes = {[NODE_CORE] = cores, [NODE_MEMORY] = partitions}};
    find_users(plan, network, number);
    network_init(network, topology, c, row->classes(c), cores + partitions, complaints);
    network->escape = number == NETWORK_REPLY && c->reply_vcs == REPLY_VCS_ESCAPE &&
                      network->classes == 2 && !by_line;
    if (!*complaints)
        network_place_nodes(network, c, complaints);
}

/* Networks that a chip lacks are the last ones. One complaint is enough. */
static void make_networks(struct plan *plan, char **complaints)
{
    for (unsigned i = 0; i < NETWORKS_MAX && !*complaints; i++)
        if (network_rows[i].exists(&plan->config))
            make_network(plan, i, complaints);
}

char *plan_try(struct plan *plan, const struct config *config)
{
    char *complaints = NULL;
    *plan = (struct plan){.config = *config};
    plan_messages(plan);
    make_networks(plan, &complaints);
    if (complaints)
        return complaints;
    plan_core(plan);
    plan_memory(plan);
    if (with_hub(config))
        plan_hub(plan);
    if (with_bridges(config))
        plan_bridges(plan);
    if (with_ccn(config))
        add_ccn_rings(plan);
    plan->clock_divider =
        (struct plan_instance){.block = &clock_divider_block, .name = "clock_divider"};
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
    return plan->config.cores + plan->config.partitions + with_hub(&plan->config);
}

unsigned plan_index(const struct plan *plan, enum node_kind kind, unsigned node)
{
    const unsigned first[NODE_KINDS] = {[NODE_MEMORY] = plan->config.cores,
                                        [NODE_HUB] = plan->config.cores + plan->config.partitions};
    return first[kind] + node;
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
