/* What nodes are told: constants of single nodes, control inputs, and the homes and slices of lines
 * that follow from them, by hand arithmetic on the drawing of pact20's chip (docs/chip.svg). */
#include "address_map.h"
#include "home_map.h"
#include "plan_chip.h"

/* docs/interfaces.md: "Flush", "Statistics port", "Organization of the L1s";
 * docs/blocks/requester.md: the tables; docs/shared_l1.md: an address of its own on the crossbar.
 */
#define ALWAYS "noc_en here stat_here stat_node stat_counter"
#define HOMES  "here_core core_nodes core_hops partition_hops l1_chunk l1_nearest"
#define SHARED HOMES " l1_mode"
static const struct {
    const char *chip, *core, *partition, *hub;
} presence[] = {
    {"tiny", ALWAYS " flush partition_nodes", ALWAYS " llc_flush", NULL},
    {"icpp18", ALWAYS " flush partition_nodes", ALWAYS " llc_flush", NULL},
    {"taco16 ccn=basic", ALWAYS " flush partition_nodes here_core skip", ALWAYS " llc_flush", NULL},
    {"taco16 ccn=throttled", ALWAYS " flush partition_nodes here_core", ALWAYS " llc_flush", NULL},
    {SHARING_RULES, ALWAYS " flush partition_nodes " SHARED, ALWAYS " llc_flush", NULL},
    {SHARING_TRIAL, ALWAYS " flush partition_nodes " HOMES, ALWAYS " llc_flush",
     "flush l1_mode stat_here stat_node stat_counter"},
    {THROUGH_L2, ALWAYS " flush partition_nodes " SHARED, ALWAYS " llc_flush", NULL},
    {CROSSBAR, ALWAYS " flush partition_nodes home_here " SHARED, ALWAYS " llc_flush", NULL},
    {ADAPTIVE_LLC, ALWAYS " flush partition_nodes own_nodes", ALWAYS,
     "flush llc_choice llc_flush stat_here stat_node stat_counter"},
};

static void expect_signals(const struct plan *plan, enum node_kind kind, const char *list,
                           const char *chip)
{
    char text[TEXT_MAX * 2], *words[WORDS_MAX];
    unsigned count = words_of(list, text, words), there = 0;
    for (unsigned i = 0; i < plan_signal_count; i++)
        there += plan_has_signal(plan, i, kind);
    expect_value(there, count, chip, "signals of a node");
    for (unsigned i = 0; i < count; i++) {
        bool found = false;
        for (unsigned s = 0; s < plan_signal_count; s++)
            found |= !strcmp(plan_signals[s].name, words[i]) && plan_has_signal(plan, s, kind);
        expect(found, chip, words[i]);
    }
}

static void nodes_have_the_signals_of_their_organization(void)
{
    for (unsigned i = 0; i < sizeof presence / sizeof *presence; i++) {
        const struct plan *plan = plan_of(presence[i].chip);
        expect_signals(plan, NODE_CORE, presence[i].core, presence[i].chip);
        expect_signals(plan, NODE_MEMORY, presence[i].partition, presence[i].chip);
        if (presence[i].hub)
            expect_signals(plan, NODE_HUB, presence[i].hub, presence[i].chip);
    }
}

