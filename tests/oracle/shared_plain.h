/* The shared L1 without time, as the papers and docs/shared_l1.md have it: where a line lives,
 * where a request goes [pact20 sections 3.1 to 3.3], and one core's L1 as lists in order of use.
 * Written with / and % and loops, from the text, for comparison with the chip model. */
#ifndef MEMLOOM_SHARED_PLAIN_H
#define MEMLOOM_SHARED_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plain_index.h"
#include "plan.h"

enum { PLAIN_LOAD, PLAIN_BYPASS, PLAIN_STORE, PLAIN_ATOMIC, PLAIN_FETCH }; /* requests */
enum { PLAIN_ASK_READ, PLAIN_ASK_FETCH, PLAIN_ASK_STORE };                 /* messages */
enum { PLAIN_LINES = 17, PLAIN_SETS = 32 }; /* of a set, of a cache, at most */

/* Multiply-shift hashing: floor(count * frac(folded * 40503 / 65536)). */
static inline unsigned plain_scale(uint64_t number, unsigned count)
{
    uint64_t folded = 0;
    for (; number; number /= 65536)
        folded ^= number % 65536;
    return (unsigned)(folded * 40503 % 65536 * count / 65536);
}

/* The core bits are the lowest ones of the tag; codes beyond the last core wrap, or are spread. */
static inline unsigned plain_home(const struct config *config, uint64_t line)
{
    unsigned cores = config->cores, codes = 1;
    uint64_t tag = line / config->l1_sets;
    while (codes < cores)
        codes *= 2;
    if (config->home_fold == 1)
        return plain_scale(tag, cores);
    if (config->home_fold == 2 && tag % codes >= cores)
        return (unsigned)((tag ^ tag / codes) % codes) % cores;
    return (unsigned)(tag % codes) % cores;
}

static inline unsigned plain_partition(const struct config *config, uint64_t line)
{
    return (unsigned)(line / (config->interleave_bytes / 128) % config->partitions);
}

static inline bool plain_odd(const struct config *config, uint64_t line)
{
    return plain_set_of(config, line) % 2;
}

/* Manhattan distance on the mesh; in a butterfly every other node is all stages away, on a crossbar
 * one. */
static inline unsigned plain_hops(const struct config *config, unsigned from, unsigned to)
{
    unsigned stages = 1;
    for (unsigned reach = config->fly_radix; reach < config->cores + config->partitions; stages++)
        reach *= config->fly_radix;
    if (config->topology == TOPOLOGY_BUTTERFLY)
        return from == to ? 0 : stages;
    if (config->topology == TOPOLOGY_CROSSBAR)
        return from != to;
    return (unsigned)(abs((int)(from % 32) - (int)(to % 32)) +
                      abs((int)(from / 32) - (int)(to / 32)));
}

static inline unsigned plain_sectors(const uint64_t *mask)
{
    unsigned sectors = 0;
    for (unsigned byte = 0; byte < 128; byte++)
        sectors |= (unsigned)(mask[byte / 64] >> byte % 64 & 1) << byte / 32;
    return sectors;
}

/* 32 lines share a region, and regions whose bits fold to one number share a bit. */
static inline unsigned plain_region(const struct config *config, uint64_t line)
{
    uint64_t number = line / 32;
    return (unsigned)(number % config->home_filter ^
                      number / config->home_filter % config->home_filter);
}

/* How the L1s are organized when a request is accepted. */
struct plain_rule {
    bool share[2]; /* even, odd sets */
    bool chunk, nearest;
    bool written; /* stores or atomics to the line's region went past its home since the kernel
                     began */
};

struct plain_request {
    unsigned kind, id;
    uint64_t line;
    const uint64_t *mask; /* bytes */
};

/* Where it goes: to the own L1, into the network, or both. */
struct plain_way {
    bool local, marked, past;       /* past: a load that L2 answers, though its set is shared */
    bool sent, near;                /* near: to the L2 slice, else to the home */
    unsigned home;                  /* core */
    unsigned node;                  /* sent: destination */
    unsigned kind, wanted, brought; /* sent: message, its sectors */
};

/* What other cores send to: the node, or the digits of the core's line on a crossbar of their own.
 */
static inline unsigned plain_address(const struct plan *plan, unsigned core)
{
    const struct config *config = &plan->config;
    unsigned radix = config->fly_radix, lines = radix, bits = 0, address = 0;
    if (config->remote_via != REMOTE_VIA_CROSSBAR)
        return plan->network[NETWORK_REQUEST].node[NODE_CORE][core];
    while (1u << bits < radix)
        bits++;
    while (lines < config->cores)
        lines *= radix;
    unsigned rest = core * lines / config->cores;
    for (unsigned at = 0; rest; at += bits, rest /= radix)
        address |= rest % radix << at;
    return address;
}

