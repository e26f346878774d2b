/* Synthetic traffic on the rings of the cooperative caching network: single packets by the law, a
 * ring of requests beside a plain one written from docs/traffic.md, throughput beside the load of
 * the channels, and what the bubble rule is for. */
#include "ring_traffic.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "util.h"

static const unsigned sizes[] = {2, 3, 15, 60};
enum { SIZES = sizeof sizes / sizeof *sizes, HOP_MAX = 5 };

static struct ring_params rings_of(unsigned nodes, enum ring_carries carries)
{
    return (struct ring_params){.carries = carries,
                                .nodes = nodes,
                                .hop = 1,
                                .buffer = 8,
                                .requests = 8,
                                .responses = 8,
                                .bubble = true};
}

static struct traffic_params busy(const struct ring_params *ring, double rate)
{
    return (struct traffic_params){.rate = rate,
                                   .packet = ring_packet_flits(ring->carries),
                                   .warmup = 2000,
                                   .cycles = 20000,
                                   .drain = 100000,
                                   .seed = 5};
}

static void ping_all(const struct ring_params *ring)
{
    struct traffic_params asked = busy(ring, 0);
    struct ring_traffic traffic;
    ring_traffic_init(&traffic, ring, &asked);
    for (unsigned from = 0; from < ring->nodes; from++)
        for (unsigned to = 0; to < ring->nodes; to++)
            if (from != to)
                CHECK_EQUAL(ring_traffic_ping(&traffic, from, to), ring_law(ring, from, to));
    ring_traffic_release(&traffic);
}

static void a_packet_alone_takes_as_long_as_by_the_law(void)
{
    for (unsigned size = 0; size + 1 < SIZES; size++)
        for (unsigned carries = 0; carries < 3; carries++)
            for (unsigned hop = 1; hop <= HOP_MAX; hop++)
                for (unsigned equal = 0; equal < 2; equal++) {
                    struct ring_params ring = rings_of(sizes[size], (enum ring_carries)carries);
                    ring.hop = hop;
                    ring.equal = equal;
                    ping_all(&ring);
                }
}

/* By hand: 15 nodes, from 3 to 5. */
static void the_law_is_what_is_counted_by_hand(void)
{
    struct ring_params ring = rings_of(15, RING_REQUESTS);
    CHECK_EQUAL(ring_law(&ring, 3, 5), 4 + 2);
    ring.hop = 3;
    CHECK_EQUAL(ring_law(&ring, 3, 5), 4 + 6);
    ring.carries = RING_RESPONSES; /* against the requests: 13 nodes */
    CHECK_EQUAL(ring_law(&ring, 3, 5), 4 + 13 * 6);
    ring.carries = RING_BOTH;
    CHECK_EQUAL(ring_law(&ring, 3, 5), 6 + 2 * 3 + 2 * 6);
    ring.equal = true;
    CHECK_EQUAL(ring_law(&ring, 3, 5), 6 + 2 * 3 + 13 * 6);
}

/* A plain ring of requests with hops of one cycle, as docs/traffic.md describes it. */
enum { PLAIN_NODES = 15, PLAIN_ROOM = 20000, PLAIN_QUEUE = 8 };
struct plain_packet {
    uint64_t created;
    unsigned to;
};
struct plain_queue {
    struct plain_packet packet[PLAIN_ROOM];
    unsigned first, end;
};
struct plain_node {
    struct plain_queue source, buffer, entry, ring;
};

static unsigned length(const struct plain_queue *queue)
{
    return queue->end - queue->first;
}

static void put(struct plain_queue *queue, struct plain_packet packet)
{
    CHECK(queue->end < PLAIN_ROOM);
    queue->packet[queue->end++] = packet;
}

static void move(struct plain_queue *to, struct plain_queue *from)
{
    put(to, from->packet[from->first++]);
}

/* What a node does at an edge; all decide on what was there before it. */
struct plain_moves {
    bool eject, hop, offered, enter, take, begin;
};

