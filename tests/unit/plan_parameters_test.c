/* The parameters of the blocks and the widths that follow, against values written down by hand from
 * the papers' tables; docs/fidelity.md has the reason where a preset differs from its paper. */
#include "blocks.h"
#include "plan_chip.h"

/* "core.l1_cache", "mem.llc_slice", "chip.perf_merge", "request.router": router 0 of a network. */
static bool find_instance(const struct plan *plan, const char *path, struct plan_instance *found)
{
    const char *name = strchr(path, '.') + 1;
    size_t length = (size_t)(name - 1 - path);
    for (unsigned i = 0; i < plan->networks; i++)
        if (!strcmp(name, "router") && !strncmp(plan->network[i].purpose, path, length)) {
            plan_router(&plan->network[i], 0, found);
            return true;
        }
    if (!strncmp(path, "chip", length)) {
        *found = strcmp(name, "perf_merge") ? plan->clock_divider : plan->perf_merge;
        return true;
    }
    const struct plan_node *node = &plan->node[*path == 'c'   ? NODE_CORE
                                               : *path == 'h' ? NODE_HUB
                                               : *path == 'b' ? NODE_BRIDGE
                                                              : NODE_MEMORY];
    if (!plan_has(node, name))
        return false;
    *found = node->instances[plan_find(node, name)];
    return true;
}

struct row {
    const char *instance, *name; /* parameter or port */
    unsigned value;
    const char *source;
};

static void expect_rows(const char *chip, const struct row *rows, unsigned count, bool widths)
{
    const struct plan *plan = plan_of(chip);
    for (unsigned i = 0; i < count; i++) {
        struct plan_instance instance;
        char what[TEXT_MAX];
        snprintf(what, sizeof what, "%s.%s: %s", rows[i].instance, rows[i].name, rows[i].source);
        bool there = find_instance(plan, rows[i].instance, &instance);
        expect(there, chip, what);
        if (!there)
            continue;
        const struct block_port *port = block_port_named(instance.block, rows[i].name);
        unsigned value = widths && port ? plan_port_width(&instance, port)
                         : widths       ? 0
                                        : plan_parameter(&instance, rows[i].name);
        expect_value(value, rows[i].value, chip, what);
    }
}

#define EXPECT_PARAMETERS(chip, ...)                                                               \
    expect_rows(chip, (const struct row[]){__VA_ARGS__},                                           \
                sizeof((const struct row[]){__VA_ARGS__}) / sizeof(struct row), false)
#define EXPECT_WIDTHS(chip, ...)                                                                   \
    expect_rows(chip, (const struct row[]){__VA_ARGS__},                                           \
                sizeof((const struct row[]){__VA_ARGS__}) / sizeof(struct row), true)

static void pact20_has_the_caches_of_its_table_1(void)
{
    EXPECT_PARAMETERS("pact20", {"core.l1_cache", "SETS", 32, "table 1: 16 KB 4-way, 128 B"},
                      {"core.l1_cache", "WAYS", 4, "table 1"},
                      {"core.l1_cache", "LATENCY", 25, "table 1: 28, minus requester's three"},
                      {"core.l1_cache", "WRITE_UPDATE", 1, "section 3.2: a write hit modifies"},
                      {"core.l1_cache", "HASH_INDEX", 0, "section 4.1: set bits of the address"},
                      {"core.mshr", "ENTRIES", 32, "docs/fidelity.md, MSHR size"},
                      {"core.mshr", "TARGETS", 8, "docs/fidelity.md, MSHR size"},
                      {"core.mshr", "CHUNK_BITS", 1, "table 1: 256 byte chunks, 2 lines"},
                      {"core.mshr", "PARTITIONS", 8, "table 1"},
                      {"mem.llc_slice", "SETS", 128, "table 1: 128 KB, 8-way, 128 B"},
                      {"mem.llc_slice", "WAYS", 8, "table 1"},
                      {"mem.llc_slice", "LATENCY", 120, "table 1"},
                      {"mem.llc_slice", "INDEX_SHIFT", 3, "log2 of 8 slices, not in the index"},
                      {"mem.llc_slice", "CHUNK_BITS", 1, "table 1: 256 byte chunks"},
                      {"mem.llc_slice", "HASH_INDEX", 0, "not treated"});
    /* Without sharing a request passes the arbiter only before l1_cache: docs/fidelity.md. */
    EXPECT_PARAMETERS(PRIVATE_L1, {"core.l1_cache", "LATENCY", 27, "table 1: 28, minus arbiter"},
                      {"core.mshr", "MSG_ID_BITS", 10, "docs/interfaces.md, messages"});
}

