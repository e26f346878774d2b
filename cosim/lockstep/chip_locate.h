/* Finds where a difference at the chip's ports began: the chip is run again from the start, built
 * so that the ports of all leaf blocks can be read, and all their outputs are compared in every
 * cycle. A third run records the first differing instance. */
#ifndef MEMLOOM_CHIP_LOCATE_H
#define MEMLOOM_CHIP_LOCATE_H

#include "chip_lockstep.h"

struct chip_place {
    bool found;
    uint64_t cycle;    /* first cycle with a difference */
    const char *block; /* its block */
    char path[48];     /* first differing instance, below gpu_mem */
    char port[48];     /* first differing port of it */
    unsigned others;   /* further instances that differ in the same cycle */
};

/* A fresh model of the same run; freed by the second function. */
struct chip_source {
    struct gpu *(*create)(void *context);
    void (*destroy)(void *context, struct gpu *);
    void *context;
    uint64_t seed;                                 /* of the RTL's uninitialised state */
    void (*prepare)(void *context, struct chip *); /* called before its reset; may be NULL */
};

/* Leaf blocks of the model, NULL-terminated: what a visible build must show. Freed by the caller.
 */
const char **chip_visible_blocks(const struct gpu *);

/* Searches up to and including cycle `last` with the visible library. Writes the report (expected,
 * actual), the table of the instance's ports in the last 50 cycles and the waves of the window into
 * `folder`: report.txt, ports.txt, window.fst. */
void chip_locate(struct chip_place *, const struct chip_source *, const char *library,
                 uint64_t last, const char *folder);

#endif
