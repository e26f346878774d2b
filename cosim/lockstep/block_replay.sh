#!/bin/bash
# Replays recorded vectors of the blocks named in Icarus Verilog, with their assertions, every
# parameter set of their drivers (docs/lockstep.md).
#
#   block_replay.sh [-n CYCLES] [-s SEED] BLOCK...
#
# Last line: N passed, N failed.
# Exit status: 0 all equal, 1 a difference, 2 something could not be built.
set -uo pipefail
# shellcheck source=cosim/lockstep/each_config.sh
. "$(dirname "$0")/each_config.sh"
# shellcheck source=cosim/lockstep/record.sh
. "$(dirname "$0")/record.sh"
cycles=2000 seed=1
while getopts "n:s:" option; do
  case $option in
    n) cycles=$OPTARG ;;
    s) seed=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))

# prepare BLOCK CONFIG: vectors and compiled bench; prints the folder they are in
prepare() {
  local block=$1 folder
  folder=$(record_vectors "$block" "$2" "$cycles" "$seed") || return
  mkdir -p "$folder/bound"
  awk -v folder="$folder/bound" -f tools/bind.awk "build/ports/${block}_assertions.sv" "rtl/$block.v"
  iverilog -g2005 $(cat rtl/mechanisms) -I. -y "$folder/bound" -y rtl -y gen/assertions \
    -o "$folder/replay.vvp" "$folder/replay.v" || return
  echo "$folder"
}

replay_config() {
  local block=$1 config=$2 folder
  if ! folder=$(prepare "$block" "$config"); then
    broken=1
    return
  fi
  if timeout 300 vvp -n "$folder/replay.vvp" "+vectors=$folder/vectors.txt" \
    > "$folder/replay.txt" 2>&1; then
    passed=$((passed + 1))
    echo "$block $config: $(tail -n 1 "$folder/replay.txt")"
  else
    failed=$((failed + 1))
    echo "$block $config: FAILED, $folder/replay.txt:"
    tail -n 4 "$folder/replay.txt"
  fi
}

each_config replay_config "$@"
