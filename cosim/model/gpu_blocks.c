/* Wiring of the chip model, one step and one drive function per class of blocks:
 * docs/interfaces.md, "The chip". x_drive computes the outputs of a block that stepped, writes them
 * to the inputs of the blocks that read them, and wakes who has something to do: itself unless
 * idle, and each reader that is offered something valid. */
#include "gpu_blocks.h"

static struct gpu_node *node_of_partition(struct gpu *gpu, unsigned partition)
{
    return &gpu->node[gpu->config.cores + partition];
}

static struct gpu_port *port_of_partition(struct gpu *gpu, unsigned partition)
{
    return &gpu->port[gpu->config.cores + partition];
}

/* SM: outside of the RTL chip; its outputs are the chip's request ports. */
static void sm_step_at(struct gpu *gpu, unsigned i)
{
    sm_step(&gpu->sm[i], &gpu->core[i].sm_in, gpu->now);
}

/* A request is taken at the next edge: both act. */
static void wake_at_request(struct gpu *gpu, unsigned i)
{
    if (gpu->config.shared_l1) {
        gpu_wake_requester(gpu, i);
    } else if (gpu->core[i].arbiter_in.local_valid && gpu->core[i].arbiter_out.local_ready) {
        gpu_wake(gpu, GPU_SM, i);
        gpu_wake(gpu, GPU_L1_ARBITER, i);
    }
}

static void offer_to_arbiter(struct gpu_core *core)
{
    const struct sm_out *out = &core->sm_out;
    struct l1_arbiter_in *arbiter = &core->arbiter_in;
    arbiter->local_valid = out->request_valid;
    if (!out->request_valid)
        return;
    arbiter->local_kind = out->request_kind;
    arbiter->local_op = out->request_op;
    arbiter->local_line = out->request_line;
    arbiter->local_id = out->request_id;
}

static void offer_to_requester(struct gpu_core *core)
{
    const struct sm_out *out = &core->sm_out;
    struct requester_in *requester = &core->requester_in;
    requester->request_valid = out->request_valid;
    if (!out->request_valid)
        return;
    requester->request_kind = out->request_kind;
    requester->request_op = out->request_op;
    requester->request_line = out->request_line;
    requester->request_id = out->request_id;
}

/* What line protection wants to know of the instructions. */
static void drive_instruction(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    if (gpu->config.shared_l1)
        core->requester_in.request_pc = core->sm_out.request_pc;
    else
        core->arbiter_in.local_pc = core->sm_out.request_pc;
    if (core->sm_out.issued || core->cache_in.issued)
        gpu_wake(gpu, GPU_L1_CACHE, i);
    core->cache_in.issued = core->sm_out.issued;
}

static void sm_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    sm_outputs(&gpu->sm[i], &core->sm_out);
    if (gpu->config.l1_protect)
        drive_instruction(gpu, i);
    if (!sm_is_idle(&gpu->sm[i]))
        gpu_wake(gpu, GPU_SM, i);
    if (gpu->config.shared_l1)
        offer_to_requester(core);
    else
        offer_to_arbiter(core);
    if (core->sm_out.request_valid)
        wake_at_request(gpu, i);
}

/* l1_arbiter: a queue, which acts at handshakes only. */
static void wake_at_access(struct gpu *gpu, unsigned i)
{
    if (gpu->core[i].arbiter_out.access_valid && gpu->core[i].arbiter_in.access_ready) {
        gpu_wake(gpu, GPU_L1_ARBITER, i);
        gpu_wake(gpu, GPU_L1_CACHE, i);
    }
}

static void l1_arbiter_step_at(struct gpu *gpu, unsigned i)
{
    l1_arbiter_step(&gpu->core[i].arbiter, &gpu->core[i].arbiter_in);
}

static void l1_arbiter_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct l1_arbiter_out *out = &core->arbiter_out;
    l1_arbiter_outputs(&core->arbiter, out);
    if (gpu->config.shared_l1)
        gpu_drive_ready(gpu, i);
    else
        core->sm_in.request_ready = out->local_ready;
    wake_at_request(gpu, i);
    wake_at_access(gpu, i);
    core->cache_in.access_valid = out->access_valid;
    if (out->access_valid) {
        core->cache_in.access_insn = out->access_insn;
        core->cache_in.access_check = out->access_check;
        core->cache_in.access_remote = out->access_remote;
        core->cache_in.access_foreign = out->access_foreign;
        core->cache_in.access_node = out->access_node;
        core->cache_in.access_sectors = out->access_sectors;
        core->cache_in.access_kind = out->access_kind;
        core->cache_in.access_op = out->access_op;
        core->cache_in.access_line = out->access_line;
        core->cache_in.access_id = out->access_id;
    }
}

