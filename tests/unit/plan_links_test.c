/* Who is joined with whom inside a core and a partition: every interface's other end, and every
 * single wire. From pact20 figure 4, the drawings of docs/interfaces.md and docs/shared_l1.md, and
 * the block tables. */
#include "plan_chip.h"

static const char *const private_core[] = {
    "sm.request[0] > l1_arbiter.local[0]",  "l1_arbiter.access[0] > l1_cache.access[0]",
    "l1_arbiter.own[0] > l1_cache.own[0]",  "l1_cache.miss[0] > mshr.miss[0]",
    "l1_cache.store[0] > noc_port.line[0]", "mshr.request[0] > noc_port.send[0]",
    "noc_port.recv[0] > mshr.reply[0]",     "l1_cache.hit[0] > sm.hit[0]",
    "mshr.response[0] > sm.response[0]",    NULL};

/* In all organizations with shared_l1, whatever the way between cores. */
static const char *const shared_core[] = {
    "sm.request[0] > requester.request[0]",     /* A passes L1 and MSHR */
    "requester.access[0] > l1_cache.access[0]", /* C, D */
    "requester.own[0] > l1_cache.own[0]",
    "l1_cache.miss[0] > mshr.miss[0]",      /* F, footnote 3 */
    "l1_cache.store[0] > noc_port.line[0]", /* its data */
    "l1_cache.hit[0] > sm.hit[0]",
    "mshr.response[0] > sm.response[0]",
    NULL};

/* docs/shared_l1.md: source 0 the requester, source 1 mshr; sink 0 from L2, sink 1 from homes. */
static const char *const direct_ports[] = {
    "requester.send[0] > noc_port.send[0]",
    "mshr.request[0] > noc_port.send[1]",
    "noc_port.recv[0] > mshr.reply[0]",
    "noc_port.recv[1] > sm.remote[0]", /* G */
    "home_port.recv[0] > requester.recv[0]",
    "mshr.remote[0] > home_port.send[0]",         /* queues the reply */
    "l1_cache.remote_hit[0] > home_port.send[1]", /* E */
    NULL};

/* "Through the L2 slices": sink c takes class c of the reply network, 0 from L2, 1 answers, 2
 * requests; one port. */
static const char *const l2_ports[] = {
    "requester.send[0] > noc_port.send[0]",      "mshr.request[0] > noc_port.send[1]",
    "mshr.remote[0] > noc_port.send[2]",         /* queues the reply */
    "l1_cache.remote_hit[0] > noc_port.send[3]", /* E */
    "noc_port.recv[0] > mshr.reply[0]",          "noc_port.recv[1] > sm.remote[0]",
    "noc_port.recv[2] > requester.recv[0]",      NULL};

