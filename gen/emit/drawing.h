/* Parts of chip.svg (emit_drawing.c). */
#ifndef MEMLOOM_DRAWING_H
#define MEMLOOM_DRAWING_H

#include "config.h"

#include <stdbool.h>
#include <stdio.h>

enum { MARGIN = 30, HEAD = 70 }; /* around the network, above it; pixels */

/* The butterfly of the configuration, its upper left corner at (MARGIN, HEAD). */
unsigned fly_drawing_width(const struct config *);
unsigned fly_drawing_height(const struct config *);
void print_fly(const struct config *, FILE *);

#endif
