#!/bin/bash
# Mutants of the blocks named, or of all: run.sh [BLOCK...]                  (docs/testing.md, "Mutants")
#
# Those that the seed chooses (block.sh): MUTANTS (200) of each block by SEED (1); LONG (20000): cycles of the longer lockstep;
# CONFIGS (16): parameter sets; LIMIT (60): processor seconds of a proof; PROOFS (1): 0 leaves the proofs to a later run, `step` all
# but those of one step, `formal` only those of equivalence; HALF (both): `source` or `netlist`; JOBS (2): blocks at a time;
# OUT (build/mutants). A run that was broken off goes on where it was.
#
# Prints a row per block and every survivor with its place; one that tests/mutants/survivors.txt has a reason for is shown with
# it. OUT/summary.txt has the same. Last line: N passed, N failed (mutants: killed, equivalent, or survivors with a reason;
# survivors without). Exit status: 0, 1 or 2 (not built).
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
out=${OUT:-build/mutants}
export MUTANTS=${MUTANTS:-200} SEED=${SEED:-1} LONG=${LONG:-20000} LIMIT=${LIMIT:-60}
mkdir -p "$out"
[ $# -gt 0 ] || set -- $(cd rtl && wc -l ./*.v | sort -n | sed -n 's|.* \./\(.*\)\.v$|\1|p')
status=0
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -n 1 tests/mutants/block.sh "$out" || status=2
awk -v out="$out" -v reasons=tests/mutants/survivors.txt -f tests/mutants/report.awk $(printf "$out/%s/results " "$@") > "$out/summary.txt" ||
    [ $status = 2 ] || status=1
cat "$out/summary.txt"
exit $status
