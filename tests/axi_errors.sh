#!/bin/bash
# A small chip with AXI4 memory channels in lockstep, every port of every block: a workload that looks
# at the order of requests, with a reset in the middle of bursts; a memory that answers with SLVERR
# and DECERR, which is reported and changes nothing else; one that answers what nobody asked, at
# which the assertions of the environment end the run. Last line: N passed, N failed.
. "$(dirname "$0")/cli/check.sh"

run() { # LOG OPTION...
    local log=$work/$1
    shift
    build/memloom lockstep --optimise 1 --preset tiny --cores 1 --set partitions=1 --ports --set mem_port=axi4 "$@" >"$log" 2>&1
}
says() { # LOG WORDS
    grep -q "^$2" "$work/$1"
}

run plain order lines=3 steps=20
check "RTL and model agree at every port" says plain 'lockstep: equal'
check "loads see what was stored before" says plain 'result: correct'
run reset --reset-after 700 stream n=2000
check "a reset in the middle of bursts leaves nothing" says reset 'lockstep: equal'
check "and the workload is right behind it" says reset 'result: correct'
run errors --axi-error 5 stream n=2000 && status=0 || status=$?
check "errors fail the run" [ $status = 1 ]
check "RTL and model agree in every cycle" says errors 'lockstep: equal'
check "SLVERR is named, a beat each" says errors \
    'result: wrong, DRAM sent 4 responses SLVERR; error_axi_slverr of mem_0 said so first, in cycle [0-9]*$'
check "DECERR is named" says errors \
    'result: wrong, DRAM sent 1 response DECERR; error_axi_decerr of mem_0 said so first, in cycle [0-9]*$'
run unknown --repeat-reply 5 stream n=2000 && status=0 || status=$?
check "an answer that nobody asked ends the run" [ $status = 1 ]
check "by the assertion of the environment" grep -q 'mem_0.assertions.rules: a beat for read [0-9]*, which is not under way' "$work/unknown"
report
