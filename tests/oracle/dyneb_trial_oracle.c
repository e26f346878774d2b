/* dyneb_trial against the words of its page: all inputs of a run are written down, then walked
 * through round by round, each window summed up off the record and compared by divisions. In every
 * cycle the twin must say what the walk does. */
#include "check.h"
#include "dyneb_trial.h"
#include "some_bits.h"

enum { CYCLES = 40000, CLOSE = 14, PARTS = 128, WORDS = DYNEB_TRIAL_CORES_MAX / 64 };

/* What was at the inputs in a cycle. */
struct record {
    unsigned achieved, misses; /* of all cores */
    bool kernel, searches;     /* the mode is: as found better, and no core stays private */
    bool stated;               /* else: what it says */
};

enum ending { DONE, ENDED_BY_MODE, ENDED_BY_KERNEL };

struct walk {
    const struct dyneb_trial_params *params;
    const struct record *log;    /* [CYCLES] */
    struct dyneb_trial_out *out; /* [CYCLES + 1] */
    unsigned now;                /* the cycle of which `out` is known */
    bool kept;                   /* shared L1s, by the last decision */
    bool decides;                /* this round does whatever it says */
    unsigned epochs;             /* of the last hold */
    unsigned decisions, shared, doubts, unlike, few, longest;
};

/* Some cycles of a phase, with these L1s. */
static enum ending spend(struct walk *w, unsigned cycles, bool share)
{
    for (; cycles > 0 && w->now < CYCLES; cycles--) {
        const struct record *r = &w->log[w->now];
        w->out[w->now++].share = share;
        if (!r->searches || r->kernel)
            return r->searches ? ENDED_BY_KERNEL : ENDED_BY_MODE;
    }
    return DONE;
}

/* Warm, count, close. */
static enum ending window(struct walk *w, bool share, double *achieved, double *misses)
{
    enum ending ending = spend(w, share ? w->params->fill : w->params->warm, share);
    unsigned from = w->now, cycles = w->params->window;
    *achieved = *misses = 0;
    if (ending == DONE)
        ending = spend(w, cycles + CLOSE, share);
    for (unsigned t = from; ending == DONE && w->now < CYCLES && t < from + cycles; t++) {
        *achieved += w->log[t - 3].achieved;
        *misses += w->log[t - 3].misses;
    }
    return ending;
}

static bool is_enough(double found, double whole, unsigned part)
{
    return found > 0 && found >= (double)(uint64_t)(whole * part / PARTS);
}

/* Until the hold is over, or a kernel ends it with its epoch. */
static enum ending hold(struct walk *w)
{
    w->out[w->now].event_trial = true;
    w->out[w->now].event_share = w->kept;
    w->decisions++;
    w->shared += w->kept;
    w->longest = w->epochs > w->longest ? w->epochs : w->longest;
    for (unsigned left = w->epochs * w->params->epoch; left > 0 && w->now < CYCLES; left--) {
        enum ending ending = spend(w, 1, w->kept);
        if (ending == ENDED_BY_MODE)
            return ending;
        if (ending == ENDED_BY_KERNEL) {
            w->decides = true;
            w->epochs = 1;
            left = (left - 1) % w->params->epoch + 1;
        }
    }
    return DONE;
}

/* A round, and the hold behind it if it decides. */
static enum ending take_round(struct walk *w)
{
    double private, shared, misses, more;
    bool says = false, tried = false;
    enum ending ending = window(w, false, &private, &misses);
    if (ending == DONE && is_enough(misses, private, w->params->miss)) {
        ending = window(w, true, &shared, &more);
        says = is_enough(shared, private, w->params->keep);
        tried = true;
    }
    if (ending == ENDED_BY_KERNEL) {
        w->decides = true;
        w->epochs = 1;
    }
    if (ending != DONE || w->now == CYCLES)
        return ending;
    w->few += !tried;
    if (says != w->kept && !w->decides) {
        w->decides = true;
        w->doubts++;
        return DONE;
    }
    w->unlike += says != w->kept;
    w->epochs = !tried || says != w->kept            ? 1
                : w->epochs < 1u << w->params->twice ? 2 * w->epochs
                                                     : w->epochs;
    w->kept = says;
    w->decides = false;
    return hold(w);
}

static void walk(struct walk *w)
{
    bool stated = false;
    while (w->now < CYCLES) {
        while (w->now < CYCLES && !w->log[w->now].searches) {
            w->out[w->now].share = stated;
            stated = w->log[w->now++].stated;
        }
        if (w->now == CYCLES)
            return;
        w->out[w->now++].share = stated;
        w->kept = false;
        w->decides = true;
        w->epochs = 1;
        while (w->now < CYCLES && take_round(w) != ENDED_BY_MODE)
            ;
        stated = w->log[w->now - 1].stated;
    }
}

