/* Twin of rtl/writeback_queue.v (docs/blocks/writeback_queue.md). */
#include "writeback_queue.h"

#include <string.h>

#include "hash.h"

void writeback_queue_init(struct writeback_queue *q, const struct writeback_queue_params *params)
{
    *q = (struct writeback_queue){.params = *params, .carry_data = true};
}

void writeback_queue_release(struct writeback_queue *q)
{
    (void)q; /* nothing is allocated */
}

void writeback_queue_reset(struct writeback_queue *q)
{
    q->evicting = q->fetching = false;
    q->head = q->count = q->writes = 0;
}

void writeback_queue_outputs(const struct writeback_queue *q, struct writeback_queue_out *out)
{
    const struct writeback_request *oldest = &q->requests[q->head];
    out->room = writeback_room(q);
    out->empty = writeback_empty(q);
    out->dram_valid = q->count;
    if (!q->count)
        return;
    out->dram_write = oldest->write;
    out->dram_line = oldest->line;
    out->dram_id = oldest->id;
    if (!q->carry_data)
        return;
    if (oldest->write)
        memcpy(out->dram_data, oldest->data, sizeof out->dram_data);
    else
        memset(out->dram_data, 0, sizeof out->dram_data);
}

static struct writeback_request *push(struct writeback_queue *q, bool write, uint64_t line,
                                      uint8_t id)
{
    struct writeback_request *request = &q->requests[(q->head + q->count++) % WRITEBACK_REQUESTS];
    request->write = write;
    request->line = line;
    request->id = id;
    return request;
}

static void pop(struct writeback_queue *q)
{
    q->writes = (uint8_t)(q->writes - q->requests[q->head].write);
    q->head = (uint8_t)((q->head + 1) % WRITEBACK_REQUESTS);
    q->count--;
}

void writeback_advance(struct writeback_queue *q, const uint64_t *ram_data, bool dram_ready)
{
    bool place = q->count < WRITEBACK_REQUESTS;
    if (dram_ready && q->count)
        pop(q);
    if (q->evicting) {
        struct writeback_request *request = push(q, true, q->evict_line, 0);
        if (ram_data)
            memcpy(request->data, ram_data, sizeof request->data);
        q->writes++;
        q->evicting = false;
    } else if (q->fetching && place) {
        push(q, false, q->fetch_line, q->fetch_id);
        q->fetching = false;
    }
}

void writeback_queue_step(struct writeback_queue *q, const struct writeback_queue_in *in)
{
    writeback_advance(q, q->carry_data ? in->ram_data : NULL, in->dram_ready);
    if (in->evict_valid)
        writeback_evict(q, in->evict_line);
    if (in->fetch_valid)
        writeback_fetch(q, in->fetch_line, (unsigned)in->fetch_id);
}

bool writeback_queue_is_idle(const struct writeback_queue *q)
{
    return writeback_empty(q);
}

uint64_t writeback_queue_hash(const struct writeback_queue *q)
{
    uint64_t hash = hash_word(0, (uint64_t)q->evicting << 1 | q->fetching);
    if (q->evicting)
        hash = hash_word(hash, q->evict_line);
    if (q->fetching)
        hash = hash_word(hash, q->fetch_line << 8 | q->fetch_id);
    for (unsigned i = 0; i < q->count; i++) {
        const struct writeback_request *request = &q->requests[(q->head + i) % WRITEBACK_REQUESTS];
        hash = hash_word(hash, request->line << 9 | (uint64_t)request->id << 1 | request->write);
        if (request->write && q->carry_data)
            hash = hash_words(hash, request->data, 16);
    }
    return hash;
}
