/* Running hash of state words, for comparing runs (skipping or not, shuffled or not); not for
 * adversaries. */
#ifndef MEMLOOM_HASH_H
#define MEMLOOM_HASH_H

#include <stdint.h>

static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
    return hash ^ (hash >> 32);
}

static inline uint64_t hash_words(uint64_t hash, const uint64_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        hash = hash_word(hash, words[i]);
    return hash;
}

/* With its end, so that two texts in a row are not the same as one. */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = hash_word(hash, (unsigned char)*text);
    return hash_word(hash, 0x100);
}

#endif
