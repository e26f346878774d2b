#!/bin/bash
# What block lockstep reaches of rtl/: lines and bits that change (Verilator's line and toggle
# coverage), merged over parameter sets and seeds.
#
#   coverage.sh [-n CYCLES] [-s "SEEDS"] [BLOCK...]     blocks that are driven; none: all
#   CONFIGS=n in the environment: the first n parameter sets of each block
#
# Prints a row per file and the lines that no run reached, each with its reason from
# tests/coverage_holes.txt. Last line: N passed, N failed (files). A file has failed when a line without
# a reason was not reached, or one with a reason was. Exit status: 0, 1 (failed) or 2 (not measured).
cd "$(dirname "$0")/.." || exit 2
out=build/coverage cycles=20000 seeds=1
while getopts "n:s:" option; do
    case $option in
    n) cycles=$OPTARG ;;
    s) seeds=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
find "$out" -name '*.dat' -path '*/seed*' -delete 2>/dev/null
mkdir -p "$out"
lockstep=(cosim/lockstep/block_lockstep.sh -c -q -o "$out" -n "$cycles" -s "$seeds")
[ $# -gt 0 ] || lockstep=(tests/halves.sh "${lockstep[@]}")
OPTIMISE=-O0 "${lockstep[@]}" "$@" >"$out/lockstep.log" 2>&1 || { tail -n 5 "$out/lockstep.log"; exit 2; }
find "$out" -name 'seed*.dat' -print0 | xargs -0 cat | awk -v holes=tests/coverage_holes.txt -f tests/coverage.awk
