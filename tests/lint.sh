#!/bin/bash
# Lints the leaf blocks in three tools, at their defaults and at the corner parameters of
# tests/lint_corners.txt.
#
#   tests/lint.sh [BLOCK...]
#
# verilator --lint-only -Wall, iverilog -Wall and yosys check -assert must all be silent; Yosys, which
# takes most of a minute for the largest sizes, looks at the corners with SOAK=1 only, and at each block
# whether a VALID depends on a READY in the same cycle, at whatever port: none may. Without SOAK a RAM
# inside of another block is only its ports for Yosys, which needs 15 s for one with 128 parts. Last line:
# N passed, N failed.
cd "$(dirname "$0")/.." || exit 2
results=$(mktemp)
trap 'rm -f "$results"' EXIT

# lint BLOCK PARAMETERS: one row, and what the tools say
lint() {
    local block=$1 sizes=$2 size verilator= icarus= yosys= ports_only= handshakes= complaints
    for size in $sizes; do
        verilator+=" -G$size" icarus+=" -P$block.$size" yosys+=" -chparam ${size%=*} ${size#*=}"
    done
    # Back from every VALID up to flops and RAMs. Only where there are both, as Yosys warns of an empty selection.
    grep -Eq '^  input .*_ready *(,|/|$)' "rtl/$block.v" && grep -Eq '^  output .*_valid *(,|/|$)' "rtl/$block.v" &&
        handshakes='; select -assert-none o:*_valid %ci*:-$dff,-$mem_v2,-$memrd,-$memrd_v2 i:*_ready %i'
    complaints=$({
        timeout 120 verilator --lint-only -Wall $mechanisms -y rtl --top-module "$block" $verilator \
            "rtl/$block.v"
        timeout 120 iverilog -g2005 -Wall -tnull $mechanisms -y rtl -s "$block" $icarus "rtl/$block.v"
        if [ -z "$sizes" ] || [ -n "${SOAK-}" ]; then
            [ "$block" = ram_1r1w ] || [ -n "${SOAK-}" ] || ports_only="blackbox *ram_1r1w*"
            timeout 120 yosys -q -w 'did not match any module' -p "verilog_defines $mechanisms; read_verilog rtl/$block.v
                hierarchy -check -top $block -libdir rtl$yosys
                $ports_only; proc; flatten; opt_clean; check -assert$handshakes"
        fi
    } 2>&1)
    if [ -z "$complaints" ]; then
        printf '%-14s %-60s passed\n' "$block" "${sizes:-defaults}"
    else
        printf '%-14s %-60s FAILED\n%s\n' "$block" "${sizes:-defaults}" "$complaints"
    fi
}
export -f lint
mechanisms=$(cat rtl/mechanisms) # all optional ports are there
export mechanisms

[ $# -gt 0 ] || set -- $(cd rtl && ls ./*.v | sed 's|^\./||; s|\.v$||')
for block; do
    printf '%s\0\0' "$block"
    sed -n "s/^$block: *//p" tests/lint_corners.txt | tr ';' '\n' | sed 's/^ *//; s/ *$//' |
        while IFS= read -r sizes; do printf '%s\0%s\0' "$block" "$sizes"; done
done | xargs -0 -r -n 2 -P 2 bash -c 'lint "$1" "$2"' lint | tee "$results"
awk '/ passed$/ { passed++ } / FAILED$/ { failed++ }
    END { printf "%d passed, %d failed\n", passed, failed; exit failed > 0 || !passed }' "$results"
