#!/bin/bash
# What the area report counts of a block: cells, flops, and every bit of the storage that was not mapped. The whole
# flow takes minutes (tests/area.sh).
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

printf 'nand 24\nflop DFF\nclock_gate 100\n' >"$work/library.txt"
echo "l1 l1_cache SETS=32" >"$work/blocks.txt"
printf 'core_0.l1\ncore_1.l1\n' >"$work/l1.instances"
cat >"$work/l1.stat" <<'E2'
   Number of cells:                 15
     DFF                             7
     NAND2                           3
     clock_gate                      2
     storage_flops                   1
     storage_macro                   2
   Chip area for module '\l1': 1000.000000
E2
cat >"$work/flop_sample.stat" <<'E2'
   Number of cells:               4096
   Chip area for module '\flop_sample': 204800.000000
E2
cat >"$work/l1.macros" <<'E2'
  cell \storage_macro \lines.as_macro.macro
    parameter signed \ADDR_BITS 7
    parameter signed \WIDTH 1024
    parameter \WORDS 128
  cell \storage_macro \data.as_small_macro.macro
    parameter \PORTS 1
    parameter \WIDTH 64
    parameter \WORDS 128
  cell \storage_flops \words.as_macro.macro
    parameter \WIDTH 100
    parameter signed \WORDS 128
E2
count() {
    library="a library" awk -v out="$work" -f constraints/area_stat.awk -f constraints/area_report.awk \
        "$work/library.txt" "$work/blocks.txt"
}
figure() { # JQ-TEST of the block
    jq -e ".blocks[0] | $1" "$work/area.json"
}

check "a block is counted" count
check "macros are no cells" figure ".cells == 12"
check "bits of a register file are flops" figure ".flops == 7 + 12800"
check "bits of a RAM are those of its words" figure ".ram_bits == 131072 + 8192 and .macros == 2"
check "a RAM of 128 words takes 2 um2 a bit at 65 nm, with one port half of it" figure \
    ".ram_kge - (131072 * 2 + 8192) / 1.92 / 1000 | fabs < 0.01"
check "its area is part of the block's, as is that of the register file's bits" figure \
    ".um2 - (1000 + 2 * 100 + 12800 * 100 + (131072 * 2 + 8192) / 1.92 * 24) | fabs < 2"
check "so are its clock gates" figure ".clock_gates == 2"
check "a core has what its blocks have" jq -e ".parts[0].ram_bits == 139264" "$work/area.json"
check "and the chip what its cores have" jq -e ".chip.ram_bits == 2 * 139264" "$work/area.json"
report
