#!/bin/bash
# Plants the faults of planted.txt, all in one copy of rtl/ where each instance selects its own, and
# shows that `memloom lockstep` ends at the assertion named, with status 1; selecting none is equal.
# Last line: N passed, N failed.
# Exit status: 0 all found, 1 not, 2 the faults could not be planted.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
list=tests/assertions/planted.txt out=build/assertions/planted
chip="--preset tiny --cores 1 --set partitions=1 --set llc_sets=4 --set llc_ways=2 --set mshr_targets=2 --set dram_queue=4"
workload="--cycles 20000 stream"
none=255
plant_list "$list"

passed=0 failed=0
# judge NUMBER WHAT CONDITION...
judge() {
    if "${@:3}"; then
        passed=$((passed + 1))
        echo "$1 $2"
    else
        failed=$((failed + 1))
        echo "$1 NOT SO: $2, see $out/log-$1"
    fi
}

# asserted NUMBER RULE: by that one first, and the run ends there
asserted() {
    lockstep "$1"
    [ $? = 1 ] && grep -m 1 '^\[' "$out/log-$1" |
        grep -q "%Error: gpu_mem_assertions.sv:[0-9]*: Assertion failed in top.gpu_mem.*$2" &&
        grep -q '^lockstep: ASSERTION FAILED in cycle [0-9]*, see above$' "$out/log-$1"
}

judge $none "no fault selected: equal" lockstep $none
for ((number = 1; number <= ${#blocks[@]}; number++)); do
    judge "$number" "${blocks[number - 1]}: ${faults[number - 1]}: ${rules[number - 1]}" asserted "$number" "${rules[number - 1]}"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
