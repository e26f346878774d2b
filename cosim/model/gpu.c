/* The chip model's life and its clock: see gpu.h. bind.c makes it from the plan, wires.c carries
 * the values, gpu_inspect.c has the views from outside. */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

#include "axi_dram_ports.h"
#include "axi_port.h"
#include "blocks.h"
#include "dram_ports.h"
#include "gpu_class.h"
#include "ideal_ccn.h"
#include "ideal_links.h"
#include "llc_slice.h"
#include "perf_merge.h"
#include "sm_ports.h"
#include "util.h"

/* One block in the order of a shuffled edge. */
struct gpu_place {
    struct gpu_class *class;
    unsigned member;
};

void gpu_drive_enables(struct gpu *gpu)
{
    clock_divider_outputs(&gpu->clock_divider, &gpu->clock_divider_out);
    gpu->noc_enable.enabled = gpu->clock_divider_out.en;
    gpu->noc_enable_in.next_en = gpu->clock_divider_out.next_en;
    noc_enable_outputs(&gpu->noc_enable, &gpu->noc_enable_out);
}

/* After reset every wire is driven once. */
static void drive_all(struct gpu *gpu)
{
    gpu_drive_enables(gpu);
    for (unsigned c = 0; c < gpu->class_count; c++)
        for (unsigned i = 0; i < gpu->classes[c].members; i++)
            gpu->classes[c].drive(gpu->classes[c].worker[i], &gpu->classes[c], i);
}

/* Where a program's bytes go to, or come from. */
struct gpu_space {
    struct memory *memory;
    uint64_t base;
};

static void put_image(void *context, uint64_t address, const void *bytes, size_t size)
{
    const struct gpu_space *space = context;
    memory_write_bytes(space->memory, space->base + address, bytes, size);
}

static void get_bytes(void *context, uint64_t address, void *bytes, size_t size)
{
    const struct gpu_space *space = context;
    memory_read_bytes(space->memory, space->base + address, bytes, size);
}

const char *gpu_check_results(struct gpu *gpu, unsigned program)
{
    struct gpu_space space = {&gpu->memory, gpu->programs[program].base};
    return workload_check(gpu->programs[program].workload, get_bytes, &space);
}

/* Bits of an address within a program's part of the addresses. */
static unsigned program_bits(const struct config *config)
{
    return config->address_bits - log2_ceil(config->programs);
}

static void step_counters(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    gpu_catch_up(worker->gpu, class, i);
    class->steps[i]++;
    perf_counters_step(gpu_state_of(class, i), gpu_in_of(class, i));
}

static void wake_merge(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    (void)class;
    (void)i;
    gpu_wake(worker->gpu->perf_merge, 0);
}

/* A node's counter goes to perf_merge, which ORs those of all nodes. */
static void drive_counters(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct gpu *gpu = worker->gpu;
    const struct perf_counters *counters = gpu_state_of(class, i);
    struct perf_merge_in *merge = gpu_in_of(gpu->perf_merge, 0);
    struct perf_counters_out *out = gpu_out_of(class, i);
    if (perf_counters_shows(counters, gpu_in_of(class, i)))
        worker_wake(worker, class, i);
    if (!(counters->value | out->value))
        return;
    perf_counters_outputs(counters, out);
    merge->node_value[plan_index(&gpu->plan, class->kind, i)] = out->value;
    if (out->value)
        gpu_later(worker, wake_merge, class, i);
}

/* What the error outputs report is no part of any statistics: the run has failed. */
static void count_error(struct gpu *gpu, struct gpu_errors *errors, bool pulse, unsigned partition)
{
    if (pulse && !errors->count++) {
        errors->first_at = gpu->now + 1;
        errors->first_in = partition;
    }
}

static void count_slice_error(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    const struct llc_slice_out *out = gpu_out_of(class, i);
    count_error(worker->gpu, &worker->gpu->dram_errors, out->error_dram_reply, i);
}

static void drive_slice(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    const struct llc_slice_out *out = gpu_out_of(class, i);
    gpu_drive_block(worker, class, i);
    if (out->error_dram_reply)
        gpu_later(worker, count_slice_error, class, i);
}

