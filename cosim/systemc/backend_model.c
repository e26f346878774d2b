/* The chip model as a backend: its agents' port structs are the ports. */
#include "backend_form.h"

#include "gpu.h"
#include "util.h"

#include <stdlib.h>

struct model_backend {
    const struct plan *plan;
    struct gpu *gpu;
};

static void attach(struct backend *backend, struct gpu *gpu)
{
    for (unsigned i = 0; i < backend->core_count; i++)
        backend->cores[i] = (struct backend_core){gpu_out(gpu, NODE_CORE, i, &sm_block),
                                                  gpu_in(gpu, NODE_CORE, i, &sm_block)};
    for (unsigned i = 0; i < backend->channel_count; i++)
        backend->channels[i] = (struct backend_channel){gpu_out(gpu, NODE_MEMORY, i, &dram_block),
                                                        gpu_in(gpu, NODE_MEMORY, i, &dram_block)};
}

static uint64_t result(const struct backend *backend, enum plan_result_place place)
{
    return gpu_result(((const struct model_backend *)backend->state)->gpu, place);
}

static void edge(struct backend *backend, const unsigned *controls)
{
    struct gpu *gpu = ((struct model_backend *)backend->state)->gpu;
    uint64_t errors = gpu->dram_errors.count;
    double began = seconds_now();
    for (unsigned control = 0; control < CONTROLS; control++)
        gpu_set_control(gpu, control, controls[control]);
    for (unsigned i = 0; i < backend->core_count; i++)
        gpu_drive_port(gpu, NODE_CORE, i);
    for (unsigned i = 0; i < backend->channel_count; i++)
        gpu_drive_port(gpu, NODE_MEMORY, i);
    gpu_edge(gpu);
    backend->seconds += seconds_now() - began;
    backend->error_dram_reply =
        gpu->dram_errors.count != errors ? gpu_result(gpu, RESULT_ERROR_DRAM_REPLY) : 0;
}

static void start(struct backend *backend)
{
    struct model_backend *model = backend->state;
    model->gpu = gpu_new(model->plan, NULL, &(struct gpu_options){.open = true});
    attach(backend, model->gpu);
}

static void reset(struct backend *backend)
{
    gpu_free(((struct model_backend *)backend->state)->gpu);
    start(backend);
}

static void close_model(struct backend *backend)
{
    gpu_free(((struct model_backend *)backend->state)->gpu);
    free(backend->state);
}

static const struct backend_form model_form = {edge, reset, result, close_model};

void backend_open_model(struct backend *backend, const struct plan *plan)
{
    struct model_backend *model = xcalloc(1, sizeof *model);
    model->plan = plan;
    backend_open(backend, plan, &model_form, model);
    start(backend);
}
