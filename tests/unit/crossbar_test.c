/* The crossbars of isca19 section 3 and taco16 section 5, against sizes written down by hand from
 * the papers: stages and routers, who sends and who receives, addresses, every way walked, what is
 * refused; their throughput beside the head-of-line limit of an input-queued switch. */
#include "plan_chip.h"
#include "traffic.h"
#include "util.h"

/* isca19 section 5: 80 SMs in 8 clusters, 8 memory controllers with 8 LLC slices each. */
#define HXBAR "cores=80 partitions=64 vcs=1 vc_depth=8 topology=hxbar"

static const struct {
    const char *chip;
    unsigned network, stages;
    struct {
        unsigned routers, inputs, outputs;
    } stage[3];
    const char *text;
} sizes[] = {
    /* Requests: an SM-router for 10 SMs, with a link to each of 8 MC-routers; replies back. */
    {HXBAR, NETWORK_REQUEST, 2, {{8, 10, 8}, {8, 8, 8}}, "8 x 8 H-Xbar"},
    {HXBAR, NETWORK_REPLY, 2, {{8, 8, 8}, {8, 8, 10}}, "8 x 8 H-Xbar"},
    {"cores=12 partitions=8 topology=hxbar clusters=3 memory_controllers=2",
     NETWORK_REQUEST,
     2,
     {{3, 4, 2}, {2, 3, 4}},
     "3 x 2 H-Xbar"},
    {"cores=12 partitions=8 topology=hxbar clusters=3 memory_controllers=2",
     NETWORK_REPLY,
     2,
     {{2, 4, 3}, {3, 2, 4}},
     "2 x 3 H-Xbar"},
    {"cores=5 partitions=3 topology=hxbar clusters=1 memory_controllers=3",
     NETWORK_REQUEST,
     2,
     {{1, 5, 3}, {3, 1, 1}},
     "1 x 3 H-Xbar"},
    /* taco16 section 6.1: 15 x 12 connections between cores and L2 banks. */
    {"cores=15 partitions=12 topology=crossbar",
     NETWORK_REQUEST,
     1,
     {{1, 15, 12}},
     "15 x 12 crossbar"},
    {"cores=15 partitions=12 topology=crossbar",
     NETWORK_REPLY,
     1,
     {{1, 12, 15}},
     "12 x 15 crossbar"},
    {"cores=1 partitions=1 topology=crossbar", NETWORK_REPLY, 1, {{1, 1, 1}}, "1 x 1 crossbar"},
    /* With homes cores receive requests, and answer. */
    {"cores=9 partitions=4 topology=crossbar shared_l1=on",
     NETWORK_REQUEST,
     1,
     {{1, 9, 13}},
     "9 x 13 crossbar"},
    {"cores=9 partitions=4 topology=crossbar shared_l1=on",
     NETWORK_REPLY,
     1,
     {{1, 13, 9}},
     "13 x 9 crossbar"},
    {"cores=9 partitions=4 topology=crossbar shared_l1=on remote_via=l2 vcs=3",
     NETWORK_REQUEST,
     1,
     {{1, 9, 4}},
     "9 x 4 crossbar"},
    /* isca19 section 3.2: concentration 8 of 80 SMs and 64 slices. */
    {"cores=80 partitions=64 topology=concentrated concentration=8",
     NETWORK_REQUEST,
     3,
     {{10, 8, 1}, {1, 10, 8}, {8, 1, 8}},
     "10 x 8 C-Xbar of 8"},
    {"cores=80 partitions=64 topology=concentrated concentration=8",
     NETWORK_REPLY,
     3,
     {{8, 8, 1}, {1, 8, 10}, {10, 1, 8}},
     "8 x 10 C-Xbar of 8"},
};

