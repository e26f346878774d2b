#!/bin/bash
# Chips whose RAMs are protected (docs/ram_protect.md), in lockstep with every code word of one RAM written with an inverted
# bit, or with two. SEC-DED: one is reported and changes nothing else, two are reported. Parity: one is reported. Last line:
# N passed, N failed.
. "$(dirname "$0")/cli/check.sh"
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
out=$work workload="stencil nx=32 ny=16"

# In copies of the blocks --fault selects a RAM by its number, two bits instead of one, and that corrections are not reported.
two_bits=64 hidden=32
mkdir -p "$out/rtl"
cp rtl/*.v "$out/rtl"
for block in l1_cache llc_slice; do
    sed -i '0,/^);/s//);\n  reg [7:0] fault_select \/* verilator public_flat_rw *\/;/' "$out/rtl/$block.v"
    plant "$out/rtl/$block.v" "error_corrected = corrections;" "error_corrected = corrections && !fault_select[5];" || exit 2
done

# invert NUMBER BLOCK RAM FLIPS: its write_flip of so many bits
invert() {
    local chosen="fault_select[4:0] == 5'd$1"
    sed -i "/^  \(ram_ecc #(.*\)\?) $3 ($/,/\.write_flip/s/\.write_flip .*/.write_flip({$4 \/ 2{fault_select[6] \&\& $chosen, $chosen}}),/" \
        "$out/rtl/$2.v"
    grep -q "$chosen" "$out/rtl/$2.v" || { echo "ram_errors: there is no $3 in $2" >&2; exit 2; }
}
invert 1 l1_cache words WORD_FLIPS
invert 2 l1_cache tags TAG_FLIPS
invert 3 l1_cache lines 2
invert 4 llc_slice set_words WORD_FLIPS
invert 5 llc_slice lines 2

# is_equal NUMBER: the whole run is; differs NUMBER BLOCK OUTPUTS: that block does, at one of these outputs, too
is_equal() {
    lockstep "$1"
    grep -q '^lockstep: equal' "$out/log-$1"
}
differs() {
    ! lockstep "$1" && grep -q "^located:.* block $2," "$out/log-$1" && grep -qE "$3" "$out/log-$1"
}

chip="--preset tiny --cores 1 --set partitions=1 --set ram_protect=secded"
check "SEC-DED, nothing inverted: equal" is_equal 0
number=0
for ram in "l1_cache words" "l1_cache tags" "l1_cache lines" "llc_slice set_words" "llc_slice lines"; do
    number=$((number + 1)) block=${ram% *} kind=l1
    [ "$block" = l1_cache ] || kind=llc
    check "SEC-DED, $ram, a bit: reported" differs $number "$block" "error_${kind}_corrected"
    check "SEC-DED, $ram, a bit: put right" is_equal $((number + hidden))
    check "SEC-DED, $ram, two bits: reported" differs $((number + two_bits)) "$block" "error_${kind}_lost"
done
chip=${chip/secded/parity}
check "parity, nothing inverted: equal" is_equal 0
check "parity, lines of an L1: the answer says so" differs 3 l1_cache core_0_hit_error
number=0
for block in l1_cache l1_cache l1_cache llc_slice llc_slice; do
    number=$((number + 1)) kind=l1
    [ "$block" = l1_cache ] || kind=llc
    check "parity, RAM $number, a bit: reported" differs $number "$block" "error_${kind}_lost"
done
report
