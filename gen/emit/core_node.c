/* Elaboration of the core node. Without shared_l1: arbiter, L1, MSHR, one port. With it
 * (docs/shared_l1.md): requester in front, queues and a second port for the core as a home, and
 * dyneb. */
#include "chip_parts.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

static struct interface at(struct instance *instance, const char *name)
{
    return (struct interface){instance, name, 1};
}

static struct instance *add_l1(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *l1 = leaf_instance(chip, module, "l1_cache", "l1_cache");
    instance_set(l1, "LINE_BITS", c->line_bits);
    instance_set(l1, "SETS", c->l1_sets);
    instance_set(l1, "WAYS", c->l1_ways);
    instance_set(l1, "LATENCY", c->cache_latency);
    instance_set(l1, "STORE_QUEUE", c->l1_store_queue);
    instance_set(l1, "WRITE_UPDATE", c->l1_write_hit);
    instance_set(l1, "HASH_INDEX", c->l1_index);
    instance_set(l1, "ID_BITS", c->id_bits);
    if (!c->l1_protect)
        return l1;
    instance_set(l1, "SCHEME", c->l1_protect);
    instance_set(l1, "DLP_SAMPLE", c->dlp_sample);
    instance_set(l1, "DLP_MAX_INSNS", c->dlp_max_insns);
    instance_set(l1, "DLP_FALL", c->dlp_fall);
    instance_set(l1, "VTA_TAG_FIELD", c->vta_tag_bits);
    return l1;
}

static struct instance *add_mshr(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *mshr = leaf_instance(chip, module, "mshr", "mshr");
    instance_set(mshr, "LINE_BITS", c->line_bits);
    instance_set(mshr, "ENTRIES", c->mshr_entries);
    instance_set(mshr, "TARGETS", c->mshr_targets);
    instance_set(mshr, "ID_BITS", c->id_bits);
    instance_set(mshr, "CHUNK_BITS", c->chunk_bits);
    instance_set(mshr, "PARTITIONS", c->partitions);
    instance_set(mshr, "MSG_ID_BITS", chip->config->msg_id_bits);
    return mshr;
}

static struct instance *add_requester(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *requester = leaf_instance(chip, module, "requester", "requester");
    instance_set(requester, "LINE_BITS", c->line_bits);
    instance_set(requester, "ID_BITS", c->id_bits);
    instance_set(requester, "CORES", c->cores);
    instance_set(requester, "PARTITIONS", c->partitions);
    instance_set(requester, "CHUNK_BITS", c->chunk_bits);
    instance_set(requester, "SETS", c->l1_sets);
    instance_set(requester, "HASH_INDEX", c->l1_index);
    instance_set(requester, "FOLD", c->home_fold);
    instance_set(requester, "QUEUE", c->remote_send_queue);
    return requester;
}

static struct instance *add_queue(const struct chip *chip, struct module *module, const char *leaf,
                                  unsigned depth)
{
    struct instance *queue = leaf_instance(chip, module, leaf, leaf);
    instance_set(queue, "LINE_BITS", chip->config->line_bits);
    instance_set(queue, "ID_BITS", chip->config->id_bits);
    instance_set(queue, "DEPTH", depth);
    return queue;
}

static struct instance *add_dyneb(const struct chip *chip, struct module *module)
{
    const struct config *c = chip->config;
    struct instance *dyneb = leaf_instance(chip, module, "dyneb", "dyneb");
    instance_set(dyneb, "LINE_BITS", c->line_bits);
    instance_set(dyneb, "SETS", c->l1_sets);
    instance_set(dyneb, "HASH_INDEX", c->l1_index);
    instance_set(dyneb, "SAMPLE", c->dyneb_sample);
    instance_set(dyneb, "EXECUTE", c->dyneb_execute);
    instance_set(dyneb, "COUNT_REMOTE", c->dyneb_count);
    instance_set(dyneb, "COUNT_BITS", DYNEB_COUNT_BITS);
    instance_set(dyneb, "METRIC", c->dyneb_metric);
    instance_set(dyneb, "MISS_PERCENT", c->dyneb_miss_percent);
    instance_set(dyneb, "L1_LATENCY", c->l1_latency);
    instance_set(dyneb, "HOME_LATENCY", c->dyneb_home_latency);
    instance_set(dyneb, "L2_LATENCY", c->dyneb_l2_latency);
    return dyneb;
}