/* l1_cache */
static void l1_cache_step_at(struct gpu *gpu, unsigned i)
{
    if (gpu->options.reuse)
        gpu_reuse_access(gpu, i);
    l1_cache_step(&gpu->core[i].cache, &gpu->core[i].cache_in);
}

/* The counters of a core listen to several blocks: each drives the events in its `own` bits. */
void gpu_core_events(struct gpu *gpu, unsigned i, unsigned own, unsigned events)
{
    uint64_t *pulses = &gpu->node[i].counters_in.event_pulse;
    *pulses = (*pulses & ~(uint64_t)own) | events;
    if (events)
        gpu_wake(gpu, GPU_PERF_COUNTERS, i);
}

static void protection_events(struct gpu *gpu, unsigned i)
{
    const struct l1_cache_out *out = &gpu->core[i].cache_out;
    unsigned own = pulse(true, CORE_BYPASSES) | pulse(true, CORE_VTA_HITS) |
                   pulse(true, CORE_PD_SAMPLES) | pulse(true, CORE_ALIASES);
    gpu_core_events(gpu, i, own,
                    pulse(out->event_bypass, CORE_BYPASSES) | pulse(out->event_vta, CORE_VTA_HITS) |
                        pulse(out->event_pd_sample, CORE_PD_SAMPLES) |
                        pulse(out->event_alias, CORE_ALIASES));
}

static void l1_cache_events(struct gpu *gpu, unsigned i)
{
    const struct l1_cache_out *out = &gpu->core[i].cache_out;
    unsigned events = pulse(out->event_access, CORE_ACCESSES) | pulse(out->event_hit, CORE_HITS) |
                      pulse(out->event_miss, CORE_MISSES) | pulse(out->event_merge, CORE_MERGES) |
                      pulse(out->event_store, CORE_STORES) | pulse(out->event_other, CORE_OTHER) |
                      pulse(out->event_stall, CORE_STALLS);
    gpu_core_events(gpu, i, pulse(true, CORE_STALLS + 1) - 1, events);
    if (gpu->config.shared_l1)
        gpu_drive_l1_events(gpu, i);
    if (gpu->config.l1_protect)
        protection_events(gpu, i);
}

/* A miss is taken at the next edge: both act. */
static void wake_at_miss(struct gpu *gpu, unsigned i)
{
    if (gpu->core[i].cache_out.miss_valid && gpu->core[i].cache_in.miss_ready) {
        gpu_wake(gpu, GPU_L1_CACHE, i);
        gpu_wake(gpu, GPU_MSHR, i);
    }
}

static void l1_cache_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct l1_cache_out *out = &core->cache_out;
    l1_cache_outputs(&core->cache, out);
    if (gpu->options.sharing && out->event_miss)
        sharing_miss(gpu, i, out->miss_line);
    core->arbiter_in.access_ready = out->access_ready;
    wake_at_access(gpu, i);
    core->mshr_in.miss_valid = out->miss_valid;
    if (out->miss_valid) {
        core->mshr_in.miss_kind = out->miss_kind;
        core->mshr_in.miss_op = out->miss_op;
        core->mshr_in.miss_line = out->miss_line;
        core->mshr_in.miss_id = out->miss_id;
        core->mshr_in.miss_install = out->miss_install;
        core->mshr_in.miss_remote = out->miss_remote;
        core->mshr_in.miss_node = out->miss_node;
        core->mshr_in.miss_sectors = out->miss_sectors;
        wake_at_miss(gpu, i);
    }
    core->sm_in.hit_valid = out->hit_valid;
    if (out->hit_valid) {
        core->sm_in.hit_id = (uint16_t)out->hit_id;
        gpu_wake(gpu, GPU_SM, i);
    }
    if (gpu->config.shared_l1)
        gpu_drive_remote_hit(gpu, i);
    l1_cache_events(gpu, i);
    if (!l1_cache_is_idle(&core->cache) && !core->cache.waits)
        gpu_wake(gpu, GPU_L1_CACHE, i);
}

/* mshr */
static void mshr_step_at(struct gpu *gpu, unsigned i)
{
    mshr_step(&gpu->core[i].mshr, &gpu->core[i].mshr_in);
}

