/* The networks of a chip: sizes, places of the nodes, addresses, ways and distances, against
 * pictures and figures drawn by hand; every way of small networks walked from end to end. */
#include "plan_chip.h"

static const struct {
    const char *chip;
    unsigned network, columns, rows, ports, places, cores, partitions;
} sizes[] = {
    /* pact20 table 1, section 5.1: two networks of 6 x 6 for 28 + 8. */
    {"pact20", NETWORK_REQUEST, 6, 6, 5, 36, 28, 8},
    {"pact20", NETWORK_REPLY, 6, 6, 5, 36, 28, 8},
    /* Section 5.3: 8 x 8 and 10 x 10 meshes; 5.4: 76 cores, 24 partitions. */
    {"pact20 cores=48 partitions=16", NETWORK_REQUEST, 8, 8, 5, 64, 48, 16},
    {"pact20 cores=56 partitions=8", NETWORK_REPLY, 8, 8, 5, 64, 56, 8},
    {"pact20 cores=84 partitions=16", NETWORK_REQUEST, 10, 10, 5, 100, 84, 16},
    {"pact20 cores=68 partitions=32", NETWORK_REQUEST, 10, 10, 5, 100, 68, 32},
    {"pact20 cores=76 partitions=24", NETWORK_REQUEST, 10, 10, 5, 100, 76, 24},
    /* Section 5.5: n stages of k^(n-1) switches of radix k; 36 nodes 6-ary 2-fly, 64 4-ary 3-fly.
     */
    {"pact20 topology=butterfly", NETWORK_REQUEST, 2, 6, 6, 36, 28, 8},
    {"pact20 topology=butterfly", NETWORK_REPLY, 2, 6, 6, 36, 28, 8},
    {"pact20 topology=butterfly fly_radix=4 cores=48 partitions=16", NETWORK_REQUEST, 3, 16, 4, 64,
     48, 16},
    {"pact20 topology=butterfly fly_radix=4 cores=56 partitions=8", NETWORK_REQUEST, 3, 16, 4, 64,
     56, 8},
    /* docs/shared_l1.md, "The work-distribution crossbar": the cores alone, beside the meshes. */
    {CROSSBAR, NETWORK_CROSSBAR, 2, 6, 6, 36, 28, 0},
    {CROSSBAR, NETWORK_REQUEST, 6, 6, 5, 36, 28, 8},
    {"pact20 remote_via=crossbar fly_radix=4 cores=48 partitions=16", NETWORK_CROSSBAR, 3, 16, 4,
     64, 48, 0},
    {THROUGH_L2, NETWORK_REPLY, 6, 6, 5, 36, 28, 8},
    /* Nearly square, as few rows as hold all: 28 and 27 nodes on 6 columns. */
    {"icpp18", NETWORK_REQUEST, 6, 5, 5, 30, 16, 12},
    {"taco16", NETWORK_REQUEST, 1, 1, 15, 27, 15, 12}, /* section 6.1: 15 x 12 crossbar */
    {"taco16 topology=mesh", NETWORK_REQUEST, 6, 5, 5, 30, 15, 12},
    {"isca19", NETWORK_REQUEST, 2, 8, 10, 144, 80, 64}, /* section 5: 8 SM-, 8 MC-routers */
    {"isca19", NETWORK_REPLY, 2, 8, 10, 144, 80, 64},
    {"tiny", NETWORK_REQUEST, 3, 2, 5, 6, 4, 2},
    {"tiny mesh_width=6", NETWORK_REQUEST, 6, 1, 5, 6, 4, 2},
    {"cores=80 partitions=64", NETWORK_REQUEST, 12, 12, 5, 144, 80, 64}, /* isca19 table 1 */
    {"cores=1 partitions=1", NETWORK_REPLY, 2, 1, 5, 2, 1, 1},
};

