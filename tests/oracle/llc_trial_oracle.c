/* llc_trial against the words of its page: all inputs of a run are written down, then walked
 * through round by round, each window summed up off the record and compared by divisions. In every
 * cycle the twin must say what the walk does. One program: with two the rounds take turns, which
 * llc_mode_test and the block's proofs look at. */
#include "check.h"
#include "llc_trial.h"
#include "some_bits.h"

enum { CYCLES = 60000, CLOSE = 5 };

/* What was at the inputs in a cycle. */
struct record {
    unsigned looks, lines; /* requests of all slices; lines read and stores */
    bool adaptive, kernel, stall, is_private;
};

enum ending { DONE, TURNED_OFF, KERNEL, STALLED, OVER };

struct walk {
    const struct llc_trial_params *params;
    const struct record *log;  /* [CYCLES] */
    struct llc_trial_out *out; /* [CYCLES + 1] */
    unsigned now;              /* the cycle of which `out` is known */
    bool wants;                /* private slices */
    unsigned began;            /* the round */
    unsigned decisions, chosen, bound, unbound, unlike, twice;
};

struct sums {
    uint64_t looks, lines;
};

/* A cycle of a phase: how it ends. */
static enum ending spend_one(struct walk *w)
{
    const struct record *r = &w->log[w->now];
    w->out[w->now++].wants_private = w->wants;
    return w->now == CYCLES ? OVER : !r->adaptive ? TURNED_OFF : r->kernel ? KERNEL : DONE;
}

/* Cycles in which a stall counts, or not. */
static enum ending spend(struct walk *w, unsigned cycles, bool stalls)
{
    for (; cycles > 0; cycles--) {
        bool stall = w->log[w->now].stall;
        enum ending ending = spend_one(w);
        if (ending != DONE)
            return ending;
        if (stall && stalls)
            return STALLED;
    }
    return DONE;
}

/* Settle, warm, count, close; from settle again behind a stall. */
static enum ending window(struct walk *w, unsigned warm, bool settles, struct sums *sums)
{
    enum ending ending = DONE;
    unsigned from = 0;
    do {
        for (bool settled = !settles && ending != STALLED; !settled;) {
            const struct record *r = &w->log[w->now];
            settled = !r->stall && r->is_private == w->wants;
            ending = spend_one(w);
            if (ending != DONE)
                return ending;
        }
        ending = spend(w, ending == STALLED ? w->params->warm : warm, true);
        from = w->now;
        if (ending == DONE)
            ending = spend(w, w->params->window, true);
        warm = w->params->warm;
    } while (ending == STALLED);
    if (ending == DONE)
        ending = spend(w, CLOSE, false);
    *sums = (struct sums){0, 0};
    for (unsigned t = from; ending == DONE && t < from + w->params->window; t++) {
        sums->looks += w->log[t - 2].looks;
        sums->lines += w->log[t - 2].lines;
    }
    return ending;
}

/* Until the epoch is over, a cycle at least; kernels change nothing. */
static enum ending hold(struct walk *w)
{
    enum ending ending;
    do
        ending = spend_one(w);
    while ((ending == DONE || ending == KERNEL) && w->now <= w->began + w->params->epoch);
    return ending;
}

/* The window of what is, again when memory seems to bound; `bound`: it does. */
static enum ending first_window(struct walk *w, struct sums *first, bool *bound)
{
    enum ending ending = window(w, w->params->warm, true, first);
    *bound = !w->wants && w->params->memory && first->lines >= w->params->memory;
    if (ending != DONE || !*bound)
        return ending;
    ending = window(w, 2, false, first);
    *bound = first->lines >= w->params->memory;
    w->bound += ending == DONE && *bound;
    w->unbound += ending == DONE && !*bound;
    return ending;
}

/* The window of the other organization; it begins anew with the first kernel in it. */
static enum ending second_window(struct walk *w, struct sums *second, bool *crossed)
{
    enum ending ending = window(w, w->params->warm, true, second);
    *crossed = ending == KERNEL;
    return *crossed ? window(w, w->params->warm, true, second) : ending;
}

/* A round and what is held behind it. */
static enum ending take_round(struct walk *w)
{
    struct sums first, second;
    bool bound, crossed, before = w->wants;
    w->began = w->now;
    enum ending ending = first_window(w, &first, &bound);
    if (ending != DONE)
        return ending;
    if (bound)
        return hold(w);
    w->wants = !before;
    ending = second_window(w, &second, &crossed);
    if (ending == KERNEL || (ending == DONE && crossed && second.looks >= 2 * first.looks + 2)) {
        w->twice += ending == KERNEL;
        w->unlike += ending == DONE;
        w->wants = before;
        return hold(w);
    }
    if (ending != DONE)
        return ending;
    uint64_t private = before ? first.looks : second.looks,
             shared = first.looks + second.looks - private;
    w->wants = private > 0 && private >= shared - shared / (UINT64_C(1) << w->params->tie);
    w->out[w->now].event_decision = true;
    w->out[w->now].event_private = w->wants;
    w->decisions++;
    w->chosen += w->wants;
    return hold(w);
}

