#!/bin/bash
# A parameter out of the range that its block documents stops elaboration, in the generated Verilog
# and in every tool; what is missing then names block and parameter.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

"$memloom" gen --preset tiny --set shared_l1=on --set l1_protect=dlp --set l1_policy=dyneb \
    --set topology=butterfly --set fly_radix=2 -o "$work/chip" >"$work/said" || exit 1
rtl=$PWD/rtl
cd "$work/chip" || exit 1

# BLOCK PARAMETER VALUE of what must be refused: one beyond either end of the range in the header's
# comment; a derived parameter that has another value.
for file in *.v; do
    [ -f "$rtl/$file" ] && awk -v block="${file%.v}" '
        /^\);/ { exit }
        match($0, /\/\/ [0-9]+\.\.[0-9]+:/) && $1 == "parameter" {
            split(substr($0, RSTART + 3, RLENGTH - 4), range, /\.\./)
            if (range[1] > 0) print block, $2, range[1] - 1
            print block, $2, range[2] + 1
        }
        /\/\/ derived:/ && $1 == "parameter" { print block, $2, 77 }' "$file"
done >"$work/rows"

icarus() { iverilog -g2005 -tnull -s "$1" "-P$1.$2=$3" -y . "$1.v"; }
verilate() { verilator --lint-only -Wno-lint --top-module "$1" "-G$2=$3" "$1.v"; }
yosys_check() { yosys -q -p "read_verilog *.v; hierarchy -check -top $1 -chparam $2 $3"; }
refused() { # TOOL BLOCK PARAMETER VALUE
    local said
    said=$("$@" 2>&1) && return 1
    grep -qE "$2_$3_is_not_(in|what)" <<<"$said"
}

while read -r block parameter value; do
    check "$block: $parameter = $value" refused icarus "$block" "$parameter" "$value"
done <"$work/rows"
for tool in verilate yosys_check; do
    check "$tool: a range" refused "$tool" rr_lanes LANES 129
    check "$tool: a derived parameter" refused "$tool" lru_order WAY_BITS 77
done
for block in fifo llc_slice router; do
    check "$block: its defaults" iverilog -g2005 -Wall -tnull -s "$block" -y . "$block.v"
done
report
