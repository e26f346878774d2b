#!/bin/bash
# Proves the properties of all blocks, or of those named, at the parameter sets of their `//
# sizes:` lines.
#
#   tests/formal/run.sh [BLOCK...]
#   SIZES=n in the environment: the first n of each block
#
# Two proofs run at the same time; each kind of proof has LIMIT seconds of the processor (300). Last line: N
# passed, N failed.
cd "$(dirname "$0")/../.." || exit 2
results=$(mktemp)
trap 'rm -f "$results"' EXIT
[ $# -gt 0 ] || set -- $(cd tests/formal && ls ./*.v | sed 's|^\./||; s|\.v$||')

for block; do
    [ -f "tests/formal/$block.v" ] || { echo "tests/formal/$block.v does not exist" >&2; exit 2; }
    tests/formal/sizes.sh "$block" | head -n "${SIZES:-1000}" |
        while IFS= read -r sizes; do printf '%s\0%s\0' "$block" "$sizes"; done
done | xargs -0 -r -n 2 -P 2 tests/formal/prove.sh | tee "$results"

# A block without a row (no sizes line) is a failure, too.
missing=0
for block; do
    grep -q "^$block " "$results" && continue
    echo "$block: nothing was proved"
    missing=$((missing + 1))
done
awk -v failed=$missing '$0 ~ / passed  *[0-9]+ s$/ { passed++; next } { failed++ }
    END { printf "%d passed, %d failed\n", passed, failed; exit failed > 0 || !passed }' "$results"
