#!/bin/bash
# What docs/deadlock.md says happens: chips whose message classes share channels are refused; when
# let through they come to a stop; with classes apart they run the same workload to its end.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# As little room for waiting as possible, so that a circle closes soon.
narrow=(--preset tiny --cores 8 --set vc_depth=1 --set inject_slots=1 --set remote_in_queue=2
    --set remote_out_queue=2 --set shared_l1=on --set l1_policy=shared)
merged=(--set vcs=1 --set message_classes=1)

ends_in() { # STATUS VERDICT OPTION...: how `memloom sim` ends on a stencil
    local status=0
    "$memloom" sim "${narrow[@]}" "${@:3}" stencil >"$work/out" 2>"$work/err" || status=$?
    [ $status = "$1" ] && grep -q "^result: $2" "$work/out"
}

for topology in mesh butterfly; do
    check "$topology: merged classes are refused" refuses "message_classes = 1: packets can wait" \
        gen "${narrow[@]}" "${merged[@]}" --set topology=$topology -o "$work/refused"
    check "$topology: allowed, they come to a stop" ends_in 1 deadlock \
        "${merged[@]}" --set topology=$topology --allow-deadlock
    check "$topology: with a warning" grep -q "warning: message_classes = 1" "$work/err"
    check "$topology: one channel for each class is enough" ends_in 0 correct \
        --set vcs=2 --set topology=$topology
done
report
