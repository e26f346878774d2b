/* The blocks of a chip, their number, and what is counted, against lists written down by hand from
 * the papers and docs/interfaces.md. */
#include "plan_chip.h"

/* What a core and a partition consist of: pact20 figure 4 and section 5.5, docs/interfaces.md "The
 * chip". "home_port:noc_port" is a noc_port called home_port. */
static const struct organization {
    const char *chip, *core, *partition, *hub;
} organizations[] = {
    {PRIVATE_L1, "sm l1_arbiter l1_cache mshr noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", NULL},
    {"tiny", "sm l1_arbiter l1_cache mshr noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", NULL},
    /* docs/axi4.md: one more block, and another channel outside. */
    {"tiny mem_port=axi4", "sm l1_arbiter l1_cache mshr noc_port perf_counters",
     "axi_dram llc_slice axi_port noc_port perf_counters", NULL},
    /* Line protection stands inside of l1_cache (design/BLOCKS.md, DLP). */
    {"icpp18", "sm l1_arbiter l1_cache mshr noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", NULL},
    {"taco16", "sm l1_arbiter l1_cache mshr noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", NULL},
    /* Section 4.1: per core a CCN buffer, a node on both rings, in it the shadow tags; the
     * throttler of section 4.4 with CCN-RT. */
    {"taco16 ccn=basic",
     "sm l1_arbiter l1_cache mshr ccn_port ccn_buffer ccn_router noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", NULL},
    {"taco16 ccn=throttled",
     "sm l1_arbiter l1_cache mshr ccn_port ccn_buffer ccn_router ccn_throttle noc_port "
     "perf_counters",
     "dram llc_slice noc_port perf_counters", NULL},
    {ISCA19, "sm l1_arbiter l1_cache mshr noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", NULL},
    {SHARING_RULES, "sm requester l1_cache mshr noc_port perf_counters home_port:noc_port dyneb",
     "dram llc_slice noc_port perf_counters", NULL},
    /* Section 5.5: cores on one side, slices on the other; a core has one port. */
    {THROUGH_L2, "sm requester l1_cache mshr noc_port perf_counters dyneb",
     "dram llc_slice noc_port perf_counters", NULL},
    {CROSSBAR, "sm requester l1_cache mshr noc_port perf_counters home_port:noc_port dyneb",
     "dram llc_slice noc_port perf_counters", NULL},
    {SHARING_RULES " l1_protect=dlp",
     "sm requester l1_cache mshr noc_port perf_counters home_port:noc_port dyneb",
     "dram llc_slice noc_port perf_counters", NULL},
    /* docs/shared_l1.md: each core has an end of the wires to who chooses for all. */
    {SHARING_TRIAL,
     "sm requester l1_cache mshr noc_port perf_counters home_port:noc_port dyneb_port",
     "dram llc_slice noc_port perf_counters", "dyneb_trial perf_counters"},
    {TRIAL_BOTH,
     "sm request_gate requester l1_cache mshr noc_port perf_counters home_port:noc_port dyneb_port",
     "dram llc_slice noc_port perf_counters",
     "llc_reconfig llc_profiler dyneb_trial perf_counters"},
    /* isca19 sections 4.3, 4.4, docs/adaptive_llc.md: one reconfiguration and one profiler. */
    {PRIVATE_LLC, "sm request_gate l1_arbiter l1_cache mshr noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", "llc_reconfig perf_counters"},
    {ADAPTIVE_LLC, "sm request_gate l1_arbiter l1_cache mshr noc_port perf_counters",
     "dram llc_slice noc_port perf_counters", "llc_reconfig llc_profiler perf_counters"},
    {ADAPTIVE_BOTH,
     "sm request_gate requester l1_cache mshr noc_port perf_counters home_port:noc_port dyneb",
     "dram llc_slice noc_port perf_counters", "llc_reconfig llc_profiler perf_counters"},
};