/* Widths: docs/interfaces.md and the formats of messages there. */
static void signals_have_their_bits(void)
{
    static const struct {
        const char *chip, *name;
        unsigned bits, elements;
    } rows[] = {
        {"pact20", "here", 10, 1},
        {"pact20", "here_core", 5, 1},
        {"pact20", "core_nodes", 10, 28},
        {"pact20", "partition_nodes", 10, 8},
        {"pact20", "core_hops", 6, 28},
        {"pact20", "partition_hops", 6, 8},
        {"pact20", "l1_mode", 2, 1},
        {"pact20", "l1_chunk", 1, 1},
        {"pact20", "flush", 1, 1},
        {"pact20", "stat_node", 6, 1},                 /* 36 nodes */
        {"pact20", "stat_counter", 4, 1},              /* 15 counters */
        {"icpp18", "stat_counter", 5, 1},              /* 19 */
        {"tiny", "stat_node", 3, 1},                   /* 6 nodes */
        {"tiny", "stat_counter", 3, 1},                /* 8 counters */
        {"cores=80 partitions=64", "stat_here", 8, 1}, /* 144 nodes */
        {ADAPTIVE_LLC, "own_nodes", 10, 4},
        {ADAPTIVE_LLC, "stat_node", 4, 1}, /* 13 nodes */
        {ADAPTIVE_LLC, "llc_choice", 1, 1},
        {PRIVATE_LLC " programs=2", "flush", 1, 2},
        {PRIVATE_LLC " programs=2", "llc_choice", 1, 2},
        {PRIVATE_LLC " programs=2", "llc_flush", 1, 1},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan *plan = plan_of(rows[i].chip);
        unsigned signal = signal_named(rows[i].name);
        expect(signal < plan_signal_count, rows[i].chip, rows[i].name);
        if (signal == plan_signal_count)
            continue;
        expect_value(plan_signal_bits(plan, signal), rows[i].bits, rows[i].chip, rows[i].name);
        expect_value(plan_signal_elements(plan, signal), rows[i].elements, rows[i].chip,
                     rows[i].name);
    }
}

/* A core has one bit of what the hub has for each program. */
static void nodes_see_what_is_their_programs(void)
{
    const struct plan *plan = plan_of(PRIVATE_LLC " programs=2");
    unsigned flush = signal_named("flush");
    CHECK_EQUAL(plan_signal_width(plan, flush, NODE_CORE), 1);
    CHECK_EQUAL(plan_signal_width(plan, flush, NODE_HUB), 2);
    CHECK_EQUAL(plan_signal_width(plan, signal_named("llc_choice"), NODE_HUB), 2);
    CHECK_EQUAL(plan_signal_width(plan, signal_named("own_nodes"), NODE_CORE), 40);
}

static unsigned value_of(const struct plan *plan, const char *name, enum node_kind kind,
                         unsigned node, unsigned element)
{
    return plan_signals[signal_named(name)].value(plan, (struct plan_at){kind, node, element});
}

/* In docs/chip.svg core 0 is at (0,0), core 5 at (1,1), core 12 at (4,2), core 14 at (0,3), core 27
 * at (5,5), partition 0 at (2,0), 3 at (3,2), 5 at (0,4), 7 at (3,5); addresses are 32 y + x. */
static void constants_of_pact20_are_those_of_the_drawing(void)
{
    static const struct {
        const char *name;
        enum node_kind kind;
        unsigned node, element, value;
    } rows[] = {
        {"here", NODE_CORE, 0, 0, 0},
        {"here", NODE_CORE, 5, 0, 32 * 1 + 1},
        {"here", NODE_CORE, 27, 0, 32 * 5 + 5},
        {"here", NODE_MEMORY, 3, 0, 32 * 2 + 3},
        {"here", NODE_MEMORY, 7, 0, 32 * 5 + 3},
        {"here_core", NODE_CORE, 0, 0, 0},
        {"here_core", NODE_CORE, 27, 0, 27},
        {"core_nodes", NODE_CORE, 3, 0, 0},
        {"core_nodes", NODE_CORE, 3, 12, 32 * 2 + 4},
        {"core_nodes", NODE_CORE, 20, 27, 32 * 5 + 5},
        {"partition_nodes", NODE_CORE, 0, 0, 2},
        {"partition_nodes", NODE_CORE, 9, 5, 32 * 4},
        {"partition_nodes", NODE_CORE, 9, 7, 32 * 5 + 3},
        {"core_hops", NODE_CORE, 0, 27, 10},
        {"core_hops", NODE_CORE, 27, 0, 10},
        {"core_hops", NODE_CORE, 12, 14, 5},
        {"core_hops", NODE_CORE, 5, 5, 0},
        {"partition_hops", NODE_CORE, 0, 0, 2},
        {"partition_hops", NODE_CORE, 5, 5, 4},
        {"partition_hops", NODE_CORE, 0, 7, 3 + 5},
        {"partition_hops", NODE_CORE, 27, 7, 2},
        {"stat_here", NODE_CORE, 5, 0, 5}, /* cores first, then partitions */
        {"stat_here", NODE_MEMORY, 0, 0, 28},
        {"stat_here", NODE_MEMORY, 7, 0, 35},
    };
    const struct plan *plan = plan_of("pact20");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_value(value_of(plan, rows[i].name, rows[i].kind, rows[i].node, rows[i].element),
                     rows[i].value, "pact20", rows[i].name);
}

