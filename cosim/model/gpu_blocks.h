/* The classes of blocks as gpu.c drives them; inside of the chip model only. gpu_blocks.c has most
 * of them, gpu_ports.c the network interfaces, gpu_shared.c those of the shared L1, gpu_connect.c
 * the wires that never change. */
#ifndef MEMLOOM_GPU_BLOCKS_H
#define MEMLOOM_GPU_BLOCKS_H

#include "gpu.h"

struct gpu_class_functions {
    void (*step)(struct gpu *, unsigned index); /* the edge: reads its inputs, writes its state */
    void (*drive)(struct gpu *,
                  unsigned index); /* its outputs to its readers' inputs, wakes them */
};
extern const struct gpu_class_functions gpu_classes[GPU_CLASSES];

/* With shared_l1: sources and sinks of a core's noc_port; the third ones with remote_via = l2. With
 * a crossbar for messages between cores those of the MSHR are alone there, the others are at the
 * crossbar's port. */
enum { PORT_REQUESTER, PORT_MSHR, PORT_ANSWERS };
enum { PORT_FROM_L2, PORT_FROM_HOME, PORT_FOR_HOME };
/* With remote_via = l2: ends of a partition's noc_port, source and sink alike. */
enum { PORT_RELAYED_REQUESTS, PORT_SLICE, PORT_RELAYED_ANSWERS };

static inline void gpu_wake(struct gpu *gpu, enum gpu_class class, unsigned index)
{
    gpu->active[class][index / 64] |= UINT64_C(1) << (index % 64);
}

static inline unsigned pulse(bool event, unsigned counter)
{
    return (unsigned)event << counter;
}

static inline void put_bit(uint64_t *mask, unsigned bit, bool value)
{
    *mask = (*mask & ~(UINT64_C(1) << bit)) | (uint64_t)value << bit;
}

static inline bool gpu_relays(const struct gpu *gpu)
{
    return gpu->config.remote_via == REMOTE_VIA_L2;
}

static inline bool gpu_has_crossbar(const struct gpu *gpu)
{
    return gpu->config.remote_via == REMOTE_VIA_CROSSBAR;
}

/* A network as a configuration of its own. */
static inline const struct config *gpu_network(const struct gpu *gpu, unsigned mesh)
{
    return mesh == WORK_CROSSBAR ? &gpu->crossbar : &gpu->config;
}

/* Its core_node are the addresses by which cores send to each other. */
static inline const struct config *gpu_remote_network(const struct gpu *gpu)
{
    return gpu_network(gpu, gpu_has_crossbar(gpu) ? WORK_CROSSBAR : REQUEST_MESH);
}

/* The core with that address for other cores. */
static inline unsigned gpu_core_at(const struct gpu *gpu, uint64_t node)
{
    unsigned place = mesh_place(gpu_remote_network(gpu), (uint16_t)node);
    if (gpu_has_crossbar(gpu))
        return gpu->injector[WORK_CROSSBAR][place] - gpu->nodes;
    return gpu->injector[REQUEST_MESH][place];
}

/* The port by which core i sends to others' homes and gets their answers. */
static inline unsigned gpu_remote_port(const struct gpu *gpu, unsigned i)
{
    return gpu_has_crossbar(gpu) ? gpu->nodes + i : i;
}

/* The source of a core's port that belongs to the MSHR. */
static inline unsigned gpu_mshr_source(const struct gpu *gpu)
{
    return gpu->config.shared_l1 && !gpu_has_crossbar(gpu) ? PORT_MSHR : 0;
}

/* The port by which core i acts as a home; its source and sink for that. */
static inline unsigned gpu_home_port(const struct gpu *gpu, unsigned i)
{
    return gpu_relays(gpu) ? i : gpu->nodes + i;
}

static inline unsigned gpu_home_source(const struct gpu *gpu)
{
    return gpu_relays(gpu) ? PORT_ANSWERS : gpu_has_crossbar(gpu) ? 1 : 0;
}

static inline unsigned gpu_home_sink(const struct gpu *gpu)
{
    return gpu_relays(gpu) ? PORT_FOR_HOME : 0;
}

/* Source and sink of a partition's port for llc_slice. */
static inline unsigned gpu_slice_end(const struct gpu *gpu)
{
    return gpu_relays(gpu) ? PORT_SLICE : 0;
}

/* Points wide inputs at their drivers and writes the constant inputs. */
void gpu_connect(struct gpu *);
/* Inputs of a port that are read, not driven: the network's enable and the flits that arrive. */
void gpu_gather_port(struct gpu *, unsigned port);
/* Fills gpu->instances. */
void gpu_list_instances(struct gpu *);
/* Event pulses of a core: `own` has the bits that the caller drives. */
void gpu_core_events(struct gpu *, unsigned core, unsigned own, unsigned events);

/* gpu_ports.c. A message is taken at the next edge, to send or as received: both sides act. */
void gpu_wake_at_message(struct gpu *, unsigned port);
void noc_port_step_at(struct gpu *, unsigned port);
void noc_port_drive(struct gpu *, unsigned port);

/* gpu_reuse.c, with options.reuse: notes the access that the core's l1_cache takes at this edge. */
void gpu_reuse_init(struct gpu *);
void gpu_reuse_access(struct gpu *, unsigned core);

/* gpu_shared.c: what other blocks of a core tell those of the shared L1. */
void gpu_change_mode(struct gpu *); /* options.policy_seed */
void gpu_wake_requester(struct gpu *, unsigned core);
void gpu_drive_ready(struct gpu *, unsigned core);
void gpu_drive_l1_events(struct gpu *, unsigned core);
void gpu_drive_remote_hit(struct gpu *, unsigned core);
void gpu_drive_remote_answer(struct gpu *, unsigned core);
void gpu_drive_home_request(struct gpu *, unsigned core);
void requester_step_at(struct gpu *, unsigned core);
void requester_drive(struct gpu *, unsigned core);
void remote_in_queue_step_at(struct gpu *, unsigned core);
void remote_in_queue_drive(struct gpu *, unsigned core);
void remote_out_queue_step_at(struct gpu *, unsigned core);
void remote_out_queue_drive(struct gpu *, unsigned core);
void dyneb_step_at(struct gpu *, unsigned core);
void dyneb_drive(struct gpu *, unsigned core);

#endif
