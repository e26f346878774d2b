/* Three SM front ends in front of a plain memory: requests are taken at random, done and answered
 * in random order, those of a core to one line in theirs where the memory keeps it. For the tests
 * of the front end; what blocks they give to a core themselves is made by hand. */
#ifndef MEMLOOM_SM_BENCH_H
#define MEMLOOM_SM_BENCH_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "config.h"
#include "dispatch.h"
#include "memory.h"
#include "rng.h"
#include "sm.h"
#include "simt.h"
#include "util.h"
#include "workload_class.h"

enum { CORES = 3, IN_FLIGHT = 1024, CYCLES_MAX = 3000000 };

/* A request between its acceptance and its answer. */
struct flight {
    struct sm_out request;
    uint64_t number; /* in the order of acceptance */
    bool used;
};

enum fault { FAULT_NONE, FAULT_LOAD, FAULT_STORE };

struct bench {
    struct config config;
    struct workload *workload;
    struct memory memory;
    struct dispatch dispatch;
    struct sm sm[CORES];
    struct sm_out out[CORES];
    struct flight flight[CORES][IN_FLIGHT];
    unsigned flights[CORES];
    uint64_t line[CORES][2][LINE_WORDS]; /* answers under way: hit, response */
    struct rng rng;
    bool skip;        /* leave out steps of sleeping SMs */
    unsigned delay;   /* percent of cycles without an answer, per port */
    enum fault fault; /* what the memory does wrong */
    uint64_t now, hash, accepted, conflicts, skipped;
    uint64_t issued; /* sum of what the outputs said in every cycle, of sleeping SMs, too */
};

static inline void put_image(void *context, uint64_t address, const void *bytes, size_t size)
{
    memory_write_bytes(context, address, bytes, size);
}

static inline void get_memory(void *context, uint64_t address, void *bytes, size_t size)
{
    memory_read_bytes(context, address, bytes, size);
}

static inline bool writes(const struct sm_out *request)
{
    return request->request_kind == INSTRUCTION_STORE ||
           request->request_kind == INSTRUCTION_ATOMIC;
}

static inline void accept(struct bench *bench, unsigned core)
{
    const struct sm_out *out = &bench->out[core];
    for (unsigned i = 0; i < IN_FLIGHT; i++) {
        const struct flight *other = &bench->flight[core][i];
        if (other->used && other->request.request_line == out->request_line &&
            (writes(out) || writes(&other->request)))
            bench->conflicts++;
    }
    CHECK(!bench->flight[core][out->request_id].used);
    bench->flight[core][out->request_id] = (struct flight){*out, bench->accepted++, true};
    bench->flights[core]++;
}

static inline bool byte_of(const uint64_t mask[2], unsigned byte)
{
    return mask[byte / 64] >> byte % 64 & 1;
}

/* Does what the request asks, leaves the line's contents in `line`. */
static inline void perform(struct bench *bench, const struct sm_out *request,
                           uint64_t line[LINE_WORDS])
{
    memcpy(line, memory_read_line(&bench->memory, request->request_line), LINE_BYTES);
    if (!writes(request)) {
        line[0] ^= bench->fault == FAULT_LOAD;
        return;
    }
    uint64_t new[LINE_WORDS];
    memcpy(new, line, sizeof new);
    const uint8_t *data = (const uint8_t *)request->request_data;
    for (unsigned i = 0; i < LINE_BYTES; i++)
        if (byte_of(request->request_mask, i))
            ((uint8_t *)new)[i] = data[i];
    for (unsigned i = 0; request->request_kind == INSTRUCTION_ATOMIC && i < LINE_BYTES; i += 4)
        if (byte_of(request->request_mask, i)) {
            uint32_t operand, old;
            memcpy(&operand, data + i, 4);
            memcpy(&old, (uint8_t *)line + i, 4);
            old = atomic_result((unsigned)request->request_op, old, operand);
            memcpy((uint8_t *)new + i, &old, 4);
        }
    if (bench->fault != FAULT_STORE)
        memory_write_line(&bench->memory, request->request_line, new);
}

/* A request in flight at random; the oldest one of its line where the memory keeps the order. */
static inline unsigned pick(struct bench *bench, unsigned core)
{
    const struct flight *flights = bench->flight[core];
    unsigned at = rng_below(&bench->rng, IN_FLIGHT);
    while (!flights[at].used)
        at = (at + 1) % IN_FLIGHT;
    uint64_t line = flights[at].request.request_line;
    for (unsigned i = 0; i < IN_FLIGHT && bench->config.request_order == ORDER_BY_MEMORY; i++)
        if (flights[i].used && flights[i].request.request_line == line &&
            flights[i].number < flights[at].number)
            at = i;
    return at;
}

static inline bool answer(struct bench *bench, unsigned core, unsigned port, uint64_t *id)
{
    if (!bench->flights[core] || rng_percent(&bench->rng, bench->delay))
        return false;
    unsigned at = pick(bench, core);
    perform(bench, &bench->flight[core][at].request, bench->line[core][port]);
    *id = bench->flight[core][at].request.request_id;
    bench->flight[core][at].used = false;
    bench->flights[core]--;
    return true;
}

