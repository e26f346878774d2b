/* A core and the dispatcher stated plainly: docs/front.md, rule by rule. No masks
 * of warps, no counters kept up to date, nothing asleep: every cycle looks at everything. Bytes are
 * not carried. */
#ifndef MEMLOOM_SM_PLAIN_H
#define MEMLOOM_SM_PLAIN_H

#include "plain_unit.h"

enum { PLAIN_SCHEDULERS = 4, PLAIN_RESULTS = 64, PLAIN_LOADS = 16 };

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
    struct plain_unit unit;
    uint64_t unit_free_at[ARITHMETIC_CLASSES];
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
    plain_unit_init(&core->unit, config, &core->stats);
    for (unsigned i = 0; i < PLAIN_SCHEDULERS; i++)
        core->last[i] = i;
}

/* ---- what a warp waits for ---- */

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
    return must && plain_is_open(&core->unit, slot, -1);
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

/* ---- issue ---- */

static bool plain_can(const struct plain_core *core, unsigned slot, unsigned scheduler,
                      const bool *used, uint64_t now)
{
    if (slot % core->config->schedulers != scheduler)
        return false;
    if (core->config->scheduler == SCHEDULE_TWO_LEVEL && !core->warp[slot].active)
        return false;
    return !used[slot] && plain_may_issue(core, slot) && !plain_needs_result(core, slot, now) &&
           !plain_unit_is_taken(core, slot, now) &&
           !(instruction_is_access(core->warp[slot].next) && plain_is_full(&core->unit));
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
    bool awaited = plain_is_awaited(warp->next);
    unsigned load = awaited ? (unsigned)plain_free_load(warp) : 0;
    plain_take(&core->unit, slot, load, warp->next);
    if (!awaited)
        return;
    warp->load[load].used = true;
    warp->load[load].needed_at = warp->issued + warp->next->use_distance;
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
        full = full || (may && !plain_needs_result(core, slot, now) && plain_is_full(&core->unit) &&
                        instruction_is_access(warp->next));
        loads = loads || (warp->live && !warp->at_barrier && !plain_drains(core, slot));
    }
    if (full)
        return core->unit.head_conflicts ? SM_STALL_HAZARD : SM_STALL_LSU;
    return results ? SM_STALL_RESULT : loads ? SM_STALL_LOAD : SM_STALL_BARRIER;
}

static void plain_end_load(struct plain_core *core, struct plain_end end)
{
    if (end.over)
        core->warp[end.warp].load[end.load].used = false;
}

static void plain_step(struct plain_core *core, const struct plain_in *in, uint64_t now)
{
    struct plain_unit *unit = &core->unit;
    for (unsigned source = 0; source < SM_SOURCES; source++)
        plain_end_load(core, plain_answer(unit, in->answer[source], source, now));
    if (unit->offered >= 0 && in->ready)
        plain_accepted(unit, now);
    plain_end_load(core, plain_end_shared(unit, now));
    plain_unit_step(unit, now);
    core->issued = 0;
    for (unsigned i = 0; i < core->config->schedulers; i++)
        plain_issue_own(core, (unsigned)(now + i) % core->config->schedulers, now);
    core->stats.issue_cycles += core->issued > 0;
    if (!core->issued)
        core->stats.stall_cycles[plain_stall(core, now)]++;
}

#endif
