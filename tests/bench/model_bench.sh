#!/bin/bash
# Speed of the chip model, one thread: core cycles per second of processor time, which other
# programs on the machine disturb less than wall-clock time. First the loads of the targets, then
# growth from 8 to 128 cores at the same work per core: the last column is the cost of one core's
# cycle relative to 8 cores, 1.0 or less is linear growth or better.
memloom=${MEMLOOM:-build/memloom}
first=

# NAME CORES OPTION... : runs and prints one row
measure() {
    local name=$1 cores=$2 output rate cycles ipc
    shift 2
    output=$("$memloom" sim "$@" 2>&1) || { echo "$output" | tail -n 3; exit 1; }
    rate=$(sed -n 's/.* \([0-9]*\) per second of processor time$/\1/p' <<<"$output")
    cycles=$(awk '$1 == "cycles" { print $2 }' <<<"$output")
    ipc=$(awk '$1 == "ipc" { print $2 }' <<<"$output")
    printf '%-34s %5d %9d %8.2f %9d' "$name" "$cores" "$cycles" "$ipc" "$rate"
    last_rate=$rate
}

printf '%-34s %5s %9s %8s %9s\n' load cores cycles ipc cycles/s
hash="--set l1_index=hash"
off="--set shared_l1=off --set l1_policy=private"
gemm="gemm m=256 n=256 k=128"
# shellcheck disable=SC2086
{
    measure "pact20 gemm, data" 28 --preset pact20 $off $hash $gemm && echo
    measure "pact20 gemm, no data" 28 --preset pact20 $off $hash --no-data $gemm && echo
    measure "pact20 gemm linear index, data" 28 --preset pact20 $off $gemm && echo
    measure "pact20 bfs, data" 28 --preset pact20 $off bfs rmat=14 edgefactor=8 && echo
    measure "pact20 bfs, no data" 28 --preset pact20 $off --no-data bfs rmat=14 edgefactor=8 && echo
    for policy in private shared dyneb; do
        measure "pact20 gemm, shared_l1, $policy" 28 --preset pact20 --set l1_policy=$policy $hash $gemm && echo
        measure "pact20 bfs, shared_l1, $policy" 28 --preset pact20 --set l1_policy=$policy bfs rmat=14 edgefactor=8 && echo
    done
    measure "taco16 stream, data" 15 --preset taco16 stream n=500000 && echo
    for cores in 8 16 32 64 128; do
        measure "growth: gemm, no data" $cores --cores $cores --set partitions=$((cores / 4)) \
            $hash --no-data gemm m=$((cores * 8)) n=256 k=64
        first=${first:-$last_rate}
        awk -v a="$first" -v b="$last_rate" -v n=$cores 'BEGIN { printf " %6.2f\n", a * 8 / (b * n) }'
    done
}
