/* Who is joined with whom inside a core and a partition: every interface's other end, and that each
 * input has one source. From pact20 figure 4, the drawings of docs/interfaces.md and
 * docs/shared_l1.md, and the block tables. */
#include "plan_chip.h"

enum { LINKS_MAX = 24, PORTS_MAX = BLOCK_PORTS_MAX, ELEMENTS_MAX = 512 };

static const char *const private_core[] = {"sm.request[0] > l1_arbiter.local[0]",
                                           "l1_arbiter.access[0] > l1_cache.access[0]",
                                           "l1_cache.miss[0] > mshr.miss[0]",
                                           "mshr.fill[0] > l1_cache.fill[0]",
                                           "mshr.request[0] > noc_port.send[0]",
                                           "noc_port.recv[0] > mshr.reply[0]",
                                           "l1_cache.hit[0] > sm.hit[0]",
                                           "mshr.response[0] > sm.response[0]",
                                           NULL};

/* In all organizations with shared_l1, whatever the way between cores. */
static const char *const shared_core[] = {
    "sm.request[0] > requester.request[0]",             /* A passes L1 and MSHR */
    "requester.access[0] > l1_cache.access[0]",         /* C, D */
    "l1_cache.remote_hit[0] > remote_out_queue.hit[0]", /* E */
    "l1_cache.miss[0] > mshr.miss[0]",                  /* F, footnote 3 */
    "mshr.fill[0] > l1_cache.fill[0]",                  /* installs at the home */
    "mshr.remote[0] > remote_out_queue.answer[0]",      /* and queues the reply */
    "l1_cache.hit[0] > sm.hit[0]",
    "mshr.response[0] > sm.response[0]",
    NULL};

/* docs/shared_l1.md: source 0 the requester, source 1 mshr; sink 0 from L2, sink 1 from homes. */
static const char *const direct_ports[] = {"requester.send[0] > noc_port.send[0]",
                                           "mshr.request[0] > noc_port.send[1]",
                                           "noc_port.recv[0] > mshr.reply[0]",
                                           "noc_port.recv[1] > sm.remote[0]", /* G */
                                           "home_port.recv[0] > requester.recv[0]",
                                           "remote_out_queue.send[0] > home_port.send[0]",
                                           NULL};

/* "Through the L2 slices": sink c takes class c of the reply network, 0 from L2, 1 answers, 2
 * requests; one port. */
static const char *const l2_ports[] = {"requester.send[0] > noc_port.send[0]",
                                       "mshr.request[0] > noc_port.send[1]",
                                       "remote_out_queue.send[0] > noc_port.send[2]",
                                       "noc_port.recv[0] > mshr.reply[0]",
                                       "noc_port.recv[1] > sm.remote[0]",
                                       "noc_port.recv[2] > requester.recv[0]",
                                       NULL};

/* "The work-distribution crossbar": two sources, two sinks. */
static const char *const crossbar_ports[] = {"mshr.request[0] > noc_port.send[0]",
                                             "noc_port.recv[0] > mshr.reply[0]",
                                             "requester.send[0] > home_port.send[0]",
                                             "remote_out_queue.send[0] > home_port.send[1]",
                                             "home_port.recv[0] > requester.recv[0]",
                                             "home_port.recv[1] > sm.remote[0]",
                                             NULL};

static const char *const partition[] = {
    "noc_port.recv[0] > llc_slice.request[0]", "llc_slice.reply[0] > noc_port.send[0]",
    "llc_slice.dram[0] > dram.dram[0]", "dram.dram_reply[0] > llc_slice.dram_reply[0]", NULL};

/* axi_port stands between slice and channel, which has the five channels of AXI4. */
static const char *const axi_partition[] = {
    "noc_port.recv[0] > llc_slice.request[0]", "llc_slice.reply[0] > noc_port.send[0]",
    "llc_slice.dram[0] > axi_port.dram[0]",    "axi_port.dram_reply[0] > llc_slice.dram_reply[0]",
    "axi_port.axi_aw[0] > axi_dram.axi_aw[0]", "axi_port.axi_w[0] > axi_dram.axi_w[0]",
    "axi_dram.axi_b[0] > axi_port.axi_b[0]",   "axi_port.axi_ar[0] > axi_dram.axi_ar[0]",
    "axi_dram.axi_r[0] > axi_port.axi_r[0]",   NULL};

