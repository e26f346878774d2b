#!/bin/bash
# What docs/deadlock.md says happens: chips whose message classes share channels are refused; when
# let through they come to a stop, RTL and model in the same cycle; with classes apart they run the
# same workload to its end.
#   deadlock.sh [model]     model: no RTL
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

shared=(--preset tiny --set shared_l1=on --set l1_policy=shared)
# As little room for waiting as possible, so that a circle closes soon.
narrow=("${shared[@]}" --cores 8 --set vc_depth=1 --set inject_slots=1 --set remote_in_queue=2)
merged=(--set message_classes=1)

ends_in() { # STATUS VERDICT COMMAND...: how memloom ends
    local status=0
    "$memloom" "${@:3}" >"$work/out" 2>"$work/err" </dev/null || status=$?
    tail -n 3 "$work/err"
    [ $status = "$1" ] && grep -q "^result: $2" "$work/out"
}

for topology in mesh butterfly crossbar; do
    chip=("${narrow[@]}" --set "topology=$topology")
    check "$topology: merged classes are refused" refuses "message_classes = 1: packets can wait" \
        gen "${chip[@]}" "${merged[@]}" --set vcs=1 -o "$work/refused"
    check "$topology: allowed, they come to a stop" ends_in 1 deadlock \
        sim "${chip[@]}" "${merged[@]}" --set vcs=1 --allow-deadlock squeeze
    check "$topology: with a warning" grep -q "warning: message_classes = 1" "$work/err"
    check "$topology: one channel for each class is enough" \
        ends_in 0 correct sim "${chip[@]}" --set vcs=2 squeeze
done
check "nothing is generated" [ ! -e "$work/refused" ]

# Through the L2 slices there are three classes; two are too few.
relayed=("${narrow[@]}" --set remote_via=l2)
for classes in 1 2; do
    merged=(--set message_classes=$classes --set vcs=$classes)
    check "through L2: $classes of 3 classes are refused" refuses \
        "message_classes = $classes: packets can wait" sim "${relayed[@]}" "${merged[@]}" stencil
    check "through L2: allowed, they come to a stop" ends_in 1 deadlock \
        sim "${relayed[@]}" "${merged[@]}" --allow-deadlock stencil
done
check "through L2: one channel for each class is enough" \
    ends_in 0 correct sim "${relayed[@]}" --set vcs=3 stencil
merged=(--set message_classes=1)
check "crossbar: merged classes are refused" refuses "message_classes = 1: packets can wait" \
    sim "${narrow[@]}" --set remote_via=crossbar "${merged[@]}" --set vcs=1 stencil
check "crossbar: one channel for each class is enough" \
    ends_in 0 correct sim "${narrow[@]}" --set remote_via=crossbar --set vcs=2 stencil

# Rings around the cores, with queues of two places and long hops: the bubble rule keeps a place free.
rings=(--preset tiny --cores 8 --set l1_sets=4 --set ccn=basic --set ccn_hop=5 --set ccn_requests=2 --set ccn_responses=2)
check "rings without the bubble rule are refused" refuses "ccn_bubble = off: packets can wait" \
    sim "${rings[@]}" --set ccn_bubble=off syrk
check "rings: allowed, they come to a stop" ends_in 1 deadlock \
    sim "${rings[@]}" --set ccn_bubble=off --allow-deadlock syrk
check "rings: a node takes no more requests" \
    grep -q '^core_.*ccn_router:.* is offered request_in' "$work/err"
check "rings: with it they do not" ends_in 0 correct sim "${rings[@]}" syrk
check "one core has no ring" refuses "ccn = basic: one core alone" \
    sim --preset tiny --cores 1 --set partitions=1 --set ccn=basic syrk
check "homes and rings part by their classes" ends_in 0 correct \
    sim "${rings[@]}" --set shared_l1=on --set l1_policy=dyneb --set dyneb_check=8 --set dyneb_warm=8 --set dyneb_sample=16 \
    --set dyneb_execute=60 --set vc_depth=1 --set vcs=2 --set inject_slots=1 --set remote_in_queue=2 --set ccn_bubble=on squeeze
check "bridges know no homes" refuses "ccn_bridges = on: needs shared_l1 = off" \
    sim "${shared[@]}" --set ccn=basic --set ccn_cluster=2 --set ccn_bridges=on syrk
check "access times know no rings" refuses "dyneb_metric = amat: needs ccn = off" \
    sim "${shared[@]}" --set ccn=basic --set dyneb_metric=amat syrk

# The same with all the channels, buffers and queues that a chip has by default.
for command in sim lockstep; do
    check "$command refuses merged classes" refuses "message_classes = 1: packets can wait" \
        $command "${shared[@]}" "${merged[@]}" squeeze
done
check "wide chip: it stops, too" ends_in 1 deadlock \
    sim "${shared[@]}" "${merged[@]}" --allow-deadlock squeeze
check "a home takes no more requests" grep -q '^core_.*requester:.* is offered recv' "$work/err"
check "because its misses cannot leave" grep -q '^core_.*mshr:.* offers request' "$work/err"
check "wide chip: classes apart" ends_in 0 correct sim "${shared[@]}" squeeze
check "private L1s send nothing to homes" ends_in 0 correct \
    sim "${shared[@]}" "${merged[@]}" --allow-deadlock --set l1_policy=private squeeze
if [ "${1-}" != model ]; then
    check "RTL and model stop alike" ends_in 1 deadlock \
        lockstep --optimise 1 "${shared[@]}" "${merged[@]}" --allow-deadlock squeeze
    check "and were equal to the end" grep -q '^lockstep: equal' "$work/out"
fi

# Clocks far apart: a read takes hundreds of thousands of core cycles, in which nothing moves.
for clocks in "noc_mhz=1 --set dram_mhz=1" dram_mhz=1 "dram_mhz=100 --set dram_latency=10000"; do
    # shellcheck disable=SC2086
    check "slow, not stuck: $clocks" ends_in 0 correct \
        sim --preset tiny --set core_mhz=10000 --set $clocks gemm m=4 n=4 k=4
done
report