static void networks_have_the_sizes_of_the_papers(void)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct plan *plan = plan_of(sizes[i].chip);
        const struct network *network = &plan->network[sizes[i].network];
        expect(plan->networks > sizes[i].network, sizes[i].chip, "network exists");
        expect_value(network->columns, sizes[i].columns, sizes[i].chip, "columns");
        expect_value(network->rows, sizes[i].rows, sizes[i].chip, "rows");
        expect_value(network->ports, sizes[i].ports, sizes[i].chip, "ports");
        expect_value(network->places, sizes[i].places, sizes[i].chip, "places");
        expect_value(network->nodes[NODE_CORE], sizes[i].cores, sizes[i].chip, "cores");
        expect_value(network->nodes[NODE_MEMORY], sizes[i].partitions, sizes[i].chip, "partitions");
        expect_value(network_routers(network), sizes[i].columns * sizes[i].rows, sizes[i].chip,
                     "routers");
    }
}

/* Two networks (pact20 section 5.1), a third one with a work-distribution crossbar (5.5). */
static void there_is_a_third_network_with_a_crossbar_between_cores_only(void)
{
    CHECK_EQUAL(plan_of("tiny")->networks, 2);
    CHECK_EQUAL(plan_of("pact20")->networks, 2);
    CHECK_EQUAL(plan_of(THROUGH_L2)->networks, 2);
    CHECK_EQUAL(plan_of(CROSSBAR)->networks, 3);
    CHECK(!strcmp(plan_of("pact20")->network[NETWORK_REQUEST].purpose, "request"));
    CHECK(!strcmp(plan_of("pact20")->network[NETWORK_REPLY].purpose, "reply"));
    CHECK(!strcmp(plan_of(CROSSBAR)->network[NETWORK_CROSSBAR].purpose, "crossbar"));
}

/* Channels: pact20 table 1, isca19 table 1; stages of pact20: docs/fidelity.md. */
static void channels_are_those_of_table_1(void)
{
    static const struct {
        const char *chip;
        unsigned vcs, depth, classes, stages;
    } rows[] = {{"pact20", 4, 4, 2, 2},
                {PRIVATE_L1, 4, 4, 1, 2},
                {THROUGH_L2, 6, 4, 3, 2},
                {"icpp18", 4, 4, 1, 4},
                {"taco16", 4, 8, 1, 2},
                {"isca19", 1, 8, 1, 4},
                {"cores=80 partitions=64 vcs=1 vc_depth=8", 1, 8, 1, 4}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned n = NETWORK_REQUEST; n <= NETWORK_REPLY; n++) {
            const struct network *network = &plan_of(rows[i].chip)->network[n];
            expect_value(network->vcs, rows[i].vcs, rows[i].chip, "vcs");
            expect_value(network->depth, rows[i].depth, rows[i].chip, "depth");
            expect_value(network->classes, rows[i].classes, rows[i].chip, "classes");
            expect_value(network->stages, rows[i].stages, rows[i].chip, "stages");
            expect(!network->torus && !network->bubble, rows[i].chip, "no rings");
        }
}

/* Where the nodes are, row by row: M a partition, c a core, . nobody. Each kind is numbered in the
 * order of the places. pact20 gives none (docs/fidelity.md): its picture is docs/chip.svg. In the
 * others a partition sits in the middle of each of so many equal shares of the places, and cores
 * fill what is left from the first place on. */
static const struct {
    const char *chip, *picture;
} pictures[] = {
    {"pact20", "ccMccc"
               "MccccM"
               "cccMcc"
               "ccMccc"
               "MccccM"
               "cccMcc"},
    {"icpp18", "cMcMcc"
               "McMccM"
               "cMccMc"
               "MccMcM"
               "ccM.M."},
    {"taco16 topology=mesh", "cMcMcc"
                             "McMccM"
                             "cMccMc"
                             "MccMcM"
                             "c.M.M."},
    {"tiny", "cMc"
             "cMc"},
    {"cores=3 partitions=1 mesh_width=4", "ccMc"},
    {"tiny topology=butterfly", "cMccMc"},
    /* 36 places of a 6-ary 2-fly for 36 nodes, 64 of a 4-ary 3-fly for 64: the same shares. */
    {"pact20 topology=butterfly", "ccMcccMccccMcccMccccMcccMccccMcccMcc"},
    {"pact20 topology=butterfly fly_radix=4 cores=48 partitions=16",
     "ccMcccMcccMcccMcccMcccMcccMcccMcccMcccMcccMcccMcccMcccMcccMcccMc"},
};