/* Blocks of a core node; the last five with shared_l1 only, home_port not with remote_via = l2. */
struct core_parts {
    struct instance *arbiter, *l1, *mshr, *port;
    struct instance *requester, *in_queue, *out_queue, *home_port, *dyneb;
};

static void constant_inputs(const struct chip *chip, struct module *m)
{
    const struct config *c = chip->config;
    input(m, 1, "noc_en", "network clock enable");
    input(m, NODE_BITS, "here", "address {y, x} of this node");
    input(m, 1, "flush", "kernel boundary: invalidate the L1");
    input(m, c->partitions * NODE_BITS, "partition_nodes", "node of each partition (constant)");
    if (c->l1_protect)
        input(m, 2, "issued", "warp instructions that the core issued");
    if (!c->shared_l1)
        return;
    input(m, core_bits(c), "here_core", "index of this core (constant)");
    input(m, c->cores * NODE_BITS, "core_nodes", "node of each core (constant)");
    input(m, c->cores * HOP_BITS, "core_hops", "distance of each core (constant)");
    input(m, c->partitions * HOP_BITS, "partition_hops", "distance of each partition (constant)");
    input(m, 2, "l1_mode", "0 private, 1 shared, 2 and 3 dynamic");
    input(m, 1, "l1_chunk", "answers carry only the sectors asked for");
    input(m, 1, "l1_nearest", "ask the L2 slice when it is nearer than the home");
}

/* Answers of homes go straight to the load/store unit, which always takes them. */
static void export_remote(const struct chip *chip, struct module *m, struct instance *port)
{
    unsigned id_bits = chip->config->id_bits;
    struct net *valid = output(m, 1, "remote_valid", "an answer of another core's L1");
    struct net *id = output(m, id_bits, "remote_id", "id of the request");
    struct net *data = output(m, LINE_BYTES * 8, "remote_data", "the sectors asked for");
    connect(port, "recv_valid", whole(valid));
    connect(port, "recv_ready", tie(1, 1));
    connect(port, "recv_id", whole(id));
    leave_unused(m, port, "recv_id", chip->config->port_id_bits - id_bits, "remote_id_high");
    connect(port, "recv_data", whole(data));
    struct net *line = netlist_net(m, NET_WIRE, chip->config->line_bits, "its line", "remote_line");
    connect(port, "recv_line", whole(line));
    leave_unused(m, port, "recv_kind", 3, "remote_kind");
    leave_unused(m, port, "recv_op", 3, "remote_op");
    leave_unused(m, port, "recv_src", NODE_BITS, "remote_src");
    leave_unused(m, port, "recv_sectors", SECTORS, "remote_sectors");
    leave_unused(m, port, "recv_data_sectors", SECTORS, "remote_data_sectors");
    leave_unused(m, port, "recv_mask", LINE_BYTES, "remote_mask");
}

/* A net of the input's name. */
static void wire(struct module *m, unsigned width, const char *comment, struct instance *from,
                 const char *output_port, struct instance *to, const char *input_port)
{
    struct net *net = netlist_net(m, NET_WIRE, width, comment, "%s", input_port);
    connect(from, output_port, whole(net));
    connect(to, input_port, whole(net));
}

static void wire_dyneb(struct module *m, const struct core_parts *p)
{
    static const char *const shares[] = {"share_even", "share_odd"};
    for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++) {
        wire(m, 1, "organization", p->dyneb, shares[i], p->requester, shares[i]);
        connect(p->l1, shares[i], whole(netlist_find(m, shares[i])));
    }
    wire(m, 1, "organization", p->dyneb, "via_home", p->requester, "via_home");
    connect(p->dyneb, "l2_valid", whole(netlist_find(m, "recv_valid")));
    connect(p->dyneb, "l2_ready", whole(netlist_find(m, "recv_ready")));
    connect(p->dyneb, "l2_line", whole(netlist_find(m, "recv_line")));
    connect(p->dyneb, "home_valid", whole(netlist_find(m, "remote_valid")));
    connect(p->dyneb, "home_line", whole(netlist_find(m, "remote_line")));
}

