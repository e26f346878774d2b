/* Synthetic traffic: who sends to whom under each pattern and list, how many of the packets, and
 * the conventions of other simulators, whose throughput on one link is counted by hand. */
#include "traffic.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "network_of.h"
#include "traffic_pattern.h"

enum { PLACES = 36 };

/* Flits that each place of the network of `traffic` took in, by the router's own count. */
static uint64_t taken_by(const struct traffic *traffic, unsigned place)
{
    struct network_end end = network_exit(traffic->mesh.network, place);
    return traffic->mesh.flits[end.at][end.port];
}

static struct traffic_params busy(enum traffic_pattern pattern)
{
    return (struct traffic_params){.pattern = pattern,
                                   .rate = 0.1,
                                   .packet = 1,
                                   .cycles = 4000,
                                   .drain = 100000,
                                   .seed = 3,
                                   .hot_share = 0.1};
}

static void run(struct traffic *traffic, const struct network *network,
                const struct traffic_params *params, struct traffic_result *result)
{
    traffic_init(traffic, network, params);
    traffic_run(traffic, result);
}

/* So much that no packet of the measurement has left its source when the measurement ends. */
static void a_network_far_behind_is_not_stable(void)
{
    struct network network = mesh_of(6, 6, 1, 1, 4);
    struct traffic_params params = busy(TRAFFIC_UNIFORM);
    struct traffic traffic;
    struct traffic_result result;
    params.rate = 1;
    params.packet = 5;
    params.warmup = 3000;
    params.cycles = 100;
    params.drain = 400;
    run(&traffic, &network, &params, &result);
    CHECK_EQUAL(result.packets, 0);
    CHECK(result.accepted > 0 && result.accepted < 0.5);
    CHECK(!result.stable);
    traffic_release(&traffic);
}

/* Latencies of a run in overload are as long as the run: the longest one is exact, a percentile to
 * 1 / 2^16 of it. */
static void long_latencies_are_told(void)
{
    static const uint64_t latency[] = {7, 70001, 131071, 131072, 300001, 5000000001};
    struct traffic_params params = busy(TRAFFIC_UNIFORM);
    params.warmup = 0;
    for (unsigned n = 0; n < sizeof latency / sizeof *latency; n++) {
        struct traffic_meter meter;
        struct traffic_result result;
        traffic_meter_init(&meter, &params);
        for (unsigned packet = 0; packet < 3; packet++) {
            traffic_meter_start(&meter, 5);
            traffic_meter_arrive(&meter, 5, 5 + (packet < 2 ? latency[n] : 7) - 1);
        }
        traffic_meter_result(&meter, 1, true, &result);
        CHECK_EQUAL(result.max, latency[n]);
        CHECK(result.p50 <= latency[n] && latency[n] - result.p50 <= latency[n] >> 16);
        CHECK_EQUAL(result.p99, result.p50);
        traffic_meter_release(&meter);
    }
}

static void a_permutation_sends_to_its_receivers_only(void)
{
    struct network network = mesh_of(6, 6, 4, 4, 4);
    struct traffic_params params = busy(TRAFFIC_PERMUTATION);
    uint16_t permutation[PLACES];
    struct traffic traffic;
    struct traffic_result result;
    for (unsigned n = 0; n < PLACES; n++)
        permutation[n] = TRAFFIC_NOBODY;
    permutation[3] = 8;
    permutation[8] = 35;
    params.permutation = permutation;
    run(&traffic, &network, &params, &result);
    CHECK(result.stable);
    CHECK_EQUAL(traffic.sender_count, 2);
    CHECK(traffic_share(&traffic, 3, 8) > 0);
    CHECK(traffic_share(&traffic, 3, 35) <= 0);
    for (unsigned place = 0; place < PLACES; place++)
        CHECK_EQUAL(taken_by(&traffic, place) > 0, place == 8 || place == 35);
    CHECK(fabs(result.created - 0.1) < 0.02);
    traffic_release(&traffic);
}

static void lists_choose_who_sends_and_receives(void)
{
    struct network network = mesh_of(6, 6, 4, 4, 4);
    struct traffic_params params = busy(TRAFFIC_UNIFORM);
    bool sources[PLACES] = {[0] = true, [7] = true, [20] = true};
    bool targets[PLACES] = {[5] = true, [7] = true};
    struct traffic traffic;
    struct traffic_result result;
    params.sources = sources;
    params.targets = targets;
    run(&traffic, &network, &params, &result);
    CHECK(result.stable);
    CHECK_EQUAL(traffic.sender_count, 3);
    CHECK_EQUAL(traffic.receiver_count, 2);
    for (unsigned place = 0; place < PLACES; place++) {
        CHECK_EQUAL(taken_by(&traffic, place) > 0, targets[place]);
        CHECK_EQUAL(traffic.node[place].next.created != UINT64_MAX, sources[place]);
    }
    traffic_release(&traffic);
}

/* share + (1 - share) / 36 of the packets; five standard deviations of a count of 14,000. */
static void expect_hot(double share, bool chosen, unsigned place)
{
    struct network network = mesh_of(6, 6, 4, 4, 4);
    struct traffic_params params = busy(TRAFFIC_HOTSPOT);
    struct traffic traffic;
    struct traffic_result result;
    double all = 0, expected = share + (1 - share) / PLACES;
    params.rate = 0.02;
    params.cycles = 20000;
    params.hot_share = share;
    params.hot_chosen = chosen;
    params.hot = place;
    run(&traffic, &network, &params, &result);
    CHECK_EQUAL(traffic.hot, place);
    for (unsigned n = 0; n < PLACES; n++)
        all += (double)taken_by(&traffic, n);
    double wrong = (double)taken_by(&traffic, place) - expected * all;
    CHECK(fabs(wrong) < 5 * sqrt(all * expected * (1 - expected)));
    CHECK(all > 13000);
    traffic_release(&traffic);
}

