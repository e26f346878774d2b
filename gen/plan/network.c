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
    network->speedup = config->noc_speedup;
    network->flit_bits = 8 * config->noc_width;
    network->dest_lsb = network->flit_bits < 256 ? 64 + 3 : 192 + 3; /* docs/interfaces.md */
    network->classes = classes;
    topology->size(network, config, nodes, complaints);
}

const struct topology *configured_topology(const struct config *config)
{
    static const struct topology *const topologies[] = {[TOPOLOGY_MESH] = &mesh_topology,
                                                        [TOPOLOGY_BUTTERFLY] = &fly_topology,
                                                        [TOPOLOGY_CROSSBAR] = &crossbar_topology,
                                                        [TOPOLOGY_CONCENTRATED] =
                                                            &crossbar_topology,
                                                        [TOPOLOGY_HXBAR] = &crossbar_topology};
    return topologies[config->topology];
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

/* Of what stands at a router's place. */
static void name_at(const struct network *network, const char *what, unsigned router, char *text,
                    size_t size)
{
    unsigned column, row;
    network_router_at(network, router, &column, &row);
    snprintf(text, size, "%s_%u_%u", what, column, row);
}

void network_router_name(const struct network *network, unsigned router, char *text, size_t size)
{
    name_at(network, "router", router, text, size);
}

void network_enable_name(const struct network *network, unsigned router, char *text, size_t size)
{
    name_at(network, "enable", router, text, size);
}

void network_router_at(const struct network *network, unsigned router, unsigned *column,
                       unsigned *row)
{
    *column = router % network->columns;
    *row = router / network->columns;
    if (network->topology->where)
        network->topology->where(network, router, column, row);
}

bool network_has_way(const struct network *network, enum node_kind kind, bool inject)
{
    return !network->topology->one_way || (inject ? network->sends : network->receives)[kind];
}

unsigned network_bypassable(const struct network *network, unsigned *first)
{
    unsigned count = 0;
    for (unsigned i = network_routers(network); network->bypassable && i-- > 0;) {
        struct network_router own;
        network->topology->router(network, i, &own);
        if (own.bypassable) {
            *first = i;
            count++;
        }
    }
    return count;
}

unsigned network_hops(const struct network *network, unsigned from, unsigned to)
{
    if (from == to)
        return 0;
    return network->topology->hops(network, network_place(network, from),
                                   network_place(network, to));
}

static bool network_receives(const struct network *network, unsigned place)
{
    enum node_kind kind;
    unsigned node;
    return network_node_at(network, place, &kind, &node) && network->receives[kind];
}

struct network_end network_exit(const struct network *network, unsigned place)
{
    struct network_end at = network->topology->entry(network, place);
    if (network->topology->one_way) { /* from anywhere: all ways to it end alike */
        if (!network_receives(network, place))
            return (struct network_end){.kind = END_NOBODY};
        for (unsigned from = 0; at.kind == END_NOBODY; from++)
            at = network->topology->entry(network, from);
    }
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
