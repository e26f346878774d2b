/* The chip model seen from outside: block instances by RTL path, state hash, totals of the
 * counters, reports of what is stuck. */
#include "gpu.h"

#include <inttypes.h>
#include <string.h>

#include "gpu_blocks.h"
#include "hash.h"
#include "util.h"

static void add_instance(struct gpu *gpu, const struct gpu_instance *instance)
{
    gpu->instances[gpu->instance_count++] = *instance;
}

static struct gpu_instance named(const char *kind, unsigned index, const char *leaf)
{
    struct gpu_instance instance = {.block = NULL};
    snprintf(instance.path, sizeof(instance.path), "%s_%u.%s", kind, index, leaf);
    return instance;
}

/* The parts that cores and partitions have both. */
static void list_node(struct gpu *gpu, const char *kind, unsigned index, unsigned node_index)
{
    struct gpu_node *node = &gpu->node[node_index];
    struct gpu_instance port = named(kind, index, "noc_port");
    port.block = &noc_port_block;
    port.params = &gpu->params.noc_port;
    port.state = &node->port;
    port.in = &node->port_in;
    port.out = &node->port_out;
    add_instance(gpu, &port);
    struct gpu_instance counters = named(kind, index, "perf_counters");
    counters.block = &perf_counters_block;
    counters.params = &gpu->params.perf_counters;
    counters.state = &node->counters;
    counters.in = &node->counters_in;
    counters.out = &node->counters_out;
    add_instance(gpu, &counters);
}

static void list_core(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct gpu_instance arbiter = named("core", i, "l1_arbiter");
    arbiter.block = &l1_arbiter_block;
    arbiter.params = &gpu->params.l1_arbiter;
    arbiter.state = &core->arbiter;
    arbiter.in = &core->arbiter_in;
    arbiter.out = &core->arbiter_out;
    add_instance(gpu, &arbiter);
    struct gpu_instance cache = named("core", i, "l1_cache");
    cache.block = &l1_cache_block;
    cache.params = &gpu->params.l1_cache;
    cache.state = &core->cache;
    cache.in = &core->cache_in;
    cache.out = &core->cache_out;
    add_instance(gpu, &cache);
    struct gpu_instance mshr = named("core", i, "mshr");
    mshr.block = &mshr_block;
    mshr.params = &gpu->params.mshr;
    mshr.state = &core->mshr;
    mshr.in = &core->mshr_in;
    mshr.out = &core->mshr_out;
    add_instance(gpu, &mshr);
    list_node(gpu, "core", i, i);
}

static void list_partition(struct gpu *gpu, unsigned i)
{
    struct gpu_partition *partition = &gpu->partition[i];
    struct gpu_instance slice = named("mem", i, "llc_slice");
    slice.block = &llc_slice_block;
    slice.params = &gpu->params.llc_slice;
    slice.state = &partition->slice;
    slice.in = &partition->slice_in;
    slice.out = &partition->slice_out;
    add_instance(gpu, &slice);
    list_node(gpu, "mem", i, gpu->config.cores + i);
}

static void list_mesh(struct gpu *gpu, const char *name, struct mesh *mesh)
{
    for (unsigned n = 0; n < mesh->nodes; n++) {
        struct gpu_instance router = {.block = &router_block,
                                      .params = &mesh->router[n].params,
                                      .state = &mesh->router[n],
                                      .in = &mesh->in[n],
                                      .out = &mesh->out[n]};
        snprintf(router.path, sizeof(router.path), "%s.router_%u_%u", name, n % mesh->width,
                 n / mesh->width);
        add_instance(gpu, &router);
    }
}

