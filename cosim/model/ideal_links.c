/* See ideal_links.h. */
#include "ideal_links.h"

#include "gpu_blocks.h"

/* Whoever asks first from the cycle's starting point on is heard. */
static void offer_request(struct gpu *gpu, unsigned from)
{
    const struct requester_out *out = &gpu->core[from].requester_out;
    unsigned home = gpu_core_at(gpu, out->send_dest);
    struct gpu_core *core = &gpu->core[home];
    struct remote_in_queue_in *in = &core->in_queue_in;
    if (in->recv_valid)
        return;
    in->recv_valid = true;
    in->recv_kind = out->send_kind;
    in->recv_src = gpu_remote_network(gpu)->core_node[from];
    in->recv_line = out->send_line;
    in->recv_id = out->send_id;
    in->recv_sectors = out->send_sectors;
    in->recv_mask = out->send_mask;
    in->recv_data = out->send_data;
    gpu->core[from].requester_in.send_ready = core->in_queue_out.recv_ready;
    if (!core->in_queue_out.recv_ready)
        return;
    gpu_wake(gpu, GPU_REQUESTER, from);
    gpu_wake(gpu, GPU_REMOTE_IN_QUEUE, home);
}

static void offer_answer(struct gpu *gpu, unsigned home)
{
    struct gpu_core *from = &gpu->core[home];
    const struct remote_out_queue_out *out = &from->out_queue_out;
    unsigned to = gpu_core_at(gpu, out->send_dest);
    struct sm_in *in = &gpu->core[to].sm_in;
    if (in->remote_valid)
        return;
    in->remote_valid = gpu->core[to].dyneb_in.home_valid = true;
    in->remote_id = (uint16_t)out->send_id;
    in->remote_data = out->send_data;
    gpu->core[to].dyneb_in.home_line = out->send_line;
    from->out_queue_in.send_ready = true;
    gpu_wake(gpu, GPU_REMOTE_OUT_QUEUE, home);
    gpu_wake(gpu, GPU_SM, to);
    if (gpu->mode.policy > 1)
        gpu_wake(gpu, GPU_DYNEB, to);
}

void ideal_links_drive(struct gpu *gpu)
{
    unsigned cores = gpu->config.cores, first = (unsigned)(gpu->now % cores);
    for (unsigned i = 0; i < cores; i++) {
        struct gpu_core *core = &gpu->core[i];
        core->in_queue_in.recv_valid = core->out_queue_in.send_ready = false;
        core->sm_in.remote_valid = core->dyneb_in.home_valid = false;
        if (core->requester_out.send_valid && !core->requester_out.send_class)
            core->requester_in.send_ready = false;
    }
    for (unsigned i = 0; i < cores; i++) {
        unsigned at = first + i < cores ? first + i : first + i - cores;
        const struct gpu_core *core = &gpu->core[at];
        if (core->requester_out.send_valid && !core->requester_out.send_class)
            offer_request(gpu, at);
        if (core->out_queue_out.send_valid)
            offer_answer(gpu, at);
    }
}