static void expect_instances(const char *chip, const struct plan_node *node, const char *list)
{
    char text[TEXT_MAX * 2], *words[WORDS_MAX];
    unsigned count = words_of(list, text, words);
    expect_value(node->instance_count, count, chip, node->name);
    for (unsigned i = 0; i < count; i++) {
        char *block = strchr(words[i], ':');
        if (block)
            *block++ = '\0';
        bool there = plan_has(node, words[i]);
        expect(there, chip, words[i]);
        if (there)
            expect(!strcmp(node->instances[plan_find(node, words[i])].block->name,
                           block ? block : words[i]),
                   chip, words[i]);
    }
}

static void nodes_have_the_blocks_of_their_organization(void)
{
    for (unsigned i = 0; i < sizeof organizations / sizeof *organizations; i++) {
        const struct organization *row = &organizations[i];
        const struct plan *plan = plan_of(row->chip);
        expect_instances(row->chip, &plan->node[NODE_CORE], row->core);
        expect_instances(row->chip, &plan->node[NODE_MEMORY], row->partition);
        expect_value(plan->node[NODE_HUB].count, row->hub != NULL, row->chip, "hubs");
        expect_instances(row->chip, &plan->node[NODE_HUB], row->hub ? row->hub : "");
    }
}

/* SM and DRAM are the model's; all else is RTL (design/BLOCKS.md, "The chip"). */
static void only_sm_and_dram_stand_outside(void)
{
    const struct plan *plan = plan_of(ADAPTIVE_BOTH);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned i = 0; i < plan->node[kind].instance_count; i++) {
            const struct plan_instance *instance = &plan->node[kind].instances[i];
            const char *const agents[NODE_KINDS] = {"sm", "dram", ""};
            const char *agent = agents[kind];
            CHECK_EQUAL(instance->outside, !strcmp(instance->name, agent));
        }
}

/* Routers of the networks that are instances of a block. */
static unsigned routers_of(const struct plan *plan, const char *block)
{
    unsigned count = 0;
    for (unsigned i = 0; i < plan->networks; i++)
        for (unsigned number = 0; number < network_routers(&plan->network[i]); number++) {
            struct plan_instance router;
            plan_router(&plan->network[i], number, &router);
            count += !strcmp(router.block->name, block);
        }
    return count;
}

/* Instances of a block in the whole chip, routers included. */
static unsigned instances_of(const struct plan *plan, const char *block)
{
    unsigned count = routers_of(plan, block);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++) {
        const struct plan_node *node = &plan->node[kind];
        for (unsigned i = 0; i < node->instance_count; i++)
            if (!strcmp(node->instances[i].block->name, block))
                count += node->count;
    }
    return count;
}

