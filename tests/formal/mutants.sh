#!/bin/bash
# Shows that the properties can fail: applies the faults of mutants.txt one at a time to a copy
# of rtl/ and expects the
# bounded proof of that block, or the one for all time if it has it, to fail on an assertion (an
# error or a time-out does not count as caught). PROOF/BLOCK: a fault of the block, for a proof of
# more than it.
#
#   tests/formal/mutants.sh [-t] [BLOCK...]      -t: only that the texts still change something, without proofs
#
# Last line: N passed, N failed (caught, escaped).
cd "$(dirname "$0")/../.." || exit 2
folder=build/formal/mutants
caught=0 escaped=0 texts=
[ "${1-}" = -t ] && { texts=yes; shift; }

while IFS= read -r line; do
    [[ $line =~ ^([a-z0-9_]+)(/[a-z0-9_]+)?\ \|\ (.*)\ \|\ (s/.*)\ \|\ (.*)$ ]] || continue # a comment
    block=${BASH_REMATCH[1]} text=${BASH_REMATCH[2]:-/${BASH_REMATCH[1]}}.v
    sizes=${BASH_REMATCH[3]} fault=${BASH_REMATCH[4]} meaning=${BASH_REMATCH[5]}
    [[ $# -gt 0 && " $* " != *" $block "* ]] && continue
    faulty=$(sed "$fault" "rtl$text")
    if [ "$faulty" = "$(<"rtl$text")" ]; then
        result='escaped (the fault changes nothing)'
    elif [ "$texts" ]; then
        result=planted
    else
        rm -rf "$folder" && mkdir -p "$folder/rtl" && cp rtl/*.v "$folder/rtl"
        echo "$faulty" >"$folder/rtl$text"
        mode=bmc
        grep -q '^// for all time: pdr$' "tests/formal/$block.v" && mode=pdr
        result=$(RTL=$folder/rtl OUT=$folder MODES=$mode tests/formal/prove.sh "$block" "$sizes" |
            awk '{ print $(NF - 2) }')
        if [ "$result" = failed ]; then result=caught; else result="escaped ($result)"; fi
    fi
    if [[ $result != escaped* ]]; then caught=$((caught + 1)); else escaped=$((escaped + 1)); fi
    printf '%-14s %-60s %s\n' "$block" "$meaning" "$result"
done < tests/formal/mutants.txt
echo "$caught passed, $escaped failed"
[ $caught -gt 0 ] && [ $escaped -eq 0 ]
