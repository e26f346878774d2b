/* Who meets where: see accel_barrier.h. */
#include "accel_barrier.h"

#include <string.h>

/* The warp's next barrier from `at` on, which it moves there; NULL: none, its end comes. */
static struct instruction *next_barrier(const struct stream *stream, size_t *at)
{
    while (*at < stream->used) {
        struct instruction *record = (struct instruction *)(void *)(stream->bytes + *at);
        if (record->kind == INSTRUCTION_BARRIER)
            return record;
        *at += record->bytes;
    }
    return NULL;
}

/* ---- numbers ---- */

/* What a block's barriers are, before they are numbered. */
struct found {
    uint64_t members[BLOCK_WARPS_MAX + 1]; /* warps that meet at unnumbered ones of so many */
    uint32_t numbers;                      /* that lines name */
    uint64_t all;                          /* barriers */
    bool plain;                            /* number 0 of the whole block, of each warp as many */
};

static void find(const struct thread_block *block, struct found *found)
{
    uint64_t first = 0;
    *found = (struct found){.plain = true};
    for (unsigned warp = 0; warp < block->warps; warp++) {
        const struct stream *stream = &block->warp[warp];
        uint64_t own = 0;
        size_t at = 0;
        for (struct instruction *record; (record = next_barrier(stream, &at));
             at += record->bytes, own++) {
            found->plain = found->plain && !record->op && !record->use_distance;
            if (record->op == ACCEL_UNNUMBERED)
                found->members[record->use_distance] |= UINT64_C(1) << warp;
            else
                found->numbers |= 1u << record->op;
        }
        first = warp ? first : own;
        found->plain = found->plain && own == first;
        found->all += own;
    }
}

/* Of more warps than meet at a barrier neighbours do, each group at a number that no line names.
 * number[w][n]: of warp n at the barriers of w warps. False where that does not come out even. */
static bool number_groups(const struct found *found,
                          uint8_t number[BLOCK_WARPS_MAX + 1][BLOCK_WARPS_MAX])
{
    unsigned next = BARRIERS;
    for (unsigned warps = 1; warps <= BLOCK_WARPS_MAX; warps++) {
        unsigned members = 0;
        for (uint64_t rest = found->members[warps]; rest; rest &= rest - 1, members++) {
            if (members % warps == 0)
                do
                    if (!next--)
                        return false;
                while (found->numbers >> next & 1);
            number[warps][__builtin_ctzll(rest)] = (uint8_t)next;
        }
        if (members % warps)
            return false;
    }
    return true;
}

static void write_numbers(const struct thread_block *block,
                          uint8_t number[BLOCK_WARPS_MAX + 1][BLOCK_WARPS_MAX])
{
    for (unsigned warp = 0; warp < block->warps; warp++) {
        size_t at = 0;
        for (struct instruction *record; (record = next_barrier(&block->warp[warp], &at));
             at += record->bytes)
            if (record->op == ACCEL_UNNUMBERED)
                record->op = number[record->use_distance][warp];
    }
}

/* ---- whether the warps get through ---- */

/* A run without time. A warp that goes on must not come to a barrier again before it can know, by
 * another one, that it opened: else it depends on time whether it counts twice. With that, one
 * order of the warps stands for all. */
struct run {
    const struct thread_block *block;
    size_t at[BLOCK_WARPS_MAX];                /* behind the barriers that the warp has met */
    uint64_t exited, waiting;                  /* warps */
    uint64_t arrived[BARRIERS];                /* warps, since it opened last */
    uint64_t waits[BARRIERS];                  /* of these, who wait */
    uint16_t warps[BARRIERS];                  /* that meet, 0: all that have not exited */
    uint32_t opened[BARRIERS];                 /* how often */
    uint32_t met[BLOCK_WARPS_MAX][BARRIERS];   /* how often the warp has arrived there */
    uint32_t knows[BLOCK_WARPS_MAX][BARRIERS]; /* how often it knows each to have opened */
    uint32_t told[BARRIERS][BARRIERS];         /* what those know who have arrived */
};

static void learn(uint32_t knows[BARRIERS], const uint32_t told[BARRIERS])
{
    for (unsigned i = 0; i < BARRIERS; i++)
        knows[i] = told[i] > knows[i] ? told[i] : knows[i];
}

static void open_barrier(struct run *run, unsigned number)
{
    run->told[number][number] = ++run->opened[number];
    for (uint64_t rest = run->waits[number]; rest; rest &= rest - 1)
        learn(run->knows[__builtin_ctzll(rest)], run->told[number]);
    run->waiting &= ~run->waits[number];
    run->arrived[number] = run->waits[number] = 0;
    memset(run->told[number], 0, sizeof run->told[number]);
}

static void try_barrier(struct run *run, unsigned number)
{
    uint64_t here = run->arrived[number], all = UINT64_MAX >> (64 - run->block->warps);
    bool enough = run->warps[number] ? (unsigned)__builtin_popcountll(here) >= run->warps[number]
                                     : !(all & ~run->exited & ~here);
    if (here && enough)
        open_barrier(run, number);
}

/* Of a warp that may go on; false if it may count twice at its next barrier. */
static bool step(struct run *run, unsigned warp)
{
    const struct instruction *record = next_barrier(&run->block->warp[warp], &run->at[warp]);
    if (!record) {
        run->exited |= UINT64_C(1) << warp;
        for (unsigned i = 0; i < BARRIERS; i++)
            try_barrier(run, i);
        return true;
    }
    unsigned number = record->op;
    if (run->knows[warp][number] < run->met[warp][number])
        return false;
    run->met[warp][number]++;
    run->at[warp] += record->bytes;
    run->warps[number] = record->use_distance;
    run->arrived[number] |= UINT64_C(1) << warp;
    if (!(record->flags & INSTRUCTION_GOES_ON)) {
        run->waits[number] |= UINT64_C(1) << warp;
        run->waiting |= UINT64_C(1) << warp;
    }
    learn(run->told[number], run->knows[warp]);
    try_barrier(run, number);
    return true;
}

static bool all_get_through(const struct thread_block *block)
{
    struct run run = {.block = block};
    const uint64_t all = UINT64_MAX >> (64 - block->warps);
    while (run.exited != all) {
        uint64_t free = all & ~run.exited & ~run.waiting;
        if (!free || !step(&run, (unsigned)__builtin_ctzll(free)))
            return false;
    }
    return true;
}

/* ---- both ---- */

static void drop(const struct thread_block *block)
{
    for (unsigned warp = 0; warp < block->warps; warp++) {
        size_t at = 0;
        for (struct instruction *record; (record = next_barrier(&block->warp[warp], &at));
             at += record->bytes) {
            record->kind = INSTRUCTION_ALU;
            record->op = ARITHMETIC_INT;
            record->use_distance = 0;
            record->flags = 0;
        }
    }
}

uint64_t accel_barriers_settle(struct thread_block *block)
{
    struct found found;
    uint8_t number[BLOCK_WARPS_MAX + 1][BLOCK_WARPS_MAX];
    find(block, &found);
    if (found.plain)
        return 0;
    if (number_groups(&found, number)) {
        write_numbers(block, number);
        if (all_get_through(block))
            return 0;
    }
    drop(block);
    return found.all;
}
