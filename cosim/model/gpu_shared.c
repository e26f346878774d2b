/* Blocks of the shared L1 in the chip model (docs/shared_l1.md): requester, the queues of the home,
 * dyneb, and what their neighbours tell them. The queues act at handshakes only. */
#include "gpu_blocks.h"

#include "address_map.h"
#include "util.h"

/* requester */
void requester_step_at(struct gpu *gpu, unsigned i)
{
    requester_step(&gpu->core[i].requester, &gpu->core[i].requester_in);
}

void gpu_wake_requester(struct gpu *gpu, unsigned i)
{
    const struct gpu_core *core = &gpu->core[i];
    bool request = core->requester_in.request_valid && core->requester_out.request_ready;
    bool local = core->requester_out.local_valid && core->requester_in.local_ready;
    if (request)
        gpu_wake(gpu, GPU_SM, i);
    if (local)
        gpu_wake(gpu, GPU_L1_ARBITER, i);
    if (request || local)
        gpu_wake(gpu, GPU_REQUESTER, i);
}

static void drive_local(struct gpu_core *core)
{
    const struct requester_out *out = &core->requester_out;
    struct l1_arbiter_in *arbiter = &core->arbiter_in;
    arbiter->local_valid = out->local_valid;
    if (!out->local_valid)
        return;
    arbiter->local_kind = out->local_kind;
    arbiter->local_op = out->local_op;
    arbiter->local_foreign = out->local_foreign;
    arbiter->local_line = out->local_line;
    arbiter->local_id = out->local_id;
    arbiter->local_pc = out->local_pc;
}

/* Where a message of line `line` for another core goes, and by which id. Through the L2 slices the
 * id's upper bits name the core. */
static void address(const struct gpu *gpu, struct noc_port_in *port, unsigned source, uint64_t line,
                    unsigned dest, unsigned id)
{
    const struct config *config = &gpu->config;
    if (!gpu_relays(gpu)) {
        port->send_dest[source] = dest;
        port->send_id[source] = id;
        return;
    }
    unsigned slice = address_map_partition(line, config->chunk_bits, config->partitions);
    port->send_dest[source] = config->partition_node[slice];
    port->send_id[source] = (unsigned)dest << config->msg_id_bits | id;
}

static void drive_send(struct gpu *gpu, unsigned i)
{
    const struct requester_out *out = &gpu->core[i].requester_out;
    unsigned port_index = gpu_remote_port(gpu, i);
    struct noc_port_in *port = &gpu->port[port_index].in;
    bool ideal = gpu->options.ideal_links && !out->send_class;
    put_bit(&port->send_valid, PORT_REQUESTER, out->send_valid && !ideal);
    if (!out->send_valid)
        return;
    gpu->core[i].requester_in.send_ready =
        gpu->port[port_index].out.send_ready >> PORT_REQUESTER & 1;
    port->send_class[PORT_REQUESTER] = out->send_class;
    address(gpu, port, PORT_REQUESTER, out->send_line, (unsigned)out->send_dest,
            (unsigned)out->send_id);
    port->send_kind[PORT_REQUESTER] = out->send_kind;
    port->send_line[PORT_REQUESTER] = out->send_line;
    port->send_sectors[PORT_REQUESTER] = out->send_sectors;
    port->send_data_sectors[PORT_REQUESTER] = out->send_data_sectors;
}

void requester_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct requester_out *out = &core->requester_out;
    requester_outputs(&core->requester, out);
    core->sm_in.request_ready = out->request_ready;
    drive_local(core);
    drive_send(gpu, i);
    gpu_wake_requester(gpu, i);
    gpu_wake_at_message(gpu, gpu_remote_port(gpu, i));
    unsigned events =
        pulse(out->event_home, CORE_SENT_HOME) | pulse(out->event_near, CORE_SENT_NEAR);
    gpu_core_events(gpu, i, pulse(true, CORE_SENT_HOME) | pulse(true, CORE_SENT_NEAR), events);
    if (events)
        gpu_wake(gpu, GPU_REQUESTER, i); /* its pulses end */
}

/* l1_arbiter's readies for requester and remote_in_queue. */
static void wake_at_remote(struct gpu *gpu, unsigned i)
{
    const struct gpu_core *core = &gpu->core[i];
    if (core->in_queue_out.remote_valid && core->in_queue_in.remote_ready) {
        gpu_wake(gpu, GPU_REMOTE_IN_QUEUE, i);
        gpu_wake(gpu, GPU_L1_ARBITER, i);
    }
}

