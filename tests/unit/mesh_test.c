/* The model of the networks under traffic: visiting only active routers, or all of them in any
 * order, gives the same machine; flits are conserved; the zero-load law holds exactly. */
#include "check.h"
#include "hash.h"
#include "mesh_planes.h"
#include "network_of.h"
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

/* Steps a mesh `cycles` times and hashes its state every 10 cycles; a shuffle visits all routers.
 */
static uint64_t hash_of_run(const struct network *network, double rate, struct rng *shuffle)
{
    struct traffic_params params = {.rate = rate, .packet = 3, .cycles = 3000, .seed = 7};
    struct traffic traffic;
    uint16_t order[ROUTERS_MAX];
    uint64_t hash = 0;
    traffic_init(&traffic, network, &params);
    for (unsigned n = 0; n < traffic.mesh.routers; n++)
        order[n] = (uint16_t)n;
    if (shuffle)
        mesh_visit_all(&traffic.mesh, order);
    while (traffic.now < params.cycles) {
        for (unsigned n = traffic.mesh.routers; shuffle && n > 1; n--) {
            unsigned other = rng_below(shuffle, n);
            uint16_t swapped = order[other];
            order[other] = order[n - 1];
            order[n - 1] = swapped;
        }
        traffic_cycle(&traffic);
        if (traffic.now % 10 == 0)
            hash = hash_word(hash, mesh_hash(&traffic.mesh));
    }
    traffic_release(&traffic);
    return hash;
}

static void skipping_idle_routers_changes_nothing(void)
{
    static const double rates[] = {0.01, 0.2, 1};
    for (unsigned stages = 2; stages <= 4; stages++) {
        for (unsigned r = 0; r < 3; r++) {
            struct network network = mesh_of(5, 4, 3, 2, stages);
            struct rng rng;
            rng_init(&rng, stages);
            CHECK_EQUAL(hash_of_run(&network, rates[r], &rng),
                        hash_of_run(&network, rates[r], NULL));
            network = fly_of(3, 27, stages);
            CHECK_EQUAL(hash_of_run(&network, rates[r], &rng),
                        hash_of_run(&network, rates[r], NULL));
        }
    }
    struct network network = mesh_of(9, 9, 2, 4, 4); /* more routers than a mask word has bits */
    struct rng rng;
    rng_init(&rng, 1);
    CHECK_EQUAL(hash_of_run(&network, 0.1, &rng), hash_of_run(&network, 0.1, NULL));
}

/* What a run is made of, beside the way it is computed. */
struct way_run {
    unsigned columns, rows, stages, classes, packet;
    double rate;
    bool escape; /* two classes, of which the second borrows channels */
    bool narrow; /* planes by instructions that every processor has */
};

/* The hash of the state every 12 cycles, and the flits over every link, of a run that is computed
 * router by router, in planes, or by each in turn for random times. */
static uint64_t hash_of_way(const struct way_run *run, enum mesh_way way, struct rng *turns)
{
    struct network network = mesh_of(run->columns, run->rows, 4, 4, run->stages);
    struct traffic_params params = {
        .rate = run->rate, .packet = run->packet, .cycles = 120, .seed = run->stages};
    struct traffic traffic;
    uint64_t hash = 0, until = 0;
    network.classes = run->classes;
    network.escape = run->escape;
    traffic_init(&traffic, &network, &params);
    mesh_choose_way(&traffic.mesh, way);
    CHECK_EQUAL(traffic.mesh.in_planes, way == MESH_IN_PLANES);
    if (traffic.mesh.in_planes && run->narrow)
        traffic.mesh.planes->step = mesh_planes_step_plain;
    while (traffic.now < params.cycles) {
        if (turns && traffic.now == until) {
            mesh_choose_way(&traffic.mesh, rng_below(turns, 2) ? MESH_IN_PLANES : MESH_BY_ROUTER);
            until += 1 + rng_below(turns, 20);
        }
        traffic_cycle(&traffic);
        if (traffic.now % 12 == 0)
            hash = hash_word(hash, mesh_hash(&traffic.mesh));
    }
    for (unsigned router = 0; router < traffic.mesh.routers; router++)
        hash = hash_words(hash, traffic.mesh.flits[router], traffic.mesh.ports);
    traffic_release(&traffic);
    return hash;
}

static void planes_are_the_routers(void)
{
    static const unsigned sizes[][2] = {{1, 1}, {2, 1}, {1, 3}, {6, 6}, {5, 7}, {16, 16}, {32, 3}};
    static const unsigned classes[] = {1, 2, 4, 2}, packets[] = {1, 5, 9};
    static const double rates[] = {0.02, 0.25, 1};
    struct rng rng;
    rng_init(&rng, 3);
    for (unsigned i = 0; i < 3 * 3 * 4 * 7; i++) {
        const unsigned *size = sizes[i % 7];
        struct way_run run = {.columns = size[0],
                              .rows = size[1],
                              .stages = 2 + i / 7 % 3,
                              .classes = classes[i / 21 % 4],
                              .escape = i / 21 % 4 == 3,
                              .packet = packets[i / 3 % 3],
                              .rate = rates[i / 84]};
        uint64_t hash = hash_of_way(&run, MESH_BY_ROUTER, NULL);
        CHECK_EQUAL(hash_of_way(&run, MESH_IN_PLANES, NULL), hash);
        run.narrow = true;
        CHECK_EQUAL(hash_of_way(&run, MESH_IN_PLANES, NULL), hash);
        CHECK_EQUAL(hash_of_way(&run, MESH_BY_ROUTER, &rng), hash);
    }
}

