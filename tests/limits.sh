#!/bin/bash
# Block lockstep at the sets of tests/lockstep/limits.txt, so long that what they limit is reached:
# counters that hold hundreds of thousands, and the end of what they count.
#
#   limits.sh [OPTION...] BLOCK...     options of cosim/lockstep/block_lockstep.sh
#
# Last line: N passed, N failed. Exit status: that of block_lockstep.sh.
cd "$(dirname "$0")/.." || exit 2
# Seed 1 leaves a million cycles of these between two resets.
CONFIGS=0 PRESET_SETS=tests/lockstep/limits.txt exec cosim/lockstep/block_lockstep.sh -n 1100000 -s 1 "$@"