static struct plain_moves plain_decide(const struct plain_node *node, unsigned number)
{
    const struct plain_node *n = &node[number], *next = &node[(number + 1) % PLAIN_NODES];
    const struct plain_node *last = &node[(number + PLAIN_NODES - 1) % PLAIN_NODES];
    bool there = length(&n->ring), arrived = there && n->ring.packet[n->ring.first].to == number;
    bool offered = length(&last->ring) && last->ring.packet[last->ring.first].to !=
                                              (number + PLAIN_NODES - 1) % PLAIN_NODES;
    return (struct plain_moves){.eject = arrived,
                                .hop = there && !arrived && length(&next->ring) < PLAIN_QUEUE,
                                .enter = length(&n->entry) && !offered &&
                                         length(&n->ring) + 1 < PLAIN_QUEUE,
                                .take = length(&n->buffer) && !length(&n->entry),
                                .begin = length(&n->source) && length(&n->buffer) < PLAIN_QUEUE};
}

static void plain_step(struct plain_node *node, uint64_t now, uint64_t *packets, uint64_t *latency)
{
    struct plain_moves moves[PLAIN_NODES];
    for (unsigned i = 0; i < PLAIN_NODES; i++)
        moves[i] = plain_decide(node, i);
    for (unsigned i = 0; i < PLAIN_NODES; i++) {
        struct plain_node *n = &node[i];
        if (moves[i].eject) {
            ++*packets;
            *latency += now + 1 - n->ring.packet[n->ring.first++].created;
        }
        if (moves[i].hop)
            move(&node[(i + 1) % PLAIN_NODES].ring, &n->ring);
        if (moves[i].enter)
            move(&n->ring, &n->entry);
        if (moves[i].take)
            move(&n->entry, &n->buffer);
        if (moves[i].begin)
            move(&n->buffer, &n->source);
    }
}

/* Both get the same packets; every latency of every cycle must agree. */
static void a_ring_of_requests_is_a_plain_ring(void)
{
    static const double rates[] = {0.02, 0.1, 0.13, 1};
    for (unsigned r = 0; r < sizeof rates / sizeof *rates; r++)
        for (unsigned pattern = 0; pattern < 2; pattern++) {
            struct ring_params ring = rings_of(PLAIN_NODES, RING_REQUESTS);
            struct traffic_params asked = busy(&ring, rates[r]);
            struct plain_node *node = xcalloc(PLAIN_NODES, sizeof *node);
            struct ring_traffic traffic;
            uint64_t packets = 0, latency = 0;
            asked.pattern = pattern ? TRAFFIC_NEIGHBOUR : TRAFFIC_UNIFORM;
            asked.warmup = 0;
            ring_traffic_init(&traffic, &ring, &asked);
            while (traffic.now < 8000) {
                for (unsigned i = 0; i < PLAIN_NODES; i++) {
                    struct ring_node *n = &traffic.node[i];
                    struct plain_packet next = {n->next_at, n->next_to};
                    const struct plain_queue *source = &node[i].source;
                    if (next.created <= traffic.now &&
                        (!source->end || source->packet[source->end - 1].created != next.created))
                        put(&node[i].source, next);
                }
                plain_step(node, traffic.now, &packets, &latency);
                ring_traffic_cycle(&traffic);
                CHECK_EQUAL(traffic.meter.packets, packets);
                CHECK_EQUAL(traffic.meter.latency_sum, latency);
            }
            CHECK(packets > 1000);
            ring_traffic_release(&traffic);
            free(node);
        }
}

static struct traffic_result run(const struct ring_params *ring, enum traffic_pattern pattern,
                                 double rate)
{
    struct traffic_params asked = busy(ring, rate);
    struct ring_traffic traffic;
    struct traffic_result result;
    asked.pattern = pattern;
    ring_traffic_init(&traffic, ring, &asked);
    ring_traffic_run(&traffic, &result);
    ring_traffic_release(&traffic);
    return result;
}

/* In overload all but what the bubble rule and a full ring of responses cost; at half of it
 * everything arrives. 3%: of 20,000 cycles, which packets there were. */
static void throughput_is_what_the_channels_bear(void)
{
    for (unsigned size = 2; size < SIZES; size++)
        for (unsigned carries = 0; carries < 3; carries++)
            for (unsigned equal = 0; equal < 2; equal++)
                for (unsigned pattern = 0; pattern < 2; pattern++) {
                    enum traffic_pattern where = pattern ? TRAFFIC_NEIGHBOUR : TRAFFIC_UNIFORM;
                    struct ring_params ring = rings_of(sizes[size], (enum ring_carries)carries);
                    ring.equal = equal;
                    double capacity = ring_capacity(&ring, where);
                    struct traffic_result full = run(&ring, where, 1);
                    struct traffic_result half = run(&ring, where, capacity / 2);
                    CHECK(full.accepted < 1.03 * capacity);
                    CHECK(full.accepted > 0.7 * capacity);
                    CHECK(half.stable);
                    CHECK(fabs(half.accepted - half.created) < 0.03 * capacity);
                }
}

