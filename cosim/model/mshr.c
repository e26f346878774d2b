/* Twin of rtl/mshr.v. A step processes the head of the queue, retires the answer that was given or
 * looks at a new reply, then takes a new miss; every decision is made on the state before the step.
 */
#include "mshr.h"

#include <string.h>

#include "byte_mask.h"
#include "hash.h"
#include "message.h"

static const uint8_t message_kinds[] = {
    [L1_LOAD] = MESSAGE_READ,     [L1_LOAD_BYPASS] = MESSAGE_FETCH, [L1_STORE] = MESSAGE_STORE,
    [L1_ATOMIC] = MESSAGE_ATOMIC, [L1_FETCH] = MESSAGE_FETCH,
};

enum { ID_MASK = 1023, NODE_MASK = 1023 }; /* of a message id, see message.h */

void mshr_init(struct mshr *mshr, const struct mshr_params *params)
{
    *mshr = (struct mshr){.params = *params};
    pending_lines_init(&mshr->reads,
                       &(struct pending_lines_params){params->line_bits, params->entries});
    owner_node_init(&mshr->owner, &(struct owner_node_params){.line_bits = params->line_bits,
                                                              .chunk_bits = params->chunk_bits,
                                                              .partitions = params->partitions,
                                                              .hash = params->partition_hash,
                                                              .node_bits = params->node_bits});
}

void mshr_release(struct mshr *mshr)
{
    (void)mshr; /* nothing is allocated */
}

void mshr_reset(struct mshr *mshr)
{
    mshr->queue_level = 0;
    mshr->reply_valid = mshr->reply_over = mshr->event_stall = false;
    mshr->fresh = false;
    mshr->stale = 0;
    pending_lines_reset(&mshr->reads);
    owner_node_reset(&mshr->owner);
    mshr->head_known = mshr->waits = false;
}

static bool writes(const struct mshr_miss *miss)
{
    return miss->kind == L1_STORE || miss->kind == L1_ATOMIC;
}

static const struct mshr_miss *queued(const struct mshr *mshr, unsigned position)
{
    return &mshr->queue[(mshr->queue_head + position) % MSHR_QUEUE];
}

static const struct mshr_entry *drained_entry(const struct mshr *mshr)
{
    return &mshr->entries[mshr->reply_id];
}

/* The reply has one more answer to give. */
static bool is_last(const struct mshr *mshr)
{
    return !mshr->reply_reads || mshr->next + 1u == drained_entry(mshr)->count;
}

static unsigned message_id(const struct mshr_access_id *from)
{
    return (unsigned)from->remote << MESSAGE_REMOTE_SHIFT |
           (unsigned)from->node << MESSAGE_NODE_SHIFT | from->id;
}

/* Who is answered in this cycle. */
static struct mshr_access_id answered_access(const struct mshr *mshr)
{
    if (mshr->reply_reads)
        return drained_entry(mshr)->targets[mshr->next];
    return (struct mshr_access_id){
        .remote = mshr->reply_id >> MESSAGE_REMOTE_SHIFT & 1,
        .node = (uint16_t)(mshr->reply_id >> MESSAGE_NODE_SHIFT & NODE_MASK),
        .id = (uint16_t)(mshr->reply_id & ID_MASK),
    };
}

/* Entries of the line of the queue's head. While it waits entries only become free: one search will
 * do. */
static uint64_t entries_of_head(struct mshr *mshr, uint64_t line)
{
    if (!mshr->head_known)
        mshr->head_entries = pending_match(&mshr->reads, line);
    mshr->head_known = true;
    return mshr->head_entries;
}

/* An answer is offered in this cycle. */
static bool answers(const struct mshr *mshr)
{
    return mshr->reply_valid && !mshr->reply_over;
}

static uint64_t draining(const struct mshr *mshr)
{
    return answers(mshr) && mshr->reply_reads ? UINT64_C(1) << mshr->reply_id : 0;
}

