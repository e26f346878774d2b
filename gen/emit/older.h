/* What stands in a folder before a chip is written there. */
#ifndef MEMLOOM_OLDER_H
#define MEMLOOM_OLDER_H

#include "staging.h"

/* Once all files of the chip are staged. Of an older chip the files that this one has not are
 * removed with the commit: tools that take all Verilog of a folder, or its UPF, would take them
 * too. Dies when one would be replaced that memloom did not write: a fifo.v of somebody else. */
void older_clear(struct staging *);

#endif
