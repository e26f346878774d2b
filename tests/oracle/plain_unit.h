/* The load/store unit of a core stated plainly, by the rules of docs/front.md: no counters kept up
 * to date, every cycle looks at everything. Bytes are not carried. */
#ifndef MEMLOOM_PLAIN_UNIT_H
#define MEMLOOM_PLAIN_UNIT_H

#include <stdlib.h>
#include <string.h>

#include "sm.h"

enum { PLAIN_UNIT = 16, PLAIN_IDS = 1024, PLAIN_QUEUE = 64, PLAIN_SHARED = 64 };

struct plain_request {
    uint64_t line, mask[2];
    const struct instruction *record;
    unsigned warp, load;
    bool has_waited;      /* counted as a hazard */
    bool used, accepted;  /* it has an id; the L1 has it */
    uint64_t accepted_at; /* cycle */
};

struct plain_unit {
    const struct config *config;
    struct sm_stats *stats; /* of the core */
    struct plain_taken {
        const struct instruction *record;
        bool waits[LANES]; /* lanes not yet in a request */
        unsigned warp, load;
        unsigned bank_cycles; /* to come, of an access of shared memory */
    } taken[PLAIN_UNIT];      /* memory instructions, oldest first */
    unsigned takens;
    struct plain_shared {
        bool used, is_load;
        unsigned warp, load;
        uint64_t over_at;                    /* cycle */
    } shared[PLAIN_SHARED];                  /* accesses of shared memory behind its banks */
    struct plain_request queue[PLAIN_QUEUE]; /* oldest first */
    unsigned queued;
    struct plain_request flight[PLAIN_IDS]; /* per id: offered or accepted */
    unsigned free_id[PLAIN_IDS], free_ids;  /* the last one is next */
    int offered;                            /* id at the L1 port, -1: none */
    bool head_conflicts;
};

/* A warp's load whose value is there. */
struct plain_end {
    bool over;
    unsigned warp, load;
};

static void plain_unit_init(struct plain_unit *unit, const struct config *config,
                            struct sm_stats *stats)
{
    unit->config = config;
    unit->stats = stats;
    unit->offered = -1;
    while (unit->free_ids < config->lsu_ids) {
        unit->free_id[unit->free_ids] = config->lsu_ids - 1 - unit->free_ids;
        unit->free_ids++;
    }
}

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
static bool plain_is_open(const struct plain_unit *unit, unsigned warp, int load)
{
    for (unsigned i = 0; i < unit->takens; i++) {
        const struct plain_taken *taken = &unit->taken[i];
        struct plain_request made = {
            .record = taken->record, .warp = taken->warp, .load = taken->load};
        if (plain_belongs(&made, warp, load))
            return true;
    }
    for (unsigned i = 0; i < PLAIN_SHARED; i++) {
        const struct plain_shared *shared = &unit->shared[i];
        if (shared->used && shared->warp == warp &&
            (load < 0 || (shared->is_load && shared->load == (unsigned)load)))
            return true;
    }
    for (unsigned i = 0; i < unit->queued; i++)
        if (plain_belongs(&unit->queue[i], warp, load))
            return true;
    for (unsigned id = 0; id < unit->config->lsu_ids; id++)
        if (unit->flight[id].used && plain_belongs(&unit->flight[id], warp, load))
            return true;
    return false;
}

static bool plain_is_full(const struct plain_unit *unit)
{
    return unit->takens == unit->config->lsu_instructions;
}

/* The load that is over with the answer, if one is. */
static struct plain_end plain_answer(struct plain_unit *unit, int id, enum sm_source source,
                                     uint64_t now)
{
    struct plain_end end = {.over = false};
    if (id < 0)
        return end;
    struct plain_request *request = &unit->flight[id];
    uint64_t latency = now - request->accepted_at;
    unsigned bin = 0;
    request->used = false;
    unit->free_id[unit->free_ids++] = (unsigned)id;
    if (plain_is_awaited(request->record) &&
        !plain_is_open(unit, request->warp, (int)request->load))
        end = (struct plain_end){true, request->warp, request->load};
    if (!instruction_is_load(request->record))
        return end;
    while (bin + 1 < SM_LATENCY_BINS && latency >> (bin + 1))
        bin++;
    unit->stats->load_latency[bin]++;
    unit->stats->loads[source]++;
    unit->stats->load_cycles[source] += latency;
    return end;
}

static void plain_accepted(struct plain_unit *unit, uint64_t now)
{
    struct plain_request *request = &unit->flight[unit->offered];
    unsigned sectors = 0;
    request->accepted = true;
    request->accepted_at = now;
    unit->offered = -1;
    unit->stats->requests[request->record->kind]++;
    for (unsigned i = 0; i < 4; i++)
        sectors += (request->mask[i / 2] >> 32 * (i % 2) & 0xffffffff) != 0;
    if (instruction_is_load(request->record))
        unit->stats->load_sectors[sectors - 1]++;
}