/* Fills the request register. `id` is that of the message. */
static void send(struct mshr *mshr, const struct mshr_in *in, const struct mshr_miss *miss,
                 unsigned id)
{
    struct mshr_request *request = &mshr->request;
    unsigned touched = touched_sectors(miss->mask);
    owner_node_take(&mshr->owner, miss->line, in->own_slices ? in->own_nodes : in->partition_nodes);
    request->miss = *miss;
    request->id = id;
    request->kind = message_kinds[miss->kind];
    request->sectors = (uint8_t)(miss->kind == L1_LOAD ? 15 : miss->kind == L1_STORE ? 0 : touched);
    request->data_sectors = (uint8_t)(writes(miss) ? touched : 0);
}

/* An own load without room among the targets of its line's read is sent as one that bypasses the
 * L1; false: it waits. */
static bool divert(struct mshr *mshr, const struct mshr_in *in, const struct mshr_miss *miss)
{
    struct mshr_request *request = &mshr->request;
    if (!mshr->params.divert || miss->from.remote || mshr->owner.valid)
        return false;
    send(mshr, in, miss, miss->from.id);
    request->kind = MESSAGE_FETCH;
    request->sectors = mshr->params.bypass_line ? 15 : (uint8_t)touched_sectors(miss->mask);
    return true;
}

/* A load at the head: merged, given an entry, diverted, or (false) waiting. */
static bool process_load(struct mshr *mshr, const struct mshr_in *in, const struct mshr_miss *miss)
{
    if (miss->install) {
        uint64_t live = mshr->reads.busy & ~mshr->stale & ~draining(mshr);
        uint64_t same = entries_of_head(mshr, miss->line) & live;
        if (same) {
            struct mshr_entry *entry = &mshr->entries[__builtin_ctzll(same)];
            if (entry->count == mshr->params.targets)
                return divert(mshr, in, miss);
            entry->targets[entry->count++] = miss->from;
            return true;
        }
    }
    if (!pending_free(&mshr->reads) || mshr->owner.valid)
        return false;
    unsigned index = pending_claim(&mshr->reads, miss->line);
    struct mshr_entry *entry = &mshr->entries[index];
    entry->count = 1;
    entry->targets[0] = miss->from;
    mshr->stale &= ~(UINT64_C(1) << index);
    mshr->stale |= (uint64_t)!miss->install << index;
    send(mshr, in, miss, index);
    return true;
}

/* The head of the queue; false when it waits. The request register is empty here if it is taken. */
static bool process(struct mshr *mshr, const struct mshr_in *in)
{
    const struct mshr_miss *miss = queued(mshr, 0);
    if (miss->kind == L1_LOAD)
        return process_load(mshr, in, miss);
    if (mshr->owner.valid)
        return false;
    if (writes(miss))
        mshr->stale |= pending_match(&mshr->reads, miss->line);
    send(mshr, in, miss, message_id(&miss->from));
    return true;
}

/* The L1 may have the line of the read that was looked at in the last step: loads of it that are
 * here are none of its targets, and ask for what is there. */
static void see_line(struct mshr *mshr)
{
    for (unsigned i = 0; i < MSHR_QUEUE; i++) /* of a free place it means nothing */
        mshr->queue[i].again |= mshr->queue[i].line == mshr->reads.lines[mshr->reply_id];
}

static void look_at_reply(struct mshr *mshr, const struct mshr_in *in)
{
    mshr->reply_valid = true;
    mshr->reply_over = false;
    mshr->fresh = true;
    mshr->reply_reads = in->reply_kind == MESSAGE_READ;
    mshr->reply_id = (uint32_t)in->reply_id;
    mshr->reply_line = in->reply_line;
    mshr->next = 0;
}

