/* The oldest memory instruction is cut into line requests (one per cycle), which wait in a ring
 * for the L1 port. The head gets an id and is offered; where the memory system does not keep the
 * order (docs/interfaces.md), only when no conflicting request of this core to its line is in
 * flight: one of them a store or an atomic. Requests in flight are then found through a hash of
 * their line. */
#include "lsu.h"

#include "byte_mask.h"
#include "coalesce.h"
#include "shared_banks.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { REPORTED_MISMATCHES = 10 };

void lsu_init(struct sm *sm, const struct config *config)
{
    sm->lsu_instructions = config->lsu_instructions;
    sm->segments = config->coalesce == 1;
    sm->queue_room = config->lsu_queue;
    sm->shared_banks = config->shared_banks;
    sm->shared_latency = config->shared_latency;
    sm->queue_size = 1u << log2_ceil(config->lsu_queue);
    sm->queue = xcalloc(sm->queue_size, sizeof *sm->queue);
    sm->ids = config->lsu_ids;
    sm->holds_back = config->request_order == ORDER_BY_CORE;
    sm->pending = xcalloc(sm->ids, sizeof *sm->pending);
    sm->bucket = xcalloc(sm->ids, sizeof *sm->bucket);
    sm->free_id = xcalloc(sm->ids, sizeof *sm->free_id);
    for (unsigned i = 0; i < sm->ids; i++) {
        sm->bucket[i] = SM_NONE;
        sm->free_id[i] = (uint16_t)(sm->ids - 1 - i);
    }
    sm->free_ids = sm->ids;
}

void lsu_release(struct sm *sm)
{
    free(sm->queue);
    free(sm->pending);
    free(sm->bucket);
    free(sm->free_id);
}

static uint16_t *bucket_of(const struct sm *sm, uint64_t line)
{
    return &sm->bucket[(line ^ line >> 8 ^ line >> 16) & (sm->ids - 1)];
}

static void link_pending(struct sm *sm, unsigned id)
{
    uint16_t *bucket = bucket_of(sm, sm->pending[id].request.line);
    sm->pending[id].request.next = *bucket;
    *bucket = (uint16_t)id;
}

static void unlink_pending(struct sm *sm, unsigned id)
{
    uint16_t *link = bucket_of(sm, sm->pending[id].request.line);
    while (*link != id)
        link = &sm->pending[*link].request.next;
    *link = sm->pending[id].request.next;
}

static bool conflicts(const struct sm *sm, const struct sm_request *head)
{
    bool reads = instruction_is_load(head->record);
    for (unsigned id = *bucket_of(sm, head->line); id != SM_NONE;
         id = sm->pending[id].request.next) {
        const struct sm_request *other = &sm->pending[id].request;
        if (other->line == head->line && !(reads && instruction_is_load(other->record)))
            return true;
    }
    return false;
}

/* Moves the queue's head to the L1 port, or notes why it has to wait for an answer. */
static void offer_head(struct sm *sm)
{
    const struct sm_request *head = &sm->queue[sm->queue_head];
    bool hazard = sm->holds_back && conflicts(sm, head);
    sm->stats.hazards += hazard && !sm->head_hazard;
    sm->head_hazard = hazard;
    sm->head_waits = hazard || !sm->free_ids;
    if (sm->head_waits)
        return;
    uint16_t id = sm->free_id[--sm->free_ids];
    sm->pending[id].request = *head;
    if (sm->holds_back)
        link_pending(sm, id);
    sm->offered = true;
    sm->offered_id = id;
    sm->queue_head = (sm->queue_head + 1) & (sm->queue_size - 1);
    sm->queue_used--;
}

static void take_shared(struct sm *sm, struct sm_coalescer *coalescer)
{
    const struct instruction *record = coalescer->record;
    coalescer->bank_cycles = (uint8_t)shared_bank_cycles(coalescer->address, record->mask,
                                                         record->size, sm->shared_banks);
    sm->stats.shared_accesses++;
    sm->stats.bank_cycles += coalescer->bank_cycles;
}

void lsu_take(struct sm *sm, const struct instruction *record, unsigned warp, unsigned load)
{
    unsigned tail = (sm->coalescer_head + sm->coalescer_used++) % SM_LSU_MAX;
    struct sm_coalescer *coalescer = &sm->coalescer[tail];
    coalescer->record = record;
    coalescer->lanes = record->mask;
    coalescer->warp = (uint8_t)warp;
    coalescer->load = (uint8_t)load;
    coalescer->dense = !instruction_is_shared(record) && coalesce_is_dense(record, record->mask);
    if (!coalescer->dense)
        instruction_addresses(record, coalescer->address);
    if (instruction_is_shared(record))
        take_shared(sm, coalescer);
    sm->warp[warp].outstanding++;
    if (!instruction_is_awaited(record))
        return;
    sm->warp[warp].missing[load] = 1;
    sm->warp[warp].loads = (uint16_t)(sm->warp[warp].loads | 1u << load);
}

