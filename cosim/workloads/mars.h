/* The map step of Mars (MapReduce), around what a workload computes. A thread is a record. What the
 * counting kernel and the prefix sums before left behind, where a record's output goes, is part of
 * the initial memory. The map kernel reads it, then the record's key and value; the result is
 * emitted byte by byte as key and value, and entered among the offsets of the output.
 *
 * A record emits at most once; where one emits more than once, Mars reads the offsets before its
 * own too. Static instructions 1 to 6 and 14 to 24 are the framework's, the others its users'. */
#ifndef MEMLOOM_MARS_H
#define MEMLOOM_MARS_H

#include "threads.h"

enum { MARS_WARPS = 8, MARS_THREADS = MARS_WARPS * LANES };

enum mars_array {
    MARS_PS_COUNTS,       /* int: first output record of a record */
    MARS_PS_KEY_SIZES,    /* int: bytes of keys emitted before */
    MARS_PS_VAL_SIZES,    /* int: bytes of values emitted before */
    MARS_INTER_OFFSETS,   /* int4 per output record: key's offset and size, value's likewise */
    MARS_INPUT_OFFSETS,   /* int4 per record: the same of its input */
    MARS_INPUT_KEYS,      /* keys of the records */
    MARS_INPUT_VALS,      /* values of the records */
    MARS_KEY_VAL_OFFSETS, /* int2 per record: bytes emitted by it so far */
    MARS_CUR_INDEX,       /* int per record: output records emitted so far */
    MARS_INTER_KEYS,      /* keys of the output records */
    MARS_INTER_VALS,      /* values of them */
    MARS_ARRAYS
};

struct mars {
    uint64_t records;            /* of the input */
    uint64_t outputs;            /* records that emit */
    unsigned key_in, val_in;     /* bytes of a record's key and value */
    unsigned key_out, val_out;   /* of an emitted one's */
    uint64_t array[MARS_ARRAYS]; /* addresses */
    int32_t (*offsets)[4];       /* the offsets of the output at the end, for the check */
    uint32_t *emits;             /* bit per record, of those that emit */
};

/* What the lanes of a warp know about their records. */
struct mars_records {
    uint64_t first;      /* record of lane 0 */
    uint64_t key[LANES]; /* addresses of their keys and values */
    uint64_t val[LANES];
};

/* Allocates the arrays for `mars`, whose counts and sizes are set. */
void mars_allocate(struct workload *, struct mars *);
/* The next record of the input in ascending order. */
void mars_fill(const struct workload *, struct mars *, uint64_t record, const void *key,
               const void *val, bool emits);
void mars_release(struct mars *);

/* Grid of the map kernel. */
struct kernel mars_kernel(const struct mars *);
/* Begins a warp of block `block`; false when none of its lanes has a record. */
bool mars_warp(const struct mars *, struct simt *, uint64_t block, unsigned warp,
               struct mars_records *);
/* The active lanes: where their output goes, and their input. Who emits nothing leaves the offsets
 * of the output alone: in Mars it writes where the next record that emits writes, too. */
void mars_read(const struct mars *, struct simt *, struct mars_records *);
/* The active lanes emit: key_out bytes per lane at `key`, val_out at `val`. */
void mars_emit(const struct mars *, struct simt *, const struct mars_records *, const void *key,
               const void *val);

#endif
