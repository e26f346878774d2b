/* A core and the dispatcher stated plainly: docs/front.md, rule by rule. No masks
 * of warps, no counters kept up to date, nothing asleep: every cycle looks at everything. Bytes are
 * not carried. */
#ifndef MEMLOOM_SM_PLAIN_H
#define MEMLOOM_SM_PLAIN_H

#include <stdlib.h>
#include <string.h>

#include "sm.h"

enum { PLAIN_SCHEDULERS = 4, PLAIN_RESULTS = 64, PLAIN_UNIT = 16 };
enum { PLAIN_IDS = 1024, PLAIN_QUEUE = 64, PLAIN_LOADS = 16, PLAIN_CORES = 4, PLAIN_SHARED = 64 };

struct plain_request {
    uint64_t line, mask[2];
    const struct instruction *record;
    unsigned warp, load;
    bool has_waited;      /* counted as a hazard */
    bool used, accepted;  /* it has an id; the L1 has it */
    uint64_t accepted_at; /* cycle */
};

struct plain_warp {
    bool live, at_barrier;
    unsigned barrier;       /* number of the one it waits at */
    bool arrived[BARRIERS]; /* since each opened last */
    bool active;            /* two_level */
    uint64_t place;         /* two_level: in line, the smallest is the next one to become active */
    unsigned block;
    const struct instruction *next;
    uint32_t left;   /* instructions of `next` still to issue */
    uint64_t issued; /* instructions so far */
    struct {
        bool used;
        uint64_t needed_at; /* the value is used by this instruction */
    } load[PLAIN_LOADS];
    struct {
        uint64_t needed_at, ready_at; /* cycle from which on that instruction may issue */
    } result[PLAIN_RESULTS];          /* of arithmetic, the last ones */
};

struct plain_core {
    const struct config *config;
    struct plain_warp warp[SM_WARPS_MAX];
    struct {
        struct thread_block *program; /* NULL: free */
        uint64_t order;               /* of its start */
        unsigned gone[BARRIERS];      /* warps that came, went on and exited */
        unsigned meet[BARRIERS];      /* as the last one that came said */
    } block[SM_BLOCKS_MAX];
    uint64_t started;                /* blocks */
    uint64_t places;                 /* in line, given out */
    unsigned last[PLAIN_SCHEDULERS]; /* warp that each scheduler let issue last */
    struct plain_taken {
        const struct instruction *record;
        bool waits[LANES]; /* lanes not yet in a request */
        unsigned warp, load;
        unsigned bank_cycles; /* to come, of an access of shared memory */
    } taken[PLAIN_UNIT];      /* memory instructions in the load/store unit, oldest first */
    unsigned takens;
    struct plain_shared {
        bool used, is_load;
        unsigned warp, load;
        uint64_t over_at;   /* cycle */
    } shared[PLAIN_SHARED]; /* accesses of shared memory behind its banks */
    uint64_t unit_free_at[ARITHMETIC_CLASSES];
    struct plain_request queue[PLAIN_QUEUE]; /* oldest first */
    unsigned queued;
    struct plain_request flight[PLAIN_IDS]; /* per id: offered or accepted */
    unsigned free_id[PLAIN_IDS], free_ids;  /* the last one is next */
    int offered;                            /* id at the L1 port, -1: none */
    bool head_conflicts;
    unsigned issued; /* in this cycle */
    struct sm_stats stats;
};

/* An answer of this cycle: id, or -1. */
struct plain_in {
    bool ready;
    int answer[SM_SOURCES];
};

static void plain_init(struct plain_core *core, const struct config *config)
{
    memset(core, 0, sizeof *core);
    core->config = config;
    core->offered = -1;
    for (unsigned i = 0; i < PLAIN_SCHEDULERS; i++)
        core->last[i] = i;
    while (core->free_ids < config->lsu_ids) {
        core->free_id[core->free_ids] = config->lsu_ids - 1 - core->free_ids;
        core->free_ids++;
    }
}

/* ---- what a warp waits for ---- */

