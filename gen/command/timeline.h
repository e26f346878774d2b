/* The organization of each core's L1 over time, as in pact20 figure 14. */
#ifndef MEMLOOM_TIMELINE_H
#define MEMLOOM_TIMELINE_H

#include "gpu.h"

/* Prints a line per core on standard output and draws the same as SVG into the file. The run must
 * have had options.timeline. */
void timeline_write(const struct gpu *, const char *file);

#endif
