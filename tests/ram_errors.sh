#!/bin/bash
# Chips whose RAMs are protected (docs/ram_protect.md), in lockstep with every code word of one RAM written with an inverted
# bit, or with two. SEC-DED: one is reported and changes nothing else, two are reported. Parity: one is reported. Last line:
# N passed, N failed.
. "$(dirname "$0")/cli/check.sh"
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
out=$work workload="stencil width=70 height=33"

# In copies of the blocks --fault selects a RAM by its number, two bits instead of one, and that corrections are not reported.
two_bits=64 hidden=32
mkdir -p "$out/rtl"
cp rtl/*.v "$out/rtl"
for block in l1_cache llc_slice; do
    sed -i '0,/^);/s//);\n  reg [7:0] fault_select \/* verilator public_flat_rw *\/;/' "$out/rtl/$block.v"
    plant "$out/rtl/$block.v" "error_corrected = corrections;" "error_corrected = corrections && !fault_select[5];" || exit 2
done

# invert NUMBER MODULE RAM FLIPS [BLOCK.]: its write_flip of so many bits, in the block, or in a module of that block
invert() {
    local select="${5-}fault_select" chosen
    chosen="${select}[4:0] == 5'd$1"
    sed -i "/^  \(ram_ecc #(.*\)\?) $3 ($/,/\.write_flip/s/\.write_flip .*/.write_flip({$4 \/ 2{${select}[6] \&\& $chosen, $chosen}}),/" \
        "$out/rtl/$2.v"
    grep -qF "$chosen" "$out/rtl/$2.v" || { echo "ram_errors: there is no $3 in $2" >&2; exit 2; }
}
invert 1 l1_cache words WORD_FLIPS
invert 2 l1_cache tags TAG_FLIPS
invert 3 l1_cache lines 2
invert 4 llc_slice set_words WORD_FLIPS
invert 5 llc_lines lines 2 llc_slice.

# is_equal NUMBER: the whole run is; differs NUMBER BLOCK PORT: this port of that block says so where it first is not
is_equal() {
    lockstep "$1"
    grep -q '^lockstep: equal' "$out/log-$1"
}
differs() {
    ! lockstep "$1" && grep -q "^located:.* block $2," "$out/log-$1" &&
        awk -v port="$3(out)" '
            NR == 1 { sub(/.*columns: /, ""); for (i = 1; i <= NF; i++) if ($i == port) column = i }
            NF { says = $column }
            END { exit !(column && says == "0!1") }' "$out/report-$1/ports.txt"
}

chip="--ports --preset tiny --cores 1 --set partitions=1 --set ram_protect=secded"
check "SEC-DED, nothing inverted: equal" is_equal $hidden
number=0
for ram in "l1_cache words" "l1_cache tags" "l1_cache lines" "llc_slice set_words" "llc_slice lines"; do
    number=$((number + 1)) block=${ram% *} lost=error_lost
    [ "$ram" = "l1_cache lines" ] && lost=hit_error
    check "SEC-DED, $ram, a bit: reported" differs $number "$block" error_corrected
    check "SEC-DED, $ram, a bit: put right" is_equal $((number + hidden))
    check "SEC-DED, $ram, two bits: reported" differs $((number + two_bits)) "$block" $lost
done
chip=${chip/secded/parity}
check "parity, nothing inverted: equal" is_equal $hidden
check "parity, words of an L1, a bit: reported" differs 1 l1_cache error_lost
check "parity, tags of an L1, a bit: reported" differs 2 l1_cache error_lost
check "parity, lines of an L1, a bit: reported with the hit" differs 3 l1_cache hit_error
check "parity, words of a slice, a bit: reported" differs 4 llc_slice error_lost
check "parity, lines of a slice, a bit: reported" differs 5 llc_slice error_lost
report
