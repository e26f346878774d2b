/* Warps and their schedulers; the memory side is in lsu.c. All state of the scheduler is masks over
 * warp slots, kept current by update_warp, so a cycle without a ready warp costs a few tests. */
#include "sm.h"

#include "hash.h"
#include "lsu.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

static void init_schedulers(struct sm *sm, const struct config *config)
{
    sm->schedulers = config->schedulers;
    sm->issue_width = config->issue_width;
    sm->order = config->scheduler;
    sm->active_max = config->two_level_active;
    for (unsigned i = 0; i < sm->schedulers; i++) {
        struct sm_scheduler *scheduler = &sm->scheduler[i];
        scheduler->last = i;
        scheduler->active = sm->order == SCHEDULE_TWO_LEVEL ? 0 : UINT64_MAX;
        for (unsigned slot = i; slot < SM_WARPS_MAX; slot += sm->schedulers)
            scheduler->warps |= UINT64_C(1) << slot;
    }
}

void sm_init(struct sm *sm, const struct config *config, unsigned core, struct workload *workload)
{
    *sm = (struct sm){.workload = workload, .report = stderr, .carry_data = true, .core = core};
    sm->warp_slots = config->warps;
    sm->block_slots = config->blocks;
    init_schedulers(sm, config);
    sm->barrier_drains = config->barrier_drains;
    sm->latency[ARITHMETIC_SP] = config->sp_latency;
    sm->interval[ARITHMETIC_SP] = config->sp_interval;
    sm->latency[ARITHMETIC_INT] = config->int_latency;
    sm->interval[ARITHMETIC_INT] = config->int_interval;
    sm->latency[ARITHMETIC_SFU] = config->sfu_latency;
    sm->interval[ARITHMETIC_SFU] = config->sfu_interval;
    sm->free_registers = config->registers;
    sm->free_shared_bytes = config->shared_memory_bytes;
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

static bool has_free_load(const struct sm_warp *warp)
{
    return warp->loads != (1u << SM_LOADS_MAX) - 1;
}

static void find_limit(struct sm_warp *warp)
{
    warp->limit = UINT64_MAX;
    for (unsigned rest = warp->loads; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        if (warp->needed_at[i] < warp->limit)
            warp->limit = warp->needed_at[i];
    }
}

static void put_bit(uint64_t *mask, unsigned bit, bool value)
{
    *mask = (*mask & ~(UINT64_C(1) << bit)) | (uint64_t)value << bit;
}

/* It waits for the warp's own requests. */
static bool drains(const struct sm *sm, const struct instruction *record)
{
    return record->kind == INSTRUCTION_EXIT || record->kind == INSTRUCTION_FENCE ||
           (record->kind == INSTRUCTION_BARRIER && sm->barrier_drains);
}

/* Whether the operands of the warp's next instruction are on their way from arithmetic; if so the
 * wheel is told when they are there. */
static bool needs_result(struct sm *sm, unsigned slot, uint64_t now)
{
    const struct sm_warp *warp = &sm->warp[slot];
    uint64_t ready_at = warp->ready_at[warp->issued % SM_RESULTS];
    if (ready_at <= now)
        return false;
    sm->wheel[ready_at % SM_WHEEL] |= UINT64_C(1) << slot;
    return true;
}

/* The masks that depend on the kind of instruction that is next. */
static void update_next(struct sm *sm, unsigned slot)
{
    const struct instruction *next = sm->warp[slot].next;
    bool alu = next->kind == INSTRUCTION_ALU;
    put_bit(&sm->memory, slot, instruction_is_access(next));
    for (unsigned kind = 0; kind < ARITHMETIC_CLASSES; kind++)
        put_bit(&sm->unit[kind], slot, alu && next->op == kind && sm->interval[kind]);
}

/* The masks of one warp, after anything about it changed. */
static void update_warp(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warp[slot];
    const struct instruction *next = warp->next;
    bool waits = sm->at_barrier >> slot & 1, must_drain = drains(sm, next) && warp->outstanding;
    bool room = !instruction_is_awaited(next) || has_free_load(warp);
    put_bit(&sm->draining, slot, must_drain && !waits);
    put_bit(&sm->runnable, slot, !waits && !must_drain && room && warp->issued < warp->limit);
}

/* Warps whose results are there from this cycle on. */
static void turn_wheel(struct sm *sm, uint64_t now)
{
    if (!sm->needs_result)
        return;
    sm->needs_result &= ~sm->wheel[now % SM_WHEEL];
    sm->wheel[now % SM_WHEEL] = 0;
}

static uint64_t candidates(const struct sm *sm, uint64_t now)
{
    uint64_t ready = sm->runnable & ~sm->needs_result;
    if (lsu_is_full(sm))
        ready &= ~sm->memory;
    for (unsigned kind = 0; kind < ARITHMETIC_CLASSES; kind++)
        if (sm->unit_free_at[kind] > now)
            ready &= ~sm->unit[kind];
    return ready;
}

/* ---- blocks ---- */

unsigned sm_registers_of(const struct kernel *kernel)
{
    return block_registers(kernel->warps, kernel->registers);
}

bool sm_has_room(const struct sm *sm, const struct kernel *kernel)
{
    return sm->resident < sm->block_slots && sm->free_count >= kernel->warps &&
           sm->free_registers >= sm_registers_of(kernel) &&
           sm->free_shared_bytes >= kernel->shared_bytes;
}

static struct sm_scheduler *scheduler_of(struct sm *sm, unsigned slot)
{
    return &sm->scheduler[slot % sm->schedulers];
}

/* A warp is new: of two_level's it is the last in line. */
static void join_scheduler(struct sm *sm, unsigned slot)
{
    struct sm_scheduler *scheduler = scheduler_of(sm, slot);
    if (sm->order == SCHEDULE_TWO_LEVEL)
        scheduler->pending[scheduler->pending_count++] = (uint8_t)slot;
}

/* It is over; having issued it was active. */
static void leave_scheduler(struct sm *sm, unsigned slot)
{
    if (sm->order == SCHEDULE_TWO_LEVEL)
        scheduler_of(sm, slot)->active &= ~(UINT64_C(1) << slot);
}

void sm_start_block(struct sm *sm, struct thread_block *block, uint64_t now)
{
    sm_account(sm, now);
    unsigned slot = 0;
    while (sm->block[slot].block)
        slot++;
    struct sm_block *resident = &sm->block[slot];
    *resident = (struct sm_block){.block = block};
    sm->free_registers -= block_registers(block->warps, block->registers);
    sm->free_shared_bytes -= block->shared_bytes;
    for (unsigned i = 0; i < block->warps; i++) {
        unsigned at = (unsigned)__builtin_ctzll(sm->free_warps);
        const struct instruction *first = block_warp(block, i);
        sm->warp[at] = (struct sm_warp){.next = first,
                                        .end = block_warp_end(block, i),
                                        .left = first->count,
                                        .limit = UINT64_MAX,
                                        .block = (uint8_t)slot,
                                        .number = (uint8_t)i};
        resident->warps |= UINT64_C(1) << at;
        sm->free_warps &= ~(UINT64_C(1) << at);
        sm->free_count--;
        join_scheduler(sm, at);
        update_next(sm, at);
        update_warp(sm, at);
    }
    sm->age[sm->resident++] = (uint8_t)slot;
    sm->awake = true;
}

static void retire_block(struct sm *sm, unsigned slot)
{
    struct thread_block *block = sm->block[slot].block;
    sm->free_registers += block_registers(block->warps, block->registers);
    sm->free_shared_bytes += block->shared_bytes;
    workload_free_block(sm->workload, block);
    sm->block[slot].block = NULL;
    unsigned at = 0;
    while (sm->age[at] != slot)
        at++;
    sm->resident--;
    memmove(&sm->age[at], &sm->age[at + 1], sm->resident - at);
    sm->stats.blocks++;
}

/* Opens the barrier when as many warps have come as meet there, or all that have not exited. */
static void try_barrier(struct sm *sm, const struct sm_block *block, struct sm_barrier *barrier)
{
    uint64_t waiting = barrier->waiting;
    bool all_came = barrier->warps
                        ? (unsigned)__builtin_popcountll(barrier->arrived) >= barrier->warps
                        : !(block->warps & ~barrier->arrived);
    if (!all_came)
        return;
    *barrier = (struct sm_barrier){0};
    sm->at_barrier &= ~waiting;
    for (; waiting; waiting &= waiting - 1)
        update_warp(sm, (unsigned)__builtin_ctzll(waiting));
}

/* One warp less to wait for. */
static void try_barriers(struct sm *sm, struct sm_block *block)
{
    for (unsigned i = 0; i < BARRIERS; i++)
        try_barrier(sm, block, &block->barrier[i]);
}

static void arrive(struct sm *sm, unsigned slot, const struct instruction *record)
{
    struct sm_block *block = &sm->block[sm->warp[slot].block];
    struct sm_barrier *barrier = &block->barrier[record->op];
    bool waits = !(record->flags & INSTRUCTION_GOES_ON);
    barrier->arrived |= UINT64_C(1) << slot;
    barrier->waiting |= (uint64_t)waits << slot;
    barrier->warps = record->use_distance;
    put_bit(&sm->at_barrier, slot, waits);
    update_warp(sm, slot);
    try_barrier(sm, block, barrier);
}

static void exit_warp(struct sm *sm, unsigned slot)
{
    uint64_t bit = UINT64_C(1) << slot;
    unsigned block = sm->warp[slot].block;
    leave_scheduler(sm, slot);
    sm->runnable &= ~bit;
    sm->free_warps |= bit;
    sm->free_count++;
    sm->block[block].warps &= ~bit;
    if (sm->block[block].warps)
        try_barriers(sm, &sm->block[block]);
    else
        retire_block(sm, block);
}

/* ---- issue ---- */

/* The warp has issued all of its records that were made. */
static void more_records(struct sm *sm, struct sm_warp *warp)
{
    struct thread_block *block = sm->block[warp->block].block;
    warp->next = workload_more_records(sm->workload, block, warp->number, lsu_looks_at, sm);
    warp->end = block_warp_end(block, warp->number);
}

static void issue_memory(struct sm *sm, unsigned slot)
{
    struct sm_warp *warp = &sm->warp[slot];
    unsigned load = (unsigned)__builtin_ctz(~(unsigned)warp->loads);
    if (instruction_is_awaited(warp->next))
        warp->needed_at[load] = warp->issued + warp->next->use_distance;
    lsu_take(sm, warp->next, slot, load);
    sm->stats.memory_instructions += instruction_is_memory(warp->next);
    find_limit(warp);
}

/* The unit is taken, and the result comes to the instruction that needs it. */
static void issue_arithmetic(struct sm *sm, unsigned slot, uint64_t now)
{
    struct sm_warp *warp = &sm->warp[slot];
    const struct instruction *record = warp->next;
    uint64_t *ready_at = &warp->ready_at[(warp->issued + record->use_distance) % SM_RESULTS];
    uint64_t then = now + sm->latency[record->op];
    if (*ready_at < then)
        *ready_at = then;
    sm->unit_free_at[record->op] = now + sm->interval[record->op];
}

/* The rest of a warp's next record and the head of the one behind it come into the caches while
 * other warps issue: thousands of warps' records are read one after the other, which no processor
 * foresees. */
static void fetch_ahead(const struct instruction *next)
{
    for (unsigned at = CACHE_LINE; at < next->bytes + CACHE_LINE; at += CACHE_LINE)
        __builtin_prefetch((const char *)next + at);
}

static void issue(struct sm *sm, unsigned slot, uint64_t now)
{
    struct sm_warp *warp = &sm->warp[slot];
    const struct instruction *record = warp->next;
    sm->stats.warp_instructions++;
    sm->stats.thread_instructions += (unsigned)__builtin_popcount(record->mask);
    warp->issued++;
    if (record->kind == INSTRUCTION_EXIT) {
        exit_warp(sm, slot);
        return;
    }
    if (instruction_is_access(record))
        issue_memory(sm, slot);
    if (record->kind == INSTRUCTION_ALU)
        issue_arithmetic(sm, slot, now);
    if (--warp->left == 0) {
        warp->next = instruction_next(record);
        if (warp->next == warp->end)
            more_records(sm, warp);
        warp->left = warp->next->count;
        fetch_ahead(warp->next);
        update_next(sm, slot);
    }
    put_bit(&sm->needs_result, slot, needs_result(sm, slot, now + 1));
    if (record->kind == INSTRUCTION_BARRIER)
        arrive(sm, slot, record);
    else
        update_warp(sm, slot);
}

/* two_level: active warps that wait for something long make room for the first pending ones that do
 * not. Another look changes nothing, so the core may sleep. */
static void choose_active(struct sm *sm, struct sm_scheduler *scheduler)
{
    for (uint64_t rest = scheduler->active & ~sm->runnable; rest; rest &= rest - 1)
        scheduler->pending[scheduler->pending_count++] = (uint8_t)__builtin_ctzll(rest);
    scheduler->active &= sm->runnable;
    unsigned active = (unsigned)__builtin_popcountll(scheduler->active), kept = 0;
    for (unsigned i = 0; i < scheduler->pending_count; i++) {
        unsigned slot = scheduler->pending[i];
        bool joins = active < sm->active_max && (sm->runnable >> slot & 1);
        scheduler->active |= (uint64_t)joins << slot;
        active += joins;
        if (!joins)
            scheduler->pending[kept++] = (uint8_t)slot;
    }
    scheduler->pending_count = kept;
}

/* Greedy then oldest: the last warp as long as it can, then the oldest block's lowest warp slot;
 * the others: the next one after the last. */
static unsigned pick(const struct sm *sm, const struct sm_scheduler *scheduler, uint64_t ready)
{
    if (sm->order != SCHEDULE_GTO) {
        uint64_t later = ready & ~(UINT64_MAX >> (63 - scheduler->last));
        return (unsigned)__builtin_ctzll(later ? later : ready);
    }
    if (ready >> scheduler->last & 1)
        return scheduler->last;
    for (unsigned i = 0;; i++) {
        uint64_t mine = ready & sm->block[sm->age[i]].warps;
        if (mine)
            return (unsigned)__builtin_ctzll(mine);
    }
}

static void issue_own(struct sm *sm, struct sm_scheduler *scheduler, uint64_t now)
{
    uint64_t used = 0;
    if (sm->order == SCHEDULE_TWO_LEVEL)
        choose_active(sm, scheduler);
    for (unsigned i = 0; i < sm->issue_width; i++) {
        uint64_t ready = candidates(sm, now) & scheduler->warps & scheduler->active & ~used;
        if (!ready)
            break;
        scheduler->last = pick(sm, scheduler, ready);
        used |= UINT64_C(1) << scheduler->last;
        issue(sm, scheduler->last, now);
        sm->issued++;
    }
}

/* The schedulers share what stands behind them, so that each is the first one in turn. */
static void issue_cycle(struct sm *sm, uint64_t now)
{
    sm->issued = 0;
    for (unsigned i = 0; i < sm->schedulers; i++)
        issue_own(sm, &sm->scheduler[(now + i) % sm->schedulers], now);
}

/* ---- the clock edge ---- */

/* Whose own turn has come, but not that of what stands behind it, comes before who waits. */
static enum sm_stall stall_cause(const struct sm *sm)
{
    if (!sm->resident)
        return SM_STALL_EMPTY;
    if (lsu_is_full(sm) && (sm->runnable & sm->memory & ~sm->needs_result))
        return sm->head_waits && sm->head_hazard ? SM_STALL_HAZARD : SM_STALL_LSU;
    if (sm->runnable)
        return SM_STALL_RESULT;
    uint64_t warps = (UINT64_MAX >> (64 - sm->warp_slots)) & ~sm->free_warps;
    return warps & ~(sm->draining | sm->at_barrier) ? SM_STALL_LOAD : SM_STALL_BARRIER;
}

/* Some warp can issue without a new answer or request taken, later. */
static bool waits_for_time(const struct sm *sm)
{
    return sm->needs_result || sm->shared_under_way ||
           (sm->runnable & ~(lsu_is_full(sm) ? sm->memory : 0));
}

static void answer(struct sm *sm, unsigned id, const uint64_t *data, enum sm_source source,
                   uint64_t now)
{
    unsigned slot = lsu_answer(sm, id, data, source, now);
    find_limit(&sm->warp[slot]);
    update_warp(sm, slot);
}

/* The access of shared memory that is over in this cycle. */
static void end_shared(struct sm *sm, uint64_t now)
{
    struct sm_shared *shared = &sm->shared[now % SM_WHEEL];
    if (!sm->shared_under_way || !shared->valid)
        return;
    lsu_end_shared(sm, shared);
    find_limit(&sm->warp[shared->warp]);
    update_warp(sm, shared->warp);
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
    end_shared(sm, now);
    lsu_advance(sm, now);
    turn_wheel(sm, now);
    issue_cycle(sm, now);
    if (sm->issued)
        sm->stats.issue_cycles++;
    else
        sm->stats.stall_cycles[stall_cause(sm)]++;
    sm->accounted = now + 1;
    sm->awake = sm->issued || lsu_can_advance(sm) || waits_for_time(sm);
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
    out->request_line = sm->first_line + request->line;
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

static uint64_t hash_scheduler(uint64_t hash, const struct sm_scheduler *scheduler)
{
    hash = hash_word(hash_word(hash, scheduler->last), scheduler->active);
    for (unsigned i = 0; i < scheduler->pending_count; i++)
        hash = hash_word(hash, scheduler->pending[i]);
    return hash;
}

static uint64_t hash_coalescer(uint64_t hash, const struct sm_coalescer *coalescer)
{
    return hash_word(hash, coalescer->lanes | (uint64_t)coalescer->bank_cycles << 32);
}

uint64_t sm_hash(const struct sm *sm)
{
    uint64_t hash = hash_word(hash_word(sm->runnable, sm->at_barrier), sm->free_warps);
    hash = hash_word(hash, (uint64_t)sm->issued << 16 | (uint64_t)sm->resident << 8 | sm->offered);
    for (unsigned i = 0; i < sm->schedulers; i++)
        hash = hash_scheduler(hash, &sm->scheduler[i]);
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
    for (unsigned i = 0; i < sm->coalescer_used; i++)
        hash = hash_coalescer(hash, &sm->coalescer[(sm->coalescer_head + i) % SM_LSU_MAX]);
    for (unsigned i = 0; i < SM_WHEEL && sm->shared_under_way; i++)
        if (sm->shared[i].valid)
            hash =
                hash_word(hash, i << 16 | (unsigned)sm->shared[i].warp << 8 | sm->shared[i].load);
    return hash;
}