static void stages_are_those_of_the_papers(void)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct network *network = &plan_of(sizes[i].chip)->network[sizes[i].network];
        unsigned routers = 0, column, row;
        char text[32];
        expect_value(network->columns, sizes[i].stages, sizes[i].chip, "stages");
        network->topology->text(network, text, sizeof text);
        expect(!strcmp(text, sizes[i].text), sizes[i].chip, text);
        for (unsigned stage = 0; stage < sizes[i].stages; stage++)
            for (unsigned k = 0; k < sizes[i].stage[stage].routers; k++, routers++) {
                struct network_router router;
                network->topology->router(network, routers, &router);
                network_router_at(network, routers, &column, &row);
                expect_value(column, stage, sizes[i].chip, "stage of a router");
                expect_value(row, k, sizes[i].chip, "its index");
                expect_value(router.inputs, sizes[i].stage[stage].inputs, sizes[i].chip, "inputs");
                expect_value(router.outputs, sizes[i].stage[stage].outputs, sizes[i].chip,
                             "outputs");
                expect_value(router.route, 1, sizes[i].chip, "route by a digit");
            }
        expect_value(network_routers(network), routers, sizes[i].chip, "routers");
    }
}

static void request_and_reply_have_modules_of_their_own(void)
{
    const struct plan *plan = plan_of("cores=15 partitions=12 topology=crossbar");
    for (unsigned n = 0; n < 2; n++) {
        const char *name = n == NETWORK_REQUEST ? "request_crossbar" : "reply_crossbar";
        CHECK(!strcmp(plan->network[n].name, name));
        CHECK(!strcmp(plan->network[n].module, name));
    }
    CHECK(plan->network[NETWORK_REQUEST].by_line);
    CHECK(!plan->network[NETWORK_REPLY].by_line);
}

/* Nobody has a way that no message takes. */
static void cores_send_and_slices_receive(void)
{
    static const struct {
        const char *chip;
        bool sends[2][NODE_HUB], receives[2][NODE_HUB]; /* of both networks: core, memory */
    } rows[] = {
        {"topology=crossbar cores=8",
         {{true, false}, {false, true}},
         {{false, true}, {true, false}}},
        {HXBAR, {{true, false}, {false, true}}, {{false, true}, {true, false}}},
        {"topology=crossbar cores=8 shared_l1=on",
         {{true, false}, {true, true}},
         {{true, true}, {true, false}}},
        {"topology=crossbar cores=8 shared_l1=on remote_via=l2 vcs=3",
         {{true, false}, {false, true}},
         {{false, true}, {true, false}}},
        {"topology=crossbar cores=8 shared_l1=on remote_via=crossbar",
         {{true, false}, {false, true}},
         {{false, true}, {true, false}}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned n = 0; n < 2; n++)
            for (unsigned kind = 0; kind < NODE_HUB; kind++) {
                const struct network *network = &plan_of(rows[i].chip)->network[n];
                bool sends = network_has_way(network, (enum node_kind)kind, true);
                bool receives = network_has_way(network, (enum node_kind)kind, false);
                unsigned place = network_node_place(network, (enum node_kind)kind, 0);
                bool entry = network->topology->entry(network, place).kind == END_ROUTER;
                expect(sends == rows[i].sends[n][kind], rows[i].chip, "sends");
                expect(receives == rows[i].receives[n][kind], rows[i].chip, "receives");
                expect(entry == sends, rows[i].chip, "entry");
                expect((network_exit(network, place).kind == END_ROUTER) == receives, rows[i].chip,
                       "exit");
            }
}

/* {partition?, router, port} as a receiver, in a binary number of 10 bits. */
static void addresses_name_router_and_port(void)
{
    static const struct {
        const char *chip;
        enum node_kind kind;
        unsigned node, address;
    } rows[] = {
        {HXBAR, NODE_CORE, 0, 0},
        {HXBAR, NODE_CORE, 79, 7 << 4 | 9}, /* 10 SMs: 4 bits */
        {HXBAR, NODE_CORE, 10, 1 << 4},
        {HXBAR, NODE_MEMORY, 0, 512},
        {HXBAR, NODE_MEMORY, 63, 512 | 7 << 3 | 7},
        {HXBAR, NODE_MEMORY, 9, 512 | 1 << 3 | 1},
        {"cores=15 partitions=12 topology=crossbar", NODE_CORE, 14, 14},
        {"cores=15 partitions=12 topology=crossbar", NODE_MEMORY, 11, 512 | 11},
        {"cores=9 partitions=4 topology=crossbar shared_l1=on", NODE_CORE, 8, 8},
        {"cores=9 partitions=4 topology=crossbar shared_l1=on", NODE_MEMORY, 3, 12},
        {"cores=80 partitions=64 topology=concentrated concentration=8", NODE_CORE, 77, 9 << 3 | 5},
        {"cores=5 partitions=3 topology=hxbar clusters=1 memory_controllers=3", NODE_MEMORY, 2,
         512 | 2},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned n = 0; n < 2; n++) /* replies go where requests came from */
            expect_value(plan_of(rows[i].chip)->network[n].node[rows[i].kind][rows[i].node],
                         rows[i].address, rows[i].chip, "address");
}

/* From a sender to a receiver; at every router the digit of the address is the way. */
static void walk(const char *chip, const struct network *network, unsigned from, unsigned to)
{
    unsigned visited = 0, address = network_address(network, to);
    struct network_end at = network->topology->entry(network, from);
    for (; at.kind == END_ROUTER && visited <= network->columns; visited++) {
        struct network_router router;
        network->topology->router(network, at.at, &router);
        expect(at.port < router.inputs, chip, "input exists");
        unsigned bits = router.outputs > 1 ? log2_ceil(router.outputs) : 0;
        unsigned digit = address >> router.digit_lsb & ((1u << bits) - 1);
        unsigned port = network->topology->route(network, at.at, to);
        expect(port < router.outputs, chip, "output exists");
        expect_value(digit, port, chip, "digit of the address");
        at = network->topology->behind(network, at.at, port);
    }
    expect(at.kind == END_PLACE && at.at == to, chip, "arrives");
    expect_value(visited, network->columns, chip, "routers on the way");
    expect_value(network->topology->routers(network, from, to), network->columns, chip, "routers");
    expect_value(network_hops(network, network_address(network, from), address),
                 from == to ? 0 : network->columns, chip, "hops");
}

static void every_packet_arrives_by_the_digits_of_its_address(void)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct network *network = &plan_of(sizes[i].chip)->network[sizes[i].network];
        for (unsigned from = 0; from < network->places; from++)
            for (unsigned to = 0; to < network->places; to++)
                if (network->topology->entry(network, from).kind == END_ROUTER &&
                    network_exit(network, to).kind == END_ROUTER)
                    walk(sizes[i].chip, network, from, to);
    }
}