static void pact20_has_the_networks_of_its_table_1(void)
{
    EXPECT_PARAMETERS(
        "pact20", {"core.noc_port", "VCS", 4, "table 1: 4 VCs per port"},
        {"core.noc_port", "DEPTH", 4, "table 1: 4 flits/VC"},
        {"core.noc_port", "FLIT_BITS", 256, "table 1: 32B flit size"},
        {"core.noc_port", "SOURCES", 2, "docs/shared_l1.md: requester and mshr"},
        {"core.noc_port", "SINKS", 2, "docs/shared_l1.md: from L2, from homes"},
        {"core.noc_port", "CLASSES", 2, "docs/fidelity.md: 2 of the 4 channels per class"},
        {"core.noc_port", "BY_LINE", 1, "docs/interfaces.md, Order: by the memory"},
        {"core.home_port", "BY_LINE", 0, "answers come in any order"},
        {"core.noc_port", "TURNS", 0, "requests of two classes"},
        {"core.home_port", "SOURCES", 2, "docs/shared_l1.md: mshr and l1_cache"},
        {"core.home_port", "TURNS", 1, "their answers are of one class"},
        {"core.home_port", "SINKS", 1, "docs/shared_l1.md: its requester"},
        {"core.home_port", "CLASSES", 2, "it is on the same networks"},
        {"mem.noc_port", "SOURCES", 1, "llc_slice"}, {"mem.noc_port", "TURNS", 0, "one source"},
        {"mem.noc_port", "SINKS", 1, "llc_slice"},
        {"request.router", "INPUTS", 5, "a mesh: local and four directions"},
        {"request.router", "OUTPUTS", 5, "likewise"}, {"request.router", "VCS", 4, "table 1"},
        {"request.router", "DEPTH", 4, "table 1"},
        {"request.router", "CLASSES", 4, "docs/blocks/router.md: a part per VC"},
        {"request.router", "STAGES", 2, "docs/fidelity.md, router pipeline of pact20"},
        {"request.router", "FLIT_BITS", 256, "table 1"},
        {"request.router", "DEST_LSB", 195, "docs/interfaces.md, head flit"},
        {"request.router", "COORD_BITS", 5, "docs/interfaces.md: {y, x}, 5 bits each"},
        {"request.router", "ROUTE", 0, "section 5.1: mesh, XY"},
        {"reply.router", "CLASSES", 2, "docs/deadlock.md"},
        {"chip.clock_divider", "NUMERATOR", 1, "table 1: 700 MHz of 1400 MHz"},
        {"chip.clock_divider", "DENOMINATOR", 2, "table 1"},
        {"chip.perf_merge", "N", 37, "28 cores, 8 partitions, the hub that chooses for all"});
    EXPECT_PARAMETERS(SHARING_RULES, {"chip.perf_merge", "N", 36, "28 cores, 8 partitions"});
    EXPECT_PARAMETERS(PRIVATE_L1, {"core.noc_port", "CLASSES", 1, "docs/deadlock.md"},
                      {"core.noc_port", "SOURCES", 1, "mshr"},
                      {"core.noc_port", "SINKS", 1, "mshr"},
                      {"core.noc_port", "BY_LINE", 1, "docs/interfaces.md, Order: by the memory"},
                      {"mem.noc_port", "BY_LINE", 0, "answers come in any order"},
                      {"request.router", "CLASSES", 4, "docs/blocks/router.md: a part per VC"},
                      {"reply.router", "CLASSES", 1, "docs/deadlock.md"});
    EXPECT_PARAMETERS(PRIVATE_L1 " request_order=core",
                      {"core.noc_port", "BY_LINE", 0, "docs/interfaces.md, Order: by the cores"},
                      {"request.router", "CLASSES", 1, "docs/deadlock.md"});
}

static void pact20_shares_its_l1s_as_sections_3_and_4_say(void)
{
    EXPECT_PARAMETERS(
        SHARING_RULES, {"core.requester", "CORES", 28, "table 1"},
        {"core.requester", "SETS", 32, "table 1"}, {"core.requester", "PARTITIONS", 8, "table 1"},
        {"core.requester", "CHUNK_BITS", 1, "table 1: 256 bytes"},
        {"core.requester", "FOLD", 2,
         "section 3.1: tag bits; docs/fidelity.md: home_fold = spread"},
        {"core.requester", "HASH_INDEX", 0, "as l1_cache"},
        {"core.requester", "REGIONS", 256, "docs/blocks/request_ways.md"},
        {"core.requester", "DEPTH", 2, "docs/fidelity.md, depth of the remote queues"},
        {"core.requester", "AGE_LIMIT", 32, "docs/fidelity.md, remote_age_limit"},
        {"core.dyneb", "LINES", 128, "table 1: 16 KB of 128 B lines"},
        {"core.dyneb", "CHECK", 224, "docs/shared_l1.md: dyneb_check"},
        {"core.dyneb", "CHECK_PERCENT", 20, "docs/shared_l1.md: dyneb_check_percent"},
        {"core.dyneb", "SHARE_PERCENT", 33, "docs/shared_l1.md: dyneb_share_percent"},
        {"core.dyneb", "WATCH", 4096, "docs/shared_l1.md: dyneb_watch"},
        {"core.dyneb", "WARM", 512, "docs/fidelity.md: dyneb_warm"},
        {"core.dyneb", "SAMPLE", 512, "section 4.1: R_S"},
        {"core.dyneb", "EXECUTE", 16384, "section 4.1: R_EX"},
        {"core.dyneb", "METRIC", 0, "section 4.2: effective bandwidth"},
        {"core.dyneb", "MISS_PERCENT", 10, "section 4.2: L1MR threshold"},
        {"core.dyneb", "L1_LATENCY", 28, "section 5.2"},
        {"core.dyneb", "HOME_LATENCY", 28 + 54, "section 5.2"},
        {"core.dyneb", "L2_LATENCY", 247, "section 5.2"}, {"core.dyneb", "SETS", 32, "table 1"},
        {"core.dyneb", "HASH_INDEX", 0, "as l1_cache"},
        {"core.dyneb", "COUNT_REMOTE", 1, "docs/fidelity.md: dyneb_count = all"},
        {"core.mshr", "MSG_ID_BITS", 21, "docs/interfaces.md, messages"},
        {"mem.llc_slice", "MSG_ID_BITS", 21, "docs/interfaces.md, messages"},
        {"core.noc_port", "MSG_ID_BITS", 21, "docs/interfaces.md, messages"});
}

