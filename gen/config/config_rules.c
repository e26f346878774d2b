/* Rules between keys of a configuration, all of them looked at before anything is made of it. */
#include "config.h"
#include "util.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUTER_CHANNELS = 512 }; /* input channels of a router: one bit each in its twin's sets */
enum { ROUTER_PORTS = 128 };    /* inputs or outputs of a router */

static void check_powers_of_two(struct config *config)
{
    static const char *const names[] = {
        "interleave_bytes", "l1_sets",     "home_filter",    "ccn_filter",     "lsu_ids",
        "dram_banks",       "dram_groups", "dram_row_bytes", "dram_bus_bytes", "axi_data_bytes"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned value = config_get(config, config_find(names[i]));
        if (!is_power_of_two(value))
            config_complain(config, "%s = %u: the value must be a power of two", names[i], value);
    }
    if (config->dyneb_watch && !is_power_of_two(config->dyneb_watch))
        config_complain(config, "dyneb_watch = %u: the value must be 0 or a power of two",
                        config->dyneb_watch);
    unsigned sets = config->llc_sets;
    if (!is_power_of_two(sets % 3 ? sets : sets / 3))
        config_complain(config,
                        "llc_sets = %u: the value must be a power of two or three times one", sets);
}

/* What the partition of a chunk says of it does not choose the set as well. */
static void check_partitions(struct config *config)
{
    if (config->partition_hash && !is_power_of_two(config->partitions))
        config_complain(config,
                        "partition_hash = ipoly: polynomials choose among a power of two of "
                        "partitions, partitions = %u; use linear",
                        config->partitions);
    if (config->partitions % 3 == 0 && config->llc_sets % 3 == 0)
        config_complain(config,
                        "llc_sets = %u: with partitions = %u the lines of a slice are alike modulo "
                        "three and would meet a third of its sets; use a power of two",
                        config->llc_sets, config->partitions);
}

/* The hash of bits that are named one by one fits two numbers of sets. */
static void check_index(struct config *config)
{
    if (config->l1_index == INDEX_FERMI && config->l1_sets != 32 && config->l1_sets != 64)
        config_complain(config, "l1_index = fermi: the hash is one of 32 or 64 sets, l1_sets = %u",
                        config->l1_sets);
}

/* One rule "the first key is at most the second". */
static void check_order(struct config *config, const char *low, const char *high, const char *why)
{
    unsigned a = config_get(config, config_find(low)), b = config_get(config, config_find(high));
    if (a > b)
        config_complain(config, "%s = %u: the value must not exceed %s = %u: %s", low, a, high, b,
                        why);
}

/* Ports that a router's twin can hold; its switch has as many inputs for each as they are sped up.
 */
static unsigned ports_at_most(const struct config *config)
{
    unsigned inputs = config->noc_speedup, lane = 1u << log2_ceil(config->vcs / inputs);
    unsigned most = ROUTER_CHANNELS / lane / inputs;
    return most < ROUTER_PORTS / inputs ? most : ROUTER_PORTS / inputs;
}

/* Virtual channels by class, and what a router's twin can hold. */
static void check_channels(struct config *config)
{
    unsigned kinds = config_message_kinds(config), classes = config_message_classes(config);
    if (classes > kinds)
        config_complain(config, "message_classes = %u: with this remote_via there are only %u",
                        classes, kinds);
    if (config->vcs % classes)
        config_complain(config,
                        "vcs = %u: the value must be a multiple of the number of message classes, "
                        "%u: each class gets as many channels",
                        config->vcs, classes);
    if (config->vcs % config->noc_speedup)
        config_complain(config,
                        "noc_speedup = %u: vcs = %u is no multiple of it: the channels of a port "
                        "are divided over so many inputs of the switch",
                        config->noc_speedup, config->vcs);
    bool butterfly =
        config->topology == TOPOLOGY_BUTTERFLY || config->remote_via == REMOTE_VIA_CROSSBAR;
    if (butterfly && config->fly_radix > ports_at_most(config))
        config_complain(config,
                        "fly_radix = %u: a router has at most %u ports with vcs = %u (at most %d "
                        "channels, vcs rounded up to a power of two)",
                        config->fly_radix, ports_at_most(config), config->vcs, ROUTER_CHANNELS);
}

