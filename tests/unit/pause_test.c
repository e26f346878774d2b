/* What a twin says of a pause, to the cycle: any part of it that is skipped leaves the state that
 * as many steps without events leave, in which nothing is to be seen at the outputs; and a phase of
 * some cycles can be skipped up to its last one. */
#include "block.h"
#include "check.h"
#include "dyneb_trial.h"
#include "llc_trial.h"
#include "rng.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { CYCLES = 20000, FEW = 200, EPOCH = 90 };

/* Whether nothing is to be seen at the outputs but what was there before. */
typedef bool stands(const void *before, const void *after);

static bool dyneb_stands(const void *before, const void *after)
{
    const struct dyneb_trial_out *was = before, *is = after;
    return is->share == was->share && !is->event_trial && !was->event_trial;
}

static bool llc_stands(const void *before, const void *after)
{
    const struct llc_trial_out *was = before, *is = after;
    return is->wants_private == was->wants_private && is->runs == was->runs &&
           is->waits == was->waits && !is->event_decision && !was->event_decision;
}

/* Some steps of a pause: skipped, and one by one. */
static void skip(const struct block *block, const void *now, const void *in, stands *stand,
                 struct rng *rng)
{
    const struct block_twin *twin = block->twin;
    uint64_t pause = twin->pause(now);
    uint64_t steps = 1 + rng_below(rng, pause < FEW ? (unsigned)pause : FEW);
    void *skipped = xcalloc(1, twin->state_size), *stepped = xcalloc(1, twin->state_size);
    void *before = xcalloc(1, block->out_size), *after = xcalloc(1, block->out_size);
    memcpy(skipped, now, twin->state_size);
    memcpy(stepped, now, twin->state_size);
    twin->outputs(now, before);
    twin->skip(skipped, steps);
    for (uint64_t i = 0; i < steps; i++) {
        twin->step(stepped, in);
        twin->outputs(stepped, after);
        CHECK(stand(before, after));
    }
    CHECK_EQUAL(twin->hash(skipped), twin->hash(stepped));
    free(skipped);
    free(stepped);
    free(before);
    free(after);
}

static void dyneb_trial_holds(void)
{
    const struct dyneb_trial_params params = {
        .cores = 4, .warm = 3, .fill = 3, .window = 5, .epoch = EPOCH, .twice = 2, .keep = 100};
    static const uint64_t nobody[DYNEB_TRIAL_CORES_MAX / 64];
    struct dyneb_trial trial;
    struct rng rng;
    uint64_t longest = 0;
    rng_init(&rng, 1);
    dyneb_trial_init(&trial, &params);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        const uint64_t some = rng_percent(&rng, 30) ? rng_below(&rng, 16) : 0;
        struct dyneb_trial_in in = {.l1_mode = 2,
                                    .kernel = rng_below(&rng, 500) == 0,
                                    .core_one = &some,
                                    .core_two = nobody,
                                    .core_miss = &some};
        dyneb_trial_step(&trial, &in);
        in.kernel = false;
        in.core_one = in.core_miss = nobody;
        uint64_t pause = dyneb_trial_pause(&trial);
        longest = pause > longest ? pause : longest;
        if (pause)
            skip(&dyneb_trial_block, &trial, &in, dyneb_stands, &rng);
    }
    dyneb_trial_release(&trial);
    CHECK_EQUAL(longest, EPOCH - 1); /* of an epoch behind another one: no event is shown */
}

static void llc_trial_holds(void)
{
    const struct llc_trial_params params = {
        .slices = 4, .warm = 2, .window = 5, .epoch = EPOCH, .tie = 3};
    struct llc_trial trial;
    struct rng rng;
    unsigned pauses = 0;
    rng_init(&rng, 1);
    llc_trial_init(&trial, &params);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        struct llc_trial_in in = {.slice_access = rng_percent(&rng, 30) ? rng_below(&rng, 16) : 0,
                                  .adaptive = true,
                                  .kernel = rng_below(&rng, 500) == 0,
                                  .is_private = trial.wants};
        llc_trial_step(&trial, &in);
        in.kernel = false;
        in.slice_access = 0;
        if (!llc_trial_pause(&trial))
            continue;
        skip(&llc_trial_block, &trial, &in, llc_stands, &rng);
        pauses++;
    }
    llc_trial_release(&trial);
    CHECK(pauses > CYCLES / 10);
}

int main(void)
{
    TEST(dyneb_trial_holds());
    TEST(llc_trial_holds());
    return check_report();
}