/* The table of docs/shared_l1.md. */
static inline struct plain_way plain_way(const struct plan *plan, unsigned core,
                                         const struct plain_rule *rule,
                                         const struct plain_request *r)
{
    const struct config *config = &plan->config;
    const struct network *network = &plan->network[NETWORK_REQUEST];
    struct plain_way way = {.local = true, .home = plain_home(config, r->line)};
    bool load = r->kind == PLAIN_LOAD, store = r->kind == PLAIN_STORE;
    if (way.home == core || (!load && !store))
        return way;
    unsigned here = network->node[NODE_CORE][core], home = network->node[NODE_CORE][way.home];
    unsigned slice = network->node[NODE_MEMORY][plain_partition(config, r->line)];
    way.near = rule->nearest && config->remote_via != REMOTE_VIA_CROSSBAR &&
               plain_hops(config, here, slice) < plain_hops(config, here, home);
    way.node = way.near ? slice : plain_address(plan, way.home);
    way.kind = store ? PLAIN_ASK_STORE : way.near ? PLAIN_ASK_FETCH : PLAIN_ASK_READ;
    unsigned touched = plain_sectors(r->mask);
    way.wanted = store ? 0 : rule->chunk ? touched : 15;
    way.brought = store ? touched : 0;
    bool shared = rule->share[plain_odd(config, r->line)];
    way.sent = shared && !rule->written;
    way.local = !way.sent;
    way.near = way.near && way.sent;
    way.past = way.local && shared && load;
    way.marked = way.local && !shared && load;
    return way;
}

/* One core's L1: write-through, no-write-allocate, LRU. */
struct plain_line {
    uint64_t line;
    bool pending, marked; /* waits for its fill; cached while its home is another core */
};

struct plain_set {
    struct plain_line lines[PLAIN_LINES]; /* most recently used first */
    unsigned count;
};

struct plain_cache {
    const struct config *config;
    struct plain_set sets[PLAIN_SETS];
};

struct plain_access {
    unsigned kind;
    uint64_t line;
    bool remote, marked; /* of another core; its home is another core */
    bool stale;          /* older than a flush */
};

enum plain_result { PLAIN_NOTHING, PLAIN_HIT, PLAIN_MISS, PLAIN_MERGE, PLAIN_STORED, PLAIN_OTHER };

static inline void plain_remove(struct plain_set *set, unsigned at)
{
    memmove(&set->lines[at], &set->lines[at + 1], (--set->count - at) * sizeof *set->lines);
}

static inline void plain_put_first(struct plain_set *set, struct plain_line line)
{
    memmove(&set->lines[1], &set->lines[0], set->count++ * sizeof *set->lines);
    set->lines[0] = line;
}

static inline void plain_touch(struct plain_set *set, unsigned at)
{
    struct plain_line line = set->lines[at];
    plain_remove(set, at);
    plain_put_first(set, line);
}

/* The least recently used line that does not wait for its fill leaves. */
static inline void plain_make_room(struct plain_set *set, unsigned ways)
{
    for (unsigned at = set->count; set->count == ways && at-- > 0;)
        if (!set->lines[at].pending)
            plain_remove(set, at);
}

static inline unsigned plain_find(const struct plain_set *set, uint64_t line)
{
    unsigned at = 0;
    while (at < set->count && set->lines[at].line != line)
        at++;
    return at;
}

static inline enum plain_result plain_load(struct plain_set *set, const struct plain_access *a,
                                           unsigned ways)
{
    unsigned at = plain_find(set, a->line);
    if (at < set->count) {
        plain_touch(set, at);
        return set->lines[0].pending ? PLAIN_MERGE : PLAIN_HIT;
    }
    plain_make_room(set, ways);
    plain_put_first(set, (struct plain_line){a->line, true, a->marked});
    return PLAIN_MISS;
}

/* shared: the line's set is; then lines of other homes are not cached. */
static inline enum plain_result plain_look(struct plain_cache *cache, const struct plain_access *a,
                                           bool shared)
{
    struct plain_set *set = &cache->sets[plain_set_of(cache->config, a->line)];
    unsigned at = plain_find(set, a->line);
    bool found = at < set->count, update = cache->config->l1_write_hit;
    switch (a->kind) {
    case PLAIN_LOAD:
        return a->stale || (a->marked && shared) ? PLAIN_MISS
                                                 : plain_load(set, a, cache->config->l1_ways);
    case PLAIN_STORE:
        if (found && update && !set->lines[at].pending)
            plain_touch(set, at);
        else if (found)
            plain_remove(set, at);
        return PLAIN_STORED;
    case PLAIN_ATOMIC:
        if (found)
            plain_remove(set, at);
        return PLAIN_OTHER;
    default:
        return PLAIN_OTHER;
    }
}

/* The line waits for its fill. */
static inline bool plain_waits(const struct plain_cache *cache, uint64_t line)
{
    const struct plain_set *set = &cache->sets[plain_set_of(cache->config, line)];
    unsigned at = plain_find(set, line);
    return at < set->count && set->lines[at].pending;
}

static inline void plain_fill(struct plain_cache *cache, uint64_t line)
{
    struct plain_set *set = &cache->sets[plain_set_of(cache->config, line)];
    unsigned at = plain_find(set, line);
    if (at < set->count)
        set->lines[at].pending = false;
}

/* Lines of other homes leave the sets that are shared. */
static inline void plain_purge(struct plain_cache *cache, const bool share[2])
{
    for (unsigned i = 0; i < cache->config->l1_sets; i++)
        for (unsigned at = cache->sets[i].count; share[i % 2] && at-- > 0;)
            if (cache->sets[i].lines[at].marked)
                plain_remove(&cache->sets[i], at);
}

#endif
