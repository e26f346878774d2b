/* Builds the verilated chip (Verilator, clang) into a shared object, keeps it in a cache keyed by everything that went into it,
 * and loads it. */
#ifndef MEMLOOM_CHIP_LIBRARY_H
#define MEMLOOM_CHIP_LIBRARY_H

#include "chip_rtl.h"

#include <stdbool.h>

struct chip_library {
    void *handle;    /* of dlopen */
    bool reused;     /* found in the cache */
    char *folder;    /* cache folder of this build: rtl/, obj/, chip.so, build.log */
    double seconds;  /* the build took */
    chip_rtl_new_function *create;
    chip_rtl_free_function *free;
    chip_rtl_ports_function *ports;
    chip_rtl_clock_function *clock;
    chip_rtl_signal_function *signal;
    chip_rtl_trace_function *trace;
};

/* What to build besides the fast variant's top-level ports. */
struct chip_visibility {
    const char *const *blocks; /* blocks whose ports can be read in every instance; NULL: none, and no tracing */
    unsigned block_count;      /* entries */
};

/* `rtl` is a folder written by `memloom gen` (it is moved into the cache or removed), `work` the cache folder. Dies with the
 * place of the log when a tool is missing or fails. Progress goes to stderr. */
void chip_library_open(struct chip_library *, const char *rtl, const char *work, const struct chip_visibility *);
void chip_library_close(struct chip_library *);

#endif
