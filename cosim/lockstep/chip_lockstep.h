/* The whole chip in lockstep: the golden model (with SMs and DRAM) drives the verilated chip's
 * inputs, and every output of gpu_mem is compared in every cycle. Outputs are functions of state,
 * so both sides are compared before the edge that ends the cycle. */
#ifndef MEMLOOM_CHIP_LOCKSTEP_H
#define MEMLOOM_CHIP_LOCKSTEP_H

#include "chip_pins.h"
#include "gpu.h"
#include "rtl.h"

struct chip {
    struct gpu *gpu;
    struct rtl rtl;
    struct chip_pins pins;
    uint64_t
        results[RESULTS]; /* the model's values of plan_results, which are stored nowhere else */
    double rtl_seconds;   /* spent in the verilated chip, clocks and inputs included */
};

/* Loads the library and binds all ports (dies when one has no counterpart); the RTL's uninitialised
 * state is drawn from the seed. The model is as gpu_new left it. */
void chip_open(struct chip *, struct gpu *, const char *library, uint64_t seed);
/* Before chip_reset, for a reset in mid-flight: the RTL and `prelude`, another model of the same
 * configuration, run up to that cycle, and the chip's model takes its twins over, reset. */
void chip_use_before_reset(struct chip *, struct gpu *prelude, uint64_t cycles);
/* One cycle of reset, before the first chip_begin. */
void chip_reset(struct chip *);
void chip_close(struct chip *);

/* The wires of the next cycle on both sides, inputs applied: compare now, then chip_edge. */
void chip_begin(struct chip *);
void chip_edge(struct chip *);
/* The first output that differs in this cycle, NULL when all are equal. */
const struct chip_pin *chip_difference(const struct chip *);
/* In RTL made by tests/faults: the instance behaves as with this fault. Blocks without faults are
 * left alone. */
void chip_set_fault(struct chip *, const char *path, unsigned fault);
/* "core_0_hit_data: expected (model) 0x.., actual (RTL) 0x.." */
void chip_print_pin(const struct chip_pin *, FILE *);

#endif