static void count_axi_errors(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct gpu *gpu = worker->gpu;
    const struct axi_port_out *out = gpu_out_of(class, i);
    count_error(gpu, &gpu->axi_errors[AXI_SLVERR], out->error_slverr, i);
    count_error(gpu, &gpu->axi_errors[AXI_DECERR], out->error_decerr, i);
    count_error(gpu, &gpu->axi_errors[AXI_UNKNOWN], out->error_unknown, i);
    count_error(gpu, &gpu->axi_errors[AXI_LAST], out->error_last, i);
    count_error(gpu, &gpu->axi_errors[AXI_TIMEOUT], out->error_timeout, i);
}

static void drive_axi_port(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    const struct axi_port_out *out = gpu_out_of(class, i);
    gpu_drive_block(worker, class, i);
    if (out->error_slverr | out->error_decerr | out->error_unknown | out->error_last |
        out->error_timeout)
        gpu_later(worker, count_axi_errors, class, i);
}

static void list_result(struct gpu *gpu, unsigned number)
{
    const struct plan_result *result = &plan_results[number];
    struct gpu_wires *wires = &gpu->results[number];
    wires->port = xcalloc(gpu->nodes, sizeof(*wires->port));
    for (unsigned c = 0; c < gpu->class_count; c++) {
        const struct gpu_class *class = &gpu->classes[c];
        bool drives = class->kind < NODE_KINDS &&
                      plan_has_result(&gpu->plan, number, class->kind) &&
                      !strcmp(class->plan->name, result->block);
        for (unsigned i = 0; drives && i < class->members; i++)
            wires->port[wires->count++] =
                (const char *)gpu_out_of(class, i) +
                block_port_named(class->plan->block, result->output)->offset;
    }
}

static void init_blocks(struct gpu *gpu)
{
    gpu_init_workers(gpu);
    gpu_bind(gpu);
    for (unsigned i = 0; i < gpu->class_count; i++)
        if (gpu->classes[i].plan->block == &perf_counters_block) {
            gpu->classes[i].step = step_counters;
            gpu->classes[i].drive = drive_counters;
        }
    gpu->sms = gpu_class_of(gpu, NODE_CORE, &sm_block);
    gpu->slices = gpu_class_of(gpu, NODE_MEMORY, &llc_slice_block);
    gpu->slices->drive = drive_slice;
    gpu->channels =
        gpu_class_of(gpu, NODE_MEMORY, gpu->config.mem_port ? &axi_dram_block : &dram_block);
    if (gpu->config.mem_port) {
        gpu->axi_ports = gpu_class_of(gpu, NODE_MEMORY, &axi_port_block);
        gpu->axi_ports->drive = drive_axi_port;
    }
    gpu_init_outside(gpu);
    gpu_init_networks(gpu);
    gpu_share_out(gpu);
    plan_params(&gpu->plan.clock_divider, &gpu->clock_divider_params);
    clock_divider_init(&gpu->clock_divider, &gpu->clock_divider_params);
    unsigned members = 0;
    for (unsigned i = 0; i < gpu->class_count; i++)
        members += gpu->classes[i].members;
    gpu->order = xcalloc(members, sizeof(*gpu->order));
    for (unsigned number = 0; number < RESULTS; number++)
        if (plan_results[number].form != RESULT_CHOSEN)
            list_result(gpu, number);
}

static void start_workloads(struct gpu *gpu)
{
    bool runs = false;
    for (unsigned i = 0; i < gpu->config.programs; i++) {
        struct gpu_program *program = &gpu->programs[i];
        struct gpu_space space = {&gpu->memory, program->base};
        workload_must_fit(program->workload, program_bits(&gpu->config));
        workload_image(program->workload, put_image, &space);
        dispatch_init(&program->dispatch, &gpu->config, i, program->workload);
        bool idle = gpu->options.idle >> i & 1;
        program->ended = idle || !dispatch_next_kernel(&program->dispatch);
        runs |= !program->ended;
    }
    if (!runs)
        gpu->phase = GPU_WRITE_BACK;
}

