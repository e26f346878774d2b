/* Crossbars between those that send and those that receive, in stages of routers, each of which has
 * one link to every router of the next stage (isca19 section 3, docs/crossbar.md):
 *
 *   full          one router, an input per sender, an output per receiver
 *   concentrated  concentrators of k inputs, one router, distributors of k outputs
 *   hierarchical  a router per cluster of cores, one per memory controller
 *
 * Places: the cores, then the partitions. Port p of router r of the first stage is the sender r *
 * inputs + p, of the last stage the receiver r * outputs + p. A packet leaves the last stage but
 * one by the number of its receiver's router there, that one by the number of the receiver's port,
 * so an address is {kind, router, port} of the node as a receiver. It must be the same in both
 * directions, as replies go back to the address that a request came from. Where cores and
 * partitions receive requests, an address is the place. */
#include <stdio.h>

#include "network.h"
#include "util.h"

enum { KIND_LSB = NODE_BITS - 1 }; /* of an address: cores 0, partitions 1 */

/* Nodes of the kinds, and the one at a place among them; nobody's number is too large. */
static unsigned count_of(const struct network *network, const bool *kinds)
{
    return (kinds[NODE_CORE] ? network->nodes[NODE_CORE] : 0) +
           (kinds[NODE_MEMORY] ? network->nodes[NODE_MEMORY] : 0);
}

static unsigned number_of(const struct network *network, const bool *kinds, unsigned place)
{
    unsigned cores = network->nodes[NODE_CORE];
    if (!kinds[place < cores ? NODE_CORE : NODE_MEMORY])
        return NODES_MAX;
    return kinds[NODE_CORE] ? place : place - cores;
}

static void add_stage(struct network *network, unsigned routers, unsigned inputs, unsigned outputs)
{
    network->stage[network->columns++] =
        (struct network_stage){routers, inputs, outputs, network->routers, 0};
    network->routers += routers;
    network->rows = routers > network->rows ? routers : network->rows;
    network->ports = inputs > network->ports ? inputs : network->ports;
    network->ports = outputs > network->ports ? outputs : network->ports;
}

/* A stage that groups the senders, or serves groups of receivers, has so many of the kind in each.
 */
static unsigned group_of(const struct network *network, const struct config *config,
                         enum node_kind kind)
{
    unsigned groups[NODE_KINDS] = {
        config->clusters,
        config->memory_controllers, [NODE_HUB] = 1, [NODE_BRIDGE] = 1}; /* these are on no network
                                                                         */
    if (config->topology == TOPOLOGY_HXBAR)
        return network->nodes[kind] / groups[kind];
    return config->topology == TOPOLOGY_CONCENTRATED ? config->concentration : network->nodes[kind];
}

static void add_stages(struct network *network, const struct config *config)
{
    unsigned senders = count_of(network, network->sends);
    unsigned receivers = count_of(network, network->receives);
    unsigned from = network->group[network->sends[NODE_CORE] ? NODE_CORE : NODE_MEMORY];
    unsigned to = network->group[network->receives[NODE_CORE] ? NODE_CORE : NODE_MEMORY];
    if (config->topology == TOPOLOGY_CROSSBAR) {
        add_stage(network, 1, senders, receivers);
    } else if (config->topology == TOPOLOGY_HXBAR) {
        add_stage(network, senders / from, from, receivers / to);
        add_stage(network, receivers / to, senders / from, to);
    } else {
        add_stage(network, senders / from, from, 1);
        add_stage(network, 1, senders / from, receivers / to);
        add_stage(network, receivers / to, 1, to);
    }
    if (network->columns > 1)
        network->stage[network->columns - 2].digit_lsb = log2_ceil(to);
}

static void size(struct network *network, const struct config *config, unsigned nodes,
                 char **complaints)
{
    (void)complaints; /* config_check refuses groups that do not divide */
    network->bypassable = config->llc_mode != LLC_SHARED; /* and config_check wants an H-Xbar */
    network->wake = config->mc_wake;
    network->places = nodes;
    network->joint = config_asks_cores(config);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        network->group[kind] = group_of(network, config, kind);
    add_stages(network, config);
}

static unsigned place(const struct network *network, unsigned address)
{
    if (network->joint)
        return address;
    enum node_kind kind = address >> KIND_LSB ? NODE_MEMORY : NODE_CORE;
    unsigned bits = log2_ceil(network->group[kind]), digits = address & ((1u << KIND_LSB) - 1);
    unsigned node = (digits >> bits) * network->group[kind] + (digits & ((1u << bits) - 1));
    return node + (kind == NODE_MEMORY ? network->nodes[NODE_CORE] : 0);
}

