/* DynEB as the paper has it [pact20 sections 4.1, 4.2]: events in, decisions out, no cycles, real
 * numbers, divisions where the paper divides. For tests of the twin and of whole chips.
 *
 * Two sets of counters: `plain` ones without a limit, and `aged` ones that are halved when one of
 * them reaches 2^count_bits, as the hardware does, but without rounding. Without a halving
 * (`halvings` = 0) they are the same, and the hardware must decide alike. After one, the hardware's
 * counters are these rounded down, so that it may differ near a tie: `unsure`.
 *
 *   begin -> { events, end_cycle } until sampled() -> decide() -> { events, end_cycle } ...
 *
 * Events between sampled() and decide() are ignored: the hardware is evaluating. Warm-up, sample
 * and execution end with a cycle, and so does what a group of the sample counts: the order of the
 * events in one does not matter. */
#ifndef MEMLOOM_DYNEB_ORACLE_H
#define MEMLOOM_DYNEB_ORACLE_H

#include <math.h>
#include <stdbool.h>

#include "dyneb.h"

struct dyneb_oracle_counts {     /* index 0: even sets, private; 1: odd sets, shared */
    long double accesses[2];     /* own loads; METRIC 0, count_remote, odd sets: all loads */
    long double misses[2];       /* those of them that missed; asks, even sets: L2 was asked */
    long double l2_requests[2];  /* loads and stores that L2 answers (METRIC 0) */
    long double home_replies;    /* replies of homes, odd sets */
    long double remote_accesses; /* loads of other cores, odd sets (METRIC 1) */
    long double remote_misses;   /* those of them that missed (METRIC 1) */
};

struct dyneb_oracle {
    long double lines;         /* of the L1 */
    long double check;         /* own loads of a private L1 before all that; 0: none */
    long double check_percent; /* private below this miss rate of these */
    long double share_percent; /* shared from this on; a sample needs as much; 0: no rule */
    long double watch;         /* own accesses of a window of a private execution; 0: none */
    long double warm, sample, execute; /* own requests of each group before it counts; R_S, R_EX */
    bool count_remote;        /* own requests count wherever they go, all loads for METRIC 0 */
    unsigned metric;          /* 0 effective bandwidth, 1 access time */
    bool asks;                /* own misses are what L2 is asked for: dyneb_oracle_asked */
    long double miss_percent; /* a sample: private below this; 0: no rule of misses at all */
    long double l1_latency, home_latency, l2_latency; /* cycles, METRIC 1 */
    unsigned count_bits;                              /* of the hardware's counters */
    bool executing;                                   /* else checking or sampling */
    bool shared;                                      /* executing: what */
    bool checking, settled;                 /* private, before a sample; its accesses judge */
    long double loads, missed;              /* checking: of this leg; executing: of this window */
    bool checked, check_shares;             /* without a sample, just decided: what */
    bool is_warm;                           /* sampling: it counts */
    long double seen[2];                    /* sampling: own requests, by group */
    unsigned passed[2];                     /* those of this cycle */
    unsigned processed;                     /* executing: own accesses of this cycle */
    long double executed;                   /* executing: all of them */
    struct dyneb_oracle_counts plain, aged; /* of this sample */
    unsigned halvings;                      /* of `aged` in this sample */
};

struct dyneb_oracle_decision {
    bool share;       /* by the aged counters */
    bool plain_share; /* by the plain ones */
    bool unsure;      /* nearer to a tie than rounding the aged counters down can tell */
};

/* One for hardware with these parameters; a sample has not begun. */
static inline struct dyneb_oracle dyneb_oracle_of(const struct dyneb_params *p)
{
    return (struct dyneb_oracle){.lines = p->lines,
                                 .check = p->check,
                                 .check_percent = p->check_percent,
                                 .share_percent = p->share_percent,
                                 .watch = p->watch,
                                 .warm = p->warm,
                                 .sample = p->sample,
                                 .execute = p->execute,
                                 .count_remote = p->count_remote,
                                 .metric = p->metric,
                                 .asks = p->asks,
                                 .miss_percent = p->miss_percent,
                                 .l1_latency = p->l1_latency,
                                 .home_latency = p->home_latency,
                                 .l2_latency = p->l2_latency,
                                 .count_bits = p->count_bits};
}

