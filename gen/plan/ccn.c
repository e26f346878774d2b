/* The cooperative caching network [taco16 section 4] at a core: ccn_port behind the MSHR, the
 * misses that wait, the node of the two rings with the copy of the L1's tags, who throttles. The
 * rings run around the cores of a cluster, or around all, in opposite directions or in equal ones.
 * docs/ccn.md. */
#include "blocks.h"
#include "parts.h"

static void add_rings(struct plan *plan, unsigned router)
{
    bool bubble = plan->config.ccn_bubble;
    unsigned cores = config_ccn_cores(&plan->config);
    unsigned backwards = plan->config.ccn_rings == RINGS_OPPOSITE ? cores - 1 : 1;
    add_ring(plan, (struct plan_ring){.name = "request",
                                      .kind = NODE_CORE,
                                      .instance = router,
                                      .output = "request_out",
                                      .input = "request_in",
                                      .step = {cores, 1},
                                      .bubble = bubble,
                                      .waits = " response miss "});
    add_ring(plan, (struct plan_ring){.name = "response",
                                      .kind = NODE_CORE,
                                      .instance = router,
                                      .output = "response_out",
                                      .input = "response_in",
                                      .step = {cores, backwards},
                                      .bubble = bubble,
                                      .waits = ""});
}

void add_ccn(struct plan *plan, struct plan_node *core)
{
    add_instance(plan, core, &ccn_port_block, "ccn_port");
    add_instance(plan, core, &ccn_buffer_block, "ccn_buffer");
    add_rings(plan, add_instance(plan, core, &ccn_router_block, "ccn_router"));
    if (with_throttle(&plan->config))
        add_instance(plan, core, &ccn_throttle_block, "ccn_throttle");
}

static void wire_throttle(struct plan_node *core, unsigned sm, unsigned router, unsigned port)
{
    unsigned throttle = plan_find(core, "ccn_throttle");
    add_wire(core, sm, "issued", throttle, "issued");
    add_wire(core, router, "event_answer", throttle, "event_answer");
    add_wire(core, router, "event_back", throttle, "event_back");
    add_wire(core, throttle, "skip", port, "skip");
}

void link_ccn(struct plan *plan, struct plan_node *core, unsigned sm)
{
    unsigned l1 = plan_find(core, "l1_cache"), mshr = plan_find(core, "mshr");
    unsigned port = plan_find(core, "ccn_port"), buffer = plan_find(core, "ccn_buffer");
    unsigned router = plan_find(core, "ccn_router");
    add_link(core, "message", mshr, "request", port, "request");
    add_link(core, "shared_miss", port, "miss", buffer, "miss");
    add_link(core, "direct", buffer, "direct", port, "direct");
    add_link(core, "new", buffer, "send", router, "new");
    add_link(core, "back", router, "back", port, "back");
    add_link(core, "shared_line", router, "fill", port, "fill");
    add_link(core, "answer", port, "answer", mshr, "reply");
    add_link(core, "tags", l1, "tags", router, "tags");
    add_link(core, "snoop", router, "snoop", l1, "snoop");
    add_link(core, "data", l1, "data", router, "data");
    add_feed(core, router, "here", "here_core");
    if (with_throttle(&plan->config))
        wire_throttle(core, sm, router, port);
}
