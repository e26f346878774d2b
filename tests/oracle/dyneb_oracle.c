/* dyneb against the algorithm in real numbers (dyneb_oracle.h): random events, with rates that are
 * realistic, extreme or equal in both groups; every decision, and in every cycle the phase. */
#include "dyneb_oracle.h"

#include "check.h"
#include "dyneb.h"
#include "rng.h"

enum { DECISIONS = 500, RATES = 6 };

struct rates { /* percent */
    unsigned access, odd, store, remote, miss[2], near, home;
};

struct bench {
    struct rng rng;
    struct dyneb dyneb;
    struct dyneb_out out;
    struct dyneb_oracle oracle;
    struct dyneb_in last; /* what the twin was given in the cycle before and counts in this one */
    struct rates rates;
    unsigned decisions, shared; /* made; of them shared */
    unsigned checked[2];        /* by a check, which found few misses, or many */
    unsigned halved;            /* with halved counters */
    unsigned unsure, needed;    /* nearer to a tie than rounding can tell; decided otherwise */
    unsigned recent;            /* unlimited counters would have decided otherwise */
};

static void start(struct bench *b, const struct dyneb_params *p, uint64_t seed)
{
    *b = (struct bench){.decisions = 0};
    rng_init(&b->rng, seed);
    dyneb_init(&b->dyneb, p);
    b->oracle = dyneb_oracle_of(p);
    dyneb_outputs(&b->dyneb, &b->out);
}

/* Rates of the next sample: any, or such as a core has them. */
static void choose_rates(struct bench *b)
{
    bool extreme = rng_percent(&b->rng, 30);
    struct rates r = {.access = 60, .odd = 50, .store = 15, .remote = 30};
    r.miss[0] = 5 + rng_below(&b->rng, 70);
    r.miss[1] = 1 + rng_below(&b->rng, r.miss[0]);
    r.near = rng_below(&b->rng, 40);
    r.home = rng_below(&b->rng, 60);
    if (extreme) {
        static const unsigned rate[RATES] = {0, 1, 9, 50, 99, 100};
        unsigned *const fields[] = {&r.store, &r.remote, &r.miss[0], &r.miss[1], &r.near, &r.home};
        for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
            if (rng_percent(&b->rng, 60))
                *fields[i] = rate[rng_below(&b->rng, RATES)];
        r.odd = rng_percent(&b->rng, 50) ? 50 : 5 + rng_below(&b->rng, 91);
        r.access = 100;
    }
    if (r.store > 90 || r.remote > 90) /* the sample must end */
        r.store = r.remote = 40;
    b->rates = r;
}

static void choose_events(struct bench *b, struct dyneb_in *in)
{
    const struct rates *r = &b->rates;
    *in = (struct dyneb_in){.l1_mode = 2,
                            .event_odd = rng_percent(&b->rng, r->odd),
                            .event_remote = rng_percent(&b->rng, r->remote),
                            .event_near = rng_percent(&b->rng, r->near),
                            .home_valid = rng_percent(&b->rng, r->home),
                            .home_line = rng_next(&b->rng) & 0xffff};
    if (b->oracle.asks && rng_percent(&b->rng, r->access)) {
        in->event_ask_odd = rng_percent(&b->rng, r->odd);
        in->event_ask = rng_percent(&b->rng, r->miss[in->event_ask_odd]);
    }
    if (!rng_percent(&b->rng, r->access))
        return;
    bool store = rng_percent(&b->rng, r->store);
    bool miss = rng_percent(&b->rng, r->miss[in->event_odd]);
    in->event_store = store;
    in->event_miss = !store && miss;
    in->event_merge = !store && !miss && rng_percent(&b->rng, 10);
    in->event_hit = !store && !miss && !in->event_merge;
}

static void feed_oracle(struct dyneb_oracle *o, const struct dyneb_in *in)
{
    if (in->event_near)
        dyneb_oracle_near(o);
    if (in->home_valid)
        dyneb_oracle_home_reply(o, in->home_line & 1);
    if (in->event_hit || in->event_miss || in->event_merge)
        dyneb_oracle_load(o, in->event_odd, in->event_remote, in->event_miss);
    if (in->event_store)
        dyneb_oracle_store(o, in->event_odd, in->event_remote);
    if (in->event_ask)
        dyneb_oracle_asked(o, in->event_ask_odd);
    dyneb_oracle_end_cycle(o);
}

static void compare_decision(struct bench *b)
{
    b->decisions++;
    if (b->oracle.checked) {
        CHECK_EQUAL(b->out.event_share, b->oracle.check_shares);
        b->checked[b->oracle.check_shares]++;
        b->shared += b->out.event_share;
        choose_rates(b);
        return;
    }
    unsigned halvings = b->oracle.halvings;
    struct dyneb_oracle_decision d = dyneb_oracle_decide(&b->oracle);
    CHECK(d.unsure || d.share == b->out.event_share);
    CHECK(halvings || d.share == d.plain_share);
    b->oracle.shared = b->out.event_share;
    b->shared += b->out.event_share;
    b->halved += halvings != 0;
    b->unsure += d.unsure;
    b->needed += d.share != b->out.event_share;
    b->recent += d.share != d.plain_share;
}

