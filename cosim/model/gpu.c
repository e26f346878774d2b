/* The chip model's life and its clock: see gpu.h. gpu_blocks.c has the wiring, gpu_inspect.c the
 * views from outside. */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

#include "gpu_blocks.h"
#include "ideal_links.h"
#include "util.h"

/* One block in the order of a shuffled edge. */
struct gpu_visit {
    uint16_t class, index;
};

static void init_members(struct gpu *gpu)
{
    unsigned cores = gpu->config.cores, partitions = gpu->config.partitions;
    static const enum gpu_class per_core[] = {GPU_SM, GPU_L1_ARBITER, GPU_L1_CACHE, GPU_MSHR};
    for (unsigned i = 0; i < sizeof(per_core) / sizeof(*per_core); i++)
        gpu->members[per_core[i]] = cores;
    static const enum gpu_class of_shared_l1[] = {GPU_REQUESTER, GPU_REMOTE_IN_QUEUE,
                                                  GPU_REMOTE_OUT_QUEUE, GPU_DYNEB};
    for (unsigned i = 0; i < sizeof(of_shared_l1) / sizeof(*of_shared_l1); i++)
        gpu->members[of_shared_l1[i]] = gpu->config.shared_l1 ? cores : 0;
    gpu->members[GPU_LLC_SLICE] = gpu->members[GPU_DRAM] = partitions;
    gpu->members[GPU_NOC_PORT] = gpu->ports;
    gpu->members[GPU_PERF_COUNTERS] = gpu->nodes;
    gpu->members[GPU_MESH] = gpu->meshes;
    gpu->members[GPU_PERF_MERGE] = 1;
    unsigned all = 0;
    for (unsigned class = 0; class < GPU_CLASSES; class ++)
        all += gpu->members[class];
    gpu->visits = xcalloc(all, sizeof(*gpu->visits));
}

static void visit_all_routers(struct gpu *gpu)
{
    for (unsigned m = 0; m < gpu->meshes; m++) {
        unsigned routers = gpu->mesh[m].routers;
        uint16_t *order = xcalloc(routers, sizeof(*order));
        for (unsigned i = 0; i < routers; i++)
            order[i] = (uint16_t)i;
        gpu->mesh_order[m] = order;
        mesh_visit_all(&gpu->mesh[m], order);
    }
}

static void init_core(struct gpu *gpu, unsigned i)
{
    const struct chip_params *params = &gpu->params;
    struct gpu_core *core = &gpu->core[i];
    bool carry_data = !gpu->options.no_data;
    sm_init(&gpu->sm[i], &gpu->config, i, gpu->workload);
    l1_arbiter_init(&core->arbiter, &params->l1_arbiter);
    l1_cache_init(&core->cache, &params->l1_cache);
    mshr_init(&core->mshr, &params->mshr);
    gpu->sm[i].report = gpu->options.report;
    gpu->sm[i].carry_data = core->arbiter.carry_data = carry_data;
    core->cache.carry_data = core->mshr.carry_data = carry_data;
    if (!gpu->config.shared_l1)
        return;
    requester_init(&core->requester, &params->requester);
    remote_in_queue_init(&core->in_queue, &params->remote_in_queue);
    remote_out_queue_init(&core->out_queue, &params->remote_out_queue);
    dyneb_init(&core->dyneb, &params->dyneb);
    core->requester.carry_data = core->in_queue.carry_data = carry_data;
    core->out_queue.carry_data = carry_data;
}

static void release_core(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    sm_release(&gpu->sm[i]);
    l1_arbiter_release(&core->arbiter);
    l1_cache_release(&core->cache);
    mshr_release(&core->mshr);
    if (!gpu->config.shared_l1)
        return;
    requester_release(&core->requester);
    remote_in_queue_release(&core->in_queue);
    remote_out_queue_release(&core->out_queue);
    dyneb_release(&core->dyneb);
}

