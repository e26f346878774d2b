/* What a node counts (counters.def), wired to its perf_counters. A counter of a mechanism that the
 * chip lacks keeps its number as long as a later one exists. */
#include "parts.h"

#include <string.h>

#include "blocks.h"
#include "util.h"

const struct counter plan_counters[] = {
#define COUNTER(kind, name, block, event, exists, field)                                           \
    {NODE_##kind, #name, #block, #event, exists},
#include "counters.def"
};
const unsigned plan_counter_count = sizeof plan_counters / sizeof *plan_counters;

unsigned plan_counter_number(unsigned counter)
{
    unsigned first = 0;
    while (plan_counters[first].kind != plan_counters[counter].kind)
        first++;
    return counter - first;
}

/* Counters of a node: up to the last one that exists, the same for all nodes. */
static unsigned count_events(const struct plan *plan)
{
    unsigned events = 0;
    for (unsigned i = 0; i < plan_counter_count; i++)
        if (plan_counters[i].exists(&plan->config) && plan_counter_number(i) >= events)
            events = plan_counter_number(i) + 1;
    return events;
}

unsigned plan_counter_bits(const struct plan *plan)
{
    return log2_ceil(count_events(plan));
}

void add_counters(struct plan *plan, struct plan_node *node, enum node_kind kind)
{
    plan->events = count_events(plan);
    unsigned counters = add_block(plan, node, &perf_counters_block, "perf_counters");
    for (unsigned i = 0; i < plan_counter_count; i++) {
        const struct counter *counter = &plan_counters[i];
        if (counter->kind != kind || !counter->exists(&plan->config))
            continue;
        add_wire(node, plan_find(node, counter->block), counter->event, counters, "event_pulse")
            ->input_element = plan_counter_number(i);
    }
    add_feed(node, counters, "here", "stat_here");
    add_feed(node, counters, "select_node", "stat_node");
    add_feed(node, counters, "select_counter", "stat_counter");
}
