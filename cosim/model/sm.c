/* Warps and their scheduler; the memory side is in lsu.c. All state of the scheduler is masks over
 * warp slots, kept current by update_warp, so a cycle without a ready warp costs a few tests. */
#include "sm.h"

#include "hash.h"
#include "lsu.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

void sm_init(struct sm *sm, const struct config *config, unsigned core, struct workload *workload)
{
    *sm = (struct sm){.workload = workload, .report = stderr, .carry_data = true, .core = core};
    sm->warp_slots = config->warps;
    sm->block_slots = config->blocks;
    sm->issue_width = config->issue_width;
    sm->round_robin = config->scheduler == 1;
    sm->free_warps = UINT64_MAX >> (64 - config->warps);
    sm->free_count = config->warps;
    sm->warp = xcalloc(config->warps, sizeof *sm->warp);
    sm->stall = SM_STALL_EMPTY;
    lsu_init(sm, config);
}

void sm_release(struct sm *sm)
{
    for (unsigned i = 0; i < SM_BLOCKS_MAX; i++)
        if (sm->block[i].block)
            workload_free_block(sm->workload, sm->block[i].block);
    lsu_release(sm);
    free(sm->warp);
}

/* ---- which warps may issue ---- */

static int free_load(const struct sm_warp *warp)
{
    for (int i = 0; i < SM_LOADS_MAX; i++)
        if (!warp->load[i].missing)
            return i;
    return -1;
}

static void find_limit(struct sm_warp *warp)
{
    warp->limit = UINT64_MAX;
    for (unsigned i = 0; i < SM_LOADS_MAX; i++)
        if (warp->load[i].missing && warp->load[i].needed_at < warp->limit)
            warp->limit = warp->load[i].needed_at;
}

static void put_bit(uint64_t *mask, unsigned bit, bool value)
{
    *mask = (*mask & ~(UINT64_C(1) << bit)) | (uint64_t)value << bit;
}

/* The masks of one warp, after anything about it changed. */
static void update_warp(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warp[slot];
    const struct instruction *next = warp->next;
    bool waits = sm->at_barrier >> slot & 1, memory = instruction_is_memory(next);
    bool drains =
        (next->kind == INSTRUCTION_BARRIER || next->kind == INSTRUCTION_EXIT) && warp->outstanding;
    bool room = !instruction_is_load(next) || free_load(warp) >= 0;
    put_bit(&sm->draining, slot, drains && !waits);
    put_bit(&sm->memory, slot, memory);
    put_bit(&sm->runnable, slot, !waits && !drains && room && warp->issued < warp->limit);
}

static uint64_t candidates(const struct sm *sm)
{
    return sm->runnable & (sm->coalescer.record ? ~sm->memory : UINT64_MAX);
}

/* ---- blocks ---- */

bool sm_has_room(const struct sm *sm, unsigned warps)
{
    return sm->resident < sm->block_slots && sm->free_count >= warps;
}

void sm_start_block(struct sm *sm, struct thread_block *block, uint64_t now)
{
    sm_account(sm, now);
    unsigned slot = 0;
    while (sm->block[slot].block)
        slot++;
    struct sm_block *resident = &sm->block[slot];
    *resident = (struct sm_block){.block = block};
    for (unsigned i = 0; i < block->warps; i++) {
        unsigned at = (unsigned)__builtin_ctzll(sm->free_warps);
        const struct instruction *first = block_warp(block, i);
        sm->warp[at] = (struct sm_warp){
            .next = first, .left = first->count, .limit = UINT64_MAX, .block = (uint8_t)slot};
        resident->warps |= UINT64_C(1) << at;
        sm->free_warps &= ~(UINT64_C(1) << at);
        sm->free_count--;
        update_warp(sm, at);
    }
    sm->age[sm->resident++] = (uint8_t)slot;
    sm->awake = true;
}

