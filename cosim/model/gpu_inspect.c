/* The chip model seen from outside: block instances by RTL path, state hash, totals of the
 * counters, reports of what is stuck. */
#include "gpu.h"

#include <inttypes.h>
#include <string.h>

#include "gpu_blocks.h"
#include "hash.h"
#include "util.h"

/* The instance of a block's twin, named as in the RTL. Parameters, state and wires have the types
 * that the block's header declares. */
#define LIST(gpu, kind, index, name, leaf, parameters, twin, inputs, outputs)                      \
    add_instance(gpu, kind, index, name,                                                           \
                 (struct gpu_instance){.block = &leaf##_block,                                     \
                                       .params = (parameters),                                     \
                                       .state = (twin),                                            \
                                       .in = (inputs),                                             \
                                       .out = (outputs)})

static void add_instance(struct gpu *gpu, const char *kind, unsigned index, const char *name,
                         struct gpu_instance instance)
{
    snprintf(instance.path, sizeof(instance.path), "%.8s_%u.%.20s", kind, index, name);
    gpu->instances[gpu->instance_count++] = instance;
}

static void list_port(struct gpu *gpu, const char *kind, unsigned index, const char *name,
                      unsigned port_index)
{
    struct gpu_port *port = &gpu->port[port_index];
    LIST(gpu, kind, index, name, noc_port, &port->port.params, &port->port, &port->in, &port->out);
}

/* The parts that cores and partitions have both. */
static void list_node(struct gpu *gpu, const char *kind, unsigned index, unsigned node_index)
{
    struct gpu_node *node = &gpu->node[node_index];
    list_port(gpu, kind, index, "noc_port", node_index);
    LIST(gpu, kind, index, "perf_counters", perf_counters, &gpu->params.perf_counters,
         &node->counters, &node->counters_in, &node->counters_out);
}

static void list_shared(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    const struct chip_params *params = &gpu->params;
    LIST(gpu, "core", i, "requester", requester, &params->requester, &core->requester,
         &core->requester_in, &core->requester_out);
    LIST(gpu, "core", i, "remote_in_queue", remote_in_queue, &params->remote_in_queue,
         &core->in_queue, &core->in_queue_in, &core->in_queue_out);
    LIST(gpu, "core", i, "remote_out_queue", remote_out_queue, &params->remote_out_queue,
         &core->out_queue, &core->out_queue_in, &core->out_queue_out);
    LIST(gpu, "core", i, "dyneb", dyneb, &params->dyneb, &core->dyneb, &core->dyneb_in,
         &core->dyneb_out);
    if (!gpu_relays(gpu))
        list_port(gpu, "core", i, "home_port", gpu_home_port(gpu, i));
}

static void list_core(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    const struct chip_params *params = &gpu->params;
    LIST(gpu, "core", i, "l1_arbiter", l1_arbiter, &params->l1_arbiter, &core->arbiter,
         &core->arbiter_in, &core->arbiter_out);
    LIST(gpu, "core", i, "l1_cache", l1_cache, &params->l1_cache, &core->cache, &core->cache_in,
         &core->cache_out);
    LIST(gpu, "core", i, "mshr", mshr, &params->mshr, &core->mshr, &core->mshr_in, &core->mshr_out);
    if (gpu->config.shared_l1)
        list_shared(gpu, i);
    list_node(gpu, "core", i, i);
}

static void list_partition(struct gpu *gpu, unsigned i)
{
    struct gpu_partition *partition = &gpu->partition[i];
    LIST(gpu, "mem", i, "llc_slice", llc_slice, &gpu->params.llc_slice, &partition->slice,
         &partition->slice_in, &partition->slice_out);
    list_node(gpu, "mem", i, gpu->config.cores + i);
}

static void list_mesh(struct gpu *gpu, const char *name, struct mesh *mesh)
{
    for (unsigned n = 0; n < mesh->routers; n++) {
        struct gpu_instance *router = &gpu->instances[gpu->instance_count++];
        char router_name[16];
        *router = (struct gpu_instance){.block = &router_block,
                                        .params = &mesh->router[n].params,
                                        .state = &mesh->router[n],
                                        .in = &mesh->in[n],
                                        .out = &mesh->out[n]};
        mesh_router_name(mesh, n, router_name, sizeof(router_name));
        snprintf(router->path, sizeof(router->path), "%s.%s", name, router_name);
    }
}

void gpu_list_instances(struct gpu *gpu)
{
    unsigned routers = 0;
    for (unsigned i = 0; i < gpu->meshes; i++)
        routers += gpu->mesh[i].routers;
    unsigned most = 10 * gpu->config.cores + 3 * gpu->config.partitions + routers + 2;
    gpu->instances = xcalloc(most, sizeof(*gpu->instances));
    for (unsigned i = 0; i < gpu->config.cores; i++)
        list_core(gpu, i);
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        list_partition(gpu, i);
    list_mesh(gpu, "request_mesh", &gpu->mesh[REQUEST_MESH]);
    list_mesh(gpu, "reply_mesh", &gpu->mesh[REPLY_MESH]);
    if (gpu_has_crossbar(gpu))
        list_mesh(gpu, "work_crossbar", &gpu->mesh[WORK_CROSSBAR]);
    gpu->instances[gpu->instance_count++] =
        (struct gpu_instance){.path = "clock_divider",
                              .block = &clock_divider_block,
                              .params = &gpu->params.clock_divider,
                              .state = &gpu->clock_divider,
                              .in = &gpu->clock_divider_in,
                              .out = &gpu->clock_divider_out};
    gpu->instances[gpu->instance_count++] = (struct gpu_instance){.path = "perf_merge",
                                                                  .block = &perf_merge_block,
                                                                  .params = &gpu->params.perf_merge,
                                                                  .state = &gpu->perf_merge,
                                                                  .in = &gpu->perf_merge_in,
                                                                  .out = &gpu->perf_merge_out};
}

void gpu_refresh(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->members[GPU_NOC_PORT]; i++)
        gpu_gather_port(gpu, i);
    for (unsigned i = 0; i < gpu->meshes; i++)
        for (unsigned n = 0; n < gpu->mesh[i].routers; n++)
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
        for (unsigned event = 0; event < gpu->config.events; event++) {
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
