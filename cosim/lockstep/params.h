/* Parameter sets as text, "WIDTH=8 DEPTH=4", to the generated struct x_params. */
#ifndef MEMLOOM_PARAMS_H
#define MEMLOOM_PARAMS_H

#include "block.h"

/* Parameters that are not named keep the module's default. Dies on an unknown name or a value out
 * of range. */
void params_parse(const struct block *, const char *text, void *params);

#endif