static void nodes_are_where_the_pictures_have_them(void)
{
    for (unsigned i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        const struct plan *plan = plan_of(pictures[i].chip);
        const char *picture = pictures[i].picture;
        for (unsigned n = 0; n < plan->networks; n++) {
            const struct network *network = &plan->network[n];
            unsigned next[NODE_KINDS] = {0};
            expect_value(network->places, (unsigned)strlen(picture), pictures[i].chip, "places");
            for (unsigned place = 0; picture[place]; place++) {
                enum node_kind kind = picture[place] == 'M' ? NODE_MEMORY : NODE_CORE;
                if (picture[place] != '.')
                    expect_value(network_node_place(network, kind, next[kind]++), place,
                                 pictures[i].chip, kind == NODE_CORE ? "a core" : "a partition");
            }
            expect_value(next[NODE_CORE], network->nodes[NODE_CORE], pictures[i].chip, "cores");
            expect_value(next[NODE_MEMORY], network->nodes[NODE_MEMORY], pictures[i].chip, "mems");
        }
    }
}

/* mc_placement = edges: even partitions on the top row, odd ones on the bottom row; on the rim when
 * there are more than these hold (docs/configuration.md). */
static void partitions_sit_on_the_edges(void)
{
    const struct network *mesh = &plan_of("pact20 mc_placement=edges")->network[NETWORK_REQUEST];
    unsigned in_row[2] = {0};
    for (unsigned i = 0; i < 8; i++) {
        unsigned row = network_node_place(mesh, NODE_MEMORY, i) / 6;
        CHECK_EQUAL(row, i % 2 ? 5 : 0);
        in_row[i % 2]++;
    }
    CHECK_EQUAL(in_row[0], 4);
    CHECK_EQUAL(in_row[1], 4);
    mesh = &plan_of("pact20 cores=20 partitions=16 mc_placement=edges")->network[NETWORK_REQUEST];
    for (unsigned i = 0; i < 16; i++) {
        unsigned x = network_node_place(mesh, NODE_MEMORY, i) % 6;
        unsigned y = network_node_place(mesh, NODE_MEMORY, i) / 6;
        CHECK(x == 0 || x == 5 || y == 0 || y == 5);
    }
}

/* diagonal: evenly over rows and columns, 8 over 6 are one or two in each; also where there are
 * more than rows, and not as many rows as columns. */
static void partitions_sit_evenly_on_diagonals(void)
{
    static const struct {
        const char *chip;
        unsigned partitions, columns, rows;
    } meshes[] = {{"pact20 mc_placement=diagonal", 8, 6, 6},
                  {"tiny cores=15 partitions=15 mc_placement=diagonal", 15, 6, 5},
                  {"cores=34 partitions=11 mesh_width=9 mc_placement=diagonal", 11, 9, 5},
                  {"cores=20 partitions=16 mesh_width=4 mc_placement=diagonal", 16, 4, 9}};
    for (unsigned i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        const struct network *mesh = &plan_of(meshes[i].chip)->network[NETWORK_REPLY];
        unsigned in_row[9] = {0}, in_column[9] = {0}, n = meshes[i].partitions;
        unsigned columns = meshes[i].columns, rows = meshes[i].rows;
        expect(mesh->columns == columns && mesh->rows == rows, meshes[i].chip, "size");
        for (unsigned partition = 0; partition < n; partition++) {
            unsigned place = network_node_place(mesh, NODE_MEMORY, partition);
            in_row[place / columns]++;
            in_column[place % columns]++;
        }
        for (unsigned row = 0; row < rows; row++)
            expect(in_row[row] == n / rows || in_row[row] == n / rows + 1, meshes[i].chip, "row");
        for (unsigned column = 0; column < columns; column++)
            expect(in_column[column] == n / columns || in_column[column] == n / columns + 1,
                   meshes[i].chip, "column");
    }
}

