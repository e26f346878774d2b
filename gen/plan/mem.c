/* The memory partition: a slice of the last-level cache, a port, the DRAM channel outside, with
 * mem_port = axi4, an AXI4 subordinate, behind an AXI4 port: a flush lasts until it has all writes.
 */
#include "axi_dram_ports.h"
#include "blocks.h"
#include "dram_ports.h"
#include "parts.h"

static const struct instance_row instances[] = {
    OUTSIDE(axi_dram, with_axi),
    OUTSIDE(dram, without_axi),
    BLOCK(llc_slice, always),
    BLOCK(axi_port, with_axi),
    NOC_PORT("noc_port", always, NETWORK_REPLY, NETWORK_REQUEST),
};

static const struct link_row links[] = {
    {"dram", {"llc_slice.dram"}, {"axi_port.dram", "dram.dram"}},
    {"dram_reply", {"axi_port.dram_reply", "dram.dram_reply"}, {"llc_slice.dram_reply"}},
    {"axi_aw", {"axi_port.axi_aw"}, {"axi_dram.axi_aw"}},
    {"axi_w", {"axi_port.axi_w"}, {"axi_dram.axi_w"}},
    {"axi_b", {"axi_dram.axi_b"}, {"axi_port.axi_b"}},
    {"axi_ar", {"axi_port.axi_ar"}, {"axi_dram.axi_ar"}},
    {"axi_r", {"axi_dram.axi_r"}, {"axi_port.axi_r"}},
};

static const struct wire_row wires[] = {{"axi_port.busy", "llc_slice.writing"}};

void plan_memory(struct plan *plan)
{
    struct plan_node *memory = &plan->node[NODE_MEMORY];
    *memory = (struct plan_node){
        .name = "mem",
        .module = "mem_node",
        .comment =
            "One memory partition: slice of the last-level cache, network interface, counters.",
        .count = plan->config.partitions};
    ADD_INSTANCES(plan, memory, instances);
    if (!with_llc_mode(&plan->config)) /* else llc_reconfig has it */
        add_feed(memory, plan_find(memory, "llc_slice"), "flush", "llc_flush");
    ADD_LINKS(memory, links);
    ADD_WIRES(plan, memory, wires);
    add_messages(plan, memory, NODE_MEMORY);
    add_counters(plan, memory, NODE_MEMORY);
    add_signals(plan, memory, NODE_MEMORY);
}