static void retire_block(struct sm *sm, unsigned slot)
{
    workload_free_block(sm->workload, sm->block[slot].block);
    sm->block[slot].block = NULL;
    unsigned at = 0;
    while (sm->age[at] != slot)
        at++;
    sm->resident--;
    memmove(&sm->age[at], &sm->age[at + 1], sm->resident - at);
    sm->stats.blocks++;
}

/* Opens the barrier when all warps that have not exited stand at it. */
static void try_barrier(struct sm *sm, struct sm_block *block)
{
    if (block->arrived != block->warps)
        return;
    sm->at_barrier &= ~block->arrived;
    for (uint64_t rest = block->arrived; rest; rest &= rest - 1)
        update_warp(sm, (unsigned)__builtin_ctzll(rest));
    block->arrived = 0;
}

static void exit_warp(struct sm *sm, unsigned slot)
{
    uint64_t bit = UINT64_C(1) << slot;
    unsigned block = sm->warp[slot].block;
    sm->runnable &= ~bit;
    sm->free_warps |= bit;
    sm->free_count++;
    sm->block[block].warps &= ~bit;
    if (sm->block[block].warps)
        try_barrier(sm, &sm->block[block]);
    else
        retire_block(sm, block);
}

/* ---- issue ---- */

static void issue_memory(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warp[slot];
    unsigned load = 0;
    if (instruction_is_load(warp->next)) {
        load = (unsigned)free_load(warp);
        warp->load[load].needed_at = warp->issued + warp->next->use_distance;
    }
    lsu_take(sm, warp->next, slot, load);
    sm->stats.memory_instructions++;
    find_limit(warp);
}

static void issue(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warp[slot];
    const struct instruction *record = warp->next;
    sm->last_warp = slot;
    sm->stats.warp_instructions++;
    sm->stats.thread_instructions += (unsigned)__builtin_popcount(record->mask);
    warp->issued++;
    if (record->kind == INSTRUCTION_EXIT) {
        exit_warp(sm, slot);
        return;
    }
    if (instruction_is_memory(record))
        issue_memory(sm, slot);
    if (--warp->left == 0) {
        warp->next = instruction_next(record);
        warp->left = warp->next->count;
    }
    if (record->kind == INSTRUCTION_BARRIER) {
        put_bit(&sm->at_barrier, slot, true);
        sm->block[warp->block].arrived |= UINT64_C(1) << slot;
    }
    update_warp(sm, slot);
    if (record->kind == INSTRUCTION_BARRIER)
        try_barrier(sm, &sm->block[warp->block]);
}

/* Greedy then oldest: the last warp as long as it can, then the oldest block's lowest warp slot; or
 * round robin after the last. */
static unsigned pick(const struct sm *sm, uint64_t ready)
{
    if (sm->round_robin) {
        uint64_t later = ready & ~(UINT64_MAX >> (63 - sm->last_warp));
        return (unsigned)__builtin_ctzll(later ? later : ready);
    }
    if (ready >> sm->last_warp & 1)
        return sm->last_warp;
    for (unsigned i = 0;; i++) {
        uint64_t mine = ready & sm->block[sm->age[i]].warps;
        if (mine)
            return (unsigned)__builtin_ctzll(mine);
    }
}

static void issue_cycle(struct sm *sm)
{
    uint64_t used = 0;
    for (sm->issued = 0; sm->issued < sm->issue_width; sm->issued++) {
        uint64_t ready = candidates(sm) & ~used;
        if (!ready)
            break;
        unsigned slot = pick(sm, ready);
        used |= UINT64_C(1) << slot;
        issue(sm, slot);
    }
}

/* ---- the clock edge ---- */

static enum sm_stall stall_cause(const struct sm *sm)
{
    if (!sm->resident)
        return SM_STALL_EMPTY;
    if (sm->runnable)
        return sm->head_waits && sm->head_hazard ? SM_STALL_HAZARD : SM_STALL_LSU;
    uint64_t warps = (UINT64_MAX >> (64 - sm->warp_slots)) & ~sm->free_warps;
    return warps & ~(sm->draining | sm->at_barrier) ? SM_STALL_LOAD : SM_STALL_BARRIER;
}