/* Through the L2 slices distances stay those of the network; in a butterfly all are alike, so a tie
 * always goes home. On the crossbar no slice is nearer than any home (docs/shared_l1.md). */
static void other_ways_have_their_distances(void)
{
    const struct plan *plan = plan_of(THROUGH_L2);
    CHECK_EQUAL(value_of(plan, "core_hops", NODE_CORE, 0, 27), 10);
    CHECK_EQUAL(value_of(plan, "partition_hops", NODE_CORE, 0, 0), 2);
    plan = plan_of("pact20 topology=butterfly");
    CHECK_EQUAL(value_of(plan, "core_hops", NODE_CORE, 0, 27), 2);
    CHECK_EQUAL(value_of(plan, "core_hops", NODE_CORE, 4, 4), 0);
    CHECK_EQUAL(value_of(plan, "partition_hops", NODE_CORE, 0, 7), 2);
    plan = plan_of(CROSSBAR);
    for (unsigned core = 0; core < 28; core++)
        for (unsigned home = 0; home < 28; home++)
            for (unsigned slice = 0; slice < 8; slice++)
                CHECK(value_of(plan, "core_hops", NODE_CORE, core, home) <=
                      value_of(plan, "partition_hops", NODE_CORE, core, slice));
}

/* On the crossbar cores are addressed by their places there, slices by those in the mesh. */
static void crossbar_addresses_are_those_of_the_crossbar(void)
{
    const struct plan *plan = plan_of(CROSSBAR);
    const struct network *fly = &plan->network[NETWORK_CROSSBAR];
    CHECK(plan_remote_network(plan) == fly);
    for (unsigned core = 0; core < 28; core++) {
        unsigned place = network_node_place(fly, NODE_CORE, core);
        unsigned digits = place / 6 * 8 + place % 6;
        CHECK_EQUAL(value_of(plan, "home_here", NODE_CORE, core, 0), digits);
        CHECK_EQUAL(value_of(plan, "core_nodes", NODE_CORE, 3, core), digits);
    }
    CHECK_EQUAL(value_of(plan, "here", NODE_CORE, 27, 0), 32 * 5 + 5);
    CHECK_EQUAL(value_of(plan, "partition_nodes", NODE_CORE, 0, 7), 32 * 5 + 3);
    plan = plan_of("pact20");
    CHECK_EQUAL(value_of(plan, "core_nodes", NODE_CORE, 0, 27),
                value_of(plan, "here", NODE_CORE, 27, 0));
}

/* isca19 section 4.1: slice c x clusters + s is that of cluster s at controller c; an H-Xbar's
 * slice has the address 512 + 2 c + s here (docs/crossbar.md). Cores 0 to 3 are cluster 0. */
