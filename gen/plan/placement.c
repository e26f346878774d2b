/* Which place of a network is which core or memory partition (key mc_placement). */
#include "network.h"
#include "util.h"

static unsigned rim_length(const struct network *mesh)
{
    if (mesh->columns == 1 || mesh->rows == 1)
        return mesh->places;
    return 2 * (mesh->columns + mesh->rows) - 4;
}

/* A place on the rim of the mesh, `step` steps clockwise from the north-west corner. */
static unsigned rim_place(const struct network *mesh, unsigned step)
{
    unsigned columns = mesh->columns, right = columns - 1, bottom = mesh->rows - 1;
    if (step < columns)
        return step;
    if (step <= right + bottom)
        return (step - right) * columns + right;
    if (step <= 2 * right + bottom)
        return bottom * columns + (2 * right + bottom - step);
    return (2 * (right + bottom) - step) * columns;
}

/* Where the partitions of "edges" sit: even ones on the top row, odd ones on the bottom row, evenly
 * spread; on the whole rim when there are more than these rows hold. */
static unsigned edge_place(const struct network *mesh, unsigned partition, unsigned partitions)
{
    unsigned rows = mesh->rows > 1 ? 2 : 1, row = partition % rows;
    if (partitions > rows * mesh->columns)
        return rim_place(mesh, (2 * partition + 1) * rim_length(mesh) / (2 * partitions));
    unsigned in_row = (partitions - row + rows - 1) / rows;
    unsigned x = (2 * (partition / rows) + 1) * mesh->columns / (2 * in_row);
    return row * (mesh->rows - 1) * mesh->columns + x;
}

/* Where the partitions of "diagonal" sit: evenly spread over the rows, and over the columns by a
 * step that visits all of them, about a third of the width. */
static unsigned diagonal_place(const struct network *mesh, unsigned partition, unsigned partitions)
{
    unsigned step = mesh->columns / 3 + 1;
    while (gcd(step, mesh->columns) != 1)
        step++;
    unsigned row = (2 * partition + 1) * mesh->rows / (2 * partitions);
    return row * mesh->columns + partition * step % mesh->columns;
}

static bool edges_have_room(const struct network *network, const struct config *config,
                            char **complaints)
{
    unsigned room = rim_length(network);
    if (config->mc_placement != PLACEMENT_EDGES || config->partitions <= room)
        return true;
    add_complaint(complaints,
                  "mc_placement = edges: %u partitions do not fit the %u places of the rim",
                  config->partitions, room);
    return false;
}

static unsigned partition_slot(const struct network *network, const struct config *config,
                               unsigned partition, unsigned slots)
{
    if (config->mc_placement == PLACEMENT_EDGES)
        return edge_place(network, partition, config->partitions);
    if (config->mc_placement == PLACEMENT_DIAGONAL)
        return diagonal_place(network, partition, config->partitions);
    return (2 * partition + 1) * slots / (2 * config->partitions);
}

/* Cores, then partitions. */
static void place_in_order(struct network *network)
{
    unsigned at = 0;
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned i = 0; i < network->nodes[kind]; i++)
            network->node[kind][i] = network_address(network, at++);
}

/* Partitions first, then cores in the order of places on what is left. A butterfly has as many
 * slots as nodes, spread over its places, so that each of its routers serves about as many. */
void network_place_nodes(struct network *network, const struct config *config, char **complaints)
{
    if (network->topology->one_way) {
        place_in_order(network);
        return;
    }
    bool taken[NODES_MAX] = {false};
    unsigned cores = network->nodes[NODE_CORE], partitions = network->nodes[NODE_MEMORY];
    bool butterfly = network->topology == &fly_topology;
    unsigned places = network->places, slots = butterfly ? cores + partitions : places;
    if (partitions && !edges_have_room(network, config, complaints))
        return;
    for (unsigned i = 0; i < partitions; i++) {
        unsigned slot = partition_slot(network, config, i, slots);
        taken[slot] = true;
        network->node[NODE_MEMORY][i] = network_address(network, slot * places / slots);
    }
    for (unsigned core = 0, slot = 0; core < cores; slot++)
        if (!taken[slot])
            network->node[NODE_CORE][core++] = network_address(network, slot * places / slots);
}
