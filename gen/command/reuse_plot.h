/* Reuse distances of a run as icpp18 plots them: figure 3's bar of the application, figure 7's bar
 * of each instruction. */
#ifndef MEMLOOM_REUSE_PLOT_H
#define MEMLOOM_REUSE_PLOT_H

#include "reuse_distance.h"

/* Prints a line per bar on standard output and draws the bars as SVG into the file. */
void reuse_plot_write(const struct reuse_distance *, const char *file);

#endif
