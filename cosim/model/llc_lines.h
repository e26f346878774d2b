/* Twin of rtl/llc_lines.v: the lines of an LLC slice, and atomics at them
 * (docs/blocks/llc_lines.md).
 *
 * An atomic is executed when it begins; what counts afterwards is when its sectors would be
 * written. No bit of a line is ever inverted. llc_slice calls what happens one by one and leaves
 * out what moves data where it carries none; llc_lines_step is all of it. */
#ifndef MEMLOOM_LLC_LINES_H
#define MEMLOOM_LLC_LINES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "byte_mask.h"
#include "llc_lines_ports.h"

enum { LLC_LINE_WORDS = 16 };

struct llc_lines {
    uint64_t (*ram)[LLC_LINE_WORDS]; /* [LINES] */
    uint64_t line[LLC_LINE_WORDS];   /* read last */
    bool line_valid;                 /* the last access or read has read one; of llc_lines_step */
    uint8_t executing;               /* steps until the sectors of the atomic are selected */
    uint8_t writes; /* bit k: a sector of an atomic is written in k steps, bit 0: in the next */
};

void llc_lines_init(struct llc_lines *, const struct llc_lines_params *);
void llc_lines_release(struct llc_lines *);
void llc_lines_reset(struct llc_lines *);
void llc_lines_outputs(const struct llc_lines *, struct llc_lines_out *);
void llc_lines_step(struct llc_lines *, const struct llc_lines_in *);
uint64_t llc_lines_hash(const struct llc_lines *);

/* No sector of an atomic is to be selected or written. */
static inline bool llc_lines_is_idle(const struct llc_lines *lines)
{
    return !lines->executing && !lines->writes;
}

/* An access may begin: one that stores for the port and the order of the writes not while a sector
 * is to be written, others unless two are; of one they are told. */
static inline bool llc_lines_read_room(const struct llc_lines *lines)
{
    return !lines->executing && (lines->writes & 3) != 3;
}
static inline bool llc_lines_write_room(const struct llc_lines *lines)
{
    return !lines->executing && !(lines->writes & 3);
}
static inline bool llc_lines_fill_room(const struct llc_lines *lines)
{
    return !(lines->writes & 1);
}

/* The step goes by, before anything begins in it. True when the atomic is done with its data. */
static inline bool llc_lines_advance(struct llc_lines *lines)
{
    lines->writes >>= 1;
    return lines->executing && !--lines->executing;
}

static inline void llc_lines_read(struct llc_lines *lines, unsigned place)
{
    memcpy(lines->line, lines->ram[place], sizeof lines->line);
}

/* Of a store or a fill. */
static inline void llc_lines_write(struct llc_lines *lines, unsigned place, const uint64_t *data,
                                   const uint64_t *mask)
{
    merge_bytes(lines->ram[place], data, mask);
}

/* An atomic (`op`: enum atomic_op) on the line just read begins; `operands` NULL: no data are
 * carried. */
void llc_lines_execute(struct llc_lines *, unsigned place, unsigned op, const uint64_t *mask,
                       const uint64_t *operands);

#endif