/* More partitions than the rim of 20 places holds. */
static void what_does_not_fit_is_refused_by_the_name_of_its_key(void)
{
    static const char *const refused[][2] = {
        {"cores=15 partitions=21 mc_placement=edges", "mc_placement"},
        {"cores=28 partitions=8 mesh_width=1", "mesh_width"}, /* 36 rows, 5 bits name 32 */
        /* 300 nodes: 4 digits of 3 bits, an address has 10. */
        {"cores=256 partitions=44 topology=butterfly fly_radix=5", "fly_radix"},
    };
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        static struct plan plan;
        struct config config = config_of(refused[i][0]);
        char *complaints = plan_try(&plan, &config);
        expect(complaints && strstr(complaints, refused[i][1]), refused[i][0], "refused");
        free(complaints);
    }
}

/* Nobody sits on another's place, whatever the placement; addresses and places are inverse. */
static void every_place_has_one_node_at_most_and_an_address_of_its_own(void)
{
    static const char *const chips[] = {
        "pact20",
        "pact20 mc_placement=edges",
        "pact20 mc_placement=diagonal",
        "pact20 cores=68 partitions=32 mc_placement=diagonal",
        "pact20 cores=20 partitions=16 mc_placement=edges",
        "tiny cores=15 partitions=15 mc_placement=diagonal",
        "cores=34 partitions=11 mesh_width=9 mc_placement=diagonal",
        "cores=20 partitions=16 mesh_width=4 mc_placement=diagonal",
        "pact20 topology=butterfly fly_radix=5",
        "pact20 remote_via=crossbar fly_radix=3",
        "cores=80 partitions=64",
        "cores=104 partitions=40 mc_placement=edges",
        "cores=256 partitions=64",
        "cores=5 partitions=3 topology=butterfly fly_radix=2",
    };
    for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
        const struct plan *plan = plan_of(chips[i]);
        for (unsigned n = 0; n < plan->networks; n++) {
            const struct network *network = &plan->network[n];
            bool taken[NODES_MAX] = {false}, used[1 << NODE_BITS] = {false};
            for (unsigned kind = 0; kind < NODE_KINDS; kind++)
                for (unsigned node = 0; node < network->nodes[kind]; node++) {
                    unsigned place = network_node_place(network, (enum node_kind)kind, node);
                    expect(place < network->places && !taken[place], chips[i], "a place each");
                    taken[place % NODES_MAX] = true;
                    expect_value(network->node[kind][node], network_address(network, place),
                                 chips[i], "address of a node");
                }
            for (unsigned place = 0; place < network->places; place++) {
                unsigned address = network_address(network, place);
                expect(address < 1 << NODE_BITS && !used[address], chips[i], "addresses differ");
                used[address % (1 << NODE_BITS)] = true;
                expect_value(network_place(network, address), place, chips[i], "place of address");
            }
        }
    }
}

/* {y, x} of 5 bits each in a mesh (docs/interfaces.md), digits in a butterfly
 * (docs/blocks/route_digit.md: place 29 of a 6-ary 2-fly is 4, 5 or 8 * 4 + 5). */
