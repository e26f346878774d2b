/* Network interfaces in the chip model: a core's noc_port between its blocks, the request network
 * (out) and the reply network (in); its home port the other way round, or on the work-distribution
 * crossbar; a partition's between llc_slice and the networks, where with remote_via = l2 messages
 * between cores turn round. */
#include "gpu_blocks.h"

static void wake_home_ends(struct gpu *gpu, unsigned core, uint64_t sends, uint64_t receives)
{
    if (sends >> gpu_home_source(gpu) & 1)
        gpu_wake(gpu, GPU_REMOTE_OUT_QUEUE, core);
    if (receives >> gpu_home_sink(gpu) & 1)
        gpu_wake(gpu, GPU_REMOTE_IN_QUEUE, core);
}

/* Sources and sinks of a core's port, its noc_port (below `cores`) or its second one. */
static void wake_core_ends(struct gpu *gpu, unsigned port, unsigned core, uint64_t sends,
                           uint64_t receives)
{
    bool own = port < gpu->config.cores;
    if (own && ((sends >> gpu_mshr_source(gpu) | receives >> PORT_FROM_L2) & 1))
        gpu_wake(gpu, GPU_MSHR, core);
    if (!gpu->config.shared_l1)
        return;
    if (port == gpu_remote_port(gpu, core) && sends >> PORT_REQUESTER & 1)
        gpu_wake(gpu, GPU_REQUESTER, core);
    if (port == gpu_home_port(gpu, core))
        wake_home_ends(gpu, core, sends, receives);
    if (receives && gpu->mode.policy > 1 && (own || gpu_has_crossbar(gpu)))
        gpu_wake(gpu, GPU_DYNEB, core);
}

/* Ports of partitions come between the two ports of the cores. */
static bool is_partition_port(const struct gpu *gpu, unsigned port)
{
    return port >= gpu->config.cores && port < gpu->nodes;
}

static unsigned core_of_port(const struct gpu *gpu, unsigned port)
{
    return port < gpu->config.cores ? port : port - gpu->nodes;
}

void gpu_wake_at_message(struct gpu *gpu, unsigned i)
{
    const struct noc_port_in *in = &gpu->port[i].in;
    const struct noc_port_out *out = &gpu->port[i].out;
    uint64_t sends = in->send_valid & out->send_ready, receives = out->recv_valid & in->recv_ready;
    if (!sends && !receives)
        return;
    gpu_wake(gpu, GPU_NOC_PORT, i);
    if (is_partition_port(gpu, i))
        gpu_wake(gpu, GPU_LLC_SLICE, i - gpu->config.cores);
    else
        wake_core_ends(gpu, i, core_of_port(gpu, i), sends, receives);
}

void gpu_gather_port(struct gpu *gpu, unsigned i)
{
    struct gpu_port *port = &gpu->port[i];
    struct noc_port_in *in = &port->in;
    struct mesh_eject eject = mesh_eject(port->eject, port->place);
    in->noc_en = gpu->clock_divider_out.en;
    in->router_credit = mesh_inject_credit(port->inject, port->place);
    in->eject_valid = eject.valid;
    in->eject_vc = eject.vc;
    in->eject_tail = eject.tail;
}

void noc_port_step_at(struct gpu *gpu, unsigned i)
{
    gpu_gather_port(gpu, i);
    noc_port_step(&gpu->port[i].port, &gpu->port[i].in);
}

static void drive_mshr_reply(struct gpu_core *core, const struct noc_port_out *out)
{
    struct mshr_in *mshr = &core->mshr_in;
    bool valid = out->recv_valid >> PORT_FROM_L2 & 1;
    mshr->reply_valid = core->dyneb_in.l2_valid = valid;
    if (!valid)
        return;
    mshr->reply_kind = out->recv_kind[PORT_FROM_L2];
    mshr->reply_id = out->recv_id[PORT_FROM_L2];
    mshr->reply_line = core->dyneb_in.l2_line = out->recv_line[PORT_FROM_L2];
}

/* Answers of homes are always taken. */
static void drive_remote(struct gpu *gpu, unsigned i, const struct noc_port_out *out)
{
    struct gpu_core *core = &gpu->core[i];
    bool valid = out->recv_valid >> PORT_FROM_HOME & 1;
    core->sm_in.remote_valid = core->dyneb_in.home_valid = valid;
    if (!valid)
        return;
    core->sm_in.remote_id = (uint16_t)out->recv_id[PORT_FROM_HOME];
    core->dyneb_in.home_line = out->recv_line[PORT_FROM_HOME];
    gpu_wake(gpu, GPU_SM, i);
}