static const struct {
    const char *chip, *block;
    unsigned count;
} chip_counts[] = {
    {"pact20", "l1_cache", 28}, /* table 1: 28 cores, 8 memory controllers */
    {"pact20", "sm", 28},
    {"pact20", "llc_slice", 8},
    {"pact20", "dram", 8},
    {"pact20", "mshr", 28},
    {"pact20", "requester", 28},
    {"pact20", "l1_arbiter", 0},  /* inside the requester, with the In queue */
    {SHARING_RULES, "dyneb", 28}, /* section 4: per core */
    {"pact20", "noc_port", 2 * 28 + 8},
    {SHARING_RULES, "perf_counters", 36},
    {SHARING_TRIAL, "perf_counters", 37}, /* the hub's, too */
    {"pact20", "router", 2 * 36},         /* table 1 and section 5.1: 6 x 6 mesh, two networks */
    {PRIVATE_L1, "noc_port", 36},
    {PRIVATE_L1, "dyneb", 0},
    {THROUGH_L2, "noc_port", 36},
    {THROUGH_L2, "router", 2 * 36},
    {CROSSBAR, "noc_port", 2 * 28 + 8},
    {CROSSBAR, "router", 2 * 36 + 2 * 6}, /* section 5.5: n stages of k^(n-1), 6-ary 2-fly */
    {"pact20 topology=butterfly", "router", 2 * 2 * 6},
    {"pact20 topology=butterfly fly_radix=4 cores=48 partitions=16", "router", 2 * 3 * 16},
    {"icpp18", "l1_cache", 16}, /* table 1 */
    {"icpp18", "llc_slice", 12},
    {"icpp18", "router", 2 * 30},
    {"taco16", "l1_cache", 15}, /* table II: 15 SMs, 12 L2 banks */
    {"taco16", "llc_slice", 12},
    {"taco16", "router", 2},
    {"isca19 llc_mode=shared", "router", 2 * (8 + 8)}, /* section 5: SM-routers and MC-routers */
    {"isca19", "router", 2 * 8},                       /* of clusters */
    {"isca19", "mc_router", 2 * 8}, /* section 4.2: of memory controllers, bypassed when private */
    {"isca19", "llc_slice", 64},
    {"taco16", "requester", 0},
    {"taco16", "ccn_router", 0},
    {"taco16 ccn=basic", "ccn_router", 15},
    {"cores=256 partitions=64 ccn=basic", "ccn_buffer", 256},
    {"taco16 ccn=basic", "ccn_throttle", 0},
    {"taco16 ccn=throttled", "ccn_throttle", 15},
    {SHARING_TRIAL, "dyneb", 0},
    {SHARING_TRIAL, "dyneb_port", 28},
    {SHARING_TRIAL, "dyneb_trial", 1},
    {SHARING_RULES, "dyneb_trial", 0},
    {PRIVATE_L1, "dyneb_trial", 0},
    {"isca19 llc_mode=adaptive", "llc_profiler", 1},
    {"isca19 llc_mode=adaptive", "llc_trial", 0},
    {"isca19 llc_mode=adaptive llc_chooser=trial", "llc_profiler", 0},
    {"isca19 llc_mode=adaptive llc_chooser=trial", "llc_trial", 1},
    {"isca19 llc_mode=private llc_chooser=trial", "llc_trial", 0},
    {"isca19 llc_mode=adaptive programs=2", "llc_profiler", 2}, /* section 4.1: each has a view */
    {"isca19 llc_mode=adaptive programs=2 llc_chooser=trial", "llc_trial", 2},
    {"isca19 llc_mode=private programs=2", "llc_profiler", 0},
    {"isca19 llc_mode=adaptive", "llc_reconfig", 1},
    {"isca19 llc_mode=adaptive", "request_gate", 80},
    {"isca19 llc_mode=adaptive", "perf_counters", 80 + 64 + 1},
    {"isca19 llc_mode=shared", "request_gate", 0},
    {"tiny", "l1_cache", 4}, /* presets/tiny.conf */
    {"tiny", "llc_slice", 2},
    {"tiny", "router", 2 * 6},
    {ISCA19, "l1_cache", 80}, /* table 1: 80 SMs, 8 MCs x 8 LLC slices */
    {ISCA19, "llc_slice", 64},
};

static void the_chip_has_as_many_of_each_block_as_the_papers_say(void)
{
    for (unsigned i = 0; i < sizeof chip_counts / sizeof *chip_counts; i++)
        expect_value(instances_of(plan_of(chip_counts[i].chip), chip_counts[i].block),
                     chip_counts[i].count, chip_counts[i].chip, chip_counts[i].block);
}

