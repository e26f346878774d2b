/* `memloom sim --heat-map`: which cores' L1s hold what others miss, core by core [taco16 figure 3],
 * as a self-contained SVG. */
#ifndef MEMLOOM_HEAT_MAP_H
#define MEMLOOM_HEAT_MAP_H

#include "run.h"
#include "sharing.h"

/* After a run with gpu_options.sharing. */
void heat_map_write(const struct run *, const struct sharing *, const char *file);

#endif
