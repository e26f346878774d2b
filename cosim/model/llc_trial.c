/* Twin of rtl/llc_trial.v. */
#include "llc_trial.h"

#include "hash.h"

enum { CLOSE_STEPS = 5, REPEAT_STEPS = 2 };

void llc_trial_init(struct llc_trial *trial, const struct llc_trial_params *params)
{
    *trial = (struct llc_trial){.params = *params, .had_last = params->program};
}

void llc_trial_release(struct llc_trial *trial)
{
    (void)trial;
}

void llc_trial_reset(struct llc_trial *trial)
{
    *trial = (struct llc_trial){.params = trial->params, .had_last = trial->params.program};
}

void llc_trial_outputs(const struct llc_trial *trial, struct llc_trial_out *out)
{
    out->wants_private = trial->wants;
    out->event_decision = trial->decided;
    out->event_private = trial->decided && trial->wants;
    out->runs = trial->phase != TRIAL_OFF && trial->phase != TRIAL_HOLDING;
    out->waits = trial->phase == TRIAL_HOLDING && !trial->left;
}

/* From here on private slices are wanted or not, and run until they are. */
static void settle(struct llc_trial *trial, bool wants, bool trying)
{
    trial->wants = wants;
    trial->trying = trying;
    trial->phase = TRIAL_SETTLING;
}

static void begin_round(struct llc_trial *trial)
{
    trial->left = trial->params.epoch;
    trial->crossed = trial->repeated = false;
    settle(trial, trial->wants, false);
}

static void hold(struct llc_trial *trial, bool wants)
{
    trial->wants = wants;
    trial->trying = trial->crossed = false;
    trial->phase = TRIAL_HOLDING;
}

/* Private slices bring something, and at most 1 in 2^TIE less. */
static bool private_is_better(const struct llc_trial *trial)
{
    uint32_t shared = trial->wants ? trial->first : trial->total.looks;
    uint32_t alone = trial->wants ? trial->total.looks : trial->first;
    return alone && alone >= shared - (shared >> trial->params.tie);
}

/* Private slices would read what shared ones read, and more, and write each store through. */
static bool memory_bounds(const struct llc_trial *trial)
{
    return trial->params.memory && !trial->wants && trial->total.lines >= trial->params.memory;
}

/* A phase that lasts some steps. */
static void enter(struct llc_trial *trial, enum trial_phase phase, unsigned steps)
{
    trial->phase = phase;
    trial->steps = steps;
}

/* Windows of two kernels that differ by more than slices can make are of different work. */
static bool windows_are_alike(const struct llc_trial *trial)
{
    return !trial->crossed || trial->first >= trial->total.looks >> 1;
}

/* What runs is warm already. At the second time nothing is tried in this epoch. */
static void repeat_window(struct llc_trial *trial)
{
    if (trial->repeated) {
        hold(trial, trial->wants);
        return;
    }
    trial->repeated = true;
    enter(trial, TRIAL_WARMING, REPEAT_STEPS);
    trial->total = (struct trial_count){0};
}

static void close_window(struct llc_trial *trial)
{
    if (!trial->trying && memory_bounds(trial)) {
        repeat_window(trial);
    } else if (!trial->trying) {
        trial->first = trial->total.looks;
        settle(trial, !trial->wants, true);
    } else if (windows_are_alike(trial)) {
        hold(trial, private_is_better(trial));
        trial->decided = true;
    } else {
        hold(trial, !trial->wants);
    }
}

static void step_window(struct llc_trial *trial, const struct llc_trial_in *in)
{
    if (trial->phase == TRIAL_SETTLING) {
        if (!in->stall && in->is_private == trial->wants) {
            enter(trial, TRIAL_WARMING, trial->params.warm);
            trial->total = (struct trial_count){0};
        }
        return;
    }
    if (trial->phase == TRIAL_COUNTING) {
        trial->total.looks += trial->coming[0].looks;
        trial->total.lines += trial->coming[0].lines;
    }
    if (in->stall && trial->phase != TRIAL_CLOSING)
        trial->phase = TRIAL_SETTLING;
    else if (--trial->steps)
        return;
    else if (trial->phase == TRIAL_WARMING)
        enter(trial, TRIAL_COUNTING, trial->params.window);
    else if (trial->phase == TRIAL_COUNTING)
        enter(trial, TRIAL_CLOSING, CLOSE_STEPS);
    else
        close_window(trial);
}

