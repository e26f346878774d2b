/* The ports of all leaf blocks of the chip on both sides, compared in every cycle: one probe per
 * instance that the model lists (gpu.h), bound by its path to the signals of a verilated chip whose
 * block ports can be read. */
#ifndef MEMLOOM_CHIP_PORTS_H
#define MEMLOOM_CHIP_PORTS_H

#include "chip_lockstep.h"
#include "frame.h"

/* A wide input that a wire brings from another block, defined while that says so. */
struct brought_input {
    unsigned port, element;
    const unsigned char *valid; /* byte of the model's output, and its bit there */
    unsigned char mask;
};
enum { BROUGHT_MAX = 4 };

/* One leaf instance on both sides. */
struct probe {
    const struct gpu_instance *instance;
    struct brought_input brought[BROUGHT_MAX];
    unsigned brought_count;
    struct port_set set;
    struct frame frame;
    struct rtl_pin pins[BLOCK_PORTS_MAX]; /* the verilated instance's ports; data is NULL for an
                                             optional one that this chip does not have */
};

void probe_init(struct probe *, const struct chip *, const struct gpu_instance *);
void probe_release(struct probe *);
/* Fills the frame's ports of one direction from both sides. Before inputs are read, gpu_refresh. */
void probe_read(struct probe *, uint64_t cycle, bool outputs);

struct chip_ports {
    struct gpu *gpu;
    struct probe *probes;  /* [count], in the order of the model's instances */
    unsigned count, ports; /* instances; ports of all of them that the chip has */
    unsigned differing;    /* other instances that differ in the cycle of the first difference */
    struct mismatch first; /* port of the probe that chip_ports_difference returned */
};

void chip_ports_init(struct chip_ports *, const struct chip *);
void chip_ports_release(struct chip_ports *);
/* Compares the current cycle, between chip_begin and chip_edge. The first instance with a differing
 * output, or when all outputs are equal, with a differing input (a wrong wire); NULL: all equal. */
struct probe *chip_ports_difference(struct chip_ports *);

/* Leaf blocks of the model, NULL-terminated: whose ports the verilated chip must show. Freed by the
 * caller. */
const char **chip_visible_blocks(const struct gpu *);

#endif
