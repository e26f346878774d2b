#!/bin/bash
# Traffic recorded from the full chip model, replayed on each block's RTL in Icarus, from X.
#
#   tests/chip_replay.sh [CYCLES]
#
# Last line: N passed, N failed.
set -uo pipefail
cycles=${1:-1500} out=build/chip-replay
rm -rf "$out"
passed=0 failed=0
for run in "tiny:gemm" "tiny:bfs rmat=6" "tiny:histogram"; do
    preset=${run%%:*} workload=${run#*:}
    folder=$out/${workload%% *}
    paths=$(build/memloom vectors --preset "$preset" --cycles "$cycles" -o "$folder" $workload) || exit 2
    for path in $paths; do
        if iverilog -g2005 $(cat rtl/mechanisms) -I. -y rtl -o "$folder/$path.vvp" "$folder/$path.v" &&
            timeout 300 vvp -n "$folder/$path.vvp" "+vectors=$folder/$path.vectors" >"$folder/$path.log" 2>&1; then
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
