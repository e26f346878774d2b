/* Twin of rtl/pending_lines.v. */
#include "pending_lines.h"

#include "hash.h"

void pending_lines_init(struct pending_lines *p, const struct pending_lines_params *params)
{
    *p = (struct pending_lines){.params = *params};
}

void pending_lines_release(struct pending_lines *p)
{
    (void)p; /* nothing is allocated */
}

void pending_lines_reset(struct pending_lines *p)
{
    p->busy = 0;
}

void pending_lines_outputs_in(const struct pending_lines *p, const struct pending_lines_in *in,
                              struct pending_lines_out *out)
{
    uint64_t free = pending_free(p);
    out->look_match = pending_match(p, in->look_line);
    out->free_valid = free;
    out->free_mask = free & -free;
    out->free_entry = free ? (uint64_t)__builtin_ctzll(free) : 0;
}

void pending_lines_step(struct pending_lines *p, const struct pending_lines_in *in)
{
    unsigned answered = (unsigned)in->answer_entry;
    if (in->claim_valid)
        pending_claim(p, in->claim_line);
    if (in->answer_last)
        pending_give_back(p, answered);
}

bool pending_lines_is_idle(const struct pending_lines *p)
{
    (void)p;
    return true;
}

uint64_t pending_lines_hash(const struct pending_lines *p)
{
    uint64_t hash = p->busy;
    for (uint64_t left = p->busy; left; left &= left - 1)
        hash = hash_word(hash, p->lines[__builtin_ctzll(left)]);
    return hash;
}
