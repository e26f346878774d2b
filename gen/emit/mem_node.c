/* Elaboration of the memory partition: LLC slice, network interface, counters. */
#include "chip_parts.h"
#include "util.h"

static struct instance *add_slice(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *slice = leaf_instance(chip, module, "llc_slice", "llc_slice");
    instance_set(slice, "LINE_BITS", c->line_bits);
    instance_set(slice, "SETS", c->llc_sets);
    instance_set(slice, "WAYS", c->llc_ways);
    instance_set(slice, "LATENCY", c->llc_latency);
    instance_set(slice, "QUEUE", c->llc_queue);
    instance_set(slice, "ENTRIES", c->llc_mshr_entries);
    instance_set(slice, "TARGETS", c->llc_mshr_targets);
    instance_set(slice, "INDEX_SHIFT",
                 is_power_of_two(c->partitions) ? log2_ceil(c->partitions) : 0);
    instance_set(slice, "CHUNK_BITS", c->chunk_bits);
    instance_set(slice, "HASH_INDEX", c->llc_index);
    instance_set(slice, "MSG_ID_BITS", c->msg_id_bits);
    return slice;
}

struct module *mem_node_build(const struct chip *chip)
{
    struct module *m = design_structure(
        chip->design, "mem_node",
        "One memory partition: slice of the last-level cache, network interface, counters.");
    clock_inputs(m);
    input(m, 1, "noc_en", "network clock enable");
    input(m, NODE_BITS, "here", "address {y, x} of this node");
    struct instance *slice = add_slice(chip, m);
    connect(slice, "flush",
            whole(input(m, 1, "llc_flush", "starts the write-back of all dirty lines")));
    connect(slice, "busy", whole(output(m, 1, "llc_busy", "a flush is under way")));
    netlist_export(m, "dram", (struct interface){slice, "dram", 1});
    netlist_export(m, "dram_reply", (struct interface){slice, "dram_reply", 1});
    bool relays = chip->config->remote_via == REMOTE_VIA_L2;
    unsigned ends = relays ? chip->config->sinks : 1;
    struct instance *port = add_port(chip, m, chip->config, "noc_port", "", "here", ends);
    if (relays)
        relay_on(chip, m, "relayed_request", port, 2);
    netlist_link(m, "recv", (struct interface){port, "recv", ends},
                 (struct interface){slice, "request", 1}, " data_sectors id! ");
    link_id(chip, m, "recv", slice, "request_id", port, "recv_id");
    netlist_link(m, "send", (struct interface){slice, "reply", 1},
                 (struct interface){port, "send", ends}, " class op sectors mask id! ");
    link_id(chip, m, "send", slice, "reply_id", port, "send_id");
    if (relays)
        relay_on(chip, m, "relayed_answer", port, 1);
    add_counters(chip, m,
                 (struct event[]){{slice, "event_access"},
                                  {slice, "event_hit"},
                                  {slice, "event_miss"},
                                  {slice, "event_merge"},
                                  {slice, "event_writeback"},
                                  {slice, "event_dram_read"},
                                  {slice, "event_stall"},
                                  {slice, "event_atomic"}},
                 8);
    spread_shared(m);
    return m;
}
