/* Twin of rtl/ccn_throttle.v. */
#include "ccn_throttle.h"

#include "hash.h"

static void begin_epoch(struct ccn_throttle *t)
{
    *t = (struct ccn_throttle){
        .params = t->params, .now = t->now, .sampling = true, .verdict = t->verdict};
}

void ccn_throttle_init(struct ccn_throttle *t, const struct ccn_throttle_params *params)
{
    *t = (struct ccn_throttle){.params = *params};
    begin_epoch(t);
}

void ccn_throttle_release(struct ccn_throttle *t)
{
    (void)t; /* nothing is allocated */
}

void ccn_throttle_reset(struct ccn_throttle *t)
{
    t->now = (struct ccn_throttle_in){0};
    t->verdict = false;
    begin_epoch(t);
}

void ccn_throttle_outputs(const struct ccn_throttle *t, struct ccn_throttle_out *out)
{
    out->skip = t->skip;
    out->event_sample = t->judged;
    out->event_skip = t->judged && t->skip;
}

static bool is_near_limit(const struct ccn_throttle *t)
{
    return t->total >> 2 == (UINT32_C(1) << (t->params.count_bits - 2)) - 1;
}

/* Both counters are halved before requests could overflow one: `full` says that this is due, a step
 * late, and then no request counts. */
static void count(struct ccn_throttle *t, const struct ccn_throttle_in *now)
{
    bool halve = t->full;
    t->full = t->sampling && !halve && is_near_limit(t);
    if (halve) {
        t->hits /= 2;
        t->total /= 2;
    } else if (t->sampling) {
        t->hits += now->event_answer;
        t->total += (uint32_t)now->event_answer + (uint32_t)now->event_back;
    }
}

void ccn_throttle_step(struct ccn_throttle *t, const struct ccn_throttle_in *in)
{
    struct ccn_throttle_in now = t->now;
    uint32_t next = t->at + (uint32_t)now.issued;
    t->now = *in;
    if (next >= t->params.period) { /* whatever was being sampled or judged is forgotten */
        begin_epoch(t);
        return;
    }
    t->judged = t->weighing == 1;
    if (t->judged && t->total)
        t->verdict = 100 * t->hits < t->params.min_percent * t->total;
    if (t->judged)
        t->skip = t->verdict;
    if (t->weighing)
        t->weighing--;
    count(t, &now);
    if (t->sampling && next >= t->params.sample) {
        t->sampling = t->full = false;
        t->weighing = t->params.count_bits; /* one step per bit of the counters */
    }
    t->at = next;
}

bool ccn_throttle_is_idle(const struct ccn_throttle *t)
{
    bool counted = !t->now.issued && !t->now.event_answer && !t->now.event_back;
    bool halves = t->full || (t->sampling && is_near_limit(t));
    return counted && !halves && !t->weighing && !t->judged;
}

uint64_t ccn_throttle_hash(const struct ccn_throttle *t)
{
    unsigned flags = (unsigned)t->sampling | (unsigned)t->judged << 1 | (unsigned)t->skip << 2 |
                     (unsigned)t->full << 3 | (unsigned)t->now.event_answer << 4 |
                     (unsigned)t->now.event_back << 5 | (unsigned)t->now.issued << 6 |
                     (unsigned)t->verdict << 8 | t->weighing << 9;
    return hash_word(hash_word(flags, t->at), (uint64_t)t->hits << 32 | t->total);
}
