/* The statistics of the cores' front ends, counted again: requests, answers and their latencies off
 * the ports between an SM and its L1, instructions, blocks and bytes by walking through the program
 * without time, and what a core did in each cycle from the state of its warps after the edge
 * (docs/front.md). Nothing of the SM's own accounting is looked at. */
#ifndef MEMLOOM_RECOUNT_FRONT_H
#define MEMLOOM_RECOUNT_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "sm.h"
#include "workload.h"

enum { RECOUNT_IDS = 1024, RECOUNT_BINS = 32 };
enum answered_by { BY_L1, BY_L2, BY_HOME, ANSWERERS };
enum cycle_kind {
    ISSUED,
    WAITS_LOAD,
    WAITS_RESULT,
    WAITS_BARRIER,
    WAITS_UNIT,
    WAITS_HAZARD,
    NO_WARP,
    CYCLE_KINDS
};

/* What a program consists of. */
struct program {
    uint64_t kernels, blocks, warp_instructions, thread_instructions;
    uint64_t checked_bytes;                /* of loads whose expected bytes are known and certain */
    uint64_t shared_accesses, bank_cycles; /* of shared memory with 32 banks */
};

/* Of one core. */
struct front {
    uint64_t accepted_at[RECOUNT_IDS]; /* cycle */
    bool is_load[RECOUNT_IDS];
    uint64_t answers[ANSWERERS], latency[ANSWERERS], bins[RECOUNT_BINS];
    uint64_t sectors[4];          /* loads that touch 1 to 4 sectors */
    uint64_t cycles[CYCLE_KINDS]; /* of each kind */
    uint64_t touching;            /* loads that touch the byte looked for */
};

/* Different words of the bank that has the most of them. */
static unsigned cycles_of_banks(const struct instruction *record)
{
    uint64_t address[LANES], word[LANES * 4];
    unsigned words = 0, in_bank[32] = {0}, most = 0;
    instruction_addresses(record, address);
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned byte = 0; byte < record->size && record->mask >> lane & 1; byte += 4) {
            unsigned i = 0;
            word[words] = (address[lane] + byte) / 4;
            while (word[i] != word[words])
                i++;
            if (i == words && ++in_bank[word[words++] % 32] > most)
                most = in_bank[word[i] % 32];
        }
    return most;
}

static void walk_warp(struct program *program, const struct instruction *record)
{
    for (;; record = instruction_next(record)) {
        unsigned lanes = (unsigned)__builtin_popcount(record->mask);
        uint64_t count = record->kind == INSTRUCTION_EXIT ? 1 : record->count;
        program->warp_instructions += count;
        program->thread_instructions += count * lanes;
        if (instruction_is_load(record) && (record->flags & INSTRUCTION_DATA) &&
            !(record->flags & INSTRUCTION_MAY_DIFFER))
            program->checked_bytes += record->size * lanes;
        if (instruction_is_shared(record)) {
            program->shared_accesses++;
            program->bank_cycles += cycles_of_banks(record);
        }
        if (record->kind == INSTRUCTION_EXIT)
            return;
    }
}

static void ignore_image(void *context, uint64_t address, const void *bytes, size_t size)
{
    (void)context, (void)address, (void)bytes, (void)size;
}

static struct program walk_program(struct workload *workload)
{
    struct program program = {0};
    struct kernel kernel;
    workload_image(workload, ignore_image, NULL);
    while (workload_next_kernel(workload, &kernel)) {
        program.kernels++;
        for (uint64_t i = 0; i < kernel.blocks; i++) {
            struct thread_block *block = workload_next_block(workload);
            program.blocks++;
            for (unsigned warp = 0; warp < block->warps; warp++)
                walk_warp(&program, block_warp(block, warp));
            workload_free_block(workload, block);
        }
    }
    return program;
}

static unsigned touched(const uint64_t mask[2])
{
    unsigned sectors = 0;
    for (unsigned sector = 0; sector < 4; sector++)
        sectors += (uint32_t)(mask[sector / 2] >> sector % 2 * 32) != 0;
    return sectors;
}