static bool plain_conflicts(const struct plain_unit *unit, const struct plain_request *head)
{
    for (unsigned id = 0; id < unit->config->lsu_ids; id++) {
        const struct plain_request *other = &unit->flight[id];
        if (other->used && other->line == head->line &&
            (!instruction_is_load(other->record) || !instruction_is_load(head->record)))
            return true;
    }
    return false;
}

static void plain_offer(struct plain_unit *unit)
{
    struct plain_request *head = &unit->queue[0];
    unit->head_conflicts = false;
    if (unit->offered >= 0 || !unit->queued)
        return;
    unit->head_conflicts =
        unit->config->request_order == ORDER_BY_CORE && plain_conflicts(unit, head);
    unit->stats->hazards += unit->head_conflicts && !head->has_waited;
    head->has_waited = head->has_waited || unit->head_conflicts;
    if (unit->head_conflicts || !unit->free_ids)
        return;
    unit->offered = (int)unit->free_id[--unit->free_ids];
    unit->flight[unit->offered] = *head;
    unit->flight[unit->offered].used = true;
    memmove(unit->queue, unit->queue + 1, --unit->queued * sizeof *unit->queue);
}

/* Bytes that a request covers at most. */
static unsigned plain_segment(const struct plain_unit *unit, unsigned size)
{
    return unit->config->coalesce == 0 || size > 2 ? 128 : size == 1 ? 32 : 64;
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
static unsigned plain_bank_cycles(const struct plain_unit *unit, const struct instruction *record)
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
        words[word % unit->config->shared_banks] += plain_wants(record, word);
    for (unsigned bank = 0; bank < unit->config->shared_banks; bank++)
        most = words[bank] > most ? words[bank] : most;
    return most;
}

/* The oldest instruction accesses shared memory: one more cycle of the banks. */
static void plain_share(struct plain_unit *unit, uint64_t now)
{
    struct plain_taken *taken = &unit->taken[0];
    unsigned at = 0;
    if (--taken->bank_cycles)
        return;
    while (unit->shared[at].used)
        at++;
    unit->shared[at] =
        (struct plain_shared){.used = true,
                              .is_load = taken->record->kind == INSTRUCTION_SHARED_LOAD,
                              .warp = taken->warp,
                              .load = taken->load,
                              .over_at = now + unit->config->shared_latency};
    memmove(taken, taken + 1, --unit->takens * sizeof *taken);
}

/* The load of shared memory that is over in this cycle, if one is: the banks let one go in each. */
static struct plain_end plain_end_shared(struct plain_unit *unit, uint64_t now)
{
    struct plain_end end = {.over = false};
    for (unsigned i = 0; i < PLAIN_SHARED; i++) {
        struct plain_shared *shared = &unit->shared[i];
        if (!shared->used || shared->over_at != now)
            continue;
        shared->used = false;
        if (shared->is_load)
            end = (struct plain_end){true, shared->warp, shared->load};
    }
    return end;
}

/* The lowest line (or part of one) of the lanes that wait; of an atomic's lanes that meet in a word
 * the first. */
static void plain_coalesce(struct plain_unit *unit)
{
    struct plain_taken *taken = &unit->taken[0];
    const struct instruction *record = taken->record;
    uint64_t address[LANES], first = UINT64_MAX;
    bool *waits = taken->waits, more = false;
    if (!unit->takens || unit->queued == unit->config->lsu_queue)
        return;
    unsigned segment = plain_segment(unit, record->size);
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (waits[lane] && address[lane] / segment < first)
            first = address[lane] / segment;
    struct plain_request *request = &unit->queue[unit->queued++];
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
        memmove(taken, taken + 1, --unit->takens * sizeof *taken);
}

/* An instruction enters; `load`: its number among the warp's loads, if it is awaited. */
static void plain_take(struct plain_unit *unit, unsigned warp, unsigned load,
                       const struct instruction *record)
{
    struct plain_taken *taken = &unit->taken[unit->takens++];
    if (instruction_is_shared(record)) {
        unit->stats->shared_accesses++;
        taken->bank_cycles = plain_bank_cycles(unit, record);
        unit->stats->bank_cycles += taken->bank_cycles;
    } else {
        unit->stats->memory_instructions++;
    }
    taken->record = record;
    taken->warp = warp;
    for (unsigned lane = 0; lane < LANES; lane++)
        taken->waits[lane] = record->mask >> lane & 1;
    if (plain_is_awaited(record))
        taken->load = load;
}

/* What is under way goes on: the oldest request is offered, the oldest instruction makes one. */
static void plain_unit_step(struct plain_unit *unit, uint64_t now)
{
    plain_offer(unit);
    if (unit->takens && instruction_is_shared(unit->taken[0].record))
        plain_share(unit, now);
    else
        plain_coalesce(unit);
}

#endif
