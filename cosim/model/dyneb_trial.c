/* Twin of rtl/dyneb_trial.v. */
#include "dyneb_trial.h"

#include "hash.h"

enum { CLOSE_STEPS = 14, PARTS = 128 };

void dyneb_trial_init(struct dyneb_trial *trial, const struct dyneb_trial_params *params)
{
    *trial = (struct dyneb_trial){.params = *params};
    dyneb_trial_reset(trial);
}

void dyneb_trial_release(struct dyneb_trial *trial)
{
    (void)trial;
}

void dyneb_trial_reset(struct dyneb_trial *trial)
{
    *trial = (struct dyneb_trial){.params = trial->params, .decides = true};
}

void dyneb_trial_outputs(const struct dyneb_trial *trial, struct dyneb_trial_out *out)
{
    out->share = trial->shared;
    out->event_trial = trial->decided;
    out->event_share = trial->decided && trial->shared;
}

/* A phase that lasts some steps. */
static void enter(struct dyneb_trial *trial, enum dyneb_trial_phase phase, unsigned steps)
{
    trial->phase = phase;
    trial->steps = steps;
}

static void begin_window(struct dyneb_trial *trial, bool shared)
{
    trial->shared = trial->trying = shared;
    trial->total = (struct dyneb_trial_count){0};
    enter(trial, ROUND_WARMING, shared ? trial->params.fill : trial->params.warm);
}

static void begin_round(struct dyneb_trial *trial)
{
    begin_window(trial, false);
}

/* A round that says what the one before said doubles the time to the next one. */
static unsigned epochs_of(const struct dyneb_trial *trial, bool shared)
{
    unsigned most = (1u << trial->params.twice) - 1;
    return trial->trying && shared == trial->kept ? (2 * trial->longer + 1) & most : 0;
}

static void conclude(struct dyneb_trial *trial, bool shared)
{
    if (shared != trial->kept && !trial->decides) {
        trial->decides = true;
        begin_round(trial);
        return;
    }
    trial->epochs = trial->longer = epochs_of(trial, shared);
    trial->shared = trial->kept = shared;
    trial->trying = trial->decides = false;
    trial->decided = true;
    enter(trial, ROUND_HOLDING, trial->params.epoch);
}

/* Some, and so many 128ths. */
static bool is_enough(uint32_t found, uint32_t whole, unsigned part)
{
    return found && found >= (uint64_t)whole * part / PARTS;
}

static void close_window(struct dyneb_trial *trial)
{
    const struct dyneb_trial_count *total = &trial->total;
    if (trial->trying) {
        conclude(trial, is_enough(total->achieved, trial->first, trial->params.keep));
    } else if (is_enough(total->misses, total->achieved, trial->params.miss)) {
        trial->first = total->achieved;
        begin_window(trial, true);
    } else {
        conclude(trial, false);
    }
}

static void add_coming(struct dyneb_trial *trial)
{
    trial->total.achieved += trial->coming[0].achieved;
    trial->total.misses += trial->coming[0].misses;
}

static void step_window(struct dyneb_trial *trial)
{
    if (trial->phase == ROUND_COUNTING)
        add_coming(trial);
    if (--trial->steps)
        return;
    if (trial->phase == ROUND_WARMING)
        enter(trial, ROUND_COUNTING, trial->params.window);
    else if (trial->phase == ROUND_COUNTING)
        enter(trial, ROUND_CLOSING, CLOSE_STEPS);
    else
        close_window(trial);
}

static void step_hold(struct dyneb_trial *trial)
{
    if (--trial->steps)
        return;
    if (trial->epochs) {
        trial->epochs--;
        trial->steps = trial->params.epoch;
    } else {
        begin_round(trial);
    }
}

/* What was found of other kernels says little: a hold ends with its epoch, a round begins anew, and
 * decides. */
static void begin_kernel(struct dyneb_trial *trial)
{
    trial->decides = true;
    trial->longer = trial->epochs = 0;
    if (trial->phase != ROUND_HOLDING)
        begin_round(trial);
}

static uint32_t ones(const struct dyneb_trial *trial, const uint64_t *cores)
{
    uint32_t count = 0;
    for (unsigned word = 0; word * 64 < trial->params.cores; word++)
        count += (uint32_t)__builtin_popcountll(cores[word]);
    return count;
}

/* What comes now is counted, or may be: a window begins with three cycles at least that do not
 * count.
 */
static struct dyneb_trial_count counted(const struct dyneb_trial *trial,
                                        const struct dyneb_trial_in *in)
{
    if (trial->phase != ROUND_WARMING && trial->phase != ROUND_COUNTING)
        return (struct dyneb_trial_count){0};
    return (struct dyneb_trial_count){.achieved =
                                          ones(trial, in->core_one) + 2 * ones(trial, in->core_two),
                                      .misses = ones(trial, in->core_miss)};
}

static void stand_by(struct dyneb_trial *trial, bool shared)
{
    *trial = (struct dyneb_trial){.params = trial->params,
                                  .decides = true,
                                  .shared = shared,
                                  .stands = true,
                                  .coming = {trial->coming[0], trial->coming[1], trial->coming[2]}};
}

void dyneb_trial_step(struct dyneb_trial *trial, const struct dyneb_trial_in *in)
{
    struct dyneb_trial_count now = counted(trial, in);
    trial->decided = trial->stands = false;
    if (!(in->l1_mode >> 1) || in->stays_private) {
        stand_by(trial, in->l1_mode & 1 && !in->stays_private);
    } else if (trial->phase == ROUND_STATIC) {
        begin_round(trial);
    } else {
        if (in->kernel)
            begin_kernel(trial);
        if (trial->phase == ROUND_HOLDING)
            step_hold(trial);
        else if (!in->kernel)
            step_window(trial);
    }
    trial->coming[0] = trial->coming[1];
    trial->coming[1] = trial->coming[2];
    trial->coming[2] = now;
}

static bool is_coming(const struct dyneb_trial_count *count)
{
    return count->achieved || count->misses;
}

static bool is_quiet(const struct dyneb_trial *trial)
{
    return !trial->decided && !is_coming(&trial->coming[0]) && !is_coming(&trial->coming[1]) &&
           !is_coming(&trial->coming[2]);
}

bool dyneb_trial_is_idle(const struct dyneb_trial *trial)
{
    return trial->stands && is_quiet(trial);
}

uint64_t dyneb_trial_pause(const struct dyneb_trial *trial)
{
    return is_quiet(trial) && trial->phase == ROUND_HOLDING ? trial->steps - 1 : 0;
}

void dyneb_trial_skip(struct dyneb_trial *trial, uint64_t steps)
{
    if (trial->phase == ROUND_HOLDING)
        trial->steps -= (unsigned)steps;
}

static uint64_t hash_count(uint64_t hash, const struct dyneb_trial_count *count)
{
    return hash_word(hash, (uint64_t)count->achieved << 32 | count->misses);
}

uint64_t dyneb_trial_hash(const struct dyneb_trial *trial)
{
    uint64_t hash =
        hash_word(trial->phase, (uint64_t)trial->shared << 4 | (uint64_t)trial->kept << 3 |
                                    (uint64_t)trial->trying << 2 | (uint64_t)trial->decides << 1 |
                                    trial->decided);
    hash = hash_word(hash, (uint64_t)trial->epochs << 32 | trial->longer);
    hash = hash_word(hash, (uint64_t)trial->steps << 32 | trial->first);
    hash = hash_count(hash, &trial->total);
    for (unsigned i = 0; i < 3; i++)
        hash = hash_count(hash, &trial->coming[i]);
    return hash;
}
