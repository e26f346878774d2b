#!/bin/bash
# The pact20 chip with so many cores in lockstep, one organization of the L1s, on a matrix product, a graph
# search and a kernel whose data all cores share.
#
#   tests/shared_lockstep.sh CORES POLICY [CYCLES]      POLICY: private, shared, shared++, dyneb or rules, which is
#                                                       DynEB by those of the paper
#
# Runs of at most CYCLES (400000) core cycles. The chip is built once for all policies. Last line: N
# passed, N failed.
cd "$(dirname "$0")/.." || exit 2
cores=$1 policy=$2 cycles=${3:-400000}
options="--preset pact20 --cores $cores --cycles $cycles"
case $policy in
shared) options+=" --set l1_policy=shared --set l1_chunk=off --set l1_nearest=off" ;;
shared++) options+=" --set l1_policy=shared" ;;
rules) options+=" --set dyneb_chooser=rules" ;;
*) options+=" --set l1_policy=$policy" ;;
esac
passed=0 failed=0
for workload in "gemm m=128 n=128 k=128" "bfs rmat=12 edgefactor=16" "squeeze maps=48 outs=4 groups=4"; do
    if result=$(build/memloom lockstep $options $workload 2>&1 | grep -E '^(lockstep|result|located)|built in') &&
        grep -q '^lockstep: equal' <<<"$result" && grep -qE '^result: (correct|stopped)' <<<"$result"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    printf '%s\n' "$cores cores, $policy, $workload:" "$result"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
