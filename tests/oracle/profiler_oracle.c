/* llc_profiler against the paper's words in real numbers [isca19 sections 4.3, 4.4]: everything
 * that is accessed is written down; when the twin decides, the watched sets are replayed from the
 * first access since the cache was empty, hits, shares and accesses of the profile are counted, and
 * rates, LLC slice parallelism and bandwidths computed with divisions, in long doubles. The counts
 * must be the twin's, the decision too; only where the bandwidths are nearer than long doubles can
 * tell (one of 2^56) nothing is said, which a test of its own makes up for with ties. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "llc_profiler.h"
#include "rng.h"
#include "util.h"

enum { CYCLES_MAX = 400000, WAYS = LLC_PROFILER_WAYS_MAX, SLICES = LLC_PROFILER_SLICES_MAX };

/* What was at the inputs in a cycle. */
struct record {
    uint64_t tag, slices, of_first;
    uint32_t set;
    uint8_t cluster;
    bool access, emptied;
    bool own; /* the access is of the program whose view is chosen */
};

struct tally {
    long double accesses, hits, private_hits;
    long double slices[SLICES], of_first[SLICES];
    bool full;
};

/* A watched set, most recently used line first. */
struct list {
    struct {
        uint64_t tag;
        uint32_t owners; /* mask of clusters */
    } lines[WAYS];
    unsigned count;
};

struct pattern {        /* what is accessed, in percent or numbers */
    unsigned access;    /* percent of the cycles */
    unsigned slice;     /* percent of the other slices' cycles */
    unsigned lines;     /* per set that are used, in all clusters or each its own */
    bool own;           /* each cluster has its own */
    unsigned hot_slice; /* percent of the accesses that go to one slice */
};

struct bench {
    struct llc_profiler_params params;
    struct llc_profiler twin;
    struct llc_profiler_out out;
    struct rng rng;
    struct record *log; /* [CYCLES_MAX] */
    unsigned now;
    bool was_shared; /* in the cycle before */
    unsigned decisions, chosen, by_rates, unsure, stopped;
};

static unsigned watched_row(const struct llc_profiler_params *p, uint32_t set)
{
    unsigned rows = p->samples < p->sets ? p->samples : p->sets;
    for (unsigned row = 0; row < rows; row++)
        if (set == row * (p->sets / rows))
            return row;
    return rows;
}

/* One access of a watched set: did it hit, and would it have in a private slice? */
static void look_up(struct list *list, const struct record *r, const struct llc_profiler_params *p,
                    bool *hit, bool *alone)
{
    unsigned at = 0, mine = 1u << r->cluster;
    while (at < list->count && list->lines[at].tag != r->tag)
        at++;
    *hit = at < list->count;
    *alone = *hit && list->lines[at].owners & mine;
    unsigned owners = *hit && p->sharers ? list->lines[at].owners | mine : mine;
    if (!*hit) {
        list->count += list->count < p->ways;
        at = list->count - 1;
    }
    memmove(&list->lines[1], &list->lines[0], at * sizeof list->lines[0]);
    list->lines[0].tag = r->tag;
    list->lines[0].owners = owners;
}

/* Any counter so near to its limit that two more cycles might not fit. */
static bool is_near(const struct tally *t, const struct llc_profiler_params *p)
{
    unsigned room = 4;
    while (room < 4 * p->clusters)
        room *= 2;
    unsigned limit = (1u << p->count_bits) - room;
    bool near = t->accesses >= limit;
    for (unsigned i = 0; i < p->slices; i++)
        near |= t->slices[i] >= limit || t->of_first[i] >= limit;
    return near;
}

/* The profile of so many cycles whose last one counted slices' accesses of cycle `last`, and
 * watched ones of three cycles before that, the first cluster's of one cycle before. */