/* Sinks 0 and 2 are sent on without a lookup, each by a source of its own. */
static const char *const relaying_partition[] = {"noc_port.recv[0] > noc_port.send[0]",
                                                 "noc_port.recv[1] > llc_slice.request[0]",
                                                 "noc_port.recv[2] > noc_port.send[2]",
                                                 "llc_slice.reply[0] > noc_port.send[1]",
                                                 "llc_slice.dram[0] > dram.dram[0]",
                                                 "dram.dram_reply[0] > llc_slice.dram_reply[0]",
                                                 NULL};

/* request_gate stands between the SM and the front of its core (docs/blocks/request_gate.md). */
static const char *const gated_core[] = {
    "sm.request[0] > request_gate.request[0]",   "request_gate.passed[0] > l1_arbiter.local[0]",
    "l1_arbiter.access[0] > l1_cache.access[0]", "l1_cache.miss[0] > mshr.miss[0]",
    "mshr.fill[0] > l1_cache.fill[0]",           "mshr.request[0] > noc_port.send[0]",
    "noc_port.recv[0] > mshr.reply[0]",          "l1_cache.hit[0] > sm.hit[0]",
    "mshr.response[0] > sm.response[0]",         NULL};
static const char *const gated_shared_core[] = {"sm.request[0] > request_gate.request[0]",
                                                "request_gate.passed[0] > requester.request[0]",
                                                "requester.access[0] > l1_cache.access[0]",
                                                "l1_cache.remote_hit[0] > remote_out_queue.hit[0]",
                                                "l1_cache.miss[0] > mshr.miss[0]",
                                                "mshr.fill[0] > l1_cache.fill[0]",
                                                "mshr.remote[0] > remote_out_queue.answer[0]",
                                                "l1_cache.hit[0] > sm.hit[0]",
                                                "mshr.response[0] > sm.response[0]",
                                                NULL};

/* docs/ccn.md, "Ports": what passes between MSHR, network and L2. */
static const char *const ccn_core[] = {"sm.request[0] > l1_arbiter.local[0]",
                                       "l1_arbiter.access[0] > l1_cache.access[0]",
                                       "l1_cache.miss[0] > mshr.miss[0]",
                                       "mshr.fill[0] > l1_cache.fill[0]",
                                       "mshr.request[0] > ccn_port.request[0]",
                                       "ccn_port.miss[0] > ccn_buffer.miss[0]",
                                       "ccn_buffer.direct[0] > ccn_port.direct[0]",
                                       "ccn_buffer.send[0] > ccn_router.new[0]",
                                       "ccn_router.back[0] > ccn_port.back[0]",
                                       "ccn_router.fill[0] > ccn_port.fill[0]",
                                       "ccn_port.send[0] > noc_port.send[0]",
                                       "noc_port.recv[0] > ccn_port.reply[0]",
                                       "ccn_port.answer[0] > mshr.reply[0]",
                                       "l1_cache.tags[0] > ccn_router.tags[0]",
                                       "ccn_router.snoop[0] > l1_cache.snoop[0]",
                                       "l1_cache.data[0] > ccn_router.data[0]",
                                       "l1_cache.hit[0] > sm.hit[0]",
                                       "mshr.response[0] > sm.response[0]",
                                       NULL};

static void end_text(const struct plan_node *node, const struct plan_end *end, char *text)
{
    snprintf(text, TEXT_MAX, "%s.%s[%u]", node->instances[end->instance].name, end->interface,
             end->element);
}

static bool has_link(const struct plan_node *node, const char *expected)
{
    for (unsigned i = 0; i < node->link_count; i++) {
        char from[TEXT_MAX], to[TEXT_MAX], text[2 * TEXT_MAX + 4];
        end_text(node, &node->links[i].from, from);
        end_text(node, &node->links[i].to, to);
        snprintf(text, sizeof text, "%s > %s", from, to);
        if (!strcmp(text, expected))
            return true;
    }
    return false;
}

/* The links of a node are those of two lists and no others. */
static void expect_links(const char *chip, const struct plan_node *node, const char *const *first,
                         const char *const *second)
{
    const char *const *lists[] = {first, second};
    unsigned count = 0;
    for (unsigned i = 0; i < 2; i++)
        for (const char *const *link = lists[i]; link && *link; link++, count++)
            expect(has_link(node, *link), chip, *link);
    expect_value(node->link_count, count, chip, node->name);
}

