/* Twin of rtl/fifo.v. */
#include "fifo.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

void fifo_init(struct fifo *fifo, const struct fifo_params *params)
{
    fifo->depth = params->depth;
    fifo->words = bits_words(params->width);
    fifo->storage = xcalloc((size_t)fifo->depth * fifo->words, sizeof(uint64_t));
    fifo_reset(fifo);
}

void fifo_release(struct fifo *fifo)
{
    free(fifo->storage);
}

void fifo_reset(struct fifo *fifo)
{
    fifo->first = 0;
    fifo->count = 0;
}

/* The place `offset` words after the oldest one, offset <= depth. */
static uint64_t *fifo_place(const struct fifo *fifo, unsigned offset)
{
    unsigned place = fifo->first + offset;
    if (place >= fifo->depth)
        place -= fifo->depth;
    return fifo->storage + (size_t)place * fifo->words;
}

void fifo_outputs(const struct fifo *fifo, struct fifo_out *out)
{
    out->put_ready = fifo->count < fifo->depth;
    out->get_valid = fifo->count > 0;
    memcpy(out->get_data, fifo_place(fifo, 0), fifo->words * sizeof(uint64_t));
}

void fifo_step(struct fifo *fifo, const struct fifo_in *in)
{
    bool put = in->put_valid && fifo->count < fifo->depth;
    bool get = in->get_ready && fifo->count > 0;
    if (put)
        memcpy(fifo_place(fifo, fifo->count), in->put_data, fifo->words * sizeof(uint64_t));
    if (get)
        fifo->first = fifo->first + 1 < fifo->depth ? fifo->first + 1 : 0;
    fifo->count += (unsigned)put - (unsigned)get;
}

bool fifo_is_idle(const struct fifo *fifo)
{
    return fifo->count == 0;
}

uint64_t fifo_hash(const struct fifo *fifo)
{
    uint64_t hash = hash_word(fifo->first, fifo->count);
    for (unsigned i = 0; i < fifo->count; i++)
        hash = hash_words(hash, fifo_place(fifo, i), fifo->words);
    return hash;
}
