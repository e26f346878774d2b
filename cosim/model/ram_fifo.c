/* Twin of rtl/ram_fifo.v: a fifo whose oldest word is seen a cycle later. */
#include "ram_fifo.h"

#include <string.h>

#include "hash.h"

void ram_fifo_init(struct ram_fifo *fifo, const struct ram_fifo_params *params)
{
    fifo_init(&fifo->queue, &(struct fifo_params){.width = params->width, .depth = params->depth});
    fifo->front = false;
}

void ram_fifo_release(struct ram_fifo *fifo)
{
    fifo_release(&fifo->queue);
}

void ram_fifo_reset(struct ram_fifo *fifo)
{
    fifo_reset(&fifo->queue);
    fifo->front = false;
}

void ram_fifo_outputs(const struct ram_fifo *fifo, struct ram_fifo_out *out)
{
    struct fifo_out queue;
    fifo_outputs(&fifo->queue, &queue);
    out->put_ready = queue.put_ready;
    out->get_valid = fifo->front;
    if (fifo->front)
        memcpy(out->get_data, queue.get_data, fifo->queue.words * sizeof(uint64_t));
}

/* What is put at an edge can be fetched at the next one. */
void ram_fifo_step(struct ram_fifo *fifo, const struct ram_fifo_in *in)
{
    bool get = in->get_ready && fifo->front;
    if (get || !fifo->front)
        fifo->front = fifo->queue.count > (unsigned)get;
    fifo_step(
        &fifo->queue,
        &(struct fifo_in){.put_valid = in->put_valid, .put_data = in->put_data, .get_ready = get});
}

bool ram_fifo_is_idle(const struct ram_fifo *fifo)
{
    return fifo_is_idle(&fifo->queue);
}

uint64_t ram_fifo_hash(const struct ram_fifo *fifo)
{
    return hash_word(fifo_hash(&fifo->queue), fifo->front);
}
