/* The software cache of a workload: what its compiler and its start of a kernel would know (which
 * arrays a kernel touches and writes, how many lines shared memory has for each thread), and what
 * came of it. docs/software_cache.md. */
#ifndef MEMLOOM_WORKLOAD_CACHE_H
#define MEMLOOM_WORKLOAD_CACHE_H

#include "simt_cache.h"
#include "workload.h"

struct workload_cache;

/* Of the chip that the kernels run on, and of the monitoring phase. */
struct workload_cache_options {
    unsigned cores, warps, blocks;    /* warps and blocks of a core */
    unsigned registers, shared_bytes; /* of a core */
    unsigned monitored;               /* accesses of a thread */
};

/* Before the first kernel: from here on its kernels run with the cache. Dies on a trace, whose
 * instructions stand in it. */
void workload_use_cache(struct workload *, const struct workload_cache_options *);
/* NULL without the cache. */
const struct simt_cache *workload_cache_of(const struct workload *);
/* The statistics: a table, or keys of a JSON object that is open. Nothing without the cache. */
void workload_cache_print(const struct workload *, FILE *);
void workload_cache_json(const struct workload *, FILE *);

/* For workload.c. A kernel begins: gives it its segments and registers. */
void workload_cache_kernel(struct workload_cache *, const struct image *, struct kernel *);
/* Of a new block of it, or NULL when it has no lines. */
struct simt_cache *workload_cache_block(struct workload_cache *, const struct thread_block *);
void workload_cache_free(struct workload_cache *);

#endif
