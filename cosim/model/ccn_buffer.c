/* Twin of rtl/ccn_buffer.v. */
#include "ccn_buffer.h"

#include "hash.h"
#include "ring.h"

void ccn_buffer_init(struct ccn_buffer *b, const struct ccn_buffer_params *params)
{
    *b = (struct ccn_buffer){.params = *params};
}

void ccn_buffer_release(struct ccn_buffer *b)
{
    (void)b; /* nothing is allocated */
}

void ccn_buffer_reset(struct ccn_buffer *b)
{
    *b = (struct ccn_buffer){.params = b->params};
}

static bool takes_misses(const struct ccn_buffer *b)
{
    return b->leaving < CCN_BUFFER_GOING; /* any may have to go to L2 */
}

void ccn_buffer_outputs(const struct ccn_buffer *b, struct ccn_buffer_out *out)
{
    out->miss_ready = takes_misses(b);
    out->send_valid = b->count;
    if (out->send_valid)
        out->send_line = b->waiting[b->first];
    out->direct_valid = b->leaving;
    if (out->direct_valid)
        out->direct_line = b->going[0];
    out->event_full = b->found_full;
}

static unsigned place(const struct ccn_buffer *b, unsigned offset)
{
    return ring_wrap(b->first + offset, b->params.depth);
}

void ccn_buffer_step(struct ccn_buffer *b, const struct ccn_buffer_in *in)
{
    bool room = b->count < b->params.depth, take = in->miss_valid && takes_misses(b);
    if (in->direct_ready && b->leaving) {
        b->going[0] = b->going[1];
        b->leaving--;
    }
    if (in->send_ready && b->count) {
        b->first = place(b, 1);
        b->count--;
    }
    if (take && room)
        b->waiting[place(b, b->count++)] = in->miss_line;
    else if (take)
        b->going[b->leaving++] = in->miss_line;
    b->found_full = take && !room;
}

bool ccn_buffer_is_idle(const struct ccn_buffer *b)
{
    return !b->count && !b->leaving && !b->found_full;
}

uint64_t ccn_buffer_hash(const struct ccn_buffer *b)
{
    uint64_t hash = hash_word(b->found_full, (uint64_t)b->count << 32 | b->leaving);
    for (unsigned i = 0; i < b->count; i++)
        hash = hash_word(hash, b->waiting[place(b, i)]);
    return hash_words(hash, b->going, b->leaving);
}