/* docs/shared_l1.md: one more sink and source at the slices and 31 bit ids; on the crossbar two of
 * either at home_port, and the other networks as without shared L1s. */
static void the_ways_between_cores_size_the_ports(void)
{
    EXPECT_PARAMETERS(THROUGH_L2,
                      {"core.noc_port", "SOURCES", 4, "requester, mshr twice, l1_cache"},
                      {"core.noc_port", "SINKS", 3, "a class each"},
                      {"core.noc_port", "CLASSES", 3, "Through the L2 slices"},
                      {"core.noc_port", "MSG_ID_BITS", 31, "docs/interfaces.md, messages"},
                      {"mem.noc_port", "SOURCES", 3, "Through the L2 slices"},
                      {"mem.noc_port", "SINKS", 3, "Through the L2 slices"},
                      {"mem.noc_port", "MSG_ID_BITS", 31, "docs/interfaces.md, messages"},
                      {"core.mshr", "MSG_ID_BITS", 21, "no block of the shared L1 changes"},
                      {"mem.llc_slice", "MSG_ID_BITS", 21, "likewise"},
                      {"core.noc_port", "BY_LINE", 1, "docs/interfaces.md, Order"},
                      {"mem.noc_port", "BY_LINE", 1, "it sends requests on"},
                      {"request.router", "CLASSES", 6, "a part per VC"},
                      {"reply.router", "CLASSES", 6, "likewise"});
    EXPECT_PARAMETERS(THROUGH_L2, {"core.noc_port", "TURNS", 0, "requests and answers"},
                      {"mem.noc_port", "TURNS", 0, "classes of requests, replies and answers"});
    EXPECT_PARAMETERS(CROSSBAR, {"core.home_port", "SOURCES", 3, "requester, mshr, l1_cache"},
                      {"core.home_port", "TURNS", 0, "requests and answers"},
                      {"core.home_port", "SLOTS", 2, "inject_slots"},
                      {"core.home_port", "SINKS", 2, "requester, SM"},
                      {"core.home_port", "CLASSES", 2, "requests, answers"},
                      {"core.noc_port", "SOURCES", 1, "as without shared L1s"},
                      {"core.noc_port", "SINKS", 1, "as without shared L1s"},
                      {"core.noc_port", "CLASSES", 1, "as without shared L1s"},
                      {"request.router", "CLASSES", 4, "as without shared L1s"},
                      {"core.home_port", "BY_LINE", 1, "docs/interfaces.md, Order"},
                      {"request.router", "INPUTS", 5, "the mesh stays"},
                      {"crossbar.router", "INPUTS", 6, "section 5.5: 6-ary 2-fly"},
                      {"crossbar.router", "OUTPUTS", 6, "section 5.5"},
                      {"crossbar.router", "CLASSES", 4, "a part per VC"},
                      {"crossbar.router", "ROUTE", 1, "docs/blocks/route_digit.md"},
                      {"crossbar.router", "DIGIT_LSB", 3, "stage 0 of 2, digits of 3 bits"});
}