static uint16_t address(const struct network *network, unsigned at)
{
    if (network->joint)
        return (uint16_t)at;
    bool memory = at >= network->nodes[NODE_CORE];
    unsigned node = at - (memory ? network->nodes[NODE_CORE] : 0);
    unsigned group = network->group[memory ? NODE_MEMORY : NODE_CORE];
    unsigned digits = node / group << log2_ceil(group) | node % group;
    return (uint16_t)((unsigned)memory << KIND_LSB | digits);
}

static unsigned stage_of(const struct network *network, unsigned router)
{
    unsigned stage = network->columns - 1;
    while (router < network->stage[stage].first)
        stage--;
    return stage;
}

static void where(const struct network *network, unsigned router, unsigned *column, unsigned *row)
{
    *column = stage_of(network, router);
    *row = router - network->stage[*column].first;
}

static struct network_end entry(const struct network *network, unsigned at)
{
    unsigned sender = number_of(network, network->sends, at), inputs = network->stage[0].inputs;
    if (sender == NODES_MAX)
        return (struct network_end){.kind = END_NOBODY};
    return (struct network_end){END_ROUTER, sender / inputs, sender % inputs};
}

static struct network_end behind(const struct network *network, unsigned router, unsigned port)
{
    unsigned stage = stage_of(network, router), index = router - network->stage[stage].first;
    unsigned outputs = network->stage[stage].outputs;
    if (port >= outputs)
        return (struct network_end){.kind = END_NOBODY};
    if (stage + 1 < network->columns)
        return (struct network_end){END_ROUTER, network->stage[stage + 1].first + port, index};
    unsigned cores = network->receives[NODE_CORE] ? 0 : network->nodes[NODE_CORE];
    return (struct network_end){END_PLACE, cores + index * outputs + port, 0};
}

static unsigned route(const struct network *network, unsigned router, unsigned to)
{
    unsigned stage = stage_of(network, router), last = network->columns - 1;
    unsigned receiver = number_of(network, network->receives, to);
    unsigned outputs = network->stage[last].outputs;
    if (stage == last)
        return receiver % outputs;
    return stage + 1 == last ? receiver / outputs : 0;
}

static unsigned routers(const struct network *network, unsigned from, unsigned to)
{
    (void)from;
    (void)to;
    return network->columns;
}

static void router(const struct network *network, unsigned number, struct network_router *values)
{
    const struct network_stage *stage = &network->stage[stage_of(network, number)];
    const struct network_stage *mc =
        &network->stage[network->receives[NODE_MEMORY] ? network->columns - 1 : 0];
    *values = (struct network_router){.inputs = stage->inputs,
                                      .outputs = stage->outputs,
                                      .route = 1,
                                      .digit_lsb = stage->digit_lsb,
                                      .bypassable = network->bypassable && stage == mc};
}

static void port_name(const struct network *network, unsigned port, char *to, size_t room)
{
    (void)network;
    snprintf(to, room, "%u", port);
}

static void link_name(const struct network *network, unsigned number, unsigned port, char *to,
                      size_t room)
{
    unsigned stage, index;
    where(network, number, &stage, &index);
    snprintf(to, room, "link_%u_%u_to_%u_%u", stage, index, stage + 1, port);
}

static void text(const struct network *network, char *to, size_t room)
{
    const struct network_stage *stage = network->stage;
    if (network->columns == 1)
        snprintf(to, room, "%u x %u crossbar", stage[0].inputs, stage[0].outputs);
    else if (network->columns == 2)
        snprintf(to, room, "%u x %u H-Xbar", stage[0].routers, stage[1].routers);
    else
        snprintf(to, room, "%u x %u C-Xbar of %u", stage[1].inputs, stage[1].outputs,
                 stage[0].inputs);
}

static void description(const struct network *network, char *to, size_t room)
{
    static const char *const kinds[NETWORK_STAGES_MAX] = {
        "one router, an input per sender, an output per receiver",
        "routers of the senders' side (stage 0), routers of the receivers' side (1)",
        "concentrators (stage 0), the crossbar (1), distributors (2)"};
    char name[32];
    text(network, name, sizeof name);
    snprintf(
        to, room,
        "%s of the %s network: %s.\nrouter_<stage>_<index>; one network cycle per link. A node "
        "injects at inject_<x>_<y> and gets its\nflits at eject_<x>_<y>; {y, x} is its "
        "address.",
        name, network->purpose, kinds[network->columns - 1]);
}

const struct topology crossbar_topology = {.kind = "crossbar",
                                           .one_way = true,
                                           .size = size,
                                           .place = place,
                                           .address = address,
                                           .entry = entry,
                                           .where = where,
                                           .behind = behind,
                                           .route = route,
                                           .routers = routers,
                                           .hops = routers,
                                           .router = router,
                                           .port_name = port_name,
                                           .link_name = link_name,
                                           .text = text,
                                           .description = description};
