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

static void look(const struct gpu *gpu, uint64_t *results)
{
    for (unsigned i = 0; i < RESULTS; i++)
        results[i] = gpu_result(gpu, i);
}

static void edge(struct backend *backend, const unsigned *controls, uint64_t *results)
{
    struct gpu *gpu = ((struct model_backend *)backend->state)->gpu;
    for (unsigned control = 0; control < CONTROLS; control++)
        gpu_set_control(gpu, control, controls[control]);
    for (unsigned i = 0; i < backend->core_count; i++)
        gpu_drive_port(gpu, NODE_CORE, i);
    for (unsigned i = 0; i < backend->channel_count; i++)
        gpu_drive_port(gpu, NODE_MEMORY, i);
    gpu_edge(gpu);
    look(gpu, results);
}

static void start(struct backend *backend)
{
    struct model_backend *model = backend->state;
    model->gpu = gpu_new(model->plan, NULL, &(struct gpu_options){.open = true});
    attach(backend, model->gpu);
}

static void reset(struct backend *backend, uint64_t *results)
{
    struct model_backend *model = backend->state;
    gpu_free(model->gpu);
    start(backend);
    look(model->gpu, results);
}

static void close_model(struct backend *backend)
{
    gpu_free(((struct model_backend *)backend->state)->gpu);
    free(backend->state);
}

static const struct backend_form model_form = {edge, reset, close_model};

void backend_open_model(struct backend *backend, const struct plan *plan)
{
    struct model_backend *model = xcalloc(1, sizeof *model);
    model->plan = plan;
    backend_open(backend, plan, &model_form, model);
    start(backend);
}