/* The events that dyneb watches; all but one have their wires for the counters. */
static void watch_events(struct module *m, const struct core_parts *p)
{
    static const char *const events[] = {"event_hit", "event_miss", "event_merge", "event_store",
                                         "event_remote"};
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
        char *name = xasprintf("l1_cache_%s", events[i]);
        connect(p->dyneb, events[i], whole(netlist_find(m, name)));
        free(name);
    }
    wire(m, 1, "the event's set is odd", p->l1, "event_odd", p->dyneb, "event_odd");
}

/* With the networks as they are a core needs a second port as a home, with a crossbar of their own
 * for all messages to and from other cores. */
static void add_home_port(const struct chip *chip, struct module *m, struct core_parts *p)
{
    if (chip->crossbar) {
        input(m, NODE_BITS, "home_here", "address of this core on the work-distribution crossbar");
        p->home_port = add_port(chip, m, chip->crossbar, "home_port", "home_", "home_here",
                                chip->crossbar->sinks);
    } else if (chip->config->remote_via == REMOTE_DIRECT) {
        p->home_port = add_port(chip, m, chip->config, "home_port", "home_", "here", 1);
    }
}

/* Requests of others come in, their answers go out: by the second port, or by the L2 slices. */
static void wire_home_port(const struct chip *chip, struct module *m, const struct core_parts *p)
{
    struct interface requests = at(p->in_queue, "recv"), answers = at(p->out_queue, "send");
    if (p->home_port) {
        unsigned ends = chip->crossbar ? chip->crossbar->sinks : 1;
        netlist_link(m, "home_recv", requests, (struct interface){p->home_port, "recv", ends},
                     " op data_sectors ");
        netlist_link(m, "home_send", answers, (struct interface){p->home_port, "send", ends},
                     " class=1 op sectors mask ");
        return;
    }
    struct interface recv = {p->port, "recv", chip->config->sinks};
    struct interface send = {p->port, "send", chip->config->sinks};
    netlist_link(m, "home_recv", requests, recv, " op data_sectors src! id! ");
    struct net *id, *from = relay_recv(chip, m, "home_recv", p->port, &id);
    connect(p->in_queue, "recv_id", whole(id));
    connect(p->in_queue, "recv_src", whole(from));
    leave_unused(m, p->port, "recv_src", NODE_BITS, "home_recv_src");
    relay_send(chip, m, "home_send", answers, send, " class=2 op sectors mask id! dest! ");
}

/* The core as a home. */
static void wire_home(struct module *m, const struct core_parts *p)
{
    netlist_link(m, "from_remote", at(p->in_queue, "remote"), at(p->arbiter, "remote"), "");
    netlist_link(m, "remote_hit", at(p->l1, "remote_hit"), at(p->out_queue, "hit"), "");
    netlist_link(m, "answer", at(p->mshr, "remote"), at(p->out_queue, "answer"), "");
}

/* The requester's messages: class 0 to homes, 1 to L2. */
static void wire_requester(const struct chip *chip, struct module *m, const struct core_parts *p,
                           struct interface send)
{
    netlist_export(m, "request", at(p->requester, "request"));
    netlist_link(m, "local", at(p->requester, "local"), at(p->arbiter, "local"), "");
    if (chip->crossbar)
        send = (struct interface){p->home_port, "send", chip->crossbar->sinks};
    if (p->home_port) {
        netlist_link(m, "remote_send", at(p->requester, "send"), send, " op ");
        return;
    }
    relay_send(chip, m, "remote_send", at(p->requester, "send"), send, " op class! id! dest! ");
    wire(m, 1, "0 to a home, 1 to L2", p->requester, "send_class", p->port, "send_class");
    connect(p->port, "send_class", tie(1, 0));
}

