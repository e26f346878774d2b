/* Verilates a generated chip into a shared library for rtl_open(), and keeps it in a cache keyed by
 * everything that went into it. */
#ifndef MEMLOOM_CHIP_BUILD_H
#define MEMLOOM_CHIP_BUILD_H

#include <stdbool.h>

/* What can be seen of the chip beside its ports; nothing is the fastest. */
struct chip_view {
    const char *const *blocks; /* the ports of all instances of these, NULL-terminated; or NULL */
    bool waves;                /* everything, in a wave file */
    bool assertions;           /* looks at gpu_mem_assertions.sv, too */
    unsigned optimise; /* level 0..3 (chip_library.mk): little is built sooner, runs slower */
};

struct chip_build {
    char *folder;   /* in the cache: rtl/, obj/, build.log, chip.so */
    char *library;  /* chip.so in it */
    bool reused;    /* it was in the cache */
    double seconds; /* spent on building */
};

/* Dies with the package's name when a tool of a build at this level is missing. */
void chip_build_tools(unsigned optimise_level);
/* `rtl` is a folder written by `memloom gen`, `work` the cache folder. Programs that want the same
 * chip at once wait for the one that builds it. Dies with the place of the log when a tool fails.
 * Progress goes to stderr. */
void chip_build(struct chip_build *, const char *rtl, const char *work, const struct chip_view *);
void chip_build_release(struct chip_build *);

#endif