/* A new sample. The fields up to count_bits stay. */
static inline void dyneb_oracle_begin(struct dyneb_oracle *o)
{
    o->executing = o->checked = o->check_shares = o->settled = false;
    o->checking = o->check > 0 && o->miss_percent > 0;
    o->loads = o->missed = 0;
    o->is_warm = o->warm <= 0;
    o->seen[0] = o->seen[1] = o->executed = 0;
    o->passed[0] = o->passed[1] = o->processed = 0;
    o->plain = o->aged = (struct dyneb_oracle_counts){.home_replies = 0};
    o->halvings = 0;
}

static inline bool dyneb_oracle_sampled(const struct dyneb_oracle *o)
{
    return !o->executing && !o->checking && o->is_warm && o->seen[0] >= o->sample &&
           o->seen[1] >= o->sample;
}

/* Warming up, or sampling. */
static inline bool dyneb_oracle_is_sampling(const struct dyneb_oracle *o)
{
    return !o->executing && !o->checking && !dyneb_oracle_sampled(o);
}

/* A group counts until it has seen its own requests: equal work in both. */
static inline bool dyneb_oracle_is_counting(const struct dyneb_oracle *o, bool odd)
{
    return !o->executing && !o->checking && o->is_warm && o->seen[odd] < o->sample;
}

/* Halves when a counter has reached its limit. */
static inline void dyneb_oracle_age(struct dyneb_oracle *o)
{
    long double *all = (long double *)&o->aged; /* nothing but numbers */
    unsigned count = sizeof o->aged / sizeof *all;
    bool over = false;
    for (unsigned i = 0; i < count; i++)
        over |= all[i] >= ldexpl(1, (int)o->count_bits);
    for (unsigned i = 0; i < count && over; i++)
        all[i] /= 2;
    o->halvings += over;
}

/* The L1 is full: it saw enough loads, or as many of them missed as it has lines, or as were to be
 * seen. */
static inline void dyneb_oracle_end_settling(struct dyneb_oracle *o)
{
    o->settled = o->loads >= o->check || o->missed >= fminl(o->lines, o->check);
    if (o->settled)
        o->loads = o->missed = 0;
}

/* Shared when its miss rate is that high even if all loads to come hit, else waits for them. */
static inline void dyneb_oracle_end_check(struct dyneb_oracle *o)
{
    long double percent = 100 * o->missed / o->check;
    o->check_shares = o->share_percent > 0 && percent >= o->share_percent;
    if (!o->check_shares && o->loads < o->check)
        return;
    o->checking = false;
    o->checked = o->executing = o->check_shares || percent < o->check_percent;
    o->shared = o->check_shares;
    o->executed = o->missed = 0;
}

/* A cycle of an execution, with an own access or without. Windows are counted from its end. */
static inline void dyneb_oracle_execute(struct dyneb_oracle *o, bool processed)
{
    bool watches = o->watch > 0 && o->share_percent > 0 && o->check > 0 && o->miss_percent > 0;
    o->executed += processed;
    if (watches && !o->shared && 100 * o->missed / o->watch >= o->share_percent) {
        o->checked = o->check_shares = o->shared = true;
        o->executed = o->missed = 0;
    } else if (processed && o->executed >= o->execute) {
        dyneb_oracle_begin(o);
    } else if (processed && watches && fmodl(o->execute - o->executed, o->watch) == 0) {
        o->missed = 0;
    }
}