/* What comes now is counted, or may be: a window begins with two cycles at least that do not count.
 */
static struct trial_count counted(const struct llc_trial *trial, const struct llc_trial_in *in)
{
    if (trial->phase != TRIAL_WARMING && trial->phase != TRIAL_COUNTING)
        return (struct trial_count){0};
    return (struct trial_count){.looks = (uint32_t)__builtin_popcountll(in->slice_access),
                                .lines = (uint32_t)__builtin_popcountll(in->slice_read) +
                                         (uint32_t)__builtin_popcountll(in->slice_store)};
}

static bool is_coming(const struct trial_count *count)
{
    return count->looks || count->lines;
}

/* A kernel begins in a window, or on the way to it. */
static void cut_window(struct llc_trial *trial)
{
    if (!trial->trying) {
        begin_round(trial);
    } else if (trial->crossed) {
        hold(trial, !trial->wants);
    } else {
        trial->crossed = true;
        trial->repeated = false;
        settle(trial, trial->wants, true);
    }
}

/* It is the other program's turn: that is in a round, or wants one and has not had the last. One
 * that is off does not show what it wants, and gives way. */
static bool is_held(const struct llc_trial *trial, const struct llc_trial_in *in)
{
    bool first = trial->phase != TRIAL_OFF && !trial->had_last;
    if (trial->phase == TRIAL_OFF && trial->params.program)
        return true;
    return in->other_runs || (in->other_waits && !first);
}

static void take_turn(struct llc_trial *trial)
{
    trial->had_last = true;
    begin_round(trial);
}

void llc_trial_step(struct llc_trial *trial, const struct llc_trial_in *in)
{
    uint32_t left = trial->left;
    bool held = is_held(trial, in);
    trial->decided = false;
    trial->left -= left != 0;
    if (!in->adaptive) {
        trial->phase = TRIAL_OFF;
        trial->wants = trial->trying = trial->crossed = false;
    } else if (trial->phase == TRIAL_OFF && held) {
        hold(trial, false);
        trial->left = 1;
    } else if (trial->phase == TRIAL_OFF) {
        take_turn(trial);
    } else if (trial->phase == TRIAL_HOLDING) {
        if (!left && !held)
            take_turn(trial);
    } else if (in->kernel) {
        cut_window(trial);
    } else {
        step_window(trial, in);
    }
    trial->had_last &= !in->other_runs;
    trial->coming[0] = trial->coming[1];
    trial->coming[1] = counted(trial, in);
}

static bool is_quiet(const struct llc_trial *trial)
{
    return !trial->decided && !is_coming(&trial->coming[0]) && !is_coming(&trial->coming[1]);
}

bool llc_trial_is_idle(const struct llc_trial *trial)
{
    return trial->phase == TRIAL_OFF && is_quiet(trial);
}

uint64_t llc_trial_pause(const struct llc_trial *trial)
{
    bool rests = is_quiet(trial) && trial->phase == TRIAL_HOLDING && trial->left;
    return rests ? trial->left - 1 : 0; /* the last one is seen: it waits then */
}

void llc_trial_skip(struct llc_trial *trial, uint64_t steps)
{
    if (trial->phase == TRIAL_HOLDING)
        trial->left -= (uint32_t)(steps < trial->left ? steps : trial->left);
}

static uint64_t hash_count(uint64_t hash, const struct trial_count *count)
{
    return hash_word(hash, (uint64_t)count->looks << 32 | count->lines);
}

uint64_t llc_trial_hash(const struct llc_trial *trial)
{
    uint64_t hash =
        hash_word(trial->phase, (uint64_t)trial->had_last << 5 | (uint64_t)trial->repeated << 4 |
                                    (uint64_t)trial->wants << 3 | (uint64_t)trial->trying << 2 |
                                    (uint64_t)trial->crossed << 1 | trial->decided);
    if (trial->phase != TRIAL_OFF)
        hash = hash_word(hash, trial->left);
    if (trial->phase >= TRIAL_WARMING && trial->phase <= TRIAL_CLOSING)
        hash = hash_count(hash_word(hash, trial->steps), &trial->total);
    if (trial->trying)
        hash = hash_word(hash, trial->first);
    return hash_count(hash_count(hash, &trial->coming[0]), &trial->coming[1]);
}
