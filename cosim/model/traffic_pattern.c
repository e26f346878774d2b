/* Who sends to whom in synthetic traffic. */
#include "traffic_pattern.h"

#include <stdlib.h>

#include "util.h"

static bool sends(const struct network *network, unsigned place)
{
    return network->topology->entry(network, place).kind == END_ROUTER;
}

static bool receives(const struct network *network, unsigned place)
{
    return network_exit(network, place).kind == END_ROUTER;
}

void traffic_count_ends(const struct network *network, unsigned *senders, unsigned *receivers)
{
    *senders = *receivers = 0;
    for (unsigned place = 0; place < network->places; place++) {
        *senders += sends(network, place);
        *receivers += receives(network, place);
    }
}

unsigned traffic_side(const struct network *network)
{
    unsigned side = 1;
    if (network->topology == &mesh_topology)
        return network->columns == network->rows ? network->columns : 0;
    if (network->topology->one_way)
        return 0;
    while (side * side < network->places)
        side++;
    return side * side == network->places ? side : 0;
}

/* Number of the sender at a place, the `nth` that sends. Behind a perfect k-shuffle the digits of
 * its place, base k, are turned by one: the usual numbering of a butterfly has the senders there.
 */
static unsigned sender_number(const struct traffic *traffic, unsigned place, unsigned nth)
{
    const struct network *network = traffic->mesh.network;
    unsigned radix = network->ports, stride = network->places / radix;
    if (!traffic->params.shuffled)
        return nth;
    return place % stride * radix + place / stride;
}

/* The receiver to which a sender sends every packet; TRAFFIC_NOBODY: the pattern lets it choose. */
static unsigned fixed_receiver(const struct traffic *traffic, unsigned sender)
{
    unsigned side = traffic_side(traffic->mesh.network);
    switch (traffic->params.pattern) {
    case TRAFFIC_TRANSPOSE:
        return sender % side * side + sender / side;
    case TRAFFIC_PERMUTATION:
        return traffic->params.permutation[sender];
    case TRAFFIC_HOTSPOT:
    case TRAFFIC_UNIFORM:
    case TRAFFIC_NEIGHBOUR: /* on rings only */
        break;
    }
    return TRAFFIC_NOBODY;
}

static void list_senders(struct traffic *traffic, const uint16_t *exits)
{
    const struct traffic_params *params = &traffic->params;
    unsigned nth = 0;
    for (unsigned place = 0; place < traffic->mesh.nodes; place++) {
        struct traffic_node *node = &traffic->node[place];
        node->sends = sends(traffic->mesh.network, place);
        traffic->fixed[place] = TRAFFIC_NOBODY;
        if (!node->sends)
            continue;
        unsigned number = sender_number(traffic, place, nth++);
        unsigned receiver = fixed_receiver(traffic, number);
        bool silent = params->pattern == TRAFFIC_PERMUTATION && receiver == TRAFFIC_NOBODY;
        if (silent || (params->sources && !params->sources[number]))
            continue;
        if (receiver != TRAFFIC_NOBODY)
            traffic->fixed[place] = exits[receiver];
        traffic->senders[traffic->sender_count++] = (uint16_t)place;
    }
}

/* The middle of a mesh; which receiver it is makes no difference elsewhere. */
unsigned traffic_hot(const struct network *network, const struct traffic_params *params,
                     unsigned receivers)
{
    if (params->hot_chosen)
        return params->hot;
    if (network->topology != &mesh_topology)
        return receivers / 2;
    return network->rows / 2 * network->columns + network->columns / 2;
}

void traffic_ends(struct traffic *traffic)
{
    unsigned places = traffic->mesh.nodes, count = 0;
    uint16_t *exits = xcalloc(places, sizeof *exits); /* by receiver */
    traffic->senders = xcalloc(places, sizeof *traffic->senders);
    traffic->receivers = xcalloc(places, sizeof *traffic->receivers);
    traffic->fixed = xcalloc(places, sizeof *traffic->fixed);
    for (unsigned place = 0; place < places; place++) {
        traffic->node[place].receives = receives(traffic->mesh.network, place);
        if (!traffic->node[place].receives)
            continue;
        if (!traffic->params.targets || traffic->params.targets[count])
            traffic->receivers[traffic->receiver_count++] = (uint16_t)place;
        exits[count++] = (uint16_t)place;
    }
    traffic->hot = exits[traffic_hot(traffic->mesh.network, &traffic->params, count)];
    list_senders(traffic, exits);
    free(exits);
}

/* Receivers of one MC-router; behind a bypassed one a cluster of senders has one of them. */
static unsigned group(const struct traffic *traffic)
{
    const struct network *network = traffic->mesh.network;
    return network->stage[network->columns - 1].outputs;
}

static unsigned cluster_of(const struct traffic *traffic, unsigned sender)
{
    return sender / traffic->mesh.network->stage[0].inputs;
}

unsigned traffic_destination(const struct traffic *traffic, struct rng *rng, unsigned from)
{
    const struct traffic_params *params = &traffic->params;
    unsigned count = traffic->receiver_count;
    if (traffic->fixed[from] != TRAFFIC_NOBODY)
        return traffic->fixed[from];
    if (params->pattern == TRAFFIC_HOTSPOT && rng_real(rng) < params->hot_share)
        return traffic->hot;
    if (!params->bypass)
        return traffic->receivers[rng_below(rng, count)];
    unsigned controller = rng_below(rng, count / group(traffic));
    return traffic->receivers[controller * group(traffic) + cluster_of(traffic, from)];
}

double traffic_share(const struct traffic *traffic, unsigned from, unsigned to)
{
    const struct traffic_params *params = &traffic->params;
    if (traffic->fixed[from] != TRAFFIC_NOBODY)
        return to == traffic->fixed[from];
    if (params->pattern == TRAFFIC_HOTSPOT) /* the others share what does not go there by choice */
        return 1 - params->hot_share +
               (to == traffic->hot ? params->hot_share * traffic->receiver_count : 0);
    return !params->bypass ||
           (to - traffic->receivers[0]) % group(traffic) == cluster_of(traffic, from);
}