/* The events of one cycle are over: the phase's clock. */
static inline void dyneb_oracle_end_cycle(struct dyneb_oracle *o)
{
    bool sampling = dyneb_oracle_is_sampling(o);
    bool executing = o->executing;
    o->checked = false;
    if (o->checking && o->settled)
        dyneb_oracle_end_check(o);
    else if (o->checking)
        dyneb_oracle_end_settling(o);
    dyneb_oracle_age(o);
    for (unsigned odd = 0; odd < 2; odd++) {
        o->seen[odd] += sampling ? o->passed[odd] : 0;
        o->passed[odd] = 0;
    }
    bool processed = o->processed > 0;
    o->processed = 0;
    if (sampling && !o->is_warm && o->seen[0] >= o->warm && o->seen[1] >= o->warm) {
        o->is_warm = true;
        o->seen[0] = o->seen[1] = 0;
    }
    if (executing)
        dyneb_oracle_execute(o, processed);
}

static inline void dyneb_oracle_add(long double *plain, long double *aged, bool happens)
{
    *plain += happens;
    *aged += happens;
}

/* A load or store that L2 has to answer. */
static inline void dyneb_oracle_l2_request(struct dyneb_oracle *o, bool odd)
{
    if (dyneb_oracle_is_counting(o, odd) && o->metric == 0)
        dyneb_oracle_add(&o->plain.l2_requests[odd], &o->aged.l2_requests[odd], true);
}

/* An own request that was sent to L2 because it is nearer; while sampling to an odd set. */
static inline void dyneb_oracle_near(struct dyneb_oracle *o)
{
    dyneb_oracle_l2_request(o, true);
    o->passed[1] += o->count_remote;
}

static inline void dyneb_oracle_home_reply(struct dyneb_oracle *o, bool odd)
{
    if (dyneb_oracle_is_counting(o, true))
        dyneb_oracle_add(&o->plain.home_replies, &o->aged.home_replies, odd);
    o->passed[1] += odd && o->count_remote;
}

/* A load looked up in the L1; missed: a new line (not one that joins a pending one). */
static inline void dyneb_oracle_load(struct dyneb_oracle *o, bool odd, bool remote, bool missed)
{
    struct dyneb_oracle_counts *p = &o->plain, *a = &o->aged;
    bool judges = !remote || (odd && o->count_remote && o->metric == 0);
    if (dyneb_oracle_is_counting(o, odd) && judges) {
        dyneb_oracle_add(&p->accesses[odd], &a->accesses[odd], true);
        dyneb_oracle_add(&p->misses[odd], &a->misses[odd], missed && (odd || !o->asks));
    } else if (dyneb_oracle_is_counting(o, odd) && o->metric == 1) {
        dyneb_oracle_add(&p->remote_accesses, &a->remote_accesses, odd);
        dyneb_oracle_add(&p->remote_misses, &a->remote_misses, odd && missed);
    }
    if (missed && (odd || (!remote && !o->asks)))
        dyneb_oracle_l2_request(o, odd);
    o->passed[odd] += !remote;
    o->processed += !remote;
    if ((o->checking || o->executing) && !remote) {
        o->loads++;
        o->missed += missed && !o->asks;
    }
}

/* asks: L2 was asked for an own load that neither the own L1 nor another one answered. */
static inline void dyneb_oracle_asked(struct dyneb_oracle *o, bool odd)
{
    if (!odd && dyneb_oracle_is_counting(o, false)) {
        dyneb_oracle_add(&o->plain.misses[0], &o->aged.misses[0], true);
        dyneb_oracle_l2_request(o, false);
    }
    o->missed += o->checking || o->executing;
}

static inline void dyneb_oracle_store(struct dyneb_oracle *o, bool odd, bool remote)
{
    if (odd || !remote)
        dyneb_oracle_l2_request(o, odd);
    o->passed[odd] += !remote;
    o->processed += !remote;
}

/* Equation 3; both groups have misses. */
static inline long double dyneb_oracle_bandwidth(const struct dyneb_oracle_counts *c, bool odd)
{
    long double miss_rate = c->misses[odd] / c->accesses[odd];
    return c->l2_requests[odd] / miss_rate + (odd ? c->home_replies : 0);
}