static void interfaces_lead_where_the_drawings_say(void)
{
    static const struct {
        const char *chip;
        const char *const *core, *const *ports, *const *partition;
    } rows[] = {
        {"tiny", private_core, NULL, partition},
        {"tiny mem_port=axi4", private_core, NULL, axi_partition},
        {"icpp18", private_core, NULL, partition},
        {"taco16", private_core, NULL, partition},
        {"taco16 ccn=basic", ccn_core, NULL, partition},
        {"taco16 ccn=throttled l1_protect=dlp", ccn_core, NULL, partition},
        {"pact20", shared_core, direct_ports, partition},
        {"pact20 topology=butterfly", shared_core, direct_ports, partition},
        {"pact20 l1_protect=dlp", shared_core, direct_ports, partition},
        {THROUGH_L2, shared_core, l2_ports, relaying_partition},
        {CROSSBAR, shared_core, crossbar_ports, partition},
        {PRIVATE_LLC, gated_core, NULL, partition},
        {ADAPTIVE_LLC, gated_core, NULL, partition},
        {ADAPTIVE_BOTH, gated_shared_core, crossbar_ports, partition},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan *plan = plan_of(rows[i].chip);
        expect_links(rows[i].chip, &plan->node[NODE_CORE], rows[i].core, rows[i].ports);
        expect_links(rows[i].chip, &plan->node[NODE_MEMORY], rows[i].partition, NULL);
    }
}

/* docs/interfaces.md: a core's noc_port injects requests and ejects replies, a partition's the
 * other way round; home_port likewise (docs/shared_l1.md), or both on the crossbar. */
static void ports_are_on_their_networks(void)
{
    static const struct {
        const char *chip;
        enum node_kind kind;
        const char *port;
        int inject, eject;
    } rows[] = {
        {"tiny", NODE_CORE, "noc_port", NETWORK_REQUEST, NETWORK_REPLY},
        {"tiny", NODE_MEMORY, "noc_port", NETWORK_REPLY, NETWORK_REQUEST},
        {"pact20", NODE_CORE, "noc_port", NETWORK_REQUEST, NETWORK_REPLY},
        {"pact20", NODE_CORE, "home_port", NETWORK_REPLY, NETWORK_REQUEST},
        {"pact20", NODE_MEMORY, "noc_port", NETWORK_REPLY, NETWORK_REQUEST},
        {THROUGH_L2, NODE_CORE, "noc_port", NETWORK_REQUEST, NETWORK_REPLY},
        {CROSSBAR, NODE_CORE, "noc_port", NETWORK_REQUEST, NETWORK_REPLY},
        {CROSSBAR, NODE_CORE, "home_port", NETWORK_CROSSBAR, NETWORK_CROSSBAR},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan_node *node = &plan_of(rows[i].chip)->node[rows[i].kind];
        const struct plan_instance *port = &node->instances[plan_find(node, rows[i].port)];
        CHECK(is_noc_port(port));
        CHECK_EQUAL(port->inject, rows[i].inject);
        CHECK_EQUAL(port->eject, rows[i].eject);
    }
}

/* Single outputs that another block reads: docs/shared_l1.md "dyneb: watches the events of l1_cache
 * and requester and sink 1; drives share"; docs/blocks/requester.md "Order";
 * docs/interfaces.md "Line protection". */
static void expect_wires(const char *chip, enum node_kind kind, const char *const *wires,
                         unsigned count)
{
    const struct plan_node *node = &plan_of(chip)->node[kind];
    unsigned others = 0;
    for (unsigned i = 0; i < node->wire_count; i++)
        others += strcmp(node->wires[i].input, "event_pulse") != 0;
    expect_value(others, count, chip, "wires but those of counters");
    for (unsigned w = 0; w < count; w++) {
        bool found = false;
        for (unsigned i = 0; i < node->wire_count; i++) {
            const struct plan_wire *wire = &node->wires[i];
            char text[TEXT_MAX];
            snprintf(text, sizeof text, "%s.%s[%u] > %s.%s", node->instances[wire->from].name,
                     wire->output, wire->element, node->instances[wire->to].name, wire->input);
            found = found || !strcmp(text, wires[w]);
        }
        expect(found, chip, wires[w]);
    }
}

