/* Each input of a block has one source, as wide as it. */
#include "plan_chip.h"

enum { PORTS_MAX = BLOCK_PORTS_MAX, ELEMENTS_MAX = 512 };

/* How often each input of each instance of a node is driven, element by element. */
static unsigned char drivers[NODE_INSTANCES_MAX][PORTS_MAX][ELEMENTS_MAX];

static unsigned port_number(const struct block *block, const char *name)
{
    unsigned port = 0;
    while (port < block->port_count && strcmp(block->ports[port].name, name) != 0)
        port++;
    return port;
}

/* Letters of the longest X such that the port is X_something and X_valid exists. */
static size_t interface_of(const struct block *block, const char *port)
{
    size_t longest = 0;
    for (unsigned i = 0; i < block->port_count; i++) {
        const char *name = block->ports[i].name;
        size_t length = strlen(name);
        if (length < 7 || strcmp(name + length - 6, "_valid") != 0)
            continue;
        length -= 6;
        if (!strncmp(name, port, length) && port[length] == '_' && length > longest)
            longest = length;
    }
    return longest;
}

/* The other end drives what it has as an output; what it lacks is a constant where noc_port is
 * concerned, and `ready` is 1 when the receiver has none (gen/plan/plan.h). */
static bool link_drives(const struct plan_instance *instance, const char *field,
                        const struct plan_instance *other, const char *interface)
{
    char name[TEXT_MAX];
    snprintf(name, sizeof name, "%s_%s", interface, field);
    unsigned there = port_number(other->block, name);
    if (there < other->block->port_count && other->block->ports[there].is_output)
        return true;
    return is_noc_port(instance) || !strcmp(field, "ready");
}

/* A wire takes the place of the 0 that a noc_port has for a field that its partner lacks. */
static bool is_brought(const struct plan_node *node, const struct plan_end *end, const char *input)
{
    for (unsigned i = 0; i < node->wire_count; i++) {
        const struct plan_wire *wire = &node->wires[i];
        if (wire->to == end->instance && wire->input_element == end->element &&
            !strcmp(wire->input, input))
            return true;
    }
    return false;
}

static void drive_end(const struct plan_node *node, const struct plan_end *end,
                      const struct plan_end *other)
{
    const struct plan_instance *instance = &node->instances[end->instance];
    size_t length = strlen(end->interface);
    for (unsigned i = 0; i < instance->block->port_count; i++) {
        const struct block_port *port = &instance->block->ports[i];
        if (port->is_output || interface_of(instance->block, port->name) != length ||
            strncmp(port->name, end->interface, length) != 0)
            continue;
        if (link_drives(instance, port->name + length + 1, &node->instances[other->instance],
                        other->interface) &&
            !is_brought(node, end, port->name))
            drivers[end->instance][i][end->element]++;
    }
}

static void count_drivers(const struct plan_node *node)
{
    memset(drivers, 0, sizeof drivers);
    for (unsigned i = 0; i < node->link_count; i++) {
        drive_end(node, &node->links[i].from, &node->links[i].to);
        drive_end(node, &node->links[i].to, &node->links[i].from);
    }
    for (unsigned i = 0; i < node->wire_count; i++) {
        const struct plan_wire *wire = &node->wires[i];
        unsigned port = port_number(node->instances[wire->to].block, wire->input);
        drivers[wire->to][port % PORTS_MAX][wire->input_element % ELEMENTS_MAX]++;
    }
    for (unsigned i = 0; i < node->feed_count; i++) { /* all elements at once */
        const struct plan_feed *feed = &node->feeds[i];
        unsigned port = port_number(node->instances[feed->instance].block, feed->input);
        for (unsigned element = 0; element < ELEMENTS_MAX; element++)
            drivers[feed->instance][port % PORTS_MAX][element]++;
    }
    for (unsigned i = 0; i < node->instance_count; i++) /* a network's wires */
        for (unsigned p = 0;
             is_noc_port(&node->instances[i]) && p < node->instances[i].block->port_count; p++) {
            const char *name = node->instances[i].block->ports[p].name;
            bool in = !strncmp(name, "eject_", 6) && node->instances[i].eject != NO_NETWORK;
            bool back = !strcmp(name, "router_credit") && node->instances[i].inject != NO_NETWORK;
            for (unsigned e = 0; (in || back) && e < ELEMENTS_MAX; e++)
                drivers[i][p][e]++;
        }
}

/* What the hub drives in a node, or nodes in the hub, all elements at once. */
static void count_spans(const struct plan *plan, const struct plan_node *node)
{
    for (unsigned i = 0; i < plan->span_count; i++) {
        const struct plan_span *span = &plan->spans[i];
        bool down = is_from_hub(span);
        if (node != &plan->node[down ? span->kind : NODE_HUB])
            continue;
        unsigned instance = down ? span->there : span->hub;
        unsigned port =
            port_number(node->instances[instance].block, down ? span->port : span->hub_port);
        for (unsigned element = 0; element < ELEMENTS_MAX; element++)
            drivers[instance][port % PORTS_MAX][element]++;
    }
}

