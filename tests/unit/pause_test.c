/* What a twin says of a pause, to the cycle: any part of it that is skipped leaves the state that
 * as many steps without events leave, in which nothing is to be seen at the outputs; and a phase of
 * some cycles can be skipped up to its last one. */
#include "check.h"
#include "dyneb_trial.h"
#include "llc_trial.h"
#include "rng.h"

enum { CYCLES = 20000, FEW = 200, EPOCH = 90 };

static void skip_dyneb(const struct dyneb_trial *now, const struct dyneb_trial_in *in,
                       struct rng *rng)
{
    uint64_t pause = dyneb_trial_pause(now);
    uint64_t steps = 1 + rng_below(rng, pause < FEW ? (unsigned)pause : FEW);
    struct dyneb_trial skipped = *now, stepped = *now;
    struct dyneb_trial_out before, after;
    dyneb_trial_outputs(now, &before);
    dyneb_trial_skip(&skipped, steps);
    for (uint64_t i = 0; i < steps; i++) {
        dyneb_trial_step(&stepped, in);
        dyneb_trial_outputs(&stepped, &after);
        CHECK(after.share == before.share && !after.event_trial && !before.event_trial);
    }
    CHECK_EQUAL(dyneb_trial_hash(&skipped), dyneb_trial_hash(&stepped));
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
            skip_dyneb(&trial, &in, &rng);
    }
    dyneb_trial_release(&trial);
    CHECK_EQUAL(longest, EPOCH - 1); /* of an epoch behind another one: no event is shown */
}

static void skip_llc(const struct llc_trial *now, const struct llc_trial_in *in, struct rng *rng)
{
    uint64_t pause = llc_trial_pause(now);
    uint64_t steps = 1 + rng_below(rng, pause < FEW ? (unsigned)pause : FEW);
    struct llc_trial skipped = *now, stepped = *now;
    struct llc_trial_out before, after;
    llc_trial_outputs(now, &before);
    llc_trial_skip(&skipped, steps);
    for (uint64_t i = 0; i < steps; i++) {
        llc_trial_step(&stepped, in);
        llc_trial_outputs(&stepped, &after);
        CHECK(after.wants_private == before.wants_private && after.runs == before.runs &&
              after.waits == before.waits && !after.event_decision && !before.event_decision);
    }
    CHECK_EQUAL(llc_trial_hash(&skipped), llc_trial_hash(&stepped));
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
        skip_llc(&trial, &in, &rng);
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
