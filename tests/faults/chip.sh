#!/bin/bash
# Plants the faults of tests/faults/chip.txt, all in one copy of rtl/ where each instance selects
# its own, and shows that the chip's lockstep finds each one and names its block, those marked
# `heals` only with --ports; selecting none must be equal with and without. Last line: N passed, N
# failed. Exit status: 0 all found, 1 not, 2 the faults could not be planted.
set -uo pipefail
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
list=tests/faults/chip.txt out=build/faults/chip
chip="--preset tiny --cores 2 --set partitions=2 --set llc_sets=4 --set llc_ways=2 --set mshr_targets=2 --set llc_queue=1"
# With one place for a store in a slice: a sink of a network port has no place for a message.
workload="bfs rmat=9 group=5"
none=255
plant_list "$list"

passed=0 failed=0
# equal NUMBER OPTION WHAT: the run is, without an error
equal() {
    if lockstep "$1" "$2"; then
        passed=$((passed + 1))
        echo "$3: equal"
    else
        failed=$((failed + 1))
        echo "$3: NOT equal, see $out/log-$1"
    fi
}

equal $none "" "no fault selected"
equal $none --ports "no fault selected, every port of every block"
for ((number = 1; number <= ${#blocks[@]}; number++)); do
    block=${blocks[number - 1]}
    option=
    if [ "${healing[number - 1]}" ]; then
        option=--ports
        equal "$number" "" "$number at the chip's ports"
    fi
    lockstep "$number" $option
    place=$(grep '^located:' "$out/log-$number")
    if [[ $place == *" block $block,"* && -s $out/report-$number/window.fst ]]; then
        passed=$((passed + 1))
        echo "$number found   $block: ${faults[number - 1]}"
    else
        failed=$((failed + 1))
        echo "$number MISSED  $block: ${faults[number - 1]}, see $out/log-$number"
    fi
    echo "           ${place:-$(tail -n 1 "$out/log-$number")}"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
