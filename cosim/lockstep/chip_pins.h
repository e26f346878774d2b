/* The ports of a verilated gpu_mem and the C values behind them: which pin belongs to which field
 * follows from the plan and the port structs of what stands outside (sm, dram). */
#ifndef MEMLOOM_CHIP_PINS_H
#define MEMLOOM_CHIP_PINS_H

#include "plan.h"
#include "rtl.h"

/* A port of gpu_mem on both sides. Both are little endian; the C field may be wider than the RTL's
 * storage. */
struct chip_pin {
    const struct rtl_pin *rtl;
    void *model;       /* the C field; of a wide output what its pointer pointed to when bound */
    const bool *valid; /* outputs: defined while this is true; NULL: always */
};

struct chip_pins {
    struct chip_pin *inputs, *outputs; /* of the chip */
    unsigned input_count, output_count;
};

/* Where the C values stand. */
struct chip_sides {
    const struct plan *plan;
    /* struct x_in, struct x_out of the agent at a node */
    void *(*in)(const void *context, enum node_kind, unsigned node, const struct block *);
    void *(*out)(const void *context, enum node_kind, unsigned node, const struct block *);
    const void *context;
    unsigned *control; /* [CONTROLS] */
    uint64_t *results; /* [RESULTS] */
};

/* Binds all ports but clk and rst; dies when one has no counterpart. */
void chip_pins_bind(struct chip_pins *, const struct rtl *, const struct chip_sides *);
void chip_pins_release(struct chip_pins *);
/* The C values to the chip's inputs. */
void chip_pins_apply(const struct chip_pins *);
/* The chip's outputs to the C values, as far as they are defined. */
void chip_pins_read(const struct chip_pins *);

#endif
