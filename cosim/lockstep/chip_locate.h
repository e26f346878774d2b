/* Finds where a difference at the chip's ports began: the chip is run again from the start, built
 * so that the ports of all leaf blocks can be read, and all of them are compared in every cycle.
 * Another run records the first differing instance. */
#ifndef MEMLOOM_CHIP_LOCATE_H
#define MEMLOOM_CHIP_LOCATE_H

#include "chip_ports.h"

#include <stdio.h>

struct chip_place {
    bool found;
    uint64_t cycle;    /* first cycle with a difference */
    const char *block; /* its block */
    char path[48];     /* first differing instance, below gpu_mem */
    char port[48];     /* first differing port of it */
    bool is_input;     /* an input: every output is equal, a wire between blocks is wrong */
    unsigned others;   /* further instances that differ in the same cycle */
    char *difference;  /* "port[element] (meaning): expected (model) 0x.., actual (RTL) 0x.." */
};

/* A fresh model of the same run; freed by the second function. */
struct chip_source {
    struct gpu *(*create)(void *context);
    void (*destroy)(void *context, struct gpu *);
    void *context;
    uint64_t seed;                                 /* of the RTL's uninitialised state */
    void (*prepare)(void *context, struct chip *); /* called before its reset; may be NULL */
};

/* Compares this cycle; a difference is noted in the place. */
void chip_place_look(struct chip_place *, struct chip_ports *);
void chip_place_release(struct chip_place *);
/* Searches up to and including cycle `last` with a library whose block ports can be read. */
void chip_locate(struct chip_place *, const struct chip_source *, const char *library,
                 uint64_t last);
/* Runs up to the place with a library that writes waves, too. Writes the report (expected, actual),
 * the table of the instance's ports in the last 50 cycles and the waves of the window into
 * `folder`: report.txt, ports.txt, window.fst. */
void chip_record(const struct chip_place *, const struct chip_source *, const char *library,
                 const char *folder);

#endif
