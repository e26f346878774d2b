/* Twin of rtl/writes_under_way.v. */
#include "writes_under_way.h"

#include <string.h>

#include "hash.h"

void writes_under_way_init(struct writes_under_way *w, const struct writes_under_way_params *params)
{
    (void)params; /* a bucket is a bucket, however long its lines */
    writes_under_way_reset(w);
}

void writes_under_way_release(struct writes_under_way *w)
{
    (void)w; /* nothing is allocated */
}

void writes_under_way_reset(struct writes_under_way *w)
{
    memset(w->counts, 0, sizeof w->counts);
    w->look_bucket = 0;
}

void writes_under_way_outputs(const struct writes_under_way *w, struct writes_under_way_out *out)
{
    unsigned count = w->counts[w->look_bucket];
    out->look_settled = !count;
    out->look_full = count == WRITES_MAX;
}

void writes_under_way_step(struct writes_under_way *w, const struct writes_under_way_in *in)
{
    if (in->look_counts)
        w->counts[w->look_bucket]++;
    if (in->done_valid)
        w->counts[writes_bucket(in->done_line)]--;
    if (in->look_next)
        w->look_bucket = (uint8_t)writes_bucket(in->look_line);
}

bool writes_under_way_is_idle(const struct writes_under_way *w)
{
    (void)w;
    return true;
}

uint64_t writes_under_way_hash(const struct writes_under_way *w)
{
    uint64_t hash = w->look_bucket;
    for (unsigned i = 0; i < WRITES_BUCKETS; i++)
        hash = hash_word(hash, w->counts[i]);
    return hash;
}
