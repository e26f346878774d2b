/* The assertions of a module, made from its header (docs/assertions.md): a module beside it that
 * looks at what it drives, by the checks of gen/assertions, and the `bind` that puts it there. */
#ifndef MEMLOOM_ASSERTIONS_H
#define MEMLOOM_ASSERTIONS_H

#include "verilog_header.h"

#include <stdio.h>

/* Where the assertions go. */
struct assertions_place {
    const char *target;              /* module; it has the ports under the same names */
    const uint64_t *values;          /* of the parameters; NULL: the target has them, too */
    const struct module_header *own; /* a check made for this module alone, or NULL */
};

/* Prints x_assertions and its bind; nothing when there is nothing to look at. Dies when the header
 * breaks a convention. */
void assertions_print(FILE *, const struct module_header *x, const struct assertions_place *);

#endif
