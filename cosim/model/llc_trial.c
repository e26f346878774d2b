/* Twin of rtl/llc_trial.v. */
#include "llc_trial.h"

#include "hash.h"

enum { CLOSE_STEPS = 4 };

void llc_trial_init(struct llc_trial *trial, const struct llc_trial_params *params)
{
    *trial = (struct llc_trial){.params = *params};
}

void llc_trial_release(struct llc_trial *trial)
{
    (void)trial;
}

void llc_trial_reset(struct llc_trial *trial)
{
    *trial = (struct llc_trial){.params = trial->params};
}

void llc_trial_outputs(const struct llc_trial *trial, struct llc_trial_out *out)
{
    out->wants_private = trial->wants;
    out->event_decision = trial->decided;
    out->event_private = trial->decided && trial->wants;
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
    settle(trial, trial->wants, false);
}

static void hold(struct llc_trial *trial, bool wants)
{
    trial->wants = wants;
    trial->trying = false;
    trial->phase = TRIAL_HOLDING;
}

/* Private slices bring something, and at most 1 in 2^TIE less. */
static bool private_is_better(const struct llc_trial *trial)
{
    uint32_t shared = trial->wants ? trial->first : trial->total;
    uint32_t alone = trial->wants ? trial->total : trial->first;
    return alone && alone >= shared - (shared >> trial->params.tie);
}

static void close_window(struct llc_trial *trial)
{
    if (trial->trying) {
        hold(trial, private_is_better(trial));
        trial->decided = true;
        return;
    }
    trial->first = trial->total;
    settle(trial, !trial->wants, true);
}

/* A phase that lasts some steps. */
static void enter(struct llc_trial *trial, enum trial_phase phase, unsigned steps)
{
    trial->phase = phase;
    trial->steps = steps;
}

static void step_window(struct llc_trial *trial, const struct llc_trial_in *in)
{
    if (trial->phase == TRIAL_SETTLING) {
        if (!in->stall && in->is_private == trial->wants) {
            enter(trial, TRIAL_WARMING, trial->params.warm);
            trial->total = 0;
        }
        return;
    }
    if (trial->phase == TRIAL_COUNTING)
        trial->total += trial->coming[0];
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
static bool is_counted(const struct llc_trial *trial)
{
    return trial->phase == TRIAL_WARMING || trial->phase == TRIAL_COUNTING;
}

void llc_trial_step(struct llc_trial *trial, const struct llc_trial_in *in)
{
    uint32_t left = trial->left;
    trial->decided = false;
    trial->left -= left != 0;
    if (!in->adaptive) {
        trial->phase = TRIAL_OFF;
        trial->wants = trial->trying = false;
    } else if (trial->phase == TRIAL_OFF) {
        begin_round(trial);
    } else if (trial->phase == TRIAL_HOLDING) {
        if (!left)
            begin_round(trial);
    } else if (in->kernel && trial->trying) {
        hold(trial, !trial->wants);
    } else if (in->kernel) {
        begin_round(trial);
    } else {
        step_window(trial, in);
    }
    trial->coming[0] = trial->coming[1];
    trial->coming[1] = is_counted(trial) ? (unsigned)__builtin_popcountll(in->slice_access) : 0;
}

bool llc_trial_is_idle(const struct llc_trial *trial)
{
    return trial->phase == TRIAL_OFF && !trial->decided && !trial->coming[0] && !trial->coming[1];
}

uint64_t llc_trial_pause(const struct llc_trial *trial)
{
    bool quiet = !trial->decided && !trial->coming[0] && !trial->coming[1];
    return quiet && trial->phase == TRIAL_HOLDING ? trial->left : 0;
}

void llc_trial_skip(struct llc_trial *trial, uint64_t steps)
{
    if (trial->phase == TRIAL_HOLDING)
        trial->left -= (uint32_t)(steps < trial->left ? steps : trial->left);
}

uint64_t llc_trial_hash(const struct llc_trial *trial)
{
    uint64_t hash = hash_word(trial->phase, (uint64_t)trial->wants << 2 |
                                                (uint64_t)trial->trying << 1 | trial->decided);
    if (trial->phase != TRIAL_OFF)
        hash = hash_word(hash, trial->left);
    if (trial->phase >= TRIAL_WARMING && trial->phase <= TRIAL_CLOSING)
        hash = hash_word(hash, (uint64_t)trial->steps << 32 | trial->total);
    if (trial->trying)
        hash = hash_word(hash, trial->first);
    return hash_word(hash, (uint64_t)trial->coming[0] << 32 | trial->coming[1]);
}
