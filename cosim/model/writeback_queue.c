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
    q->fetching = false;
    q->head = q->count = q->writes = 0;
    q->line_head = q->line_count = 0;
}

void writeback_queue_outputs(const struct writeback_queue *q, struct writeback_queue_out *out)
{
    const struct writeback_request *oldest = &q->requests[q->head];
    out->room = writeback_room(q);
    out->empty = writeback_empty(q);
    out->dram_valid = writeback_offers(q);
    if (!out->dram_valid)
        return;
    out->dram_write = oldest->write;
    out->dram_line = oldest->line;
    out->dram_id = oldest->id;
    for (unsigned i = 0; i < 2; i++)
        out->dram_mask[i] = oldest->write ? q->masks[q->line_head][i] : 0;
    if (!q->carry_data)
        return;
    if (oldest->write)
        memcpy(out->dram_data, q->lines[q->line_head], sizeof out->dram_data);
    else
        memset(out->dram_data, 0, sizeof out->dram_data);
}

static void push(struct writeback_queue *q, bool write, uint64_t line, uint8_t id)
{
    q->requests[(q->head + q->count++) % WRITEBACK_REQUESTS] =
        (struct writeback_request){.line = line, .write = write, .id = id};
    q->writes = (uint8_t)(q->writes + write);
}

static void pop(struct writeback_queue *q)
{
    if (q->requests[q->head].write) {
        q->writes--;
        q->line_count--;
        q->line_head = (uint8_t)((q->line_head + 1) % WRITEBACK_LINES);
    }
    q->head = (uint8_t)((q->head + 1) % WRITEBACK_REQUESTS);
    q->count--;
}

void writeback_advance(struct writeback_queue *q, bool dram_ready)
{
    bool place = q->count < WRITEBACK_REQUESTS;
    if (dram_ready && writeback_offers(q))
        pop(q);
    if (q->fetching && place) {
        push(q, false, q->fetch_line, q->fetch_id);
        q->fetching = false;
    }
}

void writeback_line(struct writeback_queue *q, const uint64_t *ram_data, const uint64_t *ram_mask)
{
    unsigned place = (q->line_head + q->line_count) % WRITEBACK_LINES;
    if (ram_data)
        memcpy(q->lines[place], ram_data, sizeof *q->lines);
    for (unsigned i = 0; i < 2; i++)
        q->masks[place][i] = ram_mask ? ram_mask[i] : ~UINT64_C(0);
    q->line_count++;
}

void writeback_evict(struct writeback_queue *q, uint64_t line)
{
    push(q, true, line, 0);
}

void writeback_fetch(struct writeback_queue *q, uint64_t line, unsigned id, bool behind)
{
    if (!behind) {
        push(q, false, line, (uint8_t)id);
        return;
    }
    q->fetching = true;
    q->fetch_line = line;
    q->fetch_id = (uint8_t)id;
}

void writeback_queue_step(struct writeback_queue *q, const struct writeback_queue_in *in)
{
    writeback_advance(q, in->dram_ready);
    if (in->ram_valid)
        writeback_line(q, q->carry_data ? in->ram_data : NULL, in->ram_mask);
    if (in->evict_valid)
        writeback_evict(q, in->evict_line);
    if (in->fetch_valid)
        writeback_fetch(q, in->fetch_line, (unsigned)in->fetch_id, in->evict_valid);
}

bool writeback_queue_is_idle(const struct writeback_queue *q)
{
    return writeback_empty(q);
}

uint64_t writeback_queue_hash(const struct writeback_queue *q)
{
    uint64_t hash = hash_word(0, (uint64_t)q->line_count << 1 | q->fetching);
    if (q->fetching)
        hash = hash_word(hash, q->fetch_line << 8 | q->fetch_id);
    for (unsigned i = 0; i < q->count; i++) {
        const struct writeback_request *request = &q->requests[(q->head + i) % WRITEBACK_REQUESTS];
        hash = hash_word(hash, request->line << 9 | (uint64_t)request->id << 1 | request->write);
    }
    for (unsigned i = 0; i < q->line_count; i++) {
        unsigned place = (q->line_head + i) % WRITEBACK_LINES;
        hash = hash_words(hash, q->masks[place], 2);
        if (q->carry_data)
            hash = hash_words(hash, q->lines[place], 16);
    }
    return hash;
}
