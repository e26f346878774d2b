/* The memory partition: a slice of the last-level cache, a port, the DRAM channel outside. */
#include "blocks.h"
#include "dram_ports.h"
#include "parts.h"

void plan_memory(struct plan *plan)
{
    struct plan_node *memory = &plan->node[NODE_MEMORY];
    *memory = (struct plan_node){
        .name = "mem",
        .module = "mem_node",
        .comment =
            "One memory partition: slice of the last-level cache, network interface, counters.",
        .count = plan->config.partitions};
    unsigned dram = add_outside(plan, memory, &dram_block);
    unsigned slice = add_instance(plan, memory, &llc_slice_block, "llc_slice");
    if (!with_llc_mode(&plan->config)) /* else llc_reconfig has it */
        add_feed(memory, slice, "flush", "llc_flush");
    add_link(memory, "dram", slice, "dram", dram, "dram");
    add_link(memory, "dram_reply", dram, "dram_reply", slice, "dram_reply");
    add_port(plan, memory, "noc_port", NETWORK_REPLY, NETWORK_REQUEST);
    add_messages(plan, memory, NODE_MEMORY);
    add_counters(plan, memory, NODE_MEMORY);
    add_signals(plan, memory, NODE_MEMORY);
}