static struct tally replay(const struct bench *b, unsigned last)
{
    const struct llc_profiler_params *p = &b->params;
    static struct list rows[LLC_PROFILER_SAMPLES_MAX];
    struct tally t = {.accesses = 0};
    unsigned first = last - p->profile + 1, number = p->samples < p->sets ? p->samples : p->sets;
    unsigned empty = first; /* the first cycle since the cache was emptied */
    while (empty > 0 && !b->log[empty - 1].emptied)
        empty--;
    memset(rows, 0, sizeof rows);
    for (unsigned cycle = empty; cycle <= last; cycle++) {
        bool near = cycle >= first && is_near(&t, p), counts = cycle >= first && !t.full;
        if (cycle >= empty + 3) {
            const struct record *r = &b->log[cycle - 3];
            unsigned row = watched_row(p, r->set);
            bool hit = false, alone = false;
            if (r->access && row < number) {
                look_up(&rows[row], r, p, &hit, &alone);
                bool tells = counts && r->own;
                t.accesses += tells;
                t.hits += tells && hit;
                t.private_hits += tells && alone;
            }
        }
        bool first_counts = counts && cycle > empty; /* a cycle later than the others */
        for (unsigned i = 0; i < p->slices && counts; i++)
            t.slices[i] += b->log[cycle].slices >> i & 1;
        for (unsigned i = 0; i < p->slices && first_counts; i++)
            t.of_first[i / p->clusters] += b->log[cycle - 1].of_first >> i & 1;
        t.full |= near;
    }
    return t;
}

/* Sum / largest; 0 without accesses. */
static long double parallelism(const long double *counts, unsigned number)
{
    long double sum = 0, most = 0;
    for (unsigned i = 0; i < number; i++) {
        sum += counts[i];
        most = fmaxl(most, counts[i]);
    }
    return most > 0 ? sum / most : 0;
}

static bool oracle_decides(const struct tally *t, const struct llc_profiler_params *p,
                           bool *similar, bool *unsure)
{
    *similar = *unsure = false;
    if (t->accesses <= 0)
        return false;
    long double hit = t->hits / t->accesses, alone = t->private_hits / t->accesses;
    long double points = 100 * ((1 - alone) - (1 - hit));
    *similar = points <= p->similar + 1e-9L; /* other than equal ones are 1 of 65,535 apart */
    long double shared_lsp = parallelism(t->slices, p->slices);
    long double private_lsp = p->clusters * parallelism(t->of_first, p->slices / p->clusters);
    if (shared_lsp <= 0 || private_lsp <= 0)
        return *similar; /* the model has nothing to say */
    long double shared = hit * shared_lsp * p->llc_bandwidth + (1 - hit) * p->mem_bandwidth;
    long double private =
        alone * private_lsp * p->private_bandwidth + (1 - alone) * p->mem_bandwidth;
    *unsure = !*similar && fabsl(private - shared) <= ldexpl(fmaxl(private, shared), -56);
    return *similar || private > shared;
}

static void compare(struct bench *b)
{
    const struct profiler_counts *c = &b->twin.counts;
    unsigned last = b->now - 2 - llc_profiler_evaluation(&b->params);
    struct tally t = replay(b, last);
    bool similar, unsure, private = oracle_decides(&t, &b->params, &similar, &unsure);
    CHECK_EQUAL(c->accesses, t.accesses);
    CHECK_EQUAL(c->hits, t.hits);
    CHECK_EQUAL(c->private_hits, t.private_hits);
    for (unsigned i = 0; i < b->params.slices; i++) {
        CHECK_EQUAL(c->slices[i], t.slices[i]);
        CHECK_EQUAL(c->of_first[i], t.of_first[i]);
    }
    CHECK(unsure || b->out.event_private == private);
    CHECK(!b->out.event_private || b->out.event_similar == similar);
    b->decisions++;
    b->chosen += b->out.event_private;
    b->by_rates += b->out.event_similar;
    b->unsure += unsure;
    b->stopped += t.full;
}