#define DYNEB_WIRES(homes)                                                                         \
    "dyneb.share_even[0] > requester.share_even", "dyneb.share_odd[0] > requester.share_odd",      \
        "dyneb.share_even[0] > l1_cache.share_even", "dyneb.share_odd[0] > l1_cache.share_odd",    \
        "requester.event_near[0] > dyneb.event_near",                                              \
        "l1_cache.hit_valid[0] > "                                                                 \
        "requester.answer_hit",                                                                    \
        "mshr.response_valid[0] > requester.answer_response",                                      \
        homes ".recv_valid[1] > requester.answer_remote",                                          \
        homes ".recv_valid[1] > dyneb.home_valid", homes ".recv_line[1] > dyneb.home_line",        \
        "l1_cache.event_hit[0] > dyneb.event_hit", "l1_cache.event_miss[0] > dyneb.event_miss",    \
        "l1_cache.event_merge[0] > dyneb.event_merge",                                             \
        "l1_cache.event_store[0] > dyneb.event_store",                                             \
        "l1_cache.event_remote[0] > dyneb.event_remote", "l1_cache.event_odd[0] > dyneb.event_odd"
#define PROTECT_WIRES "sm.issued[0] > l1_cache.issued", "mshr.full[0] > l1_cache.mshr_full"

/* The gate counts the answers of its SM and tells the MSHR whose slices to ask, dyneb when to share
 * nothing. */
#define GATE_WIRES                                                                                 \
    "l1_cache.hit_valid[0] > request_gate.answer_hit",                                             \
        "mshr.response_valid[0] > request_gate.answer_response",                                   \
        "request_gate.own_slices[0] > mshr.own_slices"

static void the_gate_counts_answers_and_tells_whose_slices(void)
{
    static const char *const gate[] = {GATE_WIRES};
    static const char *const both[] = {DYNEB_WIRES("home_port"), GATE_WIRES,
                                       "home_port.recv_valid[1] > request_gate.answer_remote",
                                       "request_gate.stays_private[0] > dyneb.stays_private"};
    expect_wires(PRIVATE_LLC, NODE_CORE, gate, sizeof gate / sizeof *gate);
    expect_wires(ADAPTIVE_BOTH, NODE_CORE, both, sizeof both / sizeof *both);
}

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
    "each llc_slice.look_first > llc_profiler.slice_first",
    "one llc_slice.look_valid > llc_profiler.access_valid",
    "one llc_slice.look_set > llc_profiler.access_set",
    "one llc_slice.look_tag > llc_profiler.access_tag",
    "one llc_slice.look_cluster > llc_profiler.access_cluster",
};

static const char *const trial_spans[] = {"each llc_slice.event_access > llc_trial.slice_access",
                                          "each llc_slice.event_dram_read > llc_trial.slice_read",
                                          "each llc_slice.look_store > llc_trial.slice_store"};

/* Of the second program; the first one's are as above, and what tells the programs apart. */
static const char *const second_profiler[] = {
    "each llc_slice.event_access > llc_profiler_1.slice_access",
    "each llc_slice.look_second > llc_profiler_1.slice_second",
    "each llc_slice.look_first > llc_profiler_1.slice_first",
    "one llc_slice.look_valid > llc_profiler_1.access_valid",
    "one llc_slice.look_set > llc_profiler_1.access_set",
    "one llc_slice.look_tag > llc_profiler_1.access_tag",
    "one llc_slice.look_cluster > llc_profiler_1.access_cluster",
    "one llc_slice.look_second > llc_profiler_1.access_second",
    "each llc_slice.look_second > llc_profiler.slice_second",
    "one llc_slice.look_second > llc_profiler.access_second",
};
static const char *const second_trial[] = {
    "each llc_slice.event_access > llc_trial_1.slice_access",
    "each llc_slice.look_second > llc_trial_1.slice_second",
    "each llc_slice.event_dram_read > llc_trial_1.slice_read",
    "each llc_slice.look_store > llc_trial_1.slice_store",
    "each llc_slice.look_second > llc_trial.slice_second",
};

