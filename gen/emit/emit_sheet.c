/* data_sheet.md: one page about the chip, figures computed from the configuration and the netlist.
 */
#include "chip.h"
#include "emit.h"
#include "emit_protection.h"
#include "version.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* Links between routers from a core to a partition, on the average. */
static double mean_distance(const struct network *network)
{
    unsigned sum = 0, cores = network->nodes[NODE_CORE], partitions = network->nodes[NODE_MEMORY];
    for (unsigned i = 0; i < cores; i++)
        for (unsigned k = 0; k < partitions; k++)
            sum += network->topology->routers(network, network_node_place(network, NODE_CORE, i),
                                              network_node_place(network, NODE_MEMORY, k)) -
                   1;
    return (double)sum / (cores * partitions);
}

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

/* In the largest unit that tells it exactly in three decimals: sizes are of whole lines. */
static void print_size(uint64_t bytes, FILE *file)
{
    const uint64_t kb = 1024, mb = 1024 * kb;
    if (bytes >= mb && bytes * 1000 % mb == 0)
        fprintf(file, "%.15g MB", (double)bytes / (double)mb);
    else if (bytes >= kb)
        fprintf(file, "%.15g KB", (double)bytes / (double)kb);
    else
        fprintf(file, "%" PRIu64 " B", bytes);
}

/* Widths are of whole bytes, and so three decimals are exact. */
static void print_rate(unsigned mb_per_second, FILE *file)
{
    if (mb_per_second >= 1000)
        fprintf(file, "%.15g GB/s", mb_per_second / 1000.0);
    else
        fprintf(file, "%u MB/s", mb_per_second);
}

/* A memory that a chip has `count` of. */
static void print_memory(const char *one, const char *all, unsigned count, unsigned sets,
                         unsigned ways, unsigned latency, FILE *file)
{
    uint64_t bytes = (uint64_t)sets * ways * LINE_BYTES;
    fprintf(file, "| %s | ", one);
    print_size(bytes, file);
    fprintf(file, ": %u set%s x %u way%s; hit after %u core cycles |\n| %s | ", sets, plural(sets),
            ways, plural(ways), latency, all);
    print_size(count * bytes, file);
    fputs(" |\n", file);
}

/* Request and reply differ. */
static void print_both_ways(const struct plan *plan, FILE *file)
{
    for (unsigned i = NETWORK_REQUEST; i <= NETWORK_REPLY; i++) {
        const struct network *network = &plan->network[i];
        unsigned routers = network_routers(network);
        char text[32];
        network->topology->text(network, text, sizeof text);
        fprintf(file, "| %s network | %s of %u router%s with %u stages |\n", network->purpose, text,
                routers, plural(routers), network->stages);
    }
}

/* One turns on what had no power; it is reset when it has it, `wake` network cycles later. */
static unsigned reset_cycles(const struct plan *plan)
{
    const struct config *c = &plan->config;
    unsigned wake = has_power_domains(plan) ? plan->network[NETWORK_REQUEST].wake : 0;
    return 1 + (wake * c->core_mhz + c->noc_mhz - 1) / c->noc_mhz;
}

static void print_overview(const struct plan *plan, FILE *file)
{
    const struct config *c = &plan->config;
    const struct network *network = &plan->network[NETWORK_REQUEST];
    unsigned link = c->noc_width * c->noc_mhz, dram = 4 * c->dram_bus_bytes * c->dram_mhz;
    fprintf(file, "| part | figure |\n|---|---|\n");
    fprintf(file, "| cores, memory partitions | %u, %u |\n", c->cores, c->partitions);
    fprintf(file, "| address | %u bits, lines of %d B, partitions interleaved every %u B |\n",
            c->address_bits, LINE_BYTES, c->interleave_bytes);
    print_memory("L1, each", "L1, all", c->cores, c->l1_sets, c->l1_ways, c->l1_latency, file);
    fprintf(file, "| misses in flight per core | %u line%s, %u load%s each |\n", c->mshr_entries,
            plural(c->mshr_entries), c->mshr_targets, plural(c->mshr_targets));
    print_memory("LLC slice", "LLC, all", c->partitions, c->llc_sets, c->llc_ways, c->llc_latency,
                 file);
    fprintf(file, "| clocks | core %u MHz, network %u MHz (enable), DRAM %u MHz (outside) |\n",
            c->core_mhz, c->noc_mhz, c->dram_mhz);
    unsigned reset = reset_cycles(plan);
    fprintf(file, "| reset | `rst` = 1 for %u cycle%s of `clk`, or more |\n", reset, plural(reset));
    char text[32];
    network->topology->text(network, text, sizeof text);
    if (network->topology->one_way)
        print_both_ways(plan, file);
    else
        fprintf(file, "| networks | request and reply: %s of %u router%s with %u stages |\n", text,
                network_routers(network), plural(network_routers(network)), network->stages);
    for (unsigned i = NETWORK_CROSSBAR; i < plan->networks; i++) {
        const struct network *other = &plan->network[i];
        other->topology->text(other, text, sizeof text);
        fprintf(file, "| between cores | %s of %u router%s with %u stages |\n", text,
                network_routers(other), plural(network_routers(other)), other->stages);
    }
    fprintf(file, "| links | %u bits, %u virtual channel%s of %u flit%s; ", network->flit_bits,
            c->vcs, plural(c->vcs), c->vc_depth, plural(c->vc_depth));
    print_rate(link, file);
    fprintf(file,
            " each way |\n| mean distance core to partition | %.2f hops |\n"
            "| peak into the LLC | ",
            mean_distance(network));
    print_rate(link * c->partitions, file);
    fputs(" over all partitions |\n| peak DRAM | ", file);
    print_rate(dram * c->partitions, file);
    fputs(" over all channels |\n\n", file);
}