/* Of core nodes, memory nodes, and cores as homes, in the order of the ports. */
static const struct noc_port_params *port_params(const struct gpu *gpu, unsigned port)
{
    const struct chip_params *params = &gpu->params;
    if (port < gpu->config.cores)
        return &params->core_port;
    return port < gpu->nodes ? &params->memory_port : &params->home_port;
}

static void init_blocks(struct gpu *gpu)
{
    const struct config *config = &gpu->config;
    const struct chip_params *params = &gpu->params;
    bool carry_data = !gpu->options.no_data;
    for (unsigned i = 0; i < config->cores; i++)
        init_core(gpu, i);
    for (unsigned i = 0; i < config->partitions; i++) {
        llc_slice_init(&gpu->partition[i].slice, &params->llc_slice);
        dram_init(&gpu->partition[i].dram, config, &gpu->memory);
        gpu->partition[i].slice.carry_data = gpu->partition[i].dram.carry_data = carry_data;
    }
    for (unsigned i = 0; i < gpu->ports; i++) {
        noc_port_init(&gpu->port[i].port, port_params(gpu, i));
        gpu->port[i].port.carry_data = carry_data;
    }
    for (unsigned i = 0; i < gpu->nodes; i++)
        perf_counters_init(&gpu->node[i].counters, &params->perf_counters);
    for (unsigned i = 0; i < gpu->meshes; i++)
        mesh_init(&gpu->mesh[i], gpu_network(gpu, i));
    if (gpu->options.no_skip || gpu->options.shuffle_seed)
        visit_all_routers(gpu);
    clock_divider_init(&gpu->clock_divider, &params->clock_divider);
    perf_merge_init(&gpu->perf_merge, &params->perf_merge);
}

/* After reset every wire is driven once. */
static void drive_all(struct gpu *gpu)
{
    clock_divider_outputs(&gpu->clock_divider, &gpu->clock_divider_out);
    for (unsigned class = 0; class < GPU_CLASSES; class ++)
        for (unsigned i = 0; i < gpu->members[class]; i++)
            gpu_classes[class].drive(gpu, i);
}

static void put_image(void *gpu, uint64_t address, const void *bytes, size_t size)
{
    memory_write_bytes(&((struct gpu *)gpu)->memory, address, bytes, size);
}

static void load_image(struct gpu *gpu)
{
    uint64_t end = workload_address_end(gpu->workload);
    if (end > UINT64_C(1) << gpu->config.address_bits)
        die("workload '%s' uses addresses up to 0x%llx, address_bits = %u is not enough",
            workload_name(gpu->workload), (unsigned long long)end - 1, gpu->config.address_bits);
    workload_image(gpu->workload, put_image, gpu);
}

struct gpu *gpu_new(const struct config *config, struct workload *workload,
                    const struct gpu_options *options)
{
    struct gpu *gpu = xcalloc(1, sizeof(*gpu));
    gpu->nodes = config->cores + config->partitions;
    bool home_ports = config->shared_l1 && config->remote_via != REMOTE_VIA_L2;
    gpu->ports = gpu->nodes + (home_ports ? config->cores : 0);
    gpu->config = *config;
    gpu->meshes = 2;
    if (config->remote_via == REMOTE_VIA_CROSSBAR) {
        config_crossbar(config, &gpu->crossbar);
        gpu->meshes = 3;
    }
    gpu->options = *options;
    gpu->workload = workload;
    gpu->sm = xcalloc(config->cores, sizeof(*gpu->sm));
    gpu->core = xcalloc(config->cores, sizeof(*gpu->core));
    gpu->partition = xcalloc(config->partitions, sizeof(*gpu->partition));
    gpu->node = xcalloc(gpu->nodes, sizeof(*gpu->node));
    gpu->port = xcalloc(gpu->ports, sizeof(*gpu->port));
    memory_init(&gpu->memory);
    chip_params_init(&gpu->params, config);
    init_members(gpu);
    init_blocks(gpu);
    gpu_connect(gpu);
    gpu_select(gpu, GPU_STAT_NONE, 0);
    if (config->shared_l1)
        gpu_set_mode(gpu,
                     (struct gpu_mode){config->l1_policy, config->l1_chunk, config->l1_nearest});
    drive_all(gpu);
    if (options->reuse)
        gpu_reuse_init(gpu);
    rng_init(&gpu->shuffle, options->shuffle_seed);
    rng_init(&gpu->mode_rng, options->policy_seed);
    load_image(gpu);
    dispatch_init(&gpu->dispatch, &gpu->config, workload);
    if (!dispatch_next_kernel(&gpu->dispatch))
        gpu->phase = GPU_WRITE_BACK;
    gpu_list_instances(gpu);
    return gpu;
}

