#!/bin/bash
# The area report of the hardware that a shared L1 adds to a core, on a small chip: every part is
# there, the sums are those of the parts, and stand beside the paper's.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/cli/check.sh"

small="--preset tiny --cores 2 --set partitions=1 --set vcs=2 --set vc_depth=1 --set inject_slots=1
    --set l1_sets=2 --set l1_ways=1 --set mshr_entries=2 --set mshr_targets=1 --set l1_store_queue=1"
area="$work/an \"area\" of it's own"
# shellcheck disable=SC2086
map() {
    "$memloom" gen $small --set shared_l1=on -o "$area/chip" &&
        "$memloom" gen $small -o "$area/private" &&
        timeout 1200 constraints/area.sh -s "$area" >"$work/table"
}

figures() { # JQ-TEST: holds for the figures in JSON
    jq -e "$1" "$area/shared_l1.json"
}

check "the blocks of a core are mapped" map
# Their values reach what looks at them: else, of undriven inputs, every line is an own one.
sends_away() {
    grep -q 'input here_core\|here_core,' "$area/requester.v" && return 1
    ! grep -n "assign send_valid = 1'b0" "$area/requester.v"
}
check "the requester whose constants are tied sends messages" sends_away
check "the paper's figures: two sums and DynEB" \
    figures '[.parts[].paper_mm2 | select(.)] == [0.085, 0.085, 0.005]'
# Below 0 in so small a chip: the requester's one line of stored data for two, two stages less of l1_cache's delay line
# (its LATENCY is 5, for 7 without shared_l1), and with them the first sum.
parts_without_area() {
    jq -r '.parts[] | select(.mm2 <= 0) | .part' "$area/shared_l1.json" | tee "$work/none"
    printf '%s\n' "requester in place of l1_arbiter" "of it home selection (home_map)" \
        "requests: l1_cache grows by" "sum without network interfaces" | cmp - "$work/none"
}
check "every other part takes area" parts_without_area
check "the table says why a figure is below 0" grep -q 'below 0 is saved' "$work/table"
check "the second sum is the first one and the network interfaces" figures '
    def flops(name): [.parts[] | select(.part | startswith(name)) | .flops] | add;
    flops("sum with network") == flops("sum without") + flops("network:")'
check "the table has the paper's figure beside the sum" \
    grep -Eq '^sum without network interfaces .* 0\.085$' "$work/table"
report
