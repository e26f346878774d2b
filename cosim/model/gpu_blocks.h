/* The classes of blocks as gpu.c drives them; inside of the chip model only. */
#ifndef MEMLOOM_GPU_BLOCKS_H
#define MEMLOOM_GPU_BLOCKS_H

#include "gpu.h"

struct gpu_class_functions {
    void (*step)(struct gpu *, unsigned index); /* the edge: reads its inputs, writes its state */
    void (*drive)(struct gpu *,
                  unsigned index); /* its outputs to its readers' inputs, wakes them */
};
extern const struct gpu_class_functions gpu_classes[GPU_CLASSES];

static inline void gpu_wake(struct gpu *gpu, enum gpu_class class, unsigned index)
{
    gpu->active[class][index / 64] |= UINT64_C(1) << (index % 64);
}

/* Points wide inputs at their drivers and writes the constant inputs. */
void gpu_connect(struct gpu *);
/* Inputs of a node's port that are read, not driven: the network's enable and the flits that
 * arrive. */
void gpu_gather_port(struct gpu *, unsigned node);
/* Fills gpu->instances. */
void gpu_list_instances(struct gpu *);

#endif