void gpu_free(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.cores; i++)
        release_core(gpu, i);
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        llc_slice_release(&gpu->partition[i].slice);
    for (unsigned i = 0; i < gpu->ports; i++)
        noc_port_release(&gpu->port[i].port);
    for (unsigned i = 0; i < gpu->nodes; i++)
        perf_counters_release(&gpu->node[i].counters);
    for (unsigned i = 0; i < gpu->meshes; i++) {
        mesh_release(&gpu->mesh[i]);
        free(gpu->mesh_order[i]);
    }
    clock_divider_release(&gpu->clock_divider);
    perf_merge_release(&gpu->perf_merge);
    memory_release(&gpu->memory);
    reuse_distance_release(&gpu->reuse);
    free(gpu->sm);
    free(gpu->core);
    free(gpu->partition);
    free(gpu->node);
    free(gpu->port);
    free(gpu->visits);
    free(gpu->kernel_cycles);
    free(gpu->instances);
    free(gpu->phases);
    free(gpu);
}

/* The kernel-boundary inputs of all L1s and MSHRs. */
static void set_flush(struct gpu *gpu, bool flush)
{
    if (gpu->flush == flush)
        return;
    gpu->flush = flush;
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        gpu->core[i].cache_in.flush = gpu->core[i].mshr_in.flush = flush;
        gpu_wake(gpu, GPU_L1_CACHE, i);
        gpu_wake(gpu, GPU_MSHR, i);
    }
}

static void set_llc_flush(struct gpu *gpu, bool flush)
{
    if (gpu->llc_flush == flush)
        return;
    gpu->llc_flush = flush;
    for (unsigned i = 0; i < gpu->config.partitions; i++) {
        gpu->partition[i].slice_in.flush = flush;
        gpu_wake(gpu, GPU_LLC_SLICE, i);
    }
}

static bool cores_done(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.cores; i++)
        if (!sm_is_done(&gpu->sm[i]))
            return false;
    return true;
}

static bool memory_quiet(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        if (!llc_slice_is_idle(&gpu->partition[i].slice) || !dram_is_idle(&gpu->partition[i].dram))
            return false;
    return !gpu_llc_busy(gpu);
}

static void end_kernel(struct gpu *gpu)
{
    uint64_t kernels = gpu->dispatch.kernels;
    gpu->kernel_cycles = xrealloc(gpu->kernel_cycles, kernels * sizeof(*gpu->kernel_cycles));
    gpu->kernel_cycles[kernels - 1] = gpu->now - gpu->kernel_started_at;
    gpu->kernels_done = kernels;
    gpu->kernel_started_at = gpu->now;
    set_flush(gpu, true);
    if (!dispatch_next_kernel(&gpu->dispatch))
        gpu->phase = GPU_WRITE_BACK;
}

static void give_out_blocks(struct gpu *gpu)
{
    if (!dispatch_step(&gpu->dispatch, gpu->sm, gpu->now))
        return;
    for (unsigned i = 0; i < gpu->config.cores; i++)
        if (!sm_is_idle(&gpu->sm[i]))
            gpu_wake(gpu, GPU_SM, i);
}