static void mshr_drive_request(struct gpu *gpu, unsigned i)
{
    const struct mshr_out *out = &gpu->core[i].mshr_out;
    struct noc_port_in *port = &gpu->port[i].in;
    unsigned source = gpu_mshr_source(gpu);
    put_bit(&port->recv_ready, PORT_FROM_L2, out->reply_ready);
    gpu->core[i].dyneb_in.l2_ready = out->reply_ready;
    put_bit(&port->send_valid, source, out->request_valid);
    if (!out->request_valid)
        return;
    port->send_dest[source] = out->request_dest;
    port->send_kind[source] = out->request_kind;
    port->send_op[source] = out->request_op;
    port->send_line[source] = out->request_line;
    port->send_id[source] = out->request_id;
    port->send_sectors[source] = out->request_sectors;
    port->send_data_sectors[source] = out->request_data_sectors;
}

static void mshr_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct mshr_out *out = &core->mshr_out;
    mshr_outputs(&core->mshr, out);
    core->cache_in.miss_ready = out->miss_ready;
    if (core->cache_in.mshr_full != out->full) {
        core->cache_in.mshr_full = out->full;
        if (gpu->config.l1_protect)
            gpu_wake(gpu, GPU_L1_CACHE, i);
    }
    wake_at_miss(gpu, i);
    core->cache_in.fill_valid = out->fill_valid;
    if (out->fill_valid) {
        core->cache_in.fill_line = out->fill_line;
        core->cache_in.fill_install = out->fill_install;
        gpu_wake(gpu, GPU_L1_CACHE, i);
    }
    mshr_drive_request(gpu, i);
    gpu_wake_at_message(gpu, i);
    if (gpu->config.shared_l1)
        gpu_drive_remote_answer(gpu, i);
    core->sm_in.response_valid = out->response_valid;
    if (out->response_valid) {
        core->sm_in.response_id = (uint16_t)out->response_id;
        gpu_wake(gpu, GPU_SM, i);
    }
    gpu_core_events(gpu, i, pulse(true, CORE_MSHR_STALLS),
                    pulse(out->event_stall, CORE_MSHR_STALLS));
    if (!mshr_is_idle(&core->mshr) && !core->mshr.waits)
        gpu_wake(gpu, GPU_MSHR, i);
}

/* mesh: steps and drives at edges with noc_en only. */
static void mesh_step_at(struct gpu *gpu, unsigned i)
{
    mesh_step(&gpu->mesh[i]);
}

static void mesh_drive(struct gpu *gpu, unsigned i)
{
    mesh_outputs(&gpu->mesh[i]);
    if (!mesh_is_idle(&gpu->mesh[i]))
        gpu_wake(gpu, GPU_MESH, i);
}

/* llc_slice */
static void llc_slice_step_at(struct gpu *gpu, unsigned i)
{
    llc_slice_step(&gpu->partition[i].slice, &gpu->partition[i].slice_in);
}

static void slice_drive_reply(struct gpu *gpu, unsigned i)
{
    const struct llc_slice_out *out = &gpu->partition[i].slice_out;
    struct noc_port_in *port = &port_of_partition(gpu, i)->in;
    unsigned end = gpu_slice_end(gpu);
    put_bit(&port->recv_ready, end, out->request_ready);
    put_bit(&port->send_valid, end, out->reply_valid);
    if (!out->reply_valid)
        return;
    port->send_dest[end] = out->reply_dest;
    port->send_kind[end] = out->reply_kind;
    port->send_line[end] = out->reply_line;
    port->send_id[end] = out->reply_id;
    port->send_data_sectors[end] = out->reply_data_sectors;
}

static void slice_drive_dram(struct gpu *gpu, unsigned i)
{
    const struct llc_slice_out *out = &gpu->partition[i].slice_out;
    struct dram_in *dram = &gpu->partition[i].dram_in;
    dram->dram_reply_ready = out->dram_reply_ready;
    dram->dram_valid = out->dram_valid;
    if (!out->dram_valid)
        return;
    dram->dram_write = out->dram_write;
    dram->dram_line = out->dram_line;
    dram->dram_id = out->dram_id;
    gpu_wake(gpu, GPU_DRAM, i);
}

