/* The names of a chip's modules with a prefix, so that several chips, or a chip and a `fifo` of
 * somebody else, stand in one compilation. */
#ifndef MEMLOOM_PREFIX_H
#define MEMLOOM_PREFIX_H

#include "netlist.h"

#include <stdio.h>

/* Dies unless names that begin with it are identifiers of Verilog, and not too long for its tools.
 */
void prefix_check(const char *prefix);
/* Prints the text, with the prefix in front of the modules of the design and of those that the text
 * itself has, where they are defined, instantiated or bound. Comments and strings stay. */
void prefix_print(const char *prefix, const struct design *, const char *text, FILE *);

#endif