static void take_miss(struct mshr *mshr, const struct mshr_in *in)
{
    struct mshr_miss *miss = &mshr->queue[(mshr->queue_head + mshr->queue_level++) % MSHR_QUEUE];
    miss->line = in->miss_line;
    miss->mask[0] = in->miss_mask[0];
    miss->mask[1] = in->miss_mask[1];
    miss->from = (struct mshr_access_id){.id = (uint16_t)in->miss_id, .remote = in->miss_remote};
    if (in->miss_remote) {
        miss->from.node = (uint16_t)in->miss_node;
        miss->from.sectors = (uint8_t)in->miss_sectors;
    }
    miss->kind = (uint8_t)in->miss_kind;
    miss->op = (uint8_t)in->miss_op;
    miss->install = in->miss_install && in->miss_kind == L1_LOAD;
    miss->again = in->miss_again;
}

static void flush(struct mshr *mshr)
{
    mshr->stale = mshr->reads.busy;
    for (unsigned i = 0; i < MSHR_QUEUE; i++)
        mshr->queue[i].install = false;
}

/* With a remote last answer the reply is taken in the cycle after that was, with an own one that is
 * the first of a read, too. */
static bool takes_reply(const struct mshr *mshr)
{
    if (!mshr->reply_valid || (mshr->reply_reads && mshr->fresh))
        return false;
    return mshr->reply_over || (is_last(mshr) && !answered_access(mshr).remote);
}

/* One answer leaves, unless it waits for the remote port; with the last one its entry is free. */
static void answer(struct mshr *mshr, const struct mshr_in *in)
{
    if (mshr->reply_over || (answered_access(mshr).remote && !in->remote_ready))
        return;
    if (!is_last(mshr)) {
        mshr->next++;
        return;
    }
    mshr->reads.busy &= ~draining(mshr);
    mshr->reply_over = true;
}

static void step_reply(struct mshr *mshr, const struct mshr_in *in)
{
    if (!mshr->reply_valid) {
        if (in->reply_valid)
            look_at_reply(mshr, in);
        return;
    }
    bool taken = takes_reply(mshr);
    answer(mshr, in);
    mshr->reply_valid = !taken;
    mshr->fresh = false;
}

/* Nothing changes but by what others do: no reply, or one whose answer to another core waits. */
static bool reply_waits(const struct mshr *mshr)
{
    if (!mshr->reply_valid)
        return true;
    return !mshr->fresh && answers(mshr) && answered_access(mshr).remote;
}

void mshr_step(struct mshr *mshr, const struct mshr_in *in)
{
    bool miss_taken = in->miss_valid && mshr->queue_level < MSHR_QUEUE;
    bool had_reply = mshr->reply_valid;

    if (mshr->fresh && mshr->reply_reads)
        see_line(mshr);
    bool request_taken = mshr->owner.valid && in->request_ready;
    mshr->owner.valid &= !request_taken;
    bool processed = mshr->queue_level && process(mshr, in);
    mshr->event_stall = mshr->queue_level && !processed;
    mshr->queue_head ^= processed;
    mshr->head_known &= !processed;
    mshr->queue_level = (uint8_t)(mshr->queue_level - processed);

    step_reply(mshr, in);
    if (miss_taken)
        take_miss(mshr, in);
    if (in->flush)
        flush(mshr);
    mshr->waits = !processed && !miss_taken && !request_taken && !in->flush &&
                  had_reply == mshr->reply_valid && reply_waits(mshr);
}

/* The line of the read that was looked at in the last step may be installed. */
static bool installs(const struct mshr *mshr)
{
    if (!draining(mshr) || !mshr->fresh)
        return false;
    if (mshr->stale & draining(mshr))
        return false;
    for (unsigned i = 0; i < mshr->queue_level; i++)
        if (writes(queued(mshr, i)) && queued(mshr, i)->line == mshr->reads.lines[mshr->reply_id])
            return false; /* it would overtake the store or atomic */
    return true;
}

