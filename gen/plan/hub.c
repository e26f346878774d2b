/* The hub: what a chip has once. With llc_mode llc_reconfig, which changes the organization of the
 * last-level cache, and llc_profiler or llc_trial, which choose it (one for each program), wired to
 * all cores, slices and networks (docs/adaptive_llc.md, docs/multi_program.md). With dyneb_chooser
 * = trial dyneb_trial, which chooses that of the L1s (docs/shared_l1.md). */
#include "blocks.h"
#include "parts.h"

/* Gates at the cores; slices that turn. */
static const struct span_row reconfig_spans[] = {
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

/* What all slices are asked, and what the one that is watched looks up. */
static const struct span_row profiler_spans[] = {
    {SPAN_OF_EACH, "slice_first", NODE_MEMORY, "llc_slice", "event_first"},
    {SPAN_OF_ONE, "access_valid", NODE_MEMORY, "llc_slice", "look_valid"},
    {SPAN_OF_ONE, "access_set", NODE_MEMORY, "llc_slice", "look_set"},
    {SPAN_OF_ONE, "access_tag", NODE_MEMORY, "llc_slice", "look_tag"},
    {SPAN_OF_ONE, "access_cluster", NODE_MEMORY, "llc_slice", "look_cluster"},
};

static const struct span_row trial_spans[] = {
    {SPAN_OF_EACH, "slice_read", NODE_MEMORY, "llc_slice", "event_dram_read"},
    {SPAN_OF_EACH, "slice_store", NODE_MEMORY, "llc_slice", "event_store"},
};

/* What each core achieves, and all are told. */
static const struct span_row sharing_spans[] = {
    {SPAN_TO_ALL, "share", NODE_CORE, "dyneb_port", "share"},
    {SPAN_OF_EACH, "core_one", NODE_CORE, "dyneb_port", "did_one"},
    {SPAN_OF_EACH, "core_two", NODE_CORE, "dyneb_port", "did_two"},
    {SPAN_OF_EACH, "core_miss", NODE_CORE, "dyneb_port", "missed"},
};

/* With slices that may be private. */
static const struct span_row private_spans[] = {
    {SPAN_OF_ANY, "stays_private", NODE_CORE, "request_gate", "stays_private"},
};

/* Of two programs the signal's element for this one. */
static void feed_program(const struct plan *plan, struct plan_node *hub, unsigned to,
                         const char *input, const char *signal, unsigned program)
{
    struct plan_feed *feed = add_feed(hub, to, input, signal);
    feed->one = plan->config.programs > 1;
    feed->element = program;
}

/* A slice's pulse for a request of a program. */
static const char *const program_looks[PROGRAMS_MAX] = {"event_program_0", "event_program_1"};

/* Who chooses the view of a program; with one it bears the name of its block. */
static unsigned add_chooser(struct plan *plan, struct plan_node *hub, const struct block *block,
                            const char *second, unsigned program, unsigned reconfig)
{
    bool several = plan->config.programs > 1;
    unsigned chooser = add_block(plan, hub, block, program ? second : block->name);
    feed_program(plan, hub, chooser, "kernel", "flush", program);
    feed_program(plan, hub, chooser, "adaptive", "llc_choice", program);
    add_wire(hub, chooser, "wants_private", reconfig, "wants_private")->input_element = program;
    add_spans(plan, chooser,
              &(struct span_row){SPAN_OF_EACH, "slice_access", NODE_MEMORY, "llc_slice",
                                 several ? program_looks[program] : "event_access"},
              1);
    return chooser;
}

static void add_profiler(struct plan *plan, struct plan_node *hub, unsigned program,
                         unsigned reconfig)
{
    bool several = plan->config.programs > 1;
    unsigned profiler =
        add_chooser(plan, hub, &llc_profiler_block, "llc_profiler_1", program, reconfig);
    add_wire(hub, reconfig, several ? "is_shared" : "shared", profiler, "shared")->element =
        program;
    add_spans(plan, profiler, ROWS_OF(profiler_spans));
    if (several)
        add_spans(plan, profiler,
                  &(struct span_row){SPAN_OF_ONE, "access_other", NODE_MEMORY, "llc_slice",
                                     program_looks[!program]},
                  1);
}

static void add_trial(struct plan *plan, struct plan_node *hub, unsigned program, unsigned reconfig)
{
    unsigned trial = add_chooser(plan, hub, &llc_trial_block, "llc_trial_1", program, reconfig);
    plan_set(&hub->instances[trial], "PROGRAM", program);
    add_wire(hub, reconfig, "stall", trial, "stall");
    add_wire(hub, reconfig, "is_private", trial, "is_private")->element = program;
    add_spans(plan, trial, ROWS_OF(trial_spans));
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

/* Who changes the organization of the last-level cache, and who chooses it. */
static void add_llc_mode(struct plan *plan, struct plan_node *hub)
{
    unsigned reconfig = add_block(plan, hub, &llc_reconfig_block, "llc_reconfig");
    add_feed(hub, reconfig, "kernel", "flush");
    add_feed(hub, reconfig, "write_back", "llc_flush");
    add_spans(plan, reconfig, ROWS_OF(reconfig_spans));
    add_network_span(plan, SPAN_TO_NETWORKS, reconfig, "bypass", "bypass");
    add_network_span(plan, SPAN_OF_NETWORKS, reconfig, "bypassed", "bypassed");
    for (unsigned program = 0; program < plan->config.programs; program++)
        if (with_profiler(&plan->config))
            add_profiler(plan, hub, program, reconfig);
        else if (with_trial(&plan->config))
            add_trial(plan, hub, program, reconfig);
    if (with_two_trials(&plan->config))
        take_turns(hub);
    if (plan->config.llc_mode == LLC_PRIVATE)
        add_feed(hub, reconfig, "wants_private", "llc_choice");
}

static void add_dyneb_trial(struct plan *plan, struct plan_node *hub)
{
    unsigned trial = add_block(plan, hub, &dyneb_trial_block, "dyneb_trial");
    add_feed(hub, trial, "l1_mode", "l1_mode");
    add_feed(hub, trial, "kernel", "flush");
    add_spans(plan, trial, ROWS_OF(sharing_spans));
    if (with_llc_mode(&plan->config))
        add_spans(plan, trial, ROWS_OF(private_spans));
}

void plan_hub(struct plan *plan)
{
    struct plan_node *hub = &plan->node[NODE_HUB];
    *hub = (struct plan_node){.name = "hub",
                              .module = "hub_node",
                              .comment = "What the chip has once: who chooses and changes the "
                                         "organization of its caches,\ncounters.",
                              .count = 1};
    if (with_llc_mode(&plan->config))
        add_llc_mode(plan, hub);
    if (with_dyneb_trial(&plan->config))
        add_dyneb_trial(plan, hub);
    add_counters(plan, hub, NODE_HUB);
    add_signals(plan, hub, NODE_HUB);
}
