/* A workload, executed functionally: its results, and what its streams hold. */
#ifndef MEMLOOM_WORKLOAD_RUN_H
#define MEMLOOM_WORKLOAD_RUN_H

#include <string.h>

#include "check.h"
#include "workload_class.h"

static inline void get_image(void *context, uint64_t address, void *bytes, size_t size)
{
    const struct workload *w = context;
    memcpy(bytes, image_at(&w->image, address, size), size);
}

/* Lane accesses per kind; also checks every record. */
struct tally {
    uint64_t lanes[INSTRUCTION_KINDS];
    uint64_t visit_lanes; /* in kernels named "visit ..." */
    uint64_t kernels;
};

static inline void tally_block(struct tally *tally, const struct thread_block *block, bool visit)
{
    for (unsigned warp = 0; warp < block->warps; warp++) {
        const struct instruction *record = block_warp(block, warp);
        const char *end = (const char *)record + block->warp[warp].used;
        bool ended = false;
        while ((const char *)record < end) {
            CHECK(!ended && !instruction_check(record, (uint64_t)(end - (const char *)record)));
            uint64_t lanes = (unsigned)__builtin_popcount(record->mask);
            tally->lanes[record->kind] += lanes * record->count;
            tally->visit_lanes += visit && instruction_is_memory(record) ? lanes : 0;
            ended = record->kind == INSTRUCTION_EXIT;
            record = instruction_next(record);
        }
        CHECK(ended);
    }
}

static inline struct tally run(struct workload *w)
{
    struct tally tally = {0};
    struct kernel kernel;
    struct thread_block *block;
    while (workload_next_kernel(w, &kernel)) {
        tally.kernels++;
        while ((block = workload_next_block(w))) {
            tally_block(&tally, block, !strncmp(kernel.name, "visit", 5));
            workload_free_block(w, block);
        }
    }
    return tally;
}

struct job {
    const char *name;
    char *arguments[3];
    int count;
};

#endif
