/* The software cache between a kernel and its records: while simt.cache is set, every load, store,
 * atomic, barrier and end of the kernel comes here, is carried out through the threads' lines
 * (software_cache.h) and leaves the records of what the added code does: arithmetic, accesses of
 * shared memory, loads of lines, stores of dirty bytes. docs/software_cache.md has the rules. */
#ifndef MEMLOOM_SIMT_CACHE_H
#define MEMLOOM_SIMT_CACHE_H

#include "simt.h"
#include "software_cache.h"

/* Warp instructions of the added code, as a compiler would write it; all are integer arithmetic.
 * The paper gives the first one only (section 1.1.1). */
enum simt_cache_cost {
    COST_CHECK = 3,   /* is the structure cached? behind monitoring, at each access */
    COST_MONITOR = 6, /* shift, compare, count the hit or keep the line; count, compare */
    COST_PAIR = 4,    /* of structures, when they are ranked */
    COST_LOOK_UP = 4, /* difference to the line's address, compare, branch; place in the segment */
    COST_MARK = 2,    /* a store's bits into the dirty map */
    COST_MISS = 2,    /* the new line's address, its place in the segment */
    COST_DIRTY = 2,   /* is the map empty? of a line that may be written, before it goes */
    COST_EVICT = 4,   /* its place, is the map full? the map is cleared */
    COST_WORD = 1,    /* of a map that is not full: is this word, is this byte dirty? */
    COST_FLUSH = 2    /* per structure: is it cached? the line's address is cleared */
};

/* What was made of a kernel's accesses. Instructions are of warps, accesses of threads. */
struct simt_cache_stats {
    uint64_t threads, chose;   /* threads of kernels with lines; those that left monitoring */
    uint64_t instructions;     /* of the kernels themselves */
    uint64_t cached_loops;     /* of these, by warps with a thread behind monitoring */
    uint64_t monitoring;       /* added: monitoring and choice */
    uint64_t caching;          /* added: all else */
    uint64_t monitored;        /* accesses while monitoring */
    uint64_t uncached;         /* behind it: of structures without a line */
    uint64_t hits, misses;     /* of those with one */
    uint64_t evictions;        /* dirty lines written back for another one */
    uint64_t flushed;          /* by a fence, an atomic, the end */
    uint64_t shared_accesses;  /* warp instructions */
    uint64_t requests[2];      /* of 128 B lines to global memory: the kernel's own, what is left */
    uint64_t sectors[2];       /* of 32 B, likewise */
    uint64_t uncached_choices; /* per thread that chose: structures without a line */
    uint64_t read_choices, write_choices; /* with one, only read, written */
};

/* An array of the workload. */
struct simt_cache_array {
    uint64_t hits;      /* while monitoring */
    uint64_t chose;     /* threads that gave it a line */
    bool read, written; /* by the workload */
};

/* What a kernel's threads start from. */
struct simt_cache_kernel {
    unsigned threads;                       /* of a block */
    unsigned offset;                        /* of the segments in its shared memory */
    struct software_choice choice;          /* structures, CLN, which are written */
    int8_t structure[IMAGE_ARRAYS_MAX];     /* of each array, -1: none */
    uint8_t array[SOFTWARE_STRUCTURES_MAX]; /* of each structure */
};

/* A load whose value the kernel's instruction number needed_at wants. */
struct simt_cache_use {
    size_t record;      /* place in the warp's stream */
    uint64_t needed_at; /* among the kernel's own instructions */
    uint64_t issued;    /* instructions of the warp up to the load */
};

struct simt_cache_warp {
    uint32_t caching;  /* lanes behind their monitoring phase */
    uint64_t own, all; /* instructions so far: the kernel's, with the added ones */
    struct simt_cache_use *use;
    unsigned uses, use_room;
};

struct simt_cache {
    unsigned monitored; /* accesses of a thread */
    struct simt_cache_kernel kernel;
    struct software_line *line;                  /* [threads][structures] of the running block */
    size_t line_room;                            /* of these */
    uint32_t simulated[BLOCK_WARPS_MAX * LANES]; /* accesses of each thread so far */
    struct simt_cache_warp warp[BLOCK_WARPS_MAX];
    uint32_t writer[SOFTWARE_STRUCTURES_MAX]; /* pc of the last store */
    struct simt_cache_stats stats;
    struct simt_cache_array array[IMAGE_ARRAYS_MAX];
};

struct simt_cache *simt_cache_new(unsigned monitored);
void simt_cache_free(struct simt_cache *);
/* Before the first block of a kernel. */
void simt_cache_kernel(struct simt_cache *, const struct simt_cache_kernel *);
/* Before a block: its threads begin to monitor. */
void simt_cache_block(struct simt_cache *, unsigned warps);

/* Of the current warp's active lanes, in place of the plain ones. */
void simt_cache_load(struct simt *, const struct access *, const uint64_t address[LANES],
                     void *value);
void simt_cache_store(struct simt *, const struct access *, const uint64_t address[LANES],
                      const void *value);
void simt_cache_atomic(struct simt *, const struct access *, const uint64_t address[LANES],
                       const uint32_t operand[LANES]);
/* Before so many of the kernel's other instructions. */
void simt_cache_step(struct simt *, uint32_t count);
/* Before a fence, a barrier or the end, of the current warp: all its threads' lines. */
void simt_cache_flush(struct simt *);

#endif