/* A sector of 32 B travels in one flit, in two, or beside another one. */
static void check_width(struct config *config)
{
    unsigned width = config->noc_width;
    if (width != 16 && width != 32 && width != 64)
        config_complain(config,
                        "noc_width = %u: the value must be 16, 32 or 64: flits carry half a sector "
                        "of 32 bytes, one or two",
                        width);
}

/* Keys of a mesh, which other topologies do not have. */
static void check_topology(struct config *config)
{
    static const char *const names[] = {[TOPOLOGY_BUTTERFLY] = "butterfly",
                                        [TOPOLOGY_CROSSBAR] = "crossbar",
                                        [TOPOLOGY_CONCENTRATED] = "crossbar",
                                        [TOPOLOGY_HXBAR] = "crossbar"};
    if (config->topology == TOPOLOGY_MESH)
        return;
    const char *name = names[config->topology];
    if (config->routing)
        config_complain(config, "routing = torus_xy: a %s has no rows to close to rings", name);
    if (config->mesh_width)
        config_complain(config, "mesh_width = %u: a %s has no columns", config->mesh_width, name);
    if (config->mc_placement)
        config_complain(config, "mc_placement: a %s has neither edges nor diagonals, use spread",
                        name);
}

/* Groups of nodes at the routers of a crossbar's rim. */
static void check_division(struct config *config, const char *key, unsigned value, unsigned by,
                           const char *what, unsigned count)
{
    if (count % by)
        config_complain(config, "%s = %u: it does not divide %s = %u, all routers are alike", key,
                        value, what, count);
}

