/* Twin of rtl/dyneb.v. */
#include "dyneb.h"

#include "hash.h"
#include "set_parity.h"

unsigned dyneb_evaluation(const struct dyneb_params *params)
{
    unsigned rule = params->miss_percent ? 9 : 0;
    return rule + 2 * params->count_bits + (params->metric ? 12 : 1) + 4;
}

void dyneb_init(struct dyneb *d, const struct dyneb_params *params)
{
    struct set_parity_params parity = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    *d = (struct dyneb){.params = *params, .parity_bits = set_parity_bits(&parity)};
    dyneb_reset(d);
}

void dyneb_release(struct dyneb *d)
{
    (void)d;
}

void dyneb_reset(struct dyneb *d)
{
    d->phase = DYNEB_STATIC;
    d->shared = d->decided = d->chosen = false;
    d->even_left = d->left = 0;
    d->misses = 0;
    d->steps_left = 0;
    d->seen = (struct dyneb_events){.load = false};
    d->counts = (struct dyneb_counts){.home_replies = 0};
}

void dyneb_outputs(const struct dyneb *d, struct dyneb_out *out)
{
    out->share_even = d->shared;
    out->share_odd = d->shared || d->phase >= DYNEB_WARM;
    out->event_sample = d->decided;
    out->event_share = d->decided && d->shared;
}

/* Equation 3 for both groups, multiplied by their misses: below 2^49. Without a miss the shared
 * group has infinite bandwidth, whatever it has besides. */
static bool more_bandwidth(const struct dyneb_counts *c)
{
    uint64_t shared =
        (uint64_t)c->l2_requests[1] * c->accesses[1] + (uint64_t)c->home_replies * c->misses[1];
    uint64_t private = (uint64_t)c->l2_requests[0] * c->accesses[0];
    if (!c->misses[1])
        return private && c->misses[0];
    return shared * c->misses[0] > private * c->misses[1];
}

/* Equations 1 and 2 without the latency of the own L1, which both sides have, multiplied by all
 * numbers of accesses: below 2^61. */
static bool less_time(const struct dyneb_counts *c, const struct dyneb_params *p)
{
    uint64_t remote = c->remote_accesses ? c->remote_accesses : 1;
    uint64_t home_time = p->home_latency * remote + (uint64_t)p->l2_latency * c->remote_misses;
    uint64_t shared = c->misses[1] * p->l2_latency * remote + c->home_replies * home_time;
    uint64_t private = c->misses[0] * p->l2_latency * remote;
    return shared * c->accesses[0] < private * (c->accesses[1] + (uint64_t)c->home_replies);
}

/* The private group misses less than both rules want. */
static bool misses_little(const struct dyneb *d)
{
    const struct dyneb_params *p = &d->params;
    uint64_t percent = p->miss_percent > p->share_percent ? p->miss_percent : p->share_percent;
    return p->miss_percent && 100 * (uint64_t)d->counts.misses[0] < percent * d->counts.accesses[0];
}

static bool shared_wins(const struct dyneb *d)
{
    const struct dyneb_counts *c = &d->counts;
    if (misses_little(d))
        return false;
    return d->params.metric ? less_time(c, &d->params) : more_bandwidth(c);
}

static void begin_counting(struct dyneb *d)
{
    d->phase = DYNEB_SAMPLE;
    d->even_left = d->left = d->params.sample;
}

/* Half of the sets private, half shared. */
static void begin_both(struct dyneb *d)
{
    begin_counting(d);
    if (d->params.warm) {
        d->phase = DYNEB_WARM;
        d->even_left = d->left = d->params.warm;
    }
}

static bool checks(const struct dyneb_params *params)
{
    return params->check && params->miss_percent;
}

static void begin_sample(struct dyneb *d)
{
    d->shared = false;
    d->counts = (struct dyneb_counts){.home_replies = 0};
    begin_both(d);
    if (checks(&d->params)) {
        d->phase = DYNEB_SETTLE;
        d->left = d->params.check;
        d->misses = 0;
    }
}

static void begin_execution(struct dyneb *d, bool shared)
{
    d->phase = DYNEB_EXECUTE;
    d->shared = d->chosen = shared;
    d->decided = true;
    d->left = d->params.execute;
    d->misses = 0;
}