/* Bytes that a request of accesses of this size covers, as a power of two. */
static unsigned segment_shift(const struct sm *sm, unsigned size)
{
    unsigned shift = 4 + size; /* 32 B of bytes, 64 B of half words */
    return sm->segments && shift < LINE_SHIFT ? shift : LINE_SHIFT;
}

/* The oldest one is done. */
static void next_instruction(struct sm *sm)
{
    sm->coalescer_used--;
    sm->coalescer_head = (sm->coalescer_head + 1) % SM_LSU_MAX;
}

/* One line request into the queue. */
static void coalesce_step(struct sm *sm, struct sm_coalescer *coalescer)
{
    const struct instruction *record = coalescer->record;
    struct sm_warp *warp = &sm->warp[coalescer->warp];
    unsigned tail = (sm->queue_head + sm->queue_used++) & (sm->queue_size - 1);
    struct sm_request *request = &sm->queue[tail];
    unsigned shift = segment_shift(sm, record->size);
    request->record = record;
    request->warp = coalescer->warp;
    request->load = (unsigned)coalescer->load & 0xf;
    request->is_load = instruction_is_load(record);
    request->awaited = instruction_is_awaited(record);
    if (coalescer->dense)
        request->lanes =
            coalesce_dense(record, coalescer->lanes, shift, &request->line, request->mask);
    else
        request->lanes =
            coalesce(coalescer->address, coalescer->lanes, record->size, shift,
                     record->kind == INSTRUCTION_ATOMIC, &request->line, request->mask);
    coalescer->lanes &= ~request->lanes;
    bool done = !coalescer->lanes; /* its own share in the counts becomes the last request's */
    warp->outstanding = (uint16_t)(warp->outstanding + !done);
    if (instruction_is_awaited(record))
        warp->missing[coalescer->load] = (uint8_t)(warp->missing[coalescer->load] + !done);
    if (done)
        next_instruction(sm);
}

/* A cycle of the banks; behind the last one the way back begins. */
static void shared_step(struct sm *sm, struct sm_coalescer *coalescer, uint64_t now)
{
    if (--coalescer->bank_cycles)
        return;
    sm->shared[(now + sm->shared_latency) % SM_WHEEL] =
        (struct sm_shared){.valid = true,
                           .is_load = instruction_is_load(coalescer->record),
                           .warp = coalescer->warp,
                           .load = coalescer->load};
    sm->shared_under_way++;
    next_instruction(sm);
}

void lsu_end_shared(struct sm *sm, struct sm_shared *shared)
{
    sm->warp[shared->warp].outstanding--;
    if (shared->is_load)
        sm_load_answered(&sm->warp[shared->warp], shared->load);
    shared->valid = false;
    sm->shared_under_way--;
}

static bool coalescer_can_step(const struct sm *sm)
{
    return sm->coalescer_used &&
           (sm->coalescer[sm->coalescer_head].bank_cycles || sm->queue_used < sm->queue_room);
}

bool lsu_can_advance(const struct sm *sm)
{
    return (!sm->offered && sm->queue_used && !sm->head_waits) || coalescer_can_step(sm);
}

static bool lies_between(const struct instruction *record, const void *from, const void *to)
{
    return (uintptr_t)record >= (uintptr_t)from && (uintptr_t)record < (uintptr_t)to;
}

/* Rare: once in a slice of thousands of records. That of a free id is NULL. */
bool lsu_looks_at(const void *context, const void *from, const void *to)
{
    const struct sm *sm = context;
    for (unsigned i = 0; i < sm->coalescer_used; i++)
        if (lies_between(sm->coalescer[(sm->coalescer_head + i) % SM_LSU_MAX].record, from, to))
            return true;
    for (unsigned i = 0; i < sm->queue_used; i++)
        if (lies_between(sm->queue[(sm->queue_head + i) & (sm->queue_size - 1)].record, from, to))
            return true;
    for (unsigned id = 0; id < sm->ids; id++)
        if (lies_between(sm->pending[id].request.record, from, to))
            return true;
    return false;
}

void lsu_advance(struct sm *sm, uint64_t now)
{
    struct sm_coalescer *coalescer = &sm->coalescer[sm->coalescer_head];
    if (!sm->offered && sm->queue_used && !sm->head_waits)
        offer_head(sm);
    if (!coalescer_can_step(sm))
        return;
    if (coalescer->bank_cycles)
        shared_step(sm, coalescer, now);
    else
        coalesce_step(sm, coalescer);
}

void lsu_accepted(struct sm *sm, uint64_t now)
{
    struct sm_pending *pending = &sm->pending[sm->offered_id];
    pending->accepted_at = now;
    sm->stats.requests[pending->request.record->kind]++;
    if (pending->request.is_load)
        sm->stats.load_sectors[__builtin_popcount(touched_sectors(pending->request.mask)) - 1]++;
    sm->offered = false;
}

