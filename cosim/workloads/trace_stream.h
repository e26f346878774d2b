/* The outer layer of a trace file: a stream of bytes cut into pieces, each a zstd frame with a
 * checksum. Reading and writing hold one piece in memory, however long the stream is. Layout:
 * docs/trace.md. */
#ifndef MEMLOOM_TRACE_STREAM_H
#define MEMLOOM_TRACE_STREAM_H

#include "util.h"

#include <string.h>

enum { TRACE_VERSION = 1, TRACE_PIECE_BYTES = 1 << 20, TRACE_HEADER_BYTES = 16 };

struct trace_in {
    FILE *file;        /* compressed pieces */
    const char *path;  /* for messages */
    uint64_t position; /* bytes of the file read so far */
    uint8_t *raw;      /* contents of the current piece */
    uint8_t *stored;   /* its compressed form */
    size_t at, size;   /* next byte and number of bytes in raw */
    void *context;     /* ZSTD_DCtx */
    char error[200];   /* "" while all is well; the first complaint stays */
};

struct trace_out {
    struct output output; /* appears under its name when complete */
    uint8_t *raw;         /* piece being filled */
    uint8_t *stored;      /* its compressed form */
    size_t used;          /* bytes in raw */
    void *context;        /* ZSTD_CCtx */
};

/* Takes the file over; reads its header. Check `error` afterwards. */
void trace_in_init(struct trace_in *, FILE *, const char *path);
void trace_in_release(struct trace_in *);
/* The same as trace_in_read, for bytes of several pieces, too. */
bool trace_in_gather(struct trace_in *, void *bytes, size_t size);
/* Complains when anything follows. */
bool trace_in_end(struct trace_in *);
/* Sets `error` unless it is set already; returns false. */
bool trace_in_fail(struct trace_in *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads exactly `size` bytes; false with `error` set when they cannot be had. */
static inline bool trace_in_read(struct trace_in *in, void *bytes, size_t size)
{
    if (in->size - in->at < size || in->error[0])
        return trace_in_gather(in, bytes, size);
    memcpy(bytes, in->raw + in->at, size);
    in->at += size;
    return true;
}

void trace_out_open(struct trace_out *, const char *path);
void trace_out_write(struct trace_out *, const void *bytes, size_t size);
void trace_out_close(struct trace_out *);

#endif
