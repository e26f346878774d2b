/* Synthetic traffic: sources, sinks, measurement. */
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

#include "rr_arbiter.h"
#include "traffic_pattern.h"
#include "util.h"

/* Words of a flit beside that of its destination: the cycle in which its packet was created; its
 * number and its place of destination. The model carries them in flits of any width. */
enum { FLIT_CREATED = 0, FLIT_PLACE = 2 };

static void create_next(struct traffic *traffic, unsigned node, uint64_t last)
{
    struct traffic_node *n = &traffic->node[node];
    n->next.created = traffic_meter_next(&traffic->meter, &n->rng, last);
    if (n->next.created == TRAFFIC_NEVER)
        return;
    n->next.dest = traffic_destination(traffic, &n->rng, node);
}

void traffic_init(struct traffic *traffic, const struct network *network,
                  const struct traffic_params *params)
{
    memset(traffic, 0, sizeof *traffic);
    traffic->params = *params;
    mesh_init(&traffic->mesh, network);
    mesh_bypass(&traffic->mesh, params->bypass);
    while (params->bypass && !mesh_bypassed(&traffic->mesh)) {
        mesh_step(&traffic->mesh);
        mesh_outputs(&traffic->mesh);
    }
    traffic_meter_init(&traffic->meter, params);
    traffic->node = xcalloc(traffic->mesh.nodes, sizeof *traffic->node);
    for (unsigned router = 0; params->serial && router < traffic->mesh.routers; router++)
        router_allocate_serially(&traffic->mesh.router[router]);
    traffic_ends(traffic);
    for (unsigned node = 0; node < traffic->mesh.nodes; node++) {
        struct traffic_node *n = &traffic->node[node];
        rng_init(&n->rng, params->seed * NODES_MAX + node);
        n->address = network_address(network, node);
        memset(n->credit, (int)network->depth, network->vcs);
        n->credited = (uint8_t)((1u << network->vcs) - 1);
        n->next.created = TRAFFIC_NEVER;
    }
    for (unsigned i = 0; i < traffic->sender_count; i++)
        create_next(traffic, traffic->senders[i], TRAFFIC_NEVER);
}

void traffic_release(struct traffic *traffic)
{
    mesh_release(&traffic->mesh);
    traffic_meter_release(&traffic->meter);
    free(traffic->node);
    free(traffic->senders);
    free(traffic->receivers);
    free(traffic->fixed);
}

/* A place without anything to send waits for the next packet it creates. One that is created
 * further ahead is found when the calendar starts again. */
static void await_next(struct traffic *traffic, unsigned node)
{
    uint64_t created = traffic->node[node].next.created;
    if (created / TRAFFIC_CALENDAR == traffic->now / TRAFFIC_CALENDAR)
        mesh_mask_add(traffic->calendar[created % TRAFFIC_CALENDAR], node);
}

/* Places that create a packet in this cycle are busy from now on. */
static void wake_senders(struct traffic *traffic)
{
    uint64_t *due = traffic->calendar[traffic->now % TRAFFIC_CALENDAR];
    if (traffic->now % TRAFFIC_CALENDAR == 0)
        for (unsigned i = 0; i < traffic->sender_count; i++)
            await_next(traffic, traffic->senders[i]);
    for (unsigned word = 0; word < traffic->mesh.words; word++) {
        traffic->busy[word] |= due[word];
        due[word] = 0;
    }
}

static unsigned choose(unsigned candidates, uint8_t *mask, unsigned vcs)
{
    uint64_t chosen = rr_arbiter_grant(candidates, *mask);
    *mask = (uint8_t)rr_arbiter_next_mask(chosen, vcs);
    return (unsigned)__builtin_ctzll(chosen);
}

/* The oldest waiting packet goes to a VC without one, preferably one with a free slot in the
 * router; by the other convention when nothing is under way, and only to one with a free slot. */