static void report(struct sm *sm, const struct sm_request *request, uint64_t address,
                   const uint8_t *expected, const uint8_t *got)
{
    if (sm->stats.mismatches >= REPORTED_MISMATCHES || !sm->report)
        return;
    fprintf(sm->report, "core %u warp %u pc 0x%" PRIx32 ": load of 0x%" PRIx64 ": expected ",
            sm->core, request->warp, request->record->pc, address);
    for (unsigned i = 0; i < request->record->size; i++)
        fprintf(sm->report, "%02x", expected[i]);
    fputs(", got ", sm->report);
    for (unsigned i = 0; i < request->record->size; i++)
        fprintf(sm->report, "%02x", got[i]);
    fputs(" (bytes in ascending order)\n", sm->report);
}

static bool lane_is_right(struct sm *sm, const struct sm_request *request, uint64_t address,
                          const uint8_t *expected, const uint8_t *line)
{
    const uint8_t *got = line + (address & (LINE_BYTES - 1));
    if (!memcmp(expected, got, request->record->size))
        return true;
    report(sm, request, address, expected, got);
    sm->stats.mismatches++;
    return false;
}

/* Of a request with consecutive addresses: its bytes in the record's data, and their place in the
 * line. Returns how many they are. */
static size_t contiguous_bytes(const struct sm_request *request, const uint8_t **data,
                               unsigned *place)
{
    const struct instruction *record = request->record;
    unsigned first = (unsigned)__builtin_ctz(request->lanes);
    unsigned skipped = first - (unsigned)__builtin_ctz(record->mask);
    *data = instruction_data(record) + skipped * record->size;
    *place = instruction_strided_address(record, first) & (LINE_BYTES - 1);
    return (size_t)record->size * (unsigned)__builtin_popcount(request->lanes);
}

static bool contiguous_is_right(const struct sm_request *request, const uint8_t *line)
{
    const uint8_t *expected;
    unsigned place;
    size_t bytes = contiguous_bytes(request, &expected, &place);
    return !memcmp(expected, line + place, bytes);
}

/* Active lanes of the record below one of them: its data comes after theirs. */
static unsigned rank_of(const struct instruction *record, unsigned lane)
{
    return (unsigned)__builtin_popcount(record->mask & ((1u << lane) - 1));
}

/* Compares the lanes' bytes in the line with the functional execution. */
static void check_data(struct sm *sm, const struct sm_request *request, const uint64_t *data)
{
    const struct instruction *record = request->record;
    const uint8_t *expected = instruction_data(record), *line = (const uint8_t *)data;
    if (!expected || (record->flags & INSTRUCTION_MAY_DIFFER))
        return;
    sm->stats.checked_bytes += record->size * (unsigned)__builtin_popcount(request->lanes);
    if (instruction_is_broadcast(record)) {
        lane_is_right(sm, request, record->base, expected, line);
        return;
    }
    if (instruction_is_contiguous(record) && contiguous_is_right(request, line))
        return;
    for (uint32_t rest = request->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest), rank = rank_of(record, lane);
        if (!lane_is_right(sm, request, instruction_address(record, lane, rank),
                           expected + rank * record->size, line))
            return;
    }
}

void lsu_store_data(const struct sm_request *request, uint64_t data[LINE_WORDS])
{
    const struct instruction *record = request->record;
    const uint8_t *operand;
    uint8_t *line = memset(data, 0, LINE_BYTES);
    unsigned place;
    if (instruction_is_contiguous(record)) {
        size_t bytes = contiguous_bytes(request, &operand, &place);
        memcpy(line + place, operand, bytes);
        return;
    }
    operand = instruction_data(record);
    /* lanes ascending: the highest wins where several write one byte */
    for (uint32_t rest = request->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest), rank = rank_of(record, lane);
        place = instruction_address(record, lane, rank) & (LINE_BYTES - 1);
        memcpy(line + place, operand + rank * record->size, record->size);
    }
}

unsigned lsu_answer(struct sm *sm, unsigned id, const uint64_t *data, enum sm_source source,
                    uint64_t now)
{
    if (id >= sm->ids || !sm->pending[id].request.record || (sm->offered && id == sm->offered_id))
        bug("core %u: answer to id %u, which is not in flight", sm->core, id);
    const struct sm_request request = sm->pending[id].request;
    struct sm_warp *warp = &sm->warp[request.warp];
    if (request.is_load) {
        uint64_t latency = now - sm->pending[id].accepted_at;
        unsigned bin = 63u - (unsigned)__builtin_clzll(latency | 1);
        sm->stats.load_latency[bin < SM_LATENCY_BINS ? bin : SM_LATENCY_BINS - 1]++;
        sm->stats.load_cycles[source] += latency;
        sm->stats.loads[source]++;
        if (sm->carry_data)
            check_data(sm, &request, data);
    }
    if (request.awaited)
        sm_load_answered(warp, request.load);
    if (sm->holds_back)
        unlink_pending(sm, id);
    sm->pending[id].request.record = NULL;
    sm->free_id[sm->free_ids++] = (uint16_t)id;
    warp->outstanding--;
    sm->head_waits = false;
    return request.warp;
}
