/* The verilated chip as a shared object: what chip_shim.cpp exports and the lockstep harness loads. C on both sides, so that
 * the object can be built once per configuration and any memloom binary can drive it.
 *
 * One cycle: write the inputs of cycle t through the port pointers, compare the outputs (functions of the state of cycle t), then
 * chip_rtl_clock: the edge that ends the cycle. */
#ifndef MEMLOOM_CHIP_RTL_H
#define MEMLOOM_CHIP_RTL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct chip_rtl; /* one instance of the verilated chip */

/* A port or public signal; values are little endian, bits above the width are zero. */
struct chip_port {
    const char *name; /* port of gpu_mem */
    void *data;       /* its storage in the verilated model */
    unsigned bytes;   /* size of the storage: 1, 2, 4, 8, or a multiple of 4 */
};

/* Uninitialised state is random, drawn from seed (1..2^31-1): what depends on it shows as a difference. */
typedef struct chip_rtl *chip_rtl_new_function(unsigned seed);
typedef void chip_rtl_free_function(struct chip_rtl *);
/* All ports of the top module but clk; *count is set. */
typedef const struct chip_port *chip_rtl_ports_function(struct chip_rtl *, unsigned *count);
/* One rising and one falling edge of clk. */
typedef void chip_rtl_clock_function(struct chip_rtl *);
/* Storage of the variable `name` of the instance `path` ("core_0.mshr", below gpu_mem), NULL when it is not public. */
typedef void *chip_rtl_signal_function(struct chip_rtl *, const char *path, const char *name);
/* From here on every cycle goes into the FST file; a build without tracing ignores it. */
typedef void chip_rtl_trace_function(struct chip_rtl *, const char *path);

#ifdef __cplusplus
}
#endif

#endif
