// sources: gen/config/config.c gen/config/config_derive.c gen/config/config_rules.c
// sources: gen/base/scratch.c gen/base/util.c
// sources: gen/plan/network.c gen/plan/mesh.c gen/plan/fly.c gen/plan/crossbar.c gen/plan/placement.c
/* libFuzzer target: reads arbitrary bytes as a configuration file. Whatever the reader accepts must
 * keep what the generator relies on: every value in its range, every node at a place of its own
 * inside its network. */
#include "network.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const struct preset presets[] = {{NULL, NULL}}; /* the binary's own are not the subject */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

static void check_places(const struct config *config)
{
    static unsigned char taken[NODES_MAX];
    struct network network = {
        .name = "network",
        .nodes = {[NODE_CORE] = config->cores, [NODE_MEMORY] = config->partitions},
        .sends = {[NODE_CORE] = true},
        .receives = {[NODE_MEMORY] = true}};
    char *complaints = NULL;
    memset(taken, 0, sizeof taken);
    network_init(&network, configured_topology(config), config, 1,
                 config->cores + config->partitions, &complaints);
    if (!complaints)
        network_place_nodes(&network, config, &complaints);
    for (unsigned kind = 0; !complaints && kind < NODE_KINDS; kind++)
        for (unsigned i = 0; i < network.nodes[kind]; i++) {
            unsigned place = network_node_place(&network, kind, i);
            require(place < network.places && !taken[place]);
            taken[place] = 1;
        }
    free(complaints);
}

static void check_accepted(const struct config *config)
{
    for (unsigned i = 0; i < config_key_count; i++) {
        const struct config_key *key = &config_keys[i];
        if (key->name)
            require(config_get(config, key) >= key->min && config_get(config, key) <= key->max);
    }
    require(config->noc_mhz <= config->core_mhz);
    check_places(config);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct config config;
    char *text = calloc(size + 1, 1);
    memcpy(text, bytes, size);
    config_init(&config);
    config_text(&config, "fuzz", text, size);
    char *complaints = config_finish(&config);
    if (!complaints)
        check_accepted(&config);
    free(complaints);
    free(text);
    return 0;
}