static void own_slices_are_those_of_the_cluster(void)
{
    const struct plan *plan = plan_of(ADAPTIVE_LLC);
    for (unsigned core = 0; core < 8; core++)
        for (unsigned partition = 0; partition < 4; partition++)
            CHECK_EQUAL(value_of(plan, "own_nodes", NODE_CORE, core, partition),
                        512 + 2 * (partition / 2) + core / 4);
    CHECK_EQUAL(value_of(plan, "partition_nodes", NODE_CORE, 0, 3), 512 + 3);
    plan = plan_of("cores=9 partitions=6 topology=hxbar clusters=3 memory_controllers=2 "
                   "llc_mode=private");
    CHECK_EQUAL(value_of(plan, "own_nodes", NODE_CORE, 8, 0), 512 + 2);
    CHECK_EQUAL(value_of(plan, "own_nodes", NODE_CORE, 4, 5), 512 + 4 + 1);
    CHECK_EQUAL(value_of(plan, "stat_here", NODE_HUB, 0, 0), 15);
}

/* Which signal an input of an instance shows, NULL when none. */
static const struct plan_feed *feed_of(const struct plan_node *node, const char *instance,
                                       const char *input)
{
    for (unsigned i = 0; i < node->feed_count; i++) {
        const struct plan_feed *feed = &node->feeds[i];
        if (!strcmp(node->instances[feed->instance].name, instance) && !strcmp(feed->input, input))
            return feed;
    }
    return NULL;
}

static void inputs_show_the_signals_of_their_names(void)
{
    static const struct {
        const char *chip;
        enum node_kind kind;
        const char *instance, *input, *signal;
    } rows[] = {
        {"pact20", NODE_CORE, "l1_cache", "flush", "flush"},
        {"pact20", NODE_CORE, "mshr", "flush", "flush"},
        {"pact20", NODE_CORE, "mshr", "partition_nodes", "partition_nodes"},
        {"pact20", NODE_CORE, "requester", "partition_nodes", "partition_nodes"},
        {"pact20", NODE_CORE, "requester", "core_hops", "core_hops"},
        {"pact20", NODE_CORE, "requester", "l1_nearest", "l1_nearest"},
        {SHARING_RULES, NODE_CORE, "dyneb", "l1_mode", "l1_mode"},
        {SHARING_TRIAL, NODE_HUB, "dyneb_trial", "l1_mode", "l1_mode"},
        {SHARING_TRIAL, NODE_HUB, "dyneb_trial", "kernel", "flush"},
        {"pact20", NODE_CORE, "noc_port", "here", "here"},
        {"pact20", NODE_CORE, "noc_port", "noc_en", "noc_en"},
        {"pact20", NODE_CORE, "home_port", "here", "here"},
        {CROSSBAR, NODE_CORE, "home_port", "here", "home_here"},
        {CROSSBAR, NODE_CORE, "noc_port", "here", "here"},
        {"pact20", NODE_CORE, "perf_counters", "here", "stat_here"},
        {"pact20", NODE_CORE, "perf_counters", "select_node", "stat_node"},
        {"pact20", NODE_CORE, "perf_counters", "select_counter", "stat_counter"},
        {"pact20", NODE_MEMORY, "llc_slice", "flush", "llc_flush"},
        {ADAPTIVE_LLC, NODE_CORE, "request_gate", "flush", "flush"},
        {ADAPTIVE_LLC, NODE_CORE, "mshr", "own_nodes", "own_nodes"},
        {ADAPTIVE_LLC, NODE_HUB, "llc_reconfig", "kernel", "flush"},
        {ADAPTIVE_LLC, NODE_HUB, "llc_reconfig", "write_back", "llc_flush"},
        {ADAPTIVE_LLC, NODE_HUB, "llc_profiler", "kernel", "flush"},
        {ADAPTIVE_LLC, NODE_HUB, "llc_profiler", "adaptive", "llc_choice"},
        {ADAPTIVE_LLC " llc_chooser=trial", NODE_HUB, "llc_trial", "kernel", "flush"},
        {ADAPTIVE_LLC " llc_chooser=trial", NODE_HUB, "llc_trial", "adaptive", "llc_choice"},
        {PRIVATE_LLC, NODE_HUB, "llc_reconfig", "wants_private", "llc_choice"},
        {"pact20", NODE_MEMORY, "noc_port", "here", "here"},
        {"pact20", NODE_MEMORY, "perf_counters", "here", "stat_here"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan_node *node = &plan_of(rows[i].chip)->node[rows[i].kind];
        const struct plan_feed *feed = feed_of(node, rows[i].instance, rows[i].input);
        expect(feed && !strcmp(plan_signals[feed->signal].name, rows[i].signal), rows[i].chip,
               rows[i].signal);
    }
}

/* A chooser has the element of its program; who changes views has all. */
static void choosers_see_what_is_their_programs(void)
{
    static const struct {
        const char *chip, *instance, *input;
        bool one;
        unsigned element;
    } rows[] = {{" programs=2", "llc_profiler", "kernel", true, 0},
                {" programs=2", "llc_profiler_1", "kernel", true, 1},
                {" programs=2", "llc_profiler_1", "adaptive", true, 1},
                {" programs=2", "llc_reconfig", "kernel", false, 0},
                {" programs=2 llc_chooser=trial", "llc_trial", "adaptive", true, 0},
                {" programs=2 llc_chooser=trial", "llc_trial_1", "kernel", true, 1},
                {"", "llc_profiler", "kernel", false, 0}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char chip[TEXT_MAX];
        snprintf(chip, sizeof chip, "%s%s", ADAPTIVE_LLC, rows[i].chip);
        const struct plan_feed *feed =
            feed_of(&plan_of(chip)->node[NODE_HUB], rows[i].instance, rows[i].input);
        expect(feed && feed->one == rows[i].one && feed->element == rows[i].element, chip,
               rows[i].instance);
    }
}

/* Each of the chip's results is said by one port of one block. */
static void results_come_of_the_ports_that_say_it(void)
{
    static const char *const rows[][3] = {
        {"llc_busy", "llc_slice", "busy"},
        {"error_dram_reply", "llc_slice", "error_dram_reply"},
        {"error_axi_slverr", "axi_port", "error_slverr"},
        {"error_axi_decerr", "axi_port", "error_decerr"},
        {"error_axi_unknown", "axi_port", "error_unknown"},
        {"error_axi_last", "axi_port", "error_last"},
        {"error_axi_timeout", "axi_port", "error_timeout"},
        {"error_l1_corrected", "l1_cache", "error_corrected"},
        {"error_l1_lost", "l1_cache", "error_lost"},
        {"error_llc_corrected", "llc_slice", "error_corrected"},
        {"error_llc_lost", "llc_slice", "error_lost"},
        {"stat_value", "perf_counters", "value"},
    };
    CHECK_EQUAL(RESULTS, sizeof rows / sizeof *rows);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan_result *result = plan_results;
        while (result < plan_results + RESULTS && strcmp(result->name, rows[i][0]) != 0)
            result++;
        expect(result < plan_results + RESULTS && !strcmp(result->block, rows[i][1]) &&
                   !strcmp(result->output, rows[i][2]),
               rows[i][0], rows[i][2]);
    }
}

