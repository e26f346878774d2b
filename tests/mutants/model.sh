#!/bin/bash
# Mutants of the C side: model.sh [FILE...]                                  (docs/testing.md, "Mutants of the C side")
#
# Of the files named, or of all in model.txt, MUTANTS (100) of each by SEED (1) (model_file.sh); JOBS (2): files at a time; OUT
# (build/mutants-model); TABLE (model.txt). `make mutants-model` says how the library's files are compiled (COMPILE; SANITIZE: for sanitizers) and
# linked (LIBS).
#
# Prints a row per file and every survivor with its place; one that survivors.txt has a reason for is shown with it. OUT/summary.txt has the
# same. Last line: N passed, N failed (mutants: killed, equivalent, or survivors with a reason; survivors without). Exit status:
# 0, 1 or 2 (not built, or a test that fails without a mutant).
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
out=${OUT:-build/mutants-model}
export MUTANTS=${MUTANTS:-100} SEED=${SEED:-1} TABLE=${TABLE:-tests/mutants/model.txt}
mkdir -p "$out"
[ $# -gt 0 ] || set -- $(sed -n 's/^\([^# ]*\) | .*/\1/p' "$TABLE")
status=0
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -n 1 tests/mutants/model_file.sh "$out" || status=2
awk -v out="$out" -v reasons=tests/mutants/survivors.txt -f tests/mutants/report.awk $(printf "$out/%s/results " "$@") > "$out/summary.txt" ||
    [ $status = 2 ] || status=1
cat "$out/summary.txt"
exit $status