/* Halves all counters when one has outgrown its bits. */
static void limit_counts(struct dyneb_counts *c, unsigned bits)
{
    uint32_t *const all[] = {&c->accesses[0],     &c->accesses[1],    &c->misses[0],
                             &c->misses[1],       &c->l2_requests[0], &c->l2_requests[1],
                             &c->remote_accesses, &c->remote_misses,  &c->home_replies};
    enum { COUNT = sizeof all / sizeof *all };
    uint32_t any = 0;
    for (unsigned i = 0; i < COUNT; i++)
        any |= *all[i];
    if (any >> bits)
        for (unsigned i = 0; i < COUNT; i++)
            *all[i] /= 2;
}

static void count_load(struct dyneb *d)
{
    struct dyneb_counts *c = &d->counts;
    const struct dyneb_events *seen = &d->seen;
    bool all_odd = d->params.count_remote && !d->params.metric;
    if (!seen->remote || (seen->odd && all_odd)) {
        c->accesses[seen->odd]++;
        c->misses[1] += seen->odd && seen->miss;
    } else if (seen->odd && d->params.metric) {
        c->remote_accesses++;
        c->remote_misses += seen->miss;
    }
}

static uint32_t run_down(uint32_t left, unsigned by)
{
    return left > by ? left - by : 0;
}

/* A lookup of the group whose sample it belongs to: one that is complete counts no more. */
static void count_lookup(struct dyneb *d)
{
    const struct dyneb_events *seen = &d->seen;
    bool goes_on = seen->odd ? seen->miss || seen->store
                             : seen->store && !seen->miss && !seen->remote;
    if (!(seen->odd ? d->left : d->even_left))
        return;
    if (seen->load)
        count_load(d);
    if (!d->params.metric && goes_on)
        d->counts.l2_requests[seen->odd]++;
}

/* What is no lookup, or not known at one. */
static void count_elsewhere(struct dyneb *d)
{
    struct dyneb_counts *c = &d->counts;
    if (d->left) {
        c->home_replies += d->seen.home_reply;
        c->l2_requests[1] += d->seen.near && !d->params.metric;
    }
    if (d->even_left && d->seen.even_miss) {
        c->misses[0]++;
        c->l2_requests[0] += !d->params.metric;
    }
}

static bool own_access(const struct dyneb *d)
{
    return (d->seen.load || d->seen.store) && !d->seen.remote;
}

/* Own requests to shared sets: to the own L1, answered by a home, or sent straight to L2. */
static unsigned own_shared(const struct dyneb *d)
{
    unsigned local = own_access(d) && d->seen.odd;
    return d->params.count_remote ? local + d->seen.home_reply + d->seen.near : local;
}

/* True when both groups have seen enough. */
static bool run_groups_down(struct dyneb *d)
{
    d->even_left = run_down(d->even_left, own_access(d) && !d->seen.odd);
    d->left = run_down(d->left, own_shared(d));
    return !d->left && !d->even_left;
}

/* SETTLE and CHECK count own loads down, and those that missed up. */
static void count_alone(struct dyneb *d)
{
    d->left -= d->seen.load && !d->seen.remote;
    d->misses += d->seen.own_miss;
}

/* As many misses as the L1 has lines have filled it. */
static void step_settle(struct dyneb *d)
{
    count_alone(d);
    if (d->left && d->misses < d->params.lines && d->misses < d->params.check)
        return;
    d->phase = DYNEB_CHECK;
    d->left = d->params.check;
    d->misses = 0;
}

/* Decides for shared as soon as no hits to come can bring the miss rate below SHARE_PERCENT. */
static void step_check(struct dyneb *d)
{
    count_alone(d);
    uint64_t missed = 100 * (uint64_t)d->misses;
    if (d->params.share_percent && missed >= d->params.share_percent * d->params.check)
        begin_execution(d, true);
    else if (!d->left && missed < d->params.check_percent * d->params.check)
        begin_execution(d, false);
    else if (!d->left)
        begin_both(d);
}

static void step_warm(struct dyneb *d)
{
    if (run_groups_down(d))
        begin_counting(d);
}

static void step_sample(struct dyneb *d)
{
    count_lookup(d);
    count_elsewhere(d);
    limit_counts(&d->counts, d->params.count_bits);
    if (run_groups_down(d)) {
        d->phase = DYNEB_EVALUATE;
        d->steps_left = dyneb_evaluation(&d->params);
    }
}