static void icpp18_has_the_configuration_of_its_table_1(void)
{
    EXPECT_PARAMETERS(
        "icpp18", {"core.l1_cache", "SETS", 32, "table 1: 16KB, 32sets, 4-ways"},
        {"core.l1_cache", "WAYS", 4, "table 1"},
        {"core.l1_cache", "HASH_INDEX", 1, "table 1: hash index"},
        {"core.l1_cache", "SCHEME", 3, "section 4: dlp"},
        {"core.l1_cache", "DLP_SAMPLE", 200, "section 4.1.4"},
        {"core.l1_cache", "DLP_MAX_INSNS", 10000, "docs/fidelity.md, end of a sample"},
        {"core.l1_cache", "DLP_FALL", 1, "docs/fidelity.md, fall of protection distances"},
        {"core.l1_cache", "DLP_LIFE", 0, "section 4.1.1: lives fall, then a line is replaced"},
        {"core.l1_cache", "BYPASS_LINE", 0, "docs/fidelity.md, answer to a bypassed load"},
        {"core.l1_cache", "DLP_RESERVED", 0, "section 4.1.1: bypassed if all lives are positive"},
        {"core.l1_cache", "VTA_TAG_FIELD", 32, "section 4.3: 32 bits for the tag"},
        {"core.l1_cache", "LATENCY", 27, "not given: that of pact20, minus arbiter"},
        {"mem.llc_slice", "SETS", 64, "table 1"}, {"mem.llc_slice", "WAYS", 8, "table 1"},
        {"mem.llc_slice", "HASH_INDEX", 0, "table 1: linear index"},
        {"mem.llc_slice", "INDEX_SHIFT", 2,
         "12 partitions: two line bits are the same in all of a slice"},
        {"core.mshr", "PARTITIONS", 12, "table 1"},
        {"core.mshr", "DIVERT", 0, "section 5.3: of stall_bypass only"},
        {"core.perf_counters", "EVENTS", 19, "docs/interfaces.md, statistics port"},
        {"chip.clock_divider", "NUMERATOR", 1, "table 1: core and ICNT 650 MHz"},
        {"chip.clock_divider", "DENOMINATOR", 1, "table 1"},
        {"chip.perf_merge", "N", 28, "16 cores, 12 partitions"});
    EXPECT_PARAMETERS("icpp18 l1_protect=stall_bypass",
                      {"core.l1_cache", "SCHEME", 1, "section 5.3"},
                      {"core.mshr", "DIVERT", 1, "section 5.3"});
    EXPECT_PARAMETERS("icpp18 l1_protect=global", {"core.l1_cache", "SCHEME", 2, "section 5.3"});
}

/* Section 4.3: 7 bits of instruction id and 4 of life per line, a tag and an id per victim, as many
 * victims as lines: 176 and 624 bytes. */
static void icpp18_has_the_storage_of_its_section_4_3(void)
{
    struct plan_instance l1;
    CHECK(find_instance(plan_of("icpp18"), "core.l1_cache", &l1));
    unsigned lines = plan_parameter(&l1, "SETS") * plan_parameter(&l1, "WAYS");
    CHECK_EQUAL(lines * (7 + 4) / 8, 176);
    CHECK_EQUAL(lines * (plan_parameter(&l1, "VTA_TAG_FIELD") + 7) / 8, 624);
}

static void taco16_has_the_configuration_of_its_table_2(void)
{
    EXPECT_PARAMETERS("taco16", {"core.l1_cache", "SETS", 32, "16KB, 128 byte line, 4-way"},
                      {"core.l1_cache", "WAYS", 4, "table II"},
                      {"core.l1_cache", "WRITE_UPDATE", 0, "a write hit invalidates (BLOCKS.md)"},
                      {"mem.llc_slice", "SETS", 64, "768 KB / 12 banks / 8 ways / 128 B"},
                      {"mem.llc_slice", "WAYS", 8, "table II"},
                      {"core.mshr", "PARTITIONS", 12, "12 banks: presets/taco16.conf"},
                      {"core.perf_counters", "EVENTS", 8, "docs/interfaces.md, statistics port"},
                      {"chip.clock_divider", "NUMERATOR", 1, "700 MHz of 1.4 GHz"},
                      {"chip.clock_divider", "DENOMINATOR", 2, "table II"},
                      {"chip.perf_merge", "N", 27, "15 SMs, 12 banks"});
    EXPECT_PARAMETERS("taco16 ccn=throttled", {"core.ccn_buffer", "DEPTH", 8, "table II"},
                      {"core.ccn_router", "DEPTH", 8, "table II: request queue"},
                      {"core.ccn_router", "RESPONSES", 8, "table II: response queue"},
                      {"core.ccn_router", "HOP", 1, "table II: one cycle per hop"},
                      {"core.ccn_router", "CORE_BITS", 4, "table II: 4 bits of core"},
                      {"core.ccn_router", "SPARE", 1, "docs/ccn.md: bubble rule"},
                      {"core.ccn_router", "SETS", 32, "section 4.3: those of the L1"},
                      {"core.ccn_router", "WAYS", 4, "section 4.3"},
                      {"core.ccn_port", "ENTRIES", 32, "those of the MSHR"},
                      {"core.ccn_throttle", "SAMPLE", 31250, "section 5.1: 1 M / 32 threads"},
                      {"core.ccn_throttle", "PERIOD", 312500, "section 5.1: 10 M / 32"},
                      {"core.ccn_throttle", "MIN_PERCENT", 5, "table II"});
    EXPECT_PARAMETERS("taco16 ccn=basic ccn_cluster=5 ccn_bridges=on ccn_slots=16",
                      {"core.ccn_router", "CORE_BITS", 6, "docs/blocks/ccn_bridge.md: a name"},
                      {"bridge.ccn_bridge", "NUMBER_BITS", 4, "16 slots"},
                      {"bridge.ccn_bridge", "BRIDGE_BITS", 2, "three clusters"},
                      {"bridge.ccn_bridge", "DEPTH", 8, "that of a core"},
                      {"bridge.ccn_bridge", "RESPONSES", 8, "that of a core"},
                      {"bridge.ccn_bridge", "SLOTS", 16, "docs/ccn.md"},
                      {"bridge.ccn_bridge", "COPIES", 8, "docs/ccn.md"});
    EXPECT_PARAMETERS("cores=256 partitions=64 ccn=basic ccn_bubble=off ccn_hop=5",
                      {"core.ccn_router", "SPARE", 0, "docs/ccn.md"},
                      {"core.ccn_router", "HOP", 5, "section 5.5.2"},
                      {"core.ccn_router", "CORE_BITS", 8, "256 cores"});
}

