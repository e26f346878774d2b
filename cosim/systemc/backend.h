/* gpu_mem behind its ports, in either of its two forms: the verilated chip or the chip model. What
 * stands outside (cores, DRAM channels) is the caller's: it writes what they drive, calls
 * backend_edge, and reads what the chip shows in the next cycle. C interface of the SystemC
 * component; the port structs are generated from gen/plan/agents/. */
#ifndef MEMLOOM_BACKEND_H
#define MEMLOOM_BACKEND_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "config.h"
#include "dram_ports.h"
#include "sm_ports.h"

struct plan;

struct backend_core {
    struct sm_out *drives;     /* the core to the chip */
    const struct sm_in *shows; /* the chip to the core */
};
struct backend_channel {
    struct dram_out *drives;
    const struct dram_in *shows;
};

/* Control inputs; those that the chip does not have are ignored. */
struct backend_control {
    bool flush, llc_flush;            /* pulses: given in the next cycle's edge, then over */
    unsigned l1_mode;                 /* 0 private, 1 shared, 2 and 3 dynamic */
    bool l1_chunk, l1_nearest;        /* docs/interfaces.md */
    bool llc_choice;                  /* 1: private slices, or what is found better */
    unsigned stat_node, stat_counter; /* read by stat_value, two cycles later */
};

struct backend_form;
struct backend {
    const struct backend_form *form; /* RTL or model */
    void *state;                     /* of the form */
    unsigned core_count, channel_count;
    unsigned programs;          /* mask of all: flush and llc_choice are those of every program */
    struct backend_core *cores; /* void again after backend_reset */
    struct backend_channel *channels; /* likewise */
    struct backend_control control;   /* of the next edge */
    uint64_t error_dram_reply;        /* output of the chip in the current cycle: bit per channel */
    bool failed;                      /* an assertion in the RTL failed; what it says was printed */
    double seconds;                   /* spent in the chip: inputs and clock */
};

/* The plan of a checked configuration, without deadlock; dies otherwise. Freed with free(). */
struct plan *backend_plan(struct config *);
/* The verilated chip as a library, from the cache `work` or built now; freed with free(). */
char *backend_library(const struct plan *, const char *work, unsigned optimise);

/* Out of reset. The RTL's registers are random by the seed before. */
void backend_open_rtl(struct backend *, const struct plan *, const char *library, uint64_t seed);
void backend_open_model(struct backend *, const struct plan *);
void backend_close(struct backend *);

/* The clock edge that ends the cycle. */
void backend_edge(struct backend *);
/* Outputs of the chip in the current cycle. */
bool backend_llc_busy(const struct backend *);
uint32_t backend_stat_value(const struct backend *);
/* A reset in whatever state it is. */
void backend_reset(struct backend *);

#ifdef __cplusplus
}
#endif

#endif