static void wire_requests(const struct chip *chip, struct module *m, const struct core_parts *p)
{
    unsigned ends = chip->config->sinks;
    struct interface send = {p->port, "send", ends}, recv = {p->port, "recv", ends};
    if (chip->config->shared_l1) {
        wire_requester(chip, m, p, send);
    } else {
        netlist_export(m, "request", at(p->arbiter, "local"));
    }
    netlist_link(m, "access", at(p->arbiter, "access"), at(p->l1, "access"), "");
    netlist_link(m, "miss", at(p->l1, "miss"), at(p->mshr, "miss"), "");
    netlist_link(m, "fill", at(p->mshr, "fill"), at(p->l1, "fill"), "");
    netlist_link(m, "send", at(p->mshr, "request"), send,
                 ends > 1 ? " class=1 id! " : " class id! ");
    link_id(chip, m, "send", p->mshr, "request_id", p->port, "send_id");
    netlist_link(m, "recv", at(p->mshr, "reply"), recv,
                 " op src line sectors data_sectors mask id! ");
    link_id(chip, m, "recv", p->mshr, "reply_id", p->port, "recv_id");
    netlist_export(m, "hit", at(p->l1, "hit"));
    netlist_export(m, "response", at(p->mshr, "response"));
}

static void count_events(const struct chip *chip, struct module *m, const struct core_parts *p)
{
    struct instance *protected_l1 = chip->config->l1_protect ? p->l1 : NULL;
    struct instance *shared_l1 = chip->config->shared_l1 ? p->l1 : NULL;
    add_counters(chip, m,
                 (struct event[]){{p->l1, "event_access"},
                                  {p->l1, "event_hit"},
                                  {p->l1, "event_miss"},
                                  {p->l1, "event_merge"},
                                  {p->l1, "event_store"},
                                  {p->l1, "event_other"},
                                  {p->l1, "event_stall"},
                                  {p->mshr, "event_stall"},
                                  {p->requester, "event_home"},
                                  {p->requester, "event_near"},
                                  {shared_l1, "event_remote"},
                                  {shared_l1, "event_remote_hit"},
                                  {shared_l1, "event_remote_miss"},
                                  {p->dyneb, "event_sample"},
                                  {p->dyneb, "event_share"},
                                  {protected_l1, "event_bypass"},
                                  {protected_l1, "event_vta"},
                                  {protected_l1, "event_pd_sample"},
                                  {protected_l1, "event_alias"}},
                 chip->config->events);
}

struct module *core_node_build(const struct chip *chip)
{
    const struct config *c = chip->config;
    struct module *m = design_structure(
        chip->design, "core_node",
        c->shared_l1 ? "What belongs to one core: L1 with its arbiter and MSHR, the way to other "
                       "cores' L1s\nand from them, network interfaces, counters."
                     : "What belongs to one core: L1 with its arbiter and MSHR, network interface, "
                       "counters.");
    clock_inputs(m);
    constant_inputs(chip, m);
    struct core_parts p = {.arbiter = leaf_instance(chip, m, "l1_arbiter", "l1_arbiter")};
    instance_set(p.arbiter, "LINE_BITS", c->line_bits);
    instance_set(p.arbiter, "ID_BITS", c->id_bits);
    p.l1 = add_l1(chip, m);
    p.mshr = add_mshr(chip, m);
    p.port = add_port(chip, m, c, "noc_port", "", "here", c->sinks);
    if (c->shared_l1) {
        instance_set(p.arbiter, "AGE_LIMIT", c->remote_age_limit);
        p.requester = add_requester(chip, m);
        p.in_queue = add_queue(chip, m, "remote_in_queue", c->remote_in_queue);
        p.out_queue = add_queue(chip, m, "remote_out_queue", c->remote_out_queue);
        add_home_port(chip, m, &p);
        p.dyneb = add_dyneb(chip, m);
    }
    wire_requests(chip, m, &p);
    count_events(chip, m, &p);
    if (c->l1_protect)
        wire(m, 1, "all entries of the MSHR are busy", p.mshr, "full", p.l1, "mshr_full");
    if (c->shared_l1) {
        /* A port's sinks are connected in the order of their classes: requests come before answers
         * on the crossbar, after them on the reply network. */
        if (chip->crossbar)
            wire_home_port(chip, m, &p);
        export_remote(chip, m, chip->crossbar ? p.home_port : p.port);
        if (!chip->crossbar)
            wire_home_port(chip, m, &p);
        wire_home(m, &p);
        wire_dyneb(m, &p);
        watch_events(m, &p);
    }
    spread_shared(m);
    return m;
}
