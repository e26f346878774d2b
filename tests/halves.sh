#!/bin/bash
# Runs COMMAND on all blocks with a lockstep driver, in two processes with every other block each.
#
#   tests/halves.sh COMMAND...        e.g. tests/halves.sh cosim/lockstep/block_replay.sh -n 500
#
# The harnesses must be built. Last line: N passed, N failed, of both.
cd "$(dirname "$0")/.." || exit 2
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
blocks=$(cd tests/lockstep && ls ./*_drive.c | sed 's|^\./||; s|_drive\.c$||')
for half in 0 1; do
    # shellcheck disable=SC2046
    "$@" $(awk -v half=$half 'NR % 2 == half' <<<"$blocks") >"$logs/$half" 2>&1 &
    running[half]=$!
done
status=0
for half in 0 1; do
    wait "${running[half]}" || status=1
    cat "$logs/$half"
done
tail -qn 1 "$logs"/* | awk '{ passed += $1; failed += $3 } END { print passed + 0 " passed, " failed + 0 " failed" }'
exit $status
