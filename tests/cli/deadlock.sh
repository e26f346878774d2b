#!/bin/bash
# Message classes against deadlock: without them the chip is refused, and a run that insists really
# stops, model and RTL in the same cycle; with them the same workload ends. docs/deadlock.md.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

chip="--preset tiny --set shared_l1=on --set l1_policy=shared"
mixed="$chip --set message_classes=1"

# stops RUN PATTERN COMMAND...: exit status 1, the verdict is deadlock, the pattern is said
stops() {
    local pattern=$1
    shift
    "$memloom" "$@" >"$work/out" 2>"$work/err" </dev/null
    local status=$?
    tail -n 3 "$work/err"
    [ "$status" = 1 ] && grep -q '^result: deadlock$' "$work/out" &&
        grep -Eq -- "$pattern" "$work/out" "$work/err"
}

ends() { # COMMAND...: exit status 0 with the right result
    "$memloom" "$@" >"$work/out" 2>"$work/err" && grep -q '^result: correct' "$work/out"
}

# shellcheck disable=SC2086
{
for command in sim lockstep; do
    check "$command refuses one message class" \
        refuses 'message_classes = 1: packets can wait for each other for ever' \
        $command $mixed squeeze
done
check "gen refuses it" refuses 'message_classes = 1' gen $mixed -o "$work/rtl"
check "it leaves nothing behind" [ ! -e "$work/rtl" ]
check "one class stops for ever" stops '^core_.*mshr:.* offers request' \
    sim --allow-deadlock $mixed squeeze
check "says so before" grep -q 'warning: message_classes = 1' "$work/err"
check "a home takes no more requests: its misses cannot leave" \
    grep -q '^core_.*remote_in_queue: is offered recv' "$work/err"
check "two classes end" ends sim $chip squeeze
check "small buffers, one class" stops 'core_0.mshr' \
    sim --allow-deadlock $mixed --set vcs=2 --set vc_depth=1 lookup n=512
check "small buffers, two classes" ends sim $chip --set vcs=2 --set vc_depth=1 lookup n=512
check "private L1s send nothing to homes: one class will do" \
    ends sim --allow-deadlock $mixed --set l1_policy=private squeeze
check "RTL and model stop alike" stops '^lockstep: equal' \
    lockstep --allow-deadlock $mixed squeeze
}
report
