#!/bin/bash
# A chip whose DRAM channels send a line twice, in lockstep: RTL and model report it and go on as if
# nothing had come, every load is right, and the run ends as a failure that says what was seen.
# An assertion of the chip's environment would end such a run at once (docs/assertions.md): without.
# Last line: N passed, N failed.
. "$(dirname "$0")/cli/check.sh"

run() { # LOG OPTION...
    local log=$work/$1
    shift
    build/memloom lockstep --optimise 1 --preset tiny "$@" --json "$log.json" stream >"$log" 2>&1
}

run plain
check "without a repeated line" grep -q '^result: correct' "$work/plain"
run repeated --no-assertions --repeat-reply 7 && status=0 || status=$?
check "a repeated line fails the run" [ $status = 1 ]
check "RTL and model agree in every cycle" grep -q '^lockstep: equal' "$work/repeated"
check "the error is named, one in each partition" grep -q \
    '^result: wrong, DRAM sent 2 lines that nobody waited for; error_dram_reply of mem_[01] said so first, in cycle [0-9]*$' \
    "$work/repeated"
loaded() { jq '."load.checked_bytes", ."load.mismatches"' "$work/$1.json"; }
check "every load brings what it does without" [ "$(loaded plain)" = "$(loaded repeated)" ]
report
