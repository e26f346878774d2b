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
check "the paper's figures: two sums and DynEB" \
    figures '[.parts[].paper_mm2 | select(.)] == [0.085, 0.085, 0.005]'
check "every part takes area, but for home selection of 2 cores; the requester is smaller than a private l1_arbiter" \
    figures '[.parts[] | select(.mm2 <= 0) | .part] | sort ==
        ["of it home selection (home_map)", "requester in place of l1_arbiter"]'
check "the table says why a figure is below 0" grep -q 'below 0 is saved' "$work/table"
check "the second sum is the first one and the network interfaces" figures '
    def flops(name): [.parts[] | select(.part | startswith(name)) | .flops] | add;
    flops("sum with network") == flops("sum without") + flops("network:")'
check "the table has the paper's figure beside the sum" \
    grep -Eq '^sum without network interfaces .* 0\.085$' "$work/table"
report