/* What the neighbours on a ring drive, and their readiness. */
static void count_rings(const struct plan *plan, const struct plan_node *node)
{
    for (unsigned i = 0; i < plan->ring_count; i++) {
        const struct plan_ring *ring = &plan->rings[i];
        enum node_kind kind = (enum node_kind)(node - plan->node);
        if (!ring_has(ring, kind))
            continue;
        const struct plan_end from = {ring_instance(ring, kind), ring->output, 0};
        const struct plan_end to = {ring_instance(ring, kind), ring->input, 0};
        drive_end(node, &from, &to);
        drive_end(node, &to, &from);
    }
}

/* Inputs that are there with line protection only, or with private slices, two programs, snoops, or
 * AXI4; all other optional ones belong to shared L1s, remote_insn to both. What dyneb is told of
 * L2's reads it hears of ccn_port. */
static bool exists(const struct config *config, const struct block_port *port)
{
    static const char *const protect[] = {"issued",     "mshr_full",   "local_pc",
                                          "request_pc", "access_insn", "access_check"};
    if (!port->is_optional)
        return true;
    if (!strcmp(port->name, "remote_insn"))
        return config->l1_protect && config->shared_l1;
    for (unsigned i = 0; i < sizeof protect / sizeof *protect; i++)
        if (!strcmp(port->name, protect[i]))
            return config->l1_protect != 0;
    if (!strcmp(port->name, "writing"))
        return config->mem_port != 0;
    if (!strncmp(port->name, "snoop_", 6) || !strncmp(port->name, "event_ask", 9))
        return config->ccn != 0;
    if (!strcmp(port->name, "access_other") || !strncmp(port->name, "other_", 6))
        return config->programs > 1;
    static const char *const modes[] = {"flush_turns", "flush_private", "own_nodes",
                                        "own_slices",  "stays_private", "dram_mask"};
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(port->name, modes[i]))
            return config->llc_mode != 0;
    return config->shared_l1;
}

/* Inputs that may have no source: counters without an event, and lines where no source's data come
 * by themselves. */
static bool is_spare(const struct plan_instance *instance, const char *port)
{
    if (is_noc_port(instance) && !strncmp(port, "line_", 5))
        return !plan_parameter(instance, "LINE_SOURCE");
    return !strcmp(port, "event_pulse");
}

/* How many inputs of a node have not exactly one source. */
static unsigned wrong_inputs(const struct plan *plan, const struct plan_node *node,
                             const char *chip)
{
    unsigned wrong = 0;
    count_drivers(node);
    count_spans(plan, node);
    count_rings(plan, node);
    for (unsigned i = 0; i < node->instance_count; i++) {
        const struct plan_instance *instance = &node->instances[i];
        for (unsigned p = 0; p < instance->block->port_count; p++) {
            const struct block_port *port = &instance->block->ports[p];
            bool spare = is_spare(instance, port->name);
            if (port->is_output || !exists(&plan->config, port))
                continue;
            for (unsigned e = 0; e < plan_port_elements(instance, port); e++)
                if (drivers[i][p][e] != 1 && !(spare && drivers[i][p][e] == 0)) {
                    wrong++;
                    if (chip)
                        printf("    %s: %s.%s[%u] has %u sources\n", chip, instance->name,
                               port->name, e, drivers[i][p][e]);
                }
        }
    }
    return wrong;
}

static const char *const driven[] = {
    "tiny",
    "pact20",
    "icpp18",
    "taco16",
    "cores=80 partitions=64 vcs=1 vc_depth=8",
    "cores=1 partitions=1",
    "cores=1 partitions=1 shared_l1=on",
    "cores=256 partitions=64 shared_l1=on",
    "pact20 topology=butterfly",
    "pact20 message_classes=1",
    THROUGH_L2,
    "pact20 remote_via=l2 vcs=6 topology=butterfly l1_protect=dlp",
    CROSSBAR,
    "pact20 remote_via=crossbar l1_protect=global",
    "pact20 l1_protect=dlp",
    PRIVATE_LLC,
    ADAPTIVE_LLC " l1_protect=dlp",
    ADAPTIVE_LLC " llc_chooser=trial",
    ADAPTIVE_BOTH,
    "isca19 llc_mode=adaptive",
    "taco16 ccn=basic",
    "cores=2 partitions=1 ccn=throttled",
    "cores=256 partitions=64 ccn=throttled l1_protect=dlp",
    ADAPTIVE_LLC " ccn=basic",
    "taco16 ccn=basic shared_l1=on",
    "pact20 ccn=throttled remote_via=l2 vcs=3",
    "pact20 ccn=throttled remote_via=crossbar l1_protect=dlp",
    "tiny mem_port=axi4",
    ADAPTIVE_LLC " mem_port=axi4",
    ADAPTIVE_LLC " programs=2",
    ADAPTIVE_LLC " programs=2 llc_chooser=trial",
};