/* So much that no packet of the measurement has left its source when the measurement ends. */
static void rings_far_behind_are_not_stable(void)
{
    struct ring_params ring = rings_of(15, RING_REQUESTS);
    struct traffic_params asked = busy(&ring, 1);
    struct ring_traffic traffic;
    struct traffic_result result;
    asked.warmup = 3000;
    asked.cycles = 100;
    asked.drain = 400;
    ring_traffic_init(&traffic, &ring, &asked);
    ring_traffic_run(&traffic, &result);
    ring_traffic_release(&traffic);
    CHECK_EQUAL(result.packets, 0);
    CHECK(result.accepted > 0 && result.accepted < 0.5);
    CHECK(!result.stable);
}

static void capacity_is_what_is_counted_by_hand(void)
{
    struct ring_params ring = rings_of(15, RING_REQUESTS);
    CHECK(fabs(ring_capacity(&ring, TRAFFIC_UNIFORM) - 1 / 8.5) < 1e-9); /* 7.5 hops and home */
    CHECK(fabs(ring_capacity(&ring, TRAFFIC_NEIGHBOUR) - 0.5) < 1e-9);
    ring.carries = RING_RESPONSES;
    CHECK(fabs(ring_capacity(&ring, TRAFFIC_UNIFORM) - 1 / 7.5) < 1e-9);
    CHECK(fabs(ring_capacity(&ring, TRAFFIC_NEIGHBOUR) - 1) < 1e-9);
    ring.carries = RING_BOTH;
    CHECK(fabs(ring_capacity(&ring, TRAFFIC_UNIFORM) - 1 / 30.0) < 1e-9);
    CHECK(fabs(ring_capacity(&ring, TRAFFIC_NEIGHBOUR) - 0.25) < 1e-9);
    ring.equal = true;
    CHECK(fabs(ring_capacity(&ring, TRAFFIC_NEIGHBOUR) - 1 / 56.0) < 1e-9);
}

/* No packet leaves for L2, whatever waits. */
static void nothing_is_deflected(void)
{
    struct ring_params ring = rings_of(15, RING_BOTH);
    struct traffic_params asked = busy(&ring, 1);
    struct ring_traffic traffic;
    ring.buffer = 1;
    asked.warmup = 0;
    ring_traffic_init(&traffic, &ring, &asked);
    while (traffic.now < 5000) {
        ring_traffic_cycle(&traffic);
        for (unsigned i = 0; i < ring.nodes; i++)
            CHECK(!traffic.node[i].buffer_out.direct_valid);
    }
    CHECK(traffic.meter.packets > 500);
    ring_traffic_release(&traffic);
}

static void lines_of_rings_without_the_bubble_rule_stand(void)
{
    for (unsigned bubble = 0; bubble < 2; bubble++) {
        struct ring_params ring = rings_of(15, RING_RESPONSES);
        struct traffic_params asked = busy(&ring, 1);
        struct ring_traffic traffic;
        ring.responses = 2;
        ring.bubble = bubble;
        ring_traffic_init(&traffic, &ring, &asked);
        while (traffic.now < asked.warmup + asked.cycles)
            ring_traffic_cycle(&traffic);
        uint64_t packets = traffic.meter.packets;
        for (unsigned i = 0; i < 5000; i++)
            ring_traffic_cycle(&traffic);
        CHECK_EQUAL(traffic.meter.packets > packets, bubble);
        ring_traffic_release(&traffic);
    }
}

int main(void)
{
    TEST(a_packet_alone_takes_as_long_as_by_the_law());
    TEST(the_law_is_what_is_counted_by_hand());
    TEST(a_ring_of_requests_is_a_plain_ring());
    TEST(throughput_is_what_the_channels_bear());
    TEST(rings_far_behind_are_not_stable());
    TEST(capacity_is_what_is_counted_by_hand());
    TEST(nothing_is_deflected());
    TEST(lines_of_rings_without_the_bubble_rule_stand());
    return check_report();
}