static void addresses_are_coordinates_or_digits(void)
{
    static const struct {
        const char *chip;
        enum node_kind kind;
        unsigned node, address;
    } rows[] = {
        {"pact20", NODE_CORE, 0, 0},
        {"pact20", NODE_CORE, 5, 1 * 32 + 1},
        {"pact20", NODE_CORE, 12, 2 * 32 + 4},
        {"pact20", NODE_CORE, 27, 5 * 32 + 5},
        {"pact20", NODE_MEMORY, 0, 2},
        {"pact20", NODE_MEMORY, 3, 2 * 32 + 3},
        {"pact20", NODE_MEMORY, 7, 5 * 32 + 3},
        {"icpp18", NODE_CORE, 15, 4 * 32 + 1},
        {"icpp18", NODE_MEMORY, 11, 4 * 32 + 4},
        {"tiny", NODE_CORE, 3, 1 * 32 + 2},
        {"tiny", NODE_MEMORY, 1, 1 * 32 + 1},
        {"pact20 topology=butterfly", NODE_MEMORY, 0, 2},         /* place 2: 0, 2 */
        {"pact20 topology=butterfly", NODE_MEMORY, 6, 8 * 4 + 5}, /* place 29: 4, 5 */
        {"pact20 topology=butterfly", NODE_CORE, 27, 8 * 5 + 5},  /* place 35: 5, 5 */
        {"pact20 topology=butterfly", NODE_CORE, 0, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_value(
            plan_of(rows[i].chip)->network[NETWORK_REQUEST].node[rows[i].kind][rows[i].node],
            rows[i].address, rows[i].chip, "address");
}

/* Cores on a crossbar of their own: in order, spread over its 36 places, one or two apart. */
static void cores_are_spread_over_the_crossbar(void)
{
    const struct network *fly = &plan_of(CROSSBAR)->network[NETWORK_CROSSBAR];
    unsigned at_router[6] = {0};
    for (unsigned core = 0; core < 28; core++) {
        unsigned place = network_node_place(fly, NODE_CORE, core);
        unsigned next = core < 27 ? network_node_place(fly, NODE_CORE, core + 1) : 36;
        CHECK(next - place == 1 || next - place == 2);
        at_router[place / 6 % 6]++;
    }
    CHECK_EQUAL(network_node_place(fly, NODE_CORE, 0), 0);
    for (unsigned i = 0; i < 6; i++) /* 28 over 6 routers */
        CHECK(at_router[i] == 4 || at_router[i] == 5);
}

/* Links between two nodes: |x - x'| + |y - y'| in a mesh, counted in docs/chip.svg; the number of
 * stages in a butterfly, whoever talks (pact20 section 3.3 compares them, 5.5). */
static void hops_are_those_counted_by_hand(void)
{
    static const struct {
        const char *chip;
        enum node_kind from_kind, to_kind;
        unsigned from, to, hops;
    } rows[] = {
        {"pact20", NODE_CORE, NODE_CORE, 0, 27, 5 + 5},
        {"pact20", NODE_CORE, NODE_CORE, 27, 0, 5 + 5},
        {"pact20", NODE_CORE, NODE_CORE, 0, 1, 1},
        {"pact20", NODE_CORE, NODE_CORE, 12, 14, 4 + 1},
        {"pact20", NODE_CORE, NODE_CORE, 9, 9, 0},
        {"pact20", NODE_CORE, NODE_MEMORY, 0, 0, 2},
        {"pact20", NODE_CORE, NODE_MEMORY, 5, 5, 1 + 3},
        {"pact20", NODE_CORE, NODE_MEMORY, 27, 7, 2},
        {"pact20", NODE_MEMORY, NODE_MEMORY, 1, 2, 5},
        {"icpp18", NODE_CORE, NODE_MEMORY, 0, 11, 4 + 4},
        {"taco16 topology=mesh", NODE_CORE, NODE_MEMORY, 14, 0, 1 + 4}, /* (0,4) to (1,0) */
        {"taco16", NODE_CORE, NODE_MEMORY, 14, 0, 1},
        {"tiny", NODE_CORE, NODE_CORE, 0, 3, 2 + 1},
        {"tiny", NODE_CORE, NODE_MEMORY, 1, 1, 1 + 1},
        {"pact20 topology=butterfly", NODE_CORE, NODE_CORE, 0, 1, 2},
        {"pact20 topology=butterfly", NODE_CORE, NODE_MEMORY, 27, 0, 2},
        {"pact20 topology=butterfly", NODE_CORE, NODE_CORE, 4, 4, 0},
        {"pact20 topology=butterfly fly_radix=4 cores=48 partitions=16", NODE_CORE, NODE_CORE, 0,
         47, 3},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct network *network = &plan_of(rows[i].chip)->network[NETWORK_REPLY];
        unsigned from = network->node[rows[i].from_kind][rows[i].from];
        unsigned to = network->node[rows[i].to_kind][rows[i].to];
        expect_value(network_hops(network, from, to), rows[i].hops, rows[i].chip, "hops");
    }
}

/* The ports of docs/interfaces.md: 0 local, 1 east, 2 west, 3 north, 4 south. What leaves to the
 * east arrives from the west. */
static void neighbours_in_a_mesh_face_each_other(void)
{
    const struct network *mesh = &plan_of("pact20")->network[NETWORK_REQUEST];
    static const struct {
        unsigned router, port;
        enum end_kind kind;
        unsigned at, arrives;
    } rows[] = {
        {14, 0, END_PLACE, 14, 0}, {14, 1, END_ROUTER, 15, 2}, {14, 2, END_ROUTER, 13, 1},
        {14, 3, END_ROUTER, 8, 4}, {14, 4, END_ROUTER, 20, 3}, {0, 2, END_NOBODY, 0, 0},
        {0, 3, END_NOBODY, 0, 0},  {0, 1, END_ROUTER, 1, 2},   {5, 1, END_NOBODY, 0, 0},
        {35, 4, END_NOBODY, 0, 0}, {35, 1, END_NOBODY, 0, 0},  {35, 2, END_ROUTER, 34, 1},
        {30, 4, END_NOBODY, 0, 0}, {30, 3, END_ROUTER, 24, 4}, {6, 2, END_NOBODY, 0, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct network_end end = mesh->topology->behind(mesh, rows[i].router, rows[i].port);
        CHECK_EQUAL(end.kind, rows[i].kind);
        if (end.kind != END_NOBODY)
            CHECK_EQUAL(end.at, rows[i].at);
        if (end.kind == END_ROUTER)
            CHECK_EQUAL(end.port, rows[i].arrives);
    }
}

/* First along x, then along y, then out: docs/blocks/route_xy.md. */
static void mesh_packets_go_along_x_first(void)
{
    const struct network *mesh = &plan_of("pact20")->network[NETWORK_REQUEST];
    static const unsigned rows[][3] = {/* router, place, port */
                                       {0, 35, 1},  {4, 35, 1},  {5, 35, 4}, {29, 35, 4},
                                       {35, 35, 0}, {35, 0, 2},  {30, 0, 3}, {14, 12, 2},
                                       {14, 2, 3},  {14, 26, 4}, {14, 9, 1}, {14, 14, 0}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_EQUAL(mesh->topology->route(mesh, rows[i][0], rows[i][1]), rows[i][2]);
}

/* The 2-ary 3-fly of docs/blocks/route_digit.md: place 1 (001) to place 6 (110). The router of
 * stage s is the other two digits of the line, its ports are digit s; three stages are a row. */
static void a_butterfly_packet_takes_the_lines_of_its_digits(void)
{
    const struct plan *plan = plan_of("cores=7 partitions=1 topology=butterfly fly_radix=2");
    const struct network *fly = &plan->network[NETWORK_REQUEST];
    static const struct {
        unsigned index, arrives, leaves;
    } stages[] = {{1, 0, 1}, {3, 0, 1}, {3, 1, 0}}; /* lines 001, 101, 111, to line 110 */
    CHECK_EQUAL(fly->columns, 3);
    CHECK_EQUAL(fly->rows, 4);
    struct network_end at = fly->topology->entry(fly, 1);
    for (unsigned stage = 0; stage < 3; stage++) {
        struct network_router router;
        CHECK_EQUAL(at.kind, END_ROUTER);
        CHECK_EQUAL(at.at, stages[stage].index * 3 + stage);
        CHECK_EQUAL(at.port, stages[stage].arrives);
        CHECK_EQUAL(fly->topology->route(fly, at.at, 6), stages[stage].leaves);
        fly->topology->router(fly, at.at, &router);
        CHECK_EQUAL(router.route, 1);
        CHECK_EQUAL(router.digit_lsb, 2 - stage);
        at = fly->topology->behind(fly, at.at, stages[stage].leaves);
    }
    CHECK_EQUAL(at.kind, END_PLACE);
    CHECK_EQUAL(at.at, 6);
}

/* The routers that a packet visits from place to place, 0 when it gets lost. */
static unsigned walk(const struct network *network, unsigned from, unsigned to)
{
    struct network_end at = network->topology->entry(network, from);
    for (unsigned visited = 1; visited <= network_routers(network); visited++) {
        if (at.kind != END_ROUTER || at.at >= network_routers(network) || at.port >= network->ports)
            return 0;
        at =
            network->topology->behind(network, at.at, network->topology->route(network, at.at, to));
        if (at.kind == END_PLACE)
            return at.at == to ? visited : 0;
    }
    return 0;
}

static const char *const walked[] = {
    "tiny",
    "cores=11 partitions=1 mesh_width=4",
    "cores=5 partitions=1 mesh_width=6",
    "pact20",
    "icpp18",
    CROSSBAR,
    "cores=7 partitions=1 topology=butterfly fly_radix=2",
    "cores=8 partitions=1 topology=butterfly fly_radix=3",
    "pact20 topology=butterfly fly_radix=4 cores=48 partitions=16",
};

static void every_packet_arrives_over_as_many_routers_as_said(void)
{
    for (unsigned i = 0; i < sizeof walked / sizeof *walked; i++) {
        const struct plan *plan = plan_of(walked[i]);
        for (unsigned n = 0; n < plan->networks; n++) {
            const struct network *network = &plan->network[n];
            bool mesh = !strcmp(network->topology->kind, "mesh");
            for (unsigned from = 0; from < network->places; from++)
                for (unsigned to = 0; to < network->places; to++) {
                    unsigned visited = walk(network, from, to);
                    unsigned hops = network_hops(network, network_address(network, from),
                                                 network_address(network, to));
                    expect(visited > 0, walked[i], "arrives");
                    expect_value(network->topology->routers(network, from, to), visited, walked[i],
                                 "routers on the way");
                    /* One router more than links in a mesh, stages and links in a butterfly. */
                    expect_value(hops,
                                 from == to ? 0
                                 : mesh     ? visited - 1
                                            : visited,
                                 walked[i], "hops");
                }
        }
    }
}

/* Each place's packets come out behind its exit; no input of a router has two wires; in a mesh
 * those at the rim have none, in a butterfly every one has its own. */
static void exits_lead_to_their_places_and_inputs_have_one_wire(void)
{
    static bool wired[ROUTERS_MAX][64];
    for (unsigned i = 0; i < sizeof walked / sizeof *walked; i++) {
        const struct plan *plan = plan_of(walked[i]);
        const struct network *network = &plan->network[plan->networks - 1];
        unsigned routers = network_routers(network), inputs = 0;
        memset(wired, 0, sizeof wired);
        for (unsigned place = 0; place < network->places; place++) {
            struct network_end in = network->topology->entry(network, place);
            struct network_end out = network_exit(network, place);
            expect(out.kind == END_ROUTER && out.at < routers, walked[i], "exit");
            struct network_end back = network->topology->behind(network, out.at, out.port);
            expect(back.kind == END_PLACE && back.at == place, walked[i], "exit and back");
            expect(!wired[in.at][in.port], walked[i], "entry of its own");
            wired[in.at][in.port] = true;
            inputs++;
        }
        for (unsigned router = 0; router < routers; router++)
            for (unsigned port = 0; port < network->ports; port++) {
                struct network_end end = network->topology->behind(network, router, port);
                if (end.kind != END_ROUTER)
                    continue;
                expect(!wired[end.at][end.port], walked[i], "one wire to an input");
                wired[end.at][end.port] = true;
                inputs++;
            }
        unsigned rim =
            strcmp(network->topology->kind, "mesh") ? 0 : 2 * (network->columns + network->rows);
        expect_value(inputs, routers * network->ports - rim, walked[i], "inputs with a wire");
    }
}

int main(void)
{
    TEST(networks_have_the_sizes_of_the_papers());
    TEST(there_is_a_third_network_with_a_crossbar_between_cores_only());
    TEST(channels_are_those_of_table_1());
    TEST(nodes_are_where_the_pictures_have_them());
    TEST(partitions_sit_on_the_edges());
    TEST(partitions_sit_evenly_on_diagonals());
    TEST(what_does_not_fit_is_refused_by_the_name_of_its_key());
    TEST(every_place_has_one_node_at_most_and_an_address_of_its_own());
    TEST(addresses_are_coordinates_or_digits());
    TEST(cores_are_spread_over_the_crossbar());
    TEST(hops_are_those_counted_by_hand());
    TEST(neighbours_in_a_mesh_face_each_other());
    TEST(mesh_packets_go_along_x_first());
    TEST(a_butterfly_packet_takes_the_lines_of_its_digits());
    TEST(every_packet_arrives_over_as_many_routers_as_said());
    TEST(exits_lead_to_their_places_and_inputs_have_one_wire());
    return check_report();
}
