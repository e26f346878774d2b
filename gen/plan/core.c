/* The core node: arbiter, L1, MSHR, a port. With shared_l1 (docs/shared_l1.md) a requester, with
 * the arbiter in it, stands in front, a queue and a second port serve other cores, and dyneb
 * chooses the organization. With llc_mode request_gate stands in front of all that. With ccn
 * ccn_port stands between MSHR and port, its rings are those of ccn.c. */
#include "blocks.h"
#include "parts.h"
#include "sm_ports.h"

/* By its second port a core answers as a home: on the same networks the other way round, or on the
 * work-distribution crossbar, which carries what it asks, too. */
static const struct instance_row instances[] = {
    OUTSIDE(sm, always),
    BLOCK(request_gate, with_llc_mode),
    BLOCK(requester, with_shared_l1),
    BLOCK(l1_arbiter, without_shared_l1),
    BLOCK(l1_cache, always),
    BLOCK(mshr, always),
    BLOCK(ccn_port, with_ccn),
    BLOCK(ccn_buffer, with_ccn),
    BLOCK(ccn_router, with_ccn),
    BLOCK(ccn_throttle, with_throttle),
    NOC_PORT("noc_port", always, NETWORK_REQUEST, NETWORK_REPLY),
    NOC_PORT("home_port", config_asks_cores, NETWORK_REPLY, NETWORK_REQUEST),
    NOC_PORT("home_port", with_crossbar, NETWORK_CROSSBAR, NETWORK_CROSSBAR),
    BLOCK(dyneb, with_dyneb),
    BLOCK(dyneb_port, with_dyneb_trial),
};

static const struct link_row links[] = {
    {"request", {"sm.request"}, {"request_gate.request", "requester.request", "l1_arbiter.local"}},
    {"passed", {"request_gate.passed"}, {"requester.request", "l1_arbiter.local"}},
    {"access", {"requester.access", "l1_arbiter.access"}, {"l1_cache.access"}},
    {"own", {"requester.own", "l1_arbiter.own"}, {"l1_cache.own"}},
    {"miss", {"l1_cache.miss"}, {"mshr.miss"}},
    {"store", {"l1_cache.store"}, {"noc_port.line"}},
    {"hit", {"l1_cache.hit"}, {"sm.hit"}},
    {"response", {"mshr.response"}, {"sm.response"}},
    /* Misses through the cooperative caching network [taco16 section 4]: ccn_port, the misses that
     * wait, the node of the two rings with the copy of the L1's tags. */
    {"message", {"mshr.request"}, {"ccn_port.request"}},
    {"shared_miss", {"ccn_port.miss"}, {"ccn_buffer.miss"}},
    {"direct", {"ccn_buffer.direct"}, {"ccn_port.direct"}},
    {"new", {"ccn_buffer.send"}, {"ccn_router.new"}},
    {"back", {"ccn_router.back"}, {"ccn_port.back"}},
    {"shared_line", {"ccn_router.fill"}, {"ccn_port.fill"}},
    {"answered", {"ccn_port.answer"}, {"mshr.reply"}},
    {"tags", {"l1_cache.tags"}, {"ccn_router.tags"}},
    {"snoop", {"ccn_router.snoop"}, {"l1_cache.snoop"}},
    {"data", {"l1_cache.data"}, {"ccn_router.data"}},
    {"gone", {"l1_cache.gone"}, {"ccn_router.gone"}},
};

/* A reply goes past the mshr: all of it to the L1, its data to who is answered. Behind
 * add_messages.
 */
static const struct wire_row data_wires[] = {
    {"mshr.reply:valid", "l1_cache.reply_valid"}, {"mshr.reply:kind", "l1_cache.reply_kind"},
    {"mshr.reply:line", "l1_cache.reply_line"},   {"mshr.reply:data", "l1_cache.reply_data"},
    {"mshr.reply:data", "mshr.response:data"},    {"mshr.reply:data", "mshr.remote:data"},
};

/* Line protection, and who throttles. */
static const struct wire_row wires[] = {
    {"mshr.full", "l1_cache.mshr_full"},
    {"mshr.answers", "l1_cache.mshr_answers"},
    {"mshr.installs", "l1_cache.mshr_installs"},
    {"sm.issued", "l1_cache.issued"},
    {"sm.issued", "ccn_throttle.issued"},
    {"ccn_router.event_answer", "ccn_throttle.event_answer"},
    {"ccn_router.event_back", "ccn_throttle.event_back"},
    {"ccn_throttle.skip", "ccn_port.skip"},
};