void gpu_list_instances(struct gpu *gpu)
{
    unsigned routers = gpu->mesh[REQUEST_MESH].nodes + gpu->mesh[REPLY_MESH].nodes;
    unsigned most = 5 * gpu->config.cores + 3 * gpu->config.partitions + routers + 2;
    gpu->instances = xcalloc(most, sizeof(*gpu->instances));
    for (unsigned i = 0; i < gpu->config.cores; i++)
        list_core(gpu, i);
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        list_partition(gpu, i);
    list_mesh(gpu, "request_mesh", &gpu->mesh[REQUEST_MESH]);
    list_mesh(gpu, "reply_mesh", &gpu->mesh[REPLY_MESH]);
    struct gpu_instance divider = {.path = "clock_divider",
                                   .block = &clock_divider_block,
                                   .params = &gpu->params.clock_divider,
                                   .state = &gpu->clock_divider,
                                   .in = &gpu->clock_divider_in,
                                   .out = &gpu->clock_divider_out};
    add_instance(gpu, &divider);
    struct gpu_instance merge = {.path = "perf_merge",
                                 .block = &perf_merge_block,
                                 .params = &gpu->params.perf_merge,
                                 .state = &gpu->perf_merge,
                                 .in = &gpu->perf_merge_in,
                                 .out = &gpu->perf_merge_out};
    add_instance(gpu, &merge);
}

void gpu_refresh(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->members[GPU_NOC_PORT]; i++)
        gpu_gather_port(gpu, i);
    for (unsigned i = 0; i < MESHES; i++)
        for (unsigned n = 0; n < gpu->mesh[i].nodes; n++)
            gpu->mesh[i].in[n].noc_en = gpu->clock_divider_out.en;
}

uint64_t gpu_hash(const struct gpu *gpu)
{
    uint64_t hash = hash_word(gpu->now, gpu->phase);
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const struct gpu_instance *instance = &gpu->instances[i];
        hash = hash_word(hash, instance->block->twin->hash(instance->state));
    }
    for (unsigned i = 0; i < gpu->config.cores; i++)
        hash = hash_word(hash, sm_hash(&gpu->sm[i]));
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        hash = hash_word(hash, dram_hash(&gpu->partition[i].dram));
    return hash;
}

void gpu_collect(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.cores; i++)
        sm_account(&gpu->sm[i], gpu->now);
    for (unsigned i = 0; i < gpu->config.cores + gpu->config.partitions; i++)
        for (unsigned event = 0; event < PERF_EVENTS; event++) {
            uint64_t *total = &gpu->node[i].totals[event];
            *total += (uint32_t)(gpu->node[i].counters.counters[event] - (uint32_t)*total);
        }
}

/* What the instance offers and what it is offered. */
static void print_waiting(const struct gpu_instance *instance, FILE *file)
{
    const struct block *block = instance->block;
    for (unsigned i = 0; i < block->port_count; i++) {
        const struct block_port *port = &block->ports[i];
        size_t length = strlen(port->name);
        bool is_valid = length > 6 && !strcmp(port->name + length - 6, "_valid");
        if (!is_valid || port->form != PORT_BOOL)
            continue;
        const char *side = port->is_output ? instance->out : instance->in;
        bool valid;
        memcpy(&valid, side + port->offset, sizeof(valid));
        if (valid)
            fprintf(file, " %s %.*s", port->is_output ? "offers" : "is offered", (int)length - 6,
                    port->name);
    }
}

/* Their state follows time, or inputs that have no valid. */
static bool is_never_idle(const struct block *block)
{
    return block == &clock_divider_block || block == &perf_counters_block ||
           block == &perf_merge_block;
}

void gpu_print_stuck(const struct gpu *gpu, FILE *file)
{
    fprintf(file, "cycle %" PRIu64 ": blocks that are not idle:\n", gpu->now);
    for (unsigned i = 0; i < gpu->config.cores; i++)
        if (!sm_is_done(&gpu->sm[i]))
            fprintf(file, "core_%u.sm: %u blocks resident, %u requests queued, %u in flight%s\n", i,
                    gpu->sm[i].resident, gpu->sm[i].queue_used,
                    gpu->sm[i].ids - gpu->sm[i].free_ids,
                    gpu->sm[i].offered ? ", offers a request" : "");
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const struct gpu_instance *instance = &gpu->instances[i];
        if (is_never_idle(instance->block) || instance->block->twin->is_idle(instance->state))
            continue;
        fprintf(file, "%s:", instance->path);
        print_waiting(instance, file);
        putc('\n', file);
    }
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        if (!dram_is_idle(&gpu->partition[i].dram))
            fprintf(file, "mem_%u.dram: %u requests queued, %u replies\n", i,
                    gpu->partition[i].dram.queued, gpu->partition[i].dram.reply_count);
}
