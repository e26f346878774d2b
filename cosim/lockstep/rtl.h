/* A verilated module, loaded from a shared library that was built around rtl_shim.cpp. */
#ifndef MEMLOOM_RTL_H
#define MEMLOOM_RTL_H

#include "frame.h"
#include "rtl_shim.h"

struct rtl {
    void *library; /* from dlopen */
    const struct rtl_shim *shim;
    void *instance;             /* the verilated module */
    const struct rtl_pin *pins; /* ends with a NULL name */
    const struct rtl_pin *clk;  /* NULL: combinational */
    const struct rtl_pin *rst;  /* NULL: no reset */
    uint64_t time;              /* half clock cycles, the time axis of waves */
    bool waves;                 /* a wave file is open */
    unsigned mutant;            /* which one acts in RTL that tests/mutants made; 0: none */
};

/* Registers and memories start with random values made from `seed`. Dies when the library cannot be
 * loaded. */
void rtl_open(struct rtl *, const char *library, uint64_t seed);
/* In RTL with mutants: this one acts from now on. Dies when there are none. */
void rtl_mutate(struct rtl *, unsigned mutant);
/* The same library from new: registers and memories get random values from this seed, pins found
 * before are void, waves are closed. */
void rtl_restart(struct rtl *, uint64_t seed);
void rtl_close(struct rtl *);

const struct rtl_pin *rtl_find(const struct rtl *, const char *name); /* NULL when there is none */
void rtl_pin_read(const struct rtl_pin *, uint64_t *bits); /* whole words, zero above the width */
void rtl_pin_write(const struct rtl_pin *, const uint64_t *bits);
void rtl_pin_set(const struct rtl_pin *, uint64_t value); /* up to 64 bits */

/* The two halves of a cycle: inputs and low clock settle, then the rising edge. */
void rtl_settle(struct rtl *);
void rtl_edge(struct rtl *);
/* Whether an assertion in the RTL has failed; what it says was printed to standard output. */
bool rtl_failed(const struct rtl *);

void rtl_wave_open(struct rtl *, const char *path);

/* The pins of a block's ports, in the order of its table. Dies when a port is missing. */
void rtl_bind(const struct rtl *, const struct port_set *, const struct rtl_pin **pins);
void rtl_write_inputs(const struct port_set *, const struct rtl_pin *const *pins,
                      const struct frame *);
void rtl_read_outputs(const struct port_set *, const struct rtl_pin *const *pins, struct frame *);

#endif
