/* C interface of a verilated module compiled into a shared library (rtl_shim.cpp). */
#ifndef MEMLOOM_RTL_SHIM_H
#define MEMLOOM_RTL_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rtl_pin {
    const char *name; /* port of the top module, clk and rst included */
    void *data;       /* Verilator's storage: little-endian, bits above the width stay zero */
    unsigned bytes;   /* its size: 1, 2, 4, 8 or a multiple of 4 */
};

struct rtl_shim {
    void *(*create)(int argc, const char **argv); /* arguments: +verilator+... */
    const struct rtl_pin *(*pins)(void *);        /* ends with a NULL name */
    void (*eval)(void *);
    bool (*failed)(void *); /* an assertion failed in some eval; what it says was printed */
    void (*wave_open)(void *, const char *path); /* FST; NULL in a library without tracing */
    void (*wave_dump)(void *, uint64_t time);
    void (*wave_close)(void *);
    /* A public signal's storage, as in rtl_pin, and its bits; NULL when there is none. */
    void *(*signal)(void *, const char *scope, const char *name, unsigned *width);
    void (*destroy)(void *);
};

extern const struct rtl_shim rtl_shim;

#ifdef __cplusplus
}
#endif

#endif
