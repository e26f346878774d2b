/* Every block of the presets' chips, without and with shared L1s, was run in block lockstep with
 * the parameters that it has there. What the chips are made of is read from the chip models; what
 * was run, from the lines that the harnesses printed:
 *
 *   presets_check LOG         block_lockstep.sh's output */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "every_workload.h"
#include "gpu.h"
#include "params.h"
#include "util.h"

/* "BLOCK NAME=VALUE ... seed 1: 20000 cycles equal, ..." of this block with these parameters. */
static bool line_matches(const char *line, const struct gpu_instance *instance)
{
    size_t length = strlen(instance->block->name);
    const char *seed = strstr(line, " seed ");
    if (strncmp(line, instance->block->name, length) || line[length] != ' ' || !seed ||
        !strstr(seed, " cycles equal"))
        return false;
    char *config = xstrdup(line + length + 1);
    config[seed > line + length ? seed - line - (long)length - 1 : 0] = 0;
    void *params = xcalloc(1, instance->block->params_size);
    params_parse(instance->block, config, params);
    bool equal = !memcmp(params, instance->params, instance->block->params_size);
    free(params);
    free(config);
    return equal;
}

static bool was_run(const char *log, const struct gpu_instance *instance)
{
    for (const char *line = log; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (line_matches(line, instance))
            return true;
    }
    return false;
}

static void print_params(const struct gpu_instance *instance)
{
    const struct block *block = instance->block;
    for (unsigned i = 0; i < block->parameter_count; i++) {
        unsigned value;
        memcpy(&value, (const char *)instance->params + block->parameters[i].offset, sizeof value);
        printf(" %s=%u", block->parameters[i].name, value);
    }
}

/* One of the instances before it is the same block with the same parameters. */
static bool is_repeated(const struct gpu *gpu, unsigned index)
{
    const struct gpu_instance *it = &gpu->instances[index];
    for (const struct gpu_instance *at = gpu->instances; at < it; at++)
        if (at->block == it->block && !memcmp(at->params, it->params, it->block->params_size))
            return true;
    return false;
}

static void check_chip(const char *preset, bool shared, const char *log)
{
    struct config config;
    config_init(&config);
    config_preset(&config, preset);
    /* An H-Xbar does not join cores with each other; one channel has no room for classes. */
    if (shared && (config.topology == TOPOLOGY_HXBAR || config.vcs == 1))
        return;
    set_keys(&config, shared ? "shared_l1=on" : "shared_l1=off l1_policy=private");
    config_check(&config);
    struct workload *workload = open_workload("stream", "");
    static struct plan plan;
    plan_chip(&plan, &config);
    struct gpu *gpu = gpu_new(&plan, &workload, &(struct gpu_options){0});
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        if (is_repeated(gpu, i))
            continue;
        bool run = was_run(log, &gpu->instances[i]);
        CHECK(run);
        if (run)
            continue;
        printf("    %s%s, %s: %s was not run with", preset, shared ? " with shared L1s" : "",
               gpu->instances[i].path, gpu->instances[i].block->name);
        print_params(&gpu->instances[i]);
        putchar('\n');
    }
    gpu_free(gpu);
    workload_close(workload);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        die("presets_check LOG: the output of block_lockstep.sh");
    char *log = read_file(argv[1], NULL);
    for (const struct preset *preset = presets; preset->name; preset++) {
        check_chip(preset->name, false, log);
        check_chip(preset->name, true, log);
    }
    free(log);
    return check_report();
}