/* The chip's results: 32 bits of one counter; busy while any slice writes back; what each slice
 * and, with AXI4, each of their ports reports; with protected RAMs what any L1 and each slice found
 * inverted in them. */
static void results_are_those_of_the_chips_ports(void)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < RESULTS; i++) {
        const struct plan_result *result = &plan_results[i];
        bool value = !strcmp(result->name, "stat_value"), busy = !strcmp(result->name, "llc_busy"),
             axi = !strncmp(result->name, "error_axi_", 10),
             l1 = !strncmp(result->name, "error_l1_", 9),
             llc = !strncmp(result->name, "error_llc_", 10),
             error = axi || llc || !strcmp(result->name, "error_dram_reply");
        CHECK(value || busy || error || l1);
        CHECK_EQUAL(result->bits, value ? 32 : 1);
        CHECK_EQUAL(plan_result_bits(plan_of("pact20"), i), value ? 32 : error ? 8 : 1);
        CHECK_EQUAL(result->form, value ? RESULT_CHOSEN : busy || l1 ? RESULT_ANY : RESULT_EACH);
        CHECK_EQUAL(result->at[NODE_CORE], value || l1);
        CHECK_EQUAL(result->at[NODE_MEMORY], !l1);
        CHECK_EQUAL(result->at[NODE_HUB], value);
        CHECK_EQUAL(plan_has_result(plan_of("pact20"), i, NODE_MEMORY), !axi && !l1 && !llc);
        CHECK_EQUAL(plan_has_result(plan_of("pact20 mem_port=axi4"), i, NODE_MEMORY), !l1 && !llc);
        CHECK_EQUAL(plan_has_result(plan_of("pact20 ram_protect=parity"), i, NODE_MEMORY),
                    !axi && !l1);
        CHECK_EQUAL(plan_has_result(plan_of("pact20 ram_protect=secded"), i, NODE_CORE),
                    value || l1);
        seen++;
    }
    CHECK_EQUAL(seen, 12);
}

