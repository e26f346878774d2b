/* Twin of rtl/ccn_throttle.v. */
#include "ccn_throttle.h"

#include "hash.h"

static void begin_epoch(struct ccn_throttle *t)
{
    *t = (struct ccn_throttle){.params = t->params, .sampling = true};
}

void ccn_throttle_init(struct ccn_throttle *t, const struct ccn_throttle_params *params)
{
    t->params = *params;
    begin_epoch(t);
}

void ccn_throttle_release(struct ccn_throttle *t)
{
    (void)t; /* nothing is allocated */
}

void ccn_throttle_reset(struct ccn_throttle *t)
{
    begin_epoch(t);
}

void ccn_throttle_outputs(const struct ccn_throttle *t, struct ccn_throttle_out *out)
{
    out->skip = t->skip;
    out->event_sample = t->judged;
    out->event_skip = t->judged && t->skip;
}

/* Both counters are halved before the next two requests could overflow one. */
static void count(struct ccn_throttle *t, bool answered, bool back)
{
    if (!answered && !back)
        return;
    if (t->total >> 1 == (UINT32_C(1) << (t->params.count_bits - 1)) - 1) {
        t->hits /= 2;
        t->total /= 2;
    }
    t->hits += answered;
    t->total += (uint32_t)answered + back;
}

void ccn_throttle_step(struct ccn_throttle *t, const struct ccn_throttle_in *in)
{
    uint32_t next = t->at + (uint32_t)in->issued;
    if (next >= t->params.period) { /* whatever was being sampled or judged is forgotten */
        begin_epoch(t);
        return;
    }
    bool sample_ends = t->sampling && next >= t->params.sample;
    if (t->judge)
        t->skip = 100 * t->hits < t->params.min_percent * t->total;
    t->judged = t->judge;
    t->judge = t->weigh;
    t->weigh = sample_ends;
    if (t->sampling)
        count(t, in->event_answer, in->event_back);
    t->sampling = t->sampling && !sample_ends;
    t->at = next;
}

bool ccn_throttle_is_idle(const struct ccn_throttle *t)
{
    return !t->weigh && !t->judge && !t->judged;
}

uint64_t ccn_throttle_hash(const struct ccn_throttle *t)
{
    unsigned flags = (unsigned)t->sampling | (unsigned)t->weigh << 1 | (unsigned)t->judge << 2 |
                     (unsigned)t->judged << 3 | (unsigned)t->skip << 4;
    return hash_word(hash_word(flags, t->at), (uint64_t)t->hits << 32 | t->total);
}
