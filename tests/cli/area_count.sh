#!/bin/bash
# What the area report counts of a block: cells, flops, and every bit of the storage that was not mapped. The whole
# flow takes minutes (tests/area.sh).
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

printf 'nand 24\nflop DFF\n' >"$work/library.txt"
echo "l1 l1_cache SETS=32" >"$work/blocks.txt"
printf 'core_0.l1\ncore_1.l1\n' >"$work/l1.instances"
cat >"$work/l1.stat" <<'E2'
   Number of cells:                 12
     DFF                             7
     NAND2                           3
     storage_flops                   1
     storage_macro                   1
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
check "macros are no cells" figure ".cells == 10"
check "bits of a register file are flops" figure ".flops == 7 + 12800"
check "bits of a RAM are those of its words" figure ".ram_bits == 131072 and .macros == 1"
check "a RAM of 128 words takes 2 um2 a bit at 65 nm" figure ".ram_kge - 131072 * 2 / 1.92 / 1000 | fabs < 0.01"
check "its area is part of the block's, as is that of the register file's bits" figure \
    ".um2 - (1000 + 12800 * 100 + 131072 * 2 / 1.92 * 24) | fabs < 2"
check "a core has what its blocks have" jq -e ".parts[0].ram_bits == 131072" "$work/area.json"
check "and the chip what its cores have" jq -e ".chip.ram_bits == 2 * 131072" "$work/area.json"
report