/* The nodes at each router of the rim: C core, M partition, with its number. */
static void print_rims(const struct network *network, FILE *file)
{
    fprintf(file, "## Ports of the %s network, a line for each router\n```\n", network->purpose);
    for (unsigned way = 0; way < 2; way++) {
        const bool *there = way ? network->receives : network->sends;
        const struct network_stage *stage = &network->stage[way ? network->columns - 1 : 0];
        unsigned of_router = way ? stage->outputs : stage->inputs, printed = 0;
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            for (unsigned i = 0; there[kind] && i < network->nodes[kind]; i++) {
                if (printed++ % of_router == 0)
                    fputs(way ? "to  " : "from", file);
                fprintf(file, " %c%u", kind == NODE_CORE ? 'C' : 'M', i);
                if (printed % of_router == 0)
                    fputs("\n", file);
            }
    }
    fputs("```\n", file);
}

/* The node at each place: C core, M partition, with its number; a dot where nobody is. One row
 * per row of the mesh, or per router of a butterfly's last stage. */
static void print_map(const struct network *network, FILE *file)
{
    bool mesh = network->topology == &mesh_topology;
    unsigned columns = mesh ? network->columns : network->ports;
    fprintf(file, "## %s\n```\n", mesh ? "Floor of the mesh" : "Lines of the butterfly, in order");
    for (unsigned place = 0; place < network->places; place++) {
        char text[16] = ".";
        enum node_kind kind;
        unsigned node;
        if (network_node_at(network, place, &kind, &node))
            snprintf(text, sizeof text, "%c%u", kind == NODE_CORE ? 'C' : 'M', node);
        bool last = (place + 1) % columns == 0;
        fprintf(file, last ? "%s\n" : "%-5s", text);
    }
    fputs("```\n", file);
}

static void print_blocks(const struct emission *emission, FILE *file)
{
    struct storage all = {0};
    fputs(
        "## Blocks\n| block | instances | RAM bits each | register file bits each | flops each |\n"
        "|---|--:|--:|--:|--:|\n",
        file);
    for (unsigned i = 0; i < emission->use_count; i++) {
        const struct use *use = &emission->uses[i];
        struct storage one = use->storage;
        fprintf(file, "| %s | %u | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n",
                use->sample->of->name, use->count, one.ram_bits, one.regfile_bits, one.flop_bits);
        all.ram_bits += use->count * one.ram_bits;
        all.regfile_bits += use->count * one.regfile_bits;
        all.flop_bits += use->count * one.flop_bits;
    }
    fprintf(file, "| **chip** | | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n\n", all.ram_bits,
            all.regfile_bits, all.flop_bits);
}

/* Those that every core has are one row, and those of every partition: all of a kind are alike. */
static void print_ports(const struct emission *emission, FILE *file)
{
    const struct module *top = emission->design->top;
    const struct config *config = &emission->plan->config;
    fprintf(file,
            "## Ports\n"
            "Valid and ready handshakes; every output comes from a register or from logic on "
            "registers only. SM i is at `core_<i>_*`, DRAM channel j at `mem_<j>_*`. Protocols: "
            "docs/interfaces.md%s%s.\n\n"
            "| port | direction | bits | meaning |\n|---|---|--:|---|\n",
            config->mem_port == MEM_PORT_AXI4 ? ", docs/axi4.md" : "",
            config->ram_protect ? ", docs/ram_protect.md" : "");
    for (unsigned i = 0; i < top->net_count; i++) {
        const struct net *net = top->nets[i];
        struct node_port port;
        bool of_nodes = node_port(net->name, &port);
        if (net->kind == NET_WIRE || (of_nodes && port.number > 0))
            continue;
        if (of_nodes)
            fprintf(file, "| `%s_<%c>%s`", port.node, strcmp(port.node, "mem") ? 'i' : 'j',
                    port.rest);
        else
            fprintf(file, "| `%s`", net->name);
        fprintf(file, " | %s | %u | %s |\n", net->kind == NET_OUTPUT ? "output" : "input",
                net->width, net->comment);
    }
}

void emit_data_sheet(const struct emission *emission, FILE *file)
{
    fprintf(file,
            "# %sgpu_mem: memory system of a GPU\n\nGenerated by memloom " MEMLOOM_VERSION
            ". Drawing: chip.svg; every key and instance: manifest.json.\n\n",
            emission->prefix);
    print_overview(emission->plan, file);
    if (emission->plan->network[NETWORK_REQUEST].topology->one_way) {
        print_rims(&emission->plan->network[NETWORK_REQUEST], file);
        print_rims(&emission->plan->network[NETWORK_REPLY], file);
    } else {
        print_map(&emission->plan->network[NETWORK_REQUEST], file);
    }
    print_blocks(emission, file);
    emit_protection_table(emission, file);
    print_ports(emission, file);
}