/* The twin's counters are the aged ones, rounded down. */
static void compare_counts(const struct bench *b)
{
    const struct dyneb_counts *c = &b->dyneb.counts;
    const struct dyneb_oracle_counts *a = &b->oracle.aged;
    for (unsigned group = 0; group < 2; group++) {
        CHECK_EQUAL(c->accesses[group], (uint32_t)a->accesses[group]);
        CHECK_EQUAL(c->misses[group], (uint32_t)a->misses[group]);
        CHECK_EQUAL(c->l2_requests[group], (uint32_t)a->l2_requests[group]);
    }
    CHECK_EQUAL(c->home_replies, (uint32_t)a->home_replies);
    CHECK_EQUAL(c->remote_accesses, (uint32_t)a->remote_accesses);
    CHECK_EQUAL(c->remote_misses, (uint32_t)a->remote_misses);
}

static void cycle(struct bench *b, bool dynamic)
{
    struct dyneb_in in;
    bool sampling = b->dyneb.phase == DYNEB_SAMPLE, begins = b->dyneb.phase == DYNEB_STATIC;
    choose_events(b, &in);
    in.l1_mode = dynamic ? 2 + rng_below(&b->rng, 2) : rng_below(&b->rng, 2);
    dyneb_step(&b->dyneb, &in);
    dyneb_outputs(&b->dyneb, &b->out);
    if (begins || !dynamic)
        dyneb_oracle_begin(&b->oracle);
    else
        feed_oracle(&b->oracle, &b->last);
    b->last = in;
    if (sampling && b->dyneb.phase == DYNEB_EVALUATE) {
        compare_counts(b);
        choose_rates(b);
    }
    if (b->out.event_sample)
        compare_decision(b);
    CHECK_EQUAL(b->out.event_sample || !b->oracle.checked, true);
    bool samples = dyneb_oracle_is_sampling(&b->oracle);
    bool evaluates = dyneb_oracle_sampled(&b->oracle);
    if (dynamic) {
        const struct dyneb_oracle *o = &b->oracle;
        CHECK_EQUAL(b->dyneb.phase == DYNEB_SETTLE, o->checking && !o->settled);
        CHECK_EQUAL(b->dyneb.phase == DYNEB_CHECK, o->checking && o->settled);
        CHECK_EQUAL(b->dyneb.phase == DYNEB_WARM, samples && !b->oracle.is_warm);
        CHECK_EQUAL(b->dyneb.phase == DYNEB_SAMPLE, samples && b->oracle.is_warm);
        CHECK_EQUAL(b->dyneb.phase == DYNEB_EVALUATE, evaluates);
    }
}

static void random_events(const struct dyneb_params *params, uint64_t seed, unsigned decisions)
{
    static struct bench b;
    check_case("sample %u, metric %u, seed %u", params->sample, params->metric, (unsigned)seed);
    start(&b, params, seed);
    choose_rates(&b);
    while (b.decisions < decisions) {
        cycle(&b, true);
        for (; rng_below(&b.rng, 20 * params->sample + 200) == 0;)
            cycle(&b, false);
    }
    printf("sample %u, metric %u, %u%%, %u bits: %u decisions, %u shared, a check: %u private, %u "
           "shared; "
           "halved %u, then "
           "unlimited "
           "counters differ %u; near a tie %u, there rounding differs %u\n",
           params->sample, params->metric, params->miss_percent, params->count_bits, b.decisions,
           b.shared, b.checked[0], b.checked[1], b.halved, b.recent, b.unsure, b.needed);
    CHECK(b.shared > decisions / 20 && b.shared < decisions - decisions / 20);
}

int main(void)
{
    static const struct dyneb_params sizes[] = {
        /* line_bits sets hash lines check check% share% watch warm sample execute remote metric
           percent asks l1 home l2 count_bits */
        {17, 32, 0, 128, 100, 10, 0, 512, 100, 512, 600, 1, 0, 10, 0, 28, 82, 247, 16},
        {17, 32, 0, 60, 224, 20, 33, 128, 100, 512, 600, 1, 0, 10, 0, 28, 82, 247, 16},
        {17, 32, 0, 128, 0, 0, 0, 0, 0, 512, 600, 1, 1, 10, 0, 28, 82, 247, 16},
        {17, 32, 0, 128, 0, 0, 60, 512, 512, 512, 600, 0, 0, 0, 0, 28, 82, 247, 16},
        {17, 2, 0, 8, 0, 0, 0, 0, 2, 5, 3, 1, 0, 0, 0, 28, 82, 247, 16},
        {17, 2, 0, 1, 3, 40, 70, 2, 0, 5, 3, 0, 1, 20, 0, 28, 82, 247, 16},
        {17, 32, 0, 128, 0, 0, 25, 0, 0, 512, 600, 1, 0, 10, 0, 28, 82, 247, 8},
        {17, 32, 0, 60, 224, 20, 33, 128, 100, 512, 600, 1, 0, 10, 1, 28, 82, 247, 16},
        {17, 32, 0, 128, 0, 0, 60, 512, 512, 512, 600, 0, 0, 0, 1, 28, 82, 247, 8},
        {17, 2, 0, 4, 3, 40, 70, 2, 0, 5, 3, 0, 1, 20, 1, 28, 82, 247, 16},
        {17, 32, 0, 128, 0, 0, 0, 0, 30, 512, 600, 0, 1, 0, 0, 1, 1023, 1023, 8},
    };
    static const struct dyneb_params longest = {17, 32, 0, 128, 0, 0,  0,  0,   0, 65535,
                                                10, 1,  0, 10,  0, 28, 82, 247, 16};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        random_events(&sizes[i], i, DECISIONS);
    random_events(&longest, 1, DECISIONS / 20);
    return check_report();
}
