#!/bin/bash
# Blocks as gates: their netlists replay recorded vectors in Icarus and are proved equal to the RTL  (docs/gates.md)
#
#   run.sh OUT [BLOCK...]                   none: all that have a driver, and the core node (node.sh); `node` is that alone
#
# CONFIGS (2): the first parameter sets of each driver; CHIP, options of `memloom gen`: those of that chip in place of them. LIB:
# another library; CYCLES (300), EVENTS (3000000), SEED (1), LIMIT (120): see block.sh. JOBS (2) blocks at a time. Prints a table; last
# line: N passed, N failed (parameter sets, and two of the node). Exit status: 0 nothing differs, 1 something does, 2 something
# could not be done.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
here=constraints
. constraints/map.sh
use_library "$1" "${LIB-}"
shift
export CYCLES=${CYCLES:-300} EVENTS=${EVENTS:-3000000} SEED=${SEED:-1} LIMIT=${LIMIT:-120}
export OPTIMISE=-O0 # few cycles
rm -rf "$out/rtl" "$out"/*.row
mkdir "$out/rtl"
cp rtl/*.v rtl/mechanisms "$out/rtl"
use_storage "$out/rtl"

# The cells: the models that came with the library, or their functions as its liberty has them.
models=/usr/share/qflow/tech/osu018/osu018_stdcells.v
if [ -z "${LIB-}" ] && [ -f $models ]; then
    cp $models "$out/cells.v"
else
    yosys -q -p "read_liberty -ignore_miss_func $out/cells.lib; write_verilog -noattr $out/cells.v" || exit 2
fi

list_sets() { # BLOCK...
    local block
    for block; do
        "build/lockstep/$block/harness" --list $([ -n "${CHIP-}" ] && echo 0 "$out/sets" || echo "${CONFIGS:-2}") |
            while IFS= read -r config; do printf '%s\0%s\0' "$block" "$config"; done || return 2
    done
}

if [ -n "${CHIP-}" ]; then
    # shellcheck disable=SC2086 # options are words
    build/memloom gen $CHIP -o "$out/chip" > /dev/null || exit 2
    awk -f cosim/lockstep/preset_sets.awk "$out/chip/manifest.json" | sort -u > "$out/sets"
    for block; do
        [ "$block" = node ] || grep -q "^$block " "$out/sets" || { echo "BLOCKS: the chip has no block $block" >&2; exit 2; }
    done
fi

node=
[ $# -gt 0 ] || set -- $(cd tests/lockstep && ls ./*_drive.c | sed 's|^\./||; s|_drive\.c$||') node
blocks=()
for block; do [ "$block" = node ] && node=1 || blocks+=("$block"); done
touch "$out/node.row" # no line: the node has its own words
list_sets ${blocks[@]+"${blocks[@]}"} | xargs -0 -r -n 2 -P "${JOBS:-2}" tests/gates/block.sh "$out"
status=$?
[ $status = 0 ] || grep -Eq "DIFFERS|NO END" "$out"/*.row || exit 2
if [ ${#blocks[@]} -gt 0 ]; then
    printf '%-18s %-48s %7s %8s %7s %9s  %-13s %s\n' block parameters cells storage cycles elements replay equivalence
    cat "$out"/*.row | sort | awk -F '|' '{
        printf "%-18s %-48s %7d %8d %7s %9s  %-13s %s\n", $1, (length($2) > 48 ? substr($2, 1, 45) "..." : $2), $3, $4, $5, $6, $7, $8
        proved += $8 == "proved"
    }
    END { print proved + 0 " of " NR " proved equal to the RTL" }'
fi
passed=$(cat "$out"/*.row | grep -c '|equal[^|]*|') failed=$(cat "$out"/*.row | grep -vc '|equal[^|]*|')
if [ -n "$node" ]; then
    tests/gates/node.sh "$out" > "$out/node.log"
    [ $? != 2 ] || exit 2
    sed '$d' "$out/node.log"
    passed=$((passed + $(tail -n 1 "$out/node.log" | cut -d ' ' -f 1))) failed=$((failed + $(tail -n 1 "$out/node.log" | cut -d ' ' -f 3)))
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
