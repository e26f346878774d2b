/* What joins nodes beside the networks: wires between the hub and all cores and slices, which cores
 * are a program's, and the rings of the cooperative caching network. */
#include "plan_chip.h"

static const char *const reconfig_spans[] = {
    "all llc_reconfig.stall > request_gate.stall",
    "all llc_reconfig.shared > request_gate.shared",
    "to program llc_reconfig.is_private > request_gate.is_private",
    "all llc_reconfig.flush > llc_slice.flush",
    "all llc_reconfig.flush_turns > llc_slice.flush_turns",
    "all llc_reconfig.flush_private > llc_slice.flush_private",
    "any request_gate.awake > llc_reconfig.awake",
    "of program request_gate.atomics > llc_reconfig.atomics",
    "any llc_slice.busy > llc_reconfig.busy",
    "to networks llc_reconfig.bypass > bypass",
    "of networks bypassed > llc_reconfig.bypassed",
};
static const char *const profiler_spans[] = {
    "each llc_slice.event_access > llc_profiler.slice_access",
    "each llc_slice.event_first > llc_profiler.slice_first",
    "one llc_slice.look_valid > llc_profiler.access_valid",
    "one llc_slice.look_set > llc_profiler.access_set",
    "one llc_slice.look_tag > llc_profiler.access_tag",
    "one llc_slice.look_cluster > llc_profiler.access_cluster",
};

static const char *const trial_spans[] = {"each llc_slice.event_access > llc_trial.slice_access",
                                          "each llc_slice.event_dram_read > llc_trial.slice_read",
                                          "each llc_slice.event_store > llc_trial.slice_store"};

static const char *const sharing_spans[] = {"all dyneb_trial.share > dyneb_port.share",
                                            "each dyneb_port.did_one > dyneb_trial.core_one",
                                            "each dyneb_port.did_two > dyneb_trial.core_two",
                                            "each dyneb_port.missed > dyneb_trial.core_miss"};
static const char *const private_span[] = {
    "any request_gate.stays_private > dyneb_trial.stays_private"};

/* Of the second program, and what of the first one's is not as above: the first row there, for each
 * chooser gets the requests of its program. */
static const char *const second_profiler[] = {
    "each llc_slice.event_program_1 > llc_profiler_1.slice_access",
    "each llc_slice.event_first > llc_profiler_1.slice_first",
    "one llc_slice.look_valid > llc_profiler_1.access_valid",
    "one llc_slice.look_set > llc_profiler_1.access_set",
    "one llc_slice.look_tag > llc_profiler_1.access_tag",
    "one llc_slice.look_cluster > llc_profiler_1.access_cluster",
    "one llc_slice.event_program_0 > llc_profiler_1.access_other",
    "each llc_slice.event_program_0 > llc_profiler.slice_access",
    "one llc_slice.event_program_1 > llc_profiler.access_other",
};
static const char *const second_trial[] = {
    "each llc_slice.event_program_1 > llc_trial_1.slice_access",
    "each llc_slice.event_dram_read > llc_trial_1.slice_read",
    "each llc_slice.event_store > llc_trial_1.slice_store",
    "each llc_slice.event_program_0 > llc_trial.slice_access",
};

static bool has_span(const struct plan *plan, const char *expected)
{
    static const char *const forms[] = {"all",        "any",        "each",        "one",
                                        "to program", "of program", "to networks", "of networks"};
    for (unsigned i = 0; i < plan->span_count; i++) {
        const struct plan_span *span = &plan->spans[i];
        char hub[TEXT_MAX], there[TEXT_MAX], text[3 * TEXT_MAX];
        snprintf(hub, sizeof hub, "%s.%s", plan->node[NODE_HUB].instances[span->hub].name,
                 span->hub_port);
        snprintf(there, sizeof there, "%s", span->port);
        if (span->kind != NODE_KINDS)
            snprintf(there, sizeof there, "%s.%s",
                     plan->node[span->kind].instances[span->there].name, span->port);
        bool down = is_from_hub(span);
        snprintf(text, sizeof text, "%s %s > %s", forms[span->form], down ? hub : there,
                 down ? there : hub);
        if (!strcmp(text, expected) && span->node == 0)
            return true;
    }
    return false;
}

/* docs/adaptive_llc.md: cores are stalled and asked, slices turned and asked, MC-routers bypassed;
 * the first slice is watched, all are counted. */
