/* Rules between keys of a configuration, and the fields that follow from them: widths, the size of
 * the networks and which node is which core or partition. */
#include "config.h"
#include "util.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { COORDINATE_MAX = 32 };  /* columns or rows that 5 bits can name */
enum { ROUTER_CHANNELS = 64 }; /* input channels of a router: one bit each in its twin's sets */

static void check_powers_of_two(struct config *config)
{
    static const char *const names[] = {"interleave_bytes", "l1_sets",       "lsu_ids",
                                        "llc_sets",         "dram_banks",    "dram_groups",
                                        "dram_row_bytes",   "dram_bus_bytes"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned value = config_get(config, config_find(names[i]));
        if (!is_power_of_two(value))
            config_complain(config, "%s = %u: the value must be a power of two", names[i], value);
    }
}

/* One rule "the first key is at most the second". */
static void check_order(struct config *config, const char *low, const char *high, const char *why)
{
    unsigned a = config_get(config, config_find(low)), b = config_get(config, config_find(high));
    if (a > b)
        config_complain(config, "%s = %u: the value must not exceed %s = %u: %s", low, a, high, b,
                        why);
}

/* Virtual channels by class, and what a router's twin can hold. The networks of a chip with a
 * work-distribution crossbar carry what they carry without shared L1s. */
static void check_channels(struct config *config)
{
    bool crossbar = config->remote_via == REMOTE_VIA_CROSSBAR;
    unsigned kinds = !config->shared_l1 ? 1 : config->remote_via == REMOTE_VIA_L2 ? 3 : 2;
    unsigned classes =
        config->shared_l1 && config->message_classes ? config->message_classes : kinds;
    if (classes > kinds)
        config_complain(config, "message_classes = %u: with this remote_via there are only %u",
                        classes, kinds);
    if (config->vcs % classes)
        config_complain(config,
                        "vcs = %u: the value must be a multiple of the number of message classes, "
                        "%u: each class gets as many channels",
                        config->vcs, classes);
    config->sinks = crossbar ? 1 : kinds;
    config->classes = crossbar ? 1 : classes;
    unsigned lane = 1u << log2_ceil(config->vcs);
    bool butterfly = config->topology == TOPOLOGY_BUTTERFLY || crossbar;
    if (butterfly && config->fly_radix * lane > ROUTER_CHANNELS)
        config_complain(config,
                        "fly_radix = %u: a router has at most %d ports with vcs = %u (at most %d "
                        "channels, vcs rounded up to a power of two)",
                        config->fly_radix, ROUTER_CHANNELS / lane, config->vcs, ROUTER_CHANNELS);
}

static void check_rules(struct config *config)
{
    check_powers_of_two(config);
    check_channels(config);
    check_order(config, "noc_mhz", "core_mhz",
                "the network is enabled at most once per core clock");
    check_order(config, "dram_groups", "dram_banks", "a bank group holds at least one bank");
    check_order(config, "t_ras", "t_rc", "a bank is activated again after its precharge");
    check_order(config, "t_ccd", "t_ccdl", "the same bank group is not faster than another one");
    check_order(config, "t_rrd", "t_faw", "four activates take longer than one step");
    check_order(config, "t_rfc", "t_refi", "a refresh ends before the next one");
    if (config->dram_bus_bytes * 8 > LINE_BYTES)
        config_complain(config, "dram_bus_bytes = %u: a burst of 8 would exceed a line of %d bytes",
                        config->dram_bus_bytes, LINE_BYTES);
    unsigned used = log2_ceil(config->partitions) + log2_ceil(config->llc_sets);
    if (config->address_bits - 7 <= used)
        config_complain(config,
                        "llc_sets = %u: set and partition use %u of the %u line address bits, "
                        "which leaves no tag",
                        config->llc_sets, used, config->address_bits - 7);
}

/* The smallest nearly square mesh that holds all nodes, or the given number of columns. */
static void size_mesh(struct config *config, unsigned nodes)
{
    config->width = config->mesh_width;
    if (!config->width)
        while (config->width * config->width < nodes)
            config->width++;
    config->height = (nodes + config->width - 1) / config->width;
    config->places = config->width * config->height;
    if (config->height > COORDINATE_MAX)
        config_complain(config, "mesh_width = %u: %u nodes need %u rows, at most %d are possible",
                        config->mesh_width, nodes, config->height, COORDINATE_MAX);
}