static void step(struct bench *b, const struct llc_profiler_in *in)
{
    uint64_t slices = in->slice_access;
    b->log[b->now++] = (struct record){.tag = in->access_tag,
                                       .slices = slices,
                                       .of_first = slices & in->slice_first,
                                       .own = !in->access_other,
                                       .set = (uint32_t)in->access_set,
                                       .cluster = (uint8_t)in->access_cluster,
                                       .access = in->access_valid,
                                       .emptied = !b->was_shared || !in->adaptive};
    b->was_shared = in->shared;
    llc_profiler_step(&b->twin, in);
    llc_profiler_outputs(&b->twin, &b->out);
    if (b->out.event_decision)
        compare(b);
}

static void fill(struct bench *b, const struct pattern *pattern, struct llc_profiler_in *in)
{
    const struct llc_profiler_params *p = &b->params;
    unsigned first_line = rng_below(&b->rng, pattern->lines);
    in->access_other = rng_percent(&b->rng, 20);
    in->access_valid = rng_percent(&b->rng, pattern->access);
    in->access_set = rng_below(&b->rng, p->sets);
    in->access_cluster = rng_below(&b->rng, p->clusters);
    in->access_tag = first_line + (pattern->own ? pattern->lines * in->access_cluster : 0);
    for (unsigned i = 0; i < p->slices; i++)
        if (rng_percent(&b->rng, i == 0 ? pattern->hot_slice : pattern->slice)) {
            in->slice_access |= UINT64_C(1) << i;
            in->slice_first |= (uint64_t)(rng_below(&b->rng, p->clusters) == 0) << i;
        }
}

/* Epochs, each with a pattern of its own. Private slices are had at once. */
static void epochs(const struct llc_profiler_params *params, uint64_t seed, unsigned decisions)
{
    static struct bench b;
    struct pattern pattern = {.lines = 1};
    unsigned known = decisions + 1;
    check_case("%u slices of %u clusters, %u x %u, seed %u", params->slices, params->clusters,
               params->sets, params->ways, (unsigned)seed);
    struct record *log = b.log ? b.log : xcalloc(CYCLES_MAX, sizeof *log);
    b = (struct bench){.params = *params, .log = log};
    rng_init(&b.rng, seed);
    llc_profiler_init(&b.twin, params);
    while (b.decisions < decisions && b.now < CYCLES_MAX) {
        struct llc_profiler_in in = {.adaptive = true, .shared = !b.out.wants_private};
        if (known != b.decisions) {
            static const unsigned rates[] = {0, 20, 60, 100};
            pattern = (struct pattern){.access = rng_below(&b.rng, 8) ? 60 : 0,
                                       .slice = 1 + rng_below(&b.rng, 40),
                                       .lines = 1 + rng_below(&b.rng, 2 * params->ways),
                                       .own = rng_percent(&b.rng, 40)};
            pattern.hot_slice = rates[rng_below(&b.rng, 4)];
            known = b.decisions;
        }
        fill(&b, &pattern, &in);
        step(&b, &in);
    }
    printf("%u decisions, %u private, of them %u by rule 1; %u with full counters, %u ties\n",
           b.decisions, b.chosen, b.by_rates, b.stopped, b.unsure);
    CHECK_EQUAL(b.decisions, decisions);
    CHECK(b.chosen > 0 && b.chosen < decisions);
    llc_profiler_release(&b.twin);
}

/* A profile made by hand: its counts and what must come of them. */
struct example {
    struct profiler_counts counts;
    bool private, similar;
    const char *why;
};

/* Counts are given to the twin just before its decision. 2 controllers of 2 slices, LLC 10, memory
 * 30: with hit rate h and parallelism L bandwidth is 10 h L + 30 (1 - h). */