/* One link to another router, or to another port of it, and there are none. */
static void planes_are_for_links_of_a_mesh(void)
{
    struct network network = mesh_of(4, 4, 4, 4, 4);
    struct mesh mesh;
    mesh_init(&mesh, &network);
    for (unsigned changed = 0; changed < 3; changed++) {
        struct mesh_link *link = &mesh.link[5][PORT_EAST], before = *link;
        link->node ^= changed == 1;
        link->port ^= changed == 2;
        struct mesh_planes *planes = mesh_planes_new(&mesh);
        CHECK((planes != NULL) == !changed);
        mesh_planes_free(planes);
        *link = before;
    }
    mesh_release(&mesh);
}

/* Of other routers there are none. */
static void planes_are_for_plain_meshes(void)
{
    struct network networks[] = {mesh_of(4, 4, 2, 4, 4), mesh_of(4, 4, 4, 3, 4),
                                 mesh_of(17, 16, 4, 4, 4), fly_of(5, 25, 4)};
    for (unsigned i = 0; i < sizeof networks / sizeof *networks; i++) {
        struct mesh mesh;
        mesh_init(&mesh, &networks[i]);
        mesh_choose_way(&mesh, MESH_IN_PLANES);
        CHECK(!mesh.in_planes);
        mesh_release(&mesh);
    }
    planes_are_for_links_of_a_mesh();
}

/* Everything that is created arrives (the sinks check destination, order and packet bounds), then
 * the network is idle. */
static void expect_arrival(const struct network *network, uint64_t seed)
{
    struct traffic_params params = {
        .rate = 0.3, .packet = 5, .cycles = 4000, .drain = 100000, .seed = seed};
    struct traffic traffic;
    struct traffic_result result;
    traffic_init(&traffic, network, &params);
    traffic_run(&traffic, &result);
    CHECK(result.stable);
    CHECK((double)result.packets > traffic.mesh.nodes * 4000 * 0.3 / 5 * 0.9);
    expect_to_run_empty(&traffic);
    traffic_release(&traffic);
}

static void every_flit_arrives_once(void)
{
    for (unsigned stages = 2; stages <= 4; stages++) {
        struct network network = mesh_of(4, 4, 2, 3, stages);
        expect_arrival(&network, stages);
    }
    static const unsigned flies[][2] = {{2, 2}, {6, 36}, {4, 64}, {16, 20}, {3, 81}, {2, 300}};
    for (unsigned i = 0; i < sizeof flies / sizeof *flies; i++) {
        struct network network = fly_of(flies[i][0], flies[i][1], 2 + i % 3);
        expect_arrival(&network, i);
    }
}

static void expect_law(const struct network *network, unsigned flits)
{
    struct traffic_params params = {.packet = flits, .seed = 1};
    struct traffic traffic;
    traffic_init(&traffic, network, &params);
    for (unsigned to = 0; to < traffic.mesh.nodes; to++) {
        unsigned routers = network->topology->routers(network, 0, to);
        CHECK_EQUAL(traffic_ping(&traffic, 0, to), traffic_law(network, routers, 0, flits));
    }
    traffic_release(&traffic);
}

static void zero_load_latency_follows_the_law(void)
{
    for (unsigned stages = 2; stages <= 4; stages++)
        for (unsigned depth = 1; depth <= 6; depth++)
            for (unsigned flits = 1; flits <= 9; flits++) {
                struct network network = mesh_of(4, 3, 2, depth, stages);
                expect_law(&network, flits);
                network = fly_of(3, depth < 3 ? 3 : 9, stages);
                network.depth = depth;
                expect_law(&network, flits);
            }
}

/* Single-flit packets on the one VC of a path: a flit per cycle from end to end once the buffers
 * cover the credit loop. */
static void one_vc_streams_back_to_back(void)
{
    for (unsigned stages = 2; stages <= 4; stages++) {
        struct network network = mesh_of(2, 1, 1, 8, stages);
        struct traffic_params params = {
            .rate = 0, .packet = 1, .warmup = 100, .cycles = 1000, .seed = 1};
        struct traffic traffic;
        traffic_init(&traffic, &network, &params);
        while (traffic.now < 1100) {
            traffic_queue(&traffic, 0, 1);
            traffic_cycle(&traffic);
        }
        CHECK_EQUAL(traffic.meter.ejected, 1000);
        traffic_release(&traffic);
    }
}