static void start_packet(struct traffic *traffic, unsigned node)
{
    struct traffic_node *n = &traffic->node[node];
    unsigned vcs = traffic->mesh.network->vcs;
    unsigned free_vcs = ~(unsigned)n->under_way & ((1u << vcs) - 1);
    if (traffic->params.single)
        free_vcs = n->under_way ? 0 : free_vcs & n->credited;
    if (n->next.created > traffic->now || !free_vcs)
        return;
    unsigned vc =
        choose(free_vcs & n->credited ? free_vcs & n->credited : free_vcs, &n->start_mask, vcs);
    n->packet[vc] = n->next;
    n->under_way |= (uint8_t)(1u << vc);
    traffic_meter_start(&traffic->meter, n->next.created);
    create_next(traffic, node, n->next.created);
}

/* One flit of one packet under way goes to the inject register. */
static void send_flit(struct traffic *traffic, unsigned node)
{
    struct traffic_node *n = &traffic->node[node];
    const struct network *network = traffic->mesh.network;
    unsigned ready = n->under_way & n->credited;
    if (!ready)
        return;
    unsigned vc = choose(ready, &n->vc_mask, network->vcs);
    uint64_t dest = traffic->node[n->packet[vc].dest].address;
    if (network->escape && vc == network->vcs - 1)
        dest |= UINT64_C(1) << NODE_BITS; /* class 1 */
    struct traffic_packet *packet = &n->packet[vc];
    n->flit[FLIT_CREATED] = packet->created;
    n->flit[FLIT_PLACE] = (uint64_t)packet->sent << 32 | packet->dest;
    /* behind the head there are data, which lead nowhere */
    n->flit[network->dest_lsb / 64] = (packet->sent ? ~dest : dest) << network->dest_lsb % 64;
    packet->sent++;
    bool tail = packet->sent == traffic->params.packet;
    if (tail) {
        packet->sent = 0;
        n->under_way &= (uint8_t) ~(1u << vc);
    }
    if (--n->credit[vc] == 0)
        n->credited &= (uint8_t) ~(1u << vc);
    n->wires = (struct mesh_inject){true, tail, vc, n->wires.credit, n->flit};
    mesh_mask_add(traffic->feeding, node);
}

/* A busy place: starts a packet, sends a flit. */
static void serve(struct traffic *traffic, unsigned node)
{
    struct traffic_node *n = &traffic->node[node];
    if (n->next.created <= traffic->now)
        start_packet(traffic, node);
    if (n->under_way)
        send_flit(traffic, node);
    if (n->under_way || n->next.created <= traffic->now)
        return;
    traffic->busy[node / 64] &= ~(UINT64_C(1) << node % 64);
    await_next(traffic, node);
}

static void eject(struct traffic *traffic, unsigned node, const struct mesh_eject *out)
{
    struct traffic_node *n = &traffic->node[node];
    const uint64_t *flit = out->flit;
    unsigned vc = out->vc;
    bool tail = out->tail;
    unsigned number = (unsigned)(flit[FLIT_PLACE] >> 32), dest = (unsigned)flit[FLIT_PLACE];
    if (dest != node || number != n->expected[vc] || tail != (number + 1 == traffic->params.packet))
        bug("node %u got flit %u for node %u, expected flit %u", node, number, dest,
            n->expected[vc]);
    n->expected[vc] = tail ? 0 : n->expected[vc] + 1;
    n->wires.credit = UINT64_C(1) << vc;
    mesh_mask_add(traffic->feeding, node);
    traffic_meter_eject(&traffic->meter, traffic->now, 1);
    if (tail)
        traffic_meter_arrive(&traffic->meter, flit[FLIT_CREATED], traffic->now);
}

/* What a node sees on its wires in this cycle. */
static void read_wires(struct traffic *traffic, unsigned node)
{
    struct traffic_node *n = &traffic->node[node];
    struct mesh_eject out = {.valid = false};
    uint64_t credit = n->sends ? mesh_inject_credit(&traffic->mesh, node) : 0;
    if (n->receives)
        out = mesh_eject(&traffic->mesh, node);
    n->credited |= (uint8_t)credit;
    for (; credit; credit &= credit - 1)
        n->credit[__builtin_ctzll(credit)]++;
    if (out.valid)
        eject(traffic, node, &out);
}

