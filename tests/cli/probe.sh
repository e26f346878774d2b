#!/bin/bash
# `memloom probe` names a load by what happened to it, whatever index and sizes the caches have.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

probe() { "$memloom" probe "$@" >"$work/rows" 2>"$work/err"; }
row() { # NAME: its loads, mean, least and most
    grep "^$1  " "$work/rows" | cut -c 59- | awk '{ print $1, $2, $3, $4 }'
}
is() { [ "$(row "$1")" = "$2" ] || { cat "$work/rows" && false; }; }

probe --preset tiny
check "tiny: own L1" is "hit in the own L1" "32 8.0 8 8"
check "tiny: a hit in L2" is "hit in L2" "256 95.0 85 105"
check "no figure of the paper beside another chip" [ "$(grep -Ec "pact20|247" "$work/rows")" = 0 ]

for chip in "icpp18" "all" "pact20 --set l1_index=hash --cores 4" "gtx480 --set l1_sets=64"; do
    # shellcheck disable=SC2086
    probe --preset $chip
    check "$chip: the index of the L1 puts lines into sets of their own" \
        grep -Eq "^hit in the own L1 +[1-9][0-9]* +[0-9.]+ +([0-9]+) +\1( |$)" "$work/rows"
    check "$chip: each line read twice misses L2 once, then hits it" \
        [ "$(row "hit in L2" | cut -d ' ' -f 1)" = "$(row "miss in L2" | cut -d ' ' -f 1)" ]
done

probe --preset all
check "an adaptive LLC does not change its organization meanwhile" is "hit in L2" "4096 227.0 227 227"
check "and it is said which one it has" grep -q "^llc_mode = adaptive: the slices are held shared$" "$work/rows"

for chip in "l1_sets=128 --set l1_ways=16" "l1_sets=1024 --set l1_ways=16" "llc_sets=1 --set llc_ways=1"; do
    # shellcheck disable=SC2086
    probe --preset tiny --set $chip
    check "$chip: an L2 that holds too little is not hit" is "hit in L2" "0 - - -"
done

probe --preset tiny --set shared_l1=on --set l1_sets=2 --set l1_ways=1
check "a miss in the home is no hit there" is "hit in the home, all other cores" "0 - - -"
check "it hits in L2" grep -Eq "^miss in the home, hit in L2 +[1-9]" "$work/rows"

check "two programs" refuses "^memloom: programs = 2: probe measures one program$" probe --preset tiny \
    --set programs=2 --set llc_mode=private --set topology=hxbar --set clusters=2 --set memory_controllers=1
check "too few addresses" refuses "^memloom: address_bits = 24: not enough for the probe's lines, " probe --preset tiny \
    --set l1_sets=1024 --set address_bits=24

report