static bool plain_is_awaited(const struct instruction *record)
{
    bool returns = record->kind == INSTRUCTION_ATOMIC && (record->flags & INSTRUCTION_RETURNS);
    return instruction_is_load(record) || returns;
}

static bool plain_belongs(const struct plain_request *request, unsigned warp, int load)
{
    return request->warp == warp &&
           (load < 0 || (plain_is_awaited(request->record) && request->load == (unsigned)load));
}

/* Some of the warp's requests (of one load, or all with -1) are not answered or not yet made. */
static bool plain_is_open(const struct plain_core *core, unsigned warp, int load)
{
    for (unsigned i = 0; i < core->takens; i++) {
        const struct plain_taken *taken = &core->taken[i];
        struct plain_request made = {
            .record = taken->record, .warp = taken->warp, .load = taken->load};
        if (plain_belongs(&made, warp, load))
            return true;
    }
    for (unsigned i = 0; i < PLAIN_SHARED; i++) {
        const struct plain_shared *shared = &core->shared[i];
        if (shared->used && shared->warp == warp &&
            (load < 0 || (shared->is_load && shared->load == (unsigned)load)))
            return true;
    }
    for (unsigned i = 0; i < core->queued; i++)
        if (plain_belongs(&core->queue[i], warp, load))
            return true;
    for (unsigned id = 0; id < core->config->lsu_ids; id++)
        if (core->flight[id].used && plain_belongs(&core->flight[id], warp, load))
            return true;
    return false;
}

static bool plain_ends(const struct instruction *record)
{
    return record->kind == INSTRUCTION_BARRIER || record->kind == INSTRUCTION_EXIT;
}

/* The warp's next instruction waits for the answers to all its requests. */
static bool plain_drains(const struct plain_core *core, unsigned slot)
{
    const struct instruction *next = core->warp[slot].next;
    bool must = next->kind == INSTRUCTION_EXIT || next->kind == INSTRUCTION_FENCE ||
                (next->kind == INSTRUCTION_BARRIER && core->config->barrier_drains);
    return must && plain_is_open(core, slot, -1);
}

static int plain_free_load(const struct plain_warp *warp)
{
    for (int i = 0; i < PLAIN_LOADS; i++)
        if (!warp->load[i].used)
            return i;
    return -1;
}

/* As far as the warp itself is concerned. */
static bool plain_may_issue(const struct plain_core *core, unsigned slot)
{
    const struct plain_warp *warp = &core->warp[slot];
    if (!warp->live || warp->at_barrier)
        return false;
    if (plain_drains(core, slot))
        return false;
    if (plain_is_awaited(warp->next) && plain_free_load(warp) < 0)
        return false;
    for (unsigned i = 0; i < PLAIN_LOADS; i++)
        if (warp->load[i].used && warp->issued >= warp->load[i].needed_at)
            return false;
    return true;
}

/* Its operands are on their way from arithmetic. */
static bool plain_needs_result(const struct plain_core *core, unsigned slot, uint64_t now)
{
    const struct plain_warp *warp = &core->warp[slot];
    for (unsigned i = 0; i < PLAIN_RESULTS; i++)
        if (warp->result[i].needed_at <= warp->issued && warp->result[i].ready_at > now)
            return true;
    return false;
}

static bool plain_unit_is_taken(const struct plain_core *core, unsigned slot, uint64_t now)
{
    const struct instruction *next = core->warp[slot].next;
    return next->kind == INSTRUCTION_ALU && core->unit_free_at[next->op] > now;
}

/* ---- blocks ---- */

static unsigned plain_resident(const struct plain_core *core)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SM_BLOCKS_MAX; i++)
        count += core->block[i].program != NULL;
    return count;
}

static unsigned plain_registers(unsigned warps, unsigned per_thread)
{
    return (per_thread + 3) / 4 * 4 * 32 * warps;
}