static void llc_slice_drive(struct gpu *gpu, unsigned i)
{
    struct llc_slice_out *out = &gpu->partition[i].slice_out;
    llc_slice_outputs(&gpu->partition[i].slice, out);
    slice_drive_reply(gpu, i);
    gpu_wake_at_message(gpu, gpu->config.cores + i);
    slice_drive_dram(gpu, i);
    unsigned events =
        pulse(out->event_access, PARTITION_ACCESSES) | pulse(out->event_hit, PARTITION_HITS) |
        pulse(out->event_miss, PARTITION_MISSES) | pulse(out->event_merge, PARTITION_MERGES) |
        pulse(out->event_writeback, PARTITION_WRITEBACKS) |
        pulse(out->event_dram_read, PARTITION_DRAM_READS) |
        pulse(out->event_stall, PARTITION_STALLS) | pulse(out->event_atomic, PARTITION_ATOMICS);
    node_of_partition(gpu, i)->counters_in.event_pulse = events;
    if (events)
        gpu_wake(gpu, GPU_PERF_COUNTERS, gpu->config.cores + i);
    if (!llc_slice_is_idle(&gpu->partition[i].slice))
        gpu_wake(gpu, GPU_LLC_SLICE, i);
}

/* dram: outside of the RTL chip. Between its deadlines it sleeps even when it holds requests. */
static void dram_step_at(struct gpu *gpu, unsigned i)
{
    dram_step(&gpu->partition[i].dram, &gpu->partition[i].dram_in, gpu->now);
}

static void dram_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_partition *partition = &gpu->partition[i];
    struct dram_out *out = &partition->dram_out;
    struct llc_slice_in *slice = &partition->slice_in;
    dram_outputs(&partition->dram, out);
    slice->dram_ready = out->dram_ready;
    slice->dram_reply_valid = out->dram_reply_valid;
    if (out->dram_reply_valid) {
        slice->dram_reply_id = out->dram_reply_id;
        gpu_wake(gpu, GPU_LLC_SLICE, i);
        gpu_wake(gpu, GPU_DRAM, i);
    }
    if (partition->dram.wake_at < gpu->dram_wake_at)
        gpu->dram_wake_at = partition->dram.wake_at;
}

/* perf_counters and perf_merge */
static void perf_counters_step_at(struct gpu *gpu, unsigned i)
{
    perf_counters_step(&gpu->node[i].counters, &gpu->node[i].counters_in);
}

static void perf_counters_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_node *node = &gpu->node[i];
    perf_counters_outputs(&node->counters, &node->counters_out);
    gpu->perf_merge_in.node_value[i] = node->counters_out.value;
    if (node->counters_out.value)
        gpu_wake(gpu, GPU_PERF_MERGE, 0);
    bool counts = node->counters_in.event_pulse; /* a sleeping block may hold a stall event */
    if (counts || gpu->stat_node == i || node->counters.value)
        gpu_wake(gpu, GPU_PERF_COUNTERS, i);
}

static void perf_merge_step_at(struct gpu *gpu, unsigned i)
{
    (void)i;
    perf_merge_step(&gpu->perf_merge, &gpu->perf_merge_in);
}

static void perf_merge_drive(struct gpu *gpu, unsigned i)
{
    perf_merge_outputs(&gpu->perf_merge, &gpu->perf_merge_out);
    gpu->stat_value = (uint32_t)gpu->perf_merge_out.value;
    if (gpu->perf_merge.value)
        gpu_wake(gpu, GPU_PERF_MERGE, i);
}

const struct gpu_class_functions gpu_classes[GPU_CLASSES] = {
    [GPU_SM] = {sm_step_at, sm_drive},
    [GPU_REQUESTER] = {requester_step_at, requester_drive},
    [GPU_L1_ARBITER] = {l1_arbiter_step_at, l1_arbiter_drive},
    [GPU_L1_CACHE] = {l1_cache_step_at, l1_cache_drive},
    [GPU_MSHR] = {mshr_step_at, mshr_drive},
    [GPU_REMOTE_IN_QUEUE] = {remote_in_queue_step_at, remote_in_queue_drive},
    [GPU_REMOTE_OUT_QUEUE] = {remote_out_queue_step_at, remote_out_queue_drive},
    [GPU_DYNEB] = {dyneb_step_at, dyneb_drive},
    [GPU_NOC_PORT] = {noc_port_step_at, noc_port_drive},
    [GPU_MESH] = {mesh_step_at, mesh_drive},
    [GPU_LLC_SLICE] = {llc_slice_step_at, llc_slice_drive},
    [GPU_DRAM] = {dram_step_at, dram_drive},
    [GPU_PERF_COUNTERS] = {perf_counters_step_at, perf_counters_drive},
    [GPU_PERF_MERGE] = {perf_merge_step_at, perf_merge_drive},
};