static void the_hot_receiver_takes_its_share(void)
{
    expect_hot(0.1, false, 21); /* (3, 3): the middle */
    expect_hot(0.1, true, 4);
    expect_hot(0.5, true, 0);
}

/* In a 2-fly of k x k places sender a k + b enters at router b, as all do that go to receivers b k
 * + a, to which one link leads: 1 / k of full speed. Behind a shuffle it enters at router a, from
 * where each of the k takes a link of its own. */
static void a_shuffle_clears_the_way_of_transpose(void)
{
    for (unsigned radix = 2; radix <= 6; radix += 2) {
        struct network network = fly_of(radix, radix * radix, 4);
        struct traffic_params params = busy(TRAFFIC_TRANSPOSE);
        params.rate = 1;
        params.drain = 0;
        for (unsigned shuffled = 0; shuffled < 2; shuffled++) {
            struct traffic traffic;
            struct traffic_result result;
            params.shuffled = shuffled;
            run(&traffic, &network, &params, &result);
            CHECK(fabs(result.accepted - (shuffled ? 1 : 1.0 / radix)) < 0.01);
            traffic_release(&traffic);
        }
    }
}

static unsigned most_under_way(bool single)
{
    struct network network = mesh_of(3, 3, 4, 4, 4);
    struct traffic_params params = busy(TRAFFIC_UNIFORM);
    struct traffic traffic;
    unsigned most = 0;
    params.rate = 1;
    params.packet = 6;
    params.single = single;
    traffic_init(&traffic, &network, &params);
    while (traffic.now < 2000) {
        traffic_cycle(&traffic);
        for (unsigned n = 0; n < 9; n++) {
            unsigned under_way = (unsigned)__builtin_popcount(traffic.node[n].under_way);
            most = under_way > most ? under_way : most;
        }
    }
    traffic_release(&traffic);
    return most;
}

static void a_single_source_sends_one_packet_at_a_time(void)
{
    CHECK_EQUAL(most_under_way(true), 1);
    CHECK_EQUAL(most_under_way(false), 4);
}

/* One channel, one sender, one receiver, more places than the credit loop is long: a head behind a
 * tail is routed, gets its channel and wins the switch one after the other, so a packet of F flits
 * takes F + 2 cycles; with the channel on offer it takes F. */
static void serial_heads_cost_two_cycles(void)
{
    struct network network = mesh_of(2, 1, 1, 16, 4);
    uint16_t permutation[2] = {1, TRAFFIC_NOBODY};
    struct traffic_params params = busy(TRAFFIC_PERMUTATION);
    params.permutation = permutation;
    params.rate = 1;
    params.drain = 0;
    params.warmup = 200;
    for (params.packet = 1; params.packet <= 4; params.packet++) {
        for (unsigned serial = 0; serial < 2; serial++) {
            struct traffic traffic;
            struct traffic_result result;
            double flits = params.packet;
            params.serial = serial;
            run(&traffic, &network, &params, &result);
            CHECK(fabs(result.accepted - flits / (flits + 2 * serial)) < 0.002);
            traffic_release(&traffic);
        }
    }
}

/* Alone in the network a packet takes as long as by the law; in traffic all arrive (the sinks look
 * at order and bounds). */
static void expect_serial(const struct network *network)
{
    struct traffic_params params = busy(TRAFFIC_UNIFORM);
    struct traffic traffic;
    struct traffic_result result;
    params.serial = true;
    params.rate = 0;
    params.packet = 5;
    traffic_init(&traffic, network, &params);
    for (unsigned from = 0; from < network->places; from += 5)
        for (unsigned to = 0; to < network->places; to += 3)
            CHECK_EQUAL(traffic_ping(&traffic, from, to),
                        traffic_law(network, network->topology->routers(network, from, to), 0, 5));
    traffic_release(&traffic);
    params.rate = 0.25;
    run(&traffic, network, &params, &result);
    CHECK(result.stable);
    expect_to_run_empty(&traffic);
    traffic_release(&traffic);
}

static void serial_networks_deliver_everything(void)
{
    struct network network = mesh_of(6, 6, 4, 4, 4);
    expect_serial(&network);
    network = mesh_of(5, 3, 2, 5, 4);
    expect_serial(&network);
    network = fly_of(3, 27, 4);
    expect_serial(&network);
    network = fly_of(12, 144, 4); /* sets of more than one word */
    expect_serial(&network);
}

int main(void)
{
    TEST(a_network_far_behind_is_not_stable());
    TEST(long_latencies_are_told());
    TEST(a_permutation_sends_to_its_receivers_only());
    TEST(lists_choose_who_sends_and_receives());
    TEST(the_hot_receiver_takes_its_share());
    TEST(a_shuffle_clears_the_way_of_transpose());
    TEST(a_single_source_sends_one_packet_at_a_time());
    TEST(serial_heads_cost_two_cycles());
    TEST(serial_networks_deliver_everything());
    return check_report();
}
