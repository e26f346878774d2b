/* Twin of rtl/shadow_tags.v: a copy of the L1's tags for requests of other cores
 * (docs/blocks/shadow_tags.md). The twin of ccn_router embeds it and calls its parts by themselves.
 */
#ifndef MEMLOOM_SHADOW_TAGS_H
#define MEMLOOM_SHADOW_TAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "set_map.h"
#include "shadow_tags_ports.h"

struct shadow_tags {
    struct shadow_tags_params params; /* sizes */
    struct set_map map;               /* line address to set and tag */
    uint16_t *lines;                  /* [sets] valid ways */
    uint64_t *tags;                   /* [sets * ways] meaningful where valid */
    uint64_t line;                    /* that is looked up by _outputs */
    uint8_t shared;                   /* parities (1 even, 2 odd) that were in the last step */
    uint8_t emptied;                  /* no state: of these, sets that have no lines since */
};

void shadow_tags_init(struct shadow_tags *, const struct shadow_tags_params *);
void shadow_tags_release(struct shadow_tags *);
void shadow_tags_reset(struct shadow_tags *);
void shadow_tags_outputs(const struct shadow_tags *, struct shadow_tags_out *);
void shadow_tags_step(struct shadow_tags *, const struct shadow_tags_in *);
bool shadow_tags_is_idle(const struct shadow_tags *);
uint64_t shadow_tags_hash(const struct shadow_tags *);

/* Ways that hold the line, in its set. */
uint64_t shadow_tags_match(const struct shadow_tags *, uint64_t line);

/* A kernel boundary: no line is valid. */
void shadow_tags_flush(struct shadow_tags *);

/* Ends a step, behind its write: sets of a parity that was shared (1 even, 2 odd) have no lines. */
void shadow_tags_share(struct shadow_tags *, unsigned shared);

/* The L1 writes the tag of these ways of a set and leaves those lines of it valid. */
void shadow_tags_write(struct shadow_tags *, unsigned set, uint64_t ways, uint64_t tag,
                       uint64_t lines);

#endif
