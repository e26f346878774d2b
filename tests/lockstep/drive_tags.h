/* The tags of an L1 that the random drivers of shadow_tags and ccn_router play: which ways of each
 * set have a tag, and which of those are valid. */
#ifndef MEMLOOM_DRIVE_TAGS_H
#define MEMLOOM_DRIVE_TAGS_H

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "set_map.h"
#include "util.h"

struct played_tags {
    struct set_map map;
    unsigned sets, ways;
    uint16_t *written; /* [sets] ways whose tag was ever written */
    uint16_t *lines;   /* [sets] valid ways */
};

/* One write of a set, in the form of shadow_tags.write. */
struct tag_write {
    uint64_t set, lines, ways, tag;
};

static inline struct played_tags played_tags_new(const struct set_map_params *map, unsigned ways)
{
    return (struct played_tags){.map = set_map_make(map),
                                .sets = map->sets,
                                .ways = ways,
                                .written = xcalloc(map->sets, sizeof(uint16_t)),
                                .lines = xcalloc(map->sets, sizeof(uint16_t))};
}

static inline void played_tags_free(struct played_tags *tags)
{
    free(tags->written);
    free(tags->lines);
}

/* A way of the line's set is reserved, filled or invalidated; now and then a tag and its line come
 * at once. */
static inline struct tag_write played_tags_write(struct played_tags *tags, struct rng *rng,
                                                 uint64_t line)
{
    unsigned set = set_map_set(&tags->map, line), way = 1u << rng_below(rng, tags->ways);
    unsigned reserves = rng_percent(rng, 45) ? way : 0, lines = tags->lines[set] & ~way;
    tags->written[set] |= (uint16_t)reserves;
    if (rng_percent(rng, reserves ? 10 : 70))
        lines |= way & tags->written[set];
    tags->lines[set] = (uint16_t)lines;
    return (struct tag_write){
        .set = set, .lines = lines, .ways = reserves, .tag = set_map_tag(&tags->map, line)};
}

static inline void played_tags_flush(struct played_tags *tags)
{
    memset(tags->lines, 0, tags->sets * sizeof *tags->lines);
}

#endif