static void a_uniformly_loaded_mesh_saturates_late(void)
{
    struct network network = mesh_of(6, 6, 4, 4, 4);
    struct traffic_params params = {
        .rate = 0.48, .packet = 1, .warmup = 1000, .cycles = 3000, .drain = 6000, .seed = 1};
    struct traffic traffic;
    struct traffic_result result;
    traffic_init(&traffic, &network, &params);
    traffic_run(&traffic, &result);
    CHECK(result.stable);
    CHECK(result.accepted > 0.47);
    CHECK(result.mean < 40);
    traffic_release(&traffic);
}

/* The paper's sizes, and addresses that name places and back. */
static void a_butterfly_has_the_stages_that_its_nodes_need(void)
{
    static const struct {
        unsigned radix, nodes, stages, per_stage;
    } sizes[] = {{6, 36, 2, 6}, {4, 64, 3, 16}, {6, 6, 1, 1}, {6, 7, 2, 6}, {2, 300, 9, 256}};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct network network = fly_of(sizes[i].radix, sizes[i].nodes, 4);
        CHECK_EQUAL(network.columns, sizes[i].stages);
        CHECK_EQUAL(network.rows, sizes[i].per_stage);
        unsigned wrong = 0;
        for (unsigned place = 0; place < network.places; place++)
            wrong += network_place(&network, network_address(&network, place)) != place;
        CHECK_EQUAL(wrong, 0);
    }
    struct network network = fly_of(6, 36, 4);
    CHECK_EQUAL(network_address(&network, 6 * 4 + 5), 4 << 3 | 5);
    CHECK_EQUAL(network_hops(&network, 4 << 3 | 5, 4 << 3), 2);
    CHECK_EQUAL(network_hops(&network, 4 << 3, 4 << 3), 0);
    network = mesh_of(6, 6, 2, 2, 2);
    CHECK_EQUAL(network_hops(&network, 1 << 5 | 5, 3 << 5 | 2), 5);
}

/* One port of a node injects, another one gives credits back: both come in, in either order. */
static void wires_of_two_ports_at_one_place_add_up(void)
{
    uint64_t flit[FLIT_WORDS] = {0};
    struct mesh_inject inject = {.valid = true, .tail = true, .vc = 1, .flit = flit};
    struct mesh_inject credit = {.credit = 2};
    for (unsigned i = 0; i < 4; i++) {
        struct network network = mesh_of(2, 2, 4, 4, 4);
        struct mesh mesh;
        bool order = i % 2;
        mesh_init(&mesh, &network);
        mesh_choose_way(&mesh, i / 2 ? MESH_IN_PLANES : MESH_BY_ROUTER);
        mesh_feed(&mesh, 3, order ? &credit : &inject);
        mesh_feed(&mesh, 3, order ? &inject : &credit);
        mesh_choose_way(&mesh, MESH_IN_PLANES); /* what was fed goes along */
        mesh_choose_way(&mesh, MESH_BY_ROUTER);
        CHECK_EQUAL(mesh.in[3].in_valid[0], 1);
        CHECK_EQUAL(mesh.in[3].out_credit[0], 2);
        mesh_release(&mesh);
    }
}

/* A port drives the same wires until the network's next edge. */
static void a_flit_that_is_fed_again_comes_once(void)
{
    uint64_t flit[FLIT_WORDS] = {0};
    struct mesh_inject inject = {.valid = true, .tail = true, .vc = 1, .flit = flit};
    for (unsigned way = MESH_BY_LOAD; way <= MESH_IN_PLANES; way++) {
        struct network network = mesh_of(2, 2, 4, 4, 4);
        struct mesh mesh;
        mesh_init(&mesh, &network);
        mesh_choose_way(&mesh, way);
        for (unsigned i = 0; i < 3; i++)
            mesh_feed(&mesh, 3, &inject);
        mesh_step(&mesh);
        mesh_outputs(&mesh);
        CHECK_EQUAL(mesh_flits(&mesh), 1);
        for (unsigned cycle = 0; cycle < 20; cycle++) {
            mesh_step(&mesh);
            mesh_outputs(&mesh);
        }
        CHECK_EQUAL(mesh.flits[3][0] + mesh.flits[3][2] + mesh.flits[3][3], 1);
        mesh_release(&mesh);
    }
}

int main(void)
{
    TEST(skipping_idle_routers_changes_nothing());
    TEST(planes_are_the_routers());
    TEST(planes_are_for_plain_meshes());
    TEST(every_flit_arrives_once());
    TEST(zero_load_latency_follows_the_law());
    TEST(one_vc_streams_back_to_back());
    TEST(a_uniformly_loaded_mesh_saturates_late());
    TEST(a_butterfly_has_the_stages_that_its_nodes_need());
    TEST(wires_of_two_ports_at_one_place_add_up());
    TEST(a_flit_that_is_fed_again_comes_once());
    return check_report();
}