/* GPGPU-Sim, tested-cfgs/SM2_GTX480. */
static void gtx480_has_the_configuration_of_its_source(void)
{
    EXPECT_PARAMETERS(
        "gtx480", {"core.l1_cache", "SETS", 32, "dl1 N:32:128:4"},
        {"core.l1_cache", "WAYS", 4, "dl1"},
        {"core.l1_cache", "HASH_INDEX", 2, "dl1 H: Fermi's hash"},
        {"core.l1_cache", "LATENCY", 34, "l1_latency 35, minus arbiter"},
        {"core.mshr", "ENTRIES", 64, "dl1 S:64:8"}, {"core.mshr", "TARGETS", 8, "dl1 S:64:8"},
        {"core.mshr", "PARTITIONS", 12, "n_mem 6, n_sub_partition_per_mchannel 2"},
        {"core.mshr", "PARTITION_HASH", 0, "memory_partition_indexing 0"},
        {"mem.llc_slice", "SETS", 64, "dl2 S:64:128:8"}, {"mem.llc_slice", "WAYS", 8, "dl2"},
        {"mem.llc_slice", "LATENCY", 120, "l2_rop_latency 120"},
        {"chip.clock_divider", "NUMERATOR", 1, "clock_domains 700:700"},
        {"chip.clock_divider", "DENOMINATOR", 1, "clock_domains"},
        {"chip.perf_merge", "N", 27, "15 SMs, 12 slices"});
}

/* An LLC slice of 96 KB with 16 ways has 48 sets, no power of two: as many lines in 64 sets. */
static void isca19_has_the_configuration_of_its_table_1_but_for_the_ways(void)
{
    EXPECT_PARAMETERS(
        "isca19", {"core.l1_cache", "SETS", 64, "48 KB, 6-way, 128 B"},
        {"core.l1_cache", "WAYS", 6, "table 1"},
        {"mem.llc_slice", "WAYS", 12, "presets/isca19.conf"},
        {"mem.llc_slice", "SETS", 64, "96 KB / 128 B / 12 ways"},
        {"mem.llc_slice", "LATENCY", 120, "table 1"},
        {"mem.llc_slice", "INDEX_SHIFT", 6, "64 slices"},
        {"core.noc_port", "VCS", 1, "1 VC per port"}, {"core.noc_port", "DEPTH", 8, "8 flits/VC"},
        {"core.noc_port", "FLIT_BITS", 256, "32 B channel width"},
        {"request.router", "STAGES", 4, "4-stage router"}, {"request.router", "VCS", 1, "table 1"},
        {"request.router", "DEPTH", 8, "table 1"},
        {"request.router", "INPUTS", 10, "clusters of 10 SMs"},
        {"request.router", "OUTPUTS", 8, "8 MC-routers"},
        {"chip.perf_merge", "N", 145, "80 SMs, 64 slices, the hub"});
}

static void tiny_has_the_sizes_of_its_file(void)
{
    EXPECT_PARAMETERS("tiny", {"core.l1_cache", "SETS", 8, "presets/tiny.conf"},
                      {"core.l1_cache", "WAYS", 4, "presets/tiny.conf"},
                      {"core.l1_cache", "LATENCY", 7, "8, minus arbiter"},
                      {"core.mshr", "ENTRIES", 8, "presets/tiny.conf"},
                      {"core.mshr", "TARGETS", 4, "presets/tiny.conf"},
                      {"core.mshr", "PARTITIONS", 2, "presets/tiny.conf"},
                      {"mem.llc_slice", "SETS", 32, "presets/tiny.conf"},
                      {"mem.llc_slice", "WAYS", 4, "presets/tiny.conf"},
                      {"mem.llc_slice", "LATENCY", 20, "presets/tiny.conf"},
                      {"mem.llc_slice", "ENTRIES", 8, "presets/tiny.conf"},
                      {"core.l1_cache", "ID_BITS", 6, "lsu_ids = 64"},
                      {"request.router", "STAGES", 4, "isca19 table 1: the default"},
                      {"chip.perf_merge", "N", 6, "4 cores, 2 partitions"});
}

