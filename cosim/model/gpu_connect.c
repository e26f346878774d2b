/* Wires of the chip model that never change: wide inputs point at their drivers' outputs, constants
 * are written once. */
#include "gpu_blocks.h"

static const uint64_t no_bytes[2];

static void connect_core(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct gpu_port *port = &gpu->port[i];
    unsigned mshr = gpu_mshr_source(gpu);
    core->sm_in.hit_data = core->cache_out.hit_data;
    core->sm_in.response_data = core->mshr_out.response_data;
    core->arbiter_in.local_mask = core->sm_out.request_mask;
    core->arbiter_in.local_data = core->sm_out.request_data;
    core->cache_in.access_mask = core->arbiter_out.access_mask;
    core->cache_in.access_data = core->arbiter_out.access_data;
    core->cache_in.fill_data = core->mshr_out.fill_data;
    core->mshr_in.miss_mask = core->cache_out.miss_mask;
    core->mshr_in.miss_data = core->cache_out.miss_data;
    core->mshr_in.reply_data = port->out.recv_data[PORT_FROM_L2];
    for (unsigned j = 0; j < gpu->config.partitions; j++)
        core->mshr_in.partition_nodes[j] = gpu->config.partition_node[j];
    port->in.send_class[mshr] = gpu->config.sinks > 1;
    port->in.send_mask[mshr] = core->mshr_out.request_mask;
    port->in.send_data[mshr] = core->mshr_out.request_data;
    port->in.here = gpu->config.core_node[i];
    port->inject = &gpu->mesh[REQUEST_MESH];
    port->eject = &gpu->mesh[REPLY_MESH];
}

/* Distances and places by which a core chooses where a request goes. On a crossbar of their own all
 * homes are nearest. */
static void write_places(struct gpu *gpu, unsigned i)
{
    const struct config *config = &gpu->config;
    struct requester_in *in = &gpu->core[i].requester_in;
    uint16_t here = config->core_node[i];
    in->here_core = i;
    for (unsigned k = 0; k < config->cores; k++) {
        in->core_nodes[k] = gpu_remote_network(gpu)->core_node[k];
        in->core_hops[k] =
            gpu_has_crossbar(gpu) ? 0 : config_hops(config, here, config->core_node[k]);
    }
    for (unsigned k = 0; k < config->partitions; k++) {
        in->partition_nodes[k] = config->partition_node[k];
        in->partition_hops[k] = config_hops(config, here, config->partition_node[k]);
    }
}

/* The port that a core has as a home: its own one, unless messages go through the L2 slices. */
static void connect_home(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct gpu_port *home = &gpu->port[gpu_home_port(gpu, i)];
    unsigned source = gpu_home_source(gpu), sink = gpu_home_sink(gpu);
    core->in_queue_in.recv_mask = home->out.recv_mask[sink];
    core->in_queue_in.recv_data = home->out.recv_data[sink];
    home->in.send_class[source] = gpu_relays(gpu) ? 2 : 1;
    home->in.send_mask[source] = no_bytes;
    home->in.send_data[source] = core->out_queue_out.send_data;
    if (gpu_relays(gpu))
        return;
    home->in.here = gpu_remote_network(gpu)->core_node[i];
    home->inject = &gpu->mesh[gpu_has_crossbar(gpu) ? WORK_CROSSBAR : REPLY_MESH];
    home->eject = &gpu->mesh[gpu_has_crossbar(gpu) ? WORK_CROSSBAR : REQUEST_MESH];
}

static void connect_shared(struct gpu *gpu, unsigned i)
{
    struct gpu_core *core = &gpu->core[i];
    struct gpu_port *port = &gpu->port[gpu_remote_port(gpu, i)];
    core->requester_in.request_mask = core->sm_out.request_mask;
    core->requester_in.request_data = core->sm_out.request_data;
    core->arbiter_in.local_mask = core->requester_out.local_mask;
    core->arbiter_in.local_data = core->requester_out.local_data;
    core->arbiter_in.remote_mask = core->in_queue_out.remote_mask;
    core->arbiter_in.remote_data = core->in_queue_out.remote_data;
    core->out_queue_in.hit_data = core->cache_out.remote_hit_data;
    core->out_queue_in.answer_data = core->mshr_out.remote_data;
    core->sm_in.remote_data = port->out.recv_data[PORT_FROM_HOME];
    port->in.recv_ready = UINT64_C(1) << PORT_FROM_HOME;
    port->in.send_mask[PORT_REQUESTER] = core->requester_out.send_mask;
    port->in.send_data[PORT_REQUESTER] = core->requester_out.send_data;
    connect_home(gpu, i);
    write_places(gpu, i);
}

static void connect_relay(struct gpu_port *port, unsigned end, unsigned class)
{
    port->in.send_class[end] = class;
    port->in.send_mask[end] = port->out.recv_mask[end];
    port->in.send_data[end] = port->out.recv_data[end];
}

static void connect_partition(struct gpu *gpu, unsigned i)
{
    struct gpu_partition *partition = &gpu->partition[i];
    struct gpu_port *port = &gpu->port[gpu->config.cores + i];
    unsigned end = gpu_slice_end(gpu);
    partition->slice_in.request_mask = port->out.recv_mask[end];
    partition->slice_in.request_data = port->out.recv_data[end];
    partition->slice_in.dram_reply_data = partition->dram_out.dram_reply_data;
    partition->dram_in.dram_data = partition->slice_out.dram_data;
    port->in.send_mask[end] = no_bytes; /* replies have neither mask nor operation */
    port->in.send_data[end] = partition->slice_out.reply_data;
    if (gpu_relays(gpu)) {
        connect_relay(port, PORT_RELAYED_REQUESTS, 2);
        connect_relay(port, PORT_RELAYED_ANSWERS, 1);
    }
    port->in.here = gpu->config.partition_node[i];
    port->inject = &gpu->mesh[REPLY_MESH];
    port->eject = &gpu->mesh[REQUEST_MESH];
}

/* Where nobody injects or ejects, the port of the place's node is told; it has nothing to do then.
 */
static void place_ports(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->ports; i++) {
        struct gpu_port *port = &gpu->port[i];
        unsigned inject = (unsigned)(port->inject - gpu->mesh);
        unsigned eject = (unsigned)(port->eject - gpu->mesh);
        port->place = mesh_place(gpu_network(gpu, inject), (uint16_t)port->in.here);
        port->in.eject_flit = mesh_eject(port->eject, port->place).flit;
        gpu->injector[inject][port->place] = (uint16_t)i;
        gpu->ejector[eject][port->place] = (uint16_t)i;
        if (i < gpu->nodes) {
            gpu->injector[eject][port->place] = (uint16_t)i;
            gpu->ejector[inject][port->place] = (uint16_t)i;
        }
    }
}

void gpu_connect(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        connect_core(gpu, i);
        if (gpu->config.shared_l1)
            connect_shared(gpu, i);
    }
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        connect_partition(gpu, i);
    place_ports(gpu);
    for (unsigned i = 0; i < gpu->nodes; i++)
        gpu->node[i].counters_in.here = i;
}
