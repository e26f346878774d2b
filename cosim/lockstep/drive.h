/* A block's random driver (tests/lockstep/x_drive.c, docs/conventions.md) behind untyped pointers;
 * made by drive_glue.c. */
#ifndef MEMLOOM_DRIVE_H
#define MEMLOOM_DRIVE_H

#include "block.h"
#include "rng.h"

struct drive {
    const struct block *block;
    const char *const *configs; /* parameter sets, ends with NULL */
    void *(*create)(const void *params, struct rng *);
    void (*choose)(void *, const void *out, void *in);
    bool (*is_defined)(const void *); /* NULL: outputs are defined from reset on */
    void (*destroy)(void *);
};

extern const struct drive drive;

#endif