static void the_hub_is_wired_to_cores_slices_and_networks(void)
{
    enum { RECONFIG = sizeof reconfig_spans / sizeof *reconfig_spans };
    enum { PROFILER = sizeof profiler_spans / sizeof *profiler_spans };
    enum { TRIAL = sizeof trial_spans / sizeof *trial_spans };
    const char *const chips[] = {SHARING_RULES, PRIVATE_LLC, ADAPTIVE_BOTH,
                                 ADAPTIVE_LLC " llc_chooser=trial", PRIVATE_LLC " programs=2"};
    const unsigned counts[] = {0, RECONFIG, RECONFIG + PROFILER, RECONFIG + TRIAL, RECONFIG};
    const char *const *const choosers[] = {NULL, NULL, profiler_spans, trial_spans, NULL};
    for (unsigned c = 0; c < sizeof chips / sizeof *chips; c++) {
        const struct plan *plan = plan_of(chips[c]);
        expect_value(plan->span_count, counts[c], chips[c], "wires between hub and nodes");
        for (unsigned i = 0; i < counts[c]; i++) {
            const char *span = i < RECONFIG ? reconfig_spans[i] : choosers[c][i - RECONFIG];
            expect(has_span(plan, span), chips[c], span);
        }
    }
}

static void expect_spans(const struct plan *plan, const char *chip, const char *const *spans,
                         unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        expect(has_span(plan, spans[i]), chip, spans[i]);
}

#define EXPECT_SPANS(plan, chip, spans)                                                            \
    expect_spans(plan, chip, spans, sizeof spans / sizeof *spans)

/* docs/blocks/dyneb_trial.md: cores tell what they do, and are told; which of them share nothing
 * while slices may be private is told, too. */
static void who_chooses_for_all_cores_is_wired_to_them(void)
{
    enum { SHARING = sizeof sharing_spans / sizeof *sharing_spans };
    enum { RECONFIG = sizeof reconfig_spans / sizeof *reconfig_spans };
    enum { PROFILER = sizeof profiler_spans / sizeof *profiler_spans };
    const struct plan *plan = plan_of(SHARING_TRIAL);
    expect_value(plan->span_count, SHARING, SHARING_TRIAL, "wires between hub and nodes");
    EXPECT_SPANS(plan, SHARING_TRIAL, sharing_spans);
    plan = plan_of(TRIAL_BOTH);
    expect_value(plan->span_count, RECONFIG + PROFILER + SHARING + 1, TRIAL_BOTH,
                 "wires between hub and nodes");
    EXPECT_SPANS(plan, TRIAL_BOTH, sharing_spans);
    EXPECT_SPANS(plan, TRIAL_BOTH, private_span);
}

/* Each has a chooser of its own. */
static void two_programs_have_two_choosers(void)
{
    enum {
        RECONFIG = sizeof reconfig_spans / sizeof *reconfig_spans,
        RULES = sizeof profiler_spans / sizeof *profiler_spans - 1 +
                sizeof second_profiler / sizeof *second_profiler,
        TRIALS = sizeof trial_spans / sizeof *trial_spans - 1 +
                 sizeof second_trial / sizeof *second_trial
    };
    static const char rules[] = ADAPTIVE_LLC " programs=2";
    static const char trials[] = ADAPTIVE_LLC " programs=2 llc_chooser=trial";
    const struct plan *plan = plan_of(rules);
    expect_value(plan->span_count, RECONFIG + RULES, rules, "wires between hub and nodes");
    expect_spans(plan, rules, profiler_spans + 1,
                 sizeof profiler_spans / sizeof *profiler_spans - 1);
    EXPECT_SPANS(plan, rules, second_profiler);
    plan = plan_of(trials);
    expect_value(plan->span_count, RECONFIG + TRIALS, trials, "wires between hub and nodes");
    expect_spans(plan, trials, trial_spans + 1, sizeof trial_spans / sizeof *trial_spans - 1);
    EXPECT_SPANS(plan, trials, second_trial);
}

/* isca19 figure 9: of the ten cores of a cluster the first five are program 0's; or of the eight
 * clusters the first four. */
static void programs_have_cores_of_their_own(void)
{
    static const struct {
        const char *on;
        unsigned core, program;
    } rows[] = {{"cores", 0, 0},    {"cores", 4, 0},     {"cores", 5, 1},     {"cores", 9, 1},
                {"cores", 10, 0},   {"cores", 74, 0},    {"cores", 75, 1},    {"cores", 79, 1},
                {"clusters", 0, 0}, {"clusters", 39, 0}, {"clusters", 40, 1}, {"clusters", 79, 1}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char chip[TEXT_MAX];
        snprintf(chip, sizeof chip, "isca19 llc_mode=private programs=2 programs_on=%s",
                 rows[i].on);
        const struct config *config = &plan_of(chip)->config;
        expect_value(config_program(config, rows[i].core), rows[i].program, chip,
                     "program of a core");
        struct program_cores cores = config_program_cores(config, rows[i].program);
        expect(rows[i].core % cores.of - cores.first < cores.own, chip, "a core of the program");
    }
    expect_value(config_program(&plan_of("pact20")->config, 27), 0, "pact20", "one program");
}

