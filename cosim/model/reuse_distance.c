/* Reuse distances: a counter per set and a table of lines. */
#include "reuse_distance.h"

#include <stdlib.h>

#include "util.h"

enum { FIRST_PLACES = 1024 };

void reuse_distance_init(struct reuse_distance *r, unsigned sets)
{
    *r = (struct reuse_distance){.set_accesses = xcalloc(sets, sizeof *r->set_accesses)};
}

static void release_map(struct reuse_map *map)
{
    free(map->keys);
    free(map->values);
}

void reuse_distance_release(struct reuse_distance *r)
{
    free(r->insns);
    free(r->lines);
    free(r->set_accesses);
    release_map(&r->insn_keys);
    release_map(&r->line_keys);
}

/* Where the key is, or the free place where it belongs. */
static uint32_t place_of(const struct reuse_map *map, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t place = (uint32_t)(hash >> 32) & (map->places - 1);
    while (map->values[place] && map->keys[place] != key)
        place = (place + 1) & (map->places - 1);
    return place;
}

static void grow(struct reuse_map *map)
{
    struct reuse_map old = *map;
    map->places = old.places ? 2 * old.places : FIRST_PLACES;
    map->keys = xcalloc(map->places, sizeof *map->keys);
    map->values = xcalloc(map->places, sizeof *map->values);
    for (uint32_t i = 0; i < old.places; i++)
        if (old.values[i]) {
            uint32_t place = place_of(map, old.keys[i]);
            map->keys[place] = old.keys[i];
            map->values[place] = old.values[i];
        }
    release_map(&old);
}

/* The key's index; a new key gets the next one, and *items room for it: `size` bytes each. */
static uint32_t index_of(struct reuse_map *map, uint64_t key, void **items, size_t size)
{
    if (2 * map->count >= map->places) {
        grow(map);
        *items = xrealloc(*items, map->places / 2 * size);
    }
    uint32_t place = place_of(map, key);
    if (!map->values[place]) {
        map->keys[place] = key;
        map->values[place] = ++map->count;
    }
    return map->values[place] - 1;
}

static struct reuse_insn *insn_of(struct reuse_distance *r, uint64_t pc)
{
    uint32_t known = r->insn_keys.count;
    void *items = r->insns;
    uint32_t index = index_of(&r->insn_keys, pc, &items, sizeof *r->insns);
    r->insns = items;
    if (index == known)
        r->insns[index] = (struct reuse_insn){.pc = pc};
    return &r->insns[index];
}

static enum reuse_range range_of(uint64_t distance)
{
    if (distance == REUSE_NEVER)
        return REUSE_FIRST;
    if (distance == 0)
        return REUSE_0;
    if (distance <= 4)
        return REUSE_1_TO_4;
    if (distance <= 8)
        return REUSE_5_TO_8;
    return distance <= 64 ? REUSE_9_TO_64 : REUSE_ABOVE_64;
}

uint64_t reuse_distance_access(struct reuse_distance *r, uint64_t line, unsigned set, uint64_t pc)
{
    struct reuse_insn *insn = insn_of(r, pc);
    uint32_t user = (uint32_t)(insn - r->insns), known = r->line_keys.count;
    void *items = r->lines;
    uint32_t index = index_of(&r->line_keys, line, &items, sizeof *r->lines);
    r->lines = items;
    struct reuse_line *last = &r->lines[index];
    uint64_t now = ++r->set_accesses[set], distance = REUSE_NEVER;
    if (index < known) {
        distance = now - last->at - 1;
        insn = &r->insns[last->insn];
    }
    enum reuse_range range = range_of(distance);
    r->all.accesses[range]++;
    insn->counts.accesses[range]++;
    *last = (struct reuse_line){.at = now, .insn = user};
    return distance;
}

const char *reuse_range_name(enum reuse_range range)
{
    static const char *const names[REUSE_RANGES] = {"first", "0", "1-4", "5-8", "9-64", ">64"};
    return names[range];
}
