// sources: gen/config/config.c gen/config/config_derive.c gen/base/util.c
/* libFuzzer target: reads arbitrary bytes as a configuration file. Whatever the reader accepts must
 * keep what the generator relies on: every value in its range, every node at a place of its own
 * inside the mesh. */
#include "config.h"

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

static void take_place(const struct config *config, unsigned char *taken, unsigned node)
{
    unsigned x = node & 31, y = node >> 5;
    require(x < config->width && y < config->height);
    require(!taken[y * 32 + x]);
    taken[y * 32 + x] = 1;
}

static void check_accepted(const struct config *config)
{
    unsigned char taken[NODES_MAX] = {0};
    for (unsigned i = 0; i < config_key_count; i++) {
        const struct config_key *key = &config_keys[i];
        if (key->name)
            require(config_get(config, key) >= key->min && config_get(config, key) <= key->max);
    }
    for (unsigned i = 0; i < config->cores; i++)
        take_place(config, taken, config->core_node[i]);
    for (unsigned i = 0; i < config->partitions; i++)
        take_place(config, taken, config->partition_node[i]);
    require(config->noc_mhz <= config->core_mhz);
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