/* pact20 section 3.1: 20 tag bits, 5 of set, 7 of offset; core bits are ceil(log2 28) = 5. */
static void widths_follow_from_the_address_and_the_number_of_nodes(void)
{
    EXPECT_WIDTHS("pact20", {"core.l1_cache", "access_line", 25, "20 tag bits and 5 of the set"},
                  {"core.sm", "request_line", 25, "likewise"},
                  {"mem.dram", "dram_line", 25, "likewise"},
                  {"mem.dram", "dram_id", 5, "32 entries in a slice"},
                  {"core.sm", "request_id", 8, "lsu_ids = 256"},
                  {"core.requester", "here_core", 5, "ceil(log2 28)"},
                  {"core.requester", "core_nodes", 28 * 10, "{y, x} each"},
                  {"core.requester", "core_hops", 28 * 6, "docs/blocks/requester.md"},
                  {"core.requester", "partition_nodes", 8 * 10, "{y, x} each"},
                  {"core.requester", "partition_hops", 8 * 6, "likewise"},
                  {"core.noc_port", "inject_flit", 256, "table 1: 32 B"},
                  {"core.noc_port", "inject_vc", 2, "4 VCs"},
                  {"core.noc_port", "send_id", 2 * 21, "two sources"},
                  {"core.noc_port", "send_class", 2, "two sources, one bit each"},
                  {"core.perf_counters", "here", 6, "36 nodes and the hub"},
                  {"core.perf_counters", "select_counter", 4, "16 counters"},
                  {"chip.perf_merge", "node_value", 37 * 32, "a counter of each node and the hub"},
                  {"request.router", "in_flit", 5 * 256, "five ports"},
                  {"request.router", "out_credit", 5 * 4, "five ports of 4 VCs"});
    EXPECT_WIDTHS(THROUGH_L2, {"core.noc_port", "send_class", 4 * 2, "three classes: 2 bits"},
                  {"mem.noc_port", "recv_id", 3 * 31, "docs/interfaces.md, messages"});
    EXPECT_WIDTHS("pact20 mem_port=axi4 axi_data_bytes=64",
                  {"mem.axi_dram", "axi_w_data", 512, "docs/axi4.md"},
                  {"mem.axi_dram", "axi_w_strb", 64, "a bit per byte"},
                  {"mem.axi_dram", "axi_aw_addr", 32, "byte addresses"},
                  {"mem.axi_dram", "axi_ar_id", 5, "32 entries in a slice"});
    EXPECT_WIDTHS("icpp18", {"core.sm", "request_pc", 32, "docs/interfaces.md"},
                  {"core.perf_counters", "here", 5, "28 nodes"},
                  {"core.perf_counters", "select_counter", 5, "19 counters"});
    struct plan_instance l1;
    CHECK(find_instance(plan_of("pact20"), "core.l1_cache", &l1));
    CHECK_EQUAL(plan_parameter(&l1, "LINE_BITS") - log2_of(plan_parameter(&l1, "SETS")), 20);
}

