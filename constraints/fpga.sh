#!/bin/bash
# A generated chip on an FPGA (AMD UltraScale+): fpga.sh OUT                    (docs/fpga.md)
#
# OUT/chip is a folder written by `memloom gen`. Every array of every distinct block (module and parameters, from the
# manifest) is found in the elaborated block; each storage wrapper is mapped alone in each shape that occurs, and the
# blocks of core 0 are mapped one by one and summed. Prints two tables; OUT/fpga.json has the same figures.
# BLOCKS="llc_slice mshr" in the environment: these alone.
# Ends with 1 when a RAM of more than 16 words is no block RAM, or an array is in no wrapper; with 2 when something cannot
# be mapped.
set -euo pipefail
here=$(dirname "$0")
. "$here/map.sh"
rm -f "$1/fpga.json"
[ -f "$1/chip/manifest.json" ] || { echo "$1/chip holds no chip: memloom gen -o $1/chip" >&2; exit 2; }
[[ $(yosys -Q -p 'help synth_xilinx' 2> /dev/null) = *xcup* ]] ||
    { echo "Yosys with synth_xilinx for xcup is missing: apt-get install yosys" >&2; exit 2; }
use_folder "$1"
chip=$out/chip
rm -f "$out"/*.{instances,arrays,stat,ys,log}

# A mapping that failed: 1 when a RAM that asks for a block RAM can be none.
failed() {
    ! grep -qs 'ERROR: no valid mapping found for memory' "$out"/*.log || exit 1
    exit 2
}

list_wanted "$chip"
map_blocks fpga_block.sh "$out/manifest.txt" || failed

cut -d ' ' -f 3 "$out/manifest.txt" > "$out/blocks.txt"
awk -v out="$out" -f "$here/fpga_arrays.awk" "$out/blocks.txt" | sort -s -k 2,2 -k 3,3rn -k 4,4rn > "$out/arrays.txt"

# The wrappers in their shapes: a run of Yosys each, which maps all shapes as modules side by side.
cut -d ' ' -f 2-5 "$out/arrays.txt" | uniq > "$out/shapes.txt"
awk -v out="$out" -f "$here/fpga_wrappers.awk" "$out/shapes.txt"
for wrapper in ram_1r1w regfile_1r1w; do
    [ ! -f "$out/$wrapper.ys" ] || echo "$wrapper"
done | xargs -P 2 -I WRAPPER yosys -q -l "$out/WRAPPER.log" -s "$out/WRAPPER.ys" > "$out/wrappers.out" 2>&1 ||
    { grep -h -m 1 ERROR "$out"/r*_1r1w.log >&2; failed; }

awk -v out="$out" -v failed="$out/findings" -f "$here/fpga_report.awk" "$out/blocks.txt" || exit 2
[ "$(cat "$out/findings")" = 0 ]
