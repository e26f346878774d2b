/* The hub: what a chip has once. With llc_mode llc_reconfig, which changes the organization of the
 * last-level cache, and llc_profiler or llc_trial, which choose it (one for each program), wired to
 * all cores, slices and networks (docs/adaptive_llc.md, docs/multi_program.md). */
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

/* Of two programs the signal's element for this one. */
static void feed_program(const struct plan *plan, struct plan_node *hub, unsigned to,
                         const char *input, const char *signal, unsigned program)
{
    struct plan_feed *feed = add_feed(hub, to, input, signal);
    feed->one = plan->config.programs > 1;
    feed->element = program;
}

/* A slice's pulse for a request of a program. */
static const char *const program_looks[PROGRAMS_MAX] = {"look_program_0", "look_program_1"};

/* Who chooses the view of a program; with one it bears the name of its block. */
static unsigned add_chooser(struct plan *plan, struct plan_node *hub, const struct block *block,
                            const char *second, unsigned program, unsigned reconfig)
{
    bool several = plan->config.programs > 1;
    unsigned chooser = add_block(plan, hub, block, program ? second : block->name);
    feed_program(plan, hub, chooser, "kernel", "flush", program);
    feed_program(plan, hub, chooser, "adaptive", "llc_choice", program);
    add_wire(hub, chooser, "wants_private", reconfig, "wants_private")->input_element = program;
    add_span(plan, SPAN_OF_EACH, chooser, "slice_access", NODE_MEMORY, "llc_slice",
             several ? program_looks[program] : "event_access");
    return chooser;
}

/* What all slices are asked, and what the one that is watched looks up. */
static void add_profiler(struct plan *plan, struct plan_node *hub, unsigned program,
                         unsigned reconfig)
{
    static const char *const looks[][2] = {{"access_valid", "look_valid"},
                                           {"access_set", "look_set"},
                                           {"access_tag", "look_tag"},
                                           {"access_cluster", "look_cluster"}};
    bool several = plan->config.programs > 1;
    unsigned profiler =
        add_chooser(plan, hub, &llc_profiler_block, "llc_profiler_1", program, reconfig);
    add_wire(hub, reconfig, several ? "is_shared" : "shared", profiler, "shared")->element =
        program;
    add_span(plan, SPAN_OF_EACH, profiler, "slice_first", NODE_MEMORY, "llc_slice", "look_first");
    for (unsigned i = 0; i < sizeof looks / sizeof *looks; i++)
        add_span(plan, SPAN_OF_ONE, profiler, looks[i][0], NODE_MEMORY, "llc_slice", looks[i][1]);
    if (several)
        add_span(plan, SPAN_OF_ONE, profiler, "access_other", NODE_MEMORY, "llc_slice",
                 program_looks[!program]);
}

static void add_trial(struct plan *plan, struct plan_node *hub, unsigned program, unsigned reconfig)
{
    static const char *const events[][2] = {{"slice_read", "event_dram_read"},
                                            {"slice_store", "look_store"}};
    unsigned trial = add_chooser(plan, hub, &llc_trial_block, "llc_trial_1", program, reconfig);
    plan_set(&hub->instances[trial], "PROGRAM", program);
    add_wire(hub, reconfig, "stall", trial, "stall");
    add_wire(hub, reconfig, "is_private", trial, "is_private")->element = program;
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
        add_span(plan, SPAN_OF_EACH, trial, events[i][0], NODE_MEMORY, "llc_slice", events[i][1]);
}

/* Two trials at a time would measure each other. */
static void take_turns(struct plan_node *hub)
{
    unsigned trials[2] = {plan_find(hub, "llc_trial"), plan_find(hub, "llc_trial_1")};
    for (unsigned i = 0; i < 2; i++) {
        add_wire(hub, trials[i], "runs", trials[!i], "other_runs");
        add_wire(hub, trials[i], "waits", trials[!i], "other_waits");
    }
}

void plan_hub(struct plan *plan)
{
    struct plan_node *hub = &plan->node[NODE_HUB];
    *hub = (struct plan_node){.name = "hub",
                              .module = "hub_node",
                              .comment = "What the chip has once: who chooses and changes the "
                                         "organization of the last-level cache,\ncounters.",
                              .count = 1};
    unsigned reconfig = add_block(plan, hub, &llc_reconfig_block, "llc_reconfig");
    add_feed(hub, reconfig, "kernel", "flush");
    add_feed(hub, reconfig, "write_back", "llc_flush");
    span_reconfig(plan, reconfig);
    for (unsigned program = 0; program < plan->config.programs; program++)
        if (with_profiler(&plan->config))
            add_profiler(plan, hub, program, reconfig);
        else if (with_trial(&plan->config))
            add_trial(plan, hub, program, reconfig);
    if (with_two_trials(&plan->config))
        take_turns(hub);
    if (plan->config.llc_mode == LLC_PRIVATE)
        add_feed(hub, reconfig, "wants_private", "llc_choice");
    add_counters(plan, hub, NODE_HUB);
    add_signals(plan, hub, NODE_HUB);
}
