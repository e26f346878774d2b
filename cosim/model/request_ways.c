/* Twin of rtl/request_ways.v. */
#include "request_ways.h"

#include <string.h>

#include "hash.h"

void request_ways_init(struct request_ways *w, const struct request_ways_params *params)
{
    w->regions = params->regions;
    request_ways_reset(w);
}

void request_ways_release(struct request_ways *w)
{
    (void)w; /* nothing is allocated */
}

void request_ways_reset(struct request_ways *w)
{
    w->in_flight = w->answered = 0;
    w->moved = w->wrote = w->sent = w->passed = false;
    memset(w->written, 0, sizeof w->written);
}

void request_ways_outputs(const struct request_ways *w, struct request_ways_out *out)
{
    out->quiet = !w->in_flight;
    out->over = w->in_flight == w->answered;
    out->moved = w->moved;
    out->wrote = w->wrote;
    out->sent = w->sent;
    out->passed = w->passed;
    memcpy(out->written, w->written, sizeof out->written);
}

void request_ways_step(struct request_ways *w, const struct request_ways_in *in)
{
    bool quiet = !w->in_flight, over = w->in_flight == w->answered, leaves = in->leave_valid, foreign = leaves && in->leave_foreign;
    bool writes = foreign && in->leave_writes;
    w->in_flight += leaves;
    w->in_flight -= w->answered;
    w->answered = (unsigned)(in->answer_hit + in->answer_response + in->answer_remote);
    w->moved = w->in_flight && (w->moved || (leaves && in->leave_moved && !quiet));
    w->wrote = w->in_flight && (w->wrote || writes);
    w->sent = w->in_flight && (w->sent || (foreign && in->leave_away));
    w->passed = w->in_flight && (w->passed || (foreign && in->leave_passes));
    if (in->flush && over)
        memset(w->written, 0, sizeof w->written);
    if (writes && !in->leave_away)
        w->written[in->leave_region / 64] |= UINT64_C(1) << in->leave_region % 64;
}

bool request_ways_is_idle(const struct request_ways *w)
{
    return !w->answered;
}

uint64_t request_ways_hash(const struct request_ways *w)
{
    uint64_t hash = hash_word(w->in_flight + ((uint64_t)w->answered << 32), (uint64_t)w->moved << 16 |
                                                (unsigned)(w->wrote << 8) |
                                                (unsigned)(w->passed << 1) | (unsigned)w->sent);
    return hash_words(hash, w->written, REQUEST_WAYS_REGIONS_MAX / 64);
}
