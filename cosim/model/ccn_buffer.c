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

/* The head has waited too long: it goes to L2, and nothing goes before it. */
static bool is_late(const struct ccn_buffer *b)
{
    return b->params.wait_limit && b->waited == b->params.wait_limit;
}

static bool takes_misses(const struct ccn_buffer *b)
{
    return b->leaving < CCN_BUFFER_GOING && !is_late(b);
}

void ccn_buffer_outputs(const struct ccn_buffer *b, struct ccn_buffer_out *out)
{
    out->miss_ready = takes_misses(b);
    out->send_valid = b->count && !is_late(b);
    if (out->send_valid)
        out->send_line = b->waiting[b->first];
    out->direct_valid = b->leaving;
    if (out->direct_valid)
        out->direct_line = b->going[0];
    out->event_full = b->found_full;
    out->event_late = b->was_late;
}

static unsigned place(const struct ccn_buffer *b, unsigned offset)
{
    return ring_wrap(b->first + offset, b->params.depth);
}

/* The head goes on, to the ring or to L2. */
static uint64_t take_head(struct ccn_buffer *b)
{
    uint64_t line = b->waiting[b->first];
    b->first = place(b, 1);
    b->count--;
    b->waited = 0;
    return line;
}

static void send_direct(struct ccn_buffer *b, bool oldest_leaves, uint64_t line)
{
    b->going[b->leaving - oldest_leaves] = line;
    b->leaving++;
}

void ccn_buffer_step(struct ccn_buffer *b, const struct ccn_buffer_in *in)
{
    bool late = is_late(b), way_free = b->leaving < CCN_BUFFER_GOING;
    bool room = b->count < b->params.depth, take = in->miss_valid && takes_misses(b);
    bool direct = in->direct_ready && b->leaving;
    if (direct)
        b->going[0] = b->going[1];
    if (late && way_free)
        send_direct(b, direct, take_head(b));
    else if (!late && b->count && in->send_ready)
        take_head(b);
    else if (!late && b->count && b->params.wait_limit)
        b->waited++;
    if (take && room)
        b->waiting[place(b, b->count++)] = in->miss_line;
    else if (take)
        send_direct(b, direct, in->miss_line);
    b->leaving -= direct;
    b->found_full = take && !room;
    b->was_late = late && way_free;
}

bool ccn_buffer_is_idle(const struct ccn_buffer *b)
{
    return !b->count && !b->leaving && !b->found_full && !b->was_late;
}

uint64_t ccn_buffer_hash(const struct ccn_buffer *b)
{
    unsigned events = (unsigned)b->found_full | (unsigned)b->was_late << 1;
    uint64_t hash = hash_word(events, (uint64_t)b->count << 32 | b->waited << 8 | b->leaving);
    for (unsigned i = 0; i < b->count; i++)
        hash = hash_word(hash, b->waiting[place(b, i)]);
    return hash_words(hash, b->going, b->leaving);
}
