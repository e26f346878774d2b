/* What a router holds: for who counts its flits or compares its state. */
#include "router.h"

#include "hash.h"
#include "util.h"

static unsigned words_of_flit(const struct router *r)
{
    return bits_words(r->params.flit_bits);
}

bool router_is_idle(const struct router *r)
{
    uint64_t any = r->holds;
    for (unsigned word = 0; word < r->words; word++)
        any |= r->set[word].credit;
    for (unsigned word = 0; word < r->out_words; word++)
        any |= r->switching[word] | r->valid[word];
    return !any;
}

unsigned router_flits(const struct router *r)
{
    unsigned flits = 0;
    for (unsigned word = 0; word < r->out_words; word++)
        flits += (unsigned)(__builtin_popcountll(r->switching[word]) +
                            __builtin_popcountll(r->valid[word]));
    for (unsigned k = 0; k < r->params.inputs * r->params.speedup << r->lane; k++)
        flits += r->vc[k].count;
    return flits;
}

static uint64_t hash_transit(const struct router *r, uint64_t hash, const struct router_transit *t)
{
    hash = hash_word(hash, t->channel);
    return hash_words(hash, r->buffer[t->place].word, words_of_flit(r));
}

static uint64_t hash_queue(const struct router *r, uint64_t hash, unsigned k)
{
    const struct router_vc *vc = &r->vc[k];
    hash = hash_word(hash, vc->count | (unsigned)vc->head << 8);
    if (r->set[k / 64].active >> k % 64 & 1)
        hash = hash_word(hash, vc->target | (unsigned)vc->channel << 8);
    for (unsigned n = 0, place = vc->head; n < vc->count; n++) {
        const struct router_flit *flit = &r->buffer[k * r->params.depth + place];
        hash = hash_words(hash_word(hash, vc->entry[place]), flit->word, words_of_flit(r));
        place = place + 1 == r->params.depth ? 0 : place + 1;
    }
    return hash;
}

/* Members of a priority mask; where none can be its bits mean nothing. */
static uint64_t hash_mask(uint64_t hash, const uint64_t *mask, unsigned members, unsigned lane)
{
    for (unsigned member = 0; member < members; member++)
        hash = hash << 1 ^ hash >> 63 ^ router_has(mask, member << lane);
    return hash_word(hash, members);
}

static uint64_t hash_output(const struct router *r, uint64_t hash, unsigned o)
{
    const struct router_output *output = &r->output[o];
    hash = hash_word(hash, output->free | (unsigned)output->offer << 16);
    hash = hash_word(hash, output->lent | (unsigned)output->mixed << 16);
    hash =
        hash_mask(hash, r->sa.grant + o * r->words, r->params.inputs * r->params.speedup, r->lane);
    for (unsigned w = 0; w < r->params.vcs; w++)
        hash = hash_word(hash, output->credit[w]);
    if (router_has(r->switching, o))
        hash = hash_transit(r, hash, &r->switched[o]);
    if (router_has(r->valid, o))
        hash = hash_transit(r, hash, &r->sent[o]);
    return hash;
}

uint64_t router_hash(const struct router *r)
{
    uint64_t hash = 0;
    for (unsigned word = 0; word < r->out_words; word++) {
        hash = hash_word(hash_word(hash, r->valid[word]), r->valid_tail[word]);
        hash = hash_word(hash_word(hash, r->switching[word]), r->switching_tail[word]);
    }
    for (unsigned word = 0; word < r->words; word++) {
        const struct router_sets *set = &r->set[word];
        hash = hash_word(hash_word(hash, set->active), set->fresh);
        hash = hash_word(hash_word(hash, set->unripe), set->credit);
    }
    unsigned lane = r->params.vcs / r->params.speedup;
    for (unsigned i = 0; i < r->params.inputs * r->params.speedup; i++) {
        hash = hash_word(hash, r->vc_mask[i] & ((1u << lane) - 1));
        hash = hash_mask(hash, r->sa.accept + i * r->out_words, r->params.outputs, 0);
        for (unsigned v = 0; v < lane; v++)
            hash = hash_queue(r, hash, i << r->lane | v);
    }
    for (unsigned o = 0; o < r->params.outputs; o++)
        hash = hash_output(r, hash, o);
    return hash;
}
