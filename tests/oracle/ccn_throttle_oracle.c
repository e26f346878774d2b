/* ccn_throttle against taco16 section 4.4 and the words of its page: all inputs of a run are
 * written down, then read epoch by epoch, with the end of the epoch and of its sample known
 * beforehand. In every cycle the twin must say what that reading does. */
#include <stdlib.h>

#include "ccn_throttle.h"
#include "check.h"
#include "rng.h"

enum { CYCLES = 60000, OUTPUTS_LATE = 2 }; /* what comes in a cycle shows two cycles later */

/* What a reading came upon. */
struct seen {
    unsigned kept_out, let_in, exact, empty, empty_kept_out, halved, forgotten;
};

struct reading {
    const struct ccn_throttle_params *params;
    const struct ccn_throttle_in *log; /* [CYCLES] */
    struct ccn_throttle_out *out;      /* [CYCLES], to be filled; zero where nothing is said */
    bool too_few;                      /* by the last sample with requests */
    struct seen *seen;
};

/* From `from` on the first cycle whose instructions bring their number to `limit`; CYCLES: none. */
static unsigned reaches(const struct reading *r, unsigned from, uint32_t limit)
{
    uint64_t sum = 0;
    for (unsigned t = from; t < CYCLES; t++)
        if ((sum += (uint64_t)r->log[t].issued) >= limit)
            return t;
    return CYCLES;
}

/* Nhits and Ntotal of a sample. Two cycles after the one whose requests bring the total within
 * three of what the counter holds both are halved, and what ends in that cycle is not counted. */
static void count(const struct reading *r, unsigned from, unsigned last, uint64_t *hits,
                  uint64_t *total)
{
    const uint64_t limit = (UINT64_C(1) << r->params->count_bits) - 4;
    unsigned halve_at = CYCLES;
    *hits = *total = 0;
    for (unsigned t = from; t <= last; t++) {
        if (t == halve_at) {
            *hits /= 2;
            *total /= 2;
            r->seen->halved++;
        } else {
            *hits += r->log[t].event_answer;
            *total += (uint64_t)r->log[t].event_answer + (uint64_t)r->log[t].event_back;
        }
        if (*total >= limit && (halve_at == CYCLES || t >= halve_at))
            halve_at = t + 2;
    }
}

static bool judge(struct reading *r, uint64_t hits, uint64_t total)
{
    if (total) {
        r->too_few = 100 * hits < r->params->min_percent * total;
        r->seen->exact += hits && 100 * hits == r->params->min_percent * total;
    } else {
        r->seen->empty++;
        r->seen->empty_kept_out += r->too_few;
    }
    *(r->too_few ? &r->seen->kept_out : &r->seen->let_in) += 1;
    return r->too_few;
}

/* The epoch that begins with the inputs of cycle `from`; where the next one does. */
static unsigned read_epoch(struct reading *r, unsigned from)
{
    unsigned ends = reaches(r, from, r->params->period);
    unsigned last = reaches(r, from, r->params->sample);
    unsigned weighed =
        last + r->params->count_bits; /* the inputs of this cycle come in when it falls */
    if (last < CYCLES && weighed < ends && weighed + OUTPUTS_LATE < CYCLES) {
        uint64_t hits, total;
        count(r, from, last, &hits, &total);
        bool skip = judge(r, hits, total);
        for (unsigned t = weighed + OUTPUTS_LATE; t < CYCLES && t < ends + OUTPUTS_LATE; t++)
            r->out[t].skip = skip;
        r->out[weighed + OUTPUTS_LATE].event_sample = true;
        r->out[weighed + OUTPUTS_LATE].event_skip = skip;
    } else if (last < CYCLES && ends < CYCLES) {
        r->seen->forgotten++;
    }
    return ends + 1;
}

/* Inputs whose rates change now and then, so that samples differ. */
static void draw(struct ccn_throttle_in *log, const struct ccn_throttle_params *params,
                 struct rng *rng)
{
    unsigned answers = 0, backs = 0, issues = 0;
    for (unsigned t = 0; t < CYCLES; t++) {
        if (t == 0 || !rng_below(rng, 1 + params->period / 2)) {
            bool silent = rng_percent(rng, 25);
            backs = silent ? 0 : rng_below(rng, 101);
            answers = silent                 ? 0
                      : rng_percent(rng, 50) ? rng_below(rng, 101)
                                             : backs * params->min_percent / 100;
            issues = 1 + rng_below(rng, 100);
        }
        log[t].issued = rng_percent(rng, issues) ? rng_below(rng, 4) : 0;
        log[t].event_answer = rng_percent(rng, answers);
        log[t].event_back = rng_percent(rng, backs);
    }
}

static void compare(const struct ccn_throttle_params *params, uint64_t seed, struct seen *seen)
{
    static struct ccn_throttle_in log[CYCLES];
    static struct ccn_throttle_out expected[CYCLES];
    struct ccn_throttle twin;
    struct rng rng;
    unsigned wrong = check_state.wrong;
    check_case("sample %u, period %u, %u bits, %u percent, seed %u", (unsigned)params->sample,
               (unsigned)params->period, (unsigned)params->count_bits,
               (unsigned)params->min_percent, (unsigned)seed);
    rng_init(&rng, seed);
    draw(log, params, &rng);
    memset(expected, 0, sizeof expected);
    struct reading r = {.params = params, .log = log, .out = expected, .seen = seen};
    for (unsigned from = 0; from < CYCLES;)
        from = read_epoch(&r, from);
    ccn_throttle_init(&twin, params);
    for (unsigned t = 0; t < CYCLES && check_state.wrong == wrong; t++) {
        struct ccn_throttle_out said;
        ccn_throttle_outputs(&twin, &said);
        CHECK_EQUAL(said.skip, expected[t].skip);
        CHECK_EQUAL(said.event_sample, expected[t].event_sample);
        CHECK_EQUAL(said.event_skip, expected[t].event_skip);
        if (check_state.wrong != wrong)
            printf("in cycle %u\n", t);
        ccn_throttle_step(&twin, &log[t]);
    }
    ccn_throttle_release(&twin);
}

int main(void)
{
    static const struct ccn_throttle_params sizes[] = {
        /* sample period count_bits min_percent */
        {50, 500, 16, 5},   {50, 500, 4, 5},    {200, 300, 3, 50},    {30, 60, 16, 50},
        {1, 40, 16, 100},   {1000, 9000, 6, 5}, {1000, 1500, 10, 25}, {5, 5, 3, 5},
        {9, 4, 8, 5},       {1, 1, 3, 100},     {20, 27, 12, 30},     {40, 400, 24, 0},
        {300, 3000, 8, 99}, {31, 47, 24, 7}};
    struct seen seen = {0};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 1; seed <= 6; seed++)
            compare(&sizes[i], 100 * i + seed, &seen);
    printf("%u samples kept the core out, %u let it in, %u of a rate of exactly the limit; %u "
           "without requests, "
           "%u of them behind too few; %u halvings; %u forgotten\n",
           seen.kept_out, seen.let_in, seen.exact, seen.empty, seen.empty_kept_out, seen.halved,
           seen.forgotten);
    CHECK(seen.kept_out && seen.let_in && seen.exact && seen.empty && seen.empty_kept_out &&
          seen.halved && seen.forgotten);
    return check_report();
}
