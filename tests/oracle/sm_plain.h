/* A core and the dispatcher stated plainly: docs/workloads.md, "The core", rule by rule. No masks
 * of warps, no counters kept up to date, nothing asleep: every cycle looks at everything. Bytes are
 * not carried. */
#ifndef MEMLOOM_SM_PLAIN_H
#define MEMLOOM_SM_PLAIN_H

#include <stdlib.h>
#include <string.h>

#include "sm.h"

enum { PLAIN_IDS = 1024, PLAIN_QUEUE = 64, PLAIN_LOADS = 16, PLAIN_CORES = 4 };

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
    unsigned block;
    const struct instruction *next;
    uint32_t left;   /* instructions of `next` still to issue */
    uint64_t issued; /* instructions so far */
    struct {
        bool used;
        uint64_t needed_at; /* the value is used by this instruction */
    } load[PLAIN_LOADS];
};

struct plain_core {
    const struct config *config;
    struct plain_warp warp[SM_WARPS_MAX];
    struct {
        struct thread_block *program; /* NULL: free */
        uint64_t order;               /* of its start */
    } block[SM_BLOCKS_MAX];
    uint64_t started; /* blocks */
    unsigned last;    /* warp that issued last */
    struct {
        const struct instruction *record; /* NULL: empty */
        bool waits[LANES];                /* lanes not yet in a request */
        unsigned warp, load;
    } coalescer;
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
    while (core->free_ids < config->lsu_ids) {
        core->free_id[core->free_ids] = config->lsu_ids - 1 - core->free_ids;
        core->free_ids++;
    }
}

/* ---- what a warp waits for ---- */

static bool plain_belongs(const struct plain_request *request, unsigned warp, int load)
{
    return request->warp == warp &&
           (load < 0 || (instruction_is_load(request->record) && request->load == (unsigned)load));
}

/* Some of the warp's requests (of one load, or all with -1) are not answered or not yet made. */
static bool plain_is_open(const struct plain_core *core, unsigned warp, int load)
{
    struct plain_request made = {.record = core->coalescer.record,
                                 .warp = core->coalescer.warp,
                                 .load = core->coalescer.load};
    if (made.record && plain_belongs(&made, warp, load))
        return true;
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
    if (plain_ends(warp->next) && plain_is_open(core, slot, -1))
        return false;
    if (instruction_is_load(warp->next) && plain_free_load(warp) < 0)
        return false;
    for (unsigned i = 0; i < PLAIN_LOADS; i++)
        if (warp->load[i].used && warp->issued >= warp->load[i].needed_at)
            return false;
    return true;
}

/* ---- blocks ---- */

static unsigned plain_resident(const struct plain_core *core)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SM_BLOCKS_MAX; i++)
        count += core->block[i].program != NULL;
    return count;
}

static bool plain_has_room(const struct plain_core *core, unsigned warps)
{
    unsigned live = 0;
    for (unsigned i = 0; i < core->config->warps; i++)
        live += core->warp[i].live;
    return plain_resident(core) < core->config->blocks && core->config->warps - live >= warps;
}

static void plain_start(struct plain_core *core, struct thread_block *program)
{
    unsigned at = 0, slot = 0;
    while (core->block[at].program)
        at++;
    core->block[at].program = program;
    core->block[at].order = core->started++;
    for (unsigned i = 0; i < program->warps; i++, slot++) {
        while (core->warp[slot].live)
            slot++;
        const struct instruction *first = block_warp(program, i);
        core->warp[slot] =
            (struct plain_warp){.live = true, .block = at, .next = first, .left = first->count};
    }
}