void gpu_begin(struct gpu *gpu)
{
    bool write_back_began = gpu->llc_flush;
    if (gpu->options.sharing)
        sharing_look(gpu);
    if (gpu->options.policy_seed && gpu->now >= gpu->mode_until)
        gpu_change_mode(gpu);
    set_flush(gpu, false);
    set_llc_flush(gpu, false);
    switch (gpu->phase) {
    case GPU_KERNELS:
        if (gpu->dispatch.left)
            give_out_blocks(gpu);
        else if (cores_done(gpu))
            end_kernel(gpu);
        break;
    case GPU_WRITE_BACK:
        if (!gpu->write_back_started) {
            gpu->write_back_started = true;
            set_llc_flush(gpu, true);
        } else if (!write_back_began && memory_quiet(gpu)) {
            gpu->phase = GPU_DONE;
        }
        break;
    case GPU_DONE:
        break;
    }
}

bool gpu_llc_busy(const struct gpu *gpu)
{
    bool busy = false;
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        busy |= gpu->partition[i].slice_out.busy;
    return busy;
}

void gpu_select(struct gpu *gpu, unsigned node, unsigned counter)
{
    gpu->stat_node = node;
    gpu->stat_counter = counter;
    for (unsigned i = 0; i < gpu->nodes; i++) {
        gpu->node[i].counters_in.select_node = node;
        gpu->node[i].counters_in.select_counter = counter;
        if (i == node)
            gpu_wake(gpu, GPU_PERF_COUNTERS, i);
    }
}

static void wake_drams(struct gpu *gpu)
{
    uint64_t earliest = UINT64_MAX;
    for (unsigned i = 0; i < gpu->config.partitions; i++) {
        uint64_t wake_at = gpu->partition[i].dram.wake_at;
        if (wake_at <= gpu->now)
            gpu_wake(gpu, GPU_DRAM, i);
        else if (wake_at < earliest)
            earliest = wake_at;
    }
    gpu->dram_wake_at = earliest;
}

/* This edge has noc_en: ports act that are not idle or have something on their router's wires. */
static void wake_ports(struct gpu *gpu)
{
    for (unsigned word = 0; word < GPU_MASK_WORDS; word++)
        gpu->active[GPU_NOC_PORT][word] |= gpu->busy_ports[word];
    for (unsigned m = 0; m < gpu->meshes; m++)
        for (unsigned word = 0; word < gpu->mesh[m].words; word++)
            for (uint64_t rest = gpu->mesh[m].local[word]; rest; rest &= rest - 1) {
                unsigned place = word * 64 + (unsigned)__builtin_ctzll(rest);
                gpu_wake(gpu, GPU_NOC_PORT, gpu->injector[m][place]);
                gpu_wake(gpu, GPU_NOC_PORT, gpu->ejector[m][place]);
            }
}

static void wake_all(struct gpu *gpu)
{
    for (unsigned class = 0; class < GPU_CLASSES; class ++)
        for (unsigned i = 0; i < gpu->members[class]; i++)
            gpu_wake(gpu, class, i);
}

static bool anything_active(const struct gpu *gpu)
{
    uint64_t any = 0;
    for (unsigned word = 0; word < GPU_MASK_WORDS; word++)
        any |= gpu->busy_ports[word];
    for (unsigned class = 0; class < GPU_CLASSES; class ++)
        for (unsigned word = 0; word < GPU_MASK_WORDS; word++)
            any |= gpu->active[class][word];
    return any;
}

/* Moves `active` to `stepping`; the networks keep theirs until their clock is enabled. */
static void choose_steps(struct gpu *gpu)
{
    bool noc_en = gpu->clock_divider_out.en;
    if (gpu->dram_wake_at <= gpu->now)
        wake_drams(gpu);
    if (noc_en)
        wake_ports(gpu);
    if (gpu->options.no_skip)
        wake_all(gpu);
    uint64_t networks = noc_en ? 0 : gpu->active[GPU_MESH][0];
    memcpy(gpu->stepping, gpu->active, sizeof(gpu->active));
    memset(gpu->active, 0, sizeof(gpu->active));
    gpu->stepping[GPU_MESH][0] ^= networks;
    gpu->active[GPU_MESH][0] = networks;
}