static bool plain_has_room(const struct plain_core *core, const struct kernel *kernel)
{
    unsigned live = 0, registers = plain_registers(kernel->warps, kernel->registers);
    unsigned shared_bytes = kernel->shared_bytes;
    for (unsigned i = 0; i < core->config->warps; i++)
        live += core->warp[i].live;
    for (unsigned i = 0; i < SM_BLOCKS_MAX; i++) {
        const struct thread_block *program = core->block[i].program;
        registers += program ? plain_registers(program->warps, program->registers) : 0;
        shared_bytes += program ? program->shared_bytes : 0;
    }
    return plain_resident(core) < core->config->blocks &&
           core->config->warps - live >= kernel->warps && registers <= core->config->registers &&
           shared_bytes <= core->config->shared_memory_bytes;
}

static void plain_start(struct plain_core *core, struct thread_block *program)
{
    unsigned at = 0, slot = 0;
    while (core->block[at].program)
        at++;
    memset(&core->block[at], 0, sizeof core->block[at]);
    core->block[at].program = program;
    core->block[at].order = core->started++;
    for (unsigned i = 0; i < program->warps; i++, slot++) {
        while (core->warp[slot].live)
            slot++;
        const struct instruction *first = block_warp(program, i);
        core->warp[slot] = (struct plain_warp){.live = true,
                                               .place = core->places++,
                                               .block = at,
                                               .next = first,
                                               .left = first->count};
    }
}

/* A barrier opens when as many warps have come as meet there, or every one that lives; a block
 * without a live one retires. */
static void plain_look_at_barrier(struct plain_core *core, unsigned block, unsigned number)
{
    unsigned came = core->block[block].gone[number], missing = 0;
    for (unsigned i = 0; i < core->config->warps; i++) {
        const struct plain_warp *warp = &core->warp[i];
        if (warp->live && warp->block == block) {
            came += warp->arrived[number];
            missing += !warp->arrived[number];
        }
    }
    unsigned meet = core->block[block].meet[number];
    if (meet ? came < meet : missing > 0)
        return;
    core->block[block].gone[number] = core->block[block].meet[number] = 0;
    for (unsigned i = 0; i < core->config->warps; i++) {
        struct plain_warp *warp = &core->warp[i];
        if (!warp->live || warp->block != block)
            continue;
        warp->arrived[number] = false;
        warp->at_barrier = warp->at_barrier && warp->barrier != number;
    }
}

static void plain_look_at_block(struct plain_core *core, unsigned block)
{
    unsigned live = 0;
    for (unsigned i = 0; i < core->config->warps; i++)
        live += core->warp[i].live && core->warp[i].block == block;
    for (unsigned number = 0; number < BARRIERS && live; number++)
        plain_look_at_barrier(core, block, number);
    if (!live) {
        block_free(core->block[block].program);
        core->block[block].program = NULL;
        core->stats.blocks++;
    }
}

/* ---- load/store unit ---- */

static void plain_answer(struct plain_core *core, int id, enum sm_source source, uint64_t now)
{
    if (id < 0)
        return;
    struct plain_request *request = &core->flight[id];
    uint64_t latency = now - request->accepted_at;
    unsigned bin = 0;
    request->used = false;
    core->free_id[core->free_ids++] = (unsigned)id;
    if (plain_is_awaited(request->record) &&
        !plain_is_open(core, request->warp, (int)request->load))
        core->warp[request->warp].load[request->load].used = false;
    if (!instruction_is_load(request->record))
        return;
    while (bin + 1 < SM_LATENCY_BINS && latency >> (bin + 1))
        bin++;
    core->stats.load_latency[bin]++;
    core->stats.loads[source]++;
    core->stats.load_cycles[source] += latency;
}

static void plain_accepted(struct plain_core *core, uint64_t now)
{
    struct plain_request *request = &core->flight[core->offered];
    unsigned sectors = 0;
    request->accepted = true;
    request->accepted_at = now;
    core->offered = -1;
    core->stats.requests[request->record->kind]++;
    for (unsigned i = 0; i < 4; i++)
        sectors += (request->mask[i / 2] >> 32 * (i % 2) & 0xffffffff) != 0;
    if (instruction_is_load(request->record))
        core->stats.load_sectors[sectors - 1]++;
}