static bool is_from_hub(const struct plan_span *span)
{
    return span->form == SPAN_TO_ALL || span->form == SPAN_TO_PROGRAM ||
           span->form == SPAN_TO_NETWORKS;
}

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
    const char *const chips[] = {"pact20", PRIVATE_LLC, ADAPTIVE_BOTH,
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

/* Each has a chooser with a view of its own; trials know of each other. */
static void two_programs_have_two_choosers(void)
{
    enum {
        RECONFIG = sizeof reconfig_spans / sizeof *reconfig_spans,
        RULES = sizeof profiler_spans / sizeof *profiler_spans +
                sizeof second_profiler / sizeof *second_profiler,
        TRIALS =
            sizeof trial_spans / sizeof *trial_spans + sizeof second_trial / sizeof *second_trial
    };
    static const char rules[] = ADAPTIVE_LLC " programs=2";
    static const char trials[] = ADAPTIVE_LLC " programs=2 llc_chooser=trial";
    const struct plan *plan = plan_of(rules);
    expect_value(plan->span_count, RECONFIG + RULES, rules, "wires between hub and nodes");
    EXPECT_SPANS(plan, rules, profiler_spans);
    EXPECT_SPANS(plan, rules, second_profiler);
    plan = plan_of(trials);
    expect_value(plan->span_count, RECONFIG + TRIALS, trials, "wires between hub and nodes");
    EXPECT_SPANS(plan, trials, trial_spans);
    EXPECT_SPANS(plan, trials, second_trial);
    static const char *const turns[] = {"llc_reconfig.is_private[0] > llc_trial.is_private",
                                        "llc_reconfig.is_private[1] > llc_trial_1.is_private",
                                        "llc_reconfig.stall[0] > llc_trial.stall",
                                        "llc_reconfig.stall[0] > llc_trial_1.stall",
                                        "llc_trial_1.wants_private[0] > llc_reconfig.wants_private",
                                        "llc_trial.wants_private[0] > llc_reconfig.wants_private",
                                        "llc_trial.runs[0] > llc_trial_1.other_runs",
                                        "llc_trial_1.runs[0] > llc_trial.other_runs",
                                        "llc_trial.waits[0] > llc_trial_1.other_waits",
                                        "llc_trial_1.waits[0] > llc_trial.other_waits"};
    static const char *const shared[] = {
        "llc_reconfig.is_shared[0] > llc_profiler.shared",
        "llc_reconfig.is_shared[1] > llc_profiler_1.shared",
        "llc_profiler.wants_private[0] > llc_reconfig.wants_private",
        "llc_profiler_1.wants_private[0] > "
        "llc_reconfig.wants_private"};
    expect_wires(trials, NODE_HUB, turns, sizeof turns / sizeof *turns);
    expect_wires(rules, NODE_HUB, shared, sizeof shared / sizeof *shared);
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

static void dyneb_and_line_protection_watch_what_they_need(void)
{
    static const char *const direct[] = {DYNEB_WIRES("noc_port")};
    static const char *const by_crossbar[] = {DYNEB_WIRES("home_port")};
    static const char *const both[] = {DYNEB_WIRES("noc_port"), PROTECT_WIRES};
    static const char *const protect[] = {PROTECT_WIRES};
    static const char *const throttle[] = {"sm.issued[0] > ccn_throttle.issued",
                                           "ccn_router.event_answer[0] > ccn_throttle.event_answer",
                                           "ccn_router.event_back[0] > ccn_throttle.event_back",
                                           "ccn_throttle.skip[0] > ccn_port.skip"};
    expect_wires("tiny", NODE_CORE, NULL, 0);
    expect_wires("taco16 ccn=basic", NODE_CORE, NULL, 0);
    expect_wires("taco16 ccn=throttled", NODE_CORE, throttle, sizeof throttle / sizeof *throttle);
    expect_wires("pact20", NODE_CORE, direct, sizeof direct / sizeof *direct);
    expect_wires(THROUGH_L2, NODE_CORE, direct, sizeof direct / sizeof *direct);
    expect_wires(CROSSBAR, NODE_CORE, by_crossbar, sizeof by_crossbar / sizeof *by_crossbar);
    expect_wires("icpp18", NODE_CORE, protect, sizeof protect / sizeof *protect);
    expect_wires("pact20 l1_protect=dlp", NODE_CORE, both, sizeof both / sizeof *both);
}

/* How often each input of each instance of a node is driven, element by element. */
static unsigned char drivers[NODE_INSTANCES_MAX][PORTS_MAX][ELEMENTS_MAX];

static unsigned port_number(const struct block *block, const char *name)
{
    unsigned port = 0;
    while (port < block->port_count && strcmp(block->ports[port].name, name) != 0)
        port++;
    return port;
}

/* Letters of the longest X such that the port is X_something and X_valid exists. */
static size_t interface_of(const struct block *block, const char *port)
{
    size_t longest = 0;
    for (unsigned i = 0; i < block->port_count; i++) {
        const char *name = block->ports[i].name;
        size_t length = strlen(name);
        if (length < 7 || strcmp(name + length - 6, "_valid") != 0)
            continue;
        length -= 6;
        if (!strncmp(name, port, length) && port[length] == '_' && length > longest)
            longest = length;
    }
    return longest;
}

/* The other end drives what it has as an output; what it lacks is a constant where noc_port is
 * concerned, and `ready` is 1 when the receiver has none (gen/plan/plan.h). */
static bool link_drives(const struct plan_instance *instance, const char *field,
                        const struct plan_instance *other, const char *interface)
{
    char name[TEXT_MAX];
    snprintf(name, sizeof name, "%s_%s", interface, field);
    unsigned there = port_number(other->block, name);
    if (there < other->block->port_count && other->block->ports[there].is_output)
        return true;
    return is_noc_port(instance) || !strcmp(field, "ready");
}

static void drive_end(const struct plan_node *node, const struct plan_end *end,
                      const struct plan_end *other)
{
    const struct plan_instance *instance = &node->instances[end->instance];
    size_t length = strlen(end->interface);
    for (unsigned i = 0; i < instance->block->port_count; i++) {
        const struct block_port *port = &instance->block->ports[i];
        if (port->is_output || interface_of(instance->block, port->name) != length ||
            strncmp(port->name, end->interface, length) != 0)
            continue;
        if (link_drives(instance, port->name + length + 1, &node->instances[other->instance],
                        other->interface))
            drivers[end->instance][i][end->element]++;
    }
}

static void count_drivers(const struct plan_node *node)
{
    memset(drivers, 0, sizeof drivers);
    for (unsigned i = 0; i < node->link_count; i++) {
        drive_end(node, &node->links[i].from, &node->links[i].to);
        drive_end(node, &node->links[i].to, &node->links[i].from);
    }
    for (unsigned i = 0; i < node->wire_count; i++) {
        const struct plan_wire *wire = &node->wires[i];
        unsigned port = port_number(node->instances[wire->to].block, wire->input);
        drivers[wire->to][port % PORTS_MAX][wire->input_element % ELEMENTS_MAX]++;
    }
    for (unsigned i = 0; i < node->feed_count; i++) { /* all elements at once */
        const struct plan_feed *feed = &node->feeds[i];
        unsigned port = port_number(node->instances[feed->instance].block, feed->input);
        for (unsigned element = 0; element < ELEMENTS_MAX; element++)
            drivers[feed->instance][port % PORTS_MAX][element]++;
    }
    for (unsigned i = 0; i < node->instance_count; i++) /* a network's wires */
        for (unsigned p = 0;
             is_noc_port(&node->instances[i]) && p < node->instances[i].block->port_count; p++) {
            const char *name = node->instances[i].block->ports[p].name;
            bool in = !strncmp(name, "eject_", 6) && node->instances[i].eject != NO_NETWORK;
            bool back = !strcmp(name, "router_credit") && node->instances[i].inject != NO_NETWORK;
            for (unsigned e = 0; (in || back) && e < ELEMENTS_MAX; e++)
                drivers[i][p][e]++;
        }
}

/* What the hub drives in a node, or nodes in the hub, all elements at once. */
static void count_spans(const struct plan *plan, const struct plan_node *node)
{
    for (unsigned i = 0; i < plan->span_count; i++) {
        const struct plan_span *span = &plan->spans[i];
        bool down = is_from_hub(span);
        if (node != &plan->node[down ? span->kind : NODE_HUB])
            continue;
        unsigned instance = down ? span->there : span->hub;
        unsigned port =
            port_number(node->instances[instance].block, down ? span->port : span->hub_port);
        for (unsigned element = 0; element < ELEMENTS_MAX; element++)
            drivers[instance][port % PORTS_MAX][element]++;
    }
}

/* What the neighbours on a ring drive, and their readiness. */
static void count_rings(const struct plan *plan, const struct plan_node *node)
{
    for (unsigned i = 0; i < plan->ring_count; i++) {
        const struct plan_ring *ring = &plan->rings[i];
        if (node != &plan->node[ring->kind])
            continue;
        const struct plan_end from = {ring->instance, ring->output, 0};
        const struct plan_end to = {ring->instance, ring->input, 0};
        drive_end(node, &from, &to);
        drive_end(node, &to, &from);
    }
}

/* Inputs that are there with line protection only, or with private slices, two programs, snoops, or
 * AXI4; all other optional ones belong to shared L1s, remote_insn to both. */
static bool exists(const struct config *config, const struct block_port *port)
{
    static const char *const protect[] = {"issued",     "mshr_full",   "local_pc",
                                          "request_pc", "access_insn", "access_check"};
    if (!port->is_optional)
        return true;
    if (!strcmp(port->name, "remote_insn"))
        return config->l1_protect && config->shared_l1;
    for (unsigned i = 0; i < sizeof protect / sizeof *protect; i++)
        if (!strcmp(port->name, protect[i]))
            return config->l1_protect != 0;
    if (!strcmp(port->name, "writing"))
        return config->mem_port != 0;
    if (!strncmp(port->name, "snoop_", 6))
        return config->ccn != 0;
    if (strstr(port->name, "_second") || !strncmp(port->name, "other_", 6))
        return config->programs > 1;
    static const char *const modes[] = {"flush_turns", "flush_private", "own_nodes",
                                        "own_slices",  "stays_private", "dram_mask"};
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(port->name, modes[i]))
            return config->llc_mode != 0;
    return config->shared_l1;
}

/* How many inputs of a node have not exactly one source. Counters without an event have none. */
static unsigned wrong_inputs(const struct plan *plan, const struct plan_node *node,
                             const char *chip)
{
    unsigned wrong = 0;
    count_drivers(node);
    count_spans(plan, node);
    count_rings(plan, node);
    for (unsigned i = 0; i < node->instance_count; i++) {
        const struct plan_instance *instance = &node->instances[i];
        for (unsigned p = 0; p < instance->block->port_count; p++) {
            const struct block_port *port = &instance->block->ports[p];
            bool spare = !strcmp(port->name, "event_pulse");
            if (port->is_output || !exists(&plan->config, port))
                continue;
            for (unsigned e = 0; e < plan_port_elements(instance, port); e++)
                if (drivers[i][p][e] != 1 && !(spare && drivers[i][p][e] == 0)) {
                    wrong++;
                    if (chip)
                        printf("    %s: %s.%s[%u] has %u sources\n", chip, instance->name,
                               port->name, e, drivers[i][p][e]);
                }
        }
    }
    return wrong;
}

static const char *const driven[] = {
    "tiny",
    "pact20",
    "icpp18",
    "taco16",
    "cores=80 partitions=64 vcs=1 vc_depth=8",
    "cores=1 partitions=1",
    "cores=1 partitions=1 shared_l1=on",
    "cores=256 partitions=64 shared_l1=on",
    "pact20 topology=butterfly",
    "pact20 message_classes=1",
    THROUGH_L2,
    "pact20 remote_via=l2 vcs=6 topology=butterfly l1_protect=dlp",
    CROSSBAR,
    "pact20 remote_via=crossbar l1_protect=global",
    "pact20 l1_protect=dlp",
    PRIVATE_LLC,
    ADAPTIVE_LLC " l1_protect=dlp",
    ADAPTIVE_LLC " llc_chooser=trial",
    ADAPTIVE_BOTH,
    "isca19 llc_mode=adaptive",
    "taco16 ccn=basic",
    "cores=2 partitions=1 ccn=throttled",
    "cores=256 partitions=64 ccn=throttled l1_protect=dlp",
    ADAPTIVE_LLC " ccn=basic",
    "tiny mem_port=axi4",
    ADAPTIVE_LLC " mem_port=axi4",
    ADAPTIVE_LLC " programs=2",
    ADAPTIVE_LLC " programs=2 llc_chooser=trial",
};

static void every_input_has_one_source(void)
{
    for (unsigned i = 0; i < sizeof driven / sizeof *driven; i++) {
        const struct plan *plan = plan_of(driven[i]);
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            expect_value(wrong_inputs(plan, &plan->node[kind], driven[i]), 0, driven[i],
                         "inputs without, or with more than one source");
    }
}

/* That check can fail: without any one link, wire or feed an input is open, with one twice it has
 * two sources. Wires to counters aside, which may be open. */
static void a_source_too_few_or_too_many_is_seen(void)
{
    static struct plan plan;
    plan = *plan_of("pact20 l1_protect=dlp");
    struct plan_node *node = &plan.node[NODE_CORE];
    static struct plan_node good;
    good = *node;
    for (unsigned i = 0; i < good.link_count; i++) {
        node->links[i] = good.links[--node->link_count];
        CHECK(wrong_inputs(&plan, node, NULL) > 0);
        *node = good;
        node->links[node->link_count++] = good.links[i];
        CHECK(wrong_inputs(&plan, node, NULL) > 0);
        *node = good;
    }
    for (unsigned i = 0; i < good.wire_count; i++) {
        bool spare = !strcmp(good.wires[i].input, "event_pulse");
        node->wires[i] = good.wires[--node->wire_count];
        CHECK_EQUAL(wrong_inputs(&plan, node, NULL), !spare);
        *node = good;
        node->wires[node->wire_count++] = good.wires[i];
        CHECK_EQUAL(wrong_inputs(&plan, node, NULL), 1);
        *node = good;
    }
    for (unsigned i = 0; i < good.feed_count; i++) {
        node->feeds[i] = good.feeds[--node->feed_count];
        CHECK(wrong_inputs(&plan, node, NULL) > 0);
        *node = good;
    }
}

/* Bits of an element of a field; 0 when the interface has none of that name. */
static unsigned field_width(const struct plan_node *node, const struct plan_end *end,
                            const char *field)
{
    const struct plan_instance *instance = &node->instances[end->instance];
    const struct block_port *port = block_port(instance->block, end->interface, field);
    return port ? plan_port_width(instance, port) / plan_port_elements(instance, port) : 0;
}

/* Fields are as wide here as there; of a noc_port those of the message alone, whose id and class
 * may be wider (docs/interfaces.md, "Messages"). */
static void both_ends_of_a_link_are_equally_wide(void)
{
    static const char *const fields[] = {"valid", "ready",   "kind", "op",   "line", "data",
                                         "mask",  "sectors", "node", "dest", "src",  "data_sectors",
                                         "id",    "pc",      "insn", "check"};
    for (unsigned c = 0; c < sizeof driven / sizeof *driven; c++) {
        const struct plan *plan = plan_of(driven[c]);
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            for (unsigned i = 0; i < plan->node[kind].link_count; i++) {
                const struct plan_node *node = &plan->node[kind];
                const struct plan_link *link = &node->links[i];
                bool port = is_noc_port(&node->instances[link->from.instance]) ||
                            is_noc_port(&node->instances[link->to.instance]);
                for (unsigned f = 0; f < sizeof fields / sizeof *fields; f++) {
                    unsigned from = field_width(node, &link->from, fields[f]);
                    unsigned to = field_width(node, &link->to, fields[f]);
                    if (from && to && !(port && !strcmp(fields[f], "id")))
                        expect_value(to, from, driven[c], link->name);
                }
            }
    }
}

/* Blocks name their interfaces by _valid ports, the longest name counts: "dram_reply", not "dram".
 */
static void ports_belong_to_the_longest_interface(void)
{
    const struct plan *plan = plan_of("pact20");
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned i = 0; i < plan->node[kind].instance_count; i++) {
            const struct block *block = plan->node[kind].instances[i].block;
            for (unsigned p = 0; p < block->port_count; p++)
                expect_value((unsigned)block_interface_length(block, block->ports[p].name),
                             (unsigned)interface_of(block, block->ports[p].name), block->name,
                             block->ports[p].name);
        }
    const struct plan_node *node = &plan->node[NODE_MEMORY];
    const struct block *slice = node->instances[plan_find(node, "llc_slice")].block;
    CHECK_EQUAL(block_interface_length(slice, "dram_reply_id"), strlen("dram_reply"));
    CHECK_EQUAL(block_interface_length(slice, "dram_line"), strlen("dram"));
    CHECK_EQUAL(block_interface_length(slice, "flush"), 0);
}

int main(void)
{
    TEST(interfaces_lead_where_the_drawings_say());
    TEST(ports_are_on_their_networks());
    TEST(dyneb_and_line_protection_watch_what_they_need());
    TEST(the_rings_run_around_all_cores_in_opposite_directions());
    TEST(rings_of_clusters_close_in_their_cluster());
    TEST(the_gate_counts_answers_and_tells_whose_slices());
    TEST(the_hub_is_wired_to_cores_slices_and_networks());
    TEST(two_programs_have_two_choosers());
    TEST(programs_have_cores_of_their_own());
    TEST(every_input_has_one_source());
    TEST(a_source_too_few_or_too_many_is_seen());
    TEST(both_ends_of_a_link_are_equally_wide());
    TEST(ports_belong_to_the_longest_interface());
    return check_report();
}
