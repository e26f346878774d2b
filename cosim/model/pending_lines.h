/* Twin of rtl/pending_lines.v: a content-addressed list of lines (docs/blocks/pending_lines.md).
 *
 * A line is searched by walking a mask of candidates: a handful at a time, and most steps look up
 * nothing. The twin of mshr embeds it and calls its parts by themselves. */
#ifndef MEMLOOM_PENDING_LINES_H
#define MEMLOOM_PENDING_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "pending_lines_ports.h"

struct pending_lines {
    struct pending_lines_params params;        /* sizes */
    uint64_t busy;                             /* entries that hold a line */
    uint64_t lines[PENDING_LINES_ENTRIES_MAX]; /* line address of each */
};

void pending_lines_init(struct pending_lines *, const struct pending_lines_params *);
void pending_lines_release(struct pending_lines *);
void pending_lines_reset(struct pending_lines *);
void pending_lines_outputs_in(const struct pending_lines *, const struct pending_lines_in *,
                              struct pending_lines_out *);
void pending_lines_step(struct pending_lines *, const struct pending_lines_in *);
bool pending_lines_is_idle(const struct pending_lines *);
uint64_t pending_lines_hash(const struct pending_lines *);

/* The entries without a line. */
static inline uint64_t pending_free(const struct pending_lines *p)
{
    return ~p->busy & (~UINT64_C(0) >> (64 - p->params.entries));
}

/* Busy entries that hold the line. */
static inline uint64_t pending_match(const struct pending_lines *p, uint64_t line)
{
    uint64_t found = 0;
    for (uint64_t left = p->busy; left; left &= left - 1) {
        unsigned entry = (unsigned)__builtin_ctzll(left);
        found |= (uint64_t)(p->lines[entry] == line) << entry;
    }
    return found;
}

/* The line gets the lowest free entry, whose number is returned; there must be one. */
static inline unsigned pending_claim(struct pending_lines *p, uint64_t line)
{
    unsigned entry = (unsigned)__builtin_ctzll(pending_free(p));
    p->busy |= UINT64_C(1) << entry;
    p->lines[entry] = line;
    return entry;
}

static inline void pending_give_back(struct pending_lines *p, unsigned entry)
{
    p->busy &= ~(UINT64_C(1) << entry);
}

#endif
