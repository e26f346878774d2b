/* The parameter sets that a block is run with: those of its driver and those of the presets' chips
 * (preset_sets.sh). */
#ifndef MEMLOOM_PARAM_SETS_H
#define MEMLOOM_PARAM_SETS_H

#include "block.h"

/* Prints the first `most` of `configs` (ends with NULL), then the block's lines of the file at
 * `path` (NULL: none), each behind the block's name there; one per line, none that has the same
 * values as one before. Dies when a set is not one of the block's. */
void param_sets_print(const struct block *, const char *const *configs, unsigned most,
                      const char *path);

#endif
