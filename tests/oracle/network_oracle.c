/* memloom traffic beside a plain network (network_plain.h): of the same packets, created in the
 * same cycles, as many have each latency, and as many flits come out. */
#include "network_plain.h"
#include "traffic.h"
#include "traffic_pattern.h"

#include "../unit/network_of.h"
#include "../unit/plan_chip.h"

static unsigned number_of(const struct traffic *traffic, unsigned place)
{
    unsigned number = 0;
    while (traffic->receivers[number] != place)
        number++;
    return number;
}

/* From the sources of a `struct traffic` that is not run. */
static bool next_packet(void *context, unsigned sender, uint64_t now, struct plain_flit *packet)
{
    struct traffic *traffic = context;
    unsigned place = traffic->senders[sender];
    struct traffic_node *node = &traffic->node[place];
    if (node->next.created > now)
        return false;
    *packet = (struct plain_flit){.to = number_of(traffic, node->next.dest),
                                  .created = node->next.created};
    node->next.created = traffic_meter_next(&traffic->meter, &node->rng, node->next.created);
    if (node->next.created != TRAFFIC_NEVER)
        node->next.dest = traffic_destination(traffic, &node->rng, place);
    return true;
}

static void compare(const struct plain_network *shape, const struct network *network,
                    const struct traffic_params *params)
{
    struct plain_network plain = *shape;
    struct traffic sources, traffic;
    struct traffic_result result;
    traffic_init(&sources, network, params);
    traffic_init(&traffic, network, params);
    traffic_run(&traffic, &result);
    plain.vcs = network->vcs;
    plain.depth = network->depth;
    plain.stages = network->stages;
    plain.speedup = network->speedup;
    plain.flits = params->packet;
    plain.from = traffic.meter.from;
    plain.until = traffic.meter.until;
    plain.next = next_packet;
    plain.single = params->single;
    plain.by_channel = network->by_line;
    plain.context = &sources;
    plain_start(&plain);
    while (plain.now < traffic.now)
        plain_cycle(&plain);
    CHECK(plain.ejected > 0);
    CHECK_EQUAL(plain.ejected, traffic.meter.ejected);
    unsigned latency = 0; /* up to which they agree */
    while (latency + 1 < PLAIN_LATENCIES &&
           plain.latencies[latency] == traffic.meter.latency_count[latency])
        latency++;
    CHECK_EQUAL(latency, PLAIN_LATENCIES - 1);
    plain_release(&plain);
    traffic_release(&traffic);
    traffic_release(&sources);
}

static const double rates[] = {0.05, 0.3, 1};
static const unsigned lengths[] = {1, 5};

/* Every shape of router with every load. */
static void compare_all(const struct plain_network *shape, const struct network *network,
                        enum traffic_pattern pattern, uint64_t seed)
{
    for (unsigned n = 0; n < 6; n++) {
        struct traffic_params params = {.pattern = pattern,
                                        .rate = rates[n % 3],
                                        .packet = lengths[n / 3],
                                        .warmup = 100,
                                        .cycles = 250,
                                        .drain = 250,
                                        .seed = seed + n,
                                        .hot_share = 0.2,
                                        .single = pattern == TRAFFIC_HOTSPOT};
        check_case(
            "%s %u x %u, %u VCs x %u, speed-up %u, %u stages, pattern %u, packets of %u, rate %g",
            network->topology->kind, network->columns, network->rows, network->vcs, network->depth,
            network->speedup, network->stages, pattern, params.packet, params.rate);
        compare(shape, network, &params);
    }
}

static void meshes(void)
{
    static const unsigned sides[][2] = {{4, 4}, {6, 6}, {1, 7}, {7, 1}, {5, 3}};
    for (unsigned n = 0; n < 5; n++) {
        unsigned width = sides[n][0], height = sides[n][1];
        struct plain_network shape = {.width = width, .height = height};
        for (unsigned stages = 2; stages <= 4; stages++) {
            struct network network = mesh_of(width, height, 1u << n % 3, 3 + n % 4, stages);
            compare_all(&shape, &network, TRAFFIC_UNIFORM, 10 * n + stages);
            compare_all(&shape, &network, TRAFFIC_HOTSPOT, 10 * n + stages);
        }
        struct network network = mesh_of(width, height, 4, 4, 4);
        compare_all(&shape, &network, TRAFFIC_UNIFORM, n);
        if (width == height)
            compare_all(&shape, &network, TRAFFIC_TRANSPOSE, n);
    }
}

static void butterflies(void)
{
    static const unsigned sizes[][2] = {{6, 2}, {3, 3}, {16, 1}, {2, 4}};
    for (unsigned n = 0; n < 4; n++) {
        struct plain_network shape = {.radix = sizes[n][0], .columns = sizes[n][1]};
        unsigned places = 1;
        for (unsigned column = 0; column < shape.columns; column++)
            places *= shape.radix;
        for (unsigned stages = 2; stages <= 4; stages++) {
            struct config config = {.fly_radix = shape.radix, .noc_speedup = 1 + stages % 2};
            struct network network = sized(&fly_topology, places, &config, 4, 4, stages);
            compare_all(&shape, &network, TRAFFIC_UNIFORM, 20 * n + stages);
            network = fly_of(shape.radix, places, stages);
            compare_all(&shape, &network, TRAFFIC_UNIFORM, 20 * n + stages);
        }
    }
}

/* Request networks of chips; a channel per line but where cores keep their order. */
static void crossbars(void)
{
    static const struct {
        const char *chip;
        struct plain_network shape;
    } chips[] = {
        {"cores=15 partitions=12 topology=crossbar", {.columns = 1, .column = {{1, 15, 12}}}},
        {"cores=15 partitions=12 topology=crossbar request_order=core noc_speedup=2",
         {.columns = 1, .column = {{1, 15, 12}}}},
        {"cores=12 partitions=8 topology=hxbar clusters=3 memory_controllers=2 router_stages=4",
         {.columns = 2, .column = {{3, 4, 2}, {2, 3, 4}}}},
        {"cores=12 partitions=8 topology=hxbar clusters=3 memory_controllers=2 request_order=core "
         "noc_speedup=2",
         {.columns = 2, .column = {{3, 4, 2}, {2, 3, 4}}}},
        {"cores=12 partitions=8 topology=concentrated concentration=4 request_order=core",
         {.columns = 3, .column = {{3, 4, 1}, {1, 3, 2}, {2, 1, 4}}}},
    };
    for (unsigned n = 0; n < sizeof chips / sizeof *chips; n++) {
        const struct plan *plan = plan_of(chips[n].chip);
        compare_all(&chips[n].shape, &plan->network[NETWORK_REQUEST], TRAFFIC_UNIFORM, 70 + n);
        compare_all(&chips[n].shape, &plan->network[NETWORK_REQUEST], TRAFFIC_HOTSPOT, 80 + n);
    }
}

int main(void)
{
    meshes();
    butterflies();
    crossbars();
    return check_report();
}
