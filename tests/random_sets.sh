#!/bin/bash
# Block lockstep at the parameter sets that random chips have, which tests/oracle/trace_oracle draws by their seeds: sizes
# that stand beside each other in no list of a driver.
#   tests/random_sets.sh [FIRST [COUNT]]     some 20 sets a chip; -O1, CYCLES=20000, SEEDS="1 2"
# The harnesses must be built (make test-programs). Last line: N passed, N failed.
set -euo pipefail
cd "$(dirname "$0")/.."
first=${1:-1} count=${2:-20} out=build/random_sets
rm -rf "$out"
mkdir -p "$out"
echo "seeds $first to $((first + count - 1))"
# ccn=ideal is for the model alone.
build/tests/oracle/trace_oracle list "$first" "$count" | grep -vw ccn=ideal | while read -ra options; do
    build/memloom gen "${options[@]}" -o "$out/chip" >/dev/null
    awk -f cosim/lockstep/preset_sets.awk "$out/chip/manifest.json"
done | sort -u >"$out/sets.txt"
# shellcheck disable=SC2046
OPTIMISE=-O1 CONFIGS=0 PRESET_SETS=$out/sets.txt cosim/lockstep/block_lockstep.sh -o "$out" -n "${CYCLES:-20000}" \
    -s "${SEEDS:-1 2}" $(cut -d ' ' -f 1 "$out/sets.txt" | sort -u)