/* Sections 4.2 and 5.1: requests go from each core to the next, responses the other way. */
static void the_rings_run_around_all_cores_in_opposite_directions(void)
{
    const struct plan *plan = plan_of("taco16 ccn=basic");
    CHECK_EQUAL(plan->ring_count, 2);
    for (unsigned i = 0; i < plan->ring_count; i++) {
        const struct plan_ring *ring = &plan->rings[i];
        const struct plan_node *core = &plan->node[NODE_CORE];
        bool requests = !strcmp(ring->output, "request_out");
        CHECK_EQUAL(ring->kind, NODE_CORE);
        CHECK(!strcmp(core->instances[ring->instance].name, "ccn_router"));
        CHECK(!strcmp(ring->input, requests ? "request_in" : "response_in"));
        CHECK(requests || !strcmp(ring->output, "response_out"));
        CHECK(ring->bubble);
        CHECK_EQUAL(ring_step(ring->step, 3), requests ? 4 : 2);
        CHECK_EQUAL(ring_step(ring->step, requests ? 14 : 0), requests ? 0 : 14);
    }
    CHECK_EQUAL(plan_of("taco16")->ring_count, 0);
    plan = plan_of("taco16 ccn=basic ccn_rings=equal"); /* section 5.1, for comparison */
    for (unsigned i = 0; i < plan->ring_count; i++)
        CHECK_EQUAL(ring_step(plan->rings[i].step, 3), 4);
}

/* Section 6.3: three rings of five cores each, in both directions. */
static void rings_of_clusters_close_in_their_cluster(void)
{
    const struct plan *plan = plan_of("taco16 ccn=basic ccn_cluster=5");
    const struct ring_step requests = plan->rings[0].step, responses = plan->rings[1].step;
    const unsigned next[] = {1, 2, 3, 4, 0, 6, 7, 8, 9, 5, 11, 12, 13, 14, 10};
    for (unsigned core = 0; core < 15; core++) {
        CHECK_EQUAL(ring_step(requests, core), next[core]);
        CHECK_EQUAL(ring_step(responses, next[core]), core);
    }
    /* Two cores are next and previous to each other. */
    plan = plan_of("taco16 cores=4 ccn=basic ccn_cluster=2");
    for (unsigned i = 0; i < 2; i++)
        for (unsigned core = 0; core < 4; core++)
            CHECK_EQUAL(ring_step(plan->rings[i].step, core), core ^ 1);
}

/* Section 5.6: a bridge is the last place of the rings of each cluster; bridges have two of their
 * own. */
static void a_bridge_closes_the_rings_of_its_cluster(void)
{
    const struct plan *plan = plan_of("taco16 ccn=basic ccn_cluster=5 ccn_bridges=on");
    CHECK_EQUAL(plan->ring_count, 4);
    CHECK_EQUAL(plan->node[NODE_BRIDGE].count, 3);
    for (unsigned core = 0; core < 15; core++) {
        bool last = core % 5 == 4;
        struct ring_place next = ring_next(&plan->rings[0], (struct ring_place){NODE_CORE, core});
        CHECK_EQUAL(next.kind, last ? NODE_BRIDGE : NODE_CORE);
        CHECK_EQUAL(next.node, last ? core / 5 : core + 1);
        struct ring_place back = ring_next(&plan->rings[1], next);
        CHECK_EQUAL(back.kind, NODE_CORE);
        CHECK_EQUAL(back.node, core);
    }
    for (unsigned i = 0; i < 3; i++) {
        const struct ring_place bridge = {NODE_BRIDGE, i};
        struct ring_place first = ring_next(&plan->rings[0], bridge);
        CHECK_EQUAL(first.kind, NODE_CORE);
        CHECK_EQUAL(first.node, 5 * i);
        CHECK_EQUAL(ring_next(&plan->rings[1], first).kind, NODE_BRIDGE);
        CHECK_EQUAL(ring_next(&plan->rings[1], first).node, i);
        CHECK_EQUAL(ring_next(&plan->rings[2], bridge).node, (i + 1) % 3);
        CHECK_EQUAL(ring_next(&plan->rings[3], bridge).node, (i + 2) % 3);
    }
}

int main(void)
{
    TEST(the_rings_run_around_all_cores_in_opposite_directions());
    TEST(rings_of_clusters_close_in_their_cluster());
    TEST(a_bridge_closes_the_rings_of_its_cluster());
    TEST(the_hub_is_wired_to_cores_slices_and_networks());
    TEST(who_chooses_for_all_cores_is_wired_to_them());
    TEST(two_programs_have_two_choosers());
    TEST(programs_have_cores_of_their_own());
    return check_report();
}