struct gpu *gpu_new(const struct plan *plan, struct workload *const *workloads,
                    const struct gpu_options *options)
{
    struct gpu *gpu = xcalloc(1, sizeof(*gpu));
    const struct config *config = &plan->config;
    unsigned all = (1u << config->programs) - 1;
    gpu->plan = *plan;
    gpu->config = *config;
    gpu->nodes = plan_nodes(plan);
    gpu->options = *options;
    for (unsigned i = 0; workloads && i < config->programs; i++)
        gpu->programs[i] = (struct gpu_program){.workload = workloads[i],
                                                .base = (uint64_t)i << program_bits(config)};
    gpu->totals = xcalloc(gpu->nodes, sizeof(*gpu->totals));
    memory_init(&gpu->memory);
    init_blocks(gpu);
    gpu_select(gpu, GPU_STAT_NONE, 0);
    gpu_set_mode(gpu, (struct gpu_mode){.policy = config->l1_policy,
                                        .chunk = config->l1_chunk,
                                        .nearest = config->l1_nearest,
                                        .llc_choice = all & ~options->shared_views});
    gpu_init_observers(gpu);
    drive_all(gpu);
    gpu_join_workers(gpu);
    rng_init(&gpu->shuffle, options->shuffle_seed);
    rng_init(&gpu->mode_rng, options->policy_seed);
    if (!options->open)
        start_workloads(gpu);
    if (gpu->config.ccn == CCN_IDEAL)
        gpu->ideal_ccn = ideal_ccn_new(gpu);
    gpu_list_instances(gpu);
    gpu_init_windows(gpu);
    return gpu;
}

void gpu_free(struct gpu *gpu)
{
    gpu_release_windows(gpu);
    gpu_release_outside(gpu);
    gpu_unbind(gpu);
    gpu_release_networks(gpu);
    clock_divider_release(&gpu->clock_divider);
    memory_release(&gpu->memory);
    reuse_distance_release(&gpu->reuse);
    free(gpu->ccn);
    free(gpu->bridges);
    ideal_ccn_free(gpu->ideal_ccn);
    free(gpu->reads);
    sharing_release(&gpu->sharing);
    for (unsigned number = 0; number < RESULTS; number++)
        free(gpu->results[number].port);
    free(gpu->totals);
    free(gpu->order);
    for (unsigned i = 0; i < gpu->config.programs; i++)
        free(gpu->programs[i].kernel_cycles);
    free(gpu->instances);
    locality_release(&gpu->locality);
    free(gpu->phases);
    gpu_release_workers(gpu);
    free(gpu);
}

/* Tells every reader of a control input, which acts upon it at the next edge. */
static void set_control(struct gpu *gpu, enum plan_control control, unsigned value)
{
    gpu->control[control] = value;
    for (unsigned c = 0; c < gpu->class_count; c++) {
        struct gpu_class *class = &gpu->classes[c];
        for (unsigned f = 0; f < class->feed_count; f++) {
            const struct gpu_feed *feed = &class->feeds[f];
            const struct plan_signal *signal = &plan_signals[feed->signal];
            if (signal->control != control)
                continue;
            bool own = signal->by_program && class->kind == NODE_CORE;
            for (unsigned i = 0; i < class->members; i++) {
                unsigned shift = own ? config_program(&gpu->config, i) : feed->element;
                gpu_feed(class, i, feed->port, 0, own || feed->one ? value >> shift & 1 : value);
                gpu_wake(class, i);
            }
        }
    }
}

void gpu_set_control(struct gpu *gpu, enum plan_control control, unsigned value)
{
    if (gpu->control[control] != value)
        set_control(gpu, control, value);
}

void gpu_set_mode(struct gpu *gpu, struct gpu_mode mode)
{
    gpu->mode = mode;
    set_control(gpu, CONTROL_L1_MODE, mode.policy);
    set_control(gpu, CONTROL_L1_CHUNK, mode.chunk);
    set_control(gpu, CONTROL_L1_NEAREST, mode.nearest);
    gpu_set_control(gpu, CONTROL_LLC_CHOICE, mode.llc_choice);
}