/* Equations 1 and 2; the group has accesses. */
static inline long double dyneb_oracle_time(const struct dyneb_oracle *o,
                                            const struct dyneb_oracle_counts *c, bool odd)
{
    long double local = c->accesses[odd], remote = odd ? c->home_replies : 0, all = local + remote;
    long double miss_rate = local > 0 ? c->misses[odd] / local : 0;
    long double remote_rate = c->remote_accesses > 0 ? c->remote_misses / c->remote_accesses : 0;
    long double home = o->home_latency + remote_rate * o->l2_latency;
    return o->l1_latency + local / all * miss_rate * o->l2_latency + remote / all * home;
}

/* How far a is from b, of 1. What is nearer than 1e-17 is equal but for the rounding of long
 * doubles: different bandwidths are at least 2^-49 apart with counters of 16 bits. */
static inline long double dyneb_oracle_gap(long double a, long double b)
{
    long double larger = fmaxl(fabsl(a), fabsl(b));
    long double gap = larger > 0 ? fabsl(a - b) / larger : 0;
    return gap < 1e-17 ? 0 : gap;
}

/* What rounding the counters down may do to a quotient of products of them, at most: the sum of
 * what it may do to each. */
static inline long double dyneb_oracle_rounding(const long double *counts, unsigned count)
{
    long double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += counts[i] > 0 ? 1 / counts[i] : 0;
    return sum;
}

/* True for shared; *gap is how clear that is. */
static inline bool dyneb_oracle_compare(const struct dyneb_oracle *o,
                                        const struct dyneb_oracle_counts *c, long double *gap)
{
    *gap = 1;
    if (o->metric == 0) {
        if (c->misses[0] <= 0 || c->misses[1] <= 0) /* infinite bandwidth; a tie when both */
            return c->misses[0] > 0;
        long double shared = dyneb_oracle_bandwidth(c, true);
        long double own = dyneb_oracle_bandwidth(c, false);
        *gap = dyneb_oracle_gap(shared, own);
        return *gap > 0 && shared > own;
    }
    if (c->accesses[0] <= 0 || c->accesses[1] + c->home_replies <= 0)
        return false; /* nothing to compare */
    long double shared = dyneb_oracle_time(o, c, true) - o->l1_latency;
    long double own = dyneb_oracle_time(o, c, false) - o->l1_latency;
    *gap = dyneb_oracle_gap(shared, own);
    return *gap > 0 && shared < own;
}

static inline bool dyneb_oracle_shares(const struct dyneb_oracle *o,
                                       const struct dyneb_oracle_counts *c, bool *unsure)
{
    long double percent = o->miss_percent > 0 ? fmaxl(o->miss_percent, o->share_percent) : 0;
    long double gap, rule[2] = {100 * c->misses[0], percent * c->accesses[0]};
    long double of_private[2] = {c->misses[0], c->accesses[0]};
    bool share = dyneb_oracle_compare(o, c, &gap);
    bool stays = rule[0] < rule[1];
    bool rule_unsure = o->miss_percent > 0 &&
                       dyneb_oracle_gap(rule[0], rule[1]) < dyneb_oracle_rounding(of_private, 2);
    bool compare_unsure =
        gap <= dyneb_oracle_rounding((const long double *)c, sizeof *c / sizeof(long double));
    *unsure = rule_unsure || (!stays && compare_unsure);
    return share && !stays;
}

/* The sample is complete: what it says. The execution begins. */
static inline struct dyneb_oracle_decision dyneb_oracle_decide(struct dyneb_oracle *o)
{
    struct dyneb_oracle_decision decision;
    decision.plain_share = dyneb_oracle_shares(o, &o->plain, &decision.unsure);
    decision.share = dyneb_oracle_shares(o, &o->aged, &decision.unsure);
    decision.unsure &= o->halvings != 0;
    o->executing = true;
    o->shared = decision.share;
    o->executed = o->missed = 0;
    return decision;
}

#endif
