/* The memory partition: a slice of the last-level cache, a port, the DRAM channel outside, with
 * mem_port = axi4 behind an AXI4 port. */
#include "axi_dram_ports.h"
#include "blocks.h"
#include "dram_ports.h"
#include "parts.h"

/* The channel outside is an AXI4 subordinate; a flush lasts until it has all writes. */
static void link_axi(struct plan *plan, struct plan_node *memory, unsigned slice, unsigned dram)
{
    unsigned port = add_instance(plan, memory, &axi_port_block, "axi_port");
    add_link(memory, "dram", slice, "dram", port, "dram");
    add_link(memory, "dram_reply", port, "dram_reply", slice, "dram_reply");
    add_wire(memory, port, "busy", slice, "writing");
    add_link(memory, "axi_aw", port, "axi_aw", dram, "axi_aw");
    add_link(memory, "axi_w", port, "axi_w", dram, "axi_w");
    add_link(memory, "axi_b", dram, "axi_b", port, "axi_b");
    add_link(memory, "axi_ar", port, "axi_ar", dram, "axi_ar");
    add_link(memory, "axi_r", dram, "axi_r", port, "axi_r");
}

void plan_memory(struct plan *plan)
{
    struct plan_node *memory = &plan->node[NODE_MEMORY];
    *memory = (struct plan_node){
        .name = "mem",
        .module = "mem_node",
        .comment =
            "One memory partition: slice of the last-level cache, network interface, counters.",
        .count = plan->config.partitions};
    bool axi = with_axi(&plan->config);
    unsigned dram = add_outside(plan, memory, axi ? &axi_dram_block : &dram_block);
    unsigned slice = add_instance(plan, memory, &llc_slice_block, "llc_slice");
    if (!with_llc_mode(&plan->config)) /* else llc_reconfig has it */
        add_feed(memory, slice, "flush", "llc_flush");
    if (axi) {
        link_axi(plan, memory, slice, dram);
    } else {
        add_link(memory, "dram", slice, "dram", dram, "dram");
        add_link(memory, "dram_reply", dram, "dram_reply", slice, "dram_reply");
    }
    add_port(plan, memory, "noc_port", NETWORK_REPLY, NETWORK_REQUEST);
    add_messages(plan, memory, NODE_MEMORY);
    add_counters(plan, memory, NODE_MEMORY);
    add_signals(plan, memory, NODE_MEMORY);
}