void gpu_select(struct gpu *gpu, unsigned node, unsigned counter)
{
    set_control(gpu, CONTROL_STAT_NODE, node);
    set_control(gpu, CONTROL_STAT_COUNTER, counter);
}

static bool cores_done(const struct gpu *gpu, unsigned program)
{
    for (unsigned i = 0; i < gpu->config.cores; i++)
        if (config_program(&gpu->config, i) == program && !sm_is_done(&gpu->sm[i]))
            return false;
    return true;
}

/* With what stands before it. */
static bool channel_is_idle(const struct gpu *gpu, unsigned i)
{
    if (!gpu->axi)
        return dram_is_idle(&gpu->dram[i]);
    return axi_port_is_idle(gpu_state_of(gpu->axi_ports, i)) && axi_dram_is_idle(&gpu->axi[i]);
}

static bool memory_quiet(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.partitions; i++) {
        const struct llc_slice_out *out = gpu_out_of(gpu->slices, i);
        if (!llc_slice_is_idle(gpu_state_of(gpu->slices, i)) || !channel_is_idle(gpu, i) ||
            out->busy)
            return false;
    }
    return true;
}

static void end_kernel(struct gpu *gpu, unsigned number)
{
    struct gpu_program *program = &gpu->programs[number];
    uint64_t kernels = program->dispatch.kernels;
    program->kernel_cycles =
        xrealloc(program->kernel_cycles, kernels * sizeof(*program->kernel_cycles));
    program->kernel_cycles[kernels - 1] = gpu->now - program->kernel_started_at;
    program->kernels_done = kernels;
    program->kernel_started_at = gpu->now;
    gpu_set_control(gpu, CONTROL_FLUSH, gpu->control[CONTROL_FLUSH] | 1u << number);
    program->ended = !dispatch_next_kernel(&program->dispatch);
    program->ended_at = gpu->now;
}

static void give_out_blocks(struct gpu *gpu, struct dispatch *dispatch)
{
    if (!dispatch_step(dispatch, gpu->sm, gpu->now))
        return;
    for (unsigned i = 0; i < gpu->config.cores; i++)
        if (!sm_is_idle(&gpu->sm[i]))
            gpu_wake(gpu->sms, i);
}

/* The next blocks of each program, or its next kernel; the write-back when all have ended. */
static void run_programs(struct gpu *gpu)
{
    bool runs = false;
    for (unsigned i = 0; i < gpu->config.programs; i++) {
        struct gpu_program *program = &gpu->programs[i];
        if (program->ended)
            continue;
        if (program->dispatch.left)
            give_out_blocks(gpu, &program->dispatch);
        else if (cores_done(gpu, i))
            end_kernel(gpu, i);
        runs |= !program->ended;
    }
    if (!runs)
        gpu->phase = GPU_WRITE_BACK;
}

void gpu_begin(struct gpu *gpu)
{
    bool write_back_began = gpu->control[CONTROL_LLC_FLUSH];
    if (gpu->options.sharing)
        sharing_look(gpu);
    if (gpu->options.policy_seed && gpu->now >= gpu->mode_until)
        gpu_change_mode(gpu);
    gpu_set_control(gpu, CONTROL_FLUSH, false);
    gpu_set_control(gpu, CONTROL_LLC_FLUSH, false);
    switch (gpu->phase) {
    case GPU_KERNELS:
        run_programs(gpu);
        break;
    case GPU_WRITE_BACK:
        if (!gpu->write_back_started) {
            gpu->write_back_started = true;
            gpu_set_control(gpu, CONTROL_LLC_FLUSH, true);
        } else if (!write_back_began && memory_quiet(gpu)) {
            gpu->phase = GPU_DONE;
        }
        break;
    case GPU_DONE:
        break;
    }
}

uint64_t gpu_result(const struct gpu *gpu, unsigned number)
{
    const struct gpu_wires *wires = &gpu->results[number];
    uint64_t value = 0;
    if (plan_results[number].form == RESULT_CHOSEN)
        return ((const struct perf_merge_out *)gpu_out_of(gpu->perf_merge, 0))->value;
    for (unsigned i = 0; i < wires->count; i++) {
        uint64_t bit = *wires->port[i] & 1;
        value |= plan_results[number].form == RESULT_EACH ? bit << i : bit;
    }
    return value;
}

