/* Every twin of the block table, with its default parameters and each of them at its bounds: what
 * init allocates release frees, init sets all of the state whatever stood there, and reset leads to
 * the state that init left. Allocations are counted by the linker's --wrap. */
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "check.h"
#include "params.h"
#include "rng.h"
#include "util.h"

/* Weak: a build with a leak checker of its own links without --wrap and counts nothing. */
#define REAL __attribute__((weak))
REAL void *__real_malloc(size_t size);
REAL void *__real_calloc(size_t count, size_t size);
REAL void *__real_realloc(void *, size_t size);
REAL void __real_free(void *);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *, size_t size);
void __wrap_free(void *);

static long held; /* allocations that were not freed */

void *__wrap_malloc(size_t size)
{
    held++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    held++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    held += !memory;
    return __real_realloc(memory, size);
}

void __wrap_free(void *memory)
{
    held -= memory != NULL;
    __real_free(memory);
}

static void print_set(const struct block *block, const void *params)
{
    printf("    %s", block->name);
    for (unsigned i = 0; i < block->parameter_count; i++)
        printf(" %s=%u", block->parameters[i].name,
               *(const unsigned *)((const char *)params + block->parameters[i].offset));
    putchar('\n');
}

/* The hash of a twin after init over random bits. */
static uint64_t init_over_noise(const struct block *block, const void *params, void *state,
                                struct rng *rng)
{
    for (size_t i = 0; i < block->twin->state_size; i++)
        ((unsigned char *)state)[i] = (unsigned char)rng_next(rng);
    block->twin->init(state, params);
    return block->twin->hash(state);
}

static void create_and_release(const struct block *block, const void *params, struct rng *rng)
{
    const struct block_twin *twin = block->twin;
    unsigned wrong = check_state.wrong;
    void *state = xcalloc(1, twin->state_size);
    long before = held;
    uint64_t hash = init_over_noise(block, params, state, rng);
    if (twin->reset) {
        twin->reset(state);
        CHECK_EQUAL(twin->hash(state), hash);
    }
    twin->release(state);
    CHECK_EQUAL(held - before, 0);
    CHECK_EQUAL(init_over_noise(block, params, state, rng), hash);
    twin->release(state);
    free(state);
    if (check_state.wrong > wrong)
        print_set(block, params);
}

static unsigned *value_of(const struct block *block, unsigned parameter, void *params)
{
    return (unsigned *)((char *)params + block->parameters[parameter].offset);
}

/* 0: the block has no such parameter. */
static unsigned value_by_name(const struct block *block, const char *name, void *params)
{
    for (unsigned i = 0; i < block->parameter_count; i++)
        if (strcmp(block->parameters[i].name, name) == 0)
            return *value_of(block, i, params);
    return 0;
}

/* Channels of a port are divided over the switch's inputs: other sets end elaboration, too. */
static bool is_refused(const struct block *block, void *params)
{
    unsigned inputs = value_by_name(block, "SPEEDUP", params);
    return inputs && value_by_name(block, "VCS", params) % inputs != 0;
}

static void try_set(const struct block *block, void *params, struct rng *rng)
{
    if (!is_refused(block, params))
        create_and_release(block, params, rng);
}

static void try_sets(const struct block *block, struct rng *rng)
{
    void *params = xcalloc(1, block->params_size);
    params_parse(block, "", params);
    try_set(block, params, rng);
    for (unsigned i = 0; i < block->parameter_count; i++) {
        unsigned initial = *value_of(block, i, params);
        *value_of(block, i, params) = block->parameters[i].min;
        try_set(block, params, rng);
        *value_of(block, i, params) = block->parameters[i].max;
        try_set(block, params, rng);
        *value_of(block, i, params) = initial;
    }
    free(params);
}

int main(void)
{
    struct rng rng;
    unsigned twins = 0;
    rng_init(&rng, 1);
    void *one = xcalloc(1, 1);
#ifndef __SANITIZE_ADDRESS__
    check_case("memory is counted");
    CHECK_EQUAL(held, 1); /* or nothing is counted here */
#endif
    free(one);
    for (const struct block *const *block = blocks; *block; block++)
        if ((*block)->twin && (*block)->twin->init) {
            check_case("%s", (*block)->name);
            try_sets(*block, &rng);
            twins++;
        }
    check_case("all memory of all twins is released");
    CHECK(twins > 0);
    CHECK_EQUAL(held, 0);
    return check_report();
}
