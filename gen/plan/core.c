/* The core node: arbiter, L1, MSHR, a port. With shared_l1 (docs/shared_l1.md) a requester, with
 * the arbiter in it, stands in front, a queue and a second port serve other cores, and dyneb
 * chooses the organization. With llc_mode request_gate stands in front of all that. With ccn
 * ccn_port stands between MSHR and port (ccn.c). */
#include "blocks.h"
#include "parts.h"
#include "sm_ports.h"

/* In front of the L1: the arbiter alone, or the requester, which has it in it. */
static void add_front(struct plan *plan, struct plan_node *core)
{
    if (plan->config.shared_l1)
        add_instance(plan, core, &requester_block, "requester");
    else
        add_instance(plan, core, &l1_arbiter_block, "l1_arbiter");
}

static void link_front(struct plan *plan, struct plan_node *core, unsigned sm)
{
    bool shared = plan->config.shared_l1;
    unsigned front = plan_find(core, shared ? "requester" : "l1_arbiter");
    const char *taken = shared ? "request" : "local";
    if (with_llc_mode(&plan->config)) {
        unsigned gate = plan_find(core, "request_gate");
        add_link(core, "request", sm, "request", gate, "request");
        add_link(core, "passed", gate, "passed", front, taken);
    } else {
        add_link(core, "request", sm, "request", front, taken);
    }
    add_link(core, "access", front, "access", plan_find(core, "l1_cache"), "access");
}

static void link_l1(struct plan *plan, struct plan_node *core, unsigned sm)
{
    unsigned l1 = plan_find(core, "l1_cache"), mshr = plan_find(core, "mshr");
    add_link(core, "miss", l1, "miss", mshr, "miss");
    add_link(core, "fill", mshr, "fill", l1, "fill");
    add_link(core, "hit", l1, "hit", sm, "hit");
    add_link(core, "response", mshr, "response", sm, "response");
    if (plan->config.l1_protect) {
        add_wire(core, mshr, "full", l1, "mshr_full");
        add_wire(core, sm, "issued", l1, "issued");
    }
}

/* The core as a home. */
static void link_home(struct plan_node *core)
{
    unsigned out_queue = plan_find(core, "remote_out_queue");
    add_link(core, "remote_hit", plan_find(core, "l1_cache"), "remote_hit", out_queue, "hit");
    add_link(core, "answer", plan_find(core, "mshr"), "remote", out_queue, "answer");
}

/* Who counts the answers that its SM gets. */
static void wire_answers(const struct plan *plan, struct plan_node *core, unsigned sm,
                         const char *to)
{
    unsigned counts = plan_find(core, to);
    add_wire(core, plan_find(core, "l1_cache"), "hit_valid", counts, "answer_hit");
    add_wire(core, plan_find(core, "mshr"), "response_valid", counts, "answer_response");
    if (!plan->config.shared_l1)
        return;
    struct plan_end home = plan_sink(core, sm, "remote");
    add_wire(core, home.instance, "recv_valid", counts, "answer_remote")->element = home.element;
}

/* Whose slice a miss goes to; while it is that of the own cluster no other core's L1 is asked. */
static void wire_gate(const struct plan *plan, struct plan_node *core, unsigned sm)
{
    unsigned gate = plan_find(core, "request_gate");
    wire_answers(plan, core, sm, "request_gate");
    add_wire(core, gate, "own_slices", plan_find(core, "mshr"), "own_slices");
    if (plan->config.shared_l1)
        add_wire(core, gate, "stays_private", plan_find(core, "dyneb"), "stays_private");
}

static void wire_dyneb(struct plan_node *core, unsigned sm)
{
    static const char *const events[] = {"event_hit",   "event_miss",   "event_merge",
                                         "event_store", "event_remote", "event_odd"};
    unsigned dyneb = plan_find(core, "dyneb"), l1 = plan_find(core, "l1_cache");
    unsigned requester = plan_find(core, "requester");
    struct plan_end home = plan_sink(core, sm, "remote");
    add_wire(core, dyneb, "share_even", requester, "share_even");
    add_wire(core, dyneb, "share_even", l1, "share_even");
    add_wire(core, dyneb, "share_odd", requester, "share_odd");
    add_wire(core, dyneb, "share_odd", l1, "share_odd");
    add_wire(core, requester, "event_near", dyneb, "event_near");
    add_wire(core, home.instance, "recv_valid", dyneb, "home_valid")->element = home.element;
    add_wire(core, home.instance, "recv_line", dyneb, "home_line")->element = home.element;
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
        add_wire(core, l1, events[i], dyneb, events[i]);
}

/* By its second port a core answers as a home: on the same networks the other way round, or on the
 * work-distribution crossbar, which carries what it asks, too. */
static void add_home_port(struct plan *plan, struct plan_node *core)
{
    if (plan->config.remote_via == REMOTE_DIRECT) {
        add_port(plan, core, "home_port", NETWORK_REPLY, NETWORK_REQUEST);
    } else if (plan->config.remote_via == REMOTE_VIA_CROSSBAR) {
        unsigned port = add_port(plan, core, "home_port", NETWORK_CROSSBAR, NETWORK_CROSSBAR);
        add_feed(core, port, "here", "home_here");
    }
}

static void add_sharing(struct plan *plan, struct plan_node *core)
{
    add_instance(plan, core, &remote_out_queue_block, "remote_out_queue");
    add_home_port(plan, core);
    add_instance(plan, core, &dyneb_block, "dyneb");
}

void plan_core(struct plan *plan)
{
    bool shared = plan->config.shared_l1;
    struct plan_node *core = &plan->node[NODE_CORE];
    *core = (struct plan_node){
        .name = "core",
        .module = "core_node",
        .comment = shared ? "What belongs to one core: L1 with its arbiter and MSHR, the way to "
                            "other cores' L1s\nand from them, network interfaces, counters."
                          : "What belongs to one core: L1 with its arbiter and MSHR, network "
                            "interface, counters.",
        .count = plan->config.cores};
    unsigned sm = add_outside(plan, core, &sm_block);
    if (with_llc_mode(&plan->config))
        add_instance(plan, core, &request_gate_block, "request_gate");
    add_front(plan, core);
    add_instance(plan, core, &l1_cache_block, "l1_cache");
    add_instance(plan, core, &mshr_block, "mshr");
    if (with_ccn(&plan->config))
        add_ccn(plan, core);
    add_port(plan, core, "noc_port", NETWORK_REQUEST, NETWORK_REPLY);
    if (shared)
        add_sharing(plan, core);
    link_front(plan, core, sm);
    link_l1(plan, core, sm);
    if (with_ccn(&plan->config))
        link_ccn(plan, core, sm);
    add_messages(plan, core, NODE_CORE);
    add_counters(plan, core, NODE_CORE);
    if (shared) {
        link_home(core);
        wire_answers(plan, core, sm, "requester");
        wire_dyneb(core, sm);
        if (with_ccn(&plan->config))
            wire_ccn_sharing(core, sm);
    }
    if (with_llc_mode(&plan->config))
        wire_gate(plan, core, sm);
    add_signals(plan, core, NODE_CORE);
}
