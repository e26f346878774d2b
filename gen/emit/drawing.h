/* Parts of chip.svg (emit_drawing.c). */
#ifndef MEMLOOM_DRAWING_H
#define MEMLOOM_DRAWING_H

#include "network.h"

#include <stdbool.h>
#include <stdio.h>

enum { MARGIN = 30, HEAD = 70 }; /* around the network, above it; pixels */

/* A butterfly, its upper left corner at (MARGIN, HEAD). */
unsigned fly_drawing_width(const struct network *);
unsigned fly_drawing_height(const struct network *);
void print_fly(const struct network *, FILE *);

/* A network of one way, likewise. */
unsigned stages_drawing_width(const struct network *);
unsigned stages_drawing_height(const struct network *);
void print_stages(const struct network *, FILE *);

#endif