/* Calls step or drive of every stepping block, class by class. */
static void step_blocks(struct gpu *gpu)
{
    for (unsigned class = 0; class < GPU_CLASSES; class ++)
        for (unsigned word = 0; word * 64 < gpu->members[class]; word++)
            for (uint64_t rest = gpu->stepping[class][word]; rest; rest &= rest - 1)
                gpu_classes[class].step(gpu, word * 64 + (unsigned)__builtin_ctzll(rest));
}

static void drive_blocks(struct gpu *gpu)
{
    for (unsigned class = 0; class < GPU_CLASSES; class ++)
        for (unsigned word = 0; word * 64 < gpu->members[class]; word++)
            for (uint64_t rest = gpu->stepping[class][word]; rest; rest &= rest - 1)
                gpu_classes[class].drive(gpu, word * 64 + (unsigned)__builtin_ctzll(rest));
}

static void shuffle_routers(struct gpu *gpu, unsigned mesh)
{
    uint16_t *order = gpu->mesh_order[mesh];
    for (unsigned i = gpu->mesh[mesh].routers; i > 1; i--) {
        unsigned other = rng_below(&gpu->shuffle, i);
        uint16_t last = order[i - 1];
        order[i - 1] = order[other];
        order[other] = last;
    }
}

/* The same in random order over all blocks: shows that no block sees what another did at this edge.
 */
static unsigned shuffle_visits(struct gpu *gpu)
{
    unsigned count = 0;
    for (unsigned class = 0; class < GPU_CLASSES; class ++)
        for (unsigned i = 0; i < gpu->members[class]; i++)
            if (gpu->stepping[class][i / 64] >> (i % 64) & 1)
                gpu->visits[count++] = (struct gpu_visit){(uint16_t) class, (uint16_t)i};
    for (unsigned i = count; i > 1; i--) {
        unsigned other = rng_below(&gpu->shuffle, i);
        struct gpu_visit last = gpu->visits[i - 1];
        gpu->visits[i - 1] = gpu->visits[other];
        gpu->visits[other] = last;
    }
    for (unsigned m = 0; m < gpu->meshes; m++)
        shuffle_routers(gpu, m);
    return count;
}

static void shuffled_edge(struct gpu *gpu)
{
    unsigned count = shuffle_visits(gpu);
    for (unsigned i = 0; i < count; i++)
        gpu_classes[gpu->visits[i].class].step(gpu, gpu->visits[i].index);
    count = shuffle_visits(gpu);
    for (unsigned i = 0; i < count; i++)
        gpu_classes[gpu->visits[i].class].drive(gpu, gpu->visits[i].index);
}

void gpu_edge(struct gpu *gpu)
{
    if (gpu->options.ideal_links)
        ideal_links_drive(gpu);
    choose_steps(gpu);
    if (gpu->options.shuffle_seed) {
        shuffled_edge(gpu);
    } else {
        step_blocks(gpu);
        drive_blocks(gpu);
    }
    clock_divider_step(&gpu->clock_divider, &gpu->clock_divider_in);
    clock_divider_outputs(&gpu->clock_divider, &gpu->clock_divider_out);
    gpu->now++;
}

/* Nothing is active: to the next deadline, where alone something can happen. */
static void jump(struct gpu *gpu)
{
    wake_drams(gpu);
    if (anything_active(gpu) || gpu->dram_wake_at == UINT64_MAX)
        return;
    clock_divider_skip(&gpu->clock_divider, gpu->dram_wake_at - gpu->now);
    clock_divider_outputs(&gpu->clock_divider, &gpu->clock_divider_out);
    gpu->now = gpu->dram_wake_at;
}

void gpu_tick(struct gpu *gpu)
{
    gpu_begin(gpu);
    if (gpu->phase == GPU_DONE)
        return;
    bool every_cycle = gpu->options.no_skip || gpu->options.policy_seed || gpu->options.ideal_links;
    if (!every_cycle && !anything_active(gpu))
        jump(gpu);
    gpu_edge(gpu);
}