static void walk(struct walk *w)
{
    while (w->now < CYCLES) {
        bool on = w->log[w->now].adaptive;
        w->wants = false;
        w->out[w->now++].wants_private = false;
        enum ending ending = on ? DONE : OVER;
        while (ending != OVER && ending != TURNED_OFF && w->now < CYCLES)
            ending = take_round(w);
    }
}

/* llc_reconfig and the slices, roughly: a change takes some cycles of stall. */
struct slices {
    unsigned private, shared, lines; /* rates of 16 slices in a cycle */
    unsigned changing;               /* cycles of stall that are left */
    bool is_private;
};

static struct llc_trial_in draw(struct slices *s, const struct llc_trial_params *params, bool wants,
                                struct rng *rng)
{
    unsigned count = params->slices;
    unsigned rate = s->is_private ? s->private : s->shared;
    if (!rng_below(rng, 2 * params->epoch))
        *s = (struct slices){rng_below(rng, 16), rng_below(rng, 16), rng_below(rng, 16),
                             s->changing, s->is_private};
    if (s->changing && !--s->changing)
        s->is_private = wants;
    else if (!s->changing && (wants != s->is_private || !rng_below(rng, 4 * params->window + 40)))
        s->changing = 1 + rng_below(rng, 12);
    return (struct llc_trial_in){.slice_access = some_bits(rng, count, rate),
                                 .slice_read = some_bits(rng, count, s->lines),
                                 .slice_store = some_bits(rng, count, 2),
                                 .stall = s->changing > 0,
                                 .is_private = s->is_private};
}

static void compare(const struct llc_trial_params *params, unsigned kernels, uint64_t seed)
{
    static struct record log[CYCLES];
    static struct llc_trial_out said[CYCLES], expected[CYCLES + 1];
    struct walk w = {.params = params, .log = log, .out = expected};
    struct slices slices = {.private = 8, .shared = 8};
    struct llc_trial twin;
    struct rng rng;
    unsigned wrong = check_state.wrong;
    bool adaptive = false;
    check_case("%u slices, windows of %u, seed %u", params->slices, params->window, (unsigned)seed);
    memset(expected, 0, sizeof expected);
    rng_init(&rng, seed);
    llc_trial_init(&twin, params);
    for (unsigned t = 0; t < CYCLES; t++) {
        llc_trial_outputs(&twin, &said[t]);
        if (!rng_below(&rng, adaptive ? 10 * params->epoch : 10))
            adaptive = !adaptive;
        struct llc_trial_in in = draw(&slices, params, said[t].wants_private, &rng);
        in.adaptive = adaptive;
        in.kernel = kernels && !rng_below(&rng, kernels);
        log[t] = (struct record){(unsigned)__builtin_popcountll(in.slice_access),
                                 (unsigned)__builtin_popcountll(in.slice_read) +
                                     (unsigned)__builtin_popcountll(in.slice_store),
                                 adaptive,
                                 in.kernel,
                                 in.stall,
                                 in.is_private};
        llc_trial_step(&twin, &in);
    }
    walk(&w);
    for (unsigned t = 0; t < CYCLES && check_state.wrong == wrong; t++) {
        CHECK_EQUAL(said[t].wants_private, expected[t].wants_private);
        CHECK_EQUAL(said[t].event_decision, expected[t].event_decision);
        CHECK_EQUAL(said[t].event_private, expected[t].event_private);
        if (check_state.wrong != wrong)
            printf("in cycle %u\n", t);
    }
    printf("%u decisions, %u private; memory bounds %u, not again %u; other work %u, two kernels "
           "%u\n",
           w.decisions, w.chosen, w.bound, w.unbound, w.unlike, w.twice);
    CHECK(w.chosen > 0 && w.chosen < w.decisions);
    CHECK(!params->memory || (w.bound > 0 && w.unbound > 0));
    CHECK(!kernels || (w.twice > 0 && w.unlike > 0));
    llc_trial_release(&twin);
}

int main(void)
{
    static const struct llc_trial_params sizes[] = {
        /* slices warm window epoch tie program memory */
        {1, 2, 3, 1, 0, 0, 0},     {4, 3, 10, 80, 6, 0, 20},       {8, 10, 20, 200, 3, 0, 80},
        {13, 2, 15, 150, 1, 0, 0}, {64, 20, 30, 100, 22, 0, 1000},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        compare(&sizes[i], 0, 1 + i);
        compare(&sizes[i], 60, 101 + i);
    }
    return check_report();
}