static inline void tick_core(struct bench *bench, unsigned core)
{
    struct sm *sm = &bench->sm[core];
    struct sm_in in = {.request_ready = rng_percent(&bench->rng, 70)};
    in.hit_valid = answer(bench, core, 0, &in.hit_id);
    in.hit_data = bench->line[core][0];
    in.response_valid = answer(bench, core, 1, &in.response_id);
    in.response_data = bench->line[core][1];
    if (bench->out[core].request_valid && in.request_ready)
        accept(bench, core);
    if (bench->skip && !sm_must_step(sm, &in)) {
        bench->skipped++;
        return;
    }
    uint64_t before = sm_hash(sm);
    bool must = sm_must_step(sm, &in);
    sm_step(sm, &in, bench->now);
    if (!must)
        CHECK_EQUAL(sm_hash(sm), before);
    sm_outputs(sm, &bench->out[core]);
}

/* One cycle of a core, stepped or not. */
static inline void cycle_core(struct bench *bench, unsigned core)
{
    tick_core(bench, core);
    bench->issued += bench->out[core].issued;
}

static inline bool all_done(const struct bench *bench)
{
    for (unsigned i = 0; i < CORES; i++)
        if (!sm_is_done(&bench->sm[i]))
            return false;
    return !bench->dispatch.left;
}

static inline void run(struct bench *bench)
{
    while (dispatch_next_kernel(&bench->dispatch)) {
        do {
            dispatch_warp_ended(&bench->dispatch); /* there may be room in any cycle */
            dispatch_step(&bench->dispatch, bench->sm, bench->now);
            for (unsigned i = 0; i < CORES; i++)
                cycle_core(bench, i);
            bench->now++;
            for (unsigned i = 0; i < CORES && bench->now % 64 == 0; i++)
                bench->hash = bench->hash * 31 + sm_hash(&bench->sm[i]);
        } while (!all_done(bench) && bench->now < CYCLES_MAX);
    }
}

/* With a workload freshly opened, which it takes over. */
static inline struct bench *bench_of(const char *settings, struct workload *workload)
{
    struct bench *bench = xcalloc(1, sizeof *bench);
    config_init(&bench->config);
    char *copy = xstrdup(settings), *rest = NULL;
    config_set(&bench->config, "test", "cores=3");
    config_set(&bench->config, "test", "request_order=core");
    for (char *part = strtok_r(copy, " ", &rest); part; part = strtok_r(NULL, " ", &rest))
        config_set(&bench->config, "test", part);
    free(copy);
    bench->workload = workload;
    memory_init(&bench->memory);
    workload_image(bench->workload, put_image, &bench->memory);
    dispatch_init(&bench->dispatch, &bench->config, 0, bench->workload);
    for (unsigned i = 0; i < CORES; i++) {
        sm_init(&bench->sm[i], &bench->config, i, bench->workload);
        bench->sm[i].report = NULL;
    }
    rng_init(&bench->rng, 11);
    bench->skip = true;
    bench->delay = 60;
    return bench;
}

static inline struct bench *bench_new(const char *settings, const char *name, char **arguments,
                                      int count)
{
    return bench_of(settings, workload_open(name, count, arguments, 7));
}

static inline void bench_free(struct bench *bench)
{
    for (unsigned i = 0; i < CORES; i++)
        sm_release(&bench->sm[i]);
    workload_close(bench->workload);
    memory_release(&bench->memory);
    free(bench);
}

static inline struct sm_stats total(struct bench *bench)
{
    struct sm_stats sum = {0};
    for (unsigned i = 0; i < CORES; i++) {
        sm_account(&bench->sm[i], bench->now);
        const uint64_t *from = (const uint64_t *)(const void *)&bench->sm[i].stats;
        for (size_t word = 0; word < sizeof sum / 8; word++)
            ((uint64_t *)(void *)&sum)[word] += from[word];
    }
    return sum;
}

/* For blocks that a test makes by hand: its workload's own are never given out. */
static inline struct bench *bench_by_hand(const char *settings)
{
    char n[] = "n=3000", iterations[] = "iterations=2";
    return bench_new(settings, "stream", (char *[]){n, iterations}, 2);
}

/* Each warp: a store of 32 words so many bytes apart; if they meet then a barrier and an
 * instruction; an exit. */
static inline struct thread_block *store_block(struct bench *bench, unsigned warps, uint64_t step,
                                               bool meet)
{
    static const struct access store = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
    struct thread_block *block = workload_new_block(bench->workload);
    struct simt simt;
    uint64_t address[LANES];
    uint32_t value[LANES] = {0};
    simt_begin(&simt, &bench->workload->image, block, warps);
    lane_addresses(address, IMAGE_BASE, step);
    for (unsigned warp = 0; warp < warps; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_store(&simt, &store, address, value);
    }
    if (meet)
        simt_barrier(&simt);
    for (unsigned warp = 0; warp < warps && meet; warp++) {
        simt_warp(&simt, warp, ALL_LANES);
        simt_alu(&simt, 1);
    }
    simt_end(&simt);
    return block;
}

#endif
