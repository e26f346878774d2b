/* Parts of the hash of an L1's state, for l1_cache_hash. */
#ifndef MEMLOOM_L1_CACHE_HASH_H
#define MEMLOOM_L1_CACHE_HASH_H

#include "l1_cache.h"

/* An access in one of the registers. */
uint64_t l1_hash_access(uint64_t hash, const struct l1_access *);

/* All sets, with the lines in them. */
uint64_t l1_hash_sets(const struct l1_cache *, uint64_t hash);

#endif
