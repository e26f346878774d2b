/* The rings of the cooperative caching network [taco16 section 4], around the cores of a cluster,
 * or around all, in opposite directions or in equal ones; with bridges a second pair joins the
 * clusters. What a core has of it stands in core.c. docs/ccn.md. */
#include "blocks.h"
#include "parts.h"

/* The rings of each cluster, which a bridge may join at their end. With a shared L1 a line waits
 * for the MSHR, and a request for a line's read, until an answer to another core is on its way; and
 * what comes for a home may stand behind a message to a line that is on the rings. */
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
    add_feed(bridge, add_block(plan, bridge, &ccn_bridge_block, "ccn_bridge"), "here",
             "here_bridge");
}

void add_ccn_rings(struct plan *plan)
{
    add_cluster_rings(plan);
    if (with_bridges(&plan->config))
        add_bridge_rings(plan);
}
