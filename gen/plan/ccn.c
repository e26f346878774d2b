/* The cooperative caching network [taco16 section 4] at a core: ccn_port behind the MSHR, the
 * misses that wait, the node of the two rings with the copy of the L1's tags, who throttles. The
 * rings run around the cores of a cluster, or around all, in opposite directions or in equal ones;
 * with bridges a second pair joins the clusters. docs/ccn.md. */
#include "blocks.h"
#include "parts.h"

/* The rings of each cluster, which a bridge may join at their end. With a shared L1 a line waits for
 * the MSHR, and a request for a line's read, until an answer to another core is on its way; and what
 * comes for a home may stand behind a message to a line that is on the rings. */
static void add_cluster_rings(struct plan *plan)
{
    bool bubble = plan->config.ccn_bubble, bridges = with_bridges(&plan->config);
    unsigned places = config_ccn_cores(&plan->config) + bridges;
    unsigned backwards = plan->config.ccn_rings == RINGS_OPPOSITE ? places - 1 : 1;
    unsigned router = plan_find(&plan->node[NODE_CORE], "ccn_router");
    enum node_kind via = bridges ? NODE_BRIDGE : NODE_KINDS;
    add_ring(plan, (struct plan_ring){.name = "request",
                                      .kind = NODE_CORE,
                                      .instance = router,
                                      .output = "request_out",
                                      .input = "request_in",
                                      .step = {places, 1},
                                      .via = via,
                                      .bubble = bubble,
                                      .waits = " response miss answer ",
                                      .holds = " ask asked "});
    add_ring(plan, (struct plan_ring){.name = "response",
                                      .kind = NODE_CORE,
                                      .instance = router,
                                      .output = "response_out",
                                      .input = "response_in",
                                      .step = {places, backwards},
                                      .via = via,
                                      .bubble = bubble,
                                      .waits = " answer "});
}

/* Those of the bridges. A bridge has a place more for requests than it lets out, so that their ring
 * never fills; lines keep to the bubble rule, and wait for the ring of the cluster they are for. */
static void add_bridge_rings(struct plan *plan)
{
    unsigned bridges = plan->node[NODE_BRIDGE].count;
    add_ring(plan, (struct plan_ring){.name = "ask",
                                      .kind = NODE_BRIDGE,
                                      .output = "ask_out",
                                      .input = "ask_in",
                                      .step = {bridges, 1},
                                      .via = NODE_KINDS,
                                      .bubble = true,
                                      .waits = " give "});
    add_ring(plan, (struct plan_ring){.name = "give",
                                      .kind = NODE_BRIDGE,
                                      .output = "give_out",
                                      .input = "give_in",
                                      .step = {bridges, bridges - 1},
                                      .via = NODE_KINDS,
                                      .bubble = plan->config.ccn_bubble,
                                      .waits = " response "});
}

void plan_bridges(struct plan *plan)
{
    struct plan_node *bridge = &plan->node[NODE_BRIDGE];
    *bridge = (struct plan_node){.name = "bridge",
                                 .module = "bridge_node",
                                 .comment = "What belongs to a cluster of cores: the way from its "
                                            "pair of rings to that of all clusters.",
                                 .count = plan->config.cores / config_ccn_cores(&plan->config)};
    add_feed(bridge, add_instance(plan, bridge, &ccn_bridge_block, "ccn_bridge"), "here",
             "here_bridge");
}

void add_ccn_rings(struct plan *plan)
{
    add_cluster_rings(plan);
    if (with_bridges(&plan->config))
        add_bridge_rings(plan);
}

void add_ccn(struct plan *plan, struct plan_node *core)
{
    add_instance(plan, core, &ccn_port_block, "ccn_port");
    add_instance(plan, core, &ccn_buffer_block, "ccn_buffer");
    add_instance(plan, core, &ccn_router_block, "ccn_router");
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
    add_link(core, "answered", port, "answer", mshr, "reply");
    add_link(core, "tags", l1, "tags", router, "tags");
    add_link(core, "snoop", router, "snoop", l1, "snoop");
    add_link(core, "data", l1, "data", router, "data");
    add_feed(core, router, "here", "here_core");
    if (with_throttle(&plan->config))
        wire_throttle(core, sm, router, port);
}

void wire_ccn_sharing(struct plan_node *core, unsigned sm)
{
    unsigned port = plan_find(core, "ccn_port"), router = plan_find(core, "ccn_router");
    unsigned dyneb = plan_find(core, "dyneb"), requester = plan_find(core, "requester");
    struct plan_end way = plan_source(core, requester, "send"), home = plan_sink(core, sm, "remote");
    add_wire(core, dyneb, "share_even", port, "share_even");
    add_wire(core, dyneb, "share_odd", port, "share_odd");
    add_wire(core, dyneb, "share_even", router, "share_even");
    add_wire(core, dyneb, "share_odd", router, "share_odd");
    add_wire(core, requester, "send_valid", port, "sent_valid");
    add_wire(core, way.instance, "send_ready", port, "sent_ready")->element = way.element;
    add_wire(core, requester, "send_kind", port, "sent_kind");
    add_wire(core, requester, "send_line", port, "sent_line");
    add_wire(core, home.instance, "recv_valid", port, "home_valid")->element = home.element;
    add_wire(core, port, "event_ask", dyneb, "event_ask");
    add_wire(core, port, "event_ask_odd", dyneb, "event_ask_odd");
}
