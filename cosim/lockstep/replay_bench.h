/* Generates the Icarus bench that replays recorded vectors (vectors.h) on a block's RTL. */
#ifndef MEMLOOM_REPLAY_BENCH_H
#define MEMLOOM_REPLAY_BENCH_H

#include "frame.h"

/* Verilog-2005 module `replay` for one block at one parameter set; +vectors=FILE names the vectors
 * at run time. */
void replay_bench_print(FILE *, const struct port_set *, const char *config);

#endif