/* The smallest k-ary n-fly that holds all nodes: n stages of k^(n-1) routers. */
static void size_butterfly(struct config *config, unsigned nodes)
{
    unsigned radix = config->fly_radix;
    config->width = config->height = 1;
    for (config->places = radix; config->places < nodes; config->places *= radix) {
        config->width++;
        config->height *= radix;
    }
    config->digit_bits = log2_ceil(radix);
    if (config->width * config->digit_bits > NODE_BITS)
        config_complain(config,
                        "fly_radix = %u: addresses of %u nodes would be %u digits of %u bits, at "
                        "most %d bits are possible",
                        radix, nodes, config->width, config->digit_bits, NODE_BITS);
    if (config->routing)
        config_complain(config, "routing = torus_xy: a butterfly has no rows to close to rings");
    if (config->mesh_width)
        config_complain(config, "mesh_width = %u: a butterfly has no columns", config->mesh_width);
    if (config->mc_placement)
        config_complain(config,
                        "mc_placement: a butterfly has neither edges nor diagonals, use spread");
}

unsigned config_place(const struct config *config, unsigned address)
{
    if (config->topology == TOPOLOGY_MESH)
        return (address >> NODE_BITS / 2) * config->width + (address & ((1u << NODE_BITS / 2) - 1));
    unsigned place = 0;
    for (unsigned stage = config->width; stage-- > 0;)
        place = place * config->fly_radix +
                (address >> stage * config->digit_bits & ((1u << config->digit_bits) - 1));
    return place;
}

uint16_t config_address(const struct config *config, unsigned place)
{
    if (config->topology == TOPOLOGY_MESH)
        return (uint16_t)(place / config->width << NODE_BITS / 2 | place % config->width);
    unsigned address = 0;
    for (unsigned stage = 0; stage < config->width; stage++, place /= config->fly_radix)
        address |= place % config->fly_radix << stage * config->digit_bits;
    return (uint16_t)address;
}

unsigned config_routers(const struct config *config, unsigned from, unsigned to)
{
    if (config->topology == TOPOLOGY_BUTTERFLY)
        return config->width;
    int columns = (int)(from % config->width) - (int)(to % config->width);
    int rows = (int)(from / config->width) - (int)(to / config->width);
    return 1 + (unsigned)abs(columns) + (unsigned)abs(rows);
}

unsigned config_hops(const struct config *config, uint16_t from, uint16_t to)
{
    if (from == to)
        return 0;
    unsigned routers = config_routers(config, config_place(config, from), config_place(config, to));
    return config->topology == TOPOLOGY_BUTTERFLY ? routers : routers - 1;
}

void config_network_text(const struct config *config, char *text, size_t size)
{
    if (config->topology == TOPOLOGY_BUTTERFLY)
        snprintf(text, size, "%u-ary %u-fly", config->fly_radix, config->width);
    else
        snprintf(text, size, "%u x %u mesh", config->width, config->height);
}

static unsigned rim_length(const struct config *config)
{
    if (config->width == 1 || config->height == 1)
        return config->places;
    return 2 * (config->width + config->height) - 4;
}

/* A place on the rim of the mesh, `step` steps clockwise from the north-west corner. */
static unsigned rim_place(const struct config *config, unsigned step)
{
    unsigned width = config->width, right = width - 1, bottom = config->height - 1;
    if (step < width)
        return step;
    if (step <= right + bottom)
        return (step - right) * width + right;
    if (step <= 2 * right + bottom)
        return bottom * width + (2 * right + bottom - step);
    return (2 * (right + bottom) - step) * width;
}

/* Where the partitions of "edges" sit: even ones on the top row, odd ones on the bottom row, evenly
 * spread; on the whole rim when there are more than these rows hold. */
static unsigned edge_place(const struct config *config, unsigned partition)
{
    unsigned rows = config->height > 1 ? 2 : 1, row = partition % rows;
    if (config->partitions > rows * config->width)
        return rim_place(config,
                         (2 * partition + 1) * rim_length(config) / (2 * config->partitions));
    unsigned in_row = (config->partitions - row + rows - 1) / rows;
    unsigned x = (2 * (partition / rows) + 1) * config->width / (2 * in_row);
    return row * (config->height - 1) * config->width + x;
}

/* Where the partitions of "diagonal" sit: evenly spread over the rows, and over the columns by a
 * step that visits all of them, about a third of the width. */
static unsigned diagonal_place(const struct config *config, unsigned partition)
{
    unsigned step = config->width / 3 + 1;
    while (gcd(step, config->width) != 1)
        step++;
    unsigned row = (2 * partition + 1) * config->height / (2 * config->partitions);
    return row * config->width + partition * step % config->width;
}