/* Counters by number, docs/interfaces.md "Statistics port". */
static const char *const core_counters[] = {
    "l1_cache.event_access",      "l1_cache.event_hit",     "l1_cache.event_miss",
    "l1_cache.event_merge",       "l1_cache.event_store",   "l1_cache.event_other",
    "l1_cache.event_stall",       "mshr.event_stall",       "requester.event_home",
    "requester.event_near",       "l1_cache.event_remote",  "l1_cache.event_remote_hit",
    "l1_cache.event_remote_miss", "dyneb.event_sample",     "dyneb.event_share",
    "l1_cache.event_bypass",      "l1_cache.event_vta",     "l1_cache.event_pd_sample",
    "l1_cache.event_alias",       "ccn_router.event_new",   "ccn_router.event_answer",
    "ccn_router.event_back",      "ccn_router.event_hit",   "ccn_router.event_gone",
    "ccn_router.event_held",      "ccn_buffer.event_full",  "ccn_router.event_late",
    "ccn_port.event_written",     "l1_cache.event_snoop",   "ccn_port.event_skip",
    "ccn_throttle.event_sample",  "ccn_throttle.event_skip"};
static const char *const partition_counters[] = {
    "llc_slice.event_access", "llc_slice.event_hit",       "llc_slice.event_miss",
    "llc_slice.event_merge",  "llc_slice.event_writeback", "llc_slice.event_dram_read",
    "llc_slice.event_stall",  "llc_slice.event_atomic",    "llc_slice.event_through"};
static const char *const hub_counters[] = {
    "llc_reconfig.event_change",     "llc_reconfig.event_private",   "llc_reconfig.stall",
    "llc_reconfig.bypass",           "llc_profiler.event_decision",  "llc_profiler.event_private",
    "llc_profiler.event_similar",    "llc_trial.event_decision",     "llc_trial.event_private",
    "llc_profiler_1.event_decision", "llc_profiler_1.event_private", "llc_profiler_1.event_similar",
    "llc_trial_1.event_decision",    "llc_trial_1.event_private",    "dyneb_trial.event_trial",
    "dyneb_trial.event_share"};
enum { LLC_COUNTERS = 9, CHANGE_COUNTERS = 4, RULE_COUNTERS = 7, HUB_COUNTERS = 9 };
enum { TWO_HUB_COUNTERS = 14, ALL_HUB_COUNTERS = 16 };
enum { BASE_COUNTERS = 8, SHARED_COUNTERS = 15, PROTECT_COUNTERS = 19, CCN_COUNTERS = 30 };
enum { COUNTERS = 32 };

/* Counter `number` of a node is driven by `event`, or by nobody (NULL). */
static void expect_counter(const char *chip, const struct plan_node *node, unsigned number,
                           const char *event)
{
    unsigned drivers = 0;
    for (unsigned i = 0; i < node->wire_count; i++) {
        const struct plan_wire *wire = &node->wires[i];
        if (strcmp(wire->input, "event_pulse") != 0 || wire->input_element != number)
            continue;
        char from[TEXT_MAX];
        snprintf(from, sizeof from, "%s.%s", node->instances[wire->from].name, wire->output);
        expect(event && !strcmp(from, event), chip, from);
        drivers++;
    }
    expect_value(drivers, event != NULL, chip, event ? event : "counter without an event");
}

/* Those of changes, if the hub has any, those of the one who chooses, and with two programs those
 * of the other one, behind these in the same order. */
static void expect_hub_counters(const char *chip, unsigned changes, unsigned from, unsigned to)
{
    enum { SECOND = HUB_COUNTERS - CHANGE_COUNTERS };
    bool two = plan_of(chip)->config.programs > 1;
    for (unsigned i = 0; i < ALL_HUB_COUNTERS; i++) {
        bool first = i >= from && i < to, second = two && i >= from + SECOND && i < to + SECOND;
        expect_counter(chip, &plan_of(chip)->node[NODE_HUB], i,
                       i < changes || first || second ? hub_counters[i] : NULL);
    }
}

