/* Recorded vectors of a block: text, one line per cycle (docs/lockstep.md, "Vector files"). */
#ifndef MEMLOOM_VECTORS_H
#define MEMLOOM_VECTORS_H

#include "frame.h"

enum { VECTORS_HEADER_LINES = 3 };

void vectors_begin(FILE *, const struct port_set *, const char *config);
/* One cycle: rst, then every element of every port, x where it is not defined. */
void vectors_record(FILE *, const struct port_set *, const struct frame *);

#endif
