/* Threads as CUDA kernels see them: their indices in the block, arrays taken by element number,
 * ranges as guards. Thread t of a block is lane t % 32 of warp t / 32, and x counts fastest, so a
 * block's values in shared memory are an array over its threads: the lane vector of warp w begins
 * at element 32 w. */
#ifndef MEMLOOM_THREADS_H
#define MEMLOOM_THREADS_H

#include "simt.h"

/* Static memory instructions; numbers from 1 on, unique in a workload. */
#define LOAD(number, bytes, distance)                                                              \
    {                                                                                              \
        .pc = 0x10 * (number), .kind = INSTRUCTION_LOAD, .size = (bytes),                          \
        .use_distance = (distance)                                                                 \
    }
#define STORE(number, bytes)                                                                       \
    {                                                                                              \
        .pc = 0x10 * (number), .kind = INSTRUCTION_STORE, .size = (bytes)                          \
    }

/* Those on 4-byte words whose number is computed: unrolled loops, code that stands twice. */
struct access word_load(unsigned number, uint16_t use_distance);
struct access word_store(unsigned number);

/* Begins a warp of a block of `threads` threads; the lanes that are threads are active. */
void begin_warp(struct simt *, unsigned warp, unsigned threads);
/* How kernels of one dimension begin that nvcc compiles for Ampere, by real traces: index and
 * comparison with the number of elements in five instructions, the lanes outside exit. False when
 * none is left. */
bool begin_guarded_warp(struct simt *, unsigned warp, uint32_t inside);
/* The active lanes other than these exit, behind whatever was compared; the warp goes on with the
 * rest. False when none is left, then that exit is the warp's own. */
bool exit_but(struct simt *, uint32_t staying);
/* All warps of the block: simt_alu by all threads. */
void block_alu(struct simt *, unsigned threads, uint32_t count);

/* Indices of the current warp's threads in a block of `width` columns. */
void thread_indices(const struct simt *, unsigned width, int64_t x[LANES], int64_t y[LANES]);
/* The lanes whose value lies in min..max. */
uint32_t lanes_within(const int64_t value[LANES], int64_t min, int64_t max);

/* Thread (x, y) of a block takes element origin + pitch y + x. */
struct tile {
    int64_t origin, pitch; /* elements */
    unsigned width;        /* columns of the block */
};
void tile_elements(const struct simt *, const struct tile *, int64_t element[LANES]);

/* Lane l takes the access's size of bytes at array + size * element[l]. */
void load_elements(struct simt *, const struct access *, uint64_t array,
                   const int64_t element[LANES], void *value);
void store_elements(struct simt *, const struct access *, uint64_t array,
                    const int64_t element[LANES], const void *value);
/* Consecutive elements, lane 0's at `address`. */
void load_row(struct simt *, const struct access *, uint64_t address, void *value);
void store_row(struct simt *, const struct access *, uint64_t address, const void *value);
/* One element for all lanes. */
void load_uniform(struct simt *, const struct access *, uint64_t address, void *value);

#endif
