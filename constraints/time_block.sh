#!/bin/bash
# Maps a leaf block and times it: time_block.sh OUT CHIP NAME BLOCK [PARAMETER=VALUE ...], see map_block.sh.
set -eu
here=$(dirname "$0") out=$1
. "$here/sta.sh"
"$here/map_block.sh" "$@"
sta_run "$3" "$out/$3.v"
