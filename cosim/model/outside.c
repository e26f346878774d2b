/* What stands at the ports of the chip: SMs and DRAM channels, as classes beside those of blocks.
 */
#include <stdlib.h>

#include "axi_dram.h"
#include "dram_ports.h"
#include "gpu_class.h"
#include "sm_ports.h"
#include "util.h"

static void free_warp(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    (void)class;
    struct gpu *gpu = worker->gpu;
    dispatch_warp_ended(&gpu->programs[config_program(&gpu->config, i)].dispatch);
}

static void step_sm(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct sm *sm = &worker->gpu->sm[i];
    unsigned free_warps = sm->free_count;
    uint64_t mismatches = sm->stats.mismatches;
    sm_step(sm, gpu_in_of(class, i), worker->gpu->now);
    if (sm->free_count != free_warps)
        gpu_later(worker, free_warp, class, i);
    if (sm->stats.mismatches != mismatches)
        gpu_later(worker, gpu_pass_report, class, i);
}

static void drive_sm(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct sm *sm = &worker->gpu->sm[i];
    sm_outputs(sm, gpu_out_of(class, i));
    gpu_drive_wires(worker, class, i);
    if (!sm_is_idle(sm))
        worker_wake(worker, class, i);
}

/* A channel that sends one of its replies a second time. */
struct gpu_repeat {
    uint64_t replies;     /* taken so far */
    bool repeats;         /* the last one is offered again; the channel's own ones wait */
    struct dram_out last; /* as it was offered */
};

static void step_dram(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    dram_step(&worker->gpu->dram[i], gpu_in_of(class, i), worker->gpu->now);
}

static void step_repeating_dram(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct gpu *gpu = worker->gpu;
    struct gpu_repeat *repeat = &gpu->repeats[i];
    const struct dram_out *out = gpu_out_of(class, i);
    struct dram_in in = *(const struct dram_in *)gpu_in_of(class, i);
    bool taken = out->dram_reply_valid && in.dram_reply_ready;
    in.dram_reply_ready &= !repeat->repeats;
    dram_step(&gpu->dram[i], &in, gpu->now);
    if (!taken)
        return;
    repeat->last = *out;
    repeat->repeats = ++repeat->replies == gpu->options.repeat_reply;
}

/* Between its deadlines a channel sleeps even when it holds requests. */
static void drive_dram(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct gpu *gpu = worker->gpu;
    struct dram_out *out = gpu_out_of(class, i);
    if (gpu->config.llc_mode)
        dram_sample_again(&gpu->dram[i]);
    dram_outputs(&gpu->dram[i], out);
    if (gpu->repeats && gpu->repeats[i].repeats) {
        bool ready = out->dram_ready;
        *out = gpu->repeats[i].last;
        out->dram_ready = ready;
    }
    gpu_drive_wires(worker, class, i);
    if (gpu->dram[i].wake_at < worker->dram_wake_at)
        worker->dram_wake_at = gpu->dram[i].wake_at;
}

static void step_axi(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    axi_dram_step(&worker->gpu->axi[i], gpu_in_of(class, i), worker->gpu->now);
}

static void drive_axi(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct gpu *gpu = worker->gpu;
    if (gpu->config.llc_mode)
        dram_sample_again(&gpu->dram[i]);
    axi_dram_outputs(&gpu->axi[i], gpu_out_of(class, i));
    gpu_drive_wires(worker, class, i);
    if (axi_dram_is_active(&gpu->axi[i]))
        worker_wake(worker, class, i);
    if (gpu->dram[i].wake_at < worker->dram_wake_at)
        worker->dram_wake_at = gpu->dram[i].wake_at;
}

/* Gives a class its states: `size` bytes each. */
static void *take_over(struct gpu *gpu, struct gpu_class *class, size_t size)
{
    class->state_size = (uint32_t)size;
    class->state = gpu_member_array(gpu, class, size);
    return class->state;
}

/* The caller is what stands there. */
static void step_nothing(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    (void)worker;
    (void)class;
    (void)i;
}

void gpu_drive_port(struct gpu *gpu, enum node_kind kind, unsigned node)
{
    gpu_drive_wires(gpu->workers, kind == NODE_CORE ? gpu->sms : gpu->channels, node);
}

static void init_open(struct gpu *gpu)
{
    gpu->dram = take_over(gpu, gpu->channels, sizeof *gpu->dram);
    gpu->sms->step = gpu->channels->step = step_nothing;
    gpu->sms->drive = gpu->channels->drive = gpu_drive_wires;
    for (unsigned i = 0; i < gpu->channels->members; i++)
        gpu->dram[i].wake_at = UINT64_MAX;
}

static void init_drams(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->channels->members; i++) {
        dram_init(&gpu->dram[i], &gpu->config, &gpu->memory);
        gpu->dram[i].carry_data = !gpu->options.no_data;
    }
}

static void init_channels(struct gpu *gpu)
{
    struct gpu_class *channels = gpu->channels;
    gpu->dram = take_over(gpu, channels, sizeof *gpu->dram);
    channels->step = step_dram;
    channels->drive = drive_dram;
    if (gpu->options.repeat_reply) {
        gpu->repeats = xcalloc(channels->members, sizeof *gpu->repeats);
        channels->step = step_repeating_dram;
    }
    init_drams(gpu);
}

static void init_axi_channels(struct gpu *gpu)
{
    struct gpu_class *channels = gpu->channels;
    const struct axi_dram_faults faults = {gpu->options.repeat_reply, gpu->options.axi_error};
    gpu->axi = take_over(gpu, channels, sizeof *gpu->axi);
    gpu->dram = xcalloc(channels->members, sizeof *gpu->dram);
    channels->step = step_axi;
    channels->drive = drive_axi;
    init_drams(gpu);
    for (unsigned i = 0; i < channels->members; i++)
        axi_dram_init(&gpu->axi[i], &gpu->dram[i], gpu->config.axi_data_bytes, &faults);
}

void gpu_init_outside(struct gpu *gpu)
{
    struct gpu_class *sms = gpu->sms;
    gpu->sm = take_over(gpu, sms, sizeof *gpu->sm);
    if (gpu->options.open) {
        init_open(gpu);
        return;
    }
    sms->step = step_sm;
    sms->drive = drive_sm;
    for (unsigned i = 0; i < sms->members; i++) {
        const struct gpu_program *program = &gpu->programs[config_program(&gpu->config, i)];
        sm_init(&gpu->sm[i], &gpu->config, i, program->workload);
        gpu->sm[i].first_line = program->base / LINE_BYTES;
        gpu->sm[i].report = gpu->workers[gpu_worker_of(gpu, NODE_CORE, i)].report;
        gpu->sm[i].carry_data = !gpu->options.no_data;
    }
    if (gpu->config.mem_port)
        init_axi_channels(gpu);
    else
        init_channels(gpu);
}

void gpu_release_outside(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.cores; i++)
        sm_release(&gpu->sm[i]);
    free(gpu->repeats);
    if (gpu->axi)
        free(gpu->dram);
}
