/* How a warp's records grow. */
#ifndef MEMLOOM_STREAM_H
#define MEMLOOM_STREAM_H

#include "util.h"
#include "workload.h"

enum { STREAM_ROOM = 1024 }; /* bytes that a new stream begins with, beside its first record */

/* Room for one more record of so many bytes; the caller counts it as used. A stream without any
 * gets `first` bytes beside. */
static inline struct instruction *stream_grow(struct stream *stream, size_t bytes, size_t first)
{
    if (stream->used + bytes > stream->room) {
        stream->room = stream->room ? 2 * stream->room + bytes : first + bytes;
        stream->bytes = xrealloc(stream->bytes, stream->room);
    }
    return (struct instruction *)(void *)(stream->bytes + stream->used);
}

#endif
