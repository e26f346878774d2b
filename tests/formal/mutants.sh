#!/bin/bash
# Shows that the properties can fail: applies the faults of mutants.txt one at a time to a copy
# of rtl/ and expects the
# bounded proof of that block, or the one for all time if it has it, to fail on an assertion (an
# error or a time-out does not count as caught).
#
#   tests/formal/mutants.sh [BLOCK...]
#
# Last line: N passed, N failed (caught, escaped).
cd "$(dirname "$0")/../.." || exit 2
folder=build/formal/mutants
caught=0 escaped=0

while IFS= read -r line; do
    [[ $line =~ ^([a-z0-9_]+)\ \|\ (.*)\ \|\ (s/.*)\ \|\ (.*)$ ]] || continue # a comment
    block=${BASH_REMATCH[1]} sizes=${BASH_REMATCH[2]}
    fault=${BASH_REMATCH[3]} meaning=${BASH_REMATCH[4]}
    [[ $# -gt 0 && " $* " != *" $block "* ]] && continue
    rm -rf "$folder" && mkdir -p "$folder/rtl" && cp rtl/*.v "$folder/rtl"
    sed -i "$fault" "$folder/rtl/$block.v"
    if cmp -s "rtl/$block.v" "$folder/rtl/$block.v"; then
        result='escaped (the fault changes nothing)'
    else
        mode=bmc
        grep -q '^// for all time: pdr$' "tests/formal/$block.v" && mode=pdr
        result=$(RTL=$folder/rtl OUT=$folder MODES=$mode tests/formal/prove.sh "$block" "$sizes" |
            awk '{ print $(NF - 2) }')
        if [ "$result" = failed ]; then result=caught; else result="escaped ($result)"; fi
    fi
    if [ "$result" = caught ]; then caught=$((caught + 1)); else escaped=$((escaped + 1)); fi
    printf '%-14s %-60s %s\n' "$block" "$meaning" "$result"
done < tests/formal/mutants.txt
echo "$caught passed, $escaped failed"
[ $caught -gt 0 ] && [ $escaped -eq 0 ]
