#!/bin/bash
# Blocks of rtl/ at the sizes of published peers: peers.sh OUT [LIBERTY]          (docs/area.md)
#
# Every row of peers.txt is mapped as for area and timing, all storage in flops, and timed alone: the longest path
# from flop or input to flop or output, clock-to-output and setup counted, nothing left to the outside. Prints a
# table beside the figures to stay under; ROWS="fifo mshr" in the environment: these alone. Ends with 1 when a row
# is over one of its figures, with 2 when it cannot be measured.
set -euo pipefail
here=$(dirname "$0")
. "$here/map.sh"
. "$here/sta.sh"
need_sta
use_library "$1" "${2-}"
measure_fo4

rm -rf "$out/rtl"
mkdir "$out/rtl"
cp "$here"/../rtl/*.v "$out/rtl"
cp "$here/peers.v" "$out/rtl/peer_arbiter.v"
use_storage "$out/rtl"
sed -i 's/DEPTH > 16/DEPTH > 65536/' "$out/storage.v" # no RAM is a macro here
cat > "$out/core.sdc" << END
create_clock -name clk -period 100 [get_ports clk]
set_input_delay 0 -clock clk [delete_from_list [all_inputs] [get_ports clk]]
set_output_delay 0 -clock clk [all_outputs]
END
cp "$out/core.sdc" "$out/network.sdc"

awk -v wanted="${ROWS-}" -v out="$out" -f "$here/peers_rows.awk" "$here/peers.txt" > "$out/rows.txt" || exit 2
map_blocks time_block.sh "$out/rows.txt" || exit 2
awk -v out="$out" -v fo4="$(cat "$out/fo4")" -v verdict="$out/over" -f "$here/area_stat.awk" \
    -f "$here/peers_report.awk" "$out/library.txt" "$out/wanted.txt" || exit 2
[ "$(cat "$out/over")" = 0 ]