/* A request is taken. `byte` is the address looked for. */
static void front_request(struct front *front, const struct sm_out *out, uint64_t now,
                          uint64_t byte)
{
    uint64_t id = out->request_id, kind = out->request_kind, at = byte % 128;
    front->accepted_at[id] = now;
    front->is_load[id] = kind == 0 || kind == 1 || kind == 4;
    if (!front->is_load[id])
        return;
    front->sectors[touched(out->request_mask) - 1]++;
    front->touching += out->request_line == byte / 128 && out->request_mask[at / 64] >> at % 64 & 1;
}

static void front_answer(struct front *front, uint64_t id, enum answered_by by, uint64_t now)
{
    if (!front->is_load[id])
        return;
    uint64_t latency = now - front->accepted_at[id];
    unsigned bin = 0;
    while (bin < RECOUNT_BINS - 1 && latency >> (bin + 1))
        bin++;
    front->bins[bin]++;
    front->answers[by]++;
    front->latency[by] += latency;
}

/* Between gpu_begin and gpu_edge: the wires of the cycle. */
static void front_ports(struct front *front, const struct sm_in *in, const struct sm_out *out,
                        uint64_t now, uint64_t byte)
{
    if (in->hit_valid)
        front_answer(front, in->hit_id, BY_L1, now);
    if (in->response_valid)
        front_answer(front, in->response_id, BY_L2, now);
    if (in->remote_valid)
        front_answer(front, in->remote_id, BY_HOME, now);
    if (out->request_valid && in->request_ready)
        front_request(front, out, now, byte);
}

/* What a resident warp waits for. */
static enum cycle_kind warp_waits(const struct sm *sm, unsigned slot, uint64_t now)
{
    const struct sm_warp *warp = &sm->warp[slot];
    bool drains = warp->next->kind == INSTRUCTION_EXIT || warp->next->kind == INSTRUCTION_FENCE ||
                  (warp->next->kind == INSTRUCTION_BARRIER && sm->barrier_drains);
    unsigned loads = 0;
    if (sm->at_barrier >> slot & 1 || (drains && warp->outstanding))
        return WAITS_BARRIER;
    for (unsigned i = 0; i < SM_LOADS_MAX; i++) {
        bool pending = warp->missing[i];
        loads += pending;
        if (pending && warp->issued >= warp->needed_at[i])
            return WAITS_LOAD;
    }
    if (instruction_is_awaited(warp->next) && loads == SM_LOADS_MAX)
        return WAITS_LOAD;
    bool full = sm->coalescer_used == sm->lsu_instructions;
    bool ready = warp->ready_at[warp->issued % SM_RESULTS] <= now;
    return instruction_is_access(warp->next) && ready && full ? WAITS_UNIT : WAITS_RESULT;
}

/* After the edge: what the core did in the cycle. A warp that waits for the load/store unit
 * alone names the cause, then one that waits for arithmetic, then one for a loaded value. */
static void front_cycle(struct front *front, const struct sm *sm, uint64_t now)
{
    bool waits[CYCLE_KINDS] = {false};
    enum cycle_kind kind = NO_WARP;
    for (unsigned slot = 0; slot < sm->warp_slots; slot++)
        if (!(sm->free_warps >> slot & 1))
            waits[warp_waits(sm, slot, now)] = true;
    if (sm->issued)
        kind = ISSUED;
    else if (waits[WAITS_UNIT])
        kind = sm->head_waits && sm->head_hazard ? WAITS_HAZARD : WAITS_UNIT;
    else if (waits[WAITS_RESULT])
        kind = WAITS_RESULT;
    else if (waits[WAITS_LOAD])
        kind = WAITS_LOAD;
    else if (waits[WAITS_BARRIER])
        kind = WAITS_BARRIER;
    front->cycles[kind]++;
}

#endif