/* Home and slice of a line, from the parameters that the plan gives the requester. */
static unsigned home_of(const struct plan *plan, uint64_t line)
{
    const struct plan_node *node = &plan->node[NODE_CORE];
    const struct plan_instance *requester = &node->instances[plan_find(node, "requester")];
    struct home_map_params params = {.line_bits = plan_parameter(requester, "LINE_BITS"),
                                     .tag_lsb = log2_of(plan_parameter(requester, "SETS")),
                                     .cores = plan_parameter(requester, "CORES"),
                                     .fold = plan_parameter(requester, "FOLD")};
    struct home_map map = home_map_make(&params);
    return home_map_home(&map, line);
}

static unsigned slice_of(const struct plan *plan, uint64_t line)
{
    const struct plan_node *node = &plan->node[NODE_CORE];
    const struct plan_instance *mshr = &node->instances[plan_find(node, "mshr")];
    return address_map_partition(line, plan_parameter(mshr, "CHUNK_BITS"),
                                 plan_parameter(mshr, "PARTITIONS"),
                                 plan_parameter(mshr, "PARTITION_HASH"));
}

/* Section 3.1: the lowest five of the tag's bits, above five of the set. Codes 28 to 31, by the
 * preset mixed with the next five (spread: docs/blocks/home_map.md); wrap: code - 28; scale:
 * floor(cores * frac(tag * 40503 / 65536)). */