static void answer(struct sm *sm, unsigned id, const uint64_t *data, enum sm_source source,
                   uint64_t now)
{
    unsigned slot = lsu_answer(sm, id, data, source, now);
    find_limit(&sm->warp[slot]);
    update_warp(sm, slot);
}

void sm_step(struct sm *sm, const struct sm_in *in, uint64_t now)
{
    sm_account(sm, now);
    if (in->hit_valid)
        answer(sm, (unsigned)in->hit_id, in->hit_data, SM_FROM_L1, now);
    if (in->response_valid)
        answer(sm, (unsigned)in->response_id, in->response_data, SM_FROM_L2, now);
    if (in->remote_valid)
        answer(sm, (unsigned)in->remote_id, in->remote_data, SM_FROM_HOME, now);
    if (sm->offered && in->request_ready)
        lsu_accepted(sm, now);
    lsu_advance(sm);
    issue_cycle(sm);
    if (sm->issued)
        sm->stats.issue_cycles++;
    else
        sm->stats.stall_cycles[stall_cause(sm)]++;
    sm->accounted = now + 1;
    sm->awake = sm->issued || lsu_can_advance(sm); /* without issue no warp can */
    if (!sm->awake)
        sm->stall = stall_cause(sm);
}

void sm_account(struct sm *sm, uint64_t now)
{
    if (now <= sm->accounted)
        return;
    sm->stats.stall_cycles[sm->stall] += now - sm->accounted;
    sm->accounted = now;
}

void sm_outputs(const struct sm *sm, struct sm_out *out)
{
    out->issued = sm->issued;
    out->request_valid = sm->offered;
    if (!sm->offered)
        return;
    const struct sm_request *request = &sm->pending[sm->offered_id].request;
    out->request_kind = request->record->kind;
    out->request_op = request->record->op;
    out->request_id = sm->offered_id;
    out->request_pc = request->record->pc;
    out->request_line = request->line;
    out->request_mask[0] = request->mask[0];
    out->request_mask[1] = request->mask[1];
    if (sm->carry_data && !instruction_is_load(request->record))
        lsu_store_data(request, out->request_data);
}

static uint64_t hash_request(uint64_t hash, const struct sm_request *request)
{
    hash = hash_word(hash, request->line);
    hash = hash_word(hash, request->lanes | (uint64_t)request->warp << 32 |
                               (uint64_t)request->load << 40);
    return hash_word(hash_word(hash, request->mask[0]), request->mask[1]);
}

uint64_t sm_hash(const struct sm *sm)
{
    uint64_t hash = hash_word(hash_word(sm->runnable, sm->at_barrier), sm->free_warps);
    hash =
        hash_word(hash, (uint64_t)sm->last_warp << 32 | (uint64_t)sm->issued << 16 |
                            (uint64_t)sm->resident << 8 | sm->offered);
    for (uint64_t rest = sm->runnable | sm->draining | sm->at_barrier; rest; rest &= rest - 1) {
        const struct sm_warp *warp = &sm->warp[__builtin_ctzll(rest)];
        hash = hash_word(hash_word(hash, warp->issued), warp->limit);
        hash = hash_word(hash, warp->left | (uint64_t)warp->outstanding << 32);
    }
    for (unsigned i = 0; i < sm->queue_used; i++)
        hash = hash_request(hash, &sm->queue[(sm->queue_head + i) & (sm->queue_size - 1)]);
    for (unsigned id = 0; id < sm->ids; id++)
        if (sm->pending[id].request.record)
            hash = hash_request(hash_word(hash, id), &sm->pending[id].request);
    return hash_word(hash, sm->coalescer.record ? sm->coalescer.lanes : 0);
}