static void feed(struct traffic *traffic, unsigned node)
{
    struct mesh_inject *wires = &traffic->node[node].wires;
    mesh_feed(&traffic->mesh, node, wires);
    wires->valid = false;
    wires->credit = 0;
}

/* One network cycle. The nodes decide on what they saw before, as the routers do. */
void traffic_cycle(struct traffic *traffic)
{
    struct mesh *mesh = &traffic->mesh;
    for (unsigned word = 0; word < mesh->words; word++) {
        for (uint64_t rest = traffic->feeding[word]; rest; rest &= rest - 1)
            feed(traffic, word * 64 + (unsigned)__builtin_ctzll(rest));
        traffic->feeding[word] = 0;
    }
    mesh_step(mesh);
    wake_senders(traffic);
    for (unsigned word = 0; word < mesh->words; word++)
        for (uint64_t rest = traffic->busy[word]; rest; rest &= rest - 1)
            serve(traffic, word * 64 + (unsigned)__builtin_ctzll(rest));
    for (unsigned word = 0; word < mesh->words; word++)
        for (uint64_t rest = mesh_local(mesh, word); rest; rest &= rest - 1)
            read_wires(traffic, word * 64 + (unsigned)__builtin_ctzll(rest));
    mesh_outputs(mesh);
    traffic->now++;
}

static bool everything_arrived(const struct traffic *traffic)
{
    for (unsigned node = 0; node < traffic->mesh.nodes; node++)
        if (traffic_meter_waits(&traffic->meter, traffic->node[node].next.created))
            return false;
    return traffic->meter.outstanding == 0;
}

void traffic_run(struct traffic *traffic, struct traffic_result *result)
{
    while (traffic->now < traffic->meter.until)
        traffic_cycle(traffic);
    uint64_t limit = traffic->meter.until + traffic->params.drain;
    while (!everything_arrived(traffic) && traffic->now < limit)
        traffic_cycle(traffic);

    traffic_meter_result(&traffic->meter, traffic->sender_count, everything_arrived(traffic),
                         result);
    result->total_cycles = traffic->now;
    result->hash = mesh_hash(&traffic->mesh);
    result->flit_hops = 0;
    for (unsigned router = 0; router < traffic->mesh.routers; router++)
        for (unsigned port = 0; port < traffic->mesh.ports; port++)
            result->flit_hops += traffic->mesh.flits[router][port];
}

void traffic_queue(struct traffic *traffic, unsigned from, unsigned to)
{
    traffic->node[from].next = (struct traffic_packet){.created = traffic->now, .dest = to};
    mesh_mask_add(traffic->busy, from);
}

unsigned traffic_ping(struct traffic *traffic, unsigned from, unsigned to)
{
    struct traffic_meter *meter = &traffic->meter;
    uint64_t packets = meter->packets, sum = meter->latency_sum;
    meter->from = traffic->now;
    meter->until = TRAFFIC_NEVER;
    traffic_queue(traffic, from, to);
    while (meter->packets == packets)
        traffic_cycle(traffic);
    while (!mesh_is_idle(&traffic->mesh) || traffic->node[to].wires.credit)
        traffic_cycle(traffic);
    return (unsigned)(meter->latency_sum - sum);
}

/* A slot is used again `loop` cycles after a flit that does not wait left it: S T L at one router
 * (only the inject register and L at a source), S and the credit register at the next; behind a
 * bypassed one its register both ways, and the sink's credit. A buffer
 * shorter than that leaves a gap once per buffer length; the longest loop on the path decides. */
unsigned traffic_law(const struct network *network, unsigned routers, unsigned bypassed,
                     unsigned flits)
{
    unsigned loop = bypassed ? 6 : routers > 1 ? 5 : 4;
    unsigned gap = network->depth < loop ? loop - network->depth : 0;
    unsigned bubbles = (flits - 1) / network->depth * gap;
    return 2 + routers * (network->stages + 1) + bypassed + (flits - 1) + bubbles;
}