/* isca19 sections 4.3, 4.4, 5 and table 1. */
static void the_adaptive_cache_has_the_papers_values(void)
{
    static const char chip[] = "isca19 llc_mode=adaptive";
    EXPECT_PARAMETERS(chip, {"hub.llc_profiler", "SLICES", 64, "8 controllers of 8 slices"},
                      {"hub.llc_profiler", "CLUSTERS", 8, "section 5"},
                      {"hub.llc_profiler", "SETS", 64, "presets/isca19.conf"},
                      {"hub.llc_profiler", "WAYS", 12, "presets/isca19.conf"},
                      {"hub.llc_profiler", "TAG_BITS", 19, "25 - 6"},
                      {"hub.llc_profiler", "SAMPLES", 8, "section 4.4"},
                      {"hub.llc_profiler", "SHARERS", 0, "the letter"},
                      {"hub.llc_profiler", "COUNT_BITS", 16, "section 4.4"},
                      {"hub.llc_profiler", "PROFILE", 50000, "section 4.3"},
                      {"hub.llc_profiler", "EPOCH", 1000000, "section 4.3"},
                      {"hub.llc_profiler", "SIMILAR", 2, "section 4.4"},
                      {"hub.llc_profiler", "LLC_BANDWIDTH", 22, "32 B at 700 MHz"},
                      {"hub.llc_profiler", "PRIVATE_BANDWIDTH", 30, "docs/adaptive_llc.md"},
                      {"hub.llc_profiler", "MEM_BANDWIDTH", 900, "table 1"},
                      {"hub.llc_reconfig", "VIEWS", 1, "one program"},
                      {"mem.llc_slice", "CLUSTERS", 8, "section 5"},
                      {"mem.llc_slice", "CLUSTER_LSB", 4, "ten cores of a cluster below it"},
                      {"core.l1_cache", "LATENCY", 26, "the gate and l1_arbiter take a cycle each"},
                      {"core.request_gate", "ID_BITS", 8, "lsu_ids"},
                      {"chip.perf_merge", "N", 145, "and the hub"});
    EXPECT_PARAMETERS(SHARING_TRIAL, {"hub.dyneb_trial", "CORES", 28, "table 1"},
                      {"hub.dyneb_trial", "WARM", 2000, "docs/shared_l1.md"},
                      {"hub.dyneb_trial", "FILL", 5000, "docs/shared_l1.md"},
                      {"hub.dyneb_trial", "WINDOW", 2000, "docs/shared_l1.md"},
                      {"hub.dyneb_trial", "EPOCH", 32768, "docs/shared_l1.md"},
                      {"hub.dyneb_trial", "TWICE", 7, "docs/shared_l1.md"},
                      {"hub.dyneb_trial", "KEEP", 120, "94% are 120.3 of 128"},
                      {"hub.dyneb_trial", "MISS", 26, "20% are 25.6 of 128"},
                      {"core.dyneb_port", "ASKS", 0, "no rings"});
    EXPECT_PARAMETERS("isca19 llc_mode=adaptive llc_chooser=trial vcs=4 noc_speedup=2",
                      {"hub.llc_trial", "SLICES", 64, "8 controllers of 8 slices"},
                      {"hub.llc_trial", "WARM", 3000, "docs/blocks/llc_trial.md"},
                      {"hub.llc_trial", "WINDOW", 6000, "docs/blocks/llc_trial.md"},
                      {"hub.llc_trial", "EPOCH", 1000000, "section 4.3"},
                      {"hub.llc_trial", "TIE", 6, "docs/blocks/llc_trial.md"},
                      {"hub.llc_trial", "MEMORY", 22601,
                       "75% of 900 GB/s at 1400 MHz are 482.14 B per cycle, in 6000 cycles"});
    EXPECT_PARAMETERS("isca19 llc_mode=adaptive llc_chooser=trial llc_memory_bound=0",
                      {"hub.llc_trial", "MEMORY", 0, "always tried"});
    EXPECT_PARAMETERS("isca19 llc_mode=adaptive llc_chooser=trial llc_memory_bound=1000 "
                      "memory_bandwidth=65535",
                      {"hub.llc_trial", "MEMORY", 8388607, "more than 64 slices can ask for"});
    EXPECT_WIDTHS(chip, {"hub.llc_profiler", "slice_access", 64, "a bit for each slice"},
                  {"hub.llc_profiler", "access_tag", 19, "as the slice's"},
                  {"mem.llc_slice", "look_tag", 19, "25 - 6"},
                  {"mem.llc_slice", "look_cluster", 3, "8 clusters"},
                  {"core.mshr", "own_nodes", 640, "{y, x} each"});
    EXPECT_PARAMETERS("isca19 llc_mode=adaptive llc_sets=48 llc_ways=16",
                      {"hub.llc_profiler", "TAG_BITS", 21, "25 - 4: a third needs the bits, too"});
    EXPECT_PARAMETERS(ADAPTIVE_BOTH,
                      {"core.l1_cache", "LATENCY", 24, "28, requester 3, request_gate 1"});
    EXPECT_PARAMETERS("isca19 llc_mode=private programs=2",
                      {"hub.llc_reconfig", "VIEWS", 2, "a view for each program"});
    EXPECT_PARAMETERS("isca19 llc_mode=adaptive programs=2",
                      {"hub.llc_profiler_1", "SLICES", 64, "as the first one"},
                      {"mem.llc_slice", "PROGRAM_LSB", 0, "the place in the cluster"},
                      {"mem.llc_slice", "PROGRAM_BITS", 4, "of ten cores"},
                      {"mem.llc_slice", "PROGRAM_FROM", 5, "half of ten cores"});
    EXPECT_PARAMETERS("isca19 llc_mode=adaptive programs=2 programs_on=clusters llc_chooser=trial",
                      {"hub.llc_trial", "PROGRAM", 0, "the first one"},
                      {"hub.llc_trial_1", "PROGRAM", 1, "the second one"},
                      {"mem.llc_slice", "PROGRAM_LSB", 4, "the cluster, above ten cores"},
                      {"mem.llc_slice", "PROGRAM_BITS", 3, "of eight"},
                      {"mem.llc_slice", "PROGRAM_FROM", 4, "half of eight"});
    EXPECT_PARAMETERS("isca19 llc_mode=shared", {"core.l1_cache", "LATENCY", 27, "l1_arbiter 1"},
                      {"mem.llc_slice", "CLUSTERS", 1, "not looked at"});
}

/* One address, one id of a request, one address of a node in the whole chip; NODE_BITS of
 * perf_counters are those of an index. */
static void expect_common(const char *chip, const char *parameter, unsigned value)
{
    const struct plan *plan = plan_of(chip);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned i = 0; i < plan->node[kind].instance_count; i++) {
            const struct plan_instance *instance = &plan->node[kind].instances[i];
            for (unsigned p = 0; p < instance->block->parameter_count; p++)
                if (!strcmp(instance->block->parameters[p].name, parameter) &&
                    strcmp(instance->name, "perf_counters") != 0)
                    expect_value(instance->values[p], value, chip, instance->name);
        }
}

static void blocks_agree_on_addresses_and_ids(void)
{
    static const char *const chips[] = {"pact20", PRIVATE_L1, THROUGH_L2, CROSSBAR, "icpp18"};
    for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
        expect_common(chips[i], "LINE_BITS", 25); /* pact20 section 3.1 */
        expect_common(chips[i], "ID_BITS", 8);    /* lsu_ids = 256 */
        expect_common(chips[i], "NODE_BITS", 10); /* docs/interfaces.md */
    }
    expect_common("pact20 address_bits=40", "LINE_BITS", 33);
    expect_common("tiny shared_l1=on", "ID_BITS", 6); /* lsu_ids = 64 */
}