static bool plain_conflicts(const struct plain_core *core, const struct plain_request *head)
{
    for (unsigned id = 0; id < core->config->lsu_ids; id++) {
        const struct plain_request *other = &core->flight[id];
        if (other->used && other->line == head->line &&
            (!instruction_is_load(other->record) || !instruction_is_load(head->record)))
            return true;
    }
    return false;
}

static void plain_offer(struct plain_core *core)
{
    struct plain_request *head = &core->queue[0];
    core->head_conflicts = false;
    if (core->offered >= 0 || !core->queued)
        return;
    core->head_conflicts =
        core->config->request_order == ORDER_BY_CORE && plain_conflicts(core, head);
    core->stats.hazards += core->head_conflicts && !head->has_waited;
    head->has_waited = head->has_waited || core->head_conflicts;
    if (core->head_conflicts || !core->free_ids)
        return;
    core->offered = (int)core->free_id[--core->free_ids];
    core->flight[core->offered] = *head;
    core->flight[core->offered].used = true;
    memmove(core->queue, core->queue + 1, --core->queued * sizeof *core->queue);
}

/* Bytes that a request covers at most. */
static unsigned plain_segment(const struct plain_core *core, unsigned size)
{
    return core->config->coalesce == 0 || size > 2 ? 128 : size == 1 ? 32 : 64;
}

/* Some lane's access covers the word. */
static bool plain_wants(const struct instruction *record, uint64_t word)
{
    uint64_t address[LANES];
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (record->mask >> lane & 1 && address[lane] / 4 <= word &&
            word <= (address[lane] + record->size - 1) / 4)
            return true;
    return false;
}

/* Words of one bank that the access covers, of the bank with the most. */
static unsigned plain_bank_cycles(const struct plain_core *core, const struct instruction *record)
{
    unsigned words[32] = {0}, most = 0;
    uint64_t address[LANES], begin = UINT64_MAX, end = 0;
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++) {
        bool active = record->mask >> lane & 1;
        if (active && address[lane] < begin)
            begin = address[lane];
        if (active && address[lane] + record->size > end)
            end = address[lane] + record->size;
    }
    for (uint64_t word = begin / 4; word * 4 < end; word++)
        words[word % core->config->shared_banks] += plain_wants(record, word);
    for (unsigned bank = 0; bank < core->config->shared_banks; bank++)
        most = words[bank] > most ? words[bank] : most;
    return most;
}

/* The oldest instruction accesses shared memory: one more cycle of the banks. */
static void plain_share(struct plain_core *core, uint64_t now)
{
    struct plain_taken *taken = &core->taken[0];
    unsigned at = 0;
    if (--taken->bank_cycles)
        return;
    while (core->shared[at].used)
        at++;
    core->shared[at] =
        (struct plain_shared){.used = true,
                              .is_load = taken->record->kind == INSTRUCTION_SHARED_LOAD,
                              .warp = taken->warp,
                              .load = taken->load,
                              .over_at = now + core->config->shared_latency};
    memmove(taken, taken + 1, --core->takens * sizeof *taken);
}

static void plain_end_shared(struct plain_core *core, uint64_t now)
{
    for (unsigned i = 0; i < PLAIN_SHARED; i++) {
        struct plain_shared *shared = &core->shared[i];
        if (!shared->used || shared->over_at != now)
            continue;
        shared->used = false;
        if (shared->is_load)
            core->warp[shared->warp].load[shared->load].used = false;
    }
}

/* The lowest line (or part of one) of the lanes that wait; of an atomic's lanes that meet in a word
 * the first. */
static void plain_coalesce(struct plain_core *core)
{
    struct plain_taken *taken = &core->taken[0];
    const struct instruction *record = taken->record;
    uint64_t address[LANES], first = UINT64_MAX;
    bool *waits = taken->waits, more = false;
    if (!core->takens || core->queued == core->config->lsu_queue)
        return;
    unsigned segment = plain_segment(core, record->size);
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (waits[lane] && address[lane] / segment < first)
            first = address[lane] / segment;
    struct plain_request *request = &core->queue[core->queued++];
    *request = (struct plain_request){
        .line = first * segment / 128, .record = record, .warp = taken->warp, .load = taken->load};
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned byte = address[lane] % 128;
        bool meets = request->mask[byte / 64] >> byte % 64 & 1;
        bool here = waits[lane] && address[lane] / segment == first;
        here = here && !(record->kind == INSTRUCTION_ATOMIC && meets);
        waits[lane] = waits[lane] && !here;
        more = more || waits[lane];
        for (unsigned end = byte + record->size; here && byte < end; byte++)
            request->mask[byte / 64] |= UINT64_C(1) << byte % 64;
    }
    if (!more)
        memmove(taken, taken + 1, --core->takens * sizeof *taken);
}