static void drive_core(struct gpu *gpu, unsigned port, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    const struct noc_port_out *out = &gpu->port[port].out;
    if (port < gpu->config.cores) {
        core->mshr_in.request_ready = out->send_ready >> gpu_mshr_source(gpu) & 1;
        drive_mshr_reply(core, out);
    }
    if (!gpu->config.shared_l1)
        return;
    if (port == gpu_remote_port(gpu, i)) {
        core->requester_in.send_ready = out->send_ready >> PORT_REQUESTER & 1;
        drive_remote(gpu, i, out);
    }
    if (port == gpu_home_port(gpu, i))
        gpu_drive_home_request(gpu, i);
}

static void drive_slice_request(struct gpu *gpu, unsigned partition)
{
    const struct noc_port_out *out = &gpu->port[gpu->config.cores + partition].out;
    struct llc_slice_in *slice = &gpu->partition[partition].slice_in;
    unsigned end = gpu_slice_end(gpu);
    slice->reply_ready = out->send_ready >> end & 1;
    slice->request_valid = out->recv_valid >> end & 1;
    if (!slice->request_valid)
        return;
    slice->request_kind = out->recv_kind[end];
    slice->request_op = out->recv_op[end];
    slice->request_src = out->recv_src[end];
    slice->request_line = out->recv_line[end];
    slice->request_id = out->recv_id[end] & ((1u << gpu->config.msg_id_bits) - 1);
    slice->request_sectors = out->recv_sectors[end];
}

/* What came in for another core goes on to it; the id's upper bits, which named it, then name the
 * sender. */
static void drive_relay(const struct gpu *gpu, struct gpu_port *port, unsigned end)
{
    const struct noc_port_out *out = &port->out;
    struct noc_port_in *in = &port->in;
    unsigned id_bits = gpu->config.msg_id_bits;
    put_bit(&in->send_valid, end, out->recv_valid >> end & 1);
    put_bit(&in->recv_ready, end, out->send_ready >> end & 1);
    if (!(out->recv_valid >> end & 1))
        return;
    in->send_dest[end] = out->recv_id[end] >> id_bits;
    in->send_id[end] = (out->recv_id[end] & ((1u << id_bits) - 1)) | out->recv_src[end] << id_bits;
    in->send_kind[end] = out->recv_kind[end];
    in->send_op[end] = out->recv_op[end];
    in->send_line[end] = out->recv_line[end];
    in->send_sectors[end] = out->recv_sectors[end];
    in->send_data_sectors[end] = out->recv_data_sectors[end];
}

static void drive_partition(struct gpu *gpu, unsigned partition)
{
    struct gpu_port *port = &gpu->port[gpu->config.cores + partition];
    drive_slice_request(gpu, partition);
    if (!gpu_relays(gpu))
        return;
    drive_relay(gpu, port, PORT_RELAYED_REQUESTS);
    drive_relay(gpu, port, PORT_RELAYED_ANSWERS);
}

/* The router sees these wires at the next edge with noc_en; until then the port drives the same. */
static void feed_networks(struct gpu *gpu, const struct gpu_port *port)
{
    const struct noc_port_out *out = &port->out;
    struct mesh_inject inject = {out->inject_valid, out->inject_tail, (unsigned)out->inject_vc, 0,
                                 out->inject_flit};
    struct mesh_inject credit = {.credit = out->port_credit};
    if (out->inject_valid) {
        mesh_feed(port->inject, port->place, &inject);
        gpu_wake(gpu, GPU_MESH, (unsigned)(port->inject - gpu->mesh));
    }
    if (out->port_credit) {
        mesh_feed(port->eject, port->place, &credit);
        gpu_wake(gpu, GPU_MESH, (unsigned)(port->eject - gpu->mesh));
    }
}

void noc_port_drive(struct gpu *gpu, unsigned i)
{
    struct gpu_port *port = &gpu->port[i];
    noc_port_outputs(&port->port, &port->out);
    feed_networks(gpu, port);
    if (is_partition_port(gpu, i))
        drive_partition(gpu, i - gpu->config.cores);
    else
        drive_core(gpu, i, core_of_port(gpu, i));
    gpu_wake_at_message(gpu, i);
    uint64_t bit = UINT64_C(1) << (i % 64);
    gpu->busy_ports[i / 64] &= ~bit;
    gpu->busy_ports[i / 64] |= noc_port_is_idle(&port->port) ? 0 : bit;
}