static void every_input_has_one_source(void)
{
    for (unsigned i = 0; i < sizeof driven / sizeof *driven; i++) {
        const struct plan *plan = plan_of(driven[i]);
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            expect_value(wrong_inputs(plan, &plan->node[kind], driven[i]), 0, driven[i],
                         "inputs without, or with more than one source");
    }
}

/* That check can fail: without any one link, wire or feed an input is open, with one twice it has
 * two sources. Wires to counters aside, which may be open. */
static void a_source_too_few_or_too_many_is_seen(void)
{
    static struct plan plan;
    plan = *plan_of("pact20 l1_protect=dlp");
    struct plan_node *node = &plan.node[NODE_CORE];
    static struct plan_node good;
    good = *node;
    for (unsigned i = 0; i < good.link_count; i++) {
        node->links[i] = good.links[--node->link_count];
        CHECK(wrong_inputs(&plan, node, NULL) > 0);
        *node = good;
        node->links[node->link_count++] = good.links[i];
        CHECK(wrong_inputs(&plan, node, NULL) > 0);
        *node = good;
    }
    for (unsigned i = 0; i < good.wire_count; i++) {
        bool spare = !strcmp(good.wires[i].input, "event_pulse") ||
                     is_noc_port(&good.instances[good.wires[i].to]);
        node->wires[i] = good.wires[--node->wire_count];
        CHECK_EQUAL(wrong_inputs(&plan, node, NULL), !spare);
        *node = good;
        node->wires[node->wire_count++] = good.wires[i];
        CHECK_EQUAL(wrong_inputs(&plan, node, NULL), 1);
        *node = good;
    }
    for (unsigned i = 0; i < good.feed_count; i++) {
        node->feeds[i] = good.feeds[--node->feed_count];
        CHECK(wrong_inputs(&plan, node, NULL) > 0);
        *node = good;
    }
}

/* Bits of an element of a field; 0 when the interface has none of that name. */
static unsigned field_width(const struct plan_node *node, const struct plan_end *end,
                            const char *field)
{
    const struct plan_instance *instance = &node->instances[end->instance];
    const struct block_port *port = block_port(instance->block, end->interface, field);
    return port ? plan_port_width(instance, port) / plan_port_elements(instance, port) : 0;
}

/* Fields are as wide here as there; of a noc_port those of the message alone, whose id and class
 * may be wider (docs/interfaces.md, "Messages"). */
static void both_ends_of_a_link_are_equally_wide(void)
{
    static const char *const fields[] = {"valid", "ready",   "kind", "op",   "line", "data",
                                         "mask",  "sectors", "node", "dest", "src",  "data_sectors",
                                         "id",    "pc",      "insn", "check"};
    for (unsigned c = 0; c < sizeof driven / sizeof *driven; c++) {
        const struct plan *plan = plan_of(driven[c]);
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            for (unsigned i = 0; i < plan->node[kind].link_count; i++) {
                const struct plan_node *node = &plan->node[kind];
                const struct plan_link *link = &node->links[i];
                bool port = is_noc_port(&node->instances[link->from.instance]) ||
                            is_noc_port(&node->instances[link->to.instance]);
                for (unsigned f = 0; f < sizeof fields / sizeof *fields; f++) {
                    unsigned from = field_width(node, &link->from, fields[f]);
                    unsigned to = field_width(node, &link->to, fields[f]);
                    if (from && to && !(port && !strcmp(fields[f], "id")))
                        expect_value(to, from, driven[c], link->name);
                }
            }
    }
}

/* Blocks name their interfaces by _valid ports, the longest name counts: "dram_reply", not "dram".
 */
static void ports_belong_to_the_longest_interface(void)
{
    const struct plan *plan = plan_of("pact20");
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned i = 0; i < plan->node[kind].instance_count; i++) {
            const struct block *block = plan->node[kind].instances[i].block;
            for (unsigned p = 0; p < block->port_count; p++)
                expect_value((unsigned)block_interface_length(block, block->ports[p].name),
                             (unsigned)interface_of(block, block->ports[p].name), block->name,
                             block->ports[p].name);
        }
    const struct plan_node *node = &plan->node[NODE_MEMORY];
    const struct block *slice = node->instances[plan_find(node, "llc_slice")].block;
    CHECK_EQUAL(block_interface_length(slice, "dram_reply_id"), strlen("dram_reply"));
    CHECK_EQUAL(block_interface_length(slice, "dram_line"), strlen("dram"));
    CHECK_EQUAL(block_interface_length(slice, "flush"), 0);
}

int main(void)
{
    TEST(every_input_has_one_source());
    TEST(a_source_too_few_or_too_many_is_seen());
    TEST(both_ends_of_a_link_are_equally_wide());
    TEST(ports_belong_to_the_longest_interface());
    return check_report();
}