static void expect_counters(const char *chip, unsigned events, bool shared, bool protects)
{
    const struct plan *plan = plan_of(chip);
    expect_value(plan->events, events, chip, "counters of a node");
    for (unsigned i = 0; i < COUNTERS; i++) {
        unsigned ccn = plan->config.ccn;
        bool exists = i < BASE_COUNTERS      ? true
                      : i < SHARED_COUNTERS  ? shared
                      : i < PROTECT_COUNTERS ? protects
                      : i < CCN_COUNTERS     ? ccn != 0
                                             : ccn == 2;
        expect_counter(chip, &plan->node[NODE_CORE], i, exists ? core_counters[i] : NULL);
        expect_counter(chip, &plan->node[NODE_MEMORY], i,
                       i < (plan->config.llc_mode ? LLC_COUNTERS : BASE_COUNTERS)
                           ? partition_counters[i]
                           : NULL);
    }
}

static void every_counter_counts_the_event_of_its_number(void)
{
    expect_counters("tiny", 8, false, false);
    expect_counters(SHARING_RULES, 15, true, false);
    expect_counters(THROUGH_L2, 15, true, false);
    expect_counters(CROSSBAR, 15, true, false);
    expect_counters("icpp18", 19, false, true);
    expect_counters(SHARING_RULES " l1_protect=dlp", 19, true, true);
    expect_counters("taco16 ccn=basic", 30, false, false);
    expect_counters("taco16 ccn=throttled l1_protect=dlp", 32, false, true);
    expect_counters(PRIVATE_LLC, 9, false, false);
    expect_counters(ADAPTIVE_LLC, 9, false, false);
    expect_counters(ADAPTIVE_BOTH, 15, true, false);
    expect_hub_counters(SHARING_RULES, 0, 0, 0);
    expect_hub_counters(PRIVATE_LLC, CHANGE_COUNTERS, 0, 0);
    expect_hub_counters(ADAPTIVE_LLC, CHANGE_COUNTERS, CHANGE_COUNTERS, RULE_COUNTERS);
    expect_hub_counters(ADAPTIVE_LLC " llc_chooser=trial", CHANGE_COUNTERS, RULE_COUNTERS,
                        HUB_COUNTERS);
    expect_hub_counters(ADAPTIVE_LLC " programs=2", CHANGE_COUNTERS, CHANGE_COUNTERS,
                        RULE_COUNTERS);
    expect_hub_counters(ADAPTIVE_LLC " programs=2 llc_chooser=trial", CHANGE_COUNTERS,
                        RULE_COUNTERS, HUB_COUNTERS);
    expect_hub_counters(SHARING_TRIAL, 0, TWO_HUB_COUNTERS, ALL_HUB_COUNTERS);
}

/* The rows name the same events, under the numbers by which they are read. */
static void counter_rows_carry_the_same_numbers(void)
{
    unsigned seen[NODE_KINDS] = {0};
    for (unsigned i = 0; i < plan_counter_count; i++) {
        const struct counter *row = &plan_counters[i];
        const char *const *const of_kinds[NODE_KINDS] = {core_counters, partition_counters,
                                                         hub_counters};
        const char *const *names = of_kinds[row->kind];
        unsigned number = plan_counter_number(i);
        CHECK_EQUAL(number, seen[row->kind]++);
        char event[TEXT_MAX];
        snprintf(event, sizeof event, "%s.%s", row->block, row->event);
        expect(!strcmp(event, names[number]), "rows of gen/plan/counters.def", event);
    }
    CHECK_EQUAL(seen[NODE_CORE], COUNTERS);
    CHECK_EQUAL(seen[NODE_MEMORY], LLC_COUNTERS);
    CHECK_EQUAL(seen[NODE_HUB], ALL_HUB_COUNTERS);
}

int main(void)
{
    TEST(nodes_have_the_blocks_of_their_organization());
    TEST(only_sm_and_dram_stand_outside());
    TEST(the_chip_has_as_many_of_each_block_as_the_papers_say());
    TEST(every_counter_counts_the_event_of_its_number());
    TEST(counter_rows_carry_the_same_numbers());
    return check_report();
}
