/* Parts of the hash of an L1: see l1_cache_hash.h. */
#include "l1_cache_hash.h"

#include "hash.h"

uint64_t l1_hash_access(uint64_t hash, const struct l1_access *access)
{
    hash = hash_word(hash, access->line);
    hash = hash_words(hash, access->mask, 2);
    hash = hash_word(hash, (uint64_t)access->node << 8 | (unsigned)(access->sectors << 2) |
                               (unsigned)(access->remote << 1) | access->foreign);
    hash = hash_word(hash, (uint64_t)access->insn << 8 | access->check);
    return hash_word(hash, (uint64_t)access->id << 16 | (unsigned)(access->kind << 8 | access->op));
}

uint64_t l1_hash_sets(const struct l1_cache *l1, uint64_t hash)
{
    for (unsigned index = 0; index < l1->params.sets; index++) {
        const struct l1_set *set = &l1->sets[index];
        unsigned base = index * l1->params.ways;
        hash = hash_word(hash, set->order);
        hash = hash_word(hash,
                         (uint64_t)set->foreign << 32 | (uint64_t)set->valid << 16 | set->reserved);
        for (unsigned ways = set->valid | set->reserved; ways; ways &= ways - 1) {
            unsigned way = (unsigned)__builtin_ctz(ways);
            hash = hash_word(hash, l1->lines[base + way]);
            if (l1->carry_data && set->valid >> way & 1)
                hash = hash_words(hash, &l1->data[(size_t)(base + way) * L1_LINE_WORDS],
                                  L1_LINE_WORDS);
        }
    }
    return hash;
}