/* Inputs and outputs are all used, each once. */
static void no_port_is_without_a_wire(void)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct network *network = &plan_of(sizes[i].chip)->network[sizes[i].network];
        static unsigned into[ROUTERS_MAX][CORES_MAX], out_of[ROUTERS_MAX][CORES_MAX];
        memset(into, 0, sizeof into);
        memset(out_of, 0, sizeof out_of);
        for (unsigned place = 0; place < network->places; place++) {
            struct network_end entry = network->topology->entry(network, place);
            struct network_end exit = network_exit(network, place);
            if (entry.kind == END_ROUTER)
                into[entry.at][entry.port]++;
            if (exit.kind == END_ROUTER)
                out_of[exit.at][exit.port]++;
        }
        for (unsigned router = 0; router < network_routers(network); router++)
            for (unsigned port = 0; port < network->ports; port++) {
                struct network_end end = network->topology->behind(network, router, port);
                if (end.kind == END_ROUTER) {
                    into[end.at][end.port]++;
                    out_of[router][port]++;
                }
            }
        for (unsigned router = 0; router < network_routers(network); router++) {
            struct network_router own;
            network->topology->router(network, router, &own);
            for (unsigned port = 0; port < network->ports; port++) {
                expect_value(into[router][port], port < own.inputs, sizes[i].chip, "input");
                expect_value(out_of[router][port], port < own.outputs, sizes[i].chip, "output");
            }
        }
    }
}