/* The barrier opens when every live warp of the block stands at it; a block without one retires. */
static void plain_look_at_block(struct plain_core *core, unsigned block)
{
    unsigned live = 0, arrived = 0;
    for (unsigned i = 0; i < core->config->warps; i++)
        if (core->warp[i].live && core->warp[i].block == block) {
            live++;
            arrived += core->warp[i].at_barrier;
        }
    for (unsigned i = 0; i < core->config->warps && live == arrived; i++)
        if (core->warp[i].live && core->warp[i].block == block)
            core->warp[i].at_barrier = false;
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
    if (!instruction_is_load(request->record))
        return;
    while (bin + 1 < SM_LATENCY_BINS && latency >> (bin + 1))
        bin++;
    core->stats.load_latency[bin]++;
    core->stats.loads[source]++;
    core->stats.load_cycles[source] += latency;
    if (!plain_is_open(core, request->warp, (int)request->load))
        core->warp[request->warp].load[request->load].used = false;
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

/* The lowest line of the lanes that wait; of an atomic's lanes that meet in a word the first. */
static void plain_coalesce(struct plain_core *core)
{
    const struct instruction *record = core->coalescer.record;
    uint64_t address[LANES], line = UINT64_MAX;
    bool *waits = core->coalescer.waits, more = false;
    if (!record || core->queued == core->config->lsu_queue)
        return;
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (waits[lane] && address[lane] / 128 < line)
            line = address[lane] / 128;
    struct plain_request *request = &core->queue[core->queued++];
    *request = (struct plain_request){
        .line = line, .record = record, .warp = core->coalescer.warp, .load = core->coalescer.load};
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned byte = address[lane] % 128;
        bool taken = request->mask[byte / 64] >> byte % 64 & 1;
        bool here = waits[lane] && address[lane] / 128 == line;
        here = here && !(record->kind == INSTRUCTION_ATOMIC && taken);
        waits[lane] = waits[lane] && !here;
        more = more || waits[lane];
        for (unsigned end = byte + record->size; here && byte < end; byte++)
            request->mask[byte / 64] |= UINT64_C(1) << byte % 64;
    }
    if (!more)
        core->coalescer.record = NULL;
}

/* ---- issue ---- */

static bool plain_can(const struct plain_core *core, unsigned slot, const bool *used)
{
    return !used[slot] && plain_may_issue(core, slot) &&
           !(instruction_is_memory(core->warp[slot].next) && core->coalescer.record);
}

/* The warp that issues next, or -1. */
static int plain_pick(const struct plain_core *core, const bool *used)
{
    unsigned warps = core->config->warps;
    bool rr = core->config->scheduler == 1;
    int pick = -1;
    if (!rr && plain_can(core, core->last, used))
        return (int)core->last;
    for (unsigned i = 1; i <= warps; i++) {
        unsigned slot = rr ? (core->last + i) % warps : i - 1;
        if (!plain_can(core, slot, used))
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
    core->stats.memory_instructions++;
    core->coalescer.record = record;
    core->coalescer.warp = slot;
    for (unsigned lane = 0; lane < LANES; lane++)
        core->coalescer.waits[lane] = record->mask >> lane & 1;
    if (!instruction_is_load(record))
        return;
    core->coalescer.load = (unsigned)plain_free_load(warp);
    warp->load[core->coalescer.load].used = true;
    warp->load[core->coalescer.load].needed_at = warp->issued + record->use_distance;
}

static void plain_issue(struct plain_core *core, unsigned slot)
{
    struct plain_warp *warp = &core->warp[slot];
    const struct instruction *record = warp->next;
    core->last = slot;
    core->issued++;
    warp->issued++;
    core->stats.warp_instructions++;
    for (unsigned lane = 0; lane < LANES; lane++)
        core->stats.thread_instructions += record->mask >> lane & 1;
    if (instruction_is_memory(record))
        plain_take_memory(core, slot);
    if (--warp->left == 0 && record->kind != INSTRUCTION_EXIT) {
        warp->next = instruction_next(record);
        warp->left = warp->next->count;
    }
    warp->at_barrier = record->kind == INSTRUCTION_BARRIER;
    warp->live = record->kind != INSTRUCTION_EXIT;
    if (plain_ends(record))
        plain_look_at_block(core, warp->block);
}

static enum sm_stall plain_stall(const struct plain_core *core)
{
    bool loads = false;
    if (!plain_resident(core))
        return SM_STALL_EMPTY;
    for (unsigned slot = 0; slot < core->config->warps; slot++) {
        const struct plain_warp *warp = &core->warp[slot];
        if (plain_may_issue(core, slot))
            return core->head_conflicts ? SM_STALL_HAZARD : SM_STALL_LSU;
        loads = loads || (warp->live && !warp->at_barrier &&
                          !(plain_ends(warp->next) && plain_is_open(core, slot, -1)));
    }
    return loads ? SM_STALL_LOAD : SM_STALL_BARRIER;
}

static void plain_step(struct plain_core *core, const struct plain_in *in, uint64_t now)
{
    bool used[SM_WARPS_MAX] = {false};
    for (unsigned source = 0; source < SM_SOURCES; source++)
        plain_answer(core, in->answer[source], source, now);
    if (core->offered >= 0 && in->ready)
        plain_accepted(core, now);
    plain_offer(core);
    plain_coalesce(core);
    core->issued = 0;
    while (core->issued < core->config->issue_width) {
        int slot = plain_pick(core, used);
        if (slot < 0)
            break;
        used[slot] = true;
        plain_issue(core, (unsigned)slot);
    }
    core->stats.issue_cycles += core->issued > 0;
    if (!core->issued)
        core->stats.stall_cycles[plain_stall(core)]++;
}

#endif