static void homes_of_lines_are_those_of_section_3_1(void)
{
    static const struct {
        const char *chip;
        uint64_t line;
        unsigned home;
    } rows[] = {
        {"pact20", 0, 0},
        {"pact20", 31, 0}, /* set 31 of tag 0 */
        {"pact20", 32, 1},
        {"pact20", 27 * 32 + 7, 27},
        {"pact20", 28 * 32, 0},         /* code 28 of group 0: wrapped */
        {"pact20", 60 * 32, 1},         /* of group 1: 28 ^ 1, wrapped */
        {"pact20", 191 * 32, 26},       /* code 31 of group 5: 31 ^ 5 */
        {"pact20", 32 * 32, 0},         /* tag 32: code 0 */
        {"pact20", 0x12345678 >> 7, 5}, /* tag 0x12345: code 5 */
        {"pact20", 0x1ffffff, 0},       /* the last line: 31 ^ 31 */
        {"pact20 home_fold=wrap", 27 * 32 + 7, 27},
        {"pact20 home_fold=wrap", 60 * 32, 0},      /* code 28 */
        {"pact20 home_fold=wrap", 31 * 32 + 31, 3}, /* code 31 */
        {"pact20 home_fold=wrap", 0x1ffffff, 3},    /* the last line */
        {"pact20 home_fold=scale", 0, 0},
        {"pact20 home_fold=scale", 32, 17}, /* 40503 * 28 / 65536 = 17.3 */
        {"pact20 home_fold=scale", 64, 6},  /* (81006 - 65536) * 28 / 65536 = 6.6 */
        {"pact20 cores=84 partitions=16", 83 * 32, 83},
        {"pact20 cores=84 partitions=16", 255 * 32, 42},                /* 127 ^ 1, wrapped */
        {"pact20 cores=84 partitions=16 home_fold=wrap", 127 * 32, 43}, /* code 127 - 84 */
        {"tiny shared_l1=on", 7, 0},                                    /* 8 sets, 4 cores */
        {"tiny shared_l1=on", 3 * 8, 3},
        {"tiny shared_l1=on", 4 * 8, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_value(home_of(plan_of(rows[i].chip), rows[i].line), rows[i].home, rows[i].chip,
                     "home");
}

/* pact20 table 1: chunks of 256 bytes, two lines, take turns. Hashed: x^3 = x + 1, so chunk 8 + 1
 * is in partition 3 xor 1. */
static void slices_of_lines_take_turns_by_chunks(void)
{
    static const struct {
        const char *chip;
        uint64_t line;
        unsigned slice;
    } rows[] = {
        {"pact20", 0, 0},
        {"pact20", 1, 0},
        {"pact20", 2, 1},
        {"pact20", 15, 7},
        {"pact20", 16, 0},
        {"pact20", 0x12345678 >> 7, 6}, /* chunk 0x123456 */
        {"icpp18", 1, 0},
        {"icpp18", 2, 1},
        {"icpp18", 23, 11},
        {"icpp18", 24, 0},
        {"taco16", 8, 4},
        {"taco16", 2 * (12 * 1000003 + 7), 7},
        {"pact20 partition_hash=ipoly", 15, 7},
        {"pact20 partition_hash=ipoly", 18, 2},
        {"tiny", 3, 1},
        {"tiny", 4, 0},
        {"pact20 interleave_bytes=1024", 7, 0},
        {"pact20 interleave_bytes=1024", 8, 1},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_value(slice_of(plan_of(rows[i].chip), rows[i].line), rows[i].slice, rows[i].chip,
                     "slice");
}

/* Line 871 of pact20 from core 0: tag 27, so home 27 at (5,5), ten hops; chunk 435 is slice 3's, at
 * (3,2), five hops: Min(H,L2) asks L2 (section 3.3). From core 26 at (4,5) home is nearer. */
static void nearest_source_of_a_line_follows(void)
{
    const struct plan *plan = plan_of("pact20");
    unsigned home = home_of(plan, 871), slice = slice_of(plan, 871);
    CHECK_EQUAL(home, 27);
    CHECK_EQUAL(slice, 3);
    CHECK_EQUAL(value_of(plan, "core_nodes", NODE_CORE, 0, home), 32 * 5 + 5);
    CHECK_EQUAL(value_of(plan, "partition_nodes", NODE_CORE, 0, slice), 32 * 2 + 3);
    CHECK_EQUAL(value_of(plan, "core_hops", NODE_CORE, 0, home), 10);
    CHECK_EQUAL(value_of(plan, "partition_hops", NODE_CORE, 0, slice), 5);
    CHECK_EQUAL(value_of(plan, "core_hops", NODE_CORE, 26, home), 1);
    CHECK_EQUAL(value_of(plan, "partition_hops", NODE_CORE, 26, slice), 1 + 3);
}

int main(void)
{
    TEST(nodes_have_the_signals_of_their_organization());
    TEST(signals_have_their_bits());
    TEST(nodes_see_what_is_their_programs());
    TEST(choosers_see_what_is_their_programs());
    TEST(constants_of_pact20_are_those_of_the_drawing());
    TEST(other_ways_have_their_distances());
    TEST(crossbar_addresses_are_those_of_the_crossbar());
    TEST(own_slices_are_those_of_the_cluster());
    TEST(inputs_show_the_signals_of_their_names());
    TEST(results_come_of_the_ports_that_say_it());
    TEST(results_are_those_of_the_chips_ports());
    TEST(homes_of_lines_are_those_of_section_3_1());
    TEST(slices_of_lines_take_turns_by_chunks());
    TEST(nearest_source_of_a_line_follows());
    return check_report();
}