/* To and from who chooses the organization: dyneb or dyneb_port, a core has one at most. */
// clang-format off
#define CHOOSER_TO(port, reader) {"dyneb." port, reader}, {"dyneb_port." port, reader}
#define TO_CHOOSER(driver, port) {driver, "dyneb." port}, {driver, "dyneb_port." port}
// clang-format on

static const struct wire_row sharing_wires[] = {
    /* Who counts the answers that its SM gets. */
    {"l1_cache.hit_valid", "requester.answer_hit"},
    {"mshr.response_valid", "requester.answer_response"},
    {"sm.remote:valid", "requester.answer_remote"},
    /* Data of other cores' stores stay where they arrive until the L1 takes them. */
    {"requester.recv:valid", "l1_cache.home_valid"},
    {"requester.recv:data", "l1_cache.home_data"},
    /* The organization, and what it is chosen by. */
    CHOOSER_TO("share_even", "requester.share_even"),
    CHOOSER_TO("share_even", "l1_cache.share_even"),
    CHOOSER_TO("share_odd", "requester.share_odd"),
    CHOOSER_TO("share_odd", "l1_cache.share_odd"),
    TO_CHOOSER("requester.event_near", "event_near"),
    TO_CHOOSER("sm.remote:valid", "home_valid"),
    {"sm.remote:line", "dyneb.home_line"},
    TO_CHOOSER("l1_cache.event_hit", "event_hit"),
    TO_CHOOSER("l1_cache.event_miss", "event_miss"),
    TO_CHOOSER("l1_cache.event_merge", "event_merge"),
    TO_CHOOSER("l1_cache.event_store", "event_store"),
    TO_CHOOSER("l1_cache.event_remote", "event_remote"),
    {"l1_cache.event_odd", "dyneb.event_odd"},
    /* With rings, too. */
    CHOOSER_TO("share_even", "ccn_port.share_even"),
    CHOOSER_TO("share_odd", "ccn_port.share_odd"),
    CHOOSER_TO("share_even", "ccn_router.share_even"),
    CHOOSER_TO("share_odd", "ccn_router.share_odd"),
    {"requester.send_valid", "ccn_port.sent_valid"},
    {"requester.send:ready", "ccn_port.sent_ready"},
    {"requester.send_kind", "ccn_port.sent_kind"},
    {"requester.send_line", "ccn_port.sent_line"},
    {"sm.remote:valid", "ccn_port.home_valid"},
    TO_CHOOSER("ccn_port.event_ask", "event_ask"),
    {"ccn_port.event_ask_odd", "dyneb.event_ask_odd"},
    /* Whose slice a miss goes to; while it is that of the own cluster no other core's L1 is asked.
     */
    {"l1_cache.hit_valid", "request_gate.answer_hit"},
    {"mshr.response_valid", "request_gate.answer_response"},
    {"sm.remote:valid", "request_gate.answer_remote"},
    {"request_gate.own_slices", "mshr.own_slices"},
    TO_CHOOSER("request_gate.stays_private", "stays_private"),
};

void plan_core(struct plan *plan)
{
    struct plan_node *core = &plan->node[NODE_CORE];
    *core = (struct plan_node){
        .name = "core",
        .module = "core_node",
        .comment = plan->config.shared_l1
                       ? "What belongs to one core: L1 with its arbiter and MSHR, the way to "
                         "other cores' L1s\nand from them, network interfaces, counters."
                       : "What belongs to one core: L1 with its arbiter and MSHR, network "
                         "interface, counters.",
        .count = plan->config.cores};
    ADD_INSTANCES(plan, core, instances);
    ADD_LINKS(core, links);
    ADD_WIRES(plan, core, wires);
    if (with_crossbar(&plan->config))
        add_feed(core, plan_find(core, "home_port"), "here", "home_here");
    if (with_ccn(&plan->config))
        add_feed(core, plan_find(core, "ccn_router"), "here", "here_core");
    add_messages(plan, core, NODE_CORE);
    ADD_WIRES(plan, core, data_wires);
    add_counters(plan, core, NODE_CORE);
    ADD_WIRES(plan, core, sharing_wires);
    add_signals(plan, core, NODE_CORE);
}