static void what_cannot_be_is_refused_with_the_reason(void)
{
    static const char *const refused[][2] = {
        {"topology=hxbar cores=80 partitions=64 clusters=7",
         "clusters = 7: it does not divide cores = 80"},
        {"topology=hxbar cores=80 partitions=64 memory_controllers=6",
         "memory_controllers = 6: it does not divide partitions = 64"},
        {"topology=hxbar cores=4 partitions=8", "clusters = 8: it does not divide cores = 4"},
        {"topology=concentrated cores=28 partitions=8 concentration=8",
         "concentration = 8: it does not divide cores = 28"},
        {"topology=concentrated cores=16 partitions=6 concentration=4",
         "concentration = 4: it does not divide partitions = 6"},
        {"topology=hxbar cores=8 partitions=8 shared_l1=on", "remote_via = direct: "},
        {"topology=concentrated shared_l1=on", "remote_via = direct: "},
        {"topology=crossbar routing=torus_xy cores=8",
         "routing = torus_xy: a crossbar has no rows to close to rings"},
        {"topology=hxbar cores=8 partitions=8 mesh_width=4", "mesh_width = 4: "},
        {"topology=concentrated cores=8 partitions=8 mc_placement=edges", "mc_placement: "},
    };
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[TEXT_MAX * 2], *words[WORDS_MAX];
        unsigned count = words_of(refused[i][0], text, words);
        struct config config;
        config_init(&config);
        for (unsigned k = 0; k < count; k++)
            config_set(&config, "test", words[k]);
        char *complaints = config_finish(&config);
        expect(complaints && strstr(complaints, refused[i][1]), refused[i][0],
               complaints ? complaints : "accepted");
        free(complaints);
    }
}

/* Everything that is created arrives (the sinks check destination, order and packet bounds), as
 * early in an empty network as the law of docs/blocks/router.md says. */
static void traffic_arrives_in_time(void)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct network *network = &plan_of(sizes[i].chip)->network[sizes[i].network];
        struct traffic_params params = {
            .rate = 0.2, .packet = 5, .cycles = 1000, .drain = 100000, .seed = i};
        struct traffic traffic;
        struct traffic_result result;
        traffic_init(&traffic, network, &params);
        traffic_run(&traffic, &result);
        expect(result.stable, sizes[i].chip, "all arrive");
        traffic_release(&traffic);
        params.rate = 0;
        traffic_init(&traffic, network, &params);
        unsigned from = traffic.senders[traffic.sender_count - 1], to = traffic.receivers[0];
        expect_value(traffic_ping(&traffic, from, to),
                     traffic_law(network, network->columns, 0, params.packet), sizes[i].chip,
                     "zero-load latency");
        traffic_release(&traffic);
    }
}

/* Input queues and packets of one flit saturate where the heads of the queues meet: Karol, Hluchyj
 * and Morgan, IEEE Transactions on Communications COM-35(12), 1987, table I: 0.6184 at 8 x 8,
 * 0.5858 without end. With a speed-up of 2 every port has two queues with heads of their own, so
 * twice as many inputs as outputs. With c heads per output, which are served as in a queue M/D/1,
 * c = p + p^2 / (2 - 2 p): p = 1 + c - sqrt(1 + c^2) without end, 0.5858 for 1, 0.7639 for 2. */
static void queues_saturate_at_the_head_of_line_limit(void)
{
    static const struct {
        unsigned ports, speedup;
        double low, high;
    } rows[] = {{2, 1, 0.74, 0.76},  {4, 1, 0.645, 0.665},  {8, 1, 0.61, 0.63},
                {16, 1, 0.59, 0.61}, {16, 2, 0.764, 0.785}, {32, 2, 0.764, 0.774}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *chip = xasprintf("cores=%u partitions=%u topology=crossbar vcs=%u vc_depth=8 "
                               "noc_speedup=%u",
                               rows[i].ports, rows[i].ports, rows[i].speedup, rows[i].speedup);
        struct traffic_params params = {
            .rate = 1, .packet = 1, .warmup = 2000, .cycles = 10000, .seed = 1};
        struct traffic traffic;
        struct traffic_result result;
        traffic_init(&traffic, &plan_of(chip)->network[NETWORK_REQUEST], &params);
        traffic_run(&traffic, &result);
        printf("%u x %u, speed-up %u: %.4f\n", rows[i].ports, rows[i].ports, rows[i].speedup,
               result.accepted);
        CHECK(result.accepted > rows[i].low && result.accepted < rows[i].high);
        traffic_release(&traffic);
        free(chip);
    }
}

/* 3 clusters of 4 cores, 2 controllers with a slice for each cluster. */
#define BYPASS                                                                                     \
    "cores=12 partitions=6 vcs=1 topology=hxbar clusters=3 memory_controllers=2 mc_wake=7 "

static struct network bypassable(unsigned number)
{
    return plan_of(BYPASS "llc_mode=private")->network[number];
}

