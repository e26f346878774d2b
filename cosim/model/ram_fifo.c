/* Twin of rtl/ram_fifo.v. */
#include "ram_fifo.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

void ram_fifo_init(struct ram_fifo *fifo, const struct ram_fifo_params *params)
{
    fifo->depth = params->depth;
    fifo->words = (params->width + 63) / 64;
    fifo->storage = xcalloc((size_t)fifo->depth * fifo->words, sizeof(uint64_t));
    ram_fifo_reset(fifo);
}

void ram_fifo_release(struct ram_fifo *fifo)
{
    free(fifo->storage);
}

void ram_fifo_reset(struct ram_fifo *fifo)
{
    fifo->first = fifo->count = 0;
    fifo->front = false;
}

/* The place of the word `offset` places after the oldest one. */
static uint64_t *place(const struct ram_fifo *fifo, unsigned offset)
{
    return fifo->storage + (size_t)((fifo->first + offset) % fifo->depth) * fifo->words;
}

void ram_fifo_outputs(const struct ram_fifo *fifo, struct ram_fifo_out *out)
{
    out->put_ready = fifo->count < fifo->depth;
    out->get_valid = fifo->front;
    if (fifo->front)
        memcpy(out->get_data, place(fifo, 0), fifo->words * sizeof(uint64_t));
}

/* What is put at an edge can be fetched at the next one. */
void ram_fifo_step(struct ram_fifo *fifo, const struct ram_fifo_in *in)
{
    bool put = in->put_valid && fifo->count < fifo->depth;
    bool get = in->get_ready && fifo->front;
    if (put)
        memcpy(place(fifo, fifo->count), in->put_data, fifo->words * sizeof(uint64_t));
    if (get || !fifo->front)
        fifo->front = fifo->count > (unsigned)get;
    if (get)
        fifo->first = (fifo->first + 1) % fifo->depth;
    fifo->count += (unsigned)put - (unsigned)get;
}

bool ram_fifo_is_idle(const struct ram_fifo *fifo)
{
    return fifo->count == 0;
}

uint64_t ram_fifo_hash(const struct ram_fifo *fifo)
{
    uint64_t hash = hash_word(hash_word(fifo->first, fifo->count), fifo->front);
    for (unsigned i = 0; i < fifo->count; i++)
        hash = hash_words(hash, place(fifo, i), fifo->words);
    return hash;
}
