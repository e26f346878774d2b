/* What the example platform takes from memloom's command line tool: its options, the workload, and
 * the run of the chip model with its own cores and channels (`memloom sim`) to compare with. */
#ifndef MEMLOOM_PLATFORM_RUN_H
#define MEMLOOM_PLATFORM_RUN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "config.h"
#include "dram.h"
#include "memory.h"
#include "sm.h"
#include "workload.h"

struct platform_options {
    bool rtl;          /* else the model */
    const char *trace; /* VCD of the sockets, without its suffix, or NULL */
    const char *work;  /* cache of verilated chips */
    unsigned optimise; /* level of the compiler for them */
    uint64_t seed;     /* of the RTL's state before reset, and of generated inputs */
    uint64_t cycles;   /* stop after so many, 0: when the workload is done */
    uint64_t timeout;  /* cycles, 0: never; UINT64_MAX: the component's default */
    unsigned stuck;    /* channel that never answers, counted from 1; 0: none */
    uint64_t late;     /* line of every channel that comes a cycle late, 0: none */
};

/* What a run came to. */
struct platform_outcome {
    bool done;                /* the workload is */
    uint64_t cycles, kernels; /* from reset until the last dirty line is in memory; ended */
    const struct sm *sms;     /* [cores] */
    struct dram_stats *drams; /* [partitions] */
    const struct memory *memory;
};

/* Exits after --help; dies on bad options. */
void platform_parse(struct platform_options *, int argc, char **argv);
const struct config *platform_config(void);
/* Opens the workload anew and loads its image into the memory. */
struct workload *platform_workload(struct memory *);
/* Prints what differs from the model's own run, and whether results in memory are right; the exit
 * status. */
int platform_judge(const struct platform_outcome *, struct workload *);

#ifdef __cplusplus
}
#endif

#endif