struct rates {
    unsigned private, shared, misses; /* of 16 cores in a cycle */
};

static void draw(struct record *r, struct dyneb_trial_in *in, uint64_t words[3][WORDS],
                 const struct rates *rates, bool share, unsigned cores, struct rng *rng)
{
    unsigned rate = share ? rates->shared : rates->private;
    for (unsigned word = 0; word * 64 < cores; word++) {
        unsigned count = cores - 64 * word;
        words[0][word] = some_bits(rng, count, rate);
        words[1][word] = some_bits(rng, count, rate) & some_bits(rng, count, 8);
        words[2][word] = some_bits(rng, count, rates->misses);
        r->achieved += (unsigned)__builtin_popcountll(words[0][word]) +
                       2 * (unsigned)__builtin_popcountll(words[1][word]);
        r->misses += (unsigned)__builtin_popcountll(words[2][word]);
    }
    in->core_one = words[0];
    in->core_two = words[1];
    in->core_miss = words[2];
}

static void compare(const struct dyneb_trial_params *params, unsigned kernels, uint64_t seed)
{
    static struct record log[CYCLES];
    static struct dyneb_trial_out said[CYCLES + 1], expected[CYCLES + 1];
    struct walk w = {.params = params, .log = log, .out = expected};
    struct dyneb_trial twin;
    struct rates rates = {0};
    struct rng rng;
    bool static_mode = true, stays = false;
    unsigned mode = 0, wrong = check_state.wrong;
    check_case("%u cores, windows of %u, seed %u", params->cores, params->window, (unsigned)seed);
    memset(log, 0, sizeof log);
    memset(expected, 0, sizeof expected);
    rng_init(&rng, seed);
    dyneb_trial_init(&twin, params);
    for (unsigned t = 0; t < CYCLES; t++) {
        uint64_t words[3][WORDS] = {{0}};
        dyneb_trial_outputs(&twin, &said[t]);
        if (!rng_below(&rng, static_mode || stays ? 20 : 8 * params->epoch)) {
            static_mode = rng_percent(&rng, 20);
            stays = rng_percent(&rng, 20);
            mode = rng_below(&rng, 2) + (static_mode ? 0 : 2);
        }
        if (!rng_below(&rng, 3 * params->epoch))
            rates = (struct rates){rng_below(&rng, 16), rng_below(&rng, 16), rng_below(&rng, 8)};
        struct dyneb_trial_in in = {.kernel = kernels && !rng_below(&rng, kernels),
                                    .stays_private = stays,
                                    .l1_mode = mode};
        log[t] = (struct record){
            .kernel = in.kernel, .searches = mode > 1 && !stays, .stated = mode == 1 && !stays};
        draw(&log[t], &in, words, &rates, said[t].share, params->cores, &rng);
        dyneb_trial_step(&twin, &in);
    }
    walk(&w);
    for (unsigned t = 0; t < CYCLES && check_state.wrong == wrong; t++) {
        CHECK_EQUAL(said[t].share, expected[t].share);
        CHECK_EQUAL(said[t].event_trial, expected[t].event_trial);
        CHECK_EQUAL(said[t].event_share, expected[t].event_share);
        if (check_state.wrong != wrong)
            printf("in cycle %u\n", t);
    }
    printf("%u decisions, %u shared, %u unlike the one before, %u of few misses; %u rounds in "
           "doubt; holds of up to %u epochs\n",
           w.decisions, w.shared, w.unlike, w.few, w.doubts, w.longest);
    CHECK(w.shared > 0 && w.unlike > 0 && w.few > 0 && w.doubts > 0);
    CHECK(w.shared < w.decisions && w.longest == 1u << params->twice);
    dyneb_trial_release(&twin);
}

int main(void)
{
    static const struct dyneb_trial_params sizes[] = {
        /* cores warm fill window epoch twice keep miss */
        {1, 3, 3, 1, 1, 1, 120, 25},      {5, 3, 7, 20, 40, 2, 120, 25},
        {28, 10, 25, 10, 100, 3, 64, 0},  {64, 3, 3, 30, 60, 0, 127, 60},
        {97, 20, 50, 20, 30, 3, 120, 25}, {256, 4, 3, 5, 10, 4, 120, 25}};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        compare(&sizes[i], 0, 1 + i);
        compare(&sizes[i], 400, 101 + i);
    }
    return check_report();
}