static void request_outputs(const struct mshr *mshr, struct mshr_out *out)
{
    const struct mshr_request *request = &mshr->request;
    out->request_dest = mshr->owner.dest;
    out->request_kind = request->kind;
    out->request_op = request->miss.op;
    out->request_line = request->miss.line;
    out->request_id = request->id;
    out->request_remote = request->miss.from.remote;
    out->request_again = request->miss.again || !request->miss.install;
    out->request_sectors = request->sectors;
    out->request_data_sectors = request->data_sectors;
    memcpy(out->request_mask, request->miss.mask, sizeof request->miss.mask);
}

/* The answer of this cycle, to the own load/store unit or to another core. */
static void answer_outputs(const struct mshr *mshr, struct mshr_out *out)
{
    out->response_valid = out->remote_valid = false;
    if (!answers(mshr))
        return;
    struct mshr_access_id to = answered_access(mshr);
    out->response_valid = !to.remote;
    out->remote_valid = to.remote;
    if (!to.remote) {
        out->response_id = to.id;
        return;
    }
    out->remote_kind = mshr->reply_reads ? MESSAGE_READ : MESSAGE_STORE;
    out->remote_line = mshr->reply_line;
    out->remote_dest = to.node;
    out->remote_id = to.id;
    out->remote_data_sectors = to.sectors;
}

void mshr_outputs(const struct mshr *mshr, struct mshr_out *out)
{
    out->miss_ready = mshr->queue_level < MSHR_QUEUE;
    out->reply_ready = takes_reply(mshr);
    out->event_stall = mshr->event_stall;
    out->full = !pending_free(&mshr->reads);
    out->request_valid = mshr->owner.valid;
    if (mshr->owner.valid)
        request_outputs(mshr, out);
    out->answers = mshr->reply_valid;
    out->installs = installs(mshr);
    answer_outputs(mshr, out);
}

/* Entries wait for replies without steps. A full request register waits for its ready, which the
 * model looks at only in steps. */
bool mshr_is_idle(const struct mshr *mshr)
{
    return !(mshr->queue_level | mshr->owner.valid | mshr->reply_valid | mshr->event_stall);
}

static uint64_t hash_access(uint64_t hash, const struct mshr_access_id *from)
{
    return hash_word(hash, (uint64_t)from->sectors << 32 | message_id(from));
}

static uint64_t hash_miss(uint64_t hash, const struct mshr_miss *miss)
{
    hash = hash_word(hash, miss->line);
    hash = hash_words(hash, miss->mask, 2);
    hash = hash_access(hash, &miss->from);
    return hash_word(
        hash, (unsigned)(miss->kind << 16 | miss->op << 8 | miss->again << 1 | miss->install));
}

uint64_t mshr_hash(const struct mshr *mshr)
{
    uint64_t busy = mshr->reads.busy;
    uint64_t hash = hash_word(pending_lines_hash(&mshr->reads), mshr->stale & busy);
    for (uint64_t left = busy; left; left &= left - 1) {
        const struct mshr_entry *entry = &mshr->entries[__builtin_ctzll(left)];
        for (unsigned i = 0; i < entry->count; i++)
            hash = hash_access(hash, &entry->targets[i]);
    }
    hash = hash_word(hash, mshr->event_stall);
    for (unsigned i = 0; i < mshr->queue_level; i++)
        hash = hash_miss(hash, queued(mshr, i));
    if (mshr->owner.valid)
        hash = hash_miss(hash_word(hash, mshr->request.id), &mshr->request.miss);
    if (mshr->reply_valid) {
        hash = hash_word(hash, (uint64_t)mshr->reply_id << 32 | (unsigned)mshr->next << 4 |
                                   (unsigned)mshr->fresh << 2 | (unsigned)mshr->reply_over << 1 |
                                   mshr->reply_reads);
        hash = hash_word(hash, mshr->reply_line);
    }
    return hash;
}
