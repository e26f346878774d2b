/* Warps in slices and the buffers that their records are in: see slices.h. */
#include "slices.h"

#include "stream.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

static void clear_state(const struct workload *w, struct thread_block *block)
{
    if (!block->state)
        block->state = xcalloc(w->class->block_bytes, 1);
    memset(block->state, 0, w->class->block_bytes);
    for (unsigned i = 0; i < block->warps; i++)
        block->warp[i].slices = 0;
}

/* The current warp's next one. */
static enum slice run_slice(struct workload *w, struct simt *simt)
{
    simt->active = ALL_LANES;
    return w->class->run_slice(w, simt, simt->block->warp[simt->warp].slices++);
}

void slices_run_all(struct workload *w, struct simt *simt)
{
    unsigned warps = simt->block->warps;
    clear_state(w, simt->block);
    for (uint64_t left = UINT64_MAX >> (BLOCK_WARPS_MAX - warps), warp = 0; left;
         warp = (warp + 1) % warps) {
        if (!(left >> warp & 1))
            continue;
        enum slice slice;
        simt->warp = (unsigned)warp;
        while ((slice = run_slice(w, simt)) == SLICE_GOES_ON)
            ;
        left &= ~((uint64_t)(slice == SLICE_IS_LAST) << warp);
    }
}

/* Fills the warp's empty stream with its next slice that has records, or its exit. */
static void fill(struct workload *w, struct thread_block *block, unsigned warp)
{
    struct stream *stream = &block->warp[warp];
    struct simt simt = {.image = &w->image, .block = block, .warp = warp};
    simt.stream_room = stream->earlier ? stream->earlier->used : STREAM_ROOM;
    enum slice slice;
    do
        slice = run_slice(w, &simt);
    while (slice == SLICE_GOES_ON && !stream->used);
    if (slice == SLICE_IS_LAST)
        simt_exit(&simt);
}

void slices_begin(struct workload *w, struct thread_block *block)
{
    struct simt simt;
    simt_begin(&simt, &w->image, block, w->kernel.warps);
    clear_state(w, block);
    for (unsigned warp = 0; warp < block->warps; warp++)
        fill(w, block, warp);
}

/* An empty buffer, an earlier one that nobody looks at or a new one, takes the place of the last
 * one. That is not asked for itself: its last record is being issued. */
static void change_buffer(struct stream *stream, records_in_use *in_use, const void *context)
{
    struct stream **at = &stream->earlier, *other, last = *stream;
    while (*at && in_use(context, (*at)->bytes, (*at)->bytes + (*at)->used))
        at = &(*at)->earlier;
    other = *at;
    if (other)
        *at = other->earlier;
    else
        other = xcalloc(1, sizeof *other);
    stream->bytes = other->bytes;
    stream->room = other->room;
    stream->used = 0;
    *other = last;
    other->earlier = stream->earlier;
    stream->earlier = other;
}

void slices_go_on(struct workload *w, struct thread_block *block, unsigned warp,
                  records_in_use *in_use, const void *context)
{
    change_buffer(&block->warp[warp], in_use, context);
    fill(w, block, warp);
}

void slices_free_earlier(struct stream *stream)
{
    while (stream->earlier) {
        struct stream *earlier = stream->earlier;
        stream->earlier = earlier->earlier;
        free(earlier->bytes);
        free(earlier);
    }
}
