#!/bin/bash
# Traffic recorded from the full chip model, replayed on each block's RTL in Icarus, from X.
#
#   tests/chip_replay.sh [CYCLES]
#
# Last line: N passed, N failed.
set -uo pipefail
cycles=${1:-1500} out=build/chip-replay
rm -rf "$out"
# What the help tells a user to type.
commands=$(build/memloom vectors --help | sed -n 's/^  \(iverilog\|vvp\) .*DIR\/PATH.*/&/p')
[ -n "$commands" ] || { echo "vectors --help has no commands of a replay" >&2; exit 2; }
passed=0 failed=0
replay() { # FOLDER PATH
    local text=${commands//x.vvp/$1/$2.vvp}
    text=${text//DIR/$1}
    timeout 300 bash -ec "${text//PATH/$2}" >"$1/$2.log" 2>&1
}
for run in "tiny:gemm" "tiny:bfs rmat=6" "tiny:histogram"; do
    preset=${run%%:*} workload=${run#*:}
    folder=$out/${workload%% *}
    paths=$(build/memloom vectors --preset "$preset" --cycles "$cycles" -o "$folder" $workload) || exit 2
    for path in $paths; do
        if replay "$folder" "$path"; then
            passed=$((passed + 1))
            echo "$workload $path: $(tail -n 1 "$folder/$path.log")"
        else
            failed=$((failed + 1))
            echo "$workload $path: FAILED, $folder/$path.log"
            tail -n 3 "$folder/$path.log"
        fi
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
