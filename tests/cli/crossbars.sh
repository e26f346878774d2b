#!/bin/bash
# The design space of make crossbars: every design is a chip, and a run says what it cannot do before it measures.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

ends() { # PATTERN NAME=VALUE...: the script ends with status 2 and one line, and has measured nothing
    local pattern=$1
    shift
    rm -rf "$work/out/runs"
    env "$@" constraints/crossbars.sh "$work/out" >"$work/table" 2>"$work/complaint"
    local status=$?
    cat "$work/complaint"
    [ "$status" = 2 ] && [ ! -s "$work/table" ] && [ "$(wc -l <"$work/complaint")" = 1 ] &&
        grep -Eq -- "$pattern" "$work/complaint" && [ -z "$(ls "$work/out/runs"/*.json 2>/dev/null)" ]
}
check "a shape that no design has" ends "^SHAPES: no design has a router 8x7; there are: .*8x8" SHAPES="8x8 8x7"
chips=$(find "$work/out/chips" -name manifest.json | wc -l)
check "every design is a chip" [ "$chips" = "$(grep -Evc '^(#|$)' constraints/crossbars.txt)" ]
check "and has routers" [ "$(cut -d ' ' -f 2 "$work/out/designs.txt" | sort -u | wc -l)" = "$chips" ]
check "a kernel that is not there" ends "unknown workload 'coppy'" KERNELS="coppy" SHAPES=8x8

# Two of the shapes mapped: areas of designs with others are not guessed from so few.
few_shapes() {
    KERNELS="nn images=1 layers=1" SHAPES="1x2 2x1" constraints/crossbars.sh "$work/out" >"$work/table"
}
check "a run with few shapes" few_shapes
check "has the speed of all designs" [ "$(awk '$2 == "nn" && $4 > 0' "$work/table" | wc -l)" = 7 ]
check "and no area of what was not mapped" [ "$(awk '$2 ~ /_[0-9]+$/ && $4 == "-"' "$work/table" | wc -l)" = 9 ]
check "and says so" grep -q '^-: with shapes that were not mapped; a fit needs six that were, here are 2\.$' "$work/table"
report
