/* The hub: what a chip has once. With llc_mode llc_reconfig, which changes the organization of the
 * last-level cache, and llc_profiler or llc_trial, which choose it, wired to all cores, slices and
 * networks (docs/adaptive_llc.md). */
#include "blocks.h"
#include "parts.h"

/* Gates at the cores; slices that turn; MC-routers that are bypassed. */
static void span_reconfig(struct plan *plan, unsigned reconfig)
{
    static const struct {
        enum span_form form;
        const char *hub_port;
        enum node_kind kind;
        const char *there, *port;
    } rows[] = {
        {SPAN_TO_ALL, "stall", NODE_CORE, "request_gate", "stall"},
        {SPAN_TO_ALL, "shared", NODE_CORE, "request_gate", "shared"},
        {SPAN_TO_PROGRAM, "is_private", NODE_CORE, "request_gate", "is_private"},
        {SPAN_TO_ALL, "flush", NODE_MEMORY, "llc_slice", "flush"},
        {SPAN_TO_ALL, "flush_turns", NODE_MEMORY, "llc_slice", "flush_turns"},
        {SPAN_TO_ALL, "flush_private", NODE_MEMORY, "llc_slice", "flush_private"},
        {SPAN_OF_ANY, "awake", NODE_CORE, "request_gate", "awake"},
        {SPAN_OF_PROGRAM, "atomics", NODE_CORE, "request_gate", "atomics"},
        {SPAN_OF_ANY, "busy", NODE_MEMORY, "llc_slice", "busy"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        add_span(plan, rows[i].form, reconfig, rows[i].hub_port, rows[i].kind, rows[i].there,
                 rows[i].port);
    add_network_span(plan, SPAN_TO_NETWORKS, reconfig, "bypass", "bypass");
    add_network_span(plan, SPAN_OF_NETWORKS, reconfig, "bypassed", "bypassed");
}

/* What all slices are asked, and what the one that is watched looks up. */
static void span_profiler(struct plan *plan, unsigned profiler)
{
    static const char *const looks[][2] = {{"access_valid", "look_valid"},
                                           {"access_set", "look_set"},
                                           {"access_tag", "look_tag"},
                                           {"access_cluster", "look_cluster"}};
    add_span(plan, SPAN_OF_EACH, profiler, "slice_access", NODE_MEMORY, "llc_slice",
             "event_access");
    add_span(plan, SPAN_OF_EACH, profiler, "slice_first", NODE_MEMORY, "llc_slice", "look_first");
    for (unsigned i = 0; i < sizeof looks / sizeof *looks; i++)
        add_span(plan, SPAN_OF_ONE, profiler, looks[i][0], NODE_MEMORY, "llc_slice", looks[i][1]);
}

static void add_trial(struct plan *plan, struct plan_node *hub, unsigned reconfig)
{
    unsigned trial = add_instance(plan, hub, &llc_trial_block, "llc_trial");
    add_feed(hub, trial, "kernel", "flush");
    add_feed(hub, trial, "adaptive", "llc_choice");
    add_wire(hub, reconfig, "stall", trial, "stall");
    add_wire(hub, reconfig, "is_private", trial, "is_private");
    add_wire(hub, trial, "wants_private", reconfig, "wants_private");
    static const char *const events[][2] = {{"slice_access", "event_access"},
                                            {"slice_read", "event_dram_read"},
                                            {"slice_store", "look_store"}};
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
        add_span(plan, SPAN_OF_EACH, trial, events[i][0], NODE_MEMORY, "llc_slice", events[i][1]);
}

void plan_hub(struct plan *plan)
{
    struct plan_node *hub = &plan->node[NODE_HUB];
    *hub = (struct plan_node){.name = "hub",
                              .module = "hub_node",
                              .comment = "What the chip has once: who chooses and changes the "
                                         "organization of the last-level cache,\ncounters.",
                              .count = 1};
    unsigned reconfig = add_instance(plan, hub, &llc_reconfig_block, "llc_reconfig");
    add_feed(hub, reconfig, "kernel", "flush");
    add_feed(hub, reconfig, "write_back", "llc_flush");
    span_reconfig(plan, reconfig);
    if (with_profiler(&plan->config)) {
        unsigned profiler = add_instance(plan, hub, &llc_profiler_block, "llc_profiler");
        add_feed(hub, profiler, "kernel", "flush");
        add_feed(hub, profiler, "adaptive", "llc_choice");
        add_wire(hub, reconfig, "shared", profiler, "shared");
        add_wire(hub, profiler, "wants_private", reconfig, "wants_private");
        span_profiler(plan, profiler);
    } else if (with_trial(&plan->config)) {
        add_trial(plan, hub, reconfig);
    } else {
        add_feed(hub, reconfig, "wants_private", "llc_choice");
    }
    add_counters(plan, hub, NODE_HUB);
    add_signals(plan, hub, NODE_HUB);
}
