/* Twin of rtl/home_map.v, a function: the home core of a line (docs/blocks/home_map.md). */
#ifndef MEMLOOM_HOME_MAP_H
#define MEMLOOM_HOME_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "home_map_ports.h"

enum home_fold { HOME_WRAP, HOME_SCALE, HOME_SPREAD };

struct home_map {
    uint16_t cores;     /* 1..256 */
    uint16_t core_bits; /* mask of the core bits: lowest bits of the tag */
    uint8_t tag_lsb;    /* line bits below the tag */
    uint8_t fold;       /* enum home_fold */
};

static inline struct home_map home_map_make(const struct home_map_params *p)
{
    return (struct home_map){.cores = (uint16_t)p->cores,
                             .core_bits = (uint16_t)((1u << port_clog2(p->cores)) - 1),
                             .tag_lsb = (uint8_t)p->tag_lsb,
                             .fold = (uint8_t)p->fold};
}

/* A hash of the whole tag, scaled to the number of cores. */
static inline unsigned home_map_scaled(const struct home_map *m, uint64_t tag)
{
    uint64_t folded = (tag ^ tag >> 16 ^ tag >> 32) & 0xffff;
    return (unsigned)((folded * 40503 & 0xffff) * m->cores >> 16);
}

/* Index of the home core of a line. */
static inline unsigned home_map_home(const struct home_map *m, uint64_t line)
{
    uint64_t tag = line >> m->tag_lsb;
    unsigned code = (unsigned)tag & m->core_bits;
    if (m->fold == HOME_SCALE)
        return home_map_scaled(m, tag);
    if (m->fold == HOME_SPREAD && code >= m->cores)
        code ^= (unsigned)(tag / (m->core_bits + 1u)) & m->core_bits;
    return code < m->cores ? code : code - m->cores;
}

/* The same on the port structs of the module. */
void home_map_outputs_f(const struct home_map_params *, const struct home_map_in *,
                        struct home_map_out *);

#endif