void gpu_drive_ready(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    core->requester_in.local_ready = core->arbiter_out.local_ready;
    core->in_queue_in.remote_ready = core->arbiter_out.remote_ready;
    wake_at_remote(gpu, i);
}

/* remote_in_queue */
void remote_in_queue_step_at(struct gpu *gpu, unsigned i)
{
    remote_in_queue_step(&gpu->core[i].in_queue, &gpu->core[i].in_queue_in);
}

void remote_in_queue_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct remote_in_queue_out *out = &core->in_queue_out;
    struct l1_arbiter_in *arbiter = &core->arbiter_in;
    remote_in_queue_outputs(&core->in_queue, out);
    put_bit(&gpu->port[gpu_home_port(gpu, i)].in.recv_ready, gpu_home_sink(gpu), out->recv_ready);
    gpu_wake_at_message(gpu, gpu_home_port(gpu, i));
    arbiter->remote_valid = out->remote_valid;
    if (!out->remote_valid)
        return;
    arbiter->remote_kind = out->remote_kind;
    arbiter->remote_line = out->remote_line;
    arbiter->remote_node = out->remote_node;
    arbiter->remote_id = out->remote_id;
    arbiter->remote_insn = out->remote_insn;
    arbiter->remote_sectors = out->remote_sectors;
    wake_at_remote(gpu, i);
}

/* Messages for remote_in_queue of the port that the core has as a home, its ready for
 * remote_out_queue. */
void gpu_drive_home_request(struct gpu *gpu, unsigned i)
{
    const struct noc_port_out *out = &gpu->port[gpu_home_port(gpu, i)].out;
    struct gpu_core *core = &gpu->core[i];
    struct remote_in_queue_in *queue = &core->in_queue_in;
    unsigned sink = gpu_home_sink(gpu), id_bits = gpu->config.msg_id_bits;
    core->out_queue_in.send_ready = out->send_ready >> gpu_home_source(gpu) & 1;
    queue->recv_valid = out->recv_valid >> sink & 1;
    if (!queue->recv_valid)
        return;
    queue->recv_kind = out->recv_kind[sink];
    queue->recv_src = gpu_relays(gpu) ? out->recv_id[sink] >> id_bits : out->recv_src[sink];
    queue->recv_line = out->recv_line[sink];
    queue->recv_id = out->recv_id[sink] & ((1u << id_bits) - 1);
    queue->recv_sectors = out->recv_sectors[sink];
}

/* remote_out_queue */
void remote_out_queue_step_at(struct gpu *gpu, unsigned i)
{
    remote_out_queue_step(&gpu->core[i].out_queue, &gpu->core[i].out_queue_in);
}

static void wake_at_answer(struct gpu *gpu, unsigned i)
{
    const struct gpu_core *core = &gpu->core[i];
    bool hit = core->out_queue_in.hit_valid && core->out_queue_out.hit_ready;
    bool answer = core->out_queue_in.answer_valid && core->out_queue_out.answer_ready;
    if (hit)
        gpu_wake(gpu, GPU_L1_CACHE, i);
    if (answer)
        gpu_wake(gpu, GPU_MSHR, i);
    if (hit || answer)
        gpu_wake(gpu, GPU_REMOTE_OUT_QUEUE, i);
}

void remote_out_queue_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct remote_out_queue_out *out = &core->out_queue_out;
    struct noc_port_in *port = &gpu->port[gpu_home_port(gpu, i)].in;
    remote_out_queue_outputs(&core->out_queue, out);
    core->cache_in.remote_hit_ready = out->hit_ready;
    core->mshr_in.remote_ready = out->answer_ready;
    unsigned source = gpu_home_source(gpu);
    put_bit(&port->send_valid, source, out->send_valid && !gpu->options.ideal_links);
    if (out->send_valid) {
        address(gpu, port, source, out->send_line, (unsigned)out->send_dest,
                (unsigned)out->send_id);
        port->send_kind[source] = out->send_kind;
        port->send_line[source] = out->send_line;
        port->send_data_sectors[source] = out->send_data_sectors;
    }
    wake_at_answer(gpu, i);
    gpu_wake_at_message(gpu, gpu_home_port(gpu, i));
    if (!remote_out_queue_is_idle(&core->out_queue))
        gpu_wake(gpu, GPU_REMOTE_OUT_QUEUE, i);
}

void gpu_drive_remote_hit(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    const struct l1_cache_out *out = &core->cache_out;
    struct remote_out_queue_in *queue = &core->out_queue_in;
    queue->hit_valid = out->remote_hit_valid;
    if (!out->remote_hit_valid)
        return;
    queue->hit_line = out->remote_hit_line;
    queue->hit_node = out->remote_hit_node;
    queue->hit_id = out->remote_hit_id;
    queue->hit_sectors = out->remote_hit_sectors;
    wake_at_answer(gpu, i);
}