static bool edges_have_room(struct config *config)
{
    unsigned room = rim_length(config);
    if (config->mc_placement != PLACEMENT_EDGES || config->partitions <= room)
        return true;
    config_complain(config,
                    "mc_placement = edges: %u partitions do not fit the %u places of the rim",
                    config->partitions, room);
    return false;
}

static unsigned partition_slot(const struct config *config, unsigned partition, unsigned slots)
{
    if (config->mc_placement == PLACEMENT_EDGES)
        return edge_place(config, partition);
    if (config->mc_placement == PLACEMENT_DIAGONAL)
        return diagonal_place(config, partition);
    return (2 * partition + 1) * slots / (2 * config->partitions);
}

/* Places partitions, then cores in the order of places on what is left. A butterfly has as many
 * slots as nodes, spread over its places, so that each of its routers serves about as many. */
static void place_nodes(struct config *config)
{
    bool taken[NODES_MAX] = {false};
    unsigned places = config->places, slots = places;
    if (config->topology == TOPOLOGY_BUTTERFLY)
        slots = config->cores + config->partitions;
    if (!edges_have_room(config))
        return;
    for (unsigned i = 0; i < config->partitions; i++) {
        unsigned slot = partition_slot(config, i, slots);
        taken[slot] = true;
        config->partition_node[i] = config_address(config, slot * places / slots);
    }
    for (unsigned core = 0, slot = 0; core < config->cores; slot++)
        if (!taken[slot])
            config->core_node[core++] = config_address(config, slot * places / slots);
}

static void size_network(struct config *config)
{
    unsigned nodes = config->cores + config->partitions;
    if (config->topology == TOPOLOGY_BUTTERFLY)
        size_butterfly(config, nodes);
    else
        size_mesh(config, nodes);
}

void config_crossbar(const struct config *chip, struct config *crossbar)
{
    *crossbar = *chip;
    crossbar->topology = TOPOLOGY_BUTTERFLY;
    crossbar->routing = crossbar->mesh_width = crossbar->mc_placement = 0;
    crossbar->partitions = 0;
    crossbar->sinks = 2;
    crossbar->classes = chip->message_classes ? chip->message_classes : crossbar->sinks;
    size_butterfly(crossbar, chip->cores);
    for (unsigned i = 0; i < chip->cores; i++)
        crossbar->core_node[i] = config_address(crossbar, i * crossbar->places / chip->cores);
}

/* A crossbar whose addresses are too long. */
static void check_crossbar(struct config *config)
{
    struct config crossbar;
    if (config->remote_via != REMOTE_VIA_CROSSBAR)
        return;
    config_crossbar(config, &crossbar);
    config->complaints = crossbar.complaints;
}

/* Rules of the shared L1. */
static void check_sharing(struct config *config)
{
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
    unsigned tag = config->address_bits - 7 - log2_ceil(config->l1_sets);
    if (config->vta_tag_bits && config->vta_tag_bits < tag)
        config_complain(config, "vta_tag_bits = %u: the tag of a line has %u bits",
                        config->vta_tag_bits, tag);
}

/* Sizes that follow from shared_l1: message ids name the requester, more is counted, and a request
 * passes the requester and the arbiter, one cycle each, before l1_cache. */
static void derive_sharing(struct config *config)
{
    config->msg_id_bits = config->shared_l1 ? 21 : 10;
    config->port_id_bits =
        config->msg_id_bits + (config->remote_via == REMOTE_VIA_L2 ? NODE_BITS : 0);
    config->events = config->l1_protect ? 19 : config->shared_l1 ? 15 : 8;
    config->cache_latency = config->l1_latency - (config->shared_l1 ? 2 : 1);
}

char *config_finish(struct config *config)
{
    if (!config->complaints)
        check_rules(config);
    if (!config->complaints)
        size_network(config);
    if (!config->complaints)
        place_nodes(config);
    if (!config->complaints)
        check_sharing(config);
    if (!config->complaints)
        check_crossbar(config);
    if (!config->complaints)
        check_protection(config);
    derive_sharing(config);
    config->line_bits = config->address_bits - 7;
    config->chunk_bits = log2_ceil(config->interleave_bytes / LINE_BYTES);
    config->id_bits = log2_ceil(config->lsu_ids);
    char *complaints = config->complaints;
    config->complaints = NULL;
    return complaints;
}