/* Sizes that no paper has: docs/configuration.md, "memloom" and GPGPU-Sim's Fermi. */
static void sizes_without_a_paper_are_those_of_the_keys(void)
{
    EXPECT_PARAMETERS("pact20", {"core.l1_cache", "STORE_QUEUE", 8, "l1_store_queue"},
                      {"mem.llc_slice", "QUEUE", 32, "llc_queue"},
                      {"mem.llc_slice", "ENTRIES", 32, "llc_mshr_entries"},
                      {"mem.llc_slice", "TARGETS", 4, "llc_mshr_targets"},
                      {"core.noc_port", "SLOTS", 2, "inject_slots"},
                      {"core.home_port", "SLOTS", 1, "its sources take turns, 700 of 1400 MHz"},
                      {"mem.noc_port", "SLOTS", 2, "inject_slots"});
    EXPECT_PARAMETERS("pact20 l1_store_queue=5 llc_queue=6 llc_mshr_targets=7 inject_slots=3",
                      {"core.l1_cache", "STORE_QUEUE", 5, "l1_store_queue"},
                      {"mem.llc_slice", "QUEUE", 6, "llc_queue"},
                      {"mem.llc_slice", "TARGETS", 7, "llc_mshr_targets"},
                      {"core.noc_port", "SLOTS", 3, "inject_slots"});
}

/* docs/blocks/depacketizer.md, "Two lines": where the network may move in two core cycles that
 * follow each other, at ports to which many messages come with data. */
static void ports_of_fast_networks_have_two_lines_for_a_sink(void)
{
    EXPECT_PARAMETERS("pact20", {"core.noc_port", "LINES", 1, "700 of 1400 MHz"},
                      {"core.home_port", "LINES", 1, "likewise"},
                      {"mem.noc_port", "LINES", 1, "likewise"},
                      {"core.noc_port", "ONE_LINE", 1, "one data packet of a core at a time"},
                      {"core.noc_port", "LINE_SOURCE", 2, "the MSHR's, behind the requester"},
                      {"core.home_port", "LINE_SOURCE", 0, "data come with their messages"},
                      {"mem.noc_port", "LINE_SOURCE", 0, "likewise"});
    EXPECT_PARAMETERS("icpp18", {"core.noc_port", "LINE_SOURCE", 1, "there is one sender"});
    EXPECT_PARAMETERS("pact20 noc_mhz=701", {"core.noc_port", "LINES", 2, "more than half of 1400"},
                      {"core.home_port", "LINES", 1, "nearly all of its messages are loads"},
                      {"core.home_port", "TURNS", 1, "as with a slower network"},
                      {"core.home_port", "SLOTS", 2, "the next message would come too late"},
                      {"mem.noc_port", "LINES", 2, "stores and atomics of all cores"},
                      {"core.noc_port", "ONE_LINE", 0, "packets of all slots have data"});
    EXPECT_PARAMETERS("gtx480", {"core.noc_port", "LINES", 2, "-gpgpu_clock_domains 700:700"},
                      {"mem.noc_port", "LINES", 2, "likewise"});
    EXPECT_PARAMETERS("isca19", {"core.noc_port", "LINES", 1, "700 of 1400 MHz"},
                      {"mem.noc_port", "LINES", 1, "likewise"});
}

/* The function by which a core finds the slice on the way to a home (docs/shared_l1.md, "Through
 * the L2 slices") is no instance of a node; its parameters are those of mshr's. */
static void the_address_map_is_that_of_the_chip(void)
{
    struct plan_instance map = {.block = &address_map_block, .name = "address_map"};
    plan_parameters(plan_of(THROUGH_L2), &map);
    CHECK_EQUAL(plan_parameter(&map, "LINE_BITS"), 25);
    CHECK_EQUAL(plan_parameter(&map, "CHUNK_BITS"), 1);
    CHECK_EQUAL(plan_parameter(&map, "PARTITIONS"), 8);
}

int main(void)
{
    TEST(pact20_has_the_caches_of_its_table_1());
    TEST(pact20_has_the_networks_of_its_table_1());
    TEST(pact20_shares_its_l1s_as_sections_3_and_4_say());
    TEST(the_ways_between_cores_size_the_ports());
    TEST(icpp18_has_the_configuration_of_its_table_1());
    TEST(icpp18_has_the_storage_of_its_section_4_3());
    TEST(taco16_has_the_configuration_of_its_table_2());
    TEST(gtx480_has_the_configuration_of_its_source());
    TEST(isca19_has_the_configuration_of_its_table_1_but_for_the_ways());
    TEST(tiny_has_the_sizes_of_its_file());
    TEST(the_adaptive_cache_has_the_papers_values());
    TEST(widths_follow_from_the_address_and_the_number_of_nodes());
    TEST(blocks_agree_on_addresses_and_ids());
    TEST(sizes_without_a_paper_are_those_of_the_keys());
    TEST(ports_of_fast_networks_have_two_lines_for_a_sink());
    TEST(the_address_map_is_that_of_the_chip());
    return check_report();
}