void gpu_drive_remote_answer(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    const struct mshr_out *out = &core->mshr_out;
    struct remote_out_queue_in *queue = &core->out_queue_in;
    queue->answer_valid = out->remote_valid;
    if (!out->remote_valid)
        return;
    queue->answer_kind = out->remote_kind;
    queue->answer_line = out->remote_line;
    queue->answer_node = out->remote_node;
    queue->answer_id = out->remote_id;
    queue->answer_sectors = out->remote_sectors;
    wake_at_answer(gpu, i);
}

/* dyneb: acts in the dynamic policy, and when the policy changes. */
void dyneb_step_at(struct gpu *gpu, unsigned i)
{
    dyneb_step(&gpu->core[i].dyneb, &gpu->core[i].dyneb_in);
}

void gpu_drive_l1_events(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    const struct l1_cache_out *out = &core->cache_out;
    struct dyneb_in *dyneb = &core->dyneb_in;
    dyneb->event_hit = out->event_hit;
    dyneb->event_miss = out->event_miss;
    dyneb->event_merge = out->event_merge;
    dyneb->event_store = out->event_store;
    dyneb->event_remote = out->event_remote;
    dyneb->event_odd = out->event_odd;
    if (gpu->mode.policy > 1 && out->event_access)
        gpu_wake(gpu, GPU_DYNEB, i);
    unsigned events = pulse(out->event_remote, CORE_REMOTE) |
                      pulse(out->event_remote_hit, CORE_REMOTE_HITS) |
                      pulse(out->event_remote_miss, CORE_REMOTE_MISSES);
    gpu_core_events(gpu, i,
                    pulse(true, CORE_REMOTE) | pulse(true, CORE_REMOTE_HITS) |
                        pulse(true, CORE_REMOTE_MISSES),
                    events);
}

static void record_phase(struct gpu *gpu, unsigned core)
{
    const struct dyneb_out *out = &gpu->core[core].dyneb_out;
    unsigned count = gpu->phase_count++;
    if (!(count & (count - 1)))
        gpu->phases = xrealloc(gpu->phases, (count ? 2 * count : 1) * sizeof(*gpu->phases));
    gpu->phases[count] = (struct gpu_organization){.cycle = gpu->now + 1,
                                                   .core = (uint16_t)core,
                                                   .share_even = out->share_even,
                                                   .share_odd = out->share_odd};
}

void dyneb_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct dyneb_out *out = &core->dyneb_out;
    struct requester_in *requester = &core->requester_in;
    dyneb_outputs(&core->dyneb, out);
    if (gpu->options.timeline &&
        (requester->share_even != out->share_even || requester->share_odd != out->share_odd))
        record_phase(gpu, i);
    requester->share_even = out->share_even;
    requester->share_odd = out->share_odd;
    requester->via_home = out->via_home;
    if (core->cache_in.share_even != out->share_even ||
        core->cache_in.share_odd != out->share_odd) {
        core->cache_in.share_even = out->share_even;
        core->cache_in.share_odd = out->share_odd;
        gpu_wake(gpu, GPU_L1_CACHE, i);
    }
    unsigned events = pulse(out->event_sample, CORE_SAMPLES) | pulse(out->event_share, CORE_SHARES);
    gpu_core_events(gpu, i, pulse(true, CORE_SAMPLES) | pulse(true, CORE_SHARES), events);
    if (!dyneb_is_idle(&core->dyneb))
        gpu_wake(gpu, GPU_DYNEB, i);
}

/* Any policy, for 1 to 1024 cycles. */
void gpu_change_mode(struct gpu *gpu)
{
    struct gpu_mode mode = gpu->mode;
    mode.policy = rng_below(&gpu->mode_rng, 3);
    mode.chunk = rng_below(&gpu->mode_rng, 2);
    gpu_set_mode(gpu, mode);
    gpu->mode_until = gpu->now + 1 + rng_below(&gpu->mode_rng, 1024);
}

void gpu_set_mode(struct gpu *gpu, struct gpu_mode mode)
{
    gpu->mode = mode;
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        struct gpu_core *core = &gpu->core[i];
        core->requester_in.l1_chunk = mode.chunk;
        core->requester_in.l1_nearest = mode.nearest;
        core->dyneb_in.l1_mode = mode.policy;
        gpu_wake(gpu, GPU_DYNEB, i);
    }
}
