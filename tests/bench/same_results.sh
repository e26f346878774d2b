#!/bin/bash
# Whether two builds of the tool say the same: what `memloom sim` prints, but for its speed, of every
# preset with each of these workloads, and of chips whose parts are joined otherwise. For changes of
# the model that may change its speed only (docs/model.md).
#
#   same_results.sh OLD NEW
# A run that does not end well is a failure, too. Last line: N passed, N failed.
set -uo pipefail
old=${1:?usage: same_results.sh OLD NEW} new=${2:?usage: same_results.sh OLD NEW}
passed=0 failed=0

told() { "$@" 2>&1 | grep -v 'per second of processor time'; echo "status ${PIPESTATUS[0]}"; }

compare() {
    local before after
    before=$(told "$old" sim "$@") after=$(told "$new" sim "$@")
    if [[ $before == *"status 0" && $before == "$after" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "different, or refused: sim $*"
    fi
}

workloads=("gemm m=64 n=64 k=32" "stream n=6000" "bfs nodes=600" "matrixmul m=32 n=32 k=32" "histogram" "transpose" "mm n=32"
    "stencil" "spmv")
known=$("$new" sim --help | sed -n '/^Workloads/,$p')
for preset in $("$new" config list | sed -n 's/^  \([a-z0-9_]*\)$/\1/p'); do
    for workload in "${workloads[@]}"; do
        grep -q "^${workload%% *} " <<<"$known" || continue
        # shellcheck disable=SC2086
        compare --preset "$preset" $workload
    done
    compare --preset "$preset" --threads 2 gemm m=48 n=48 k=16
    compare --preset "$preset" --no-skip gemm m=32 n=32 k=16
    compare --preset "$preset" --no-data stream n=3000
done
for keys in "shared_l1=off l1_policy=private" "l1_policy=shared" "l1_policy=dyneb" "l1_policy=shared l1_chunk=on" \
    "mem_port=axi4" "cores=5 partitions=3"; do
    options=()
    for key in $keys; do options+=(--set "$key"); done
    for workload in "gemm m=64 n=64 k=32" "stream n=6000" "bfs nodes=600"; do
        # shellcheck disable=SC2086
        compare --preset pact20 "${options[@]}" $workload
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
