/* What a trace contains: a head, the initial memory image, then kernels with their blocks, in the
 * order of execution. The reader stops at the first fault and keeps a message; the program turns it
 * into an exit with trace_must_be_good. Layout: docs/trace.md. */
#ifndef MEMLOOM_TRACE_H
#define MEMLOOM_TRACE_H

#include "workload.h"

enum { TRACE_IMAGE_BYTES = 1 << 16 };
#define TRACE_END_UNKNOWN (UINT64_C(1) << 32) /* of addresses, when the head was written */

struct trace_header {
    char name[KERNEL_NAME_MAX]; /* of the recorded workload */
    uint64_t address_end;       /* all addresses are below */
};

/* Part of the initial memory; valid until the next one is read. */
struct trace_piece {
    uint64_t address;     /* of the first byte */
    const uint8_t *bytes; /* contents */
    uint32_t size;        /* 1..TRACE_IMAGE_BYTES */
};

struct trace_reader;

/* Opens a file; dies with the reason when it is no good trace. */
struct trace_reader *trace_open(const char *path);
/* The same on an open file, which it takes over; without dying. */
struct trace_reader *trace_new(FILE *, const char *path);
void trace_close(struct trace_reader *);
const struct trace_header *trace_header(const struct trace_reader *);
/* NULL, or what is wrong with the file as far as it was read. */
const char *trace_error(const struct trace_reader *);
/* Dies if there is an error. */
void trace_must_be_good(const struct trace_reader *);

/* Addresses have so many bits: those read from here on that have more are an error. */
void trace_limit(struct trace_reader *, unsigned address_bits);
/* In this order: pieces until false, then kernels until false, after each of them its blocks. False
 * also means an error. */
bool trace_next_piece(struct trace_reader *, struct trace_piece *);
bool trace_next_kernel(struct trace_reader *, struct kernel *);
bool trace_next_block(struct trace_reader *, struct thread_block *);
/* Warps, registers and shared memory of the block that comes next. */
void trace_next_shape(const struct trace_reader *, struct kernel *);

/* Executes a freshly opened workload and writes its trace. */
void trace_record(struct workload *, const char *path);

#endif