/* "The work-distribution crossbar": three sources, two sinks. */
static const char *const crossbar_ports[] = {
    "mshr.request[0] > noc_port.send[0]",
    "noc_port.recv[0] > mshr.reply[0]",
    "requester.send[0] > home_port.send[0]",
    "mshr.remote[0] > home_port.send[1]",         /* queues the reply */
    "l1_cache.remote_hit[0] > home_port.send[2]", /* E */
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
static const char *const gated_core[] = {"sm.request[0] > request_gate.request[0]",
                                         "request_gate.passed[0] > l1_arbiter.local[0]",
                                         "l1_arbiter.access[0] > l1_cache.access[0]",
                                         "l1_arbiter.own[0] > l1_cache.own[0]",
                                         "l1_cache.miss[0] > mshr.miss[0]",
                                         "l1_cache.store[0] > noc_port.line[0]",

                                         "mshr.request[0] > noc_port.send[0]",
                                         "noc_port.recv[0] > mshr.reply[0]",
                                         "l1_cache.hit[0] > sm.hit[0]",
                                         "mshr.response[0] > sm.response[0]",
                                         NULL};
static const char *const gated_shared_core[] = {"sm.request[0] > request_gate.request[0]",
                                                "request_gate.passed[0] > requester.request[0]",
                                                "requester.access[0] > l1_cache.access[0]",
                                                "requester.own[0] > l1_cache.own[0]",
                                                "l1_cache.miss[0] > mshr.miss[0]",
                                                "l1_cache.store[0] > noc_port.line[0]",

                                                "l1_cache.hit[0] > sm.hit[0]",
                                                "mshr.response[0] > sm.response[0]",
                                                NULL};

/* docs/ccn.md, "Ports": what passes between MSHR, network and L2. */
static const char *const ccn_core[] = {
    "sm.request[0] > l1_arbiter.local[0]",    "l1_arbiter.access[0] > l1_cache.access[0]",
    "l1_arbiter.own[0] > l1_cache.own[0]",    "l1_cache.miss[0] > mshr.miss[0]",
    "l1_cache.store[0] > noc_port.line[0]",   "mshr.request[0] > ccn_port.request[0]",
    "ccn_port.miss[0] > ccn_buffer.miss[0]",  "ccn_buffer.direct[0] > ccn_port.direct[0]",
    "ccn_buffer.send[0] > ccn_router.new[0]", "ccn_router.back[0] > ccn_port.back[0]",
    "ccn_router.fill[0] > ccn_port.fill[0]",  "ccn_port.send[0] > noc_port.send[0]",
    "noc_port.recv[0] > ccn_port.reply[0]",   "ccn_port.answer[0] > mshr.reply[0]",
    "l1_cache.tags[0] > ccn_router.tags[0]",  "ccn_router.snoop[0] > l1_cache.snoop[0]",
    "l1_cache.data[0] > ccn_router.data[0]",  "l1_cache.gone[0] > ccn_router.gone[0]",
    "l1_cache.hit[0] > sm.hit[0]",            "mshr.response[0] > sm.response[0]",
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

/* Of every core: what comes for the L1 and the own SM goes past the MSHR, which tells what it does
 * with it (docs/blocks/mshr.md). */
#define DATA_WIRES(came)                                                                           \
    came "_valid[0] > l1_cache.reply_valid", came "_kind[0] > l1_cache.reply_kind",                \
        came "_line[0] > l1_cache.reply_line", came "_data[0] > l1_cache.reply_data",              \
        came "_data[0] > sm.response_data", "mshr.answers[0] > l1_cache.mshr_answers",             \
        "mshr.installs[0] > l1_cache.mshr_installs"
#define PRIVATE_WIRES DATA_WIRES("noc_port.recv")
#define CCN_WIRES     DATA_WIRES("ccn_port.answer")

/* Of dyneb or dyneb_port, and what the requester counts; the answers that the MSHR has for others.
 */
#define SHARING_WIRES(who, homes, answers)                                                         \
    PRIVATE_WIRES, "noc_port.recv_data[0] > " answers ".send_data",                                \
        who ".share_even[0] > requester.share_even", who ".share_odd[0] > requester.share_odd",    \
        who ".share_even[0] > l1_cache.share_even", who ".share_odd[0] > l1_cache.share_odd",      \
        "requester.event_near[0] > " who ".event_near",                                            \
        "l1_cache.hit_valid[0] > requester.answer_hit",                                            \
        "mshr.response_valid[0] > requester.answer_response",                                      \
        homes ".recv_valid[1] > requester.answer_remote",                                          \
        homes ".recv_valid[1] > " who ".home_valid", "l1_cache.event_hit[0] > " who ".event_hit",  \
        "l1_cache.event_miss[0] > " who ".event_miss",                                             \
        "l1_cache.event_merge[0] > " who ".event_merge",                                           \
        "l1_cache.event_store[0] > " who ".event_store",                                           \
        "l1_cache.event_remote[0] > " who ".event_remote"
/* Where data of other cores' stores stay until the L1 has them. */
#define STORE_WIRES(recv)                                                                          \
    recv("valid") " > l1_cache.home_valid", recv("data") " > l1_cache.home_data"
#define AT_HOME(field)   "home_port.recv_" field "[0]"
#define BEHIND_L2(field) "noc_port.recv_" field "[2]"
#define DYNEB_WIRES(homes, answers)                                                                \
    SHARING_WIRES("dyneb", homes, answers), homes ".recv_line[1] > dyneb.home_line",               \
        "l1_cache.event_odd[0] > dyneb.event_odd"
#define PROTECT_WIRES "sm.issued[0] > l1_cache.issued", "mshr.full[0] > l1_cache.mshr_full"

/* The gate counts the answers of its SM and tells the MSHR whose slices to ask, dyneb when to share
 * nothing. */
#define GATE_WIRES                                                                                 \
    "l1_cache.hit_valid[0] > request_gate.answer_hit",                                             \
        "mshr.response_valid[0] > request_gate.answer_response",                                   \
        "request_gate.own_slices[0] > mshr.own_slices"

static void the_gate_counts_answers_and_tells_whose_slices(void)
{
    static const char *const gate[] = {PRIVATE_WIRES, GATE_WIRES};
    static const char *const both[] = {DYNEB_WIRES("home_port", "home_port"), STORE_WIRES(AT_HOME),
                                       GATE_WIRES,
                                       "home_port.recv_valid[1] > request_gate.answer_remote",
                                       "request_gate.stays_private[0] > dyneb.stays_private"};
    expect_wires(PRIVATE_LLC, NODE_CORE, gate, sizeof gate / sizeof *gate);
    expect_wires(ADAPTIVE_BOTH, NODE_CORE, both, sizeof both / sizeof *both);
}

/* Each of two programs has a chooser; trials know of each other. */
static void two_choosers_have_views_of_their_own(void)
{
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
        "llc_profiler_1.wants_private[0] > llc_reconfig.wants_private"};
    expect_wires(ADAPTIVE_LLC " programs=2 llc_chooser=trial", NODE_HUB, turns,
                 sizeof turns / sizeof *turns);
    expect_wires(ADAPTIVE_LLC " programs=2", NODE_HUB, shared, sizeof shared / sizeof *shared);
}

static void dyneb_and_line_protection_watch_what_they_need(void)
{
    static const char *const plain[] = {PRIVATE_WIRES};
    static const char *const rings[] = {CCN_WIRES};
    static const char *const direct[] = {DYNEB_WIRES("noc_port", "home_port"),
                                         STORE_WIRES(AT_HOME)};
    static const char *const by_l2[] = {DYNEB_WIRES("noc_port", "noc_port"),
                                        STORE_WIRES(BEHIND_L2)};
    static const char *const by_crossbar[] = {DYNEB_WIRES("home_port", "home_port"),
                                              STORE_WIRES(AT_HOME)};
    static const char *const both[] = {DYNEB_WIRES("noc_port", "home_port"), STORE_WIRES(AT_HOME),
                                       PROTECT_WIRES};
    static const char *const protect[] = {PRIVATE_WIRES, PROTECT_WIRES};
    static const char *const throttle[] = {CCN_WIRES, "sm.issued[0] > ccn_throttle.issued",
                                           "ccn_router.event_answer[0] > ccn_throttle.event_answer",
                                           "ccn_router.event_back[0] > ccn_throttle.event_back",
                                           "ccn_throttle.skip[0] > ccn_port.skip"};
    expect_wires("tiny", NODE_CORE, plain, sizeof plain / sizeof *plain);
    expect_wires("taco16 ccn=basic", NODE_CORE, rings, sizeof rings / sizeof *rings);
    expect_wires("taco16 ccn=throttled", NODE_CORE, throttle, sizeof throttle / sizeof *throttle);
    expect_wires(SHARING_RULES, NODE_CORE, direct, sizeof direct / sizeof *direct);
    expect_wires(THROUGH_L2, NODE_CORE, by_l2, sizeof by_l2 / sizeof *by_l2);
    expect_wires(CROSSBAR, NODE_CORE, by_crossbar, sizeof by_crossbar / sizeof *by_crossbar);
    static const char *const trial[] = {SHARING_WIRES("dyneb_port", "noc_port", "home_port"),
                                        STORE_WIRES(AT_HOME)};
    expect_wires(SHARING_TRIAL, NODE_CORE, trial, sizeof trial / sizeof *trial);
    expect_wires("icpp18", NODE_CORE, protect, sizeof protect / sizeof *protect);
    expect_wires(SHARING_RULES " l1_protect=dlp", NODE_CORE, both, sizeof both / sizeof *both);
}

int main(void)
{
    TEST(interfaces_lead_where_the_drawings_say());
    TEST(ports_are_on_their_networks());
    TEST(dyneb_and_line_protection_watch_what_they_need());
    TEST(the_gate_counts_answers_and_tells_whose_slices());
    TEST(two_choosers_have_views_of_their_own());
    return check_report();
}
