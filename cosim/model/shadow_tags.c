/* Twin of rtl/shadow_tags.v. */
#include "shadow_tags.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

void shadow_tags_init(struct shadow_tags *t, const struct shadow_tags_params *params)
{
    struct set_map_params map = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    *t = (struct shadow_tags){.params = *params, .map = set_map_make(&map)};
    t->lines = xcalloc(params->sets, sizeof *t->lines);
    t->tags = xcalloc((size_t)params->sets * params->ways, sizeof *t->tags);
}

void shadow_tags_release(struct shadow_tags *t)
{
    free(t->lines);
    free(t->tags);
}

void shadow_tags_flush(struct shadow_tags *t)
{
    memset(t->lines, 0, t->params.sets * sizeof *t->lines);
}

void shadow_tags_reset(struct shadow_tags *t)
{
    shadow_tags_flush(t);
    t->line = 0;
    t->shared = t->emptied = 0;
}

static unsigned parity_of(unsigned set)
{
    return 1u << (set & 1);
}

void shadow_tags_share(struct shadow_tags *t, unsigned shared)
{
    unsigned empties = t->shared & ~(unsigned)t->emptied;
    for (unsigned set = 0; empties && set < t->params.sets; set++)
        if (empties & parity_of(set))
            t->lines[set] = 0;
    t->emptied = t->shared;
    t->shared = (uint8_t)shared;
}

uint64_t shadow_tags_match(const struct shadow_tags *t, uint64_t line)
{
    unsigned set = set_map_set(&t->map, line);
    const uint64_t *tags = t->tags + (size_t)set * t->params.ways;
    uint64_t tag = set_map_tag(&t->map, line), found = 0;
    for (unsigned left = t->lines[set]; left; left &= left - 1) {
        unsigned way = (unsigned)__builtin_ctz(left);
        found |= (uint64_t)(tags[way] == tag) << way;
    }
    return found;
}

void shadow_tags_write(struct shadow_tags *t, unsigned set, uint64_t ways, uint64_t tag,
                       uint64_t lines)
{
    uint64_t *tags = t->tags + (size_t)set * t->params.ways;
    for (uint64_t left = ways; left; left &= left - 1)
        tags[__builtin_ctzll(left)] = tag;
    t->lines[set] = (uint16_t)(t->shared & parity_of(set) ? 0 : lines);
}

void shadow_tags_outputs(const struct shadow_tags *t, struct shadow_tags_out *out)
{
    uint64_t match = shadow_tags_match(t, t->line);
    out->look_hit = match;
    out->look_set = set_map_set(&t->map, t->line);
    out->look_way = match ? (uint64_t)__builtin_ctzll(match) : 0;
}

void shadow_tags_step(struct shadow_tags *t, const struct shadow_tags_in *in)
{
    if (in->write_valid)
        shadow_tags_write(t, (unsigned)in->write_set, in->write_ways, in->write_tag,
                          in->write_lines);
    if (in->flush)
        shadow_tags_flush(t);
    shadow_tags_share(t, (in->share_even ? 1u : 0) | (in->share_odd ? 2u : 0));
    if (in->next_valid)
        t->line = in->next_line;
}

bool shadow_tags_is_idle(const struct shadow_tags *t)
{
    return t->emptied == t->shared;
}

uint64_t shadow_tags_hash(const struct shadow_tags *t)
{
    uint64_t hash = hash_word(t->shared, t->line);
    for (unsigned set = 0; set < t->params.sets; set++) {
        hash = hash_word(hash, t->lines[set]);
        for (unsigned left = t->lines[set]; left; left &= left - 1)
            hash = hash_word(hash,
                             t->tags[(size_t)set * t->params.ways + (unsigned)__builtin_ctz(left)]);
    }
    return hash;
}