/* ---- issue ---- */

static bool plain_is_full(const struct plain_core *core)
{
    return core->takens == core->config->lsu_instructions;
}

static bool plain_can(const struct plain_core *core, unsigned slot, unsigned scheduler,
                      const bool *used, uint64_t now)
{
    if (slot % core->config->schedulers != scheduler)
        return false;
    if (core->config->scheduler == SCHEDULE_TWO_LEVEL && !core->warp[slot].active)
        return false;
    return !used[slot] && plain_may_issue(core, slot) && !plain_needs_result(core, slot, now) &&
           !plain_unit_is_taken(core, slot, now) &&
           !(instruction_is_access(core->warp[slot].next) && plain_is_full(core));
}

/* A warp that waits leaves the active ones for the end of the line, the first in line that does not
 * wait takes a free place. */
static void plain_choose_active(struct plain_core *core, unsigned scheduler)
{
    unsigned step = core->config->schedulers, active = 0;
    for (unsigned slot = scheduler; slot < core->config->warps; slot += step) {
        struct plain_warp *warp = &core->warp[slot];
        if (warp->live && warp->active && !plain_may_issue(core, slot)) {
            warp->active = false;
            warp->place = core->places++;
        }
        active += warp->live && warp->active;
    }
    for (; active < core->config->two_level_active; active++) {
        struct plain_warp *first = NULL;
        for (unsigned slot = scheduler; slot < core->config->warps; slot += step) {
            struct plain_warp *warp = &core->warp[slot];
            if (!warp->active && plain_may_issue(core, slot) &&
                (!first || warp->place < first->place))
                first = warp;
        }
        if (!first)
            return;
        first->active = true;
    }
}

/* The warp that issues next, or -1. */
static int plain_pick(const struct plain_core *core, unsigned scheduler, const bool *used,
                      uint64_t now)
{
    unsigned warps = core->config->warps, last = core->last[scheduler];
    bool rr = core->config->scheduler != SCHEDULE_GTO;
    int pick = -1;
    if (!rr && plain_can(core, last, scheduler, used, now))
        return (int)last;
    for (unsigned i = 1; i <= warps; i++) {
        unsigned slot = rr ? (last + i) % warps : i - 1;
        if (!plain_can(core, slot, scheduler, used, now))
            continue;
        if (rr)
            return (int)slot;
        if (pick < 0 ||
            core->block[core->warp[slot].block].order < core->block[core->warp[pick].block].order)
            pick = (int)slot;
    }
    return pick;
}

static void plain_take_memory(struct plain_core *core, unsigned slot)
{
    struct plain_warp *warp = &core->warp[slot];
    const struct instruction *record = warp->next;
    struct plain_taken *taken = &core->taken[core->takens++];
    if (instruction_is_shared(record)) {
        core->stats.shared_accesses++;
        taken->bank_cycles = plain_bank_cycles(core, record);
        core->stats.bank_cycles += taken->bank_cycles;
    } else {
        core->stats.memory_instructions++;
    }
    taken->record = record;
    taken->warp = slot;
    for (unsigned lane = 0; lane < LANES; lane++)
        taken->waits[lane] = record->mask >> lane & 1;
    if (!plain_is_awaited(record))
        return;
    taken->load = (unsigned)plain_free_load(warp);
    warp->load[taken->load].used = true;
    warp->load[taken->load].needed_at = warp->issued + record->use_distance;
}

