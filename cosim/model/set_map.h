/* Twin of rtl/set_map.v, a function: line address to set and tag of a slice, and back
 * (docs/blocks/set_map.md). The key is the line address with the partition bits moved to the top;
 * the tag is the key without its lowest bits. */
#ifndef MEMLOOM_SET_MAP_H
#define MEMLOOM_SET_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "set_map_ports.h"

enum set_hash { HASH_NONE, HASH_GROUPS, HASH_FERMI };

struct set_map {
    uint8_t chunk_bits;  /* bits of the chunk offset */
    uint8_t index_shift; /* partition bits above it */
    uint8_t rest_bits;   /* line bits without the partition bits */
    uint8_t set_bits;    /* bits of the lowest group, 0 with one or three sets */
    bool thirds;         /* three sets for each value of these */
    uint8_t hash;        /* what is XORed into the lowest group: enum set_hash */
};

static inline uint64_t set_map_low(uint64_t value, unsigned bits)
{
    return value & ((UINT64_C(1) << bits) - 1);
}

static inline struct set_map set_map_make(const struct set_map_params *p)
{
    return (struct set_map){.chunk_bits = (uint8_t)p->chunk_bits,
                            .index_shift = (uint8_t)p->index_shift,
                            .rest_bits = (uint8_t)(p->line_bits - p->index_shift),
                            .set_bits = (uint8_t)port_clog2(p->sets % 3 ? p->sets : p->sets / 3),
                            .thirds = p->sets % 3 == 0,
                            .hash = (uint8_t)p->hash_index};
}

static inline uint64_t set_map_key(const struct set_map *m, uint64_t line)
{
    uint64_t partition = set_map_low(line >> m->chunk_bits, m->index_shift);
    uint64_t upper = line >> (m->chunk_bits + m->index_shift);
    return partition << m->rest_bits | upper << m->chunk_bits | set_map_low(line, m->chunk_bits);
}

/* What is XORed into the lowest group, the groups above it or Fermi's five bits: a function of the
 * tag alone. */
static inline uint64_t set_map_fold(const struct set_map *m, uint64_t key)
{
    uint64_t fold = 0, above = set_map_low(key, m->rest_bits) >> m->set_bits << m->set_bits;
    if (m->hash == HASH_GROUPS && m->set_bits)
        for (uint64_t rest = above >> m->set_bits; rest; rest >>= m->set_bits)
            fold ^= rest;
    if (m->hash == HASH_FERMI)
        fold = (above >> 6 & 7) | (above >> 10 & 1) << 3 | (above >> 12 & 1) << 4;
    return set_map_low(fold, m->set_bits);
}

static inline unsigned set_map_set(const struct set_map *m, uint64_t line)
{
    uint64_t key = set_map_key(m, line);
    uint64_t third = m->thirds ? (set_map_low(key, m->rest_bits) >> m->set_bits) % 3 : 0;
    uint64_t low = set_map_low(key, m->set_bits) ^ set_map_fold(m, key);
    return (unsigned)(third << m->set_bits | low);
}

static inline uint64_t set_map_tag(const struct set_map *m, uint64_t line)
{
    return set_map_key(m, line) >> m->set_bits;
}

static inline uint64_t set_map_line(const struct set_map *m, unsigned set, uint64_t tag)
{
    uint64_t high = tag << m->set_bits;
    uint64_t key = high | (set_map_low(set, m->set_bits) ^ set_map_fold(m, high));
    uint64_t upper = set_map_low(key, m->rest_bits) >> m->chunk_bits;
    return upper << (m->chunk_bits + m->index_shift) | key >> m->rest_bits << m->chunk_bits |
           set_map_low(key, m->chunk_bits);
}

/* The same on the port structs of the module. */
void set_map_outputs_f(const struct set_map_params *, const struct set_map_in *,
                       struct set_map_out *);

#endif