/* A router has at most so many ports. */
static void check_ports(struct config *config, unsigned ports, const char *of)
{
    static const char *const names[] = {[TOPOLOGY_CROSSBAR] = "crossbar",
                                        [TOPOLOGY_CONCENTRATED] = "concentrated",
                                        [TOPOLOGY_HXBAR] = "hxbar"};
    if (ports > ports_at_most(config))
        config_complain(config,
                        "topology = %s: %s needs %u ports, a router has at most %u with vcs = %u",
                        names[config->topology], of, ports, ports_at_most(config), config->vcs);
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static void check_hxbar(struct config *config)
{
    unsigned clusters = config->clusters, controllers = config->memory_controllers;
    check_division(config, "clusters", clusters, clusters, "cores", config->cores);
    check_division(config, "memory_controllers", controllers, controllers, "partitions",
                   config->partitions);
    check_ports(config, larger(config->cores / clusters, controllers), "an SM-router");
    check_ports(config, larger(config->partitions / controllers, clusters), "an MC-router");
}

/* Blocks to clusters of cores, which a chip without SM-routers has, too, for this. */
static void check_dispatch(struct config *config)
{
    if (config->dispatch >= DISPATCH_TWO_LEVEL && config->topology != TOPOLOGY_HXBAR)
        check_division(config, "clusters", config->clusters, config->clusters, "cores",
                       config->cores);
}

static void check_concentrated(struct config *config)
{
    unsigned k = config->concentration;
    check_division(config, "concentration", k, k, "cores", config->cores);
    check_division(config, "concentration", k, k, "partitions", config->partitions);
    check_ports(config, larger(config->cores, config->partitions) / k, "the crossbar");
}

/* Routers between cores and slices; of these topologies the full crossbar alone can join cores with
 * each other. */
static void check_crossbar(struct config *config)
{
    if (config->topology == TOPOLOGY_CROSSBAR) {
        check_ports(config,
                    config_asks_cores(config) ? config->cores + config->partitions
                                              : larger(config->cores, config->partitions),
                    "the crossbar");
        return;
    }
    if (config->topology == TOPOLOGY_HXBAR)
        check_hxbar(config);
    else if (config->topology == TOPOLOGY_CONCENTRATED)
        check_concentrated(config);
    else
        return;
    if (config_asks_cores(config))
        config_complain(config, "remote_via = direct: this topology joins cores with partitions "
                                "only, not cores with each other; use l2 or crossbar");
}

/* Values from outside were checked when they were read; those that a program sets are checked
 * here. */
static void check_ranges(struct config *config)
{
    for (unsigned i = 0; i < config_key_count; i++) {
        const struct config_key *key = &config_keys[i];
        unsigned value = key->name ? config_get(config, key) : 0;
        char range[128];
        if (!key->name || (value >= key->min && value <= key->max))
            continue;
        config_range_text(key, range, sizeof range);
        config_complain(config, "%s = %u: the value must be %s%s%s", key->name, value, range,
                        *key->unit ? " " : "", key->unit);
    }
}

/* Else no line ever moves: whatever went just before a refresh, all banks are closed behind it, the
 * refresh passes, and a bank is opened and used before the next one (docs/blocks/dram.md). */
static void check_refresh(struct config *config)
{
    enum { BURST = 2 }; /* clocks of a burst, and of the bus to turn round */
    const struct config *t = config;
    unsigned written = t->t_wl + BURST + t->t_wr;
    unsigned closed = larger(larger(t->t_ras, t->t_rtp), written) + t->t_rp;
    unsigned opened = larger(closed, t->t_rc) + t->t_rfc + larger(t->t_rcd, t->t_rcdw);
    unsigned columns = larger(t->t_cl + 2 * BURST, t->t_wl + BURST + t->t_cdlr);
    unsigned least = larger(opened, larger(columns, t->t_ccdl));
    if (t->t_rfc && t->t_refi < least)
        config_complain(config,
                        "t_refi = %u: the value must be at least %u, so that banks are closed, "
                        "refreshed (t_rfc = %u), opened and used between two refreshes",
                        t->t_refi, least, t->t_rfc);
}

static void check_rules(struct config *config)
{
    check_powers_of_two(config);
    check_partitions(config);
    check_dispatch(config);
    check_index(config);
    check_width(config);
    check_channels(config);
    check_topology(config);
    check_crossbar(config);
    check_order(config, "noc_mhz", "core_mhz",
                "the network is enabled at most once per core clock");
    check_order(config, "dram_groups", "dram_banks", "a bank group holds at least one bank");
    check_order(config, "t_ras", "t_rc", "a bank is activated again after its precharge");
    check_order(config, "t_ccd", "t_ccdl", "the same bank group is not faster than another one");
    check_order(config, "t_rrd", "t_faw", "four activates take longer than one step");
    check_refresh(config);
    if (config->dram_write_queue)
        check_order(config, "dram_write_high", "dram_write_queue",
                    "a drain begins at the latest when the buffer is full");
    if (config->dram_write_low >= config->dram_write_high)
        config_complain(
            config,
            "dram_write_low = %u: the value must be below dram_write_high = %u: a drain "
            "serves the writes between them",
            config->dram_write_low, config->dram_write_high);
    unsigned used = log2_ceil(config->partitions) + log2_ceil(config->llc_sets);
    if (config->address_bits - 7 <= used)
        config_complain(config,
                        "llc_sets = %u: set and partition use %u of the %u line address bits, "
                        "which leaves no tag",
                        config->llc_sets, used, config->address_bits - 7);
}

/* Rules of the shared L1. */
static void check_sharing(struct config *config)
{
    if (config->request_order == ORDER_BY_CORE && config->shared_l1)
        config_complain(config,
                        "request_order = core: with shared_l1 = on the memory system keeps the "
                        "order (memory, or auto)");
    if (config->l1_policy && !config->shared_l1)
        config_complain(config,
                        "l1_policy = %s: the value needs shared_l1 = on, the hardware for sharing "
                        "L1s; without it only private is possible",
                        config->l1_policy == 1 ? "shared" : "dyneb");
    if (config->remote_via != REMOTE_DIRECT && !config->shared_l1)
        config_complain(config,
                        "remote_via = %s: the value needs shared_l1 = on; without it cores send no "
                        "messages to each other",
                        config->remote_via == REMOTE_VIA_L2 ? "l2" : "crossbar");
    if (config->shared_l1 && config->l1_sets < 2)
        config_complain(config, "l1_sets = 1: shared_l1 needs even and odd sets to sample");
    unsigned core_bits = log2_ceil(config->cores);
    unsigned tag_bits = config->address_bits - 7 - log2_ceil(config->l1_sets);
    if (config->shared_l1 && core_bits > tag_bits)
        config_complain(config,
                        "l1_sets = %u: the tag has %u bits, too few to name the home of a line "
                        "among %u cores (shared_l1)",
                        config->l1_sets, tag_bits, config->cores);
}

static void check_protection(struct config *config)
{
    if (config->l1_protect && config->schedulers * config->issue_width > 2)
        config_complain(config,
                        "schedulers = %u: with l1_protect a core issues at most two instructions "
                        "per cycle (the width of the L1's port issued), here issue_width = %u each",
                        config->schedulers, config->issue_width);
    unsigned tag = config->address_bits - 7 - log2_ceil(config->l1_sets);
    if (config->vta_tag_bits && config->vta_tag_bits < tag)
        config_complain(config, "vta_tag_bits = %u: the tag of a line has %u bits",
                        config->vta_tag_bits, tag);
}

/* A bridge joins the rings of a cluster with those of the other bridges. */
static void check_bridges(struct config *config)
{
    if (!config->ccn_bridges)
        return;
    unsigned cores = config_ccn_cores(config);
    if (config->ccn == CCN_IDEAL)
        config_complain(config, "ccn_bridges = on: ccn = ideal has no rings that they could join");
    if (cores == config->cores)
        config_complain(config, "ccn_bridges = on: one cluster has no others to ask, set "
                                "ccn_cluster to less than cores");
    if (cores > CCN_CLUSTER_MAX)
        config_complain(config,
                        "ccn_cluster = %u: with ccn_bridges a cluster has at most %d cores, the "
                        "width of a name on its rings",
                        cores, CCN_CLUSTER_MAX);
    if (config->ccn_rings == RINGS_EQUAL)
        config_complain(config, "ccn_rings = equal: with ccn_bridges lines would have to wait for "
                                "room behind requests that never pass them, use opposite");
}

/* Rings around the cores, in chips whose L1s are private. */
static void check_ccn(struct config *config)
{
    if (config->ccn == CCN_OFF)
        return;
    static const char *const modes[] = {
        [CCN_BASIC] = "basic", [CCN_THROTTLED] = "throttled", [CCN_IDEAL] = "ideal"};
    const char *mode = modes[config->ccn];
    if (config->cores < 2)
        config_complain(config, "ccn = %s: one core alone has no others to ask", mode);
    if (config->ccn_cluster == 1)
        config_complain(config, "ccn_cluster = 1: one core alone has no others to ask, use 2 or "
                                "more, or 0 for all cores");
    if (config->cores % config_ccn_cores(config))
        config_complain(config,
                        "ccn_cluster = %u: it does not divide cores = %u, all rings are alike",
                        config->ccn_cluster, config->cores);
    check_bridges(config);
    if (config->shared_l1 && config->ccn == CCN_IDEAL)
        config_complain(config, "ccn = ideal: needs shared_l1 = off, the model without a network "
                                "knows private L1s only");
    if (config->shared_l1 && config->ccn_bridges)
        config_complain(config, "ccn_bridges = on: needs shared_l1 = off, homes go by numbers of "
                                "cores that bridges do not know");
    if (config->shared_l1 && config->dyneb_metric)
        config_complain(config, "dyneb_metric = amat: needs ccn = off, equations 1 and 2 have no "
                                "time for lines of the rings");
    if (config->ccn == CCN_IDEAL && config->llc_mode)
        config_complain(config,
                        "ccn = ideal: needs llc_mode = shared, where messages of an MSHR go "
                        "straight to the network");
    check_order(config, "ccn_sample", "ccn_period", "a sample is part of its epoch");
    if (config->ccn == CCN_THROTTLED && config->schedulers * config->issue_width > 2)
        config_complain(
            config,
            "schedulers = %u: with ccn = throttled a core issues at most two instructions "
            "per cycle (the width of the chip's port issued), here issue_width = %u each",
            config->schedulers, config->issue_width);
}

/* Private slices of the last-level cache: each memory controller has one for each cluster, and a
 * request reaches no other. */
static void check_llc(struct config *config)
{
    if (!config->llc_mode)
        return;
    const char *mode = config->llc_mode == LLC_PRIVATE ? "private" : "adaptive";
    unsigned slices = config->partitions / config->memory_controllers;
    if (config->topology != TOPOLOGY_HXBAR)
        config_complain(config,
                        "llc_mode = %s: private slices belong to clusters of cores, which only "
                        "topology = hxbar has",
                        mode);
    else if (slices != config->clusters)
        config_complain(config,
                        "llc_mode = %s: a memory controller needs a slice for each cluster: "
                        "partitions / memory_controllers = %u, clusters = %u",
                        mode, slices, config->clusters);
    if (config->clusters > LLC_CLUSTERS_MAX)
        config_complain(config, "llc_mode = %s: at most %d clusters, here are %u", mode,
                        LLC_CLUSTERS_MAX, config->clusters);
    if (config->shared_l1 && config->l1_latency < 8)
        config_complain(config,
                        "l1_latency = %u: with shared_l1 and llc_mode = %s the L1 answers after 8 "
                        "cycles at the earliest",
                        config->l1_latency, mode);
    if (config->shared_l1 && config->llc_mode == LLC_PRIVATE)
        config_complain(config, "llc_mode = private: L1s are shared only while the slices are, "
                                "which they never were; use adaptive, or shared_l1 = off");
    if (config->shared_l1 && config->remote_via == REMOTE_VIA_L2)
        config_complain(config,
                        "remote_via = l2: with llc_mode = %s a slice may not reach the cores of "
                        "other clusters; use crossbar",
                        mode);
}

/* Programs with views of their own: no core asks, or is asked, across their border. */
static void check_programs(struct config *config)
{
    unsigned programs = config->programs;
    if (programs == 1)
        return;
    if (config->llc_mode == LLC_SHARED)
        config_complain(config,
                        "programs = %u: needs llc_mode = private or adaptive; with shared all have "
                        "one view",
                        programs);
    else if (config->programs_on == PROGRAMS_ON_CORES &&
             config->cores / config->clusters % programs)
        config_complain(config, "programs = %u: it does not divide the %u cores of a cluster",
                        programs, config->cores / config->clusters);
    else if (config->programs_on == PROGRAMS_ON_CLUSTERS && config->clusters % programs)
        config_complain(config, "programs = %u: it does not divide clusters = %u", programs,
                        config->clusters);
    if (config->llc_mode == LLC_ADAPTIVE && config->llc_chooser == LLC_RULES &&
        config->programs_on == PROGRAMS_ON_CLUSTERS)
        config_complain(
            config, "programs_on = clusters: needs llc_chooser = trial; the rules count requests "
                    "of the first cluster, which has one program then");
    if (config->shared_l1)
        config_complain(
            config, "programs = %u: needs shared_l1 = off: homes would be cores of all programs",
            programs);
    if (config->ccn)
        config_complain(config,
                        "programs = %u: needs ccn = off, whose rings join cores of all programs",
                        programs);
}

char *config_finish(struct config *config)
{
    if (!config->complaints)
        check_ranges(config);
    if (!config->complaints)
        check_rules(config);
    if (!config->complaints)
        check_sharing(config);
    if (!config->complaints)
        check_protection(config);
    if (!config->complaints)
        check_llc(config);
    if (!config->complaints)
        check_programs(config);
    if (!config->complaints)
        check_ccn(config);
    if (config->request_order == ORDER_AUTO)
        config->request_order = ORDER_BY_MEMORY;
    config->line_bits = config->address_bits - 7;
    config->chunk_bits = log2_ceil(config->interleave_bytes / LINE_BYTES);
    config->id_bits = log2_ceil(config->lsu_ids);
    char *complaints = config->complaints;
    config->complaints = NULL;
    return complaints;
}
