/* The chip model seen from outside: block instances by RTL path, state hash, totals of the
 * counters, reports of what is stuck. */
#include "gpu.h"

#include <inttypes.h>
#include <string.h>

#include "blocks.h"
#include "gpu_class.h"
#include "hash.h"
#include "util.h"

static struct gpu_instance *new_instance(struct gpu *gpu)
{
    unsigned count = gpu->instance_count++;
    if (!(count & (count - 1)))
        gpu->instances =
            xrealloc(gpu->instances, (count ? 2 * count : 1) * sizeof(*gpu->instances));
    return &gpu->instances[count];
}

static void list_member(struct gpu *gpu, const struct gpu_class *class, unsigned member)
{
    struct gpu_instance *instance = new_instance(gpu);
    *instance = (struct gpu_instance){.block = class->plan->block,
                                      .params = class->params,
                                      .state = gpu_state_of(class, member),
                                      .in = gpu_in_of(class, member),
                                      .out = gpu_out_of(class, member)};
    if (class->kind < NODE_KINDS)
        snprintf(instance->path, sizeof(instance->path), "%s_%u.%s",
                 gpu->plan.node[class->kind].name, member, class->plan->name);
    else
        snprintf(instance->path, sizeof(instance->path), "%s", class->plan->name);
}

static void list_nodes(struct gpu *gpu, enum node_kind kind)
{
    for (unsigned node = 0; node < gpu->plan.node[kind].count; node++)
        for (unsigned c = 0; c < gpu->class_count; c++)
            if (gpu->classes[c].kind == kind && !gpu->classes[c].plan->outside)
                list_member(gpu, &gpu->classes[c], node);
}

static void list_mesh(struct gpu *gpu, const char *name, struct mesh *mesh)
{
    for (unsigned n = 0; n < mesh->routers; n++) {
        struct gpu_instance *router = new_instance(gpu);
        char router_name[32];
        unsigned mc = n - mesh->mc_first;
        *router = mc < mesh->mc_count ? (struct gpu_instance){.block = &mc_router_block,
                                                              .params = &mesh->mc[mc].params,
                                                              .state = &mesh->mc[mc],
                                                              .in = &mesh->mc_in[mc],
                                                              .out = &mesh->mc_out[mc]}
                                      : (struct gpu_instance){.block = &router_block,
                                                              .params = &mesh->router[n].params,
                                                              .state = &mesh->router[n],
                                                              .in = &mesh->in[n],
                                                              .out = &mesh->out[n]};
        network_router_name(mesh->network, n, router_name, sizeof(router_name));
        snprintf(router->path, sizeof(router->path), "%s.%s", name, router_name);
    }
}

static void list_enables(struct gpu *gpu, const struct network *network)
{
    for (unsigned n = 0; n < network_routers(network); n++) {
        struct gpu_instance *flop = new_instance(gpu);
        char flop_name[32];
        *flop = (struct gpu_instance){.block = &noc_enable_block,
                                      .params = &gpu->noc_enable_params,
                                      .state = &gpu->noc_enable,
                                      .in = &gpu->noc_enable_in,
                                      .out = &gpu->noc_enable_out};
        network_enable_name(network, n, flop_name, sizeof(flop_name));
        snprintf(flop->path, sizeof(flop->path), "%s.%s", network->name, flop_name);
    }
}

void gpu_list_instances(struct gpu *gpu)
{
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        list_nodes(gpu, kind);
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        list_mesh(gpu, gpu->plan.network[i].name, &gpu->mesh[i]);
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        list_enables(gpu, &gpu->plan.network[i]);
    struct gpu_instance *divider = new_instance(gpu);
    *divider = (struct gpu_instance){.block = &clock_divider_block,
                                     .params = &gpu->clock_divider_params,
                                     .state = &gpu->clock_divider,
                                     .in = &gpu->clock_divider_in,
                                     .out = &gpu->clock_divider_out};
    snprintf(divider->path, sizeof(divider->path), "%s", gpu->plan.clock_divider.name);
    list_member(gpu, gpu->perf_merge, 0);
}

const struct gpu_instance *gpu_instance_at(const struct gpu *gpu, const char *path)
{
    for (unsigned i = 0; i < gpu->instance_count; i++)
        if (!strcmp(gpu->instances[i].path, path))
            return &gpu->instances[i];
    return NULL;
}

void gpu_refresh(struct gpu *gpu)
{
    for (unsigned c = 0; c < gpu->class_count; c++)
        for (unsigned i = 0; gpu->classes[c].inject && i < gpu->classes[c].members; i++)
            gpu_gather_port(gpu, &gpu->classes[c], i);
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        mesh_show(&gpu->mesh[i], gpu->clock_divider_out.en);
}

unsigned gpu_core_at(const struct gpu *gpu, const struct network *network, uint64_t address)
{
    return gpu->injector[network - gpu->plan.network][network_place(network, (unsigned)address)]
        .member;
}

/* The state of all instances is what the model knows. */
static void show_states(const struct gpu *gpu)
{
    for (unsigned c = 0; c < gpu->class_count; c++)
        for (unsigned i = 0; gpu->classes[c].steps && i < gpu->classes[c].members; i++)
            gpu_catch_up(gpu, &gpu->classes[c], i);
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        mesh_show_routers(&gpu->mesh[i]);
}

uint64_t gpu_hash(const struct gpu *gpu)
{
    uint64_t hash = hash_word(gpu->now, gpu->phase);
    show_states(gpu);
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const struct gpu_instance *instance = &gpu->instances[i];
        hash = hash_word(hash, instance->block->twin->hash(instance->state));
    }
    for (unsigned i = 0; i < gpu->config.cores; i++)
        hash = hash_word(hash, sm_hash(&gpu->sm[i]));
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        hash = hash_word(hash, gpu->axi ? axi_dram_hash(&gpu->axi[i]) : dram_hash(&gpu->dram[i]));
    return hash;
}

static void collect_counters(struct gpu *gpu, enum node_kind kind)
{
    struct gpu_class *class = gpu_class_of(gpu, kind, &perf_counters_block);
    for (unsigned i = 0; i < class->members; i++) {
        gpu_catch_up(gpu, class, i);
        const struct perf_counters *counters = gpu_state_of(class, i);
        uint64_t *totals = gpu->totals[plan_index(&gpu->plan, kind, i)];
        for (unsigned event = 0; event < gpu->plan.events; event++)
            totals[event] += (uint32_t)(counters->counters[event] - (uint32_t)totals[event]);
    }
}

void gpu_collect(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.cores; i++)
        sm_account(&gpu->sm[i], gpu->now);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        if (plan_has(&gpu->plan.node[kind], "perf_counters"))
            collect_counters(gpu, kind);
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
    return block == &clock_divider_block || block == &noc_enable_block ||
           block == &perf_counters_block || block == &perf_merge_block;
}

void gpu_print_stuck(const struct gpu *gpu, FILE *file)
{
    fprintf(file, "cycle %" PRIu64 ": blocks that are not idle:\n", gpu->now);
    show_states(gpu);
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
        if (!dram_is_idle(&gpu->dram[i]))
            fprintf(file, "mem_%u.dram: %u reads and %u writes queued, %u replies\n", i,
                    gpu->dram[i].queue[0].count, gpu->dram[i].queue[1].count,
                    gpu->dram[i].reply_count);
}
