/* Typed views of the blocks of a core in the chip model: l1_cache_at(gpu, 3), l1_cache_in_at(gpu,
 * 3), l1_cache_out_at(gpu, 3). */
#ifndef MEMLOOM_CORE_VIEW_H
#define MEMLOOM_CORE_VIEW_H

#include "blocks.h"
#include "dyneb.h"
#include "gpu.h"
#include "l1_arbiter.h"
#include "l1_cache.h"
#include "mshr.h"
#include "requester.h"

#define VIEW_PORTS(block)                                                                          \
    static inline const struct block##_in *block##_in_at(const struct gpu *gpu, unsigned core)     \
    {                                                                                              \
        return gpu_in(gpu, NODE_CORE, core, &block##_block);                                       \
    }                                                                                              \
    static inline const struct block##_out *block##_out_at(const struct gpu *gpu, unsigned core)   \
    {                                                                                              \
        return gpu_out(gpu, NODE_CORE, core, &block##_block);                                      \
    }
#define VIEW(block)                                                                                \
    VIEW_PORTS(block)                                                                              \
    static inline const struct block *block##_at(const struct gpu *gpu, unsigned core)             \
    {                                                                                              \
        return gpu_state(gpu, NODE_CORE, core, &block##_block);                                    \
    }

VIEW_PORTS(sm)
VIEW(l1_arbiter)
VIEW(l1_cache)
VIEW(mshr)
VIEW(requester)
VIEW(dyneb)

#undef VIEW
#undef VIEW_PORTS

#endif