static void by_hand(void)
{
    static const struct llc_profiler_params params = {.slices = 4,
                                                      .clusters = 2,
                                                      .sets = 4,
                                                      .ways = 2,
                                                      .tag_bits = 4,
                                                      .samples = 2,
                                                      .count_bits = 16,
                                                      .profile = 5,
                                                      .epoch = 1000,
                                                      .similar = 2,
                                                      .llc_bandwidth = 10,
                                                      .private_bandwidth = 10,
                                                      .mem_bandwidth = 30};
    static const struct example examples[] = {
        {{0, 0, 0, {1, 1, 1, 1}, {1, 1}}, false, false, "no access: nothing is known"},
        {{100, 80, 78, {0}, {0}}, true, true, "2 points are similar"},
        {{100, 80, 77, {40, 20, 10, 10}, {0}}, false, false, "no access of the first cluster"},
        {{100, 0, 0, {9}, {0}}, true, true, "all miss in both"},
        /* 10 * 1 * 1.25 = 12.5; 10 * 0.5 * 4 + 30 * 0.5 = 35 */
        {{100, 100, 50, {80, 20, 0, 0}, {10, 10}}, true, false, "one slice has most"},
        /* 10 * 1 * 4 = 40; 10 * 0.5 * 4 + 15 = 35 */
        {{100, 100, 50, {25, 25, 25, 25}, {10, 10}}, false, false, "all slices have the same"},
        /* 10 * 0.9 * 4 + 3 = 39; 10 * 0.9 * 4 + 3 = 39, but for the hits lost: 0.8: 32 + 6 = 38 */
        {{100, 90, 80, {5, 5, 5, 5}, {7, 7}}, false, false, "hits lost for nothing"},
        /* 10 * 1 * 3.5 = 35 = 10 * 0.5 * 4 + 15: a tie */
        {{100, 100, 50, {20, 20, 20, 10}, {10, 10}}, false, false, "a tie stays shared"},
        {{100, 100, 50, {20001, 20000, 20000, 10000}, {10, 10}}, true, false, "a hair from a tie"},
        {{100, 100, 50, {20000, 20000, 20000, 10001}, {10, 10}}, false, false, "on the other side"},
        {{65535, 65535, 32000, {65535, 65535, 65535, 65535}, {65535, 65535}},
         false,
         false,
         "all counters at their limits"},
    };
    check_case("profiles made by hand");
    for (unsigned i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct llc_profiler twin;
        struct llc_profiler_out out = {.wants_private = false};
        const struct llc_profiler_in in = {.adaptive = true, .shared = true};
        llc_profiler_init(&twin, &params);
        while (!out.event_decision) {
            twin.counts = twin.phase == PROFILER_EVALUATING ? examples[i].counts : twin.counts;
            llc_profiler_step(&twin, &in);
            llc_profiler_outputs(&twin, &out);
        }
        CHECK_EQUAL(out.event_private, examples[i].private);
        CHECK_EQUAL(out.event_similar, examples[i].similar);
        if (out.event_private != examples[i].private)
            printf("    %s\n", examples[i].why);
        llc_profiler_release(&twin);
    }
}

int main(void)
{
    static const struct llc_profiler_params sizes[] = {
        /* slices clusters sets ways tag samples sharers bits profile epoch similar llc private
           mem */
        {8, 2, 16, 4, 19, 8, 0, 16, 1500, 2500, 2, 16, 16, 64},
        {8, 2, 16, 4, 19, 8, 1, 16, 1500, 2500, 2, 16, 16, 64},
        {64, 8, 48, 16, 20, 8, 1, 16, 4000, 4400, 2, 16, 22, 512},
        {64, 8, 64, 16, 19, 8, 0, 16, 4000, 4400, 2, 16, 22, 512},
        {6, 3, 3, 3, 19, 8, 1, 8, 900, 1100, 0, 16, 7, 40},
        {4, 1, 5, 2, 19, 2, 0, 16, 300, 500, 2, 16, 16, 40},
        {16, 16, 16, 8, 19, 4, 1, 16, 1500, 2000, 5, 1023, 1, 65535},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        epochs(&sizes[i], i + 1, i == 2 || i == 3 ? 60 : 120);
    by_hand();
    return check_report();
}