static void plain_compute(struct plain_core *core, unsigned slot, uint64_t now)
{
    const struct config *config = core->config;
    const unsigned latency[] = {config->sp_latency, config->int_latency, config->sfu_latency};
    const unsigned interval[] = {config->sp_interval, config->int_interval, config->sfu_interval};
    struct plain_warp *warp = &core->warp[slot];
    unsigned class = warp->next->op, at = warp->issued % PLAIN_RESULTS;
    warp->result[at].needed_at = warp->issued + warp->next->use_distance;
    warp->result[at].ready_at = now + latency[class];
    core->unit_free_at[class] = now + interval[class];
}

static void plain_issue(struct plain_core *core, unsigned slot, uint64_t now)
{
    struct plain_warp *warp = &core->warp[slot];
    const struct instruction *record = warp->next;
    core->last[slot % core->config->schedulers] = slot;
    core->issued++;
    warp->issued++;
    core->stats.warp_instructions++;
    for (unsigned lane = 0; lane < LANES; lane++)
        core->stats.thread_instructions += record->mask >> lane & 1;
    if (instruction_is_access(record))
        plain_take_memory(core, slot);
    if (record->kind == INSTRUCTION_ALU)
        plain_compute(core, slot, now);
    if (--warp->left == 0 && record->kind != INSTRUCTION_EXIT) {
        warp->next = instruction_next(record);
        warp->left = warp->next->count;
    }
    if (record->kind == INSTRUCTION_BARRIER) {
        warp->arrived[record->op] = true;
        warp->at_barrier = !(record->flags & INSTRUCTION_GOES_ON);
        warp->barrier = record->op;
        core->block[warp->block].meet[record->op] = record->use_distance;
    }
    warp->live = record->kind != INSTRUCTION_EXIT;
    for (unsigned number = 0; number < BARRIERS && !warp->live; number++)
        core->block[warp->block].gone[number] += warp->arrived[number];
    if (plain_ends(record))
        plain_look_at_block(core, warp->block);
}

static void plain_issue_own(struct plain_core *core, unsigned scheduler, uint64_t now)
{
    bool used[SM_WARPS_MAX] = {false};
    if (core->config->scheduler == SCHEDULE_TWO_LEVEL)
        plain_choose_active(core, scheduler);
    for (unsigned i = 0; i < core->config->issue_width; i++) {
        int slot = plain_pick(core, scheduler, used, now);
        if (slot < 0)
            return;
        used[slot] = true;
        plain_issue(core, (unsigned)slot, now);
    }
}

static enum sm_stall plain_stall(const struct plain_core *core, uint64_t now)
{
    bool loads = false, results = false, full = false;
    if (!plain_resident(core))
        return SM_STALL_EMPTY;
    for (unsigned slot = 0; slot < core->config->warps; slot++) {
        const struct plain_warp *warp = &core->warp[slot];
        bool may = plain_may_issue(core, slot);
        results = results || may;
        full = full || (may && !plain_needs_result(core, slot, now) && plain_is_full(core) &&
                        instruction_is_access(warp->next));
        loads = loads || (warp->live && !warp->at_barrier && !plain_drains(core, slot));
    }
    if (full)
        return core->head_conflicts ? SM_STALL_HAZARD : SM_STALL_LSU;
    return results ? SM_STALL_RESULT : loads ? SM_STALL_LOAD : SM_STALL_BARRIER;
}

static void plain_step(struct plain_core *core, const struct plain_in *in, uint64_t now)
{
    for (unsigned source = 0; source < SM_SOURCES; source++)
        plain_answer(core, in->answer[source], source, now);
    if (core->offered >= 0 && in->ready)
        plain_accepted(core, now);
    plain_end_shared(core, now);
    plain_offer(core);
    if (core->takens && instruction_is_shared(core->taken[0].record))
        plain_share(core, now);
    else
        plain_coalesce(core);
    core->issued = 0;
    for (unsigned i = 0; i < core->config->schedulers; i++)
        plain_issue_own(core, (unsigned)(now + i) % core->config->schedulers, now);
    core->stats.issue_cycles += core->issued > 0;
    if (!core->issued)
        core->stats.stall_cycles[plain_stall(core, now)]++;
}

#endif