void gpu_wake_drams(struct gpu *gpu)
{
    uint64_t earliest = UINT64_MAX;
    for (unsigned i = 0; i < gpu->config.partitions; i++) {
        uint64_t wake_at = gpu->dram[i].wake_at;
        if (wake_at <= gpu->now)
            gpu_wake(gpu->channels, i);
        else if (wake_at < earliest)
            earliest = wake_at;
    }
    gpu->dram_wake_at = earliest;
}

static void wake_all(struct gpu *gpu)
{
    for (unsigned c = 0; c < gpu->class_count; c++)
        for (unsigned i = 0; i < gpu->classes[c].members; i++)
            gpu_wake(&gpu->classes[c], i);
}

/* The blocks that step in random order: shows that no block sees what another did at this edge. */
static unsigned shuffle_visits(struct gpu *gpu)
{
    const struct gpu_worker *worker = gpu->workers;
    unsigned count = 0;
    for (unsigned c = 0; c < worker->acting_count; c++) {
        struct gpu_class *class = worker->acting[c];
        for (unsigned i = 0; i < class->members; i++)
            if (worker->stepping[class->number][i / 64] >> (i % 64) & 1)
                gpu->order[count++] = (struct gpu_place){class, i};
    }
    for (unsigned i = count; i > 1; i--) {
        unsigned other = rng_below(&gpu->shuffle, i);
        struct gpu_place last = gpu->order[i - 1];
        gpu->order[i - 1] = gpu->order[other];
        gpu->order[other] = last;
    }
    gpu_shuffle_routers(gpu);
    return count;
}

static void shuffled_edge(struct gpu *gpu)
{
    gpu_choose_steps(gpu->workers);
    unsigned count = shuffle_visits(gpu);
    for (unsigned i = 0; i < count; i++)
        gpu->order[i].class->step(gpu->workers, gpu->order[i].class, gpu->order[i].member);
    gpu->driving = true;
    count = shuffle_visits(gpu);
    for (unsigned i = 0; i < count; i++)
        gpu->order[i].class->drive(gpu->workers, gpu->order[i].class, gpu->order[i].member);
}

void gpu_edge(struct gpu *gpu)
{
    if (gpu->options.ideal_links)
        ideal_links_drive(gpu);
    if (gpu->ideal_ccn)
        ideal_ccn_drive(gpu);
    if (gpu->dram_wake_at <= gpu->now)
        gpu_wake_drams(gpu);
    if (gpu->options.no_skip)
        wake_all(gpu);
    if (gpu->options.shuffle_seed)
        shuffled_edge(gpu);
    else
        gpu_move_workers(gpu);
    gpu_join_workers(gpu);
    gpu->networks_moved = gpu->clock_divider_out.en;
    clock_divider_step(&gpu->clock_divider, &gpu->clock_divider_in);
    gpu_drive_enables(gpu);
    gpu->driving = false;
    gpu->now++;
}

/* Nothing is active: to the next deadline, where alone something can happen. */
static void jump(struct gpu *gpu)
{
    gpu_wake_drams(gpu);
    if (gpu_is_active(gpu) || gpu->dram_wake_at == UINT64_MAX)
        return;
    clock_divider_skip(&gpu->clock_divider, gpu->dram_wake_at - gpu->now);
    gpu_drive_enables(gpu);
    gpu->now = gpu->dram_wake_at;
}

void gpu_advance(struct gpu *gpu, uint64_t end)
{
    gpu_begin(gpu);
    if (gpu->phase == GPU_DONE)
        return;
    bool every_cycle = gpu->options.no_skip || gpu->options.policy_seed ||
                       gpu->options.ideal_links || gpu->ideal_ccn;
    if (!every_cycle && gpu->last_alarm < gpu->now && !gpu_is_active(gpu))
        jump(gpu);
    if (!gpu_run_window(gpu, end))
        gpu_edge(gpu);
}

void gpu_tick(struct gpu *gpu)
{
    gpu_advance(gpu, gpu->now + 1);
}
