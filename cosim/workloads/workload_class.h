/* What one workload consists of, for the files that define one; users of workloads need only
 * workload.h. */
#ifndef MEMLOOM_WORKLOAD_CLASS_H
#define MEMLOOM_WORKLOAD_CLASS_H

#include "rng.h"
#include "simt.h"

enum { PARAMETERS_MAX = 8 };

struct parameter {
    const char *name;  /* NULL ends the list */
    const char *text;  /* for the help */
    uint64_t value;    /* default */
    uint64_t min, max; /* inclusive */
};

/* What follows a slice (slices.h). */
enum slice { SLICE_GOES_ON, SLICE_MEETS, SLICE_IS_LAST };

typedef void workload_put(void *context, uint64_t address, const void *bytes, size_t size);
typedef void workload_get(void *context, uint64_t address, void *bytes, size_t size);

struct workload_class {
    const char *name, *text; /* as on the command line, and one line about it */
    struct parameter parameter[PARAMETERS_MAX + 1];
    const char *file_text; /* what file=PATH is; NULL: takes none */
    uint8_t file_says;     /* mask of the parameters that stand in it */
    bool grows;            /* the image grows while blocks run, not only in `open` */
    /* Allocates the arrays in w->image, fills them with the initial contents, sets w->state. */
    void (*open)(struct workload *w);
    /* Number w->kernels_started of the sequence; false when there is none. */
    bool (*next_kernel)(struct workload *w, struct kernel *kernel);
    /* Executes one block of the current kernel; the caller adds the exits. */
    void (*run_block)(struct workload *w, struct simt *simt, uint64_t index);
    /* Instead of run_block: executes a slice of the current warp, all of whose lanes are active. */
    enum slice (*run_slice)(struct workload *w, struct simt *simt, uint64_t slice);
    size_t block_bytes; /* with run_slice: of a block's `state`, zero at its start */
    /* Compares with plain C through workload_compare; false with w->message set at the first
     * difference. */
    bool (*check)(struct workload *w, workload_get *get, void *context);
    void (*close)(struct workload *w); /* frees w->state */
};

struct workload {
    const struct workload_class *class;         /* NULL for a trace */
    uint64_t value[PARAMETERS_MAX];             /* parameters, in the class's order */
    uint8_t given;                              /* mask of those that the user said */
    char *file;                                 /* file=PATH or NULL */
    uint64_t seed;                              /* of the generated inputs */
    struct image image;                         /* functional image */
    void *state;                                /* of the class */
    struct trace_reader *trace;                 /* of a trace, else NULL */
    struct kernel kernel;                       /* running */
    unsigned kernels_started;                   /* so far */
    unsigned address_bits;                      /* of the chip; 0: not said */
    uint64_t next_block;                        /* index of the next block of the kernel */
    _Atomic(struct thread_block *) free_blocks; /* to be used again */
    size_t mean_stream;                         /* of the last block, bytes */
    struct workload_cache *cache; /* the software cache, NULL: none (workload_cache.h) */
    char message[256];            /* of workload_check */
};

/* A result array of 32-bit words: where it lies and what it must hold. */
struct result {
    const char *name;     /* for the message */
    uint64_t address;     /* of element 0 */
    const void *expected; /* words */
    uint64_t count;       /* of words */
    uint64_t columns;     /* > 0: the message says [row][column] */
    bool is_float;        /* how the message prints words */
};

bool workload_compare(struct workload *, const struct result *, workload_get *get, void *context);
/* Several of them, in this order. */
bool workload_compare_all(struct workload *, const struct result *, unsigned count,
                          workload_get *get, void *context);
/* The same workload once more, from its start. */
struct workload *workload_again(const struct workload *);
/* A block to fill, from the pool or new. */
struct thread_block *workload_new_block(struct workload *);
/* `count` floats of the form i / 8 with i in -64..64: sums of products stay exact for a while, and
 * no denormals appear. */
void fill_random_floats(struct rng *, float *values, uint64_t count);
/* Address of a new array of `count` such floats. */
uint64_t allocate_random_floats(struct workload *, struct rng *, uint64_t count);
/* `count` floats at random multiples of 1/1024 in low..high. */
void fill_floats_between(struct rng *, float *values, uint64_t count, const float range[2]);
/* Address of a new array of such floats. */
uint64_t allocate_floats_between(struct workload *, struct rng *, uint64_t count,
                                 const float range[2]);
/* What the image holds now, to be freed: for checks, of arrays that kernels change. */
void *image_copy(const struct workload *, uint64_t address, uint64_t size);
/* The `close` of a workload whose state is one allocation. */
void free_state(struct workload *);

extern const struct workload_class gemm_class, transpose_class, stream_class, stencil_class;
extern const struct workload_class bfs_class, histogram_class;
extern const struct workload_class atax_class, syrk_class, syr2k_class, conv_class, squeeze_class;
extern const struct workload_class nn_class, kmeans_class, mm_class, lookup_class, probe_class;
extern const struct workload_class copy_class, share_class, order_class;
extern const struct workload_class accel_class; /* of traces, not on the command line's list */
extern const struct workload_class lud_class, backprop_class, conv3d_class, conv2d_class;
extern const struct workload_class matrixmul_class, vectoradd_class, blackscholes_class;
extern const struct workload_class hotspot_class, pathfinder_class, nw_class, srad_class;
extern const struct workload_class streamcluster_class;
extern const struct workload_class cfd_class;
extern const struct workload_class cutcp_class;
extern const struct workload_class btree_class;
extern const struct workload_class srad_v2_class;
extern const struct workload_class covar_class;
extern const struct workload_class hist64_class;
extern const struct workload_class convsep_class;
extern const struct workload_class spmv_class;
extern const struct workload_class tpacf_class;
extern const struct workload_class conv1_class;
extern const struct workload_class fc_class;
extern const struct workload_class similarity_class, pagerank_class, stringmatch_class;
extern const struct workload_class polygemm_class, stencil3d_class, transpose_naive_class;
extern const struct workload_class binomial_class, lbm_class, mergesort_class;
extern const struct workload_class survey_class, resnet_class, dwt2d_class;

#endif
