/* manifest.json: what is in the chip, for programs. Blocks are listed once per set of parameters,
 * with the paths of all their instances. */
#include "emit.h"
#include "emit_protection.h"
#include "version.h"

#include <inttypes.h>

static void print_configuration(const struct config *config, FILE *file)
{
    fputs("  \"configuration\": {", file);
    bool first = true;
    for (unsigned i = 0; i < config_key_count; i++) {
        const struct config_key *key = &config_keys[i];
        char value[64];
        if (!key->name)
            continue;
        config_value_text(key, config_get(config, key), value, sizeof value);
        fprintf(file, "%s\n    \"%s\": %s%s%s", first ? "" : ",", key->name,
                key->choices ? "\"" : "", value, key->choices ? "\"" : "");
        first = false;
    }
    fputs("\n  },\n", file);
}

/* Column and row, in a butterfly the line, of every node of one kind. */
static void print_places(const struct network *network, const char *name, enum node_kind kind,
                         FILE *file)
{
    fprintf(file, "    \"%s\": [", name);
    for (unsigned i = 0; i < network->nodes[kind]; i++) {
        unsigned address = network->node[kind][i];
        if (network->topology == &mesh_topology)
            fprintf(file, "%s[%u, %u]", i ? ", " : "", node_x(address), node_y(address));
        else
            fprintf(file, "%s%u", i ? ", " : "", network_place(network, address));
    }
    fputs("]", file);
}

/* Router and port at which each node of a kind sends, or receives. */
static void print_rim(const struct network *network, enum node_kind kind, bool sends, FILE *file)
{
    fputs("[", file);
    for (unsigned i = 0; i < network->nodes[kind]; i++) {
        unsigned place = network_node_place(network, kind, i), stage, index;
        struct network_end end =
            sends ? network->topology->entry(network, place) : network_exit(network, place);
        network_router_at(network, end.at, &stage, &index);
        fprintf(file, "%s[%u, %u]", i ? ", " : "", index, end.port);
    }
    fputs("]", file);
}

/* A network of one way: routers, inputs and outputs of each stage, who sends, who receives. */
static void print_one_way(const struct network *network, FILE *file)
{
    static const char *const names[NODE_KINDS] = {"cores", "partitions"};
    fprintf(file, "  \"%s\": {\n    \"stages\": [", network->name);
    for (unsigned i = 0; i < network->columns; i++)
        fprintf(file, "%s[%u, %u, %u]", i ? ", " : "", network->stage[i].routers,
                network->stage[i].inputs, network->stage[i].outputs);
    fputs("],\n    \"inputs\": {", file);
    for (unsigned way = 0; way < 2; way++) {
        const bool *there = way ? network->receives : network->sends;
        const char *separator = "";
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            if (there[kind]) {
                fprintf(file, "%s\"%s\": ", separator, names[kind]);
                print_rim(network, kind, !way, file);
                separator = ", ";
            }
        fputs(way ? "}\n  },\n" : "},\n    \"outputs\": {", file);
    }
}

/* The network between cores and slices goes by its kind, others by their names. */
static void print_network(const struct network *network, const char *name, FILE *file)
{
    fprintf(file, "  \"%s\": {\n", name);
    if (network->topology == &mesh_topology)
        fprintf(file, "    \"width\": %u,\n    \"height\": %u,\n", network->columns, network->rows);
    else
        fprintf(file, "    \"radix\": %u,\n    \"stages\": %u,\n", network->radix,
                network->columns);
    print_places(network, "cores", NODE_CORE, file);
    if (network->nodes[NODE_MEMORY]) {
        fputs(",\n", file);
        print_places(network, "partitions", NODE_MEMORY, file);
    }
    fputs("\n  },\n", file);
}

static void print_networks(const struct plan *plan, FILE *file)
{
    const struct network *request = &plan->network[NETWORK_REQUEST];
    if (request->topology->one_way) {
        print_one_way(request, file);
        print_one_way(&plan->network[NETWORK_REPLY], file);
    } else {
        print_network(request, request->topology->kind, file);
    }
    for (unsigned i = NETWORK_CROSSBAR; i < plan->networks; i++)
        print_network(&plan->network[i], plan->network[i].name, file);
}

static void print_parameters(const struct instance *instance, FILE *file)
{
    const struct module_header *leaf = instance->of->leaf;
    const char *separator = "";
    fputs("      \"parameters\": {", file);
    for (unsigned i = 0; i < leaf->parameter_count; i++) {
        if (leaf->parameters[i].derived)
            continue;
        fprintf(file, "%s\"%s\": %" PRIu64, separator, leaf->parameters[i].name,
                instance->values[i]);
        separator = ", ";
    }
    fputs("},\n", file);
}

static void print_ports(const struct instance *instance, const char *indent, FILE *file)
{
    const char *separator = "";
    fprintf(file, "%s\"ports\": [", indent);
    for (unsigned i = 0; i < instance_port_count(instance); i++) {
        struct port port = instance_port(instance, i);
        if (!*port.name)
            continue;
        fprintf(file, "%s\n%s  {\"name\": \"%s\", \"direction\": \"%s\", \"width\": %u}", separator,
                indent, port.name, port.output ? "output" : "input", port.width);
        separator = ",";
    }
    fprintf(file, "\n%s],\n", indent);
}

static void print_use(const struct use *use, FILE *file)
{
    const struct instance *sample = use->sample;
    fprintf(file, "    {\n      \"block\": \"%s\",\n", sample->of->name);
    print_parameters(sample, file);
    fprintf(file,
            "      \"storage\": {\"ram_bits\": %" PRIu64 ", \"regfile_bits\": %" PRIu64
            ", \"flop_bits\": %" PRIu64 "},\n",
            use->storage.ram_bits, use->storage.regfile_bits, use->storage.flop_bits);
    print_ports(sample, "      ", file);
    fputs("      \"instances\": [", file);
    for (unsigned i = 0; i < use->count; i++)
        fprintf(file, "%s\"%s\"", i ? ", " : "", use->paths[i]);
    fputs("]\n    }", file);
}

void emit_manifest(const struct emission *emission, FILE *file)
{
    const struct design *design = emission->design;
    fprintf(file, "{\n  \"tool\": \"memloom " MEMLOOM_VERSION "\",\n  \"top\": \"%sgpu_mem\",\n",
            emission->prefix);
    print_ports(&(struct instance){.of = design->top}, "  ", file);
    print_configuration(&emission->plan->config, file);
    print_networks(emission->plan, file);
    emit_protection_json(emission, file);
    fputs("  \"files\": [", file);
    for (unsigned i = 0; i < design->module_count; i++)
        fprintf(file, "%s\"%s%s.v\"", i ? ", " : "", emission->prefix, design->modules[i]->name);
    fputs("],\n  \"assertions\": \"gpu_mem_assertions.sv\",\n  \"blocks\": [\n", file);
    for (unsigned i = 0; i < emission->use_count; i++) {
        print_use(&emission->uses[i], file);
        fputs(i + 1 < emission->use_count ? ",\n" : "\n", file);
    }
    fputs("  ]\n}\n", file);
}