/* The stage at the slices: the last one for requests, the first one for replies. */
static void mc_routers_can_be_bypassed(void)
{
    static const unsigned firsts[] = {[NETWORK_REQUEST] = 3, [NETWORK_REPLY] = 0};
    for (unsigned i = 0; i < 2; i++) {
        struct network network = bypassable(i);
        unsigned first = 99;
        CHECK_EQUAL(network_bypassable(&network, &first), 2);
        CHECK_EQUAL(first, firsts[i]);
        for (unsigned number = 0; number < network.routers; number++) {
            struct plan_instance router;
            bool mc = number - first < 2;
            plan_router(&network, number, &router);
            CHECK(!strcmp(router.block->name, mc ? "mc_router" : "router"));
            if (mc)
                CHECK(plan_parameter(&router, "PORTS") == 3 &&
                      plan_parameter(&router, "WAKE") == 7);
        }
        CHECK_EQUAL(network_bypassable(&plan_of(BYPASS)->network[i], &first), 0);
    }
}

/* Every pair in the empty network, against the law. */
static void expect_pings(struct traffic *traffic, unsigned bypassed)
{
    for (unsigned from = 0; from < 12; from++)
        for (unsigned slice = 0; slice < 6; slice++)
            if (!bypassed || slice % 3 == from / 4)
                CHECK_EQUAL(traffic_ping(traffic, from, 12 + slice),
                            traffic_law(traffic->mesh.network, 2 - bypassed, bypassed, 5));
}

/* One network all the time: routed, bypassed, awake again; the way is the credits' too. */
static void bypassed_routers_lead_straight_on(void)
{
    struct network network = bypassable(NETWORK_REQUEST);
    struct traffic_params params = {.packet = 5, .seed = 1};
    struct traffic traffic;
    traffic_init(&traffic, &network, &params);
    for (unsigned round = 0; round < 3; round++) {
        expect_pings(&traffic, 0);
        CHECK(!mesh_bypassed(&traffic.mesh));
        unsigned cycles = 0;
        mesh_bypass(&traffic.mesh, true);
        for (; !mesh_bypassed(&traffic.mesh); cycles++)
            traffic_cycle(&traffic);
        CHECK_EQUAL(cycles, 1);
        expect_pings(&traffic, 1);
        mesh_bypass(&traffic.mesh, false);
        for (cycles = 0; mesh_bypassed(&traffic.mesh); cycles++)
            traffic_cycle(&traffic);
        CHECK_EQUAL(cycles, 1 + 7); /* on, then mc_wake */
    }
    CHECK(mesh_is_idle(&traffic.mesh));
    traffic_release(&traffic);
}

/* Under load, with routers skipped and with all of them visited. */
static void bypassed_traffic_arrives(void)
{
    struct network network = bypassable(NETWORK_REQUEST);
    struct traffic_params params = {
        .rate = 0.2, .packet = 5, .cycles = 2000, .drain = 100000, .seed = 3, .bypass = true};
    uint16_t order[8] = {4, 1, 3, 0, 2};
    struct traffic_result result[2];
    for (unsigned all = 0; all < 2; all++) {
        struct traffic traffic;
        traffic_init(&traffic, &network, &params);
        mesh_visit_all(&traffic.mesh, all ? order : NULL);
        traffic_run(&traffic, &result[all]);
        CHECK(result[all].stable);
        CHECK(result[all].accepted > 0.15);
        traffic_release(&traffic);
    }
    CHECK_EQUAL(result[0].hash, result[1].hash);
    CHECK_EQUAL(result[0].packets, result[1].packets);
}

int main(void)
{
    TEST(stages_are_those_of_the_papers());
    TEST(request_and_reply_have_modules_of_their_own());
    TEST(cores_send_and_slices_receive());
    TEST(addresses_name_router_and_port());
    TEST(every_packet_arrives_by_the_digits_of_its_address());
    TEST(no_port_is_without_a_wire());
    TEST(what_cannot_be_is_refused_with_the_reason());
    TEST(traffic_arrives_in_time());
    TEST(mc_routers_can_be_bypassed());
    TEST(bypassed_routers_lead_straight_on());
    TEST(bypassed_traffic_arrives());
    TEST(queues_saturate_at_the_head_of_line_limit());
    return check_report();
}
