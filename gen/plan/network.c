/* What all topologies have in common: sizes, where the nodes are, ways between them. */
#include "network.h"

#include <stdio.h>

#include "util.h"

void network_init(struct network *network, const struct topology *topology,
                  const struct config *config, unsigned classes, unsigned nodes, char **complaints)
{
    network->topology = topology;
    network->vcs = config->vcs;
    network->depth = config->vc_depth;
    network->stages = config->router_stages;
    network->classes = classes;
    topology->size(network, config, nodes, complaints);
}

unsigned network_node_place(const struct network *network, enum node_kind kind, unsigned node)
{
    return network_place(network, network->node[kind][node]);
}

bool network_node_at(const struct network *network, unsigned place, enum node_kind *kind,
                     unsigned *node)
{
    for (*kind = 0; *kind < NODE_KINDS; ++*kind)
        for (*node = 0; *node < network->nodes[*kind]; ++*node)
            if (network_node_place(network, *kind, *node) == place)
                return true;
    return false;
}

void network_router_name(const struct network *network, unsigned router, char *text, size_t size)
{
    snprintf(text, size, "router_%u_%u", router % network->columns, router / network->columns);
}

unsigned network_hops(const struct network *network, unsigned from, unsigned to)
{
    if (from == to)
        return 0;
    return network->topology->hops(network, network_place(network, from),
                                   network_place(network, to));
}

struct network_end network_exit(const struct network *network, unsigned place)
{
    struct network_end at = network->topology->entry(network, place);
    for (unsigned hops = 0; hops <= network_routers(network); hops++) {
        unsigned port = network->topology->route(network, at.at, place);
        struct network_end next = network->topology->behind(network, at.at, port);
        if (next.kind == END_PLACE && next.at == place)
            return (struct network_end){END_ROUTER, at.at, port};
        if (next.kind != END_ROUTER)
            break;
        at = next;
    }
    bug("%s: the route to place %u does not arrive", network->name, place);
}