static void step_evaluate(struct dyneb *d)
{
    if (--d->steps_left)
        return;
    begin_execution(d, shared_wins(d));
}

/* While private: as many misses in one window as a check would call for shared. */
static bool watch_execution(struct dyneb *d)
{
    const struct dyneb_params *p = &d->params;
    if (d->shared || !p->watch || !p->share_percent || !checks(p))
        return false;
    d->misses += d->seen.own_miss;
    if (100 * (uint64_t)d->misses >= p->share_percent * p->watch)
        return true;
    if (own_access(d) && d->left % p->watch == 0)
        d->misses = 0;
    return false;
}

static void step_execute(struct dyneb *d)
{
    d->left -= own_access(d);
    if (watch_execution(d))
        begin_execution(d, true);
    else if (!d->left)
        begin_sample(d);
}

static void see(struct dyneb *d, const struct dyneb_in *in)
{
    struct dyneb_events *seen = &d->seen;
    seen->load = in->event_hit || in->event_miss || in->event_merge;
    seen->store = in->event_store;
    seen->miss = in->event_miss;
    seen->remote = (seen->load || seen->store) && in->event_remote;
    seen->odd = (seen->load || seen->store) && in->event_odd;
    seen->own_miss = d->params.asks ? in->event_ask : in->event_miss && !in->event_remote;
    seen->even_miss = seen->own_miss && !(d->params.asks ? in->event_ask_odd : in->event_odd);
    seen->near = in->event_near;
    seen->home_reply = in->home_valid && set_parity_odd(d->parity_bits, in->home_line);
}

void dyneb_step(struct dyneb *d, const struct dyneb_in *in)
{
    uint64_t mode = in->stays_private ? 0 : in->l1_mode;
    d->decided = false;
    if (!(mode & 2)) {
        d->phase = DYNEB_STATIC;
        d->shared = mode & 1;
        d->seen = (struct dyneb_events){.load = false};
        return;
    }
    switch (d->phase) {
    case DYNEB_STATIC:
        begin_sample(d);
        break;
    case DYNEB_SETTLE:
        step_settle(d);
        break;
    case DYNEB_CHECK:
        step_check(d);
        break;
    case DYNEB_WARM:
        step_warm(d);
        break;
    case DYNEB_SAMPLE:
        step_sample(d);
        break;
    case DYNEB_EVALUATE:
        step_evaluate(d);
        break;
    case DYNEB_EXECUTE:
        step_execute(d);
        break;
    }
    see(d, in);
}

static bool has_seen(const struct dyneb_events *seen)
{
    return seen->load || seen->store || seen->own_miss || seen->near || seen->home_reply;
}

bool dyneb_is_idle(const struct dyneb *d)
{
    return d->phase != DYNEB_EVALUATE && !d->decided && !has_seen(&d->seen);
}

static uint64_t events_word(const struct dyneb_events *seen)
{
    return (uint64_t)seen->load | (uint64_t)seen->store << 1 | (uint64_t)seen->miss << 2 |
           (uint64_t)seen->remote << 3 | (uint64_t)seen->odd << 4 | (uint64_t)seen->near << 5 |
           (uint64_t)seen->home_reply << 6 | (uint64_t)seen->own_miss << 7 |
           (uint64_t)seen->even_miss << 8;
}

static uint64_t hash_counts(const struct dyneb_counts *c, uint64_t hash)
{
    hash = hash_word(hash, (uint64_t)c->home_replies << 32);
    hash = hash_word(hash, (uint64_t)c->remote_accesses << 32 | c->remote_misses);
    for (unsigned group = 0; group < 2; group++) {
        hash = hash_word(hash, (uint64_t)c->accesses[group] << 32 | c->misses[group]);
        hash = hash_word(hash, c->l2_requests[group]);
    }
    return hash;
}

uint64_t dyneb_hash(const struct dyneb *d)
{
    uint64_t flags = (uint64_t)d->phase << 2 | (uint64_t)d->shared << 1 | d->decided;
    uint64_t hash = hash_word(flags, (uint64_t)d->even_left << 32 | d->left);
    hash = hash_word(hash, events_word(&d->seen) << 32 | d->misses);
    return hash_counts(&d->counts, hash_word(hash, d->steps_left));
}
